package org.orbifold.experiments.cli;

import java.util.Optional;
import org.orbifold.mcmc.run.Machines;
import picocli.CommandLine.Option;

/** The cluster that a command works on, if it works on one. */
final class ClusterInput {

    @Option(names = "--spark", paramLabel = "MASTER",
            description = "Work on Apache Spark: local[*], spark://HOST:PORT, yarn or k8s://URL. Needs Spark on the "
                    + "class path.")
    private String master;

    boolean isUsed() {
        return master != null;
    }

    /** The machines to work on; empty for this one. */
    Optional<Machines> connect() {
        return master == null ? Optional.empty() : Optional.of(Cluster.find("--spark").connect(master));
    }
}
