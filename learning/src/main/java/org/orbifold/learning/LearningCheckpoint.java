package org.orbifold.learning;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.learning.optimize.Lbfgs;
import org.orbifold.pgm.file.TextFile;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.time.Budget;

/**
 * The file that learning is resumed from: a heading, what is learned from what, and the optimiser's state after a step.
 * It is replaced in one go, so whenever the program is killed there is a whole one.
 */
final class LearningCheckpoint {

    private static final String HEADING = "orbifold learning checkpoint 1";

    /** Writes the state of an optimiser. */
    @FunctionalInterface
    interface Writer {
        void write(DataOutputStream out) throws IOException;
    }

    private final @Nullable Path file;
    private final double seconds;
    private final String identity;
    private final Budget budget;
    private double last;

    /**
     * Prepares.
     *
     * @param file     where it is kept; null for nowhere
     * @param seconds  between two checkpoints; 0 for one after each step
     * @param identity only learning with the same text may be resumed
     * @param budget   of the run, whose clock says when a checkpoint is due
     */
    LearningCheckpoint(@Nullable Path file, double seconds, String identity, Budget budget) {
        this.file = file;
        this.seconds = seconds;
        this.identity = identity;
        this.budget = budget;
        this.last = budget.elapsed();
    }

    /**
     * The state to go on from.
     *
     * @throws UncheckedIOException if the file is damaged or of other learning
     */
    Optional<DataInputStream> read() {
        if (file == null || !Files.exists(file)) {
            return Optional.empty();
        }
        try (BufferedReader in = TextFile.reader(file)) {
            if (!HEADING.equals(in.readLine())) {
                throw new IOException(file + ":1: this is no checkpoint of learning, expected '" + HEADING + "'");
            }
            String found = in.readLine();
            if (!identity.equals(found)) {
                throw new IOException(file + ":2: this is the checkpoint of other learning (" + found + "), expected "
                        + identity + "; use the same network, data and options, or another file");
            }
            String body = in.readLine();
            return Optional.of(new DataInputStream(new ByteArrayInputStream(Base64.getDecoder()
                    .decode(body == null ? "?" : body))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalArgumentException e) {
            throw damaged(e);
        }
    }

    UncheckedIOException damaged(Exception cause) {
        return new UncheckedIOException(new IOException(file + ": the checkpoint is damaged, remove it to begin again",
                cause));
    }

    /** Writes the state, if there is a file and the last one is old enough. */
    void save(Writer writer) {
        if (file == null || budget.elapsed() - last < seconds) {
            return;
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            writer.write(new DataOutputStream(bytes));
            WholeFile.write(file, out -> out.write(HEADING + "\n" + identity + "\n"
                    + Base64.getEncoder().encodeToString(bytes.toByteArray()) + "\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        last = budget.elapsed();
    }

    static void write(DataOutputStream out, double[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    static double[] readNumbers(DataInputStream in) throws IOException {
        double[] numbers = new double[length(in, Double.BYTES)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readDouble();
        }
        return numbers;
    }

    /** A length that the rest of the file can hold: a damaged one must not fill the memory. */
    private static int length(DataInputStream in, int bytesEach) throws IOException {
        int length = in.readInt();
        if (length < 0 || (long) length * bytesEach > in.available()) {
            throw new IOException("a length of " + length);
        }
        return length;
    }

    static void write(DataOutputStream out, List<Double> numbers) throws IOException {
        write(out, numbers.stream().mapToDouble(x -> x).toArray());
    }

    static void read(DataInputStream in, List<Double> target) throws IOException {
        target.clear();
        for (double number : readNumbers(in)) {
            target.add(number);
        }
    }

    static void write(DataOutputStream out, Lbfgs.State state) throws IOException {
        out.writeInt(state.iteration());
        write(out, state.point());
        out.writeDouble(state.value());
        write(out, state.gradient());
        out.writeInt(state.steps().size());
        for (int i = 0; i < state.steps().size(); i++) {
            write(out, state.steps().get(i));
            write(out, state.changes().get(i));
        }
        out.writeBoolean(state.done());
    }

    static Lbfgs.State readState(DataInputStream in) throws IOException {
        int iteration = in.readInt();
        double[] point = readNumbers(in);
        double value = in.readDouble();
        double[] gradient = readNumbers(in);
        int pairs = length(in, 1);
        List<double[]> steps = new ArrayList<>();
        List<double[]> changes = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            steps.add(readNumbers(in));
            changes.add(readNumbers(in));
        }
        return new Lbfgs.State(iteration, point, value, gradient, List.copyOf(steps), List.copyOf(changes),
                in.readBoolean());
    }
}
