/** Markov chains that use symmetries, their estimators, runs and analysis. */
module org.orbifold.mcmc {
    requires transitive org.orbifold.heuristics;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires ejml.core;
    requires ejml.ddense;
    requires static org.jspecify;

    exports org.orbifold.mcmc.analysis;
    exports org.orbifold.mcmc.chain;
    exports org.orbifold.mcmc.cluster;
    exports org.orbifold.mcmc.diagnose;
    exports org.orbifold.mcmc.estimate;
    exports org.orbifold.mcmc.orbit;
    exports org.orbifold.mcmc.random;
    exports org.orbifold.mcmc.run;
}
