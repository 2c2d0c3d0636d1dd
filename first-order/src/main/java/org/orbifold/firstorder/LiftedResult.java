package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.orbifold.logic.KnownAtoms;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.model.NearestNames;

/** log Z and the probabilities of all atoms of a first-order model. Immutable. */
public final class LiftedResult {

    /** Probability of an unknown atom that occurs in no formula. */
    private static final double EVEN = 0.5;

    private final Elements elements;
    private final Probabilities probabilities;
    private final Optional<ModelCount> count;

    LiftedResult(Elements elements, Probabilities probabilities, Optional<ModelCount> count) {
        this.elements = elements;
        this.probabilities = probabilities;
        this.count = count;
    }

    /** Receives atoms. */
    @FunctionalInterface
    public interface AtomVisitor {

        /**
         * Receives an atom.
         *
         * @param name        such as {@code Friends(Anna,Bob)}
         * @param probability that it is true
         */
        void atom(String name, double probability);
    }

    /**
     * Returns log Z.
     *
     * @return the natural logarithm of the total weight of all worlds; NaN if that is negative
     */
    public double logPartition() {
        return count.map(ModelCount::log).orElseGet(probabilities::logPartition);
    }

    /**
     * Returns the exact total weight of all worlds.
     *
     * @return the count; empty if a weight is not rational, or the numbers would be too large
     */
    public Optional<ModelCount> count() {
        return count;
    }

    /**
     * Returns the probability of an atom.
     *
     * @param predicate the predicate's name
     * @param constants its arguments, by name
     * @return the probability that it is true; 0 or 1 if that is known
     */
    public double probability(String predicate, String... constants) {
        KnownAtoms known = elements.known();
        List<String> types = known.database().network().predicate(predicate).arguments().stream()
                .map(argument -> argument.type()).toList();
        if (types.size() != constants.length) {
            throw new IllegalArgumentException("'" + predicate + "' has " + constants.length
                    + " arguments here; expected " + types.size());
        }
        int[] numbers = new int[constants.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = known.constant(types.get(i), constants[i]);
            if (numbers[i] < 0) {
                throw new IllegalArgumentException("'" + constants[i] + "' is no " + types.get(i)
                        + "; expected one of its " + known.database().constants(types.get(i)).size() + " constants"
                        + NearestNames.hint(constants[i], known.database().constants(types.get(i))));
            }
        }
        return probability(elements.theory().symbol(predicate), numbers);
    }

    private double probability(int symbol, int[] constants) {
        Theory.Symbol predicate = elements.theory().symbols().get(symbol);
        TruthValue truth = elements.known().truth(predicate.name(), constants);
        if (truth != TruthValue.UNKNOWN) {
            return truth == TruthValue.TRUE ? 1 : 0;
        } else if (!elements.isUsed(symbol)) {
            return EVEN;
        } else if (constants.length == 0) {
            return probabilities.of(new AtomKind(symbol, -1, -1));
        }
        int first = elements.classOf(predicate.types().get(0), constants[0]);
        if (constants.length == 1) {
            return probabilities.of(new AtomKind(symbol, first, first, true));
        }
        boolean own = predicate.types().get(0).equals(predicate.types().get(1)) && constants[0] == constants[1];
        return probabilities.of(new AtomKind(symbol, first, elements.classOf(predicate.types().get(1), constants[1]),
                own));
    }

    /**
     * Visits all unknown atoms of a predicate, in the order in which grounding makes variables of them.
     *
     * @param predicate the predicate's name
     * @param visitor   receives them
     */
    public void forEachAtom(String predicate, AtomVisitor visitor) {
        int symbol = elements.theory().symbol(predicate);
        List<Integer> types = elements.theory().symbols().get(symbol).types();
        int[] sizes = types.stream().mapToInt(type ->
                elements.known().database().constants(elements.theory().types().get(type)).size()).toArray();
        int[] constants = new int[sizes.length];
        if (Arrays.stream(sizes).anyMatch(size -> size == 0)) {
            return;
        }
        do {
            if (elements.known().truth(predicate, constants) == TruthValue.UNKNOWN) {
                visitor.atom(elements.known().name(predicate, constants), probability(symbol, constants));
            }
        } while (advance(constants, sizes));
    }

    private static boolean advance(int[] constants, int[] sizes) {
        for (int i = constants.length - 1; i >= 0; i--) {
            if (++constants[i] < sizes[i]) {
                return true;
            }
            constants[i] = 0;
        }
        return false;
    }

