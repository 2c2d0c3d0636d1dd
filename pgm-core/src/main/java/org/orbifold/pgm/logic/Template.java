package org.orbifold.pgm.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * A formula, or a clause of one, ready to be grounded. Only groundings that the evidence leaves undecided are gone
 * through; the others are counted.
 *
 * <p>Where counting them alone would cost too much (a formula with very many listed atoms, or a quantifier over most
 * constants), those that the evidence decides one way are gone through too: the way that has fewer. The others are what
 * is missing to the product of the domain sizes.
 */
final class Template {

    private final WeightedSentence source;
    private final List<Slot> own;
    private final PerConstantWeights weights;
    private final PlanContext context;
    private final Outline outline;
    /** What the evidence decides; null if that is not counted alone. */
    private final DecidedCount decided;
    /** Without those counts: whether the groundings that the plan leaves out are true rather than false. */
    private final boolean skippedAreTrue;
    private final UnionPlan plan;
    private final Evaluator body;

    Template(WeightedSentence source, TypedFormula formula, List<Slot> own, double[] weights, PlanContext context) {
        this.source = source;
        this.own = own;
        this.weights = new PerConstantWeights(weights.length > 1 ? formula.perConstant() : List.of(), weights);
        this.context = context;
        this.outline = Outline.of(formula.body(), context);
        this.decided = DecidedCount.of(outline, own, context).orElse(null);
        UnionPlan mayHold = plan(outline.possible(true));
        UnionPlan mayFail = plan(outline.possible(false));
        this.skippedAreTrue = mayFail.expected() <= mayHold.expected();
        this.plan = decided != null ? plan(outline.undecided()) : skippedAreTrue ? mayFail : mayHold;
        BitSet bound = new BitSet();
        own.forEach(slot -> bound.set(slot.index()));
        this.body = Evaluator.of(formula.body(), bound, context);
    }

    private UnionPlan plan(Cases cases) {
        return new UnionPlan(own, new BitSet(), outline.guards(cases), context.effort());
    }

    /** How many groundings the evidence leaves; at most so many if they are not counted exactly. */
    double count(long limit) {
        return decided != null ? decided.undecided().doubleValue() : plan.count(context.binding(), limit);
    }

    /** Whether the count is exact. */
    boolean isExact() {
        return decided != null;
    }

    /** About how many literals a grounding has. */
    double width() {
        return body.width();
    }

    /** Adds the ground features to a model, and what the evidence decides to its constant. */
    void ground(ModelBuilder model) {
        if (decided != null && source.hard() && decided.count(false).signum() > 0) {
            throw firstViolated();
        }
        FeatureMaker maker = new FeatureMaker(model);
        long[] visited = new long[weights.values().length];
        double[] held = new double[visited.length];
        plan.run(context.binding(), binding -> {
            int copy = weights.number(binding);
            visited[copy]++;
            Formula ground = body.formula(binding);
            boolean isCounted = decided != null && ground instanceof Formula.Constant;
            Formula formula = maker.simplified(ground);
            if (!(formula instanceof Formula.Constant constant)) {
                model.add(FeatureMaker.feature(weights.values()[copy], formula));
            } else if (!constant.value() && source.hard()) {
                throw violated(binding);
            } else if (constant.value() && !isCounted) {
                held[copy]++;
            }
            return true;
        });
        if (decided == null) {
            addSkipped(visited, held);
        }
        if (!source.hard()) {
            model.constant(decided == null ? 0 : decided.weightOfTrue(weights));
            for (int copy = 0; copy < held.length; copy++) {
                model.constant(weights.values()[copy] * held[copy]);
            }
        }
    }

    /** Counts what the plan left out among what holds; a hard formula must not fail there. */
    private void addSkipped(long[] visited, double[] held) {
        double total = 1;
        for (Slot slot : own) {
            total *= weights.slots().contains(slot) ? 1 : slot.size();
        }
        for (int copy = 0; copy < held.length; copy++) {
            double skipped = total - visited[copy];
            if (skippedAreTrue) {
                held[copy] += skipped;
            } else if (source.hard() && skipped > 0) {
                throw firstViolated();
            }
        }
    }

    /** Finds a grounding that the evidence violates: there is one. */
    private ContradictionException firstViolated() {
        int[] found = context.binding();
        plan(outline.known(false)).run(context.binding(), binding -> {
            System.arraycopy(binding, 0, found, 0, found.length);
            return !body.formula(binding).equals(Formula.FALSE);
        });
        return violated(found);
    }

    private ContradictionException violated(int[] binding) {
        String where = own.stream().map(slot -> slot.name() + " = " + slot.type().name(binding[slot.index()]))
                .collect(Collectors.joining(", "));
        return new ContradictionException((source.origin().isEmpty() ? "" : source.origin() + ": ")
                + "the database violates the hard formula '" + source.sentence() + "'"
                + (where.isEmpty() ? "" : " for " + where));
    }

    /** The templates of one sentence (its signs chosen), in the semantics asked for. */
    static List<Template> of(WeightedSentence source, TypedFormula formula, double[] weights, Semantics semantics,
            Function<List<Slot>, PlanContext> contexts) {
        if (semantics == Semantics.FORMULA) {
            return List.of(new Template(source, formula, formula.free(), weights, contexts.apply(formula.slots())));
        }
        List<Template> templates = new ArrayList<>();
        for (ClausalForm.Part part : ClausalForm.parts(source.sentence(), formula, source.hard())) {
            BitSet used = Node.free(part.formula().body());
            List<Slot> own = part.formula().free().stream()
                    .filter(slot -> used.get(slot.index()) || slot.isPerConstant()).toList();
            double[] shares = source.hard() ? weights : Arrays.stream(weights).map(w -> w * part.share()).toArray();
            templates.add(new Template(source, part.formula(), own, shares,
                    contexts.apply(part.formula().slots())));
        }
        return templates;
    }
}
