/** The command line and the evaluation: a program, so nothing is exported. */
module org.orbifold.experiments {
    requires org.orbifold.inference;
    requires org.orbifold.logic;
    requires org.orbifold.firstorder;
    requires org.orbifold.learning;
    requires ch.qos.logback.classic;
    requires ch.qos.logback.core;
    requires com.fasterxml.jackson.databind;
    requires com.google.common;
    requires info.picocli;
    requires java.management;
    requires org.apache.commons.csv;
    requires org.apache.commons.statistics.distribution;
    requires org.slf4j;
    requires me.tongfei.progressbar;
    requires static org.jspecify;

    uses org.orbifold.experiments.cli.Cluster;

    provides ch.qos.logback.classic.spi.Configurator with org.orbifold.experiments.cli.LogSetup;

    // Both fill fields and records by reflection.
    opens org.orbifold.experiments.cli to info.picocli;
    opens org.orbifold.experiments.convergence to com.fasterxml.jackson.databind;
    opens org.orbifold.experiments.report to com.fasterxml.jackson.databind;
}
