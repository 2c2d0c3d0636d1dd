package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;

/**
 * All powers of one permutation. A uniform element is a uniform exponent, reduced modulo each cycle length;
 * membership is a discrete logarithm per cycle and the Chinese remainder theorem.
 */
final class CyclicFactor implements GroupStructure {

    private final int degree;
    private final Permutation permutation;
    private final int[][] cycles;
    private final int[] fixed;
    private final BigInteger order;

    /** The order if it fits, else 0. */
    private final long smallOrder;

    CyclicFactor(Permutation generator) {
        permutation = generator;
        Cycles found = permutation.cycles();
        degree = generator.degree();
        cycles = new int[found.count()][];
        for (int c = 0; c < cycles.length; c++) {
            cycles[c] = found.cycle(c);
        }
        // Cycles of one length share a shift: keep them together.
        Arrays.sort(cycles, Comparator.comparingInt(cycle -> cycle.length));
        order = found.order();
        int[] still = new int[degree];
        int count = 0;
        for (int x = 0; x < degree; x++) {
            if (generator.image(x) == x) {
                still[count++] = x;
            }
        }
        fixed = Arrays.copyOf(still, count);
        smallOrder = order.bitLength() < Long.SIZE ? order.longValue() : 0;
    }

    @Override
    public Kind kind() {
        return Kind.CYCLIC;
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
        // One point per cycle length fixes the exponent modulo every length.
        int[] base = new int[cycles.length];
        int count = 0;
        for (int c = 0; c < cycles.length; c++) {
            if (c == 0 || cycles[c].length != cycles[c - 1].length) {
                base[count++] = cycles[c][0];
            }
        }
        return Arrays.copyOf(base, count);
    }

    @Override
    public boolean isVerified() {
        return true;
    }

    @Override
    public List<Permutation> stabilizer(int... points) {
        BigInteger exponent = BigInteger.ONE;
        for (int[] cycle : cycles) {
            for (int point : points) {
                if (Arrays.stream(cycle).anyMatch(x -> x == point)) {
                    BigInteger length = BigInteger.valueOf(cycle.length);
                    exponent = exponent.divide(exponent.gcd(length)).multiply(length);
                    break;
                }
            }
        }
        Permutation power = permutation.power(exponent);
        return power.isIdentity() ? List.of() : List.of(power);
    }

    @Override
    public GroupEvaluator evaluator() {
        return new CyclicEvaluator();
    }

    private final class CyclicEvaluator extends GroupEvaluator {

        /** Position of a point on its cycle. */
        private final int[] position = new int[degree];

        private final int[] shifts = new int[cycles.length];
        private final int[] lengths = new int[cycles.length];

        CyclicEvaluator() {
            super(degree, true);
            for (int[] cycle : cycles) {
                for (int i = 0; i < cycle.length; i++) {
                    position[cycle[i]] = i;
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
            // One shift per cycle length; shifts r, s modulo lengths k, l belong to one exponent if gcd(k, l) divides
            // r - s.
            int count = 0;
            for (int c = 0; c < cycles.length; c++) {
                int[] cycle = cycles[c];
                int shift = position[images[cycle[0]]];
                if (!isShift(images, cycle, shift)) {
                    return false;
                }
                if (c > 0 && cycle.length == cycles[c - 1].length) {
                    if (shift != shifts[count - 1]) {
                        return false;
                    }
                } else {
                    shifts[count] = shift;
                    lengths[count++] = cycle.length;
                }
            }
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < i; j++) {
                    if ((shifts[i] - shifts[j]) % gcd(lengths[i], lengths[j]) != 0) {
                        return false;
                    }
                }
            }
            return true;
        }

        private static int gcd(int a, int b) {
            return b == 0 ? a : gcd(b, a % b);
        }

        private boolean isShift(int[] images, int[] cycle, int shift) {
            if (shift >= cycle.length) {
                return false;
            }
            int wrap = cycle.length - shift;
            for (int i = 0; i < wrap; i++) {
                if (images[cycle[i]] != cycle[i + shift]) {
                    return false;
                }
            }
            for (int i = wrap; i < cycle.length; i++) {
                if (images[cycle[i]] != cycle[i - wrap]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void sampleInto(RandomGenerator random, int[] images) {
            long small = 0;
            BigInteger large = null;
            if (smallOrder > 0) {
                small = random.nextLong(smallOrder);
            } else {
                large = UniformInteger.below(order, random);
            }
            for (int x : fixed) {
                images[x] = x;
            }
            int shift = 0;
            int length = 0;
            for (int[] cycle : cycles) {
                if (cycle.length != length) {
                    length = cycle.length;
                    shift = large == null
                        ? (int) (small % length)
                        : large.mod(BigInteger.valueOf(length)).intValue();
                }
                rotate(cycle, shift, images);
            }
        }

        private static void rotate(int[] cycle, int shift, int[] images) {
            int wrap = cycle.length - shift;
            for (int i = 0; i < wrap; i++) {
                images[cycle[i]] = cycle[i + shift];
            }
            for (int i = wrap; i < cycle.length; i++) {
                images[cycle[i]] = cycle[i - wrap];
            }
        }
    }
}
