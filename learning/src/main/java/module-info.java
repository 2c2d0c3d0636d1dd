/** Learning from data: start at {@link org.orbifold.learning.WeightLearning}. */
module org.orbifold.learning {
    requires transitive org.orbifold.logic;
    requires transitive org.orbifold.inference;
    requires org.orbifold.firstorder;
    requires org.orbifold.lifted;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.learning;
}
