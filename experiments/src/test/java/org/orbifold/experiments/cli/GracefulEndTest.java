package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** After Ctrl-C a command may have no answer: the message that says so is printed before the program ends. */
class GracefulEndTest {

    /** A command that has no answer when it is interrupted. */
    static final class Command {

        @SuppressWarnings("try")
        public static void main(String[] args) {
            try (GracefulEnd end = new GracefulEnd()) {
                System.out.println("begun");
                Thread.sleep(TimeUnit.MINUTES.toMillis(1));
            } catch (InterruptedException e) {
                // What a program does between the exception and the message.
                long sum = 0;
                for (int i = 0; i < 200_000_000; i++) {
                    sum += i ^ sum << 1;
                }
                System.out.println("interrupted" + (sum == 0 ? " " : ""));
            }
            GracefulEnd.commandEnded();
            System.exit(0);
        }

        private Command() { }
    }

    @Test
    void theLastMessageIsPrinted() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                Command.class.getName()).redirectErrorStream(true).start();
        List<String> lines;
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(),
                StandardCharsets.UTF_8))) {
            String first = out.readLine();
            // Unlike that of Process, this leaves its output open.
            process.toHandle().destroy();
            lines = out.lines().collect(Collectors.toList());
            lines.add(0, first);
        }
        assertThat(lines).containsExactly("begun", "interrupted");
        assertThat(process.waitFor()).isNotZero();
    }
}
