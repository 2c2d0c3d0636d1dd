package org.orbifold.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A master and two workers of one processor each, three JVMs on the loopback address. */
final class StandaloneCluster {

    private static final Path HOME = Path.of(System.getProperty("orbifold.sparkHome"));

    private final Path folder;
    private final int port;
    private final List<Process> processes = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();

    StandaloneCluster(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        spark("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "" + port,
                "--webui-port", "0");
        awaitMaster();
        startWorker();
        startWorker();
    }

    void startWorker() throws IOException {
        workers.add(spark("worker" + workers.size(), "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1",
                "--cores", "1", "--memory", "3g", "--webui-port", "0", "-d", folder.resolve("work").toString(),
                master()));
    }

    private Process spark(String name, String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of(HOME.resolve("bin/spark-class").toString()));
        all.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("JAVA_OPTS", "-Xmx256m -Djava.net.preferIPv4Stack=true");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private void awaitMaster() throws InterruptedException, IOException {
        for (int i = 0; i < 300; i++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
                return;
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
        throw new IOException("no master: " + Files.readString(folder.resolve("master.log")));
    }

    String master() {
        return "spark://127.0.0.1:" + port;
    }

    /** Kills a worker as a machine that loses power would: its executor finds itself alone and ends. */
    void killWorker(int number) {
        workers.get(number).destroyForcibly();
    }

    /** A driver in this JVM. */
    JavaSparkContext context() {
        return new JavaSparkContext(new SparkConf().setMaster(master()).setAppName("orbifold-cluster-test")
                .set("spark.ui.enabled", "false").set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.jars", HOME.resolve("orbifold/spark-all.jar").toString()));
    }

    /** A command of orbifold on its way. */
    record Command(Process process, Path err) {

        int await() throws InterruptedException, IOException {
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException("not done in 3 minutes: " + Files.readString(err));
            }
            return process.exitValue();
        }
    }

    /** Starts {@code bin/orbifold} with settings of Spark. */
    Command orbifold(String settings, String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of(HOME.resolve("bin/orbifold").toString()));
        all.addAll(List.of(args));
        Path err = Files.createTempFile(folder, "orbifold", ".err");
        ProcessBuilder builder = new ProcessBuilder(all).redirectError(err.toFile())
                .redirectOutput(Files.createTempFile(folder, "orbifold", ".out").toFile());
        builder.environment().put("JAVA_OPTS", "-Xmx1g -Dspark.driver.host=127.0.0.1 "
                + "-Dspark.driver.bindAddress=127.0.0.1 -Dspark.orbifold.round=0.2 " + settings);
        Process process = builder.start();
        processes.add(process);
        return new Command(process, err);
    }

    void stop() throws InterruptedException {
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).destroy();
            if (!processes.get(i).waitFor(10, TimeUnit.SECONDS)) {
                processes.get(i).destroyForcibly();
            }
        }
    }
}
