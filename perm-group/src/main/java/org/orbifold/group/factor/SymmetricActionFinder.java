package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectOpenCustomHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * Finds out whether a group is the symmetric group on one of its orbits, with all other points going along: as in
 * relational models, where pairs of people go with the people.
 *
 * <p>A generator that exchanges two points of an orbit, with its conjugates, proves that all permutations of the orbit
 * occur: its points are the letters. A point elsewhere is fixed by the exchanges of certain letters; to be exchanged
 * without effect is an equivalence, and its classes, all but the largest, are the point's label. The label of one point
 * of an orbit says what those of the others must be, along the generators. If that is without contradiction and all
 * labels differ, an element that fixes all letters fixes all labels and so all points: nothing else is in the group.
 *
 * <p>Cost: linear in what generators move, and in letters times what the exchange of two moves.
 */
final class SymmetricActionFinder {

    /** Fewer letters are no trouble for a chain. */
    private static final int SMALLEST = 5;
    private static final int LONGEST_LABEL = 8;

    private final List<Permutation> generators;
    private final SparseAction action;
    private final Orbits orbits;
    private final int[] letters;
    private final int[] letterOf;
    /** Elements that exchange letter 0 with another. */
    private final Permutation[] exchanges;
    private final long[][] labels;
    private int sets;

    private SymmetricActionFinder(List<Permutation> generators, SparseAction action, Orbits orbits, int orbit) {
        this.generators = generators;
        this.action = action;
        this.orbits = orbits;
        letters = orbits.points(orbit);
        letterOf = new int[action.degree()];
        Arrays.fill(letterOf, -1);
        for (int i = 0; i < letters.length; i++) {
            letterOf[letters[i]] = i;
        }
        exchanges = new Permutation[letters.length];
        labels = new long[action.degree()][];
        Arrays.fill(labels, new long[0]);
    }

    /** The group as a symmetric action; null if it is none, or none that is seen from the generators. */
    static @Nullable SymmetricAction find(List<Permutation> generators, SparseAction action, Orbits orbits) {
        if (orbits.isTransitive()) {
            return null;
        }
        List<List<Permutation>> exchanging = exchanging(generators, orbits);
        int[] bySize = IntStream.range(0, orbits.count()).boxed()
            .filter(o -> orbits.size(o) >= SMALLEST && exchanging.get(o) != null)
            .sorted(Comparator.comparingInt(orbits::size)).mapToInt(o -> o).toArray();
        for (int orbit : bySize) {
            SymmetricActionFinder finder = new SymmetricActionFinder(generators, action, orbits, orbit);
            if (finder.findExchanges(exchanging.get(orbit)) && finder.label()) {
                return new SymmetricAction(finder.letters, finder.labels);
            }
        }
        return null;
    }

    /** Per orbit the generators that move just two of its points; null if there are none. */
    private static List<@Nullable List<Permutation>> exchanging(List<Permutation> generators, Orbits orbits) {
        List<@Nullable List<Permutation>> result = new ArrayList<>();
        for (int o = 0; o < orbits.count(); o++) {
            result.add(null);
        }
        int[] moved = new int[orbits.count()];
        for (Permutation generator : generators) {
            int[] support = generator.support();
            for (int x : support) {
                moved[orbits.orbitOf(x)]++;
            }
            for (int x : support) {
                int o = orbits.orbitOf(x);
                if (moved[o] == 2) {
                    if (result.get(o) == null) {
                        result.set(o, new ArrayList<>());
                    }
                    result.get(o).add(generator);
                }
                moved[o] = 0;
            }
        }
        return result;
    }

    /** Joins all letters by exchanges, the given ones and their conjugates; whether that is possible. */
    private boolean findExchanges(List<Permutation> given) {
        UnionFind joined = new UnionFind(letters.length);
        List<Permutation> tree = new ArrayList<>();
        for (Permutation exchange : given) {
            int[] pair = exchanged(exchange);
            if (joined.union(pair[0], pair[1])) {
                tree.add(exchange);
            }
        }
        for (int head = 0; head < tree.size() && joined.sets() > 1; head++) {
            int[] pair = exchanged(tree.get(head));
            for (int letter : pair) {
                for (int i = action.first(letters[letter]); i < action.first(letters[letter] + 1); i++) {
                    Permutation g = generators.get(action.generator(i));
                    if (joined.union(image(g, pair[0]), image(g, pair[1]))) {
                        tree.add(tree.get(head).conjugateBy(g));
                    }
                }
            }
        }
        if (joined.sets() > 1) {
            return false;
        }
        exchangeWithFirst(tree);
        return true;
    }

