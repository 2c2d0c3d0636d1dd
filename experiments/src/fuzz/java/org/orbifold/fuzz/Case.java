package org.orbifold.fuzz;

import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * All that a check needs, and all that is reduced when it fails.
 *
 * @param model    the model
 * @param evidence what is observed
 * @param asked    the queries
 * @param settings route, chain, estimator and the length of the run
 */
record Case(GraphicalModel model, Evidence evidence, Asked asked, Settings settings) {

    Case withModel(GraphicalModel other) {
        return new Case(other, evidence, asked, settings);
    }

    Case withEvidence(Evidence other) {
        return new Case(model, other, asked, settings);
    }

    Case withAsked(Asked other) {
        return new Case(model, evidence, other, settings);
    }

    Case withSettings(Settings other) {
        return new Case(model, evidence, asked, other);
    }
}
