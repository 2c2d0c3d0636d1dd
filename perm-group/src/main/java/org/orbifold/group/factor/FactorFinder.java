package org.orbifold.group.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.DisjointFactors;
import org.orbifold.group.chain.SchreierSims;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * Takes a group apart. Generators are split by union–find on their supports, before anything else is computed; each
 * part is renumbered and then, in this order: one generator (cyclic); short cycles (symmetric or alternating tiles);
 * giant orbits; and what is left by stabiliser chain, split once more if it hides direct factors. Quotients by tiles
 * are taken apart again in the same way. Parts with equal generators are solved once.
 */
public final class FactorFinder {

    /** Entries of image arrays up to which generators are written out. */
    private static final long DENSE_LIMIT = 40_000_000;

    private static final int SUBPRODUCTS = 40;

    private final ChainOptions options;
    private final long denseLimit;

    /** Solved parts by their generators. */
    private final Map<List<Permutation>, GroupStructure> solved = new HashMap<>();

    private FactorFinder(ChainOptions options, long denseLimit) {
        this.options = options;
        this.denseLimit = denseLimit;
    }

    /**
     * Takes a generated group apart.
     *
     * @param degree the number of points
     * @param generators permutations of that degree
     * @param options how chains are built where they are needed; a base or order in them is not used
     * @return the group as a direct product
     */
    public static DirectProduct decompose(int degree, Collection<Permutation> generators, ChainOptions options) {
        return decompose(degree, generators, options, DENSE_LIMIT);
    }

    static DirectProduct decompose(int degree, Collection<Permutation> generators, ChainOptions options,
            long denseLimit) {
        List<Permutation> moving = generators.stream().filter(generator -> !generator.isIdentity()).toList();
        ChainOptions chainOptions = ChainOptions.defaults().withMethod(options.method())
            .withTrivialSifts(options.trivialSifts()).withSeed(options.seed());
        return new FactorFinder(chainOptions, denseLimit).split(degree, moving);
    }

    private DirectProduct split(int degree, List<Permutation> generators) {
        UnionFind classes = new UnionFind(degree);
        for (Permutation generator : generators) {
            int[] support = generator.support();
            for (int i = 1; i < support.length; i++) {
                classes.union(support[0], support[i]);
            }
        }
        Orbits parts = Orbits.of(classes);
        int[] local = new int[degree];
        int[][] points = new int[parts.count()][];
        List<List<Permutation>> byPart = new ArrayList<>(Collections.nCopies(parts.count(), null));
        for (Permutation generator : generators) {
            int[] support = generator.support();
            int part = parts.orbitOf(support[0]);
            if (points[part] == null) {
                points[part] = parts.points(part);
                byPart.set(part, new ArrayList<>(2));
                for (int i = 0; i < points[part].length; i++) {
                    local[points[part][i]] = i;
                }
            }
            int[] images = generator.imageOf(support);
            for (int i = 0; i < support.length; i++) {
                support[i] = local[support[i]];
                images[i] = local[images[i]];
            }
            byPart.get(part).add(Permutation.fromTrustedPairs(points[part].length, support, images));
        }
        List<DirectFactor> factors = new ArrayList<>();
        for (int p = 0; p < points.length; p++) {
            if (points[p] != null) {
                place(points[p], solve(points[p].length, byPart.get(p)), factors);
                byPart.set(p, null);
            }
        }
        return new DirectProduct(degree, factors);
    }

    /** Adds a factor, or the parts of it if it turned out to be a product. */
    private static void place(int[] points, GroupStructure group, List<DirectFactor> factors) {
        if (group instanceof DirectProduct product) {
            for (DirectFactor part : product.parts()) {
                int[] inner = part.points();
                Arrays.setAll(inner, i -> points[inner[i]]);
                factors.add(new DirectFactor(inner, part.group()));
            }
        } else {
            factors.add(new DirectFactor(points, group));
        }
    }

    private GroupStructure solve(int degree, List<Permutation> generators) {
        GroupStructure known = solved.get(generators);
        if (known == null) {
            known = solveNew(degree, generators);
            solved.put(generators, known);
        }
        return known;
    }

