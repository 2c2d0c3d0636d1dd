package org.orbifold.group.chain;

import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * The finest direct decomposition of a group into factors that move disjoint sets of points, when generators hide it
 * by moving several factors at once (Chang and Jefferson, Disjoint direct product decompositions of permutation
 * groups, 2022).
 *
 * <p>The base runs orbit by orbit, and an orbit's base points fix all of it before the next orbit's turn. From the
 * last orbit to the first, the strong generators of an orbit's levels are sifted through the factors already found
 * among the later orbits, one factor at a time; a factor in which something remains is joined to the orbit.
 * Polynomial: strong generators times a sift.
 */
final class DisjointFactors {

    private final StabilizerChain chain;
    private final FrozenLevel[] levels;
    private final Orbits orbits;

    /** Orbits that move, those of the base first and in its order. */
    private final int[] sequence;

    private DisjointFactors(StabilizerChain chain, Orbits orbits, int[] sequence) {
        this.chain = chain;
        this.levels = chain.levels();
        this.orbits = orbits;
        this.sequence = sequence;
    }

    static List<StabilizerChain.DisjointFactor> of(StabilizerChain chain) {
        List<Permutation> generators = chain.strongGenerators();
        Orbits orbits = Orbits.of(chain.degree(), generators);
        int[] base = chain.base();
        int[] rank = new int[orbits.count()];
        Arrays.fill(rank, Integer.MAX_VALUE);
        List<Integer> sequence = new ArrayList<>();
        for (int point : base) {
            int orbit = orbits.orbitOf(point);
            if (rank[orbit] == Integer.MAX_VALUE) {
                rank[orbit] = sequence.size();
                sequence.add(orbit);
            }
        }
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) > 1 && rank[o] == Integer.MAX_VALUE) {
                sequence.add(o);
            }
        }
        int[] sorted = IntStream.of(base).boxed()
            .sorted(Comparator.comparingInt(point -> rank[orbits.orbitOf(point)])).mapToInt(p -> p).toArray();
        StabilizerChain ordered = Arrays.equals(base, sorted) ? chain : rebuild(chain, generators, sorted);
        int[] closed = closeOrbits(ordered, orbits);
        if (closed.length > sorted.length) {
            ordered = rebuild(ordered, generators, closed);
        }
        return new DisjointFactors(ordered, orbits, sequence.stream().mapToInt(o -> o).toArray()).split();
    }

    private static StabilizerChain rebuild(StabilizerChain chain, List<Permutation> generators, int[] base) {
        return StabilizerChain.of(chain.degree(), generators,
            ChainOptions.defaults().withBase(base).withKnownOrder(chain.order())).withProof(chain.proof());
    }

    /** Adds base points to each orbit until the levels of later orbits fix it point by point. */
    private static int[] closeOrbits(StabilizerChain chain, Orbits orbits) {
        FrozenLevel[] levels = chain.levels();
        IntLinkedOpenHashSet base = new IntLinkedOpenHashSet();
        for (int i = 0; i < levels.length; i++) {
            base.add(levels[i].base);
            int orbit = orbits.orbitOf(levels[i].base);
            if (i + 1 < levels.length && orbits.orbitOf(levels[i + 1].base) == orbit) {
                continue;
            }
            for (int j = i + 1; j < levels.length; j++) {
                for (int[] generator : levels[j].generators) {
                    for (int x : orbits.points(orbit)) {
                        if (generator[x] != x) {
                            base.add(x);
                        }
                    }
                }
            }
        }
        return base.toIntArray();
    }

    private List<StabilizerChain.DisjointFactor> split() {
        UnionFind factors = new UnionFind(orbits.count());
        for (int i = sequence.length - 1; i >= 0; i--) {
            for (FrozenLevel level : levels) {
                if (orbits.orbitOf(level.base) == sequence[i]) {
                    for (int[] generator : level.generators) {
                        join(generator, i, factors);
                    }
                }
            }
        }
        List<StabilizerChain.DisjointFactor> parts = new ArrayList<>();
        Orbits grouped = Orbits.of(factors);
        for (int f = 0; f < grouped.count(); f++) {
            int[] points = points(grouped.points(f));
            if (points.length > 1) {
                parts.add(new StabilizerChain.DisjointFactor(points, restrict(points)));
            }
        }
        return parts;
    }

    /** Joins the i-th orbit with every later factor in which the generator leaves something. */
    private void join(int[] generator, int i, UnionFind factors) {
        boolean[] done = new boolean[orbits.count()];
        for (int j = i + 1; j < sequence.length; j++) {
            int root = factors.find(sequence[j]);
            if (done[root] || factors.find(sequence[i]) == root) {
                continue;
            }
            done[root] = true;
            if (remains(generator, root, i, factors)) {
                factors.union(sequence[i], root);
                // The joined set has a new root and need not be looked at again.
                done[factors.find(root)] = true;
            }
        }
    }

    private boolean remains(int[] generator, int factor, int i, UnionFind factors) {
        Word word = new Word();
        for (FrozenLevel level : levels) {
            int orbit = orbits.orbitOf(level.base);
            if (factors.find(orbit) != factor) {
                continue;
            }
            int point = word.image(generator[level.base]);
            if (!level.inOrbit(point)) {
                return true;
            }
            level.appendInverse(point, word);
        }
        for (int j = i + 1; j < sequence.length; j++) {
            if (factors.find(sequence[j]) == factor) {
                for (int x : orbits.points(sequence[j])) {
                    if (word.image(generator[x]) != x) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private int[] points(int[] orbitNumbers) {
        return IntStream.of(orbitNumbers).flatMap(o -> IntStream.of(orbits.points(o))).sorted().toArray();
    }

    private StabilizerChain restrict(int[] points) {
        int[] local = new int[chain.degree()];
        Arrays.fill(local, -1);
        for (int i = 0; i < points.length; i++) {
            local[points[i]] = i;
        }
        int[] preference = IntStream.range(0, points.length).toArray();
        MutableChain restricted = new MutableChain(preference);
        for (FrozenLevel level : levels) {
            if (local[level.base] >= 0 && level.orbit.length > 1) {
                Level copy = restricted.addLevel(local[level.base]);
                for (int[] generator : level.restrictedGenerators(points, local)) {
                    copy.add(generator);
                }
            }
        }
        return StabilizerChain.freeze(restricted, chain.proof());
    }
}
