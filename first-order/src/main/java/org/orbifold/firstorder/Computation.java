package org.orbifold.firstorder;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.orbifold.firstorder.Polynomials.Poly;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.exact.Logs;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One question about a theory and its elements: which arithmetic it takes, and the sums over all global states. */
final class Computation {

    private static final Logger LOG = LoggerFactory.getLogger(Computation.class);

    /** Bits of the first attempt; each further one has twice as many. */
    private static final int FIRST_BITS = 128;
    /** Bits of the last attempt: with more lost than that, nothing is known of the sum. */
    private static final int LAST_BITS = 1 << 14;
    /** Relative errors above which the sign of a sum is in doubt. */
    private static final double UNKNOWN_SIGN = 0.5;
    /** Errors of log Z and of probabilities that are accepted: below what a double prints. */
    private static final double ACCEPTED_ERROR = 1e-15;
    /** Operations of a histogram where logarithms are used, and of a product of big numbers. */
    private static final double LOG_OPERATIONS = 10;
    private static final double BIG_OPERATIONS = 50;
    /** The operations of a product of polynomials grow with this power of their coefficients. */
    private static final double PRODUCT_EXPONENT = 1.5;
    /** Operations above which a count of positive weights is not made exact: about a minute. */
    private static final double MOST_EXACT = 1e10;

    private final Elements elements;
    private final Scheme scheme;
    private final List<GlobalState> states;
    private final int threads;
    private final Budget budget;
    private final List<LogModel> logModels = new ArrayList<>();
    private final List<CellModel<Ball>> models = new ArrayList<>();
    private final List<Double> logWeights = new ArrayList<>();
    private final List<GlobalState> possible = new ArrayList<>();
    private boolean positive;

    Computation(Elements elements, int threads, Budget budget) {
        this.elements = elements;
        this.threads = threads;
        this.budget = budget;
        this.scheme = new Scheme(elements);
        this.states = GlobalState.all(elements, scheme);
        Polynomials<Ball> ring = scheme.ring(new Balls(FIRST_BITS));
        this.positive = !scheme.usesDegrees();
        for (GlobalState state : states) {
            Poly<Ball> weight = state.weight(elements, ring, scheme);
            if (!ring.isZero(weight)) {
                CellModel<Ball> model = new CellCompiler<>(elements, scheme, ring, state, budget).compile();
                possible.add(state);
                models.add(model);
                LogModel logModel = positive ? LogModel.of(model) : null;
                Ball number = weight.constant();
                positive &= logModel != null && number.signum() > 0;
                if (positive) {
                    logModels.add(logModel);
                    logWeights.add(number.log());
                }
            }
        }
    }

    boolean isRational() {
        return scheme.isRational();
    }

    /** Whether counting exactly is possible and affordable. */
    boolean isCountExact() {
        return scheme.isRational() && (!positive || ringOperations(false) < MOST_EXACT);
    }

    /** About the operations of log Z and all marginals. */
    double operations() {
        return positive ? logModels.stream().mapToDouble(HistogramSum::histograms).sum() * LOG_OPERATIONS
                : ringOperations(true);
    }

    private double ringOperations(boolean marginals) {
        Polynomials<Ball> ring = scheme.ring(new Balls(FIRST_BITS));
        double all = elements.classes().stream().mapToInt(Elements.ElementClass::size).sum();
        double digits = scheme.isRational() ? 1 + all * all / 1000 : 1;
        // One of the factors of most products has a few coefficients only.
        double products = BIG_OPERATIONS * digits * Math.pow(scheme.coefficients(), PRODUCT_EXPONENT);
        return models.stream().mapToDouble(model ->
                new RingSum<>(model, ring, 1, budget).products(marginals) * products).sum();
    }

    /** The way in words. */
    String description() {
        StringBuilder text = new StringBuilder();
        for (int s = 0; s < elements.sorts().size(); s++) {
            Elements.Sort sort = elements.sorts().get(s);
            int number = s;
            long classes = elements.classes().stream().filter(one -> one.sort() == number).count();
            int cells = models.isEmpty() ? 0 : models.get(0).cellCount(s);
            String type = elements.theory().types().get(sort.type());
            text.append(text.isEmpty() ? "" : "; ").append(sort.constant() >= 0
                    ? elements.known().database().constants(type).get(sort.constant())
                    : String.format(Locale.ROOT, "%,d of type %s", sort.size(), type))
                    .append(classes > 1 ? " in " + classes + " classes" : "")
                    .append(" with ").append(cells).append(cells == 1 ? " cell" : " cells");
        }
        return text + (possible.size() > 1 ? "; " + possible.size() + " states of the whole" : "")
                + (positive ? "" : scheme.usesDegrees() ? "; with counts" : "; weights of both signs");
    }

    /** The number of atoms that no formula is about and nothing is known of: each has two values. */
    double freeAtoms() {
        double count = 0;
        for (int p = 0; p < elements.theory().symbols().size(); p++) {
            count += elements.isUsed(p) ? 0 : unknownAtoms(p);
        }
        return count;
    }

    /** How many atoms of a predicate are unknown. */
    double unknownAtoms(int symbol) {
        Theory.Symbol predicate = elements.theory().symbols().get(symbol);
        double all = 1;
        for (int type : predicate.types()) {
            all *= elements.known().database().constants(elements.theory().types().get(type)).size();
        }
        boolean open = elements.known().unlisted(predicate.name()) == TruthValue.UNKNOWN;
        long[] listed = {0};
        elements.known().forEachListed(predicate.name(), (constants, truth) ->
                listed[0] += (truth == TruthValue.UNKNOWN) != open ? 1 : 0);
        return open ? all - listed[0] : listed[0];
    }

