package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * Two passes of messages over the tree of a variable elimination.
 *
 * <p>The clique of a variable v is v with its separator, the later-eliminated neighbours; its parent is the clique of
 * the separator's first variable in the order. Upward, in the order, each clique sums v out and sends the result
 * to its parent; downward each clique receives from its parent what the rest of the tree says about its separator
 * (the parent's belief divided by the message sent up), and yields the marginal of v.
 *
 * <p>A clique's own table never exists as a whole: it is worked through in chunks that fit a processor's cache, from
 * the messages and factors each time. So one table per separator is all that is kept, and it is dropped when the clique
 * has received. Chunks of large cliques are shared by the threads. Who works on which is left to chance, but what
 * is added to what, and in what order, is not.
 *
 * <p>Subclasses say in which numbers: {@link LinearCalibration} where the potentials' range allows, else
 * {@link LogCalibration}.
 */
abstract class Calibration {

    /** Entries that are worked on at once. */
    private static final int CHUNK = 1 << 13;
    /** Entries that make a task for a thread. */
    private static final int TASK = 1 << 16;
    private static final int SPARE = 4;

    /** A factor of a clique's table: a message or a potential, and where its entries belong. */
    record Part(Broadcast broadcast, double[] entries) { }

    /** What is done with a chunk of a clique's table, from entry {@code from} to {@code to}. */
    interface ChunkTask {
        void run(int task, double[] chunk, int from, int to);
    }

    final int[] sizes;
    private final Workers workers;
    /** By variable. */
    private final Clique[] cliques;
    private final int[] order;
    private final double[][] marginals;
    private final double[][] joints;
    private double logPartition;
    private volatile boolean gaveUp;
    /** Large arrays for use again: the JVM clears new ones in one thread, which takes a third of the time. */
    private final List<double[]> spare = new ArrayList<>(SPARE + 1);

    Calibration(GraphicalModel model, EliminationTree tree, List<int[]> asked, Workers workers) {
        Factors factors = model.factors();
        this.workers = workers;
        this.sizes = model.sizes();
        this.order = tree.order();
        this.cliques = new Clique[sizes.length];
        this.marginals = new double[sizes.length][];
        this.joints = new double[asked.size()][];
        this.logPartition = factors.constant();
        int[] position = new int[sizes.length];
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
        for (int v = 0; v < sizes.length; v++) {
            checkTime();
            cliques[v] = new Clique(v, tree.separators()[v], position, sizes);
        }
        for (Clique clique : cliques) {
            if (clique.parent >= 0) {
                cliques[clique.parent].children.add(clique);
            }
        }
        factors.tables().forEach(factor -> home(factor.scope(), position).add(factor));
        factors.wide().forEach(feature -> {
            checkTime();
            Table factor = model.table(feature);
            home(factor.scope(), position).add(factor);
        });
        for (int j = 0; j < joints.length; j++) {
            int[] scope = asked.get(j);
            joints[j] = new double[Table.entries(Arrays.stream(scope).map(v -> sizes[v]).toArray())];
            if (scope.length == 0) {
                joints[j][0] = 1;
            } else {
                home(scope, position).joints.put(j, scope);
            }
        }
    }

    /** A factor, or what is asked about, belongs to the clique of its first variable in the order. */
    private Clique home(int[] scope, int[] position) {
        int first = scope[0];
        for (int v : scope) {
            boolean single = sizes[first] == 1;
            if (single || sizes[v] > 1 && position[v] < position[first]) {
                first = v;
            }
        }
        return cliques[first];
    }

    /** Computes log Z, all marginals and what is asked for; empty on underflow in linear arithmetic. */
    final Optional<ExactResult> run() {
        Schedule schedule = sendUp();
        schedule.down(this::receiveDown);
        return gaveUp ? Optional.empty()
                : Optional.of(new ExactResult(logPartition, Marginals.of(marginals), Arrays.asList(joints)));
    }

    /** Sends messages up only, for choices from the root down; empty on underflow in linear arithmetic. */
    final Optional<Choices> collect() {
        sendUp();
        return gaveUp ? Optional.empty() : Optional.of(new Choices(this, cliques, order, logPartition));
    }

    private Schedule sendUp() {
        for (int v : order) {
            checkTime();
            cliques[v].mergeFactors(sizes);
            for (Table factor : cliques[v].factors()) {
                double[] entries = factor.entries();
                logPartition += rescale(entries);
                cliques[v].potentials.add(toPotentials(cliques[v], entries));
            }
        }
        checkPossible();
        Schedule schedule = Schedule.of(cliques, order, TASK, workers);
        schedule.up(this::sendUp);
        for (int v : order) {
            logPartition += cliques[v].logScale;
        }
        checkPossible();
        return schedule;
    }

    /** Throws if the time is over; shared tasks check it themselves before each. */
    final void checkTime() {
        workers.checkTime();
    }

    private void checkPossible() {
        if (logPartition == Double.NEGATIVE_INFINITY && !gaveUp) {
            throw new ContradictionException("the hard constraints contradict each other: no state is possible");
        }
    }

    /** Says that the numbers do not reach far enough: what is computed after this is not looked at. */
    final void giveUp() {
        gaveUp = true;
    }

    private void sendUp(Clique clique) {
        if (gaveUp) {
            return;
        }
        int size = sizes[clique.variable];
        double[] message = new double[clique.entries / size];
        List<Part> parts = parts(clique);
        int perTask = Math.max(1, TASK / size);
        int tasks = (message.length - 1) / perTask + 1;
        share(tasks, task -> {
            int from = task * perTask;
            int to = Math.min(message.length, from + perTask);
            chunks(parts, size, from, to, 0, (t, chunk, first, end) ->
                    sumRows(chunk, size, message, first / size, (end - first) / size));
        });
        clique.message = message;
        clique.logScale = rescaleMessage(message);
        checkLoss(clique);
    }

    private List<Part> parts(Clique clique) {
        List<Part> parts = new ArrayList<>(clique.children.size() + clique.potentials.size());
        for (Clique child : clique.children) {
            parts.add(new Part(clique.broadcast(child, sizes), child.message));
        }
        for (int i = 0; i < clique.potentials.size(); i++) {
            parts.add(new Part(clique.broadcast(clique.factors().get(i).scope(), sizes), clique.potentials.get(i)));
        }
        return parts;
    }

    /** Goes through the given rows of a clique's table in chunks. */
    private void chunks(List<Part> parts, int size, int fromRow, int toRow, int task, ChunkTask body) {
        int rows = Math.max(1, CHUNK / size);
        double[] chunk = new double[Math.min(rows, toRow - fromRow) * size];
        for (int row = fromRow; row < toRow; row += rows) {
            int from = row * size;
            int to = Math.min(toRow, row + rows) * size;
            fill(parts, chunk, from, to);
            body.run(task, chunk, from, to);
        }
    }

    /** Runs the tasks, by all threads if there are several. */
    final void share(int tasks, java.util.function.IntConsumer task) {
        if (tasks == 1) {
            task.accept(0);
        } else {
            workers.forEach(tasks, task);
        }
    }

    /** Does something with all parts of a large array. */
    final void ranges(int length, RangeTask task) {
        share((length - 1) / TASK + 1, i -> task.run(i * TASK, Math.min(length, (i + 1) * TASK)));
    }

    /** What is done with the entries from {@code from} to {@code to} of an array. */
    interface RangeTask {
        void run(int from, int to);
    }

    private void receiveDown(Clique clique) {
        if (gaveUp) {
            return;
        }
        int size = sizes[clique.variable];
        List<Clique> children = clique.children;
        List<Broadcast> broadcasts = new ArrayList<>();
        List<double[]> sums = new ArrayList<>();
        for (Clique child : children) {
            broadcasts.add(clique.broadcast(child, sizes));
            sums.add(zeros(child.message.length));
        }
        clique.joints.forEach((j, scope) -> {
            broadcasts.add(clique.broadcast(scope, sizes));
            sums.add(joints[j]);
        });
        Division division = Division.of(clique, TASK, CHUNK, sums.stream().mapToInt(s -> s.length).toArray(), k -> {
            int v = clique.scope[k];
            List<Boolean> has = new ArrayList<>();
            children.forEach(child -> has.add(Arrays.stream(child.scope).anyMatch(u -> u == v)));
            clique.joints.values().forEach(scope -> has.add(Arrays.stream(scope).anyMatch(u -> u == v)));
            return has;
        });
        double[][] marginal = new double[division.tasks()][size];
        double[][][] own = new double[division.tasks()][sums.size()][];
        sweep(clique, division, (task, chunk, from, to) -> {
            weigh(clique, chunk, from / size, (to - from) / size);
            addColumns(chunk, to - from, marginal[task]);
            for (int i = 0; i < own[task].length; i++) {
                if (own[task][i] == null) {
                    own[task][i] = division.isShared(i) ? sums.get(i) : new double[sums.get(i).length];
                }
                broadcasts.get(i).sumInto(chunk, own[task][i], from, to);
            }
        });
        for (int task = 0; task < own.length; task++) {
            for (int i = 0; i < sums.size(); i++) {
                if (!division.isShared(i)) {
                    addTo(own[task][i], sums.get(i));
                }
            }
            if (task > 0) {
                addTo(marginal[task], marginal[0]);
            }
        }
        double total = 0;
        for (double weight : marginal[0]) {
            total += weight;
        }
        checkTotal(total);
        divide(marginal[0], total);
        marginals[clique.variable] = marginal[0];
        // All of them while the messages that were sent up are still there.
        for (int i = 0; i < children.size(); i++) {
            toNumbers(clique, children.get(i), division, sums.get(i));
        }
        for (int i = 0; i < children.size(); i++) {
            double[] sent = children.get(i).message;
            toMessage(children.get(i), sums.get(i));
            recycle(sent);
        }
        for (int j : clique.joints.keySet()) {
            divide(joints[j], total);
        }
        recycle(clique.message);
        clique.release();
    }

    /** Large arrays belong to large cliques, which one thread works on at a time. */
    private double[] zeros(int length) {
        for (int i = spare.size() - 1; length > TASK && i >= 0; i--) {
            if (spare.get(i).length == length) {
                double[] again = spare.remove(i);
                ranges(length, (from, to) -> Arrays.fill(again, from, to, 0));
                return again;
            }
        }
        return new double[length];
    }

    private void recycle(double[] array) {
        if (array.length > TASK) {
            spare.add(array);
            if (spare.size() > SPARE) {
                spare.remove(0);
            }
        }
    }

    /** Goes through a clique's table in the tasks of a division. */
    private void sweep(Clique clique, Division division, ChunkTask body) {
        int size = sizes[clique.variable];
        List<Part> parts = parts(clique);
        share(division.tasks(), task -> division.ranges(task, (from, to) -> {
            checkTime();
            chunks(parts, size, from / size, to / size, task, body);
        }));
    }

    /** Goes through the clique's table before it is weighed, with the message from the parent in it. */
    final void sweepBeliefs(Clique clique, Division division, ChunkTask body) {
        int size = sizes[clique.variable];
        sweep(clique, division, (task, chunk, from, to) -> {
            receive(clique, chunk, from / size, (to - from) / size);
            body.run(task, chunk, from, to);
        });
    }

    private static void addColumns(double[] chunk, int entries, double[] sums) {
        if (sums.length == 2) {
            double zero = 0;
            double one = 0;
            for (int i = 0; i < entries; i += 2) {
                zero += chunk[i];
                one += chunk[i + 1];
            }
            sums[0] += zero;
            sums[1] += one;
            return;
        }
        for (int i = 0; i < entries; i += sums.length) {
            for (int x = 0; x < sums.length; x++) {
                sums[x] += chunk[i + x];
            }
        }
    }

    private void addTo(double[] terms, double[] sums) {
        ranges(sums.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                sums[i] += terms[i];
            }
        });
    }

    /** The largest entry. */
    final double max(double[] values) {
        if (values.length <= TASK) {
            return max(values, 0, values.length);
        }
        double[] ofRange = new double[(values.length - 1) / TASK + 1];
        ranges(values.length, (from, to) -> ofRange[from / TASK] = max(values, from, to));
        return max(ofRange, 0, ofRange.length);
    }

    private static double max(double[] values, int from, int to) {
        double max = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }

    /** Takes the largest entry out of log-potentials and returns it. */
    private double rescale(double[] logs) {
        double max = max(logs);
        if (max != Double.NEGATIVE_INFINITY) {
            ranges(logs.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    logs[i] -= max;
                }
            });
        }
        return max;
    }

    /** Turns logarithms of a clique's factor into this calibration's numbers, in place. */
    abstract double[] toPotentials(Clique clique, double[] logs);

    /** Sets the chunk to the product of the parts' entries. */
    abstract void fill(List<Part> parts, double[] chunk, int from, int to);

    /** What a product of no parts is. */
    abstract double one();

    /** Multiplies a row by every {@code stride}th entry of a part. */
    abstract void multiplyRow(double[] row, int size, double[] entries, int from, int stride);

    /** Turns a row into plain weights, the largest about 1. */
    abstract void toWeights(double[] row, int size);

    /** Sums the chunk's rows, the values of the last variable, into the message from the given row on. */
    abstract void sumRows(double[] chunk, int size, double[] message, int row, int rows);

    /** Divides the message by its largest entry and returns the logarithm of that. */
    abstract double rescaleMessage(double[] message);

    /** Looks at what the message that a clique sent up may have lost. */
    abstract void checkLoss(Clique clique);

    /** Multiplies a chunk by the message from the parent. */
    abstract void receive(Clique clique, double[] chunk, int row, int rows);

    /** Multiplies a chunk by the message from the parent, and makes plain numbers of it. */
    abstract void weigh(Clique clique, double[] chunk, int row, int rows);

    /** Looks at the sum of all weights of a clique. */
    abstract void checkTotal(double total);

    /** Turns the belief about the child's separator from weights into this calibration's numbers. */
    abstract void toNumbers(Clique clique, Clique child, Division division, double[] belief);

    /** Turns the belief about the child's separator into its message: divided by the one that the child sent. */
    abstract void toMessage(Clique child, double[] belief);

    private void divide(double[] values, double divisor) {
        ranges(values.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                values[i] /= divisor;
            }
        });
    }
}
