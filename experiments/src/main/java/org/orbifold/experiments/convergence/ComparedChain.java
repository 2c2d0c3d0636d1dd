package org.orbifold.experiments.convergence;

import java.util.Locale;
import java.util.Optional;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Partitions;
import org.orbifold.mcmc.chain.Scan;

/**
 * A chain of a comparison, as people write it: {@code CHAIN[:ALPHA][+PART…]}, such as {@code gibbs}, {@code bv:0.02} or
 * {@code gibbs+conditional+systematic}. Without parts it runs as in the paper: random scan, counts. {@code auto} alone
 * is what {@code orbifold infer} samples with.
 */
record ComparedChain(ChainKind kind, Optional<Double> alpha, Optional<EstimatorKind> estimator, Optional<Scan> scan) {

    private static final String EXPECTED = "expected CHAIN[:ALPHA][+PART…] with a chain of 'orbifold infer --chain', a "
            + "probability, and counts, conditional, orbit, averaged, random or systematic as parts";

    /**
     * Seconds that a chain by exact symmetries has to find them, however short the runs: they are charged to it, and
     * with half of its symmetries it would be another chain.
     */
    private static final double DISCOVERY_SECONDS = 100;

    static ComparedChain parse(String text) {
        String[] parts = text.strip().toLowerCase(Locale.ROOT).split("\\+", -1);
        String[] head = parts[0].split(":", -1);
        ChainKind kind = kind(text, head[0]);
        if (head.length > 2) {
            throw wrong(text, "two probabilities");
        }
        Optional<Double> alpha = head.length == 2 ? Optional.of(probability(text, head[1])) : Optional.empty();
        if (alpha.isPresent() && !moves(kind)) {
            throw wrong(text, "the chain " + head[0] + " makes no orbit moves");
        }
        Optional<EstimatorKind> estimator = Optional.empty();
        Optional<Scan> scan = Optional.empty();
        for (int i = 1; i < parts.length; i++) {
            switch (parts[i]) {
                case "counts" -> estimator = once(text, estimator, EstimatorKind.COUNTS);
                case "conditional" -> estimator = once(text, estimator, EstimatorKind.CONDITIONAL);
                case "orbit" -> estimator = once(text, estimator, EstimatorKind.ORBIT);
                case "averaged" -> estimator = once(text, estimator, EstimatorKind.AUTO);
                case "random" -> scan = once(text, scan, Scan.RANDOM);
                case "systematic" -> scan = once(text, scan, Scan.SYSTEMATIC);
                default -> throw wrong(text, "unknown part '" + parts[i] + "'");
            }
        }
        return new ComparedChain(kind, alpha, estimator, scan);
    }

    private static <T> Optional<T> once(String text, Optional<T> before, T value) {
        if (before.isPresent()) {
            throw wrong(text, "two parts of one kind");
        }
        return Optional.of(value);
    }

    private static ChainKind kind(String text, String name) {
        for (ChainKind kind : ChainKind.values()) {
            if (name(kind).equals(name)) {
                return kind;
            }
        }
        throw wrong(text, "unknown chain '" + name + "'");
    }

    private static double probability(String text, String number) {
        try {
            double alpha = Double.parseDouble(number);
            if (alpha >= 0 && alpha <= 1) {
                return alpha;
            }
        } catch (NumberFormatException e) {
            throw wrong(text, "'" + number + "' is no number");
        }
        throw wrong(text, number + " is no probability");
    }

    private static IllegalArgumentException wrong(String text, String what) {
        return new IllegalArgumentException("chain '" + text + "': " + what + "; " + EXPECTED);
    }

    /** Whether the chain is one of the paper's, which move after every step unless α is given. */
    private static boolean movesByDefault(ChainKind kind) {
        return kind == ChainKind.ORBITAL || kind == ChainKind.VV || kind == ChainKind.BV || kind == ChainKind.AGGREGATE;
    }

