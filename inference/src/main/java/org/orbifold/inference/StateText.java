package org.orbifold.inference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Values of variables by their names. */
final class StateText {

    /** Variables that a text shows. */
    private static final int SHOWN = 20;

    private StateText() { }

    static Map<String, String> map(GraphicalModel model, int[] variables, int[] values) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < variables.length; i++) {
            Variable variable = model.variable(variables[i]);
            all.put(variable.name(), variable.domain().label(values[i]));
        }
        return all;
    }

    static List<String> lines(GraphicalModel model, int[] variables, int[] values) {
        return IntStream.range(0, variables.length).mapToObj(i -> model.variable(variables[i]).name() + "="
                + model.variable(variables[i]).domain().label(values[i])).toList();
    }

    /** What a maximum says of itself: first whether it is proved, then its values. */
    static String describe(String what, boolean proved, double logWeight, double bound, double seconds,
            List<String> lines) {
        String first = proved ? "the most probable " + what + " (proved), log-weight " + logWeight
                : String.format(Locale.ROOT, "the best %s found, log-weight %s; none is above %s", what, logWeight,
                        bound);
        String all = String.join("\n", lines.subList(0, Math.min(lines.size(), SHOWN)));
        return first + String.format(Locale.ROOT, ", %.2f s\n", seconds) + all
                + (lines.size() > SHOWN ? "\n… (" + lines.size() + " variables)" : "");
    }
}
