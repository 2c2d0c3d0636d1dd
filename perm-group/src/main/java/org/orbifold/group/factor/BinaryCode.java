package org.orbifold.group.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;

/** A subspace of the vectors of bits, by a basis in echelon form whose rows are kept as lists of their ones. */
final class BinaryCode {

    private final int length;
    /** By the first one of the row; null where no row begins. */
    private final int[] @Nullable [] rows;
    private final List<int[]> basis = new ArrayList<>();

    BinaryCode(int length) {
        this.length = length;
        rows = new int[length][];
    }

    /** All vectors. */
    static BinaryCode all(int length) {
        BinaryCode code = new BinaryCode(length);
        for (int i = 0; i < length; i++) {
            code.add(i);
        }
        return code;
    }

    int dimension() {
        return basis.size();
    }

    /** Rows of the basis, each by its ones in ascending order; not to be written to. */
    List<int[]> basis() {
        return basis;
    }

    boolean contains(BitSet vector) {
        return reduced(vector).isEmpty();
    }

    /** Adds a vector by its ones; a position that is repeated cancels. Returns whether the vector was missing. */
    boolean add(int... ones) {
        BitSet vector = new BitSet(length);
        for (int one : ones) {
            vector.flip(one);
        }
        vector = reduced(vector);
        if (vector.isEmpty()) {
            return false;
        }
        int[] row = vector.stream().toArray();
        rows[row[0]] = row;
        basis.add(row);
        return true;
    }

    /** The remainder of a vector after subtracting rows: zero exactly for members. */
    private BitSet reduced(BitSet vector) {
        BitSet rest = (BitSet) vector.clone();
        for (int i = rest.nextSetBit(0); i >= 0; i = rest.nextSetBit(i + 1)) {
            int[] row = rows[i];
            if (row == null) {
                continue;
            }
            for (int one : row) {
                rest.flip(one);
            }
        }
        return rest;
    }

    BitSet random(RandomGenerator random) {
        BitSet vector = new BitSet(length);
        for (int[] row : basis) {
            if (random.nextBoolean()) {
                for (int one : row) {
                    vector.flip(one);
                }
            }
        }
        return vector;
    }

    /** Whether some member has a one at a position. */
    boolean touches(int position) {
        return basis.stream().anyMatch(row -> contains(row, position));
    }

    private static boolean contains(int[] row, int position) {
        return Arrays.binarySearch(row, position) >= 0;
    }

    /** The members that are zero at some positions. */
    BinaryCode zeroAt(BitSet positions) {
        // Eliminating these positions first leaves the rows without them.
        int[] order = new int[length];
        int[] back = new int[length];
        int next = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < length; i++) {
                if (positions.get(i) == (pass == 0)) {
                    order[i] = next;
                    back[next++] = i;
                }
            }
        }
        BinaryCode permuted = image(order);
        BinaryCode result = new BinaryCode(length);
        int first = positions.cardinality();
        for (int[] row : permuted.basis) {
            if (row[0] >= first) {
                result.add(renumbered(row, back));
            }
        }
        return result;
    }

    /** The code with its positions renumbered. */
    BinaryCode image(int[] newOf) {
        BinaryCode result = new BinaryCode(length);
        for (int[] row : basis) {
            result.add(renumbered(row, newOf));
        }
        return result;
    }

    private static int[] renumbered(int[] row, int[] newOf) {
        int[] result = new int[row.length];
        for (int i = 0; i < row.length; i++) {
            result[i] = newOf[row[i]];
        }
        return result;
    }

    /**
     * The span of all differences of a member and its images under a group: those of a basis under generators span it,
     * since c·gh − c = (c·g)·h − c·g + c·g − c. The code must be invariant.
     */
    BinaryCode commutator(List<int[]> generators) {
        BinaryCode result = new BinaryCode(length);
        for (int[] row : basis) {
            for (int[] generator : generators) {
                int[] both = Arrays.copyOf(row, 2 * row.length);
                System.arraycopy(renumbered(row, generator), 0, both, row.length, row.length);
                result.add(both);
            }
        }
        return result;
    }

    /** Rows whose images under a group span the code; the code must be invariant. */
    List<int[]> rowsUnder(List<int[]> generators) {
        List<int[]> kept = new ArrayList<>();
        BinaryCode spanned = new BinaryCode(length);
        for (int[] row : basis) {
            if (!spanned.add(row)) {
                continue;
            }
            kept.add(row);
            for (int i = spanned.basis.size() - 1; i < spanned.basis.size(); i++) {
                for (int[] generator : generators) {
                    spanned.add(renumbered(spanned.basis.get(i), generator));
                }
            }
        }
        return kept;
    }

    /** A permutation of the positions as an array. */
    static int[] images(Permutation element, int length) {
        int[] images = new int[length];
        for (int i = 0; i < length; i++) {
            images[i] = element.image(i);
        }
        return images;
    }
}
