package org.orbifold.spark;

import java.io.IOException;
import org.apache.spark.api.java.JavaSparkContext;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceResult;
import org.orbifold.mcmc.run.Progress;

/**
 * An {@link Inference} on a Spark cluster. It is planned and prepared here, on the driver; parts that are answered
 * exactly go to executors in bundles of equal cost, chains for a round at a time. An immutable value.
 *
 * <p>Where samples end the run and not time, the result is that of {@link Inference#run()}, bit for bit, whatever the
 * number of executors and whatever they lose.
 */
public final class SparkInference {

    private final SparkMachines machines;
    private final Inference inference;

    private SparkInference(SparkMachines machines, Inference inference) {
        this.machines = machines;
        this.inference = inference;
    }

    /**
     * An inference on a cluster, in rounds of a second, or what {@code spark.orbifold.round} says.
     *
     * @param context   the application; it stays open
     * @param inference the question
     * @return an inference to be run
     */
    public static SparkInference on(JavaSparkContext context, Inference inference) {
        return new SparkInference(SparkMachines.of(context), inference);
    }

    /**
     * Sets how long chains run before they are looked at, and a checkpoint is written if one is kept.
     *
     * @param seconds more than 0; at much less than a second, sending chains to and fro takes most of the time
     * @return a new value
     */
    public SparkInference withRoundSeconds(double seconds) {
        return new SparkInference(machines.withRoundSeconds(seconds), inference);
    }

    /**
     * Runs without reports.
     *
     * @return the result
     * @throws IOException as {@link #run(Progress)}
     */
    public InferenceResult run() throws IOException {
        return run((seconds, samples, share, now) -> { });
    }

    /**
     * Runs.
     *
     * @param progress receives the state of sampling after each round
     * @return the result
     * @throws IOException              if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if no possible state is found
     * @throws org.orbifold.pgm.exact.TooLargeException if an exact route is asked for that needs too much memory
     * @throws org.orbifold.mcmc.run.MachineFailure     if the cluster fails
     */
    public InferenceResult run(Progress progress) throws IOException {
        return inference.run(progress, machines);
    }
}
