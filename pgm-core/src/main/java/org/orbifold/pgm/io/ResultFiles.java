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
        WholeFile.write(path, writer -> {
            writer.append("MAP\n").append(Integer.toString(state.length));
            for (int value : state) {
                writer.append(' ').append(Integer.toString(value));
            }
            writer.append('\n');
        });
    }

    /**
     * Writes the most probable values of query variables: {@code MMAP}, then their number and pairs of a variable and
     * its value.
     *
     * @param variables the query variables
     * @param values    a value for each of them
     * @param path      the file, replaced as a whole
     * @throws IOException if it cannot be written
     * @throws IllegalArgumentException if there are not as many values as variables
     */
    public static void writeQueryState(int[] variables, int[] values, Path path) throws IOException {
        if (variables.length != values.length) {
            throw new IllegalArgumentException(values.length + " values for " + variables.length
                    + " query variables; expected one for each");
        }
        WholeFile.write(path, writer -> {
            writer.append("MMAP\n").append(Integer.toString(values.length));
            for (int i = 0; i < values.length; i++) {
                writer.append(' ').append(Integer.toString(variables[i])).append(' ')
                        .append(Integer.toString(values[i]));
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
