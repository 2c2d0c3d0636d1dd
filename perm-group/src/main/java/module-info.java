/** Permutation groups: start at {@link org.orbifold.group.PermutationGroup}. */
module org.orbifold.group {
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.group;
    exports org.orbifold.group.chain;
    exports org.orbifold.group.element;
    exports org.orbifold.group.factor;
    exports org.orbifold.group.io;
    exports org.orbifold.group.sample;
}
