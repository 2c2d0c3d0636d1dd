package org.orbifold.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** One Spark for all tests: two threads, a task may fail three times. */
final class LocalSpark {

    private static JavaSparkContext context;

    static synchronized JavaSparkContext context() {
        if (context == null) {
            context = new JavaSparkContext(new SparkConf().setMaster("local[2,4]").setAppName("orbifold-tests")
                    .set("spark.ui.enabled", "false").set("spark.driver.host", "127.0.0.1")
                    .set("spark.driver.bindAddress", "127.0.0.1"));
        }
        return context;
    }

    private LocalSpark() { }
}
