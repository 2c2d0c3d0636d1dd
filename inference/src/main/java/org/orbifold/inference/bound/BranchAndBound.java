package org.orbifold.inference.bound;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Branch and bound for the most probable state: hybrid best-first search (Allouche et al. 2015). The open node of the
 * largest bound is taken, and searched depth-first for some backtracks; what is left of that becomes open nodes. So
 * the largest bound of an open node falls with time and bounds all states, and few nodes are visited twice. A node's
 * bound is by {@link CostShifting}, which also takes values from domains. With a number of nodes in place of a time,
 * the result depends on nothing else. For one thread at a time.
 *
 * <p>Symmetries of the model {@linkplain #useSymmetries may be used}: of symmetric subproblems only one is searched, by
 * orbital branching (Ostrowski et al. 2011). One branch gives a variable a value; the other takes from the domains all
 * pairs of variable and value that symmetries of the subproblem map this one to, since a good state with one of those
 * has an image in the first branch.
 */
public final class BranchAndBound {

    /** Backtracks of a depth-first search: a node that is opened again costs about two of these. */
    private static final int BACKTRACKS = 16;
    /** Sweeps at the root; and at another node, where branching gains more than a third one. */
    private static final int ROOT_SWEEPS = 50;
    private static final int SWEEPS = 2;
    /** Bytes of domains and messages that a depth-first search keeps. */
    private static final long MOST_BYTES = 1 << 28;
    /** Open nodes above which the search is depth-first only: 64 MiB. */
    private static final int MOST_OPEN = 1 << 20;
    /** Stabilisers that are made: each takes as long as hundreds of nodes, and those near the root save most. */
    private static final int MOST_STABILIZERS = 1000;
    /** Bytes of the orbits that open nodes may keep. */
    private static final long MOST_IMAGE_BYTES = 1 << 27;
    /** Pairs of variable and value up to which symmetries are used: their orbits are found in microseconds. */
    private static final int MOST_PAIRS = 4096;
    /** How far apart equal log-potentials may be, relative to the range of their tables: rounding only. */
    private static final double TOLERANCE = 1e-12;

    private final GraphicalModel model;
    private final CostShifting shifting;
    private final PriorityQueue<Node> open =
            new PriorityQueue<>((a, b) -> a.bound != b.bound ? Double.compare(b.bound, a.bound)
                    : Long.compare(a.number, b.number));
    private final List<CostShifting.Domains> saved = new ArrayList<>();
    private CostShifting.@Nullable Domains root;
    /** By variable: how much the bound fell, as shares of gaps, when it was branched on; and how often that was. */
    private final double[] gains;
    private final int[] branchings;
    private int rootSweeps;
    private Images images = Images.NONE;
    /** By how much the log-weights of symmetric states may differ. */
    private double slack;
    private int stabilizers;
    private long imageBytes;
    private double threshold = Double.NEGATIVE_INFINITY;
    private @Nullable MostProbableState found;
    private double bound = Double.POSITIVE_INFINITY;
    private boolean finished;
    private long nodes;

    /**
     * A decision below another one: a variable has a value; or it has not, nor has another one an image of the value.
     * The images are under symmetries of the subproblem: those of a node that excludes a value are its parent's.
     */
    private record Node(@Nullable Node parent, int variable, int value, boolean has, double bound, long number,
            Images images) { }

    /**
     * Prepares a search.
     *
     * @param model  a model
     * @param budget the time that its tables may take
     * @throws OutOfTimeException if they are not made in time
     */
    public BranchAndBound(GraphicalModel model, Budget budget) {
        this.model = model;
        this.shifting = new CostShifting(model, budget);
        this.gains = new double[model.variableCount()];
        this.branchings = new int[model.variableCount()];
    }

    /**
     * What is proved.
     *
     * @return a log-weight that no state exceeds but the one found and those below the threshold of the last run
     */
    public double logBound() {
        return bound;
    }

    /**
     * Whether all states are searched.
     *
     * @return whether no state but the one found has a log-weight of at least the threshold of the last run; that of
     *     a symmetric image of the one found may be larger by rounding
     */
    public boolean isFinished() {
        return finished;
    }

    /**
     * The best state found.
     *
     * @return one that is above the threshold of its run, if there is one
     */
    public Optional<MostProbableState> found() {
        return Optional.ofNullable(found);
    }

    /**
     * Finds variable-value symmetries of the model, and lets the search leave out images under them. To be called
     * before the first node is searched: after no run, or after runs of 0 nodes.
     *
     * @param time the time that this may take; what is found then is used, if not all is
     * @return whether there are symmetries
     * @throws IllegalStateException if nodes have been searched
     */
    public boolean useSymmetries(Budget time) {
        if (nodes > 1) {
            throw new IllegalStateException(nodes + " nodes are searched; expected symmetries before the first");
        }
        if (IntStream.of(model.sizes()).sum() > MOST_PAIRS) {
            return false;
        }
        try {
            images = Images.of(SymmetryFinder.of(model, SymmetryOptions.defaults().withTolerance(TOLERANCE)
                    .withThreads(1).withBudget(time)).variableValue());
        } catch (OutOfTimeException e) {
            return false;
        }
        for (Table table : model.factors().tables()) {
            slack += 2 * TOLERANCE * DoubleStream.of(table.entries()).filter(Double::isFinite).map(Math::abs).max()
                    .orElse(0);
        }
        Node first = open.poll();
        if (first != null) {
            open.add(new Node(null, -1, -1, true, first.bound, first.number, images));
        }
        return images != Images.NONE;
    }

    /**
     * Searches.
     *
     * @param atLeast only states of at least this log-weight matter; falls in no later run
     * @param most    the most nodes; with 0 only the bound of the root is made
     * @param time    ends the search
     */
    public void run(double atLeast, long most, Budget time) {
        threshold = Math.max(threshold, atLeast - slack);
        try {
            if (root == null) {
                begin(time);
            }
            for (long last = nodes + most; !finished && nodes < last && !time.isOver();) {
                step(time);
            }
        } catch (OutOfTimeException e) {
            // The open nodes are those before the depth-first search that was cut off.
        }
    }

    private void begin(Budget time) {
        boolean possible = true;
        // A search that was cut off here goes on from its messages.
        for (; possible && rootSweeps < ROOT_SWEEPS; rootSweeps++) {
            possible = shifting.sweep(time) && shifting.logBound() >= threshold;
            if (possible) {
                bound = Math.min(bound, shifting.logBound());
                shifting.exclude(threshold);
            }
        }
        nodes++;
        root = shifting.save(null);
        if (possible) {
            open.add(new Node(null, -1, -1, true, shifting.logBound(), nodes, images));
        }
        settle();
    }

    private void step(Budget time) {
        Node node = open.poll();
        if (node == null) {
            throw new IllegalStateException("no open node is left; expected one of a search that is not finished");
        }
        List<Node> later = new ArrayList<>();
        try {
            dive(node, later, time);
        } catch (OutOfTimeException e) {
            open.add(node);
            throw e;
        }
        open.addAll(later);
        settle();
    }

    private void settle() {
        Node first = open.peek();
        if (first != null && first.bound < threshold) {
            open.clear();
            first = null;
        }
        finished = first == null;
        bound = first == null ? Double.NEGATIVE_INFINITY : Math.min(bound, first.bound);
    }

    /** Searches below a node depth-first; nodes that are not searched are added to a list. */
    private void dive(Node from, List<Node> later, Budget time) {
        shifting.restore(root);
        for (Node node = from; node != null; node = node.parent) {
            if (node.variable >= 0 && !decide(node)) {
                return;
            }
        }
        nodes++;
        if (!propagate(time)) {
            return;
        }
        Deque<Node> others = new ArrayDeque<>();
        Node node = from;
        int backtracks = 0;
        long limit = open.size() + later.size() < MOST_OPEN ? BACKTRACKS : Long.MAX_VALUE;
        while (true) {
            int v = choose();
            boolean open;
            if (v < 0) {
                leaf();
                open = false;
            } else {
                int x = best(v);
                double parent = shifting.logBound();
                Node without = new Node(node, v, x, false, parent, nodes, node.images);
                if (shifting.bytes() * (others.size() + 1) > MOST_BYTES) {
                    later.add(without);
                } else {
                    save(others.size());
                    others.push(without);
                }
                node = new Node(node, v, x, true, parent, nodes, fixing(node.images, v, x));
                open = enter(node, time);
            }
            while (!open) {
                Node next = others.poll();
                if (next == null) {
                    return;
                }
                if (++backtracks > limit) {
                    later.add(next);
                    later.addAll(others);
                    return;
                }
                shifting.restore(saved.get(others.size()));
                node = next;
                open = enter(next, time);
            }
        }
    }

    /** What is left of symmetries where a variable has a value. */
    private Images fixing(Images all, int v, int x) {
        if (all.of(v, x).length == 0) {
            return all;
        }
        imageBytes += all.bytes();
        return imageBytes > MOST_IMAGE_BYTES ? Images.NONE : all.fixing(v, x, stabilizers++ < MOST_STABILIZERS);
    }

    private void save(int depth) {
        if (depth == saved.size()) {
            saved.add(shifting.save(null));
        } else {
            shifting.save(saved.get(depth));
        }
    }

    private boolean decide(Node node) {
        if (node.has) {
            if (!shifting.allows(node.variable, node.value)) {
                return false;
            }
            shifting.assign(node.variable, node.value);
            return true;
        }
        boolean left = shifting.remove(node.variable, node.value);
        for (int pair : node.images.of(node.variable, node.value)) {
            left &= shifting.remove(node.images.variable(pair), node.images.value(pair));
        }
        return left;
    }

    /** Makes a decision; whether a better state may be left. */
    private boolean enter(Node node, Budget time) {
        nodes++;
        boolean open = decide(node) && propagate(time);
        double gap = node.bound - threshold;
        gains[node.variable] += !open || !(gap > 0) ? 1 : (node.bound - shifting.logBound()) / gap;
        branchings[node.variable]++;
        return open;
    }

    /** Tightens the bound of the domains as they are; whether a better state may be left. */
    private boolean propagate(Budget time) {
        for (int i = 0; i < SWEEPS; i++) {
            if (!shifting.sweep(time) || shifting.logBound() < threshold) {
                return false;
            }
            shifting.exclude(threshold);
        }
        return true;
    }

    /** The variable to branch on; −1 if each has one value. */
    private int choose() {
        int chosen = -1;
        double best = -1;
        for (int v = 0; v < gains.length; v++) {
            if (shifting.count(v) > 1) {
                double score = score(v);
                if (score > best) {
                    best = score;
                    chosen = v;
                }
            }
        }
        return chosen;
    }

    private double score(int v) {
        return (1 + gains[v]) / (1 + branchings[v]) / shifting.count(v);
    }

    private int best(int v) {
        int best = shifting.value(v, 0);
        for (int i = 1; i < shifting.count(v); i++) {
            int x = shifting.value(v, i);
            double more = shifting.belief(v, x) - shifting.belief(v, best);
            best = more > 0 || more == 0 && x < best ? x : best;
        }
        return best;
    }

    private void leaf() {
        int[] state = new int[gains.length];
        for (int v = 0; v < state.length; v++) {
            state[v] = shifting.value(v, 0);
        }
        double weight = model.logWeight(state);
        if (weight >= threshold) {
            found = new MostProbableState(state, weight);
            threshold = Math.nextUp(weight);
        }
    }
}
