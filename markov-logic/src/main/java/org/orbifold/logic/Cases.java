package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A set of bindings as a union of cases. A case says, for each atom of a formula, which truth values the evidence may
 * give it: a mask per atom.
 */
final class Cases {

    private static final int MOST = 32;

    private final int[] present;
    private final List<int[]> list;
    private final boolean exact;

    private Cases(int[] present, List<int[]> list, boolean exact) {
        this.present = present;
        this.list = list;
        this.exact = exact;
    }

    /** All bindings, or none. */
    static Cases all(boolean all, int[] present) {
        return new Cases(present, all ? List.of(present) : List.of(), true);
    }

    /** The bindings for which one atom has one of some truth values. */
    static Cases one(int atom, int mask, int[] present) {
        int[] masks = present.clone();
        masks[atom] &= mask;
        return new Cases(present, masks[atom] == 0 ? List.of() : List.of(masks), true);
    }

    /** The bindings in one or in both of two sets. */
    Cases or(Cases other) {
        List<int[]> union = new ArrayList<>(list);
        other.list.forEach(added -> add(union, added));
        return limited(union, exact && other.exact);
    }

    /** The bindings in both sets. */
    Cases and(Cases other) {
        List<int[]> common = new ArrayList<>();
        for (int[] one : list) {
            for (int[] two : other.list) {
                int[] both = new int[one.length];
                boolean possible = true;
                for (int i = 0; i < both.length; i++) {
                    both[i] = one[i] & two[i];
                    possible &= both[i] != 0;
                }
                if (possible) {
                    add(common, both);
                }
            }
        }
        return limited(common, exact && other.exact);
    }

    /** Adds a case unless another one covers it, and removes those that it covers. */
    private static void add(List<int[]> cases, int[] added) {
        if (cases.stream().noneMatch(other -> covers(other, added))) {
            cases.removeIf(other -> covers(added, other));
            cases.add(added);
        }
    }

    private static boolean covers(int[] wide, int[] narrow) {
        for (int i = 0; i < wide.length; i++) {
            if ((narrow[i] & ~wide[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Too many cases are brought together: the set grows, but stays a set of few cases. */
    private Cases limited(List<int[]> cases, boolean exactSoFar) {
        boolean stillExact = exactSoFar;
        while (cases.size() > MOST) {
            int[] last = cases.remove(cases.size() - 1);
            int[] joined = cases.remove(cases.size() - 1).clone();
            Arrays.setAll(joined, i -> joined[i] | last[i]);
            add(cases, joined);
            stillExact = false;
        }
        return new Cases(present, cases, stillExact);
    }

    /** The masks of each case. */
    List<int[]> list() {
        return list;
    }

    /** Whether it holds nothing but what it should. */
    boolean isExact() {
        return exact;
    }

    boolean isEmpty() {
        return list.isEmpty();
    }

    boolean isEverything() {
        return list.stream().anyMatch(masks -> Arrays.equals(masks, present));
    }
}
