package org.orbifold.mcmc.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.orbifold.pgm.file.TextFile;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * The file that a run is resumed from: a heading, what the run is, its seconds, and a line per chain. It is
 * replaced in one go, so that whenever the program is killed there is a whole one.
 */
final class Checkpoint {

    private static final String HEADING = "orbifold checkpoint 7";

    /** What a run is: only a run with the same text may go on from a file. */
    static String identity(GraphicalModel model, ChainParts parts, SamplingOptions options) {
        long hash = hash(hash(0, model), parts.estimated(model));
        return "model " + Long.toHexString(hash) + ", " + parts.description() + ", seed " + options.seed() + ", chains "
                + options.chains() + ", burn-in " + options.burnIn(parts.chain().sweep()) + ", thinning "
                + options.thinning() + ", unit " + options.unit();
    }

    /** Of all that a model's weights are made of: random states would all be impossible where zeros are many. */
    private static long hash(long before, GraphicalModel model) {
        long hash = mixed(before, model.variableCount());
        for (int size : model.sizes()) {
            hash = mixed(hash, size);
        }
        hash = mixed(hash, Double.doubleToLongBits(model.factors().constant()));
        for (Table table : model.factors().tables()) {
            hash = mixed(hash, table.arity());
            for (int k = 0; k < table.arity(); k++) {
                hash = mixed(hash, table.variable(k));
            }
            for (int i = 0; i < table.entryCount(); i++) {
                hash = mixed(hash, Double.doubleToLongBits(table.entry(i)));
            }
        }
        for (WeightedFeature feature : model.factors().wide()) {
            // Its text has its weight and all its literals.
            for (char c : feature.toString().toCharArray()) {
                hash = mixed(hash, c);
            }
        }
        return hash;
    }

    /** One-to-one in each of its arguments. */
    private static long mixed(long hash, long value) {
        long product = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 32;
    }

    static void write(Path file, String identity, double seconds, List<ChainRun> runs) {
        List<String> lines = new ArrayList<>();
        for (ChainRun run : runs) {
            lines.add(Base64.getEncoder().encodeToString(ChainSetup.save(run, 0)));
        }
        try {
            WholeFile.write(file, out -> {
                out.write(HEADING + "\n" + identity + "\n" + seconds + "\n");
                for (String line : lines) {
                    out.write(line);
                    out.write('\n');
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Puts the chains where the file says; returns its seconds. */
    static double read(Path file, String identity, List<ChainRun> runs) {
        try (BufferedReader in = TextFile.reader(file)) {
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
            String message = file + ": the checkpoint is damaged, remove it to begin again";
            throw new UncheckedIOException(message, new IOException(message, e));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private Checkpoint() { }
}
