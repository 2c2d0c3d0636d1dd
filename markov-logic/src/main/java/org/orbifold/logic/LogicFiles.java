package org.orbifold.logic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reads Markov logic as Alchemy writes it. Files are UTF-8, packed if their name ends in {@code .gz}.
 *
 * <p>A mistake is a {@link LogicParseException}, which knows file, line and column.
 */
public final class LogicFiles {

    /**
     * Returns whether a file's name is that of a Markov logic network.
     *
     * @param path the file, which need not exist
     * @return whether its name ends in {@code .mln} or {@code .mln.gz}
     */
    public static boolean isNetwork(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".mln") || name.endsWith(".mln.gz");
    }

    /**
     * Reads a network and the files that it includes.
     *
     * @param path a {@code .mln} file
     * @return the network
     * @throws LogicParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static MarkovLogic readNetwork(Path path) throws IOException {
        return readNetwork(path, ConstantNames.UPPER);
    }

    /**
     * Reads a network and the files that it includes.
     *
     * @param path  a {@code .mln} file
     * @param names which words are constants; databases, queries and weights of the network follow it
     * @return the network
     * @throws LogicParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static MarkovLogic readNetwork(Path path, ConstantNames names) throws IOException {
        return NetworkParser.parse(path, names);
    }

    /**
     * Reads a network from text.
     *
     * @param text the content of a {@code .mln} file without includes
     * @return the network
     * @throws LogicParseException if there is a mistake in the text
     * @throws IOException         never otherwise
     */
    public static MarkovLogic parseNetwork(String text) throws IOException {
        return parseNetwork(text, ConstantNames.UPPER);
    }

    /**
     * Reads a network from text.
     *
     * @param text  the content of a {@code .mln} file without includes
     * @param names which words are constants; databases, queries and weights of the network follow it
     * @return the network
     * @throws LogicParseException if there is a mistake in the text
     * @throws IOException         never otherwise
     */
    public static MarkovLogic parseNetwork(String text, ConstantNames names) throws IOException {
        return NetworkParser.parse(new SourceText("text", text), names);
    }

    /**
     * Reads databases as if they were one.
     *
     * @param network the network whose atoms they list
     * @param paths   {@code .db} files
     * @return the database
     * @throws LogicParseException if there is a mistake in a file, or a contradiction between them
     * @throws IOException         if one cannot be read
     */
    public static Database readDatabase(MarkovLogic network, List<Path> paths) throws IOException {
        return EvidenceParser.parse(network, paths);
    }

    /**
     * Reads a database from text.
     *
     * @param network the network whose atoms it lists
     * @param text    the content of a {@code .db} file
     * @return the database
     * @throws LogicParseException if there is a mistake in the text
     * @throws IOException         never otherwise
     */
    public static Database parseDatabase(MarkovLogic network, String text) throws IOException {
        return EvidenceParser.parse(network, new SourceText("text", text));
    }

    /**
     * Reads weights for formulas that have none: lines of a weight and a formula, which is one of the network's with
     * constants in the place of its {@code +} variables.
     *
     * @param path the file
     * @return the weights
     * @throws LogicParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static FormulaWeights readWeights(Path path) throws IOException {
        return WeightsParser.parse(SourceText.read(path), new Naming(ConstantNames.UPPER));
    }

    /**
     * Reads weights for formulas of a network, with constants as the network's files write them.
     *
     * @param path    the file
     * @param network the network
     * @return the weights
     * @throws LogicParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static FormulaWeights readWeights(Path path, MarkovLogic network) throws IOException {
        return WeightsParser.parse(SourceText.read(path), network.naming());
    }

    /**
     * Returns the text of a network's file with other weights; comments and order stay as they are, and included files
     * stand in the place of their directive. A formula with several instances becomes a comment and a line for each.
     *
     * @param path      the file that the network was read from
     * @param network   the network
     * @param instances its soft formulas
     * @param weights   their weights, by number
     * @return the text
     * @throws IOException if the file cannot be read
     */
    public static String withWeights(Path path, MarkovLogic network, FormulaInstances instances, double[] weights)
            throws IOException {
        return NetworkText.of(path, network, instances, weights);
    }

    private LogicFiles() { }
}
