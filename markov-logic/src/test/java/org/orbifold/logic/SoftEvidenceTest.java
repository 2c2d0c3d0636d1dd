package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** Soft evidence in a database is a likelihood, with the same log Z as likelihoods on the ground model. */
class SoftEvidenceTest {

    private static final String NETWORK = "person = {Anna, Bob}\nplace = {Home, Work, Away}\nSmokes(person)\n"
            + "At(person,place!)\n1.2 Smokes(x) => At(x,Home)\n0.4 Smokes(x) ^ Smokes(y) ^ x != y\n";

    private static GraphicalModel ground(String database) throws IOException {
        return Grounder.ground(LogicFiles.parseDatabase(LogicFiles.parseNetwork(NETWORK), database),
                GroundingOptions.defaults()).model();
    }

    private static void assertSame(GraphicalModel soft, GraphicalModel plain, Evidence evidence) {
        double expected = ContractionPlan.solve(plain.condition(evidence).model()).logPartition();
        assertThat(ContractionPlan.solve(soft).logPartition()).isCloseTo(expected, within(1e-12));
    }

    @Test
    void atoms() throws IOException {
        GraphicalModel plain = ground("");
        assertSame(ground("0.3 Smokes(Anna)"), plain, Evidence.none().withLikelihood(plain, "Smokes(Anna)", 0.7, 0.3));
        assertSame(ground("0.3 !Smokes(Anna)"), plain, Evidence.none().withLikelihood(plain, "Smokes(Anna)", 0.3, 0.7));
    }

    @Test
    void valuesOfBlocks() throws IOException {
        GraphicalModel plain = ground("");
        assertSame(ground("0.2 At(Bob,Work)"), plain,
                Evidence.none().withLikelihood(plain, "At(Bob,place!)", 0.8, 0.2, 0.8));
    }

    /** An atom that another one decides has a likelihood all the same. */
    @Test
    void decidedAtoms() throws IOException {
        GraphicalModel plain = ground("");
        assertSame(ground("At(Bob,Home)\n0.2 At(Bob,Work)"), plain,
                Evidence.of(plain, "At(Bob,place!)=Home").withLikelihood(plain, "At(Anna,place!)", 0.8, 0.8, 0.8));
    }
}
