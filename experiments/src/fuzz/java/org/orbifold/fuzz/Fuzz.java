package org.orbifold.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.orbifold.inference.Inference;
import org.orbifold.pgm.time.Budget;
import org.slf4j.LoggerFactory;

/** {@code ./gradlew fuzz}: random cases, until the time or the number of cases that was asked for. */
public final class Fuzz {

    private static final String USAGE = "expected: FOLDER [minutes=M] [cases=N] [first=N] [seed=S] [threads=T] "
            + "[checks=NAMES]";

    /**
     * Runs the fuzzer; ends the JVM with status 1 if a check failed.
     *
     * @param args the folder for failing cases, then {@code name=value} of minutes, cases, first, seed, threads, checks
     * @throws IOException          if a file cannot be written
     * @throws InterruptedException if the run is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0) {
            throw new IllegalArgumentException(USAGE);
        }
        Path folder = Path.of(args[0]);
        String cases = option(args, "cases", "");
        String minutes = option(args, "minutes", cases.isEmpty() ? "1" : "");
        long seed = Long.parseLong(option(args, "seed", Long.toString(System.currentTimeMillis() % 1_000_000)));
        int threads = Integer.parseInt(option(args, "threads",
                Integer.toString(Runtime.getRuntime().availableProcessors())));
        List<String> names = List.of(option(args, "checks", "").split(","));
        List<Check> checks = Checks.all().stream().filter(check -> names.contains("") || names.contains(check.name()))
                .toList();
        if (checks.isEmpty()) {
            throw new IllegalArgumentException("no check is called " + names + "; expected some of "
                    + Checks.all().stream().map(Check::name).toList());
        }
        Path files = folder.resolve("tmp");
        Files.createDirectories(files);
        Context context = new Context(Inference::on, new Coverage(), files);
        Report report = new Report(folder.resolve("seed-" + seed), seed, context);
        Runner runner = new Runner(seed, checks, context, report, System.out);
        // Loggers are set up before several threads ask for them.
        LoggerFactory.getLogger(Fuzz.class).debug("seed {}", seed);
        System.out.println("fuzz: seed " + seed + ", " + threads + " threads");
        List<String> failures = runner.run(Long.parseLong(option(args, "first", "0")),
                cases.isEmpty() ? Long.MAX_VALUE : Long.parseLong(cases),
                minutes.isEmpty() ? Budget.unlimited() : Budget.ofSeconds(60 * Double.parseDouble(minutes)), threads);
        runner.summary().forEach(System.out::println);
        failures.forEach(line -> System.out.println("FAILED " + line));
        System.out.println("fuzz: seed " + seed + ", " + failures.size() + " failures");
        System.exit(failures.isEmpty() ? 0 : 1);
    }

    private static String option(String[] args, String name, String otherwise) {
        for (String arg : args) {
            if (arg.startsWith(name + "=") && !arg.endsWith("=")) {
                return arg.substring(name.length() + 1);
            }
        }
        return otherwise;
    }

    private Fuzz() { }
}