    /**
     * Returns the unknown atoms of a predicate by patterns: one for each class of elements or pairs of them.
     *
     * @param predicate the predicate's name
     * @return the patterns
     */
    public List<AtomPattern> patterns(String predicate) {
        int symbol = elements.theory().symbol(predicate);
        Theory.Symbol info = elements.theory().symbols().get(symbol);
        List<AtomPattern> patterns = new ArrayList<>();
        if (!elements.isUsed(symbol)) {
            addUnused(info, patterns);
        } else if (info.arity() == 0) {
            if (elements.known().truth(predicate) == TruthValue.UNKNOWN) {
                String name = elements.known().name(predicate);
                patterns.add(new AtomPattern(name, name, 1, probabilities.of(new AtomKind(symbol, -1, -1))));
            }
        } else {
            for (int k = 0; k < elements.classes().size(); k++) {
                if (sort(k).type() == info.types().get(0)) {
                    addOwn(symbol, k, patterns);
                    for (int l = 0; l < elements.classes().size() && info.arity() == 2; l++) {
                        addPair(symbol, k, l, patterns);
                    }
                }
            }
        }
        return patterns;
    }

    private Elements.Sort sort(int elementClass) {
        return elements.sorts().get(elements.classes().get(elementClass).sort());
    }

    private void addUnused(Theory.Symbol info, List<AtomPattern> patterns) {
        // The unknown ones are indistinguishable, so the first one represents all.
        double all = 1;
        for (int type : info.types()) {
            all *= elements.known().database().constants(elements.theory().types().get(type)).size();
        }
        boolean open = elements.known().unlisted(info.name()) == TruthValue.UNKNOWN;
        long[] listed = {0};
        elements.known().forEachListed(info.name(), (constants, truth) ->
                listed[0] += (truth == TruthValue.UNKNOWN) != open ? 1 : 0);
        long unknown = open ? (long) all - listed[0] : listed[0];
        if (unknown > 0) {
            String variables = "x,y,z,u,v,w".substring(0, Math.max(0, Math.min(11, 2 * info.arity() - 1)));
            String[] first = {""};
            if (open) {
                first[0] = firstUnknown(info);
            } else {
                elements.known().forEachListed(info.name(), (constants, truth) -> first[0] = first[0].isEmpty()
                        && truth == TruthValue.UNKNOWN ? elements.known().name(info.name(), constants) : first[0]);
            }
            patterns.add(new AtomPattern(info.name() + "(" + variables + ")", first[0], unknown, EVEN));
        }
    }

    private String firstUnknown(Theory.Symbol info) {
        int[] sizes = info.types().stream().mapToInt(type ->
                elements.known().database().constants(elements.theory().types().get(type)).size()).toArray();
        int[] constants = new int[sizes.length];
        while (elements.known().truth(info.name(), constants) != TruthValue.UNKNOWN && advance(constants, sizes)) {
            // The next one.
        }
        return elements.known().name(info.name(), constants);
    }

    private String variable(int elementClass, String name) {
        Elements.Sort sort = sort(elementClass);
        return sort.constant() < 0 ? name : elements.known().database()
                .constants(elements.theory().types().get(sort.type())).get(sort.constant());
    }

    private void addOwn(int symbol, int k, List<AtomPattern> patterns) {
        Theory.Symbol info = elements.theory().symbols().get(symbol);
        List<Elements.OwnAtom> own = elements.own(sort(k).type());
        int[] members = elements.classes().get(k).members();
        for (int a = 0; a < own.size(); a++) {
            if (own.get(a).symbol() == symbol && elements.classes().get(k).truths()[a] == TruthValue.UNKNOWN) {
                String x = variable(k, "x");
                int[] constants = new int[info.arity()];
                Arrays.fill(constants, members[0]);
                patterns.add(new AtomPattern(info.name() + "(" + x + (info.arity() == 2 ? "," + x : "") + ")",
                        elements.known().name(info.name(), constants), members.length,
                        probabilities.of(new AtomKind(symbol, k, k, true))));
            }
        }
    }

    private void addPair(int symbol, int k, int l, List<AtomPattern> patterns) {
        Theory.Symbol info = elements.theory().symbols().get(symbol);
        int[] left = elements.classes().get(k).members();
        int[] right = elements.classes().get(l).members();
        boolean matches = sort(l).type() == info.types().get(1)
                && elements.truth(symbol, sort(k), sort(l)) == TruthValue.UNKNOWN;
        if (matches && (k != l || left.length > 1)) {
            patterns.add(new AtomPattern(info.name() + "(" + variable(k, "x") + "," + variable(l, "y") + ")",
                    elements.known().name(info.name(), left[0], k == l ? right[1] : right[0]),
                    (long) left.length * (k == l ? right.length - 1 : right.length),
                    probabilities.of(new AtomKind(symbol, k, l))));
        }
    }
}
