package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.inference.InferencePlan;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.pgm.marginal.Marginals;

/** A plan keeps to the route that is asked for, has a route for each open variable, and is what runs. */
final class PlanCheck implements Check {

    @Override
    public String name() {
        return "plan";
    }

    @Override
    public boolean isSampled() {
        return false;
    }

    @Override
    public int maxStates() {
        return 1 << 12;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        Optional<Truth> truth = Truth.of(c);
        if (truth.isEmpty()) {
            return;
        }
        InferencePlan plan = context.engine().on(c).plan();
        if (!plan.isExact()) {
            throw new Mismatch("route", "route " + c.settings().route() + ", but the plan samples:\n" + plan);
        }
        Marginals marginals = truth.get().marginals();
        int open = 0;
        for (int v = 0; v < marginals.variableCount(); v++) {
            long possible = Arrays.stream(marginals.distribution(v)).filter(p -> p > 0).count();
            if (possible > 1 && plan.route(v).isEmpty()) {
                throw new Mismatch("fixed", "variable " + v + " has " + possible
                        + " possible values, but the plan takes it as fixed");
            } else if (plan.route(v).equals(Optional.of(Route.AUTO))) {
                throw new Mismatch("open", "variable " + v + " has the route AUTO");
            }
            open += plan.route(v).isPresent() ? 1 : 0;
        }
        int planned = plan.parts().stream().mapToInt(InferencePlan.Part::variables).sum();
        if (planned != open) {
            throw new Mismatch("parts", "the parts have " + planned + " variables, but " + open + " are not fixed");
        }
        InferenceResult result = context.engine().on(c).run();
        if (result.plan().parts().size() != plan.parts().size() || !result.isExact()) {
            throw new Mismatch("run", "planned:\n" + plan + "\nbut ran:\n" + result.plan());
        }
    }

    @Override
    public String command(Case c) {
        return "plan MODEL --route " + c.settings().route().name().toLowerCase(Locale.ROOT);
    }
}
