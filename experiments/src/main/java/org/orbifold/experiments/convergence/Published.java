package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A curve that the paper's release published: {@code NAME.published-KIND.csv}, columns seconds, KL (to its own long-run
 * marginals, not to the exact ones), samples, two standard errors; no header.
 *
 * @param method the identity of the method of ours that runs the same
 * @param label  what people read
 * @param points the points
 */
public record Published(String method, String label, List<Point> points) {

    /**
     * A published point.
     *
     * @param seconds   the time
     * @param kl        the mean KL
     * @param samples   the number of samples
     * @param twoErrors two standard errors
     */
    public record Point(double seconds, double kl, long samples, double twoErrors) { }

    /**
     * Reads a file.
     *
     * @param file   the file
     * @param method the identity of the method that runs the same
     * @param label  what people read
     * @return the curve
     * @throws IOException if it cannot be read, or a line has not four numbers
     */
    public static Published read(Path file, String method, String label) throws IOException {
        List<Point> points = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String[] cells = line.strip().split("\\s*,\\s*");
            try {
                points.add(new Point(Double.parseDouble(cells[0]), Double.parseDouble(cells[1]),
                        (long) Double.parseDouble(cells[2]), Double.parseDouble(cells[3])));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IOException(file + ":" + number + ": expected seconds,KL,samples,two standard errors; found '"
                        + line + "'", e);
            }
        }
        return new Published(method, label, points);
    }

    /**
     * The same curve under another label.
     *
     * @param text what people read
     * @return a new value
     */
    public Published labelled(String text) {
        return new Published(method, text, points);
    }

    /**
     * The point at a number of samples.
     *
     * @param samples the number
     * @return the point, if there is one
     */
    public Optional<Point> at(long samples) {
        return points.stream().filter(p -> p.samples() == samples).findFirst();
    }
}
