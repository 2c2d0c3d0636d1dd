package org.orbifold.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/**
 * Elements as words in a group's own generators: transversals whose elements are known as words, filled from products
 * of what is there, shorter words taking the place of longer ones (after Minkwitz 1998), or, in symmetric and
 * alternating groups, with transpositions and cycles of three points. Words are right, not shortest.
 */
public final class Words {

    /** Points and letters that products may write while short words are tried, and again to shorten words: 0.2 s. */
    private static final long SHORTENING = 30_000_000;
    /** Points and letters that products may write until there is a word for each element: about a second. */
    private static final long MOST_WORK = 400_000_000;
    /** Elements that are kept while short words are tried, as points. */
    private static final int KEPT_POINTS = 5_000_000;

    private final PermutationGroup group;
    private final List<WordEntry> letters = new ArrayList<>();
    private final int[] base;
    /** For each level the known elements by the image of the base point. */
    private final List<TreeMap<Integer, WordEntry>> table = new ArrayList<>();
    private long missing;
    /** Points and letters that products wrote. */
    private long work;
    /** Whether anything was kept since the round began. */
    private boolean changed = true;

    private Words(PermutationGroup group) {
        this.group = group;
        StabilizerChain chain = group.chain();
        base = chain.base();
        WordEntry identity = new WordEntry(Permutation.identity(group.degree()), new int[0]);
        for (int i = 0; i < base.length; i++) {
            missing += chain.orbit(i).length - 1;
            TreeMap<Integer, WordEntry> level = new TreeMap<>();
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
     * @throws IllegalStateException if words for all elements are not found in about a second
     */
    public static Words of(PermutationGroup group) {
        return new Words(group);
    }

    private void fill() {
        for (int g = 0; g < group.generators().size(); g++) {
            WordEntry letter = new WordEntry(group.generators().get(g), new int[] {g + 1});
            letters.add(letter);
            letters.add(letter.inverse());
        }
        List<WordEntry> known = shortWords();
        if (missing > 0) {
            GiantWords.of(group, letters, known).ifPresent(this::fill);
        }
        while (missing > 0 && changed && work < MOST_WORK) {
            changed = false;
            for (int level = 0; level < base.length; level++) {
                multiply(level, table.get(level).values());
            }
        }
        // Once a round keeps nothing, the table is closed under products with its elements, hence whole.
        changed = true;
        while (missing > 0 && changed && work < MOST_WORK) {
            changed = false;
            for (int level = 0; level < base.length; level++) {
                // The words from a level on generate its group in the end; letters alone do so at the top.
                multiply(level, level == 0 ? letters : table.subList(level, base.length).stream()
                    .flatMap(entries -> entries.values().stream()).toList());
            }
        }
        if (missing > 0) {
            throw new IllegalStateException("words for all elements take too long to find (" + missing
                + " of the transversal elements have none); expected a smaller group, or more generators");
        }
        shorten();
    }

    /** Transversals of cycles: as short as those cycles are. */
    private void fill(GiantWords giant) {
        for (int level = 0; level < base.length; level++) {
            int[] orbit = group.chain().orbit(level);
            for (int point : orbit) {
                if (point != base[level] && !table.get(level).containsKey(point)) {
                    insert(giant.from(base[level], point, orbit), level);
                }
            }
        }
    }

    private void multiply(int level, Collection<WordEntry> steps) {
        for (WordEntry a : List.copyOf(table.get(level).values())) {
            for (WordEntry b : List.copyOf(steps)) {
                if (work >= MOST_WORK) {
                    return;
                }
                insert(product(a, b), level);
            }
        }
    }

    /** Elements by words of few letters, shortest first: all of a small group. */
    private List<WordEntry> shortWords() {
        List<WordEntry> queue = new ArrayList<>(letters);
        letters.forEach(letter -> insert(letter, 0));
        Set<Permutation> reached = new HashSet<>();
        letters.forEach(letter -> reached.add(letter.element()));
        int most = KEPT_POINTS / Math.max(1, group.degree());
        for (int head = 0; head < queue.size() && queue.size() < most && work < SHORTENING; head++) {
            WordEntry prefix = queue.get(head);
            for (WordEntry letter : letters) {
                if (letter.word()[0] != -prefix.word()[prefix.word().length - 1]) {
                    WordEntry next = product(prefix, letter);
                    if (reached.add(next.element())) {
                        queue.add(next);
                        insert(next, 0);
                    }
                }
            }
        }
        return queue;
    }

    /** Products of two elements of a level that may be shorter than the known words. */
    private void shorten() {
        long end = work + SHORTENING;
        changed = true;
        while (changed && work < end) {
            changed = false;
            for (int level = 0; level < base.length; level++) {
                List<WordEntry> known = table.get(level).values().stream()
                    .sorted(Comparator.comparingInt(entry -> entry.word().length)).toList();
                int longest = known.get(known.size() - 1).word().length;
                for (WordEntry a : known) {
                    for (WordEntry b : known) {
                        if (a.word().length + b.word().length > longest || work >= end) {
                            break;
                        }
                        insert(product(a, b), level);
                        insert(product(b, a.inverse()), level);
                    }
                }
            }
        }
    }

    private WordEntry product(WordEntry a, WordEntry b) {
        work += group.degree() + a.word().length + b.word().length;
        return a.then(b);
    }

    /** Sifts an element that fixes the base points before a level, and keeps new or shorter words. */
    private void insert(WordEntry start, int from) {
        WordEntry entry = start;
        for (int level = from; level < base.length && !entry.element().isIdentity(); level++) {
            int point = entry.element().image(base[level]);
            WordEntry known = table.get(level).get(point);
            if (known == null || known.word().length > entry.word().length && point != base[level]) {
                table.get(level).put(point, entry);
                missing -= known == null ? 1 : 0;
                changed = true;
            }
            if (known == null) {
                return;
            }
            entry = product(entry, known.inverse());
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
        int[] best = sifted(new WordEntry(element, new int[0]));
        // Other first letters lead to other transversal elements, perhaps to shorter words.
        for (WordEntry first : letters) {
            best = shorter(best, first, first.inverse().element().then(element));
            for (WordEntry second : letters) {
                WordEntry start = first.then(second);
                if (start.word().length == 2) {
                    best = shorter(best, start, start.inverse().element().then(element));
                }
            }
        }
        return best;
    }

    private int[] shorter(int[] best, WordEntry start, Permutation rest) {
        int[] tail = sifted(new WordEntry(rest, new int[0]));
        if (start.word().length + tail.length >= best.length) {
            return best;
        }
        int[] word = Arrays.copyOf(start.word(), start.word().length + tail.length);
        System.arraycopy(tail, 0, word, start.word().length, tail.length);
        return WordEntry.reduced(word);
    }

    private int[] sifted(WordEntry element) {
        Permutation rest = element.element();
        Deque<int[]> parts = new ArrayDeque<>();
        for (int level = 0; level < base.length; level++) {
            WordEntry known = Objects.requireNonNull(table.get(level).get(rest.image(base[level])));
            parts.push(known.word());
            rest = rest.then(known.element().inverse());
        }
        int[] word = new int[parts.stream().mapToInt(part -> part.length).sum()];
        int size = 0;
        for (int[] part : parts) {
            System.arraycopy(part, 0, word, size, part.length);
            size += part.length;
        }
        return WordEntry.reduced(word);
    }

    /**
     * The element that a word stands for.
     *
     * @param word letters, the first to act first: k + 1 for generator k, or -(k + 1) for its inverse
     * @return their product; the identity for no letters
     * @throws IllegalArgumentException if there is no such generator
     */
    public Permutation evaluate(int... word) {
        Permutation product = Permutation.identity(group.degree());
        for (int letter : word) {
            int number = Math.abs(letter) - 1;
            if (number < 0 || number >= group.generators().size()) {
                throw new IllegalArgumentException("letter " + letter + "; expected 1 to "
                    + group.generators().size() + " for a generator, or the same with a minus for its inverse");
            }
            Permutation generator = group.generators().get(number);
            product = product.then(letter > 0 ? generator : generator.inverse());
        }
        return product;
    }
}
