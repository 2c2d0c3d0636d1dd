package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.pgm.time.Budget;

/**
 * The zero-sum terms of a model in arrays, with everything worked out that no partition changes: which terms a variable
 * is in, the classes of all numbers, the first colours of single variables. Immutable.
 *
 * <p>Numbers enter colours as hashed classes. Sums of products of hashes stand for multisets, so that the colour of a
 * set of values is the sum of the colours of its members.
 */
final class TermIndex {

    private static final long ENTRY = 0x5851F42D4C957F2DL;
    private static final long MEMBER = 0x14057B7EF767814FL;
    private static final long OWN = 0x369DEA0F31A53F85L;
    /** Variables with more neighbours are not called distinctive. */
    private static final int MAX_ANCHORS = 16;

    private final int[] domain;
    /** Place of value 0 of each variable in arrays over (variable, value). */
    private final int[] firstValue;
    /** Terms over at least two variables, and the hashes of their entries. */
    private final BlockTable[] terms;
    private final long[][] entries;
    private final int[] incidenceStart;
    private final int[] incidence;
    /** The variables that a variable shares terms with, each once. */
    private final int[] neighbourStart;
    private final int[] neighbours;
    private final BlockTable[] unary;
    private final ValueClasses unaryClasses = new ValueClasses();
    private final ValueClasses entryClasses = new ValueClasses();
    /** Of single variables, by (variable, value): first colours. */
    private final long[] colors;
    private final int[] classes;
    /** Colours that tell all values of all variables apart, and their hashes. */
    private final long[] ownColors;
    private final long[] ownMembers;
    private final boolean[] distinctive;

    private final ZeroSumDecomposition source;
    private final long colorMask;

    TermIndex(ZeroSumDecomposition source) {
        this(source, -1, Budget.unlimited());
    }

    /**
     * The index.
     *
     * @param colorMask cuts colours to some bits, so that tests see collisions
     */
    TermIndex(ZeroSumDecomposition source, long colorMask, Budget budget) {
        this.source = source;
        this.colorMask = colorMask;
        this.domain = source.domain();
        firstValue = new int[domain.length + 1];
        for (int v = 0; v < domain.length; v++) {
            firstValue[v + 1] = firstValue[v] + domain[v];
        }
        unary = new BlockTable[domain.length];
        // Terms of several tables may have cancelled. With hard tables the terms depend on the partition.
        List<BlockTable> given = source.isHard() ? List.of() : source.terms();
        terms = given.stream().filter(term -> term.arity() > 1 && !term.isZero()).toArray(BlockTable[]::new);
        for (BlockTable term : given) {
            if (term.arity() == 1) {
                unary[term.blocks()[0]] = term;
            }
        }
        entries = new long[terms.length][];
        incidenceStart = new int[domain.length + 1];
        budget.check();
        hashEntries(budget);
        budget.check();
        incidence = incidence();
        neighbourStart = new int[domain.length + 1];
        neighbours = neighbours(budget);
        budget.check();
        colors = new long[firstValue[domain.length]];
        classes = new int[colors.length];
        colorVariables();
        ownColors = new long[colors.length];
        ownMembers = new long[colors.length];
        for (int i = 0; i < colors.length; i++) {
            ownColors[i] = Mixing.mix(i ^ OWN) & colorMask;
            ownMembers[i] = member(ownColors[i]);
        }
        budget.check();
        distinctive = findDistinctive(budget);
    }

