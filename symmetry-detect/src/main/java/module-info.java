/** The symmetries of graphical models: start at {@link org.orbifold.symmetry.model.SymmetryFinder}. */
module org.orbifold.symmetry {
    requires transitive org.orbifold.graph;
    requires transitive org.orbifold.pgm;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.symmetry.model;
}
