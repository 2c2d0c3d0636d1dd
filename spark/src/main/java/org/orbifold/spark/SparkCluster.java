package org.orbifold.spark;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.orbifold.experiments.cli.Cluster;
import org.orbifold.mcmc.run.MachineFailure;
import org.orbifold.mcmc.run.Machines;

/** What {@code orbifold --spark MASTER} works on. Settings of Spark ({@code spark.…}) are system properties. */
public final class SparkCluster implements Cluster {

    private static final String STANDALONE = "spark://";
    private static final int PATIENCE_MILLIS = 5000;

    /** Made by the service loader. */
    public SparkCluster() { }

    @Override
    public Machines connect(String master) {
        requireOpenJvm();
        if (master.startsWith(STANDALONE)) {
            requireMaster(master);
        }
        QuietLog.begin();
        SparkConf conf = new SparkConf().setMaster(master);
        conf.setIfMissing("spark.app.name", "orbifold");
        conf.setIfMissing("spark.ui.enabled", "false");
        conf.setIfMissing("spark.ui.showConsoleProgress", "false");
        conf.setIfMissing("spark.jars", ownJar());
        try {
            return SparkMachines.owning(new JavaSparkContext(conf));
        } catch (Exception e) {
            // Scala throws what it does not declare.
            String message = String.valueOf(e.getMessage());
            if (message.contains("Could not parse Master URL")) {
                throw new IllegalArgumentException("--spark " + master
                        + ": expected local[*], spark://HOST:PORT, yarn or k8s://URL", e);
            }
            throw new MachineFailure("Spark does not start with the master " + master + ": " + message, e);
        }
    }

    /** The jar that executors need; empty where classes are in folders, which only local masters see. */
    private static String ownJar() {
        try {
            Path place = Path.of(SparkCluster.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return Files.isRegularFile(place) ? place.toString() : "";
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Spark reads what the JDK keeps to itself; a JVM that Spark did not start must be told to let it. */
    private static void requireOpenJvm() {
        if (!Object.class.getModule().isOpen("sun.nio.ch", SparkCluster.class.getModule())) {
            throw new IllegalArgumentException("Spark needs a JVM with --add-opens=java.base/sun.nio.ch=ALL-UNNAMED "
                    + "and others: start it by spark-submit, or by bin/orbifold of './gradlew :spark:sparkHome'");
        }
    }

    /** Spark would try for a minute. */
    private static void requireMaster(String master) {
        IOException last = null;
        for (String address : master.substring(STANDALONE.length()).split(",")) {
            int colon = address.lastIndexOf(':');
            if (colon < 0 || !address.substring(colon + 1).matches("\\d{1,5}")) {
                throw new IllegalArgumentException("--spark " + master + ": expected spark://HOST:PORT");
            }
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address.substring(0, colon),
                        Integer.parseInt(address.substring(colon + 1))), PATIENCE_MILLIS);
                return;
            } catch (IOException e) {
                last = e;
            }
        }
        throw new MachineFailure("no Spark master answers at " + master + "; start one, or use local[*]", last);
    }

    @Override
    public Path fetch(String uri) throws IOException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(uri);
        FileSystem system = file.getFileSystem(SparkHadoopUtil.get().newConfiguration(new SparkConf()));
        Path folder = Files.createTempDirectory("orbifold-");
        folder.toFile().deleteOnExit();
        Path copy = folder.resolve(file.getName());
        copy.toFile().deleteOnExit();
        try (InputStream in = system.open(file)) {
            Files.copy(in, copy);
        }
        return copy;
    }
}
