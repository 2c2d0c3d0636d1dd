package org.orbifold.group.chain;

import java.util.List;
import org.orbifold.group.element.Permutation;

/** Linear groups over the field with two elements, for tests and benchmarks. */
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
}