    private static boolean moves(ChainKind kind) {
        return switch (kind) {
            case ORBITAL, VV, BV, AGGREGATE, WIDE, TEMPERED, TEMPERED_WIDE -> true;
            case AUTO, GIBBS, BLOCK_GIBBS, NEAR, CLUSTERS, CONTEXTS -> false;
        };
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The method; those that the evaluation has, too, are the same objects there. */
    Method method(Partitions partitions) {
        boolean plain = alpha.isEmpty() && scan.isEmpty() && estimator.isEmpty();
        boolean own = partitions instanceof Partitions.Automatic;
        if (plain && kind == ChainKind.GIBBS) {
            return Methods.vanilla();
        } else if (plain && kind == ChainKind.ORBITAL) {
            return Methods.orbital();
        } else if (plain && kind == ChainKind.VV) {
            return Methods.variableValue();
        } else if (plain && kind == ChainKind.AUTO && own) {
            return Methods.complete();
        } else if (alpha.isEmpty() && kind == ChainKind.GIBBS) {
            Optional<Method> known = gibbs(own);
            if (known.isPresent()) {
                return known.get();
            }
        } else if (own && kind == ChainKind.BLOCK_GIBBS && scan.equals(Optional.of(Scan.SYSTEMATIC))
                && estimator.equals(Optional.of(EstimatorKind.CONDITIONAL))) {
            return Methods.blockConditional();
        }
        return asked(partitions);
    }

    private Optional<Method> gibbs(boolean own) {
        EstimatorKind how = estimator.orElse(EstimatorKind.COUNTS);
        boolean inTurn = scan.equals(Optional.of(Scan.SYSTEMATIC));
        return switch (how) {
            case COUNTS -> Optional.of(inTurn ? Methods.inTurn() : Methods.vanilla());
            case CONDITIONAL -> Optional.of(inTurn ? Methods.inTurnConditional() : Methods.gibbsConditional());
            case ORBIT -> own && !inTurn ? Optional.of(Methods.orbitAveraged()) : Optional.empty();
            case AUTO -> Optional.empty();
        };
    }

    private Method asked(Partitions partitions) {
        Optional<Double> probability = alpha.isEmpty() && movesByDefault(kind) ? Optional.of(1.0) : alpha;
        String how = estimator.map(e -> e == EstimatorKind.AUTO ? "averaged" : name(e)).orElse("");
        String order = scan.map(ComparedChain::name).orElse("");
        String id = kind == ChainKind.AUTO && how.isEmpty() && order.isEmpty() ? Methods.COMPLETE
                : name(kind) + probability.map(a -> "-" + a).orElse("") + prefixed("-", how) + prefixed("-", order);
        String label = name(kind) + probability.map(a -> "(α=" + a + ")").orElse("") + prefixed(", ", how)
                + prefixed(", ", order);
        boolean paper = movesByDefault(kind) && (how.isEmpty() || how.equals("counts")) && !order.equals("systematic");
        String description = "The chain " + name(kind) + probability.map(a -> ", α = " + a).orElse("")
                + "; partitions: " + partitions + prefixed("; estimates: ", how) + prefixed("; scan: ", order) + ".";
        ComparedChain chain = this;
        return Methods.frontDoor(id, label, paper ? Origin.PAPER : Origin.OURS, description,
                movesByDefault(kind) ? DISCOVERY_SECONDS : Methods.FEWEST_SECONDS,
                options -> chain.applyTo(options, partitions));
    }

    private static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    private InferenceOptions applyTo(InferenceOptions options, Partitions partitions) {
        InferenceOptions asked = options.withChain(kind).withEstimator(estimator.orElse(
                kind == ChainKind.AUTO ? EstimatorKind.AUTO : EstimatorKind.COUNTS));
        asked = alpha.isPresent() ? asked.withAlpha(alpha.get()) : asked;
        asked = scan.isPresent() ? asked.withScan(scan.get()) : asked;
        return asked.usesPartitions() ? asked.withPartitions(partitions) : asked;
    }
}
