package org.orbifold.fuzz;

import java.util.Optional;
import org.orbifold.inference.Inference;
import org.orbifold.inference.Route;
import org.orbifold.pgm.exact.PartitionBounds;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.marginal.Marginals;

/** Intervals contain log Z and the marginals, whether parts are exact or not. */
final class BoundsCheck implements Check {

    /** What brute force and exact routes may be wrong by. */
    private static final double SLACK = 1e-9;

    @Override
    public String name() {
        return "bounds";
    }

    @Override
    public boolean isSampled() {
        return false;
    }

    @Override
    public int maxStates() {
        return 1 << 14;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        Optional<Truth> truth = Truth.of(c);
        if (truth.isEmpty()) {
            return;
        }
        for (Route route : new Route[] {Route.AUTO, Route.SAMPLE}) {
            Inference asked = context.engine().on(c).withOptions(c.settings().options().withRoute(route));
            PartitionBounds log = asked.logPartitionBounds();
            double z = truth.get().logPartition();
            double slack = SLACK * (1 + Math.abs(z));
            if (!(log.lower() <= z + slack && z - slack <= log.upper())) {
                throw new Mismatch("log Z", log + ", truth " + z);
            }
            MarginalBounds found = asked.marginalBounds();
            Marginals all = truth.get().marginals();
            for (int v = 0; v < all.variableCount(); v++) {
                for (int x = 0; x < all.size(v); x++) {
                    double p = all.probability(v, x);
                    if (!(found.lower(v, x) <= p + SLACK && p - SLACK <= found.upper(v, x))) {
                        throw new Mismatch("bounds", v + "=" + x + " from " + found.lower(v, x) + " to "
                                + found.upper(v, x) + ", truth " + p);
                    }
                }
            }
        }
    }
}
