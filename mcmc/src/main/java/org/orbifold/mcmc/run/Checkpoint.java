package org.orbifold.mcmc.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The file that a run is resumed from: a heading, what the run is, its seconds, and a line per chain. It is
 * replaced in one go, so that whenever the program is killed there is a whole one.
 */
final class Checkpoint {

    private static final String HEADING = "orbifold checkpoint 6";

    /** What a run is: only a run with the same text may go on from a file. */
    static String identity(GraphicalModel model, ChainParts parts, SamplingOptions options) {
        Xoshiro256 random = new Xoshiro256(1, 2, 3, 4);
        long hash = model.variableCount() * 31L + model.features().size();
        int[] state = new int[model.variableCount()];
        for (int probe = 0; probe < 8; probe++) {
            for (int v = 0; v < state.length; v++) {
                state[v] = random.nextInt(model.size(v));
            }
            hash = 31 * hash + Double.doubleToLongBits(model.logWeight(state));
        }
        return "model " + Long.toHexString(hash) + ", " + parts.description() + ", seed " + options.seed() + ", chains "
                + options.chains() + ", burn-in " + options.burnIn(parts.chain().sweep()) + ", thinning "
                + options.thinning();
    }

    static void write(Path file, String identity, double seconds, List<ChainRun> runs) throws IOException {
        List<String> lines = new ArrayList<>();
        for (ChainRun run : runs) {
            lines.add(Base64.getEncoder().encodeToString(ChainSetup.save(run, 0)));
        }
        WholeFile.write(file, out -> {
            out.write(HEADING + "\n" + identity + "\n" + seconds + "\n");
            for (String line : lines) {
                out.write(line);
                out.write('\n');
            }
        });
    }

    /** Puts the chains where the file says; returns its seconds. */
    static double read(Path file, String identity, List<ChainRun> runs) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            if (!HEADING.equals(in.readLine())) {
                throw new IOException(file + ":1: this is no checkpoint, expected '" + HEADING + "'");
            }
            String found = in.readLine();
            if (!identity.equals(found)) {
                throw new IOException(file + ":2: this is the checkpoint of another run (" + found + "), expected "
                        + identity + "; use the same model and options, or another file");
            }
            double seconds = Double.parseDouble(in.readLine());
            for (ChainRun run : runs) {
                ChainSetup.load(run, Base64.getDecoder().decode(in.readLine()));
            }
            return seconds;
        } catch (IllegalArgumentException | NullPointerException | UncheckedIOException e) {
            throw new IOException(file + ": the checkpoint is damaged, remove it to begin again", e);
        }
    }

    private Checkpoint() { }
}
