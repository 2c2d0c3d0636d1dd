package org.orbifold.pgm.logic;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Counts the groundings that the evidence decides without going through them.
 *
 * <p>Most tuples of a relation have the same, usual truth value, and the others are few. Where all leaves of a formula
 * have their usual value, so has the formula; each set of leaves that have another one adds what it changes beyond its
 * subsets (inclusion and exclusion), times the number of bindings where that is so, which is the size of a join of the
 * exceptions. Sets that change nothing, the most of them, cost nothing.
 */
final class DecidedCount {

    private static final long MOST_TERMS = 200_000;
    private static final double EXACT = 0x1p53;

    /** A set of leaves with their exceptional values, and what it adds to the groundings decided as true and false. */
    private record Term(int[] values, long whenTrue, long whenFalse) { }

    private final Outline outline;
    private final List<Slot> own;
    private final PlanContext context;
    private final Effort effort;
    private final int[] usual;
    private final List<Term> terms = new ArrayList<>();
    private BigInteger decidedTrue = BigInteger.ZERO;
    private BigInteger decidedFalse = BigInteger.ZERO;

    private DecidedCount(Outline outline, List<Slot> own, PlanContext context) {
        this.outline = outline;
        this.own = own;
        this.context = context;
        this.effort = context.planningEffort();
        this.usual = outline.leaves().stream().mapToInt(DecidedCount::usual).toArray();
    }

    private static int usual(Outline.Leaf leaf) {
        return leaf instanceof Outline.FactLeaf fact ? fact.facts().usual() : Facts.FALSE;
    }

    /**
     * Counts.
     *
     * @param outline the formula
     * @param own     its free slots
     * @param context where plans are made from
     * @return the counts; empty if they cannot be had exactly at little cost
     */
    static Optional<DecidedCount> of(Outline outline, List<Slot> own, PlanContext context) {
        DecidedCount count = new DecidedCount(outline, own, context);
        boolean counted = outline.isTransparent() && count.isSmall() && count.sum();
        context.effort().add(count.effort.spent());
        return counted ? Optional.of(count) : Optional.empty();
    }

    private int exceptions(int leaf) {
        return outline.leaves().get(leaf).present() & ~Facts.bit(usual[leaf]);
    }

    private boolean isSmall() {
        double size = 1;
        for (int i = 0; i < usual.length; i++) {
            size *= 1 + 2 * Integer.bitCount(exceptions(i));
            if (outline.leaves().get(i) instanceof Outline.FactLeaf fact && !fact.facts().fitsInMemory(exceptions(i))) {
                return false;
            }
        }
        return size <= MOST_TERMS;
    }

    private boolean sum() {
        collect(0, usual.clone());
        for (Term term : terms) {
            Join join = new Join(term.values);
            double rows = join.rows();
            if (rows >= EXACT || effort.isExceeded()) {
                return false;
            }
            BigInteger all = new BigDecimal(rows).toBigInteger().multiply(join.freeBindings());
            decidedTrue = decidedTrue.add(all.multiply(BigInteger.valueOf(term.whenTrue)));
            decidedFalse = decidedFalse.add(all.multiply(BigInteger.valueOf(term.whenFalse)));
        }
        return true;
    }

    /** Chooses the values of the leaves from one on, usual or not, and keeps the choices that change something. */
    private void collect(int leaf, int[] values) {
        if (leaf == usual.length) {
            long[] changes = new long[Truth.values().length];
            change(0, values, usual.clone(), 1, changes);
            if (changes[Facts.TRUE] != 0 || changes[Facts.FALSE] != 0) {
                terms.add(new Term(values.clone(), changes[Facts.TRUE], changes[Facts.FALSE]));
            }
            return;
        }
        collect(leaf + 1, values);
        for (int truth = 0; truth < Truth.values().length; truth++) {
            if ((exceptions(leaf) & Facts.bit(truth)) != 0) {
                values[leaf] = truth;
                collect(leaf + 1, values);
            }
        }
        values[leaf] = usual[leaf];
    }

    /** Adds up, with alternating signs, the formula's truth values over all subsets of the exceptional leaves. */
    private void change(int leaf, int[] values, int[] chosen, int sign, long[] changes) {
        if (leaf == values.length) {
            changes[outline.truth(chosen)] += sign;
            return;
        }
        if (values[leaf] == usual[leaf]) {
            change(leaf + 1, values, chosen, sign, changes);
            return;
        }
        change(leaf + 1, values, chosen, -sign, changes);
        chosen[leaf] = values[leaf];
        change(leaf + 1, values, chosen, sign, changes);
        chosen[leaf] = usual[leaf];
    }

