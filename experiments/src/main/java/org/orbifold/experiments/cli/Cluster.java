package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.orbifold.mcmc.run.Machines;

/** A kind of cluster to work on, found as a service: the module {@code spark} brings one. */
public interface Cluster {

    /**
     * Connects.
     *
     * @param master where the cluster is
     * @return its machines
     * @throws IllegalArgumentException             if it cannot be used like this
     * @throws org.orbifold.mcmc.run.MachineFailure if it is not there
     */
    Machines connect(String master);

    /**
     * Fetches a file from where the cluster keeps its files.
     *
     * @param uri the file
     * @return a copy here, of the same name, for as long as the program runs
     * @throws IOException if it cannot be read
     */
    Path fetch(String uri) throws IOException;

    /**
     * The cluster on the class path.
     *
     * @param option what it is wanted for
     * @return the cluster
     * @throws IllegalArgumentException if there is none
     */
    static Cluster find(String option) {
        IllegalArgumentException none = new IllegalArgumentException(option + " needs Apache Spark and Orbifold's "
                + "module spark on the class path: './gradlew :spark:sparkHome' lays both out, and its bin/orbifold "
                + "takes the same options; or 'spark-submit --class org.orbifold.spark.Main spark-all.jar'; "
                + "see docs/tasks/cluster.md");
        try {
            return ServiceLoader.load(Cluster.class).findFirst().orElseThrow(() -> none);
        } catch (NoClassDefFoundError | ServiceConfigurationError e) {
            none.initCause(e);
            throw none;
        }
    }
}
