package org.orbifold.pgm.io;

import java.io.IOException;
import java.nio.file.Path;
import org.orbifold.pgm.file.WholeFile;

/** Results in the format of the UAI competitions, beside the marginals of {@link ModelFiles#writeMarginals}. */
public final class ResultFiles {

    private ResultFiles() { }

    /**
     * Writes a most probable state: {@code MAP}, then the number of variables and their values.
     *
     * @param state the state
     * @param path  the file, replaced as a whole
     * @throws IOException if it cannot be written
     */
    public static void writeState(int[] state, Path path) throws IOException {
        writeValues("MAP", state, path);
    }

    /**
     * Writes the most probable values of query variables: {@code MMAP}, then their number and their values.
     *
     * @param values the values, in the order of the query
     * @param path   the file, replaced as a whole
     * @throws IOException if it cannot be written
     */
    public static void writeQueryValues(int[] values, Path path) throws IOException {
        writeValues("MMAP", values, path);
    }

    private static void writeValues(String task, int[] values, Path path) throws IOException {
        WholeFile.write(path, writer -> {
            writer.append(task).append('\n').append(Integer.toString(values.length));
            for (int value : values) {
                writer.append(' ').append(Integer.toString(value));
            }
            writer.append('\n');
        });
    }

    /**
     * Writes a partition function: {@code PR}, then the decimal logarithm of Z.
     *
     * @param logPartition log Z, natural
     * @param path         the file, replaced as a whole
     * @throws IOException if it cannot be written
     */
    public static void writePartition(double logPartition, Path path) throws IOException {
        WholeFile.write(path, writer -> writer.append("PR\n").append(Double.toString(logPartition / Math.log(10)))
                .append('\n'));
    }
}
