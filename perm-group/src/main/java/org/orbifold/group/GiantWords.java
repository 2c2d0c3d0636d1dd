package org.orbifold.group;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.Products;

/**
 * Words for the transpositions of a symmetric group, or for the cycles of three points of an alternating group: a power
 * of a short word is one of them, and conjugates of it by words found breadth first are all others.
 */
final class GiantWords {

    /** Points of a group: words for more take seconds, and have thousands of letters. */
    private static final int MOST_POINTS = 60;

    private final List<WordEntry> letters;
    private final int degree;
    private final WordEntry cycle;
    /** The points that the cycle moves, in its order. */
    private final int[] support;
    /** For each tuple one more than the letter that leads to it from a nearer one; 0 if none does. */
    private final byte[] last;
    private final short[] depth;

    private GiantWords(List<WordEntry> letters, WordEntry cycle, int[] support, int tuples) {
        this.letters = letters;
        this.degree = cycle.element().degree();
        this.cycle = cycle;
        this.support = support;
        this.last = new byte[tuples];
        this.depth = new short[tuples];
        search();
    }

    /**
     * Prepares a group.
     *
     * @param group   a group
     * @param letters its generators and their inverses, in pairs
     * @param known   elements with short words
     * @return empty if the group is no symmetric or alternating group of the points that it moves, it has too many
     *     points or letters, or no power of a known element is a short cycle
     */
    static Optional<GiantWords> of(PermutationGroup group, List<WordEntry> letters, Collection<WordEntry> known) {
        int moved = (int) IntStream.range(0, group.degree()).filter(x -> letters.stream()
            .anyMatch(letter -> letter.element().image(x) != x)).count();
        if (group.degree() > MOST_POINTS) {
            return Optional.empty();
        }
        BigInteger all = Products.factorial(moved);
        boolean symmetric = group.order().equals(all);
        boolean giant = moved > 4 && (symmetric || group.order().shiftLeft(1).equals(all))
            && group.chain().orbit(0).length == moved;
        int length = symmetric ? 2 : 3;
        if (!giant || letters.size() >= Byte.MAX_VALUE) {
            return Optional.empty();
        }
        int tuples = group.degree() * group.degree() * (symmetric ? 1 : group.degree());
        return shortest(known, length).map(cycle -> {
            Permutation element = cycle.element();
            int first = IntStream.range(0, element.degree()).filter(x -> element.image(x) != x).findFirst()
                .orElseThrow();
            int[] support = IntStream.iterate(first, element::image).limit(length).toArray();
            return new GiantWords(letters, cycle, support, tuples);
        });
    }

    /** The power of a known element that is a cycle of this length and has the shortest word. */
    private static Optional<WordEntry> shortest(Collection<WordEntry> known, int length) {
        WordEntry best = null;
        long letters = Integer.MAX_VALUE / 4;
        int power = 0;
        for (WordEntry entry : known) {
            long exponent = exponent(entry.element(), length, letters / entry.word().length);
            if (exponent > 0 && exponent * entry.word().length < letters) {
                letters = exponent * entry.word().length;
                best = entry;
                power = (int) exponent;
            }
        }
        if (best == null) {
            return Optional.empty();
        }
        WordEntry result = best;
        for (int i = 1; i < power; i++) {
            result = result.then(best);
        }
        return Optional.of(result);
    }

    /** The least power of a permutation that is one cycle of a prime length; 0 if none up to a limit is. */
    private static long exponent(Permutation element, int length, long limit) {
        long multiple = 1;
        int found = 0;
        boolean[] seen = new boolean[element.degree()];
        for (int x = 0; x < seen.length; x++) {
            int size = 0;
            for (int y = x; !seen[y]; y = element.image(y)) {
                seen[y] = true;
                size++;
            }
            if (size == length) {
                found++;
            } else if (size % length == 0 && size > 0) {
                return 0;
            } else if (size > 1) {
                multiple = multiple / gcd(multiple, size) * size;
            }
            if (found > 1 || multiple > limit) {
                return 0;
            }
        }
        return found == 1 ? multiple : 0;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private void search() {
        int[] queue = new int[last.length];
        int tail = 0;
        queue[tail++] = code(support);
        last[queue[0]] = Byte.MAX_VALUE;
        for (int head = 0; head < tail; head++) {
            for (int i = 0; i < letters.size(); i++) {
                int next = moved(queue[head], letters.get(i).element());
                if (last[next] == 0) {
                    last[next] = (byte) (i + 1);
                    depth[next] = (short) (depth[queue[head]] + 1);
                    queue[tail++] = next;
                }
            }
        }
    }

    private int code(int... points) {
        int code = 0;
        for (int point : points) {
            code = code * degree + point;
        }
        return code;
    }

    private int moved(int code, Permutation element) {
        int result = 0;
        int scale = 1;
        int rest = code;
        for (int k = 0; k < support.length; k++) {
            result += element.image(rest % degree) * scale;
            rest /= degree;
            scale *= degree;
        }
        return result;
    }

    /** A cycle that takes one point to another, and moves only points of a set that holds both. */
    WordEntry from(int point, int image, int[] allowed) {
        int target = support.length == 2 ? nearer(code(point, image), code(image, point))
            : Arrays.stream(allowed).filter(other -> other != point && other != image)
                .mapToObj(other -> nearer(code(point, image, other),
                    nearer(code(image, other, point), code(other, point, image))))
                .min(Comparator.comparingInt(code -> depth[code])).orElseThrow();
        // The conjugating word from its end to its beginning.
        WordEntry result = null;
        for (int at = target; last[at] != Byte.MAX_VALUE; ) {
            int letter = last[at] - 1;
            result = result == null ? letters.get(letter) : letters.get(letter).then(result);
            at = moved(at, letters.get(letter ^ 1).element());
        }
        return result == null ? cycle : result.inverse().then(cycle).then(result);
    }

    private int nearer(int one, int other) {
        return depth[one] <= depth[other] ? one : other;
    }
}
