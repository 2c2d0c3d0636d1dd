package org.orbifold.spark;

import java.net.URISyntaxException;
import org.apache.logging.log4j.core.config.Configurator;

/** Spark's logs go nowhere, unless {@code -Dorbifold.log} or a configuration of Log4j's own asks for them. */
final class QuietLog {

    static void begin() {
        if (System.getProperty("log4j2.configurationFile") != null || System.getProperty("log4j.configurationFile") != null) {
            return;
        }
        try {
            Configurator.reconfigure(QuietLog.class.getResource("log4j2.properties").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private QuietLog() { }
}
