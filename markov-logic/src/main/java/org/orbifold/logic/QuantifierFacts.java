package org.orbifold.logic;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the evidence says about a quantified part of a formula, as a relation of the variables around it. Found by
 * joins, as far as that costs little.
 *
 * <p>One instance decides an EXIST by being true, a FORALL by being false: that is the winning truth value. The part is
 * decided so where some instance is, undecided where some instance may be, and decided otherwise elsewhere.
 */
final class QuantifierFacts extends Facts {

    private final ListedTruths truths;

    private QuantifierFacts(Strides strides, ListedTruths truths) {
        super(strides);
        this.truths = truths;
    }

    @Override
    int truth(long rank) {
        return truths.truth(rank);
    }

    @Override
    long countOf(int truth) {
        return truths.countOf(truth);
    }

    @Override
    long[] ranks(int mask) {
        return truths.ranks(mask);
    }

    /** Looks through a quantified part; empty if that would cost too much. */
    static Optional<Facts> of(Node.Quantifier quantifier, PlanContext context) {
        ThreeValuedForm body = ThreeValuedForm.of(quantifier.body(), context);
        boolean wins = !quantifier.forall();
        Cases possible = body.possible(wins);
        Cases sure = body.known(wins);
        if (!body.isTransparent() || !possible.isExact() || !sure.isExact()) {
            return Optional.empty();
        }
        Strides strides = strides(context.outer(quantifier));
        if (strides == null) {
            return Optional.empty();
        }
        Search search = new Search(quantifier, body, context, strides);
        int others = possible.isEverything() ? UNKNOWN : wins ? FALSE : TRUE;
        Long2IntOpenHashMap listed = new Long2IntOpenHashMap();
        if (others != UNKNOWN && !search.find(possible, UNKNOWN, listed)
                || !search.find(sure, wins ? TRUE : FALSE, listed)) {
            return Optional.empty();
        }
        return Optional.of(new QuantifierFacts(strides, new ListedTruths(listed, others, strides.atoms())));
    }

    /** The numbering of the bindings of slots; null if there are too many. */
    private static @Nullable Strides strides(List<Slot> outer) {
        if (outer.size() > MarkovLogic.MAX_ARITY) {
            return null;
        }
        Map<String, Constants> types = new LinkedHashMap<>();
        List<Predicate.Argument> arguments = new ArrayList<>();
        for (Slot slot : outer) {
            types.put(slot.type().type(), slot.type());
            arguments.add(new Predicate.Argument(slot.type().type(), false));
        }
        try {
            return new Strides(new Predicate("quantified", arguments), types);
        } catch (IllegalArgumentException e) {
            // More than 2^60 tuples cannot be numbered.
            return null;
        }
    }

    /** Finds for which outer bindings some instance is in given cases. */
    private static final class Search {
        private final List<Slot> outer;
        private final List<Slot> inner;
        private final ThreeValuedForm body;
        private final long limit;
        private final Strides strides;
        private final int[] binding;
        private final int[] terms;

        Search(Node.Quantifier quantifier, ThreeValuedForm body, PlanContext context, Strides strides) {
            this.outer = context.outer(quantifier);
            this.inner = quantifier.slots();
            this.body = body;
            this.limit = context.planning();
            this.strides = strides;
            this.terms = outer.stream().mapToInt(Slot::index).toArray();
            this.binding = context.binding();
        }

        boolean find(Cases cases, int truth, Long2IntOpenHashMap listed) {
            List<Slot> all = new ArrayList<>(outer);
            all.addAll(inner);
            UnionPlan joined = new UnionPlan(all, new BitSet(), body.guards(cases));
            long[] left = {limit};
            return joined.expected() <= limit && joined.run(binding, found -> {
                listed.put(strides.rank(terms, found), truth);
                return --left[0] >= 0;
            });
        }
    }
}
