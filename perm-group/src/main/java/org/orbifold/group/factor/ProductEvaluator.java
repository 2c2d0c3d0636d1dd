package org.orbifold.group.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Membership and uniform elements of a direct product, part by part. Swaps of two points, symmetric groups and groups
 * small enough to be listed have ways of their own; the rest goes through the evaluators of the parts' groups.
 */
final class ProductEvaluator implements GroupStructure.Evaluator {

    private final int[] partOf;
    private final int[] localOf;
    private final int[] fixed;

    /** The pairs of the parts that are a swap of two points. */
    private final int[] swapped;

    /** All other parts, for membership; those among them that {@link #shuffles} does not draw. */
    private final Part[] parts;

    private final Part[] drawn;
    private final ColumnShuffles shuffles;

    ProductEvaluator(List<DirectFactor> factors, int[] partOf, int[] localOf, int[] fixed,
            Map<GroupStructure, ElementTable> tables) {
        this.partOf = partOf;
        this.localOf = localOf;
        this.fixed = fixed;
        // Parts with equal groups share a group object, and here an evaluator.
        Map<GroupStructure, GroupStructure.Evaluator> known = new IdentityHashMap<>(tables);
        Map<GroupStructure, int[][]> columns = new IdentityHashMap<>();
        Map<Integer, int[]> buffers = new HashMap<>();
        List<Part> others = new ArrayList<>();
        List<Part> drawnAlone = new ArrayList<>();
        List<int[][]> shuffled = new ArrayList<>();
        int[] pairs = new int[2 * factors.size()];
        int next = 0;
        for (int p = 0; p < factors.size(); p++) {
            DirectFactor factor = factors.get(p);
            GroupStructure group = factor.group();
            if (factor.size() == 2) {
                pairs[next++] = factor.point(0);
                pairs[next++] = factor.point(1);
                continue;
            }
            Part part = new Part(p, factor.pointsShared(), known.computeIfAbsent(group, GroupStructure::evaluator),
                buffers.computeIfAbsent(factor.size(), int[]::new));
            others.add(part);
            if (!columns.containsKey(group)) {
                columns.put(group, ColumnShuffles.columnsOf(group));
            }
            if (columns.get(group) == null) {
                drawnAlone.add(part);
            } else {
                shuffled.add(part.translate(columns.get(group)));
            }
        }
        swapped = Arrays.copyOf(pairs, next);
        parts = others.toArray(new Part[0]);
        drawn = drawnAlone.toArray(new Part[0]);
        shuffles = new ColumnShuffles(shuffled);
    }

    private static final class Part {

        private final int number;
        private final int[] points;
        private final GroupStructure.Evaluator evaluator;
        private final int[] buffer;

        Part(int number, int[] points, GroupStructure.Evaluator evaluator, int[] buffer) {
            this.number = number;
            this.points = points;
            this.evaluator = evaluator;
            this.buffer = buffer;
        }

        int[][] translate(int[][] columns) {
            int[][] translated = new int[columns.length][columns[0].length];
            for (int c = 0; c < columns.length; c++) {
                for (int row = 0; row < columns[c].length; row++) {
                    translated[c][row] = points[columns[c][row]];
                }
            }
            return translated;
        }

        void random(RandomGenerator random, int[] images) {
            evaluator.random(random, buffer);
            for (int i = 0; i < points.length; i++) {
                images[points[i]] = points[buffer[i]];
            }
        }
    }

    @Override
    public boolean contains(int[] images) {
        for (int x : fixed) {
            if (images[x] != x) {
                return false;
            }
        }
        // A swap of two points only has to stay within its points.
        for (int i = 0; i < swapped.length; i += 2) {
            int a = swapped[i];
            int b = swapped[i + 1];
            if (images[a] == a ? images[b] != b : images[a] != b || images[b] != a) {
                return false;
            }
        }
        for (Part part : parts) {
            if (!contains(part, images)) {
                return false;
            }
        }
        return true;
    }

    private boolean contains(Part part, int[] images) {
        int[] points = part.points;
        int[] local = part.buffer;
        int moved = 0;
        for (int i = 0; i < points.length; i++) {
            int image = images[points[i]];
            if (partOf[image] != part.number) {
                return false;
            }
            local[i] = localOf[image];
            moved |= local[i] ^ i;
        }
        return moved == 0 || part.evaluator.contains(local);
    }

    @Override
    public void random(RandomGenerator random, int[] images) {
        for (int x : fixed) {
            images[x] = x;
        }
        drawSwaps(random, images);
        shuffles.random(random, images);
        for (Part part : drawn) {
            part.random(random, images);
        }
    }

    /** A bit each for the swaps of two points, which are most of the factors of many models: 64 pairs to a word. */
    private void drawSwaps(RandomGenerator random, int[] images) {
        for (int start = 0; start < swapped.length; start += 2 * Long.SIZE) {
            drawSwaps(random.nextLong(), start, Math.min(start + 2 * Long.SIZE, swapped.length), images);
        }
    }

    private void drawSwaps(long word, int start, int end, int[] images) {
        long bits = word;
        for (int i = start; i < end; i += 2) {
            int a = swapped[i];
            int b = swapped[i + 1];
            // All ones to exchange, all zeros to leave.
            int exchange = (a ^ b) & -(int) (bits & 1);
            images[a] = a ^ exchange;
            images[b] = b ^ exchange;
            bits >>>= 1;
        }
    }
}
