package org.orbifold.mcmc.cluster;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Table;

/**
 * What the terms over one set of sites do in a cluster move, for each joint value of the sites: the probability to
 * freeze, what a frozen term adds to the log-odds of moving its cluster, and the log-odds added to those of each single
 * site.
 *
 * <p>With v(S) the terms' log-weight when the involution is applied to the subset S of the sites that it moves: the
 * mean of σ<sub>i</sub>(S) v(S) (σ is 1 without the involution, −1 with it) is split off as a field a<sub>i</sub> of
 * site i if all v are finite; the rest w has a minimum m over all S, and freezes with probability 1 − e^(m − w(∅)).
 * Pairs of sites need no more: their w is the same before and after. Otherwise a frozen term weighs e^w − e^m.
 */
final class BondTable {

    private static final double SAME = 1e-13;

    /** How many values each site has: tables of other shapes may have the same entries. */
    private final int[] shape;
    private final int moving;
    /** Per joint value: the probability to freeze, the log-odds of a frozen term, those of each moving site. */
    private final double[] entries;
    private final boolean plain;
    private final boolean idle;

    private BondTable(int[] shape, int moving, double[] entries) {
        this.shape = shape;
        this.moving = moving;
        int width = 2 + moving;
        boolean freezes = false;
        boolean weighs = false;
        for (int i = 0; i < entries.length; i++) {
            freezes |= i % width == 0 && entries[i] != 0;
            weighs |= i % width != 0 && entries[i] != 0;
        }
        this.plain = !weighs;
        this.idle = !weighs && !freezes;
        this.entries = weighs ? entries : firstColumn(entries, width);
    }

    private static double[] firstColumn(double[] entries, int width) {
        double[] column = new double[entries.length / width];
        for (int i = 0; i < column.length; i++) {
            column[i] = entries[i * width];
        }
        return column;
    }

    /**
     * Tabulates.
     *
     * @param tables the terms
     * @param places the sites, those that the involution moves first
     * @param moving how many of them it moves
     * @param sites  all sites
     * @param state  scratch space, a value per variable
     */
    static BondTable of(List<Table> tables, int[] places, int moving, Sites sites, int[] state) {
        int width = 2 + moving;
        int[] shape = Arrays.stream(places).map(sites::valueCount).toArray();
        int size = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        double[] entries = new double[size * width];
        int[] values = new int[places.length];
        double[] v = new double[1 << moving];
        for (int e = 0; e < size; e++) {
            int rest = e;
            for (int i = places.length - 1; i >= 0; i--) {
                values[i] = rest % sites.valueCount(places[i]);
                rest /= sites.valueCount(places[i]);
                sites.assign(places[i], values[i], state);
            }
            int moved = 0;
            for (int i = 0; i < moving; i++) {
                moved |= sites.image(places[i], values[i]) != values[i] ? 1 << i : 0;
            }
            for (int set = 0; set < v.length; set++) {
                v[set] = (set & ~moved) != 0 ? Double.NaN : weight(tables, places, values, set, sites, state);
            }
            fill(v, moved, entries, e * width);
        }
        return new BondTable(shape, moving, entries);
    }

    private static double weight(List<Table> tables, int[] places, int[] values, int set, Sites sites, int[] state) {
        for (int i = 0; i < places.length; i++) {
            sites.assign(places[i], (set >> i & 1) == 0 ? values[i] : sites.image(places[i], values[i]), state);
        }
        double sum = 0;
        for (Table table : tables) {
            sum += table.logPotential(state);
        }
        return sum;
    }

    /** One entry, from the log-weights of all subsets of the sites that really move. */
    private static void fill(double[] v, int moved, double[] entries, int at) {
        double now = v[0];
        if (now == Double.NEGATIVE_INFINITY || moved == 0) {
            return;
        }
        int count = Integer.bitCount(moved);
        if (count == 1) {
            entries[at + 2 + Integer.numberOfTrailingZeros(moved)] = v[moved] - now;
            return;
        }
        double scale = 0;
        boolean finite = true;
        for (int set = 0; set < v.length; set++) {
            finite &= (set & ~moved) != 0 || v[set] != Double.NEGATIVE_INFINITY;
            scale = (set & ~moved) == 0 && finite ? Math.max(scale, Math.abs(v[set])) : scale;
        }
        double least = Double.NEGATIVE_INFINITY;
        double before = now;
        double after = v[moved];
        if (finite) {
            double[] field = fields(v, moved, count, scale);
            least = Double.POSITIVE_INFINITY;
            for (int set = 0; set < v.length; set++) {
                if ((set & ~moved) == 0) {
                    least = Math.min(least, rest(v[set], field, set));
                }
            }
            before = rest(now, field, 0);
            after = rest(v[moved], field, moved);
            for (int i = 0; i < field.length; i++) {
                entries[at + 2 + i] = field[i] == 0 ? 0 : -2 * field[i];
            }
        }
        double above = before - least;
        if (above > SAME * (1 + scale)) {
            entries[at] = -Math.expm1(-above);
            boolean even = count == 2 && finite || Math.abs(after - before) <= SAME * (1 + scale);
            entries[at + 1] = even ? 0 : finite ? logExpm1(after - least) - logExpm1(above) : after - before;
        }
    }

    private static double[] fields(double[] v, int moved, int count, double scale) {
        double[] field = new double[32 - Integer.numberOfLeadingZeros(v.length - 1)];
        for (int i = 0; i < field.length; i++) {
            if ((moved >> i & 1) != 0) {
                double sum = 0;
                for (int set = 0; set < v.length; set++) {
                    sum += (set & ~moved) != 0 ? 0 : (set >> i & 1) == 0 ? v[set] : -v[set];
                }
                field[i] = Math.abs(sum) <= SAME * (1 + scale) ? 0 : sum / (1 << count);
            }
        }
        return field;
    }

    private static double rest(double v, double[] field, int set) {
        double rest = v;
        for (int i = 0; i < field.length; i++) {
            rest -= (set >> i & 1) == 0 ? field[i] : -field[i];
        }
        return rest;
    }

    private static double logExpm1(double x) {
        return x <= 0 ? Double.NEGATIVE_INFINITY : x > 40 ? x : Math.log(Math.expm1(x));
    }

    /** Whether the terms only freeze or do not, and never weigh on a site or a cluster. */
    boolean isPlain() {
        return plain;
    }

    /** Whether the terms make no difference to the move. */
    boolean isIdle() {
        return idle;
    }

    double[] entries() {
        return entries;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BondTable that && moving == that.moving && Arrays.equals(shape, that.shape)
                && Arrays.equals(entries, that.entries);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(shape) + moving) + Arrays.hashCode(entries);
    }
}
