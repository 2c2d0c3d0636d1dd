package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Conditionals averaged over the orbits of the present context. While the context is c, an update of a variable v adds
 * its conditional to the orbit of each (v, x); with all pairs of an orbit O equally likely given c, the sum over the
 * updates of all of them, divided by |O|, is what each of them has in expectation: P(c, x). Whenever the context
 * changes, and when sums are asked for, what was gathered is shared out among the pairs of each orbit. Needs a chain
 * that draws single variables: a block could hold a variable of the context beside others.
 */
final class ContextEstimator implements Estimator {

    private final ContextSymmetries contexts;
    private final GraphicalModel model;
    private final int[] first;
    private final boolean[] isContext;
    private final double[] sums;
    /** What was gathered in the present context, by the first pair of an orbit, and how large that is. */
    private final double[] gathered;
    private final int[] size;
    private int[] orbitOf = {};
    private boolean stale = true;
    private int[] state = {};

    ContextEstimator(GraphicalModel model, ContextSymmetries contexts) {
        this.model = model;
        this.contexts = contexts;
        this.first = MarginalSums.offsets(model);
        this.isContext = new boolean[model.variableCount()];
        for (int v : contexts.context()) {
            isContext[v] = true;
        }
        this.sums = new double[first[model.variableCount()]];
        this.gathered = new double[sums.length];
        this.size = new int[sums.length];
    }

    @Override
    public void start(int[] live, long time) {
        state = live;
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        if (isContext[variable]) {
            flush();
        }
    }

    @Override
    public boolean wantsConditionals() {
        return true;
    }

    private void flush() {
        if (!stale) {
            for (int p = 0; p < sums.length; p++) {
                sums[p] += gathered[orbitOf[p]] / size[orbitOf[p]];
            }
            stale = true;
        }
    }

    private void begin() {
        orbitOf = contexts.orbits(state);
        for (int p = 0; p < sums.length; p++) {
            gathered[p] = 0;
            size[p] = 0;
        }
        for (int orbit : orbitOf) {
            size[orbit]++;
        }
        stale = false;
    }

    @Override
    public void conditional(long time, int variable, double one) {
        if (stale) {
            begin();
        }
        gathered[orbitOf[first[variable]]] += 1 - one;
        gathered[orbitOf[first[variable] + 1]] += one;
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        if (stale) {
            begin();
        }
        for (int x = 0; x < model.size(variable); x++) {
            gathered[orbitOf[first[variable] + x]] += probabilities[x];
        }
    }

    @Override
    public void addTo(long now, double[] target) {
        for (int p = 0; p < sums.length; p++) {
            target[p] += sums[p] + (stale ? 0 : gathered[orbitOf[p]] / size[orbitOf[p]]);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Saved.save(sums, out);
        out.writeBoolean(stale);
        Saved.save(gathered, out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        state = live;
        Saved.load(sums, in);
        boolean saved = in.readBoolean();
        begin();
        Saved.load(gathered, in);
        stale = saved;
    }
}
