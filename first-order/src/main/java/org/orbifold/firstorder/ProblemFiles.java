package org.orbifold.firstorder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbifold.pgm.file.TextFile;
import org.orbifold.pgm.io.ModelParseException;

/**
 * Reads counting problems: {@code .wfomcs} and {@code .mln} as WFOMC writes them, and {@code .fg} as Forclift does.
 * Files are UTF-8, packed if their name ends in {@code .gz}.
 */
public final class ProblemFiles {

    // Blanks within lines only: runs of empty lines would be read once for each of them.
    /** WFOMC gives the size or the elements of its domain on a line of its own; Alchemy's types are in capitals. */
    private static final Pattern WFOMC = Pattern.compile(
            "(?m)^\\h*([A-Za-z_]\\w*)\\h*=\\h*(?:\\d+|\\{\\s*[a-z][^{}]*\\})\\h*$");
    /** A line such as {@code Friends(person,person)}: Alchemy declares predicates, WFOMC does not. */
    private static final String DECLARATION = "(?m)^\\h*\\*?[A-Za-z_]\\w*\\h*\\("
            + "(?:[^()\\n]*,)?\\h*%s\\h*!?\\h*(?:,[^()\\n]*)?\\)"
            + "\\h*(?://.*)?$";
    private static final Pattern FORCLIFT = Pattern.compile("(?m)^\\h*(?:domain\\h+[A-Z]|predicate\\h+[a-z])");

    private ProblemFiles() { }

    /**
     * Returns whether a file is a counting problem: by its name, or for {@code .mln} and {@code .fg} by its content.
     *
     * @param path the file
     * @return whether {@link #read} is for it, rather than a reader of Markov logic or of libDAI's factor graphs
     * @throws IOException if it must be looked into and cannot be read
     */
    public static boolean isProblem(Path path) throws IOException {
        String name = name(path);
        if (name.endsWith(".wfomcs")) {
            return true;
        }
        return name.endsWith(".mln") && isWfomc(TextFile.text(path))
                || name.endsWith(".fg") && FORCLIFT.matcher(TextFile.text(path)).find();
    }

    private static boolean isWfomc(String text) {
        Matcher domain = WFOMC.matcher(text);
        return domain.find() && !Pattern.compile(String.format(DECLARATION, domain.group(1))).matcher(text).find();
    }

    private static String name(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    }

    /**
     * Reads a counting problem.
     *
     * @param path the file
     * @return the problem
     * @throws ModelParseException if there is a mistake in the file
     * @throws IOException         if it cannot be read
     */
    public static CountingProblem read(Path path) throws IOException {
        return name(path).endsWith(".fg") ? parseForclift(path.toString(), TextFile.text(path))
                : parseWfomc(path.toString(), TextFile.text(path), name(path).endsWith(".mln"));
    }

    /**
     * Reads a problem as WFOMC writes it.
     *
     * @param name        what errors call the text
     * @param text        the text
     * @param markovLogic whether it is a network, a formula on each line, rather than one sentence
     * @return the problem
     * @throws ModelParseException if there is a mistake in it
     */
    public static CountingProblem parseWfomc(String name, String text, boolean markovLogic) throws ModelParseException {
        return new WfomcParser(name, text, markovLogic).parse();
    }

    /**
     * Reads a parfactor graph as Forclift writes it.
     *
     * @param name what errors call the text
     * @param text the text
     * @return the problem
     * @throws ModelParseException if there is a mistake in it
     */
    public static CountingProblem parseForclift(String name, String text) throws ModelParseException {
        return new ForcliftParser(name, text).parse();
    }
}
