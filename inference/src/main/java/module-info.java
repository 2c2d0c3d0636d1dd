/** Plans a question about a model and answers it: start at {@link org.orbifold.inference.Inference}. */
module org.orbifold.inference {
    requires transitive org.orbifold.mcmc;
    requires org.orbifold.lifted;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.inference;
}
