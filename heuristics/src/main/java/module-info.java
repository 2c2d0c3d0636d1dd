/** Which block partitions of a model are worth trying. */
module org.orbifold.heuristics {
    requires transitive org.orbifold.symmetry;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.heuristics.partition;
    exports org.orbifold.heuristics.signature;
}