    /** The logarithm of what the sums of integer weights must be divided by, less free atoms. */
    private double logDivisor() {
        double sum = -freeAtoms() * Math.log(2) - elements.known().softConstant();
        for (Scheme.Power power : scheme.divisors()) {
            sum += power.exponent() * Balls.log(power.base(), 0);
        }
        return sum;
    }

    /** The exact count. */
    ModelCount count() {
        BigInteger total = sums(scheme, Scalars.INTEGERS, false).total;
        BigInteger divisor = BigInteger.ONE;
        for (Scheme.Power power : scheme.divisors()) {
            divisor = divisor.multiply(power.base().pow((int) power.exponent()));
        }
        return new ModelCount(total.shiftLeft((int) freeAtoms()), divisor);
    }

    /** log Z and all marginals. */
    Probabilities solve() {
        if (positive) {
            return logarithmic();
        }
        if (scheme.isRational()) {
            Sums<BigInteger> sums = sums(scheme, Scalars.INTEGERS, true);
            if (sums.total.signum() == 0) {
                throw noWorld();
            }
            Ball total = new Ball(sums.total, 0, 0);
            return sums.probabilities(total.signum() < 0 ? Double.NaN : total.log() - logDivisor(),
                    value -> new Ball(value, 0, 0).over(total));
        }
        for (int bits = FIRST_BITS; bits <= LAST_BITS; bits *= 2) {
            Sums<Ball> sums = sums(scheme, new Balls(bits), true);
            Ball total = sums.total;
            double error = total.relativeError();
            LOG.debug("{} bits: relative error {}", bits, error);
            if (new Balls(bits).isZero(total) || bits == FIRST_BITS && error > UNKNOWN_SIGN && isImpossible()) {
                throw noWorld();
            } else if (error <= ACCEPTED_ERROR && sums.largestError(total) <= ACCEPTED_ERROR) {
                return sums.probabilities(total.signum() < 0 ? Double.NaN : total.log() - logDivisor(),
                        value -> value.over(total));
            }
        }
        throw new ContradictionException("the weights of all worlds add up to 0, or to less than 1 part in 2^"
                + LAST_BITS + " of their largest sum");
    }

    /**
     * Whether no world is possible. Terms of both signs that add up to 0 leave an error bound in any precision, but the
     * number of possible worlds is an integer.
     */
    private boolean isImpossible() {
        Theory theory = elements.theory();
        boolean signed = Stream.concat(theory.symbols().stream().flatMap(s -> Stream.of(s.ifTrue(), s.ifFalse())),
                theory.factors().stream().flatMap(f -> Stream.of(f.ifTrue(), f.ifFalse())))
                .anyMatch(weight -> weight.signum() < 0);
        return !signed && sums(new Scheme(elements, true), Scalars.INTEGERS, false).total.signum() == 0;
    }

    private static ContradictionException noWorld() {
        return new ContradictionException("no world is possible: the hard formulas and what is known contradict each "
                + "other");
    }

    /** log Z alone; −∞ if no world is possible. */
    double logTotal() {
        if (positive) {
            double total = Double.NEGATIVE_INFINITY;
            for (int g = 0; g < possible.size(); g++) {
                total = Logs.add(total, HistogramSum.of(logModels.get(g), threads, budget).logTotal()
                        + logWeights.get(g));
            }
            return total - logDivisor();
        } else if (scheme.isRational()) {
            return count().log();
        }
        for (int bits = FIRST_BITS; bits <= LAST_BITS; bits *= 2) {
            Balls scalars = new Balls(bits);
            Ball total = sums(scheme, scalars, false).total;
            if (scalars.isZero(total)
                    || bits == FIRST_BITS && total.relativeError() > UNKNOWN_SIGN && isImpossible()) {
                return Double.NEGATIVE_INFINITY;
            } else if (total.relativeError() <= ACCEPTED_ERROR) {
                return total.log() - logDivisor();
            }
        }
        // A probability of 0 that is a difference of equal numbers.
        return Double.NEGATIVE_INFINITY;
    }

    private Probabilities logarithmic() {
        List<CellMarginals> all = new ArrayList<>();
        double logTotal = Double.NEGATIVE_INFINITY;
        for (int g = 0; g < possible.size(); g++) {
            CellMarginals one = HistogramSum.of(logModels.get(g), threads, budget);
            all.add(one);
            logTotal = Logs.add(logTotal, one.logTotal() + logWeights.get(g));
        }
        if (logTotal == Double.NEGATIVE_INFINITY) {
            throw noWorld();
        }
        Probabilities result = new Probabilities(elements, logTotal - logDivisor());
        for (int g = 0; g < all.size(); g++) {
            double share = Math.exp(all.get(g).logTotal() + logWeights.get(g) - logTotal);
            if (share > 0) {
                result.add(share, possible.get(g), models.get(g), all.get(g));
            }
        }
        result.clamp();
        return result;
    }

    private <S> Sums<S> sums(Scheme weights, Scalars<S> scalars, boolean marginals) {
        Polynomials<S> ring = weights.ring(scalars);
        Sums<S> sums = new Sums<>(elements, weights, ring, threads, budget);
        for (GlobalState state : possible) {
            CellModel<S> model = new CellCompiler<>(elements, weights, ring, state, budget).compile();
            sums.add(state, state.weight(elements, ring, weights), model, marginals);
        }
        return sums;
    }

    Elements elements() {
        return elements;
    }
}
