package org.orbifold.pgm.io;

import java.io.IOException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/**
 * Reads evidence by names: a line {@code NAME = STATE} for each observation, the state as the model calls it. Empty
 * lines mean nothing, nor do those that begin with '#'. A name may contain '=', a state may not.
 */
final class NamedEvidenceReader {

    private static final int SHOWN_STATES = 8;
    private static final String EXPECTED = "NAME = STATE on each line";

    private final TokenReader in;
    private final GraphicalModel model;

    NamedEvidenceReader(TokenReader in, GraphicalModel model) {
        this.in = in;
        this.model = model;
        in.skipComments("#");
    }

    /** Whether a file begins with a name and not with a number; goes back to its beginning. */
    static boolean isNamed(TokenReader in) throws IOException {
        in.skipComments("#");
        boolean named = in.nextLine() && in.contains('=');
        return in.rewind() && named;
    }

    Evidence read() throws IOException {
        Evidence evidence = Evidence.none();
        while (in.nextLine()) {
            evidence = observe(evidence, in.text());
        }
        return evidence;
    }

    private Evidence observe(Evidence evidence, String line) throws ModelParseException {
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
            throw in.error("unknown variable " + TokenReader.quote(name), "one of the model's names");
        }
        int value = variable.domain().indexOf(state);
        if (value < 0) {
            throw in.error("variable " + TokenReader.quote(name) + " has no state " + TokenReader.quote(state),
                    "one of " + TokenReader.labels(variable.domain(), SHOWN_STATES));
        } else if (evidence.observes(variable.index()) && evidence.value(variable.index()) != value) {
            throw in.error("variable " + TokenReader.quote(name) + " is observed twice", "one state");
        }
        return evidence.and(variable.index(), value);
    }
}
