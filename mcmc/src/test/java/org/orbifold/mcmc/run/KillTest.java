package org.orbifold.mcmc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real program, really killed (SIGKILL), twenty times at moments drawn from a fixed seed. */
class KillTest {

    private static final int KILLS = 20;
    private static final int LATEST_MILLIS = 450;

    @TempDir
    private Path folder;

    private Process start(Path checkpoint, Path result) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "-Xshare:auto", "-XX:TieredStopAtLevel=1",
                KilledRun.class.getName(), checkpoint.toString(), result.toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("output.txt").toFile()).start();
    }

    @Test
    void resumesToTheSameBitsHoweverOftenItIsKilled() throws Exception {
        Path checkpoint = folder.resolve("run.checkpoint");
        Path result = folder.resolve("result.txt");
        SplittableRandom moments = new SplittableRandom(17);
        int killed = 0;
        for (int i = 0; i < KILLS; i++) {
            Process process = start(checkpoint, result);
            // Every other kill waits for a checkpoint first, so that the moments do not all fall into starting Java.
            for (int wait = 0; i % 2 == 0 && !Files.exists(checkpoint) && process.isAlive() && wait < 2000; wait++) {
                process.waitFor(5, TimeUnit.MILLISECONDS);
            }
            if (!process.waitFor(moments.nextInt(LATEST_MILLIS), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                killed++;
            }
            process.waitFor();
            assertThat(Files.readString(folder.resolve("output.txt"))).doesNotContain("Exception");
        }
        Process last = start(checkpoint, result);
        assertThat(last.waitFor()).as(Files.readString(folder.resolve("output.txt"))).isZero();
        assertThat(killed).isGreaterThan(KILLS / 2);
        assertThat(Files.readString(result)).isEqualTo(KilledRun.result(KilledRun.options()));
    }
}
