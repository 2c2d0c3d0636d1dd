/**
 * Automorphisms, canonical forms and isomorphism of coloured graphs: start at
 * {@link org.orbifold.graph.detect.Automorphisms}.
 */
module org.orbifold.graph {
    requires transitive org.orbifold.group;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.graph;
    exports org.orbifold.graph.detect;
    exports org.orbifold.graph.refine to org.orbifold.symmetry;
}