    /** The groundings that are decided as true, or as false. */
    BigInteger count(boolean truth) {
        return truth ? decidedTrue : decidedFalse;
    }

    /** The groundings that are not decided. */
    BigInteger undecided() {
        BigInteger all = BigInteger.ONE;
        for (Slot slot : own) {
            all = all.multiply(BigInteger.valueOf(slot.size()));
        }
        return all.subtract(decidedTrue).subtract(decidedFalse);
    }

    /** The sum of the weights of all groundings that are decided as true. */
    double weightOfTrue(PerConstantWeights weights) {
        if (weights.isOne()) {
            return weights.values()[0] * decidedTrue.doubleValue();
        }
        double sum = 0;
        for (Term term : terms) {
            if (term.whenTrue != 0) {
                sum += term.whenTrue * new Join(term.values).weight(weights);
            }
        }
        return sum;
    }

    /** The join of the exceptional leaves; equal slots are one. */
    private final class Join {
        private final List<Guard.Fact> facts = new ArrayList<>();
        private final int[] same = context.binding();
        private boolean empty;

        Join(int[] values) {
            Arrays.setAll(same, slot -> slot);
            for (int i = 0; i < values.length; i++) {
                if (values[i] != usual[i] && outline.leaves().get(i) instanceof Outline.EqualLeaf equal) {
                    unite(resolved(equal.left()), resolved(equal.right()));
                }
            }
            for (int i = 0; i < values.length; i++) {
                if (values[i] != usual[i] && outline.leaves().get(i) instanceof Outline.FactLeaf fact) {
                    facts.add(new Guard.Fact(fact.facts(), Arrays.stream(fact.terms()).map(this::resolved).toArray(),
                            Facts.bit(values[i])));
                }
            }
        }

        private void unite(int left, int right) {
            if (left >= 0) {
                same[left] = right;
            } else if (right >= 0) {
                same[right] = left;
            } else {
                empty |= left != right;
            }
        }

        private int resolved(int term) {
            int end = term;
            while (end >= 0 && same[end] != end) {
                end = same[end];
            }
            return end;
        }

        /** How many rows the join has. */
        double rows() {
            return empty ? 0 : JoinCount.count(JoinCount.parts(facts, new BitSet(), effort), context.binding());
        }

        /** How many bindings the slots have that the join does not bind. */
        BigInteger freeBindings() {
            return freeBindings(new BitSet());
        }

        private BigInteger freeBindings(BitSet bound) {
            BitSet free = new BitSet();
            own.stream().mapToInt(Slot::index).filter(slot -> resolved(slot) == slot).forEach(free::set);
            facts.forEach(fact -> free.andNot(slots(List.of(fact))));
            free.andNot(bound);
            return free.stream().mapToObj(slot -> BigInteger.valueOf(context.slot(slot).size()))
                    .reduce(BigInteger.ONE, BigInteger::multiply);
        }

        private static BitSet slots(List<Guard.Fact> some) {
            BitSet slots = new BitSet();
            some.forEach(fact -> Arrays.stream(fact.terms()).filter(term -> term >= 0).forEach(slots::set));
            return slots;
        }

        /** The sum of the weights of all bindings; only what is joined with a {@code +} variable is gone through. */
        double weight(PerConstantWeights weights) {
            if (empty) {
                return 0;
            }
            BitSet seen = new BitSet();
            weights.slots().stream().mapToInt(slot -> resolved(slot.index())).filter(term -> term >= 0)
                    .forEach(seen::set);
            List<Guard.Fact> here = new ArrayList<>();
            List<Guard.Fact> elsewhere = new ArrayList<>();
            BitSet bound = (BitSet) seen.clone();
            for (List<Guard.Fact> component : JoinCount.components(facts, new BitSet())) {
                BitSet slots = slots(component);
                if (slots.intersects(seen)) {
                    here.addAll(component);
                    bound.or(slots);
                } else {
                    elsewhere.addAll(component);
                }
            }
            double[] sum = {0};
            int[] constants = context.binding();
            JoinPlan.of(bound.stream().mapToObj(context::slot).toList(), new BitSet(), List.copyOf(here),
                    context.effort())
                    .run(context.binding(), binding -> {
                        weights.slots().forEach(slot ->
                                constants[slot.index()] = Node.value(resolved(slot.index()), binding));
                        sum[0] += weights.values()[weights.number(constants)];
                        return true;
                    });
            return sum[0] * freeBindings(bound).doubleValue() * JoinCount.count(
                    JoinCount.parts(elsewhere, new BitSet(), context.effort()), context.binding());
        }
    }
}