    private GroupStructure solveNew(int degree, List<Permutation> generators) {
        if (generators.size() == 1) {
            return new CyclicFactor(generators.get(0));
        }
        SparseAction action = new SparseAction(degree, generators);
        Orbits orbits = action.orbits();
        if (!orbits.isTransitive()) {
            ParallelOrbits parallel = ParallelOrbits.find(action, orbits);
            if (parallel.anyLinked()) {
                return inParallel(degree, generators, parallel);
            }
        }
        SmallCycles smallCycles = new SmallCycles();
        generators.forEach(smallCycles::inspect);
        Tiling tiling = smallCycles.tiling(action);
        if (tiling == null) {
            if ((long) degree * generators.size() > denseLimit && generators.size() > 2 * SUBPRODUCTS) {
                return byFewGenerators(degree, generators);
            }
            List<int[]> dense = generators.stream().map(Permutation::images).toList();
            tiling = new GiantFinder(degree, dense, orbits, smallCycles, new SplittableRandom(options.seed())).find();
            if (tiling == null) {
                tiling = smallCycles.tiling(action);
            }
            if (tiling == null) {
                return byChain(degree, dense, orbits);
            }
        }
        GroupStructure quotient = split(tiling.quotientDegree(), tiling.quotientGenerators(generators));
        return new TiledFactor(tiling, quotient, generators);
    }

    /**
     * Many generators on many points do not fit into memory as image arrays: random subproducts (Babai et al. 1991)
     * take their place, and generators that they miss join them until none is missed.
     */
    private GroupStructure byFewGenerators(int degree, List<Permutation> generators) {
        SplittableRandom random = new SplittableRandom(options.seed());
        List<Permutation> few = new ArrayList<>();
        int[] images = new int[degree];
        for (int i = 0; i < SUBPRODUCTS; i++) {
            Arrays.setAll(images, x -> x);
            for (Permutation generator : generators) {
                if (random.nextBoolean()) {
                    // From the left, so that only the generator's own points are touched.
                    multiplyLeft(generator, images);
                }
            }
            few.add(Permutation.fromTrustedImages(images.clone()));
        }
        few.removeIf(Permutation::isIdentity);
        while (true) {
            DirectProduct group = split(degree, few);
            List<Permutation> missed = generators.stream().filter(generator -> !group.contains(generator))
                .limit(SUBPRODUCTS).toList();
            if (missed.isEmpty()) {
                return group;
            }
            few.addAll(missed);
        }
    }

    private static void multiplyLeft(Permutation generator, int[] images) {
        int[] points = generator.support();
        int[] moved = generator.imageOf(points);
        for (int i = 0; i < points.length; i++) {
            moved[i] = images[moved[i]];
        }
        for (int i = 0; i < points.length; i++) {
            images[points[i]] = moved[i];
        }
    }

    /** Solves the group on one orbit of each class and lets the others follow; factors keep their own followers. */
    private GroupStructure inParallel(int degree, List<Permutation> generators, ParallelOrbits parallel) {
        int[] kept = parallel.kept();
        DirectProduct product = split(kept.length, parallel.restrict(generators, kept));
        int[][] followers = parallel.followers();
        List<DirectFactor> factors = new ArrayList<>();
        for (DirectFactor part : product.parts()) {
            int[] leaders = part.points();
            Arrays.setAll(leaders, i -> kept[leaders[i]]);
            factors.add(follow(leaders, followers, part.group()));
        }
        return factors.size() == 1 && factors.get(0).size() == degree
            ? factors.get(0).group()
            : new DirectProduct(degree, factors);
    }

    /** A factor on some leaders together with all points that follow them. */
    private static DirectFactor follow(int[] leaders, int[][] followers, GroupStructure group) {
        int size = leaders.length;
        for (int leader : leaders) {
            size += followers[leader].length;
        }
        if (size == leaders.length) {
            return new DirectFactor(leaders, group);
        }
        int[] points = new int[size];
        int next = 0;
        for (int leader : leaders) {
            points[next++] = leader;
            for (int follower : followers[leader]) {
                points[next++] = follower;
            }
        }
        Arrays.sort(points);
        int[] kept = new int[leaders.length];
        int[][] following = new int[leaders.length][];
        for (int i = 0; i < leaders.length; i++) {
            kept[i] = Arrays.binarySearch(points, leaders[i]);
            following[i] = Arrays.stream(followers[leaders[i]]).map(x -> Arrays.binarySearch(points, x)).toArray();
        }
        return new DirectFactor(points, new ParallelFactor(size, group, kept, following));
    }

    private GroupStructure byChain(int degree, List<int[]> generators, Orbits orbits) {
        ConstituentBound bound = new ConstituentBound(degree, generators, orbits, this::solve);
        StabilizerChain chain = SchreierSims.buildFromImages(degree, generators, options, bound);
        if (orbits.isTransitive()) {
            return new ChainFactor(chain);
        }
        List<DisjointFactors.Part> parts = DisjointFactors.of(chain, generators, orbits);
        if (parts.size() == 1) {
            return new ChainFactor(chain);
        }
        List<DirectFactor> factors = new ArrayList<>();
        for (DisjointFactors.Part part : parts) {
            factors.add(new DirectFactor(part.points(), new ChainFactor(part.chain())));
        }
        return new DirectProduct(degree, factors);
    }
}
