package org.orbifold.pgm.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes models, evidence and marginals.
 *
 * <p>The format of a model follows from the file's extension ({@code .uai}, {@code .clauses}, {@code .num},
 * {@code .fg}; {@code .bif}, {@code .xmlbif}, {@code .net}, {@code .xdsl} and {@code .dsl} of Bayesian networks) and,
 * on reading a file with another one, from its beginning. A further {@code .gz} packs and unpacks.
 * Variables are called as the file calls them; where it only counts them, by their index from 0 (also those of
 * {@code .num} files, which count from 1), so that all formats agree.
 *
 * <p>Any model can be written to any format that can express it, and has the same distribution and the same log Z when
 * it is read again; clauses are written to clause files exactly as they are. A file is written whole or not at all.
 */
public final class ModelFiles {

    private static final Logger LOG = LoggerFactory.getLogger(ModelFiles.class);

    private interface Parser<T> {
        T parse(TokenReader in) throws IOException;
    }

    /**
     * Reads a model.
     *
     * @param path the file
     * @return the model
     * @throws ModelParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static GraphicalModel read(Path path) throws IOException {
        return logged(path, parse(path, in -> ModelFormat.of(path, in).read(in)));
    }

    /**
     * Reads a Bayesian network and divides each row of probabilities by its sum. {@link #read(Path)} refuses rows
     * whose sum is not 1 up to the rounding of their decimals, and takes the others as they are.
     *
     * @param path the file, of a format of Bayesian networks
     * @return the model
     * @throws ModelParseException      if there is a mistake in the file
     * @throws IllegalArgumentException if its format is another one
     * @throws IOException              if it cannot be read
     */
    public static GraphicalModel readNormalised(Path path) throws IOException {
        return logged(path, parse(path, in -> ModelFormat.of(path, in).read(in, true)));
    }

    /**
     * Reads a model in a given format.
     *
     * @param path   the file, whatever its extension
     * @param format its format
     * @return the model
     * @throws ModelParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static GraphicalModel read(Path path, ModelFormat format) throws IOException {
        return logged(path, parse(path, format::read));
    }

    private static GraphicalModel logged(Path path, GraphicalModel model) {
        LOG.debug("read {}: {} variables, {} features", path, model.variableCount(), model.features().size());
        return model;
    }

    /**
     * Returns whether a model is a Bayesian network: each variable stands last in exactly one feature, whose rows sum
     * to 1, and no variable is its own ancestor.
     *
     * @param model a model
     * @return whether it is one
     */
    public static boolean isBayesian(GraphicalModel model) {
        try {
            BayesNetworks.check(model);
            return true;
        } catch (IllegalArgumentException e) {
            LOG.debug("no Bayesian network", e);
            return false;
        }
    }

    /**
     * Returns whether a file says that its model is a Bayesian network: by its format or, in UAI's, by its heading.
     *
     * @param path the file
     * @return whether it says so
     * @throws IOException if it cannot be read
     */
    public static boolean declaresBayesian(Path path) throws IOException {
        return parse(path, in -> {
            ModelFormat known = ModelFormat.ofName(path).orElse(null);
            return switch (known == null ? ModelFormat.sniff(in) : known) {
                case BIF, XMLBIF, HUGIN, XDSL, DSL, DSC, XBN, ERGO, UAI_BAYES -> true;
                case UAI -> in.next() && UaiReader.isBayes(in);
                case CLAUSES, NUM, FG, CNF -> false;
            };
        });
    }

    /**
     * Writes a model in the format of the file's extension.
     *
     * @param model the model
     * @param path  the file, replaced if it exists
     * @throws IllegalArgumentException if the extension is unknown, or the format cannot express the model
     * @throws IOException              if it cannot be written
     */
    public static void write(GraphicalModel model, Path path) throws IOException {
        ModelFormat format = ModelFormat.ofName(path).orElseThrow(() -> new IllegalArgumentException(
                "the extension of " + path + " is unknown, expected one of " + ModelFormat.knownExtensions(false)));
        write(model, path, format);
    }

    /**
     * Writes a model in a given format.
     *
     * @param model  the model
     * @param path   the file, replaced if it exists
     * @param format the format
     * @throws IllegalArgumentException if the format cannot express the model
     * @throws IOException              if it cannot be written
     */
    public static void write(GraphicalModel model, Path path, ModelFormat format) throws IOException {
        WholeFile.write(path, out -> format.write(model, out));
    }

