package org.orbifold.logic;

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
 * A formula, or a clause of one, ready to be grounded: the groundings that the evidence leaves undecided become
 * features.
 *
 * <p>The evidence decides some groundings as true and some as false. Those of one kind, the one that has more, are left
 * out by the plan and never visited: their number is the difference to the product of the domain sizes.
 */
final class Template {

    private final WeightedSentence source;
    private final List<Slot> own;
    private final PerConstantWeights weights;
    private final PlanContext context;
    private final ThreeValuedForm form;
    /** Whether the groundings that the plan leaves out are true rather than false. */
    private final boolean skippedAreTrue;
    private final UnionPlan plan;
    private final Evaluator body;

    Template(WeightedSentence source, TypedFormula formula, List<Slot> own, double[] weights, PlanContext context) {
        this.source = source;
        this.own = own;
        this.weights = new PerConstantWeights(weights.length > 1 ? formula.perConstant() : List.of(), weights);
        this.context = context;
        this.form = ThreeValuedForm.of(formula.body(), context);
        UnionPlan mayHold = plan(form.possible(true));
        UnionPlan mayFail = plan(form.possible(false));
        this.skippedAreTrue = mayFail.expected() <= mayHold.expected();
        this.plan = skippedAreTrue ? mayFail : mayHold;
        BitSet bound = new BitSet();
        own.forEach(slot -> bound.set(slot.index()));
        this.body = Evaluator.of(formula.body(), bound, context);
    }

    private UnionPlan plan(Cases cases) {
        return new UnionPlan(own, new BitSet(), form.guards(cases));
    }

    /** How many groundings the evidence leaves undecided, at most. */
    double count(long limit) {
        return plan(form.undecided()).count(context.binding(), limit);
    }

    /** About how many literals a grounding has. */
    double width() {
        return body.width();
    }

    /** Receives groundings; copies are the numbers of {@code +} instances. */
    interface Sink {
        /** Receives a grounding that the evidence leaves undecided. */
        void undecided(int copy, Formula formula);

        /** Receives how many groundings the evidence makes true. */
        void decided(int copy, double held);
    }

    /** Adds the ground features to a model, and what the evidence decides to its constant. */
    void ground(ModelBuilder model) {
        ground(model, new Sink() {
            @Override
            public void undecided(int copy, Formula formula) {
                model.add(FeatureMaker.feature(weights.values()[copy], formula));
            }

            @Override
            public void decided(int copy, double held) {
                model.constant(weights.values()[copy] * held);
            }
        });
    }

    /** Grounds; decided groundings are reported for soft formulas only, those of hard ones must hold. */
    void ground(ModelBuilder model, Sink sink) {
        FeatureMaker maker = new FeatureMaker(model);
        long[] visited = new long[weights.values().length];
        double[] held = new double[visited.length];
        plan.run(context.binding(), binding -> {
            int copy = weights.number(binding);
            visited[copy]++;
            Formula formula = maker.simplified(body.formula(binding));
            if (!(formula instanceof Formula.Constant constant)) {
                sink.undecided(copy, formula);
            } else if (constant.value()) {
                held[copy]++;
            } else if (source.hard()) {
                throw violated(binding);
            }
            return true;
        });
        addSkipped(visited, held);
        for (int copy = 0; copy < held.length && !source.hard(); copy++) {
            sink.decided(copy, held[copy]);
        }
    }

    /** The number of the {@code +} instance of a binding. */
    int copy(int[] binding) {
        return weights.number(binding);
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
        plan(form.known(false)).run(context.binding(), binding -> {
            System.arraycopy(binding, 0, found, 0, found.length);
            return !body.formula(binding).equals(Formula.FALSE);
        });
        return violated(found);
    }

    private ContradictionException violated(int[] binding) {
        String where = own.stream().map(slot -> slot.name() + " = " + slot.type().name(binding[slot.index()]))
                .collect(Collectors.joining(", "));
        return new ContradictionException((source.origin().isEmpty() ? "" : source.origin() + ": ")
                + "what is known violates the hard formula '" + source.sentence() + "'"
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
