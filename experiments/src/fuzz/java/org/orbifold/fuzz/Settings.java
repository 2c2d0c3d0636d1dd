package org.orbifold.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.SamplingOptions;

/**
 * The options of a case, as the command line has them.
 *
 * @param route      the route
 * @param chain      the chain, of sampled routes
 * @param estimator  the estimator, of sampled routes
 * @param alpha      α of BV-MCMC; empty for the default
 * @param scan       the order of updates; empty for the default
 * @param extent     the extent of orbit moves
 * @param elements   how group elements are drawn
 * @param blockSize  most variables in a block
 * @param partitions the number of partitions; empty for the default
 * @param samples    samples of each chain
 * @param chains     the number of chains
 * @param threads    the number of threads
 * @param seed       the seed of the run, and of all that a check draws
 */
record Settings(Route route, ChainKind chain, EstimatorKind estimator, OptionalDouble alpha, Optional<Scan> scan,
        MoveExtent extent, ElementDraw elements, int blockSize, OptionalInt partitions, long samples, int chains,
        int threads, long seed) {

    /** Chains of every run: as many as the default, so that verdicts mean what they mean to users. */
    private static final int CHAINS = 4;

    static Settings of(Route route, long samples, long seed) {
        return new Settings(route, ChainKind.AUTO, EstimatorKind.AUTO, OptionalDouble.empty(), Optional.empty(),
                MoveExtent.ALL, ElementDraw.EXACT, 2, OptionalInt.empty(), samples, CHAINS, 1, seed);
    }

    /** A sampled route with a random chain, estimator and, half of the time, further options. */
    static Settings sampled(RandomGenerator random) {
        long[] lengths = {500, 2_000, 8_000};
        Settings plain = of(Route.SAMPLE, lengths[random.nextInt(lengths.length)], random.nextInt(1_000_000));
        Settings named = plain.withChain(pick(ChainKind.values(), random))
                .withEstimator(pick(EstimatorKind.values(), random));
        if (random.nextBoolean()) {
            return named;
        }
        double[] alphas = {0, 0.02, 0.5, 1};
        return new Settings(named.route, named.chain, named.estimator,
                random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(alphas[random.nextInt(4)]),
                random.nextBoolean() ? Optional.empty() : Optional.of(pick(Scan.values(), random)),
                pick(MoveExtent.values(), random), pick(ElementDraw.values(), random), 1 + random.nextInt(3),
                random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(1 + random.nextInt(3)),
                named.samples, named.chains, 1, named.seed);
    }

    static <T> T pick(T[] all, RandomGenerator random) {
        return all[random.nextInt(all.length)];
    }

    Settings withChain(ChainKind other) {
        return new Settings(route, other, estimator, alpha, scan, extent, elements, blockSize, partitions, samples,
                chains, threads, seed);
    }

    Settings withEstimator(EstimatorKind other) {
        return new Settings(route, chain, other, alpha, scan, extent, elements, blockSize, partitions, samples,
                chains, threads, seed);
    }

    Settings withThreads(int count) {
        return new Settings(route, chain, estimator, alpha, scan, extent, elements, blockSize, partitions, samples,
                chains, count, seed);
    }

    Settings withSamples(long count) {
        return new Settings(route, chain, estimator, alpha, scan, extent, elements, blockSize, partitions, count,
                chains, threads, seed);
    }

    private Settings withRoute(Route other) {
        return new Settings(other, chain, estimator, alpha, scan, extent, elements, blockSize, partitions, samples,
                chains, threads, seed);
    }

    boolean isSampled() {
        return route == Route.SAMPLE;
    }

    SamplingOptions sampling() {
        return SamplingOptions.defaults().withSamples(samples).withChains(chains).withThreads(threads).withSeed(seed);
    }

    InferenceOptions options() {
        InferenceOptions options = InferenceOptions.defaults().withRoute(route).withChain(chain)
                .withEstimator(estimator).withMoveExtent(extent).withElements(elements).withBlockSize(blockSize)
                .withSampling(sampling());
        if (alpha.isPresent()) {
            options = options.withAlpha(alpha.getAsDouble());
        }
        if (scan.isPresent()) {
            options = options.withScan(scan.get());
        }
        return partitions.isPresent() ? options.withPartitions(partitions.getAsInt()) : options;
    }

    /** The same with one option at its default, for each that is not. */
    List<Settings> simpler() {
        List<Settings> all = new ArrayList<>();
        all.add(of(route, samples, seed).withChain(chain).withEstimator(estimator));
        all.add(withEstimator(EstimatorKind.AUTO));
        all.add(withThreads(1));
        if (isSampled()) {
            // The simplest chain, then the default one.
            all.add(withChain(ChainKind.GIBBS));
            all.add(withChain(chain == ChainKind.GIBBS ? ChainKind.GIBBS : ChainKind.AUTO));
        } else {
            all.add(withRoute(Route.AUTO));
        }
        all.add(new Settings(route, chain, estimator, OptionalDouble.empty(), scan, extent, elements, blockSize,
                partitions, samples, chains, threads, seed));
        all.add(new Settings(route, chain, estimator, alpha, Optional.empty(), extent, elements, blockSize,
                partitions, samples, chains, threads, seed));
        all.add(new Settings(route, chain, estimator, alpha, scan, MoveExtent.ALL, ElementDraw.EXACT, 2,
                OptionalInt.empty(), samples, chains, threads, seed));
        all.removeIf(this::equals);
        return all;
    }

    /** The options of {@code orbifold infer}. */
    String command() {
        StringBuilder text = new StringBuilder("--route " + lower(route));
        if (isSampled()) {
            text.append(" --chain ").append(lower(chain)).append(" --estimator ").append(lower(estimator));
            alpha.ifPresent(a -> text.append(" --alpha ").append(a));
            scan.ifPresent(s -> text.append(" --scan ").append(lower(s)));
            text.append(extent == MoveExtent.ALL ? "" : " --moves " + lower(extent));
            text.append(elements == ElementDraw.EXACT ? "" : " --product-replacement");
            text.append(blockSize == 2 ? "" : " --block-size " + blockSize);
            partitions.ifPresent(k -> text.append(" --partitions ").append(k));
            text.append(" --samples ").append(samples).append(" --chains ").append(chains);
            text.append(" --threads ").append(threads).append(" --seed ").append(seed);
        }
        return text.toString();
    }

    /** The options as a Java expression. */
    String java() {
        StringBuilder text = new StringBuilder("InferenceOptions.defaults().withRoute(Route." + route + ")");
        if (isSampled()) {
            text.append(".withChain(ChainKind.").append(chain).append(").withEstimator(EstimatorKind.")
                    .append(estimator).append(')');
            alpha.ifPresent(a -> text.append(".withAlpha(").append(a).append(')'));
            scan.ifPresent(s -> text.append(".withScan(Scan.").append(s.name()).append(')'));
            text.append(".withMoveExtent(MoveExtent.").append(extent.name()).append(").withElements(ElementDraw.")
                    .append(elements.name()).append(").withBlockSize(").append(blockSize).append(')');
            partitions.ifPresent(k -> text.append(".withPartitions(").append(k).append(')'));
        }
        return text.append(".withSampling(SamplingOptions.defaults().withSamples(").append(samples)
                .append(").withChains(").append(chains).append(").withThreads(").append(threads)
                .append(").withSeed(").append(seed).append("))").toString();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
