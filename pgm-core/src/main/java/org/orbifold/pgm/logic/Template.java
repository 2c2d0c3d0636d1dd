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
 * A formula, or a clause of one, ready to be grounded. Groundings that a literal decides by the evidence alone are not
 * gone through, but counted: they are what is missing to the product of the domain sizes.
 */
final class Template {

    private final WeightedSentence source;
    private final List<Slot> own;
    private final int slotCount;
    /** The variables each of whose constants has a weight, and the weights, the last variable changing fastest. */
    private final List<Slot> perConstant;
    private final double[] weights;
    /** Whether the groundings that the plan leaves out are true rather than false. */
    private final boolean skippedAreTrue;
    private final JoinPlan plan;
    private final Evaluator body;

    Template(WeightedSentence source, TypedFormula formula, List<Slot> own, double[] weights,
            Function<Predicate, AtomTable> tables) {
        this.source = source;
        this.own = own;
        this.slotCount = formula.slots().size();
        this.perConstant = weights.length > 1 ? formula.perConstant() : List.of();
        this.weights = weights;
        this.skippedAreTrue = !isConjunction(formula.body(), tables);
        this.plan = JoinPlan.of(own, new BitSet(), Evaluator.guards(formula.body(), !skippedAreTrue, tables));
        BitSet bound = new BitSet();
        own.forEach(slot -> bound.set(slot.index()));
        this.body = Evaluator.of(formula.body(), bound, tables);
    }

    /** A literal alone is taken as whatever leaves fewer groundings. */
    private static boolean isConjunction(Node body, Function<Predicate, AtomTable> tables) {
        if (body instanceof Node.Literal literal) {
            AtomTable table = tables.apply(literal.predicate());
            return table.mayBeCount(literal.positive()) < table.mayBeCount(!literal.positive());
        }
        return body instanceof Node.Junction junction && junction.conjunction();
    }

    /** How many groundings the evidence leaves, at most. */
    double count(long limit) {
        return plan.count(new int[slotCount], limit);
    }

    /** About how many literals a grounding has. */
    double width() {
        return body.width();
    }

    /** Adds the ground features to a model, and what the evidence decides to its constant. */
    void ground(ModelBuilder model) {
        FeatureMaker maker = new FeatureMaker(model);
        long[] visited = new long[weights.length];
        long[] held = new long[weights.length];
        plan.run(new int[slotCount], binding -> {
            int copy = copy(binding);
            visited[copy]++;
            Formula formula = maker.simplified(body.formula(binding));
            if (!(formula instanceof Formula.Constant constant)) {
                model.add(FeatureMaker.feature(weights[copy], formula));
            } else if (constant.value()) {
                held[copy]++;
            } else if (source.hard()) {
                throw violated(binding);
            }
            return true;
        });
        double total = 1;
        for (Slot slot : own) {
            total *= perConstant.contains(slot) ? 1 : slot.size();
        }
        for (int copy = 0; copy < weights.length; copy++) {
            double skipped = total - visited[copy];
            if (!source.hard()) {
                model.constant(weights[copy] * (held[copy] + (skippedAreTrue ? skipped : 0)));
            } else if (!skippedAreTrue && skipped > 0) {
                throw firstViolated();
            }
        }
    }

    private int copy(int[] binding) {
        int copy = 0;
        for (Slot slot : perConstant) {
            copy = copy * slot.size() + binding[slot.index()];
        }
        return copy;
    }

    /** Goes through all groundings for one that the evidence violates: there is one. */
    private ContradictionException firstViolated() {
        int[] found = new int[slotCount];
        JoinPlan.of(own, new BitSet(), List.of()).run(new int[slotCount], binding -> {
            System.arraycopy(binding, 0, found, 0, slotCount);
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
            Function<Predicate, AtomTable> tables) {
        if (semantics == Semantics.FORMULA) {
            return List.of(new Template(source, formula, formula.free(), weights, tables));
        }
        List<Template> templates = new ArrayList<>();
        for (ClausalForm.Part part : ClausalForm.parts(source.sentence(), formula, source.hard())) {
            BitSet used = new BitSet();
            mark(part.formula().body(), used);
            List<Slot> own = part.formula().free().stream()
                    .filter(slot -> used.get(slot.index()) || slot.isPerConstant()).toList();
            double[] shares = source.hard() ? weights : Arrays.stream(weights).map(w -> w * part.share()).toArray();
            templates.add(new Template(source, part.formula(), own, shares, tables));
        }
        return templates;
    }

    /** Marks the slots of a clause. */
    private static void mark(Node node, BitSet used) {
        if (node instanceof Node.Junction junction) {
            junction.parts().forEach(part -> mark(part, used));
        } else if (node instanceof Node.Literal literal) {
            Arrays.stream(literal.terms()).filter(term -> term >= 0).forEach(used::set);
        } else if (node instanceof Node.Equality equality) {
            Arrays.stream(new int[] {equality.left(), equality.right()}).filter(term -> term >= 0).forEach(used::set);
        }
    }
}
