/**
 * Orbifold on Apache Spark: {@link org.orbifold.spark.SparkInference} runs an inference on a cluster. Spark is no Java
 * module, so neither is this: all is on the class path.
 */
@NullMarked
package org.orbifold.spark;

import org.jspecify.annotations.NullMarked;