    /**
     * Reads evidence on one case, in any dialect of the UAI competitions (2006 to 2022) or by names: a line
     * {@code NAME = STATE} for each observation.
     *
     * @param path  the file
     * @param model the model it is about
     * @return the evidence
     * @throws ModelParseException if there is a mistake in the file, or several cases
     * @throws IOException         if it cannot be read
     */
    public static Evidence readEvidence(Path path, GraphicalModel model) throws IOException {
        return parse(path, in -> NamedEvidenceReader.isNamed(in) ? new NamedEvidenceReader(in, model).read()
                : new EvidenceReader(in, model).readOne());
    }

    /**
     * Reads evidence on any number of cases; only the dialect of 2010 has more than one.
     *
     * @param path  the file
     * @param model the model it is about
     * @return the evidence of each case
     * @throws ModelParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static List<Evidence> readEvidenceCases(Path path, GraphicalModel model) throws IOException {
        return parse(path, in -> new EvidenceReader(in, model).readAll());
    }

    /**
     * Reads the variables to maximise in marginal MAP, in the format of the UAI competitions ({@code .query}): their
     * number, then their indices.
     *
     * @param path  the file
     * @param model the model it is about
     * @return the variables, in the order of the file
     * @throws IOException if it cannot be read or is malformed; see {@link ModelParseException}
     */
    public static int[] readQuery(Path path, GraphicalModel model) throws IOException {
        return parse(path, in -> {
            in.skipComments("c#");
            int count = in.nextInt(1, model.variableCount(), "the number of query variables, 1 to "
                    + model.variableCount());
            int[] variables = new int[count];
            boolean[] met = new boolean[model.variableCount()];
            for (int i = 0; i < count; i++) {
                variables[i] = in.nextInt(0, met.length - 1, count + " variables, counted from 0 to "
                        + (met.length - 1));
                if (met[variables[i]]) {
                    throw in.error("variable " + variables[i] + " is there twice", "each query variable once");
                }
                met[variables[i]] = true;
            }
            in.endFile("the last query variable");
            return variables;
        });
    }

    /**
     * Writes evidence in the dialect of 2014, on one line; soft evidence in our extension of it, on lines of its own.
     *
     * @param evidence the evidence
     * @param path     the file, replaced if it exists
     * @throws IOException if it cannot be written
     */
    public static void writeEvidence(Evidence evidence, Path path) throws IOException {
        WholeFile.write(path, out -> {
            out.write(Integer.toString(evidence.size()));
            for (int variable : evidence.variables()) {
                out.write(" " + variable + " " + evidence.value(variable));
            }
            out.write("\n");
            for (Map.Entry<Integer, List<Double>> soft : evidence.logLikelihoods().entrySet()) {
                out.write("soft " + soft.getKey());
                for (double log : soft.getValue()) {
                    out.write(" " + Decimal.exp(log));
                }
                out.write("\n");
            }
        });
    }

    /**
     * Reads the last {@code MAR} result of a UAI result file.
     *
     * @param path the file
     * @return the marginals
     * @throws ModelParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static Marginals readMarginals(Path path) throws IOException {
        return parse(path, in -> new MarginalsReader(in).read());
    }

    /**
     * Writes marginals as a UAI {@code MAR} result of 2014, with all digits.
     *
     * @param marginals the marginals
     * @param path      the file, replaced if it exists
     * @throws IOException if it cannot be written
     */
    public static void writeMarginals(Marginals marginals, Path path) throws IOException {
        WholeFile.write(path, out -> {
            out.write("MAR\n" + marginals.variableCount());
            for (int v = 0; v < marginals.variableCount(); v++) {
                out.write(" " + marginals.size(v));
                for (int x = 0; x < marginals.size(v); x++) {
                    out.write(" " + marginals.probability(v, x));
                }
            }
            out.write("\n");
        });
    }

    private static <T> T parse(Path path, Parser<T> parser) throws IOException {
        try (TokenReader in = TokenReader.open(path)) {
            try {
                return parser.parse(in);
            } catch (OutOfMemoryError e) {
                // What was read is garbage by now. That a file holds more than the heap can is no bug of anyone.
                throw in.error("what the file holds does not fit into a heap of "
                        + (Runtime.getRuntime().maxMemory() >> 20) + " MB", "a smaller file or a larger -Xmx");
            }
        }
    }

    private ModelFiles() { }
}
