package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.NearestNames;
import org.orbifold.pgm.model.Variable;

/**
 * Reads evidence by names: a line {@code NAME = STATE} for each observation, the state as the model calls it, a line
 * {@code soft NAME LIKELIHOOD…} for each variable with soft evidence, a likelihood for each of its states. Empty lines
 * mean nothing, nor do those that begin with '#'. A name may contain '=', a state may not.
 */
final class NamedEvidenceReader {

    private static final int SHOWN_STATES = 8;
    /** What a line by names may take at most. */
    private static final int LONGEST_NAME = 4096;
    private static final String EXPECTED = "NAME = STATE or soft NAME LIKELIHOOD… on each line";
    private static final String SOFT = "soft";

    private final TokenReader in;
    private final GraphicalModel model;

    NamedEvidenceReader(TokenReader in, GraphicalModel model) {
        this.in = in;
        this.model = model;
        in.skipComments("#");
    }

    /**
     * Whether a file's first line has an '=', or 'soft' before a name, as none of numbers has; goes back to its
     * beginning.
     */
    static boolean isNamed(TokenReader in) throws IOException {
        in.skipComments("#");
        boolean named = in.next() && in.contains('=');
        if (!named && in.is("soft")) {
            named = in.next() && !in.text().matches("[0-9]+");
        }
        int c = in.peek();
        // All observations may stand on one line, which can be of any length.
        for (int i = 0; i < LONGEST_NAME && !named && c >= 0 && c != '\n'; i++) {
            named = c == '=';
            in.skipByte();
            c = in.peek();
        }
        if (!in.rewind()) {
            throw in.error("the file begins with more than 56 KB of comments", "evidence");
        }
        return named;
    }

    Evidence read() throws IOException {
        Map<Integer, Integer> observed = new LinkedHashMap<>();
        Evidence soft = Evidence.none();
        Set<String> names = model.variables().stream().map(Variable::name).collect(Collectors.toSet());
        while (in.nextLine()) {
            String line = in.text();
            boolean hard = line.indexOf('=') >= 0 && names.contains(line.substring(0, line.lastIndexOf('=')).strip());
            if (isWordBefore(SOFT, line) && !hard) {
                soft = weigh(soft, line.substring(SOFT.length()).strip());
            } else {
                observe(observed, line);
            }
        }
        return soft.withValues(observed);
    }

    /** Takes a name, which may have blanks in it, and a likelihood for each state of that variable. */
    private Evidence weigh(Evidence before, String text) throws IOException {
        for (Variable variable : model.variables()) {
            if (isWordBefore(variable.name(), text)) {
                String[] numbers = text.substring(variable.name().length()).strip().split("\\s+");
                if (numbers.length == variable.size()) {
                    return weigh(before, variable, text.substring(variable.name().length()));
                }
            }
        }
        String name = withoutNumbers(text);
        Variable variable = find(name);
        throw in.error("not " + variable.size() + " likelihoods of variable " + TokenReader.quote(name),
                "one for each of " + TokenReader.labels(variable.domain(), SHOWN_STATES));
    }

    /** Whether a text begins with a word and a blank. */
    private static boolean isWordBefore(String word, String text) {
        return text.startsWith(word) && text.length() > word.length()
                && Character.isWhitespace(text.charAt(word.length()));
    }

    /** The text without the numbers it ends with; its first word stays. */
    private static String withoutNumbers(String text) {
        int end = text.length();
        for (int from = wordBefore(text, end); from > 0 && isNumeric(text, from, end); from = wordBefore(text, end)) {
            end = from;
            while (Character.isWhitespace(text.charAt(end - 1))) {
                end--;
            }
        }
        return text.substring(0, end);
    }

    /** The start of the word that ends at a place. */
    private static int wordBefore(String text, int end) {
        int from = end;
        while (from > 0 && !Character.isWhitespace(text.charAt(from - 1))) {
            from--;
        }
        return from;
    }

    private static boolean isNumeric(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if ("-+.0123456789eE".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private Evidence weigh(Evidence before, Variable variable, String text) throws IOException {
        TokenReader numbers = TokenReader.of(in.file(), text, in.line());
        double[] logs = new double[variable.size()];
        for (int x = 0; x < logs.length; x++) {
            numbers.require(numbers.next(), logs.length + " likelihoods");
            logs[x] = numbers.toLogPotential("a likelihood, a number that is not negative");
        }
        try {
            return before.withLogLikelihood(variable.index(), logs);
        } catch (IllegalArgumentException e) {
            throw in.error("soft evidence on variable " + TokenReader.quote(variable.name())
                    + " leaves no state possible", "likelihoods that are not all 0 and agree with those before");
        }
    }

    private Variable find(String name) throws ModelParseException {
        try {
            return model.variable(name);
        } catch (IllegalArgumentException e) {
            throw in.error("unknown variable " + TokenReader.quote(name), "one of the model's names"
                    + NearestNames.hint(name, model.variables().stream().map(Variable::name).toList()));
        }
    }

    private void observe(Map<Integer, Integer> observed, String line) throws ModelParseException {
        int equals = line.lastIndexOf('=');
        if (equals < 0) {
            throw in.error("no '=' in " + in.quoted(), EXPECTED);
        }
        String name = line.substring(0, equals).strip();
        String state = line.substring(equals + 1).strip();
        Variable variable = find(name);
        OptionalInt known = variable.domain().find(state);
        if (known.isEmpty()) {
            throw in.error("variable " + TokenReader.quote(name) + " has no state " + TokenReader.quote(state),
                    "one of " + TokenReader.labels(variable.domain(), SHOWN_STATES));
        }
        int value = known.getAsInt();
        Integer before = observed.put(variable.index(), value);
        if (before != null && before != value) {
            throw in.error("variable " + TokenReader.quote(name) + " is observed twice", "one state");
        }
    }
}
