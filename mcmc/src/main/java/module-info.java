/** Markov chains that use symmetries: start at {@link org.orbifold.mcmc.Inference}. */
module org.orbifold.mcmc {
    requires transitive org.orbifold.heuristics;
    requires org.orbifold.lifted;
    requires it.unimi.dsi.fastutil;
    requires org.slf4j;
    requires ejml.core;
    requires ejml.ddense;
    requires static org.jspecify;

    exports org.orbifold.mcmc;
    exports org.orbifold.mcmc.analysis;
    exports org.orbifold.mcmc.chain;
    exports org.orbifold.mcmc.cluster;
    exports org.orbifold.mcmc.diagnose;
    exports org.orbifold.mcmc.estimate;
    exports org.orbifold.mcmc.orbit;
    exports org.orbifold.mcmc.random;
    exports org.orbifold.mcmc.run;
}
