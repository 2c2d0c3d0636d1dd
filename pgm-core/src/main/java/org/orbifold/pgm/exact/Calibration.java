package org.orbifold.pgm.exact;

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
 * (the parent's belief divided by the message sent up), and yields the marginal of v. A message down overwrites the
 * one sent up, so one table per separator is all that is kept.
 *
 * <p>Subclasses say in which numbers: {@link LinearCalibration} where the potentials' range allows, else
 * {@link LogCalibration}.
 */
abstract class Calibration {

    final int[] sizes;
    /** The working table, large enough for every clique so far. */
    double[] table = new double[0];
    private double[] separator = new double[0];
    /** By variable. */
    final Clique[] cliques;
    private final int[] order;
    private double logPartition;
    private boolean gaveUp;
    private final Deadline deadline;
    private final double[][] joints;

    Calibration(GraphicalModel model, EliminationOrder order, List<int[]> scopes, Deadline deadline) {
        this.deadline = deadline;
        Factors factors = model.factors();
        this.sizes = model.sizes();
        this.order = order.order();
        this.cliques = new Clique[sizes.length];
        this.logPartition = factors.constant();
        int[] position = new int[sizes.length];
        for (int i = 0; i < this.order.length; i++) {
            position[this.order[i]] = i;
        }
        for (int v = 0; v < sizes.length; v++) {
            cliques[v] = new Clique(v, order.separator(v), position, sizes);
        }
        for (Clique clique : cliques) {
            if (clique.parent >= 0) {
                cliques[clique.parent].children.add(clique);
            }
        }
        factors.tables().forEach(factor -> home(factor.scope(), position).add(factor));
        factors.wide().forEach(feature -> {
            Table factor = model.table(feature);
            home(factor.scope(), position).add(factor);
        });
        joints = new double[scopes.size()][];
        for (int j = 0; j < joints.length; j++) {
            int[] scope = scopes.get(j);
            if (scope.length == 0) {
                joints[j] = new double[] {1};
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

    /** Computes log Z and all marginals; empty if its numbers do not reach far enough. */
    final Optional<ExactResult> run() {
        addLogScale(0);
        for (int i = 0; i < order.length && !gaveUp; i++) {
            deadline.check();
            ensureTable(cliques[order[i]].entries);
            sendUp(cliques[order[i]]);
        }
        double[][] marginals = new double[sizes.length][];
        for (int i = order.length - 1; i >= 0 && !gaveUp; i--) {
            Clique clique = cliques[order[i]];
            deadline.check();
            marginals[clique.variable] = receiveDown(clique);
            clique.message = new double[0];
            clique.joints.forEach((j, scope) -> joints[j] = joint(clique, scope));
        }
        return gaveUp ? Optional.empty()
                : Optional.of(new ExactResult(logPartition, Marginals.of(marginals), Arrays.asList(joints)));
    }

    private double[] joint(Clique clique, int[] scope) {
        double[] joint = new double[Table.entries(Arrays.stream(scope).map(v -> sizes[v]).toArray())];
        clique.broadcast(scope, sizes).sumInto(belief(), joint);
        double sum = 0;
        for (double weight : joint) {
            sum += weight;
        }
        divide(joint, sum);
        return joint;
    }

    /** Says that the numbers do not reach far enough: what is computed after this is not looked at. */
    final void giveUp() {
        gaveUp = true;
    }

    private void ensureTable(int entries) {
        if (table.length < entries) {
            table = new double[entries];
        }
    }

    /** A working table of zeros for a separator: the messages themselves stay where they are. */
    final double[] zeros(int length) {
        if (separator.length < length) {
            separator = new double[length];
        }
        Arrays.fill(separator, 0, length, 0);
        return separator;
    }

    /** Multiplies the clique's factors and its children's messages, sums the variable out, and keeps the message. */
    abstract void sendUp(Clique clique);

    /** Takes the parent's message in, sends messages down to the children, and returns the variable's marginal. */
    abstract double[] receiveDown(Clique clique);

    /** The belief that {@link #receiveDown} left, up to a factor. */
    abstract double[] belief();

    /** Accounts for what was divided out of a message. */
    final void addLogScale(double logScale) {
        logPartition += logScale;
        if (logPartition == Double.NEGATIVE_INFINITY && !gaveUp) {
            throw new ContradictionException("the hard constraints contradict each other: no state is possible");
        }
    }

    static void divide(double[] values, double divisor) {
        for (int i = 0; i < values.length; i++) {
            values[i] /= divisor;
        }
    }
}