    private void hashEntries(Budget budget) {
        Map<TableContent, BlockTable> distinct = new Object2ObjectOpenHashMap<>();
        for (BlockTable term : terms) {
            budget.check();
            distinct.merge(new TableContent(term.sizes(), term.values()), term,
                    (a, b) -> a.tolerance() >= b.tolerance() ? a : b);
        }
        for (BlockTable term : distinct.values()) {
            budget.check();
            for (double value : term.values()) {
                entryClasses.add(value, term.tolerance());
            }
        }
        entryClasses.count();
        Map<TableContent, long[]> hashed = new Object2ObjectOpenHashMap<>(distinct.size());
        budget.check();
        distinct.forEach((content, term) -> {
            budget.check();
            long[] hashes = new long[term.values().length];
            for (int i = 0; i < hashes.length; i++) {
                hashes[i] = entry(entryClasses.classOf(entryClasses.add(term.values()[i], term.tolerance())));
            }
            hashed.put(content, hashes);
        });
        for (int t = 0; t < terms.length; t++) {
            entries[t] = hashed.get(new TableContent(terms[t].sizes(), terms[t].values()));
        }
    }

    private int[] incidence() {
        for (BlockTable term : terms) {
            for (int v : term.blocks()) {
                incidenceStart[v + 1]++;
            }
        }
        for (int v = 0; v < domain.length; v++) {
            incidenceStart[v + 1] += incidenceStart[v];
        }
        int[] result = new int[incidenceStart[domain.length]];
        int[] next = incidenceStart.clone();
        for (int t = 0; t < terms.length; t++) {
            for (int v : terms[t].blocks()) {
                result[next[v]++] = t;
            }
        }
        return result;
    }

    private int[] neighbours(Budget budget) {
        IntArrayList found = new IntArrayList();
        int[] seenBy = new int[domain.length];
        for (int v = 0; v < domain.length; v++) {
            budget.check();
            seenBy[v] = v + 1;
            for (int i = incidenceStart[v]; i < incidenceStart[v + 1]; i++) {
                for (int u : terms[incidence[i]].blocks()) {
                    if (seenBy[u] != v + 1) {
                        seenBy[u] = v + 1;
                        found.add(u);
                    }
                }
            }
            neighbourStart[v + 1] = found.size();
        }
        return found.toIntArray();
    }

    private void colorVariables() {
        int[] handles = new int[colors.length];
        for (int v = 0; v < domain.length; v++) {
            for (int x = 0; x < domain[v]; x++) {
                handles[firstValue[v] + x] = unary[v] == null ? unaryClasses.add(0, 0)
                        : unaryClasses.add(unary[v].values()[x], unary[v].tolerance());
            }
        }
        unaryClasses.count();
        for (int v = 0; v < domain.length; v++) {
            for (int i = firstValue[v]; i < firstValue[v + 1]; i++) {
                classes[i] = unaryClasses.classOf(handles[i]);
                colors[i] = color(classes[i], domain[v]);
            }
        }
    }

    /** Finds the variables that no other one resembles, and no value another, once all neighbours are known. */
    private boolean[] findDistinctive(Budget budget) {
        boolean[] result = new boolean[domain.length];
        long[] keys = new long[domain.length];
        Long2IntOpenHashMap counts = new Long2IntOpenHashMap(domain.length);
        for (int v = 0; v < domain.length; v++) {
            budget.check();
            long[] values = Arrays.copyOfRange(colors, firstValue[v], firstValue[v + 1]);
            if (neighbourStart[v + 1] - neighbourStart[v] <= MAX_ANCHORS) {
                for (int i = incidenceStart[v]; i < incidenceStart[v + 1]; i++) {
                    addAround(incidence[i], v, values);
                }
                result[v] = Arrays.stream(values).distinct().count() == values.length;
            }
            for (long value : values) {
                keys[v] += Mixing.mix(value);
            }
            counts.addTo(keys[v], 1);
        }
        for (int v = 0; v < domain.length; v++) {
            result[v] &= counts.get(keys[v]) == 1;
        }
        return result;
    }

    private void addAround(int term, int variable, long[] added) {
        int[] scope = terms[term].blocks();
        long[][] axes = new long[scope.length][];
        Arrays.setAll(axes, k -> Arrays.copyOfRange(ownMembers, firstValue[scope[k]], firstValue[scope[k] + 1]));
        addAround(entries[term], axes, Arrays.binarySearch(scope, variable), added);
    }

