package org.orbifold.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/**
 * Elements as words in a group's own generators: transversals whose elements are known as words, filled from products
 * of what is there, shorter words taking the place of longer ones (after Minkwitz 1998). Words are right, not shortest.
 */
public final class Words {

    private final PermutationGroup group;
    private final int[] base;
    /** For each level the known elements by the image of the base point. */
    private final List<TreeMap<Integer, Entry>> table = new ArrayList<>();
    private long missing;
    /** Whether anything was kept since the round began. */
    private boolean changed = true;

    /** An element and its word: k + 1 for generator k, negative for its inverse, the first acts first. */
    private record Entry(Permutation element, int[] word) {

        Entry then(Entry next) {
            int[] product = Arrays.copyOf(word, word.length + next.word.length);
            System.arraycopy(next.word, 0, product, word.length, next.word.length);
            return new Entry(element.then(next.element), reduced(product));
        }

        Entry inverse() {
            int[] back = new int[word.length];
            for (int i = 0; i < word.length; i++) {
                back[i] = -word[word.length - 1 - i];
            }
            return new Entry(element.inverse(), back);
        }

        private static int[] reduced(int[] word) {
            int size = 0;
            for (int letter : word) {
                if (size > 0 && word[size - 1] == -letter) {
                    size--;
                } else {
                    word[size++] = letter;
                }
            }
            return Arrays.copyOf(word, size);
        }
    }

    private Words(PermutationGroup group) {
        this.group = group;
        StabilizerChain chain = group.chain();
        base = chain.base();
        Entry identity = new Entry(Permutation.identity(group.degree()), new int[0]);
        for (int i = 0; i < base.length; i++) {
            missing += chain.orbit(i).length - 1;
            TreeMap<Integer, Entry> level = new TreeMap<>();
            level.put(base[i], identity);
            table.add(level);
        }
        fill();
    }

    /**
     * Prepares a group.
     *
     * @param group a group
     * @return what writes its elements as words
     */
    public static Words of(PermutationGroup group) {
        return new Words(group);
    }

    private void fill() {
        List<Entry> letters = new ArrayList<>();
        for (int g = 0; g < group.generators().size(); g++) {
            Entry letter = new Entry(group.generators().get(g), new int[] {g + 1});
            letters.add(letter);
            letters.add(letter.inverse());
        }
        letters.forEach(letter -> insert(letter, 0));
        // Once a round keeps nothing, the table is closed under products with its elements, hence whole.
        while (missing > 0 && changed) {
            changed = false;
            for (int level = 0; level < base.length; level++) {
                // What is known from a level on generates its group in the end; letters alone do so at the top.
                List<Entry> steps = level == 0 ? letters : table.subList(level, base.length).stream()
                    .flatMap(entries -> entries.values().stream()).toList();
                for (Entry a : List.copyOf(table.get(level).values())) {
                    for (Entry b : steps) {
                        insert(a.then(b), level);
                    }
                }
            }
        }
        if (missing > 0) {
            throw new IllegalStateException("no words were found for " + missing + " transversal elements");
        }
    }

    /** Sifts an element that fixes the base points before a level, and keeps what is new or shorter. */
    private void insert(Entry start, int from) {
        Entry entry = start;
        for (int level = from; level < base.length && !entry.element.isIdentity(); level++) {
            int point = entry.element.image(base[level]);
            Entry known = table.get(level).get(point);
            if (known == null || known.word.length > entry.word.length && point != base[level]) {
                table.get(level).put(point, entry);
                missing -= known == null ? 1 : 0;
                changed = true;
            }
            if (known == null) {
                return;
            }
            entry = entry.then(known.inverse());
        }
    }

    /**
     * An element as a word.
     *
     * @param element an element of the group
     * @return its letters, the first to act first: k + 1 for generator k of {@link PermutationGroup#generators()}, or
     *     -(k + 1) for its inverse
     * @throws IllegalArgumentException if the permutation is not in the group
     */
    public int[] of(Permutation element) {
        if (!group.contains(element)) {
            throw new IllegalArgumentException("not an element of the group: " + element);
        }
        Entry rest = new Entry(element, new int[0]);
        Entry word = new Entry(Permutation.identity(group.degree()), new int[0]);
        for (int level = 0; level < base.length; level++) {
            Entry known = Objects.requireNonNull(table.get(level).get(rest.element.image(base[level])));
            word = known.then(word);
            rest = new Entry(rest.element.then(known.element.inverse()), new int[0]);
        }
        return word.word;
    }
}
