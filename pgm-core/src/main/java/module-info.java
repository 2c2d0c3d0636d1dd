/** Models, evidence, file formats and exact inference. */
module org.orbifold.pgm {
    requires it.unimi.dsi.fastutil.core;
    requires java.xml;
    requires org.ow2.sat4j.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.pgm.block;
    exports org.orbifold.pgm.exact;
    exports org.orbifold.pgm.file to org.orbifold.firstorder, org.orbifold.mcmc, org.orbifold.learning,
            org.orbifold.experiments;
    exports org.orbifold.pgm.hard;
    exports org.orbifold.pgm.io;
    exports org.orbifold.pgm.marginal;
    exports org.orbifold.pgm.model;
    exports org.orbifold.pgm.option to org.orbifold.logic, org.orbifold.mcmc, org.orbifold.inference,
            org.orbifold.learning;
    exports org.orbifold.pgm.score;
    exports org.orbifold.pgm.simplify;
    exports org.orbifold.pgm.time;
}
