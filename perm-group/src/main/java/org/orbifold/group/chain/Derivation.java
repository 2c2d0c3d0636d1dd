package org.orbifold.group.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * How the images of all points under an element of a level's group follow from those of a few: if z = z(x, w) for an
 * {@link InvariantOperation}, the image of z is the value at the images of x and w. The few are the base points, and
 * points that nothing reaches. In the projective space of dimension d over the field with two elements these are d + 1
 * points, and one look-up per point does what a product of d + 1 transversal elements would.
 */
final class Derivation {

    /** After so many points that nothing reached it must be clear that others follow from them. */
    private static final int PATIENCE = 16;

    final InvariantOperation operation;

    /** The points whose images must be known: the base points of the levels from the operation's on, then others. */
    final int[] direct;

    /** Steps {@code starts[i] .. starts[i + 1] - 1} have the point {@code pivots[i]} on the left. */
    final int[] pivots;

    final int[] starts;

    /** Step s: the point {@code to[s]} is the value at the step's pivot and {@code from[s]}. */
    final int[] from;

    final int[] to;

    private Derivation(InvariantOperation operation, Builder builder) {
        this.operation = operation;
        direct = builder.direct.toIntArray();
        pivots = builder.pivots.toIntArray();
        builder.starts.add(builder.from.size());
        starts = builder.starts.toIntArray();
        from = builder.from.toIntArray();
        to = builder.to.toIntArray();
    }

    /**
     * Closes base points under an operation.
     *
     * @param degree the number of points
     * @param base the base points of the levels from the operation's on
     * @param most how many points may be added to them
     * @return null if not all points follow from so few
     */
    static Derivation of(InvariantOperation operation, int degree, int[] base, int most) {
        Builder builder = new Builder(operation, degree);
        for (int point : base) {
            builder.addDirect(point);
        }
        builder.close();
        for (int point = 0, added = 0; point < degree; point++) {
            if (!builder.isKnown[point]) {
                if (added == most || added >= PATIENCE && builder.isPoor()) {
                    return null;
                }
                added++;
                builder.addDirect(point);
                builder.close();
            }
        }
        // Once more with all of them known from the start: more steps per pivot, and fewer pivots.
        Builder again = new Builder(operation, degree);
        builder.direct.forEach(again::addDirect);
        again.close();
        return new Derivation(operation, again);
    }

    /** How many cache lines of the operation's rows an element reads, if every step of a pivot reads another one. */
    int linesRead(int pointsPerLine) {
        int linesPerRow = (direct.length + to.length + pointsPerLine - 1) / pointsPerLine;
        int sum = 0;
        for (int p = 0; p < pivots.length; p++) {
            sum += Math.min(starts[p + 1] - starts[p], linesPerRow);
        }
        return sum;
    }

    private static final class Builder {

        private final InvariantOperation operation;
        private final IntArrayList direct = new IntArrayList();
        private final IntArrayList pivots = new IntArrayList();
        private final IntArrayList starts = new IntArrayList();
        private final IntArrayList from = new IntArrayList();
        private final IntArrayList to = new IntArrayList();

        private final boolean[] isKnown;
        private final IntArrayList known = new IntArrayList();

        /** Per direct point: how many of the known points it has met as pivot. */
        private final IntArrayList met = new IntArrayList();

        Builder(InvariantOperation operation, int degree) {
            this.operation = operation;
            isKnown = new boolean[degree];
        }

        void addDirect(int point) {
            direct.add(point);
            met.add(0);
            add(point);
        }

        private void add(int point) {
            isKnown[point] = true;
            known.add(point);
        }

        boolean isPoor() {
            return known.size() < 2 * direct.size();
        }

        /** Adds all that follows from the known points with direct points as pivots: few rows, with many steps each. */
        void close() {
            boolean changed = true;
            while (changed) {
                changed = false;
                for (int i = 0; i < direct.size() && known.size() < isKnown.length; i++) {
                    if (operation.hasRow(direct.getInt(i))) {
                        changed |= derive(i);
                    }
                }
            }
        }

        private boolean derive(int number) {
            int pivot = direct.getInt(number);
            char[] row = operation.row(pivot);
            int before = known.size();
            int next = met.getInt(number);
            for (; next < known.size(); next++) {
                int w = known.getInt(next);
                int z = row[w];
                if (!isKnown[z]) {
                    if (known.size() == before) {
                        pivots.add(pivot);
                        starts.add(from.size());
                    }
                    from.add(w);
                    to.add(z);
                    add(z);
                }
            }
            met.set(number, next);
            return known.size() > before;
        }
    }
}
