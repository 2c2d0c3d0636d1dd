package org.orbifold.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The program {@code orbifold} for {@code spark-submit}: the same commands and options. Those that can be spread over a
 * cluster are, over the one that {@code spark-submit} names, if {@code --spark} names none.
 */
public final class Main {

    private static final Set<String> SPREAD = Set.of("infer", "experiment", "learn", "compare");

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        QuietLog.begin();
        org.orbifold.experiments.cli.Main.main(withMaster(args, System.getProperty("spark.master", "local[*]")));
    }

    static String[] withMaster(String[] args, String master) {
        boolean named = Arrays.stream(args).anyMatch(arg -> arg.equals("--spark") || arg.startsWith("--spark="));
        if (named || args.length == 0 || !SPREAD.contains(args[0])) {
            return args;
        }
        List<String> all = new ArrayList<>(List.of(args));
        all.add(1, "--spark=" + master);
        return all.toArray(String[]::new);
    }

    private Main() { }
}