    /** The two letters that an element exchanges. */
    private int[] exchanged(Permutation element) {
        int[] pair = new int[2];
        int next = 0;
        for (int x : element.support()) {
            if (letterOf[x] >= 0) {
                pair[next++] = letterOf[x];
            }
        }
        return pair;
    }

    private int image(Permutation element, int letter) {
        return letterOf[element.image(letters[letter])];
    }

    /** From a tree of exchanges those of letter 0 with all others. */
    private void exchangeWithFirst(List<Permutation> tree) {
        List<List<Permutation>> at = new ArrayList<>();
        for (int i = 0; i < letters.length; i++) {
            at.add(new ArrayList<>(2));
        }
        for (Permutation exchange : tree) {
            for (int letter : exchanged(exchange)) {
                at.get(letter).add(exchange);
            }
        }
        IntArrayList queue = new IntArrayList(new int[] {0});
        for (int head = 0; head < queue.size(); head++) {
            int p = queue.getInt(head);
            for (Permutation exchange : at.get(p)) {
                int i = image(exchange, p);
                if (i != 0 && exchanges[i] == null) {
                    exchanges[i] = p == 0 ? exchange : exchange.conjugateBy(exchanges[p]);
                    queue.add(i);
                }
            }
        }
    }

    private boolean label() {
        for (int o = 0; o < orbits.count(); o++) {
            int[] points = orbits.points(o);
            if (points.length > 1 && letterOf[points[0]] < 0 && !(labelFirst(points[0]) && labelOthers(points))) {
                return false;
            }
        }
        return true;
    }

    /** Labels a point by what exchanges do to it. */
    private boolean labelFirst(int point) {
        List<IntArrayList> classes = new ArrayList<>();
        for (int z = 0; z < letters.length; z++) {
            int letter = z;
            IntArrayList own = classes.stream().filter(c -> isFixed(point, c.getInt(0), letter)).findFirst()
                .orElse(null);
            if (own == null) {
                if (classes.size() > LONGEST_LABEL) {
                    return false;
                }
                own = new IntArrayList();
                classes.add(own);
            }
            own.add(letter);
        }
        classes.remove(classes.stream().max(Comparator.comparingInt(IntArrayList::size)).orElseThrow());
        long[] label = new long[classes.stream().mapToInt(IntArrayList::size).sum()];
        int next = 0;
        for (IntArrayList members : classes) {
            for (int letter : members) {
                if (next == LONGEST_LABEL) {
                    return false;
                }
                label[next++] = SymmetricAction.member(sets, letter);
            }
            sets++;
        }
        labels[point] = label;
        return label.length > 0;
    }

    /** Whether the exchange of two letters fixes a point. */
    private boolean isFixed(int point, int a, int b) {
        if (a == 0) {
            return exchanges[b].image(point) == point;
        }
        return exchanges[a].image(exchanges[b].image(exchanges[a].image(point))) == point;
    }

    /** Labels the orbit of a labelled point along the generators; whether all fits and no two are alike. */
    private boolean labelOthers(int[] points) {
        ObjectOpenCustomHashSet<long[]> seen = new ObjectOpenCustomHashSet<>(points.length, LongArrays.HASH_STRATEGY);
        seen.add(labels[points[0]]);
        IntArrayList queue = new IntArrayList(new int[] {points[0]});
        for (int head = 0; head < queue.size(); head++) {
            int x = queue.getInt(head);
            // Generators that move neither the point nor its label agree anyway.
            for (int k = -1; k < labels[x].length; k++) {
                int row = k < 0 ? x : letters[SymmetricAction.letter(labels[x][k])];
                for (int i = action.first(row); i < action.first(row + 1); i++) {
                    Permutation g = generators.get(action.generator(i));
                    int y = g.image(x);
                    long[] label = image(g, labels[x]);
                    if (labels[y].length == 0) {
                        labels[y] = label;
                        queue.add(y);
                        if (!seen.add(label)) {
                            return false;
                        }
                    } else if (!Arrays.equals(label, labels[y])) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private long[] image(Permutation g, long[] label) {
        long[] result = new long[label.length];
        for (int k = 0; k < label.length; k++) {
            int letter = SymmetricAction.letter(label[k]);
            result[k] = label[k] - letter + image(g, letter);
        }
        Arrays.sort(result);
        return result;
    }
}
