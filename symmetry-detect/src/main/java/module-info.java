/** Automorphisms and canonical forms of coloured graphs, and the symmetries of graphical models. */
module org.orbifold.symmetry {
    requires transitive org.orbifold.pgm;
    requires transitive org.orbifold.group;
    requires it.unimi.dsi.fastutil;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.symmetry.detect;
    exports org.orbifold.symmetry.graph;
    exports org.orbifold.symmetry.model;
}
