package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** What a run of the command line gave. */
record Outcome(int exitCode, String out, String err) {

    /** Runs the command line in this JVM. */
    static Outcome of(Object... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Orbifold.run(new PrintWriter(out), new PrintWriter(err),
                Arrays.stream(args).map(Object::toString).toArray(String[]::new));
        return new Outcome(exitCode, out.toString(), err.toString());
    }

    /** Exit code 2, nothing on standard output, exactly one line on standard error with all the fragments. */
    void isBadInput(String... fragments) {
        assertThat(exitCode).as(err).isEqualTo(2);
        assertThat(out).isEmpty();
        assertThat(err.lines()).as(err).hasSize(1);
        assertThat(err).startsWith("orbifold: ").contains(fragments);
    }
}
