package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.group.kernel.Images;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a group apart. Generators are split by union–find on their supports, before anything else is computed; each
 * part is renumbered and then, in this order: one generator (cyclic); equivalent orbits (all but one are copies); short
 * cycles (symmetric or alternating blocks); an orbit all of whose permutations occur and move the other points along;
 * giant orbits; and the rest by stabiliser chain, split once more if it
 * hides direct factors. Quotients by blocks are taken apart again in the same way. Parts with equal generators are
 * solved once.
 */
final class FactorFinder {

    private static final Logger LOG = LoggerFactory.getLogger(FactorFinder.class);

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

    /** Takes a generated group apart. Without a base or known order in the options, which would be those of a part. */
    static DirectProduct decompose(int degree, Collection<Permutation> generators, ChainOptions options) {
        return decompose(degree, generators, options, DENSE_LIMIT);
    }

    static DirectProduct decompose(int degree, Collection<Permutation> generators, ChainOptions options,
            long denseLimit) {
        List<Permutation> moving = generators.stream().filter(generator -> !generator.isIdentity()).toList();
        DirectProduct product = new FactorFinder(options, denseLimit).split(degree, moving);
        if (LOG.isDebugEnabled()) {
            LOG.debug("group on {} points, {} generators: direct factors {}", degree, moving.size(),
                product.parts().stream().collect(Collectors.groupingBy(part -> part.group().kind(), TreeMap::new,
                    Collectors.counting())));
        }
        return product;
    }

    private DirectProduct split(int degree, List<Permutation> generators) {
        if (generators.isEmpty()) {
            return new DirectProduct(degree, List.of());
        }
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
            byPart.get(part).add(Permutation.sparse(points[part].length, support, images));
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
        options.checkCancelled();
        GroupStructure known = solved.get(generators);
        if (known == null) {
            known = solveNew(degree, generators);
            solved.put(generators, known);
        }
        return known;
    }

    private GroupStructure solveNew(int degree, List<Permutation> generators) {
        if (generators.size() == 1) {
            return cyclic(generators.get(0));
        }
        SparseAction action = new SparseAction(degree, generators);
        Orbits orbits = action.orbits();
        if (!orbits.isTransitive()) {
            EquivalentOrbits equivalent = EquivalentOrbits.find(action, orbits);
            if (equivalent.anyLinked()) {
                return withCopies(degree, generators, equivalent);
            }
        }
        SmallCycles smallCycles = new SmallCycles();
        generators.forEach(smallCycles::inspect);
        GiantBlockSystem blocks = smallCycles.blocks(action);
        if (blocks == null) {
            SymmetricAction known = SymmetricActionFinder.find(generators, action, orbits);
            if (known != null) {
                return known;
            }
            if ((long) degree * generators.size() > denseLimit && generators.size() > 2 * SUBPRODUCTS) {
                return byFewGenerators(degree, generators);
            }
            blocks = new GiantFinder(generators, orbits, smallCycles, new SplittableRandom(options.seed()), options)
                .find();
            if (blocks == null) {
                blocks = smallCycles.blocks(action);
            }
            if (blocks == null) {
                return byChain(degree, generators, orbits);
            }
        }
        GroupStructure quotient = split(blocks.quotientDegree(), blocks.quotientGenerators(generators));
        boolean even = blocks.isAlternating() && quotient.kind() == GroupStructure.Kind.TRIVIAL;
        return blocks.isOneBlock() && !even
            ? new SymmetricFactor(degree, 1)
            : new GiantExtension(blocks, quotient, generators);
    }

    /** The powers of one permutation; those of a product of swaps are the permutations of two tiles. */
    private static GroupStructure cyclic(Permutation generator) {
        Cycles cycles = generator.cycles();
        if (!cycles.order().equals(BigInteger.TWO)) {
            return new CyclicFactor(generator);
        }
        int[][] tiles = new int[2][cycles.count()];
        for (int c = 0; c < cycles.count(); c++) {
            tiles[0][c] = cycles.point(c, 0);
            tiles[1][c] = cycles.point(c, 1);
        }
        return alone(generator.degree(), DirectFactor.symmetric(tiles));
    }

    /** A single factor of a group, as the group itself if it has the numbers of the points. */
    private static GroupStructure alone(int degree, DirectFactor factor) {
        return factor.size() == degree && Images.isIdentity(factor.pointsShared())
            ? factor.group()
            : new DirectProduct(degree, List.of(factor));
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
            options.checkCancelled();
            Arrays.setAll(images, x -> x);
            for (Permutation generator : generators) {
                if (random.nextBoolean()) {
                    // From the left, so that only the generator's own points are touched.
                    multiplyLeft(generator, images);
                }
            }
            few.add(Permutation.ofImages(images));
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

    /** Solves the group on one orbit of each class; factors get their own copies. */
    private GroupStructure withCopies(int degree, List<Permutation> generators, EquivalentOrbits equivalent) {
        int[] kept = equivalent.kept();
        DirectProduct product = split(kept.length, equivalent.restrict(generators, kept));
        int[] @Nullable [] copies = equivalent.copies();
        List<DirectFactor> factors = new ArrayList<>();
        for (DirectFactor part : product.parts()) {
            int[][] own = new int[part.size()][];
            Arrays.setAll(own, i -> Objects.requireNonNull(copies[kept[part.point(i)]]));
            factors.add(withCopies(part.group(), own));
        }
        return factors.size() == 1 ? alone(degree, factors.get(0)) : new DirectProduct(degree, factors);
    }

    /** The factor that a group makes together with the copies of its points. */
    static DirectFactor withCopies(GroupStructure group, int[][] copies) {
        int[] points = Arrays.stream(copies).flatMapToInt(Arrays::stream).toArray();
        if (points.length == group.degree()) {
            return new DirectFactor(points, group);
        }
        // Tiles with their copies are tiles again.
        if (group instanceof SymmetricFactor symmetric) {
            return new DirectFactor(points, new SymmetricFactor(symmetric.tiles(), points.length / symmetric.tiles()));
        }
        Arrays.sort(points);
        int[][] local = new int[copies.length][];
        Arrays.setAll(local, i -> Arrays.stream(copies[i]).map(x -> Arrays.binarySearch(points, x)).toArray());
        return new DirectFactor(points, new DiagonalFactor(points.length, group, local));
    }

    private GroupStructure byChain(int degree, List<Permutation> generators, Orbits orbits) {
        StabilizerChain chain = StabilizerChain.of(degree, generators, options,
            new ConstituentBound(degree, generators, orbits, this::solve));
        List<StabilizerChain.DisjointFactor> parts = orbits.isTransitive() ? List.of() : chain.disjointFactors();
        return parts.size() < 2
            ? new ChainFactor(chain)
            : new DirectProduct(degree, parts.stream()
                .map(part -> new DirectFactor(part.points(), new ChainFactor(part.chain()))).toList());
    }
}
