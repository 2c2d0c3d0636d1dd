package org.orbifold.group.chain;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.group.element.Permutation;

/** Linear and affine groups over the fields with two and three elements, and S_n on pairs, for tests and benchmarks. */
public final class LinearGroups {

    private LinearGroups() {
    }

    /** GL(d, 2) on the vectors other than 0; the vector v is point v - 1. */
    public static List<Permutation> general(int dimension) {
        int size = 1 << dimension;
        int[] transvection = new int[size - 1];
        int[] rotation = new int[size - 1];
        for (int v = 1; v < size; v++) {
            transvection[v - 1] = (v ^ (v & 1) << 1) - 1;
            rotation[v - 1] = (v << 1 & size - 1 | v >> dimension - 1) - 1;
        }
        return List.of(Permutation.ofImages(transvection), Permutation.ofImages(rotation));
    }

    /** AGL(d, 2) on all vectors. */
    static List<Permutation> affine(int dimension) {
        int size = 1 << dimension;
        List<Permutation> generators = new ArrayList<>();
        for (Permutation linear : general(dimension)) {
            int[] images = new int[size];
            for (int v = 1; v < size; v++) {
                images[v] = linear.image(v - 1) + 1;
            }
            generators.add(Permutation.ofImages(images));
        }
        int[] translation = new int[size];
        for (int v = 0; v < size; v++) {
            translation[v] = v ^ 1;
        }
        generators.add(Permutation.ofImages(translation));
        return generators;
    }

    /** AGL(d, 3) on all vectors, written in base 3. */
    static List<Permutation> ternaryAffine(int dimension) {
        int size = (int) Math.pow(3, dimension);
        int[] transvection = new int[size];
        int[] rotation = new int[size];
        int[] negation = new int[size];
        int[] translation = new int[size];
        for (int v = 0; v < size; v++) {
            int first = v % 3;
            int second = v / 3 % 3;
            transvection[v] = v + 3 * ((first + second) % 3 - second);
            rotation[v] = v * 3 % size + v * 3 / size;
            negation[v] = v - first + (3 - first) % 3;
            translation[v] = v - first + (first + 1) % 3;
        }
        return List.of(Permutation.ofImages(transvection), Permutation.ofImages(rotation),
            Permutation.ofImages(negation), Permutation.ofImages(translation));
    }

    /** The third point on a line: the three vectors add up to 0. */
    static int ternaryThird(int v, int w, int dimension) {
        int result = 0;
        for (int i = 0, place = 1; i < dimension; i++, place *= 3) {
            result += (6 - v / place % 3 - w / place % 3) % 3 * place;
        }
        return result;
    }

    /** The number of the pair a < b. */
    static int pair(int a, int b) {
        return Math.max(a, b) * (Math.max(a, b) - 1) / 2 + Math.min(a, b);
    }

    /** S_n on the pairs. */
    static List<Permutation> symmetricOnPairs(int n) {
        int[] swap = new int[n * (n - 1) / 2];
        int[] cycle = new int[swap.length];
        for (int b = 0; b < n; b++) {
            for (int a = 0; a < b; a++) {
                swap[pair(a, b)] = pair(a < 2 ? 1 - a : a, b < 2 ? 1 - b : b);
                cycle[pair(a, b)] = pair((a + 1) % n, (b + 1) % n);
            }
        }
        return List.of(Permutation.ofImages(swap), Permutation.ofImages(cycle));
    }

    static StabilizerChain chain(List<Permutation> generators) {
        return SchreierSims.build(generators.get(0).degree(), generators, ChainOptions.defaults());
    }
}
