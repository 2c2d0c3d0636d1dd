package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.NearestNames;
import org.orbifold.pgm.model.Variable;

/**
 * Reads evidence by names: a line {@code NAME = STATE} for each observation, the state as the model calls it. Empty
 * lines mean nothing, nor do those that begin with '#'. A name may contain '=', a state may not.
 */
final class NamedEvidenceReader {

    private static final int SHOWN_STATES = 8;
    /** What a line by names may take at most. */
    private static final int LONGEST_NAME = 4096;
    private static final String EXPECTED = "NAME = STATE on each line";

    private final TokenReader in;
    private final GraphicalModel model;

    NamedEvidenceReader(TokenReader in, GraphicalModel model) {
        this.in = in;
        this.model = model;
        in.skipComments("#");
    }

    /** Whether a file's first line has an '=', as none of numbers has; goes back to its beginning. */
    static boolean isNamed(TokenReader in) throws IOException {
        in.skipComments("#");
        boolean named = in.next() && in.contains('=');
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
        while (in.nextLine()) {
            observe(observed, in.text());
        }
        return Evidence.of(observed);
    }

    private void observe(Map<Integer, Integer> observed, String line) throws ModelParseException {
        int equals = line.lastIndexOf('=');
        if (equals < 0) {
            throw in.error("no '=' in " + in.quoted(), EXPECTED);
        }
        String name = line.substring(0, equals).strip();
        String state = line.substring(equals + 1).strip();
        Variable variable;
        try {
            variable = model.variable(name);
        } catch (IllegalArgumentException e) {
            throw in.error("unknown variable " + TokenReader.quote(name), "one of the model's names"
                    + NearestNames.hint(name, model.variables().stream().map(Variable::name).toList()));
        }
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
