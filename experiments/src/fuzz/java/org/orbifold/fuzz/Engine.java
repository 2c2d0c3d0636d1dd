package org.orbifold.fuzz;

import org.orbifold.inference.Inference;
import org.orbifold.pgm.model.GraphicalModel;

/** What is tested: {@link Inference#on(GraphicalModel)}, or in tests of the fuzzer one with a mistake. */
interface Engine {

    Inference on(GraphicalModel model);

    /** With the evidence and options of a case. */
    default Inference on(Case c) {
        return on(c.model()).withOptions(c.settings().options()).withEvidence(c.evidence());
    }
}
