package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Random evidence and marginals, written by hand in each dialect of the competitions, are all understood. */
class DialectsTest {

    private static GraphicalModel model(RandomGenerator random) {
        ModelBuilder model = GraphicalModel.builder();
        for (int v = random.nextInt(6); v >= 0; v--) {
            model.variables(1 + random.nextInt(4));
        }
        return model.build();
    }

    private static Evidence evidence(GraphicalModel model, RandomGenerator random) {
        Evidence evidence = Evidence.none();
        for (int v = 0; v < model.variableCount(); v++) {
            evidence = random.nextBoolean() ? evidence.and(v, random.nextInt(model.size(v))) : evidence;
        }
        return evidence;
    }

    private static String pairs(Evidence evidence, String between) {
        return Arrays.stream(evidence.variables()).mapToObj(v -> v + " " + evidence.value(v))
                .collect(Collectors.joining(between));
    }

    private static String line(Evidence evidence) {
        return (evidence.size() + " " + pairs(evidence, " ")).strip() + "\n";
    }

    private static String inDialect(int dialect, Evidence evidence) {
        return switch (dialect) {
            case 0 -> line(evidence);
            case 1 -> "1\n" + line(evidence);
            case 2 -> evidence.size() + "\n" + pairs(evidence, "\n") + "\n";
            default -> evidence.size() + "\r\n\r\n" + pairs(evidence, "\r\n");
        };
    }

    @Property(tries = 1000)
    void evidence(@ForAll long seed, @ForAll @IntRange(max = 3) int dialect) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = model(random);
        Evidence evidence = evidence(model, random);
        assertThat(TestFiles.evidence(inDialect(dialect, evidence), model)).isEqualTo(evidence);
    }

    @Property(tries = 300)
    void casesOf2010(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int count) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = model(random);
        List<Evidence> cases = new ArrayList<>();
        StringBuilder text = new StringBuilder(count + "\n");
        for (int i = 0; i < count; i++) {
            cases.add(evidence(model, random));
            text.append(line(cases.get(i)));
        }
        assertThat(new EvidenceReader(TestFiles.reader("e", text.toString()), model).readAll()).isEqualTo(cases);
    }

    private static Marginals marginals(GraphicalModel model, RandomGenerator random) {
        double[][] distributions = new double[model.variableCount()][];
        for (int v = 0; v < distributions.length; v++) {
            distributions[v] = new double[model.size(v)];
            double left = 1;
            for (int x = 0; x < model.size(v); x++) {
                boolean last = x == model.size(v) - 1;
                // Certain values look like sizes, which is what makes the dialects hard to tell apart.
                double share = last ? 1 : random.nextInt(3) == 0 ? random.nextInt(2) : random.nextDouble();
                distributions[v][x] = left * share;
                left -= distributions[v][x];
            }
        }
        return Marginals.of(distributions);
    }

    private static String number(double probability) {
        return probability == Math.rint(probability) ? Long.toString((long) probability) : "" + probability;
    }

    private static String answer(Marginals marginals, String between) {
        StringBuilder text = new StringBuilder().append(marginals.variableCount());
        for (int v = 0; v < marginals.variableCount(); v++) {
            text.append(between).append(marginals.size(v));
            for (double probability : marginals.distribution(v)) {
                text.append(' ').append(number(probability));
            }
        }
        return text.append('\n').toString();
    }

    private static String inDialect(int dialect, Marginals worse, Marginals marginals) {
        return switch (dialect) {
            case 0 -> "MAR\n" + answer(marginals, " ");
            case 1 -> "MAR\n1\n" + answer(marginals, " ");
            case 2 -> "MAR\n" + answer(marginals, "\n");
            case 3 -> "MAR\n1\n" + answer(worse, " ") + "-BEGIN-\n1\n" + answer(marginals, " ");
            default -> "PR\n-1.5\nMAR\n" + answer(worse, " ") + "MAR\n" + answer(marginals, " ");
        };
    }

    @Property(tries = 2000)
    void marginals(@ForAll long seed, @ForAll @IntRange(max = 4) int dialect) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = model(random);
        Marginals worse = marginals(model, random);
        Marginals marginals = marginals(model, random);
        assertThat(TestFiles.marginals(inDialect(dialect, worse, marginals))).isEqualTo(marginals);
    }
}