    /** The initial colour of a value of a block with this number of values. */
    long color(long firstClass, int valueCount) {
        return Mixing.mix(Mixing.mix(firstClass) + valueCount) & colorMask;
    }

    /** The next colour, given the neighbourhood. */
    long nextColor(long color, long around) {
        return Mixing.mix(color + around) & colorMask;
    }

    /** What an entry of a class counts in products. */
    static long entry(int entryClass) {
        return Mixing.mix(entryClass ^ ENTRY);
    }

    /** What a value of a colour counts in the sum over a set. */
    static long member(long color) {
        return Mixing.mix(color ^ MEMBER);
    }

    int[] domain() {
        return domain;
    }

    int firstValue(int variable) {
        return firstValue[variable];
    }

    /** A term over two or more variables. */
    BlockTable term(int term) {
        return terms[term];
    }

    /** The hashed entries of a term. */
    long[] entries(int term) {
        return entries[term];
    }


    /**
     * Adds what a term says of the values on one of its axes: the hashed multiset of entries and colours along the
     * others, mixed, so that terms do not run into each other.
     *
     * @param hashes the entries of the term
     * @param axes   per axis, the sum over the values at each place; that of the own axis is not read
     * @param own    the axis asked about
     * @param added  by place on that axis
     */
    static void addAround(long[] hashes, long[][] axes, int own, long[] added) {
        if (axes.length == 2) {
            addPair(hashes, axes[1 - own], axes[own].length, own, added);
            return;
        }
        long[] sum = new long[axes[own].length];
        int[] digit = new int[axes.length];
        for (long hash : hashes) {
            long product = hash;
            for (int k = 0; k < digit.length; k++) {
                product *= k == own ? 1 : axes[k][digit[k]];
            }
            sum[digit[own]] += product;
            for (int k = digit.length - 1; k >= 0 && ++digit[k] == axes[k].length; k--) {
                digit[k] = 0;
            }
        }
        for (int x = 0; x < sum.length; x++) {
            added[x] += Mixing.mix(sum[x]);
        }
    }

    private static void addPair(long[] hashes, long[] other, int size, int own, long[] added) {
        int stride = own == 0 ? other.length : 1;
        int otherStride = own == 0 ? 1 : size;
        for (int x = 0; x < size; x++) {
            long sum = 0;
            for (int y = 0; y < other.length; y++) {
                sum += hashes[x * stride + y * otherStride] * other[y];
            }
            added[x] += Mixing.mix(sum);
        }
    }

    int incidenceStart(int variable) {
        return incidenceStart[variable];
    }

    /** A term around a variable, by place in {@link #incidenceStart}. */
    int incident(int place) {
        return incidence[place];
    }

    int neighbourStart(int variable) {
        return neighbourStart[variable];
    }

    /** A variable that shares a term with another, by place in {@link #neighbourStart}. */
    int neighbour(int place) {
        return neighbours[place];
    }

    int degree(int variable) {
        return incidenceStart[variable + 1] - incidenceStart[variable];
    }

    /** The part of a variable's log-potential that concerns it alone, or null. */
    BlockTable unary(int variable) {
        return unary[variable];
    }

    ValueClasses unaryClasses() {
        return unaryClasses;
    }

    ValueClasses entryClasses() {
        return entryClasses;
    }

    /** The class of a variable's value by what concerns the variable alone. */
    int valueClass(int variable, int value) {
        return classes[firstValue[variable] + value];
    }

    /** Whether terms with known neighbours distinguish a variable from all others, and its values from each other. */
    boolean isDistinctive(int variable) {
        return distinctive[variable];
    }

    /** A colour that no other value of any variable has. */
    long ownColor(int variable, int value) {
        return ownColors[firstValue[variable] + value];
    }

    ZeroSumDecomposition source() {
        return source;
    }
}
