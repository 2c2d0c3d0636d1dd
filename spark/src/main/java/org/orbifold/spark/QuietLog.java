package org.orbifold.spark;

import org.apache.logging.log4j.core.config.Configurator;

/** Spark's logs go nowhere, unless {@code -Dorbifold.log} or a configuration of Log4j's own asks for them. */
final class QuietLog {

    static void begin() {
        if (System.getProperty("log4j2.configurationFile") != null
                || System.getProperty("log4j.configurationFile") != null) {
            return;
        }
        System.setProperty("log4j2.configurationFile", QuietLog.class.getResource("log4j2.properties").toString());
        // Whoever started us may have logged already.
        Configurator.reconfigure();
    }

    private QuietLog() { }
}
