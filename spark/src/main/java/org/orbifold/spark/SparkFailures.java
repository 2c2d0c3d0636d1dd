package org.orbifold.spark;

import org.orbifold.mcmc.run.MachineFailure;

/** What Spark says when it fails, in one line. */
final class SparkFailures {

    private static final String MOST_RECENT = "most recent failure: ";

    static MachineFailure of(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        int recent = text.indexOf(MOST_RECENT);
        String what = (recent < 0 ? text : text.substring(recent + MOST_RECENT.length())).strip();
        String line = what.lines().findFirst().orElse("");
        // An executor without memory ends with code 52, and its last words do not always arrive.
        boolean memory = text.contains("OutOfMemoryError") || text.contains("code 52");
        String lost = memory && !line.contains("OutOfMemoryError") ? " (OutOfMemoryError)" : "";
        String advice = memory || text.contains("code 137") ? lost + "; give executors more memory "
                + "(spark.executor.memory) or fewer processors, or exact tables less (--memory)" : "";
        return new MachineFailure("Spark gave up: " + line + advice, cause);
    }

    private SparkFailures() { }
}
