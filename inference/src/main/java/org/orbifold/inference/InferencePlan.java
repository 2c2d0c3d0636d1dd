package org.orbifold.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.simplify.Simplification;

/**
 * How a question is answered: what was simplified, the route of each part with its cost, and the chain of the part that
 * is sampled. Made by {@link Inference#plan()}; making it computes no marginal.
 */
public final class InferencePlan {

    /** Parts that are listed one by one. */
    private static final int LISTED = 20;

    private final Simplification simplification;
    private final List<Part> parts;
    private final List<Route> routes;
    private final Optional<ChainChoice> chain;
    private final double planningSeconds;

    /** The routes are by component. */
    InferencePlan(Simplification simplification, List<Part> parts, List<Route> routes, Optional<ChainChoice> chain,
            double planningSeconds) {
        this.simplification = simplification;
        this.parts = List.copyOf(parts);
        this.routes = List.copyOf(routes);
        this.chain = chain;
        this.planningSeconds = planningSeconds;
    }

    /**
     * A part of the model, answered by one route.
     *
     * @param route       exact, counting or sample
     * @param variables   how many variables it has
     * @param operations  about how many entries of tables are read or written; 0 for sampling, which takes what time
     *                    there is
     * @param bytes       the memory of its tables; 0 for sampling
     * @param description the route in words
     */
    public record Part(Route route, int variables, double operations, double bytes, String description) {

        @Override
        public String toString() {
            String cost = route == Route.SAMPLE ? "" : String.format(Locale.ROOT, "; about %.1e operations, %s",
                    operations, ExactCost.readable(bytes));
            return String.format(Locale.ROOT, "%-8s %,d variable%s: %s%s", route.name().toLowerCase(Locale.ROOT),
                    variables, variables == 1 ? "" : "s", description, cost);
        }
    }

    /**
     * What was simplified.
     *
     * @return the question in its smallest parts
     */
    public Simplification simplification() {
        return simplification;
    }

    /**
     * The parts.
     *
     * @return one for each component that is answered exactly, one for all that are sampled together
     */
    public List<Part> parts() {
        return parts;
    }

    /**
     * The route of one variable.
     *
     * @param variable a variable of the model that was asked about
     * @return exact, counting or sample; empty if evidence or hard zeros leave it one value
     */
    public Optional<Route> route(int variable) {
        int component = simplification.component(variable);
        return component < 0 ? Optional.empty() : Optional.of(routes.get(component));
    }

    /**
     * Whether nothing is left to chance.
     *
     * @return whether no part is sampled
     */
    public boolean isExact() {
        return parts.stream().noneMatch(part -> part.route() == Route.SAMPLE);
    }

    /**
     * The chain of the part that is sampled.
     *
     * @return which one and why; empty if nothing is sampled, or if the time was over before a chain was chosen
     */
    public Optional<ChainChoice> chain() {
        return chain;
    }

    /**
     * How long planning took, the choice of a chain not included.
     *
     * @return seconds
     */
    public double planningSeconds() {
        return planningSeconds;
    }

    /**
     * The plan for people.
     *
     * @return a line for each stage and each part; of many exact parts the first, and how many others there are
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("simplify " + simplification));
        List<Part> exact = parts.stream().filter(part -> part.route() != Route.SAMPLE).toList();
        exact.stream().limit(LISTED).forEach(part -> lines.add(part.toString()));
        if (exact.size() > LISTED) {
            List<Part> others = exact.subList(LISTED, exact.size());
            lines.add(String.format(Locale.ROOT, "%-8s %,d parts more, %,d variables; about %.1e operations", "exact",
                    others.size(), others.stream().mapToInt(Part::variables).sum(),
                    others.stream().mapToDouble(Part::operations).sum()));
        }
        parts.stream().filter(part -> part.route() == Route.SAMPLE).forEach(part -> lines.add(part.toString()));
        chain.ifPresent(choice -> lines.addAll(List.of("chain    " + choice.chain().chain(), "chosen   " + choice.why(),
                "estimator " + choice.chain().estimator())));
        return lines;
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}
