package org.orbifold.experiments.explore;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitSampler;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * A short run to be looked at: block Gibbs, sweep by sweep, with an orbit move after each. The same seed gives the same
 * run.
 */
final class RecordedRun {

    private static final long STREAM = 11;
    private static final int ROUNDS = 40;
    private static final int WARM_UP = 20;
    /** Large models are looked at for fewer rounds: this many draws in all. */
    private static final long MOST_DRAWS = 6_000_000;
    /** Blocks with more values than this are not counted value by value. */
    private static final int MOST_SHARES = 8;

    /** Time for a possible state to start in. */
    private static final double START_SECONDS = 10;

    /** What a step was. */
    enum Kind { START, SWEEP, MOVE }

    /**
     * A state of the run.
     *
     * @param kind      how it was reached
     * @param state     the state
     * @param logWeight its log-weight
     * @param changed   how many variables differ from the state before
     * @param orbit     how many states its orbit has
     */
    record Step(Kind kind, int[] state, double logWeight, int changed, OrbitSize.Size orbit) { }

    private final BlockSymmetries symmetries;
    private final BlockClasses classes;
    private final List<Step> steps = new ArrayList<>();
    private final String note;

    RecordedRun(BlockSymmetries symmetries, BlockClasses classes, long seed) {
        this.symmetries = symmetries;
        this.classes = classes;
        GraphicalModel model = symmetries.model();
        this.note = model.variableCount() == 0 ? "" : record(model, Xoshiro256.of(seed, STREAM));
    }

    /** Records the run; returns why there is none, if there is none. */
    private String record(GraphicalModel model, Xoshiro256 random) {
        int[] state;
        try {
            state = FeasibleStart.find(model, random, Budget.ofSeconds(START_SECONDS));
        } catch (ContradictionException | OutOfTimeException e) {
            // An exact answer needs no start, and the rest of the page none either.
            return "There is no run to be shown: " + e.getMessage();
        }
        Gibbs gibbs = Gibbs.of(CompiledModel.of(model, symmetries.partition()), Scan.SYSTEMATIC);
        OrbitSampler moves = OrbitSampler.of(OrbitAction.of(symmetries), ElementDraw.EXACT);
        OrbitSize sizes = new OrbitSize(symmetries);
        int sweep = Math.max(1, gibbs.sweep());
        int rounds = (int) Math.max(4, Math.min(ROUNDS, MOST_DRAWS / (2L * sweep)));
        long time = 0;
        for (int i = 0; i < Math.min(WARM_UP, rounds); i++) {
            gibbs.advance(state, time, time + sweep, random, ChainListener.NONE);
            time += sweep;
        }
        add(Kind.START, state, sizes);
        for (int i = 0; i < rounds; i++) {
            gibbs.advance(state, time, time + sweep, random, ChainListener.NONE);
            time += sweep;
            add(Kind.SWEEP, state, sizes);
            if (!symmetries.isTrivial()) {
                moves.moveAll(state, time, random, ChainListener.NONE);
                add(Kind.MOVE, state, sizes);
            }
        }
        return "";
    }

    private void add(Kind kind, int[] state, OrbitSize sizes) {
        Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
        int changed = last == null ? 0
                : (int) IntStream.range(0, state.length).filter(v -> state[v] != last.state[v]).count();
        // A move stays in its orbit.
        OrbitSize.Size size = kind == Kind.MOVE && last != null ? last.orbit : sizes.of(state);
        steps.add(new Step(kind, state.clone(), symmetries.model().logWeight(state), changed, size));
    }

    List<Step> steps() {
        return steps;
    }

    /** Writes the run; with its states if all variables are on the page. */
    void write(ObjectNode to, boolean withStates) {
        ArrayNode list = to.putArray("steps");
        Shares shares = new Shares(symmetries.pairs(), classes);
        int width = width(symmetries.model());
        for (Step step : steps) {
            ObjectNode one = list.addObject();
            one.put("k", step.kind.name().toLowerCase(java.util.Locale.ROOT));
            one.put("w", step.logWeight);
            one.put("c", step.changed);
            one.put("o", Math.round(step.orbit.log10() * 1e4) / 1e4);
            if (step.orbit.atLeast()) {
                one.put("more", true);
            }
            if (withStates) {
                one.put("s", text(step.state, width));
            }
            ArrayNode parts = one.putArray("p");
            for (double share : shares.of(step.state)) {
                parts.add(Math.round(share * 1e4) / 1e4);
            }
        }
        to.put("note", note);
        to.put("width", width);
        to.put("kind", shares.kind());
        ArrayNode labels = to.putArray("values");
        shares.labels(symmetries).forEach(labels::add);
    }

    /** How many digits to base 36 a value takes. */
    private static int width(GraphicalModel model) {
        int largest = IntStream.of(model.sizes()).max().orElse(2) - 1;
        return Integer.toString(largest, 36).length();
    }

    private static String text(int[] state, int width) {
        StringBuilder text = new StringBuilder(state.length * width);
        for (int value : state) {
            String digits = Integer.toString(value, 36);
            text.append("0".repeat(width - digits.length())).append(digits);
        }
        return text.toString();
    }

    /** Which share of the blocks of the most frequent kind has which value: where modes can be told apart. */
    private static final class Shares {

        private final BlockValuePairs pairs;
        private final int[] blocks;
        private final String kind;

        Shares(BlockValuePairs pairs, BlockClasses classes) {
            this.pairs = pairs;
            Map<String, List<Integer>> byKind = new HashMap<>();
            for (int b = 0; b < pairs.blockCount(); b++) {
                if (classes.type(b) != BlockClasses.Type.FIXED && pairs.valueCount(b) <= MOST_SHARES) {
                    byKind.computeIfAbsent(classes.kind(b) + " / " + pairs.valueCount(b), k -> new ArrayList<>())
                            .add(b);
                }
            }
            this.blocks = byKind.values().stream().max((a, b) -> a.size() != b.size()
                    ? Integer.compare(a.size(), b.size()) : Integer.compare(b.get(0), a.get(0)))
                    .map(list -> list.stream().mapToInt(Integer::intValue).toArray()).orElse(new int[0]);
            this.kind = blocks.length == 0 ? "" : classes.kind(blocks[0]);
        }

        String kind() {
            return kind;
        }

        List<String> labels(BlockSymmetries symmetries) {
            if (blocks.length == 0) {
                return List.of();
            }
            return IntStream.range(0, pairs.valueCount(blocks[0])).mapToObj(x -> {
                List<String> labels = new ArrayList<>();
                for (int i = pairs.firstPlace(blocks[0]); i < pairs.firstPlace(blocks[0] + 1); i++) {
                    labels.add(symmetries.model().variable(pairs.variable(i)).domain()
                            .label(pairs.variableValue(i, x)));
                }
                return String.join(",", labels);
            }).toList();
        }

        double[] of(int[] state) {
            double[] shares = new double[blocks.length == 0 ? 0 : pairs.valueCount(blocks[0])];
            for (int b : blocks) {
                shares[pairs.pair(b, state) - pairs.firstPair(b)] += 1.0 / blocks.length;
            }
            return shares;
        }
    }
}
