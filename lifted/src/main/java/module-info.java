/** Exact inference by counting, for models whose blocks are exchangeable. */
module org.orbifold.lifted {
    requires transitive org.orbifold.pgm;
    requires org.orbifold.group;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.lifted;
}
