package org.orbifold.inference;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.inference.chain.ChainSelection;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.mcmc.run.ChainParts;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;

/**
 * The chain that {@link Inference} samples with, for callers who run it themselves: it is chosen once, and makes chains
 * and estimators for any number of threads. It draws the variables that are left after simplification and elimination.
 */
public final class PreparedInference implements ChainParts {

    private final Simplification simplification;
    private final SampledPart part;
    private final ChainParts parts;
    private final ChainChoice choice;

    PreparedInference(Simplification simplification, SampledPart part, ChainSelection selection) {
        this.simplification = simplification;
        this.part = part;
        this.parts = part.parts(selection.plan());
        this.choice = selection.choice();
    }

    /**
     * The model that chains sample.
     *
     * @return the core of the model given the evidence
     */
    public GraphicalModel sampledModel() {
        return part.core();
    }

    @Override
    public MarkovChain chain() {
        return parts.chain();
    }

    @Override
    public Estimator estimator() {
        return parts.estimator();
    }

    @Override
    public GraphicalModel estimated(GraphicalModel sampled) {
        return parts.estimated(sampled);
    }

    @Override
    public String description() {
        return parts.description();
    }

    /**
     * Which chain it is, and why.
     *
     * @return the choice
     */
    public ChainChoice choice() {
        return choice;
    }

    /**
     * The marginals of the original model from an estimator's sums.
     *
     * @param sums  what {@link Estimator#addTo} added up
     * @param state the state of the sampled model, for variables that were not drawn yet
     * @return marginals of all variables, the observed ones included
     */
    public Marginals marginals(double[] sums, int[] state) {
        MarginalSums layout = MarginalSums.of(part.model());
        Marginals found = part.core() == part.model() ? layout.marginals(sums, state) : layout.marginals(sums);
        List<double[][]> all = new ArrayList<>();
        simplification.components().forEach(component -> all.add(new double[component.variableCount()][]));
        for (int v = 0; v < part.model().variableCount(); v++) {
            all.get(part.componentOf(v))[part.variableOf(v)] = found.distribution(v);
        }
        return simplification.marginals(all.stream().map(Marginals::of).toList());
    }
}
