package org.orbifold.mcmc.cluster;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Builder for lists of integers by site, in compressed rows. */
final class SiteLists {

    private final IntArrayList[] lists;

    SiteLists(int count) {
        lists = new IntArrayList[count];
        Arrays.setAll(lists, i -> new IntArrayList(0));
    }

    void add(int site, int... numbers) {
        lists[site].addElements(lists[site].size(), numbers);
    }

    /** Where the list of each site begins, and the last one ends. */
    int[] first() {
        int[] first = new int[lists.length + 1];
        for (int i = 0; i < lists.length; i++) {
            first[i + 1] = first[i] + lists[i].size();
        }
        return first;
    }

    /** All lists, one after the other. */
    int[] all() {
        return Arrays.stream(lists).flatMapToInt(list -> Arrays.stream(list.toIntArray())).toArray();
    }
}
