package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/**
 * The symmetric group on some points, its <em>letters</em>, that moves other points with them: each of these has a
 * label, a few disjoint sets of letters, and goes where its label goes, as pairs of people go with the people. Elements
 * are drawn and tested on the letters, in time linear in all labels.
 *
 * <p>A label is an ascending array of numbers {@code set << 32 | letter}; orbits use different sets.
 */
final class SymmetricAction implements GroupStructure {

    private final int degree;
    private final int[] letters;
    /** Number of a letter; −1 for other points. */
    private final int[] letterOf;
    /** By point; empty for letters and fixed points. */
    private final long[][] labels;
    private final Long2IntOpenHashMap pointOf;
    private final BigInteger order;

    /**
     * The group on letters and what goes with them.
     *
     * @param letters the points that are permuted at will
     * @param labels  by point; no two alike, and with every label all its images
     */
    SymmetricAction(int[] letters, long[][] labels) {
        this.degree = labels.length;
        this.letters = letters;
        this.labels = labels;
        this.order = Products.factorial(letters.length);
        letterOf = new int[degree];
        Arrays.fill(letterOf, -1);
        for (int i = 0; i < letters.length; i++) {
            letterOf[letters[i]] = i;
        }
        pointOf = new Long2IntOpenHashMap(degree);
        int[] same = Images.identity(letters.length);
        int labelled = 0;
        for (int x = 0; x < degree; x++) {
            if (labels[x].length > 0) {
                pointOf.put(key(x, same), x);
                labelled++;
            }
        }
        if (pointOf.size() < labelled) {
            // 64 bits of hash, so this has not been seen; but what follows relies on it.
            throw new IllegalStateException("two labels of a symmetric action have one key; please report the group");
        }
    }

    static int letter(long member) {
        return (int) member;
    }

    static long member(int set, int letter) {
        return (long) set << Integer.SIZE | letter;
    }

    /** What identifies the image of a point's label under a map of letters. */
    private long key(int point, int[] map) {
        long key = 0;
        for (long member : labels[point]) {
            key += SparseAction.mix(member - letter(member) + map[letter(member)] + 1);
        }
        return key;
    }

    @Override
    public Kind kind() {
        return Kind.SYMMETRIC_ACTION;
    }

    @Override
    public int degree() {
        return degree;
    }

    @Override
    public BigInteger order() {
        return order;
    }

    @Override
    public int[] base() {
        return Arrays.copyOf(letters, letters.length - 1);
    }

    @Override
    public boolean isVerified() {
        return true;
    }

    /** Fixing a label means to permute letters within its sets and among those in none. */
    @Override
    public List<Permutation> stabilizer(int... points) {
        int[] classOf = new int[letters.length];
        int classes = 1;
        for (int point : points) {
            int[] within = new int[letters.length];
            if (letterOf[point] >= 0) {
                within[letterOf[point]] = 1;
            }
            for (long member : labels[point]) {
                within[letter(member)] = 1 + (int) (member >>> Integer.SIZE);
            }
            Map<List<Integer>, Integer> refined = new HashMap<>();
            for (int i = 0; i < classOf.length; i++) {
                classOf[i] = refined.computeIfAbsent(List.of(classOf[i], within[i]), key -> refined.size());
            }
            classes = refined.size();
        }
        List<Permutation> result = new ArrayList<>();
        for (int c = 0; c < classes; c++) {
            int own = c;
            int[] free = IntStream.range(0, classOf.length).filter(i -> classOf[i] == own).toArray();
            if (free.length >= 2) {
                result.add(cycle(free[0], free[1]));
            }
            if (free.length >= 3) {
                result.add(cycle(free));
            }
        }
        return result;
    }

    private Permutation cycle(int... list) {
        int[] images = new int[degree];
        spread(Permutation.ofCycles(letters.length, list).images(), images);
        return Permutation.ofImages(images);
    }

    /** Writes what a permutation of letters does to all points. */
    private void spread(int[] map, int[] images) {
        for (int x = 0; x < degree; x++) {
            images[x] = labels[x].length > 0 ? pointOf.get(key(x, map)) : x;
        }
        for (int i = 0; i < letters.length; i++) {
            images[letters[i]] = letters[map[i]];
        }
    }

    /** A vertex for each set of a label stands between the point and the letters of the set. */
    @Override
    public Optional<DefiningGraph> definingGraph() {
        IntArrayList colors = new IntArrayList(new int[degree]);
        IntArrayList ends = new IntArrayList();
        for (int x = 0; x < degree; x++) {
            // Fixed points have colours of their own; points with equal first sets may be of one orbit.
            colors.set(x, letterOf[x] >= 0 ? 0 : labels[x].length == 0 ? 2 * x + 1 : 2 * degree);
            int set = -1;
            for (long member : labels[x]) {
                int next = (int) (member >>> Integer.SIZE);
                if (next != set) {
                    set = next;
                    ends.add(x);
                    ends.add(colors.size());
                    colors.add(2 * degree + 1 + set);
                }
                ends.add(colors.size() - 1);
                ends.add(letters[letter(member)]);
            }
        }
        return Optional.of(new DefiningGraph(degree, colors.toIntArray(), ends.toIntArray()));
    }

    @Override
    public GroupEvaluator evaluator() {
        return new ActionEvaluator();
    }

    private final class ActionEvaluator extends GroupEvaluator {

        private final int[] map = new int[letters.length];

        ActionEvaluator() {
            super(degree, true);
        }

        @Override
        public boolean contains(int[] images) {
            for (int i = 0; i < map.length; i++) {
                map[i] = letterOf[images[letters[i]]];
                if (map[i] < 0) {
                    return false;
                }
            }
            for (int x = 0; x < degree; x++) {
                if (letterOf[x] < 0 && images[x] != (labels[x].length > 0 ? pointOf.get(key(x, map)) : x)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void sampleInto(RandomGenerator random, int[] images) {
            for (int i = 0; i < map.length; i++) {
                int j = random.nextInt(i + 1);
                map[i] = map[j];
                map[j] = i;
            }
            spread(map, images);
        }
    }
}
