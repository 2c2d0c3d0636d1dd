package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.Map;
import org.orbifold.symmetry.refine.Mixing;

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
    private final AxisTable[] terms;
    private final long[][] entries;
    private final int[] termStart;
    private final int[] termVariables;
    private final int[] incidenceStart;
    private final int[] incidence;
    /** The variables that a variable shares terms with, each once. */
    private final int[] neighbourStart;
    private final int[] neighbours;
    private final AxisTable[] unary;
    private final ValueClasses unaryClasses = new ValueClasses();
    private final ValueClasses entryClasses = new ValueClasses();
    /** Of single variables, by (variable, value): first colours and their hashes. */
    private final long[] colors;
    private final long[] members;
    /** Colours that tell all values of all variables apart, and their hashes. */
    private final long[] ownColors;
    private final long[] ownMembers;
    private final boolean[] distinctive;

    private final long colorMask;
    private final long scopeMask;

    TermIndex(Interactions source) {
        this(source, -1, -1);
    }

    /** With hashes cut to some bits, so that tests see collisions. */
    TermIndex(Interactions source, long colorMask, long scopeMask) {
        this.colorMask = colorMask;
        this.scopeMask = scopeMask;
        this.domain = source.domain();
        firstValue = new int[domain.length + 1];
        for (int v = 0; v < domain.length; v++) {
            firstValue[v + 1] = firstValue[v] + domain[v];
        }
        unary = new AxisTable[domain.length];
        // Terms of several tables may have cancelled.
        terms = source.terms().stream().filter(term -> term.arity() > 1 && !term.isZero()).toArray(AxisTable[]::new);
        for (AxisTable term : source.terms()) {
            if (term.arity() == 1) {
                unary[term.blocks()[0]] = term;
            }
        }
        entries = new long[terms.length][];
        incidenceStart = new int[domain.length + 1];
        termStart = new int[terms.length + 1];
        for (int t = 0; t < terms.length; t++) {
            termStart[t + 1] = termStart[t] + terms[t].arity();
        }
        termVariables = new int[termStart[terms.length]];
        for (int t = 0; t < terms.length; t++) {
            System.arraycopy(terms[t].blocks(), 0, termVariables, termStart[t], terms[t].arity());
        }
        hashEntries();
        incidence = incidence();
        neighbourStart = new int[domain.length + 1];
        neighbours = neighbours();
        colors = new long[firstValue[domain.length]];
        members = new long[colors.length];
        colorVariables();
        ownColors = new long[colors.length];
        ownMembers = new long[colors.length];
        for (int i = 0; i < colors.length; i++) {
            ownColors[i] = Mixing.mix(i ^ OWN) & colorMask;
            ownMembers[i] = member(ownColors[i]);
        }
        distinctive = findDistinctive();
    }

    private void hashEntries() {
        Map<TableContent, AxisTable> distinct = new Object2ObjectOpenHashMap<>();
        for (AxisTable term : terms) {
            distinct.merge(new TableContent(term.sizes(), term.values()), term,
                    (a, b) -> a.slack() >= b.slack() ? a : b);
        }
        for (AxisTable term : distinct.values()) {
            for (double value : term.values()) {
                entryClasses.add(value, term.slack());
            }
        }
        entryClasses.count();
        Map<TableContent, long[]> hashed = new Object2ObjectOpenHashMap<>(distinct.size());
        distinct.forEach((content, term) -> {
            long[] hashes = new long[term.values().length];
            for (int i = 0; i < hashes.length; i++) {
                hashes[i] = entry(entryClasses.classOf(entryClasses.add(term.values()[i], term.slack())));
            }
            hashed.put(content, hashes);
        });
        for (int t = 0; t < terms.length; t++) {
            entries[t] = hashed.get(new TableContent(terms[t].sizes(), terms[t].values()));
        }
    }

    private int[] incidence() {
        for (AxisTable term : terms) {
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

    private int[] neighbours() {
        IntArrayList found = new IntArrayList();
        int[] seenBy = new int[domain.length];
        for (int v = 0; v < domain.length; v++) {
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
                        : unaryClasses.add(unary[v].values()[x], unary[v].slack());
            }
        }
        unaryClasses.count();
        for (int v = 0; v < domain.length; v++) {
            for (int i = firstValue[v]; i < firstValue[v + 1]; i++) {
                colors[i] = color(unaryClasses.classOf(handles[i]), domain[v]);
                members[i] = member(colors[i]);
            }
        }
    }

    /** Finds the variables that no other one resembles, and no value another, once all neighbours are known. */
    private boolean[] findDistinctive() {
        boolean[] result = new boolean[domain.length];
        long[] keys = new long[domain.length];
        Long2IntOpenHashMap counts = new Long2IntOpenHashMap(domain.length);
        for (int v = 0; v < domain.length; v++) {
            long[] values = Arrays.copyOfRange(colors, firstValue[v], firstValue[v + 1]);
            if (neighbourStart[v + 1] - neighbourStart[v] <= MAX_ANCHORS) {
                for (int i = incidenceStart[v]; i < incidenceStart[v + 1]; i++) {
                    addAround(incidence[i], v, ownMembers, values);
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

    /** The first colour of a value of a block of so many. */
    long color(int unaryClass, int valueCount) {
        return Mixing.mix(unaryClass, valueCount) & colorMask;
    }

    /** The colour that comes next, given what is around. */
    long nextColor(long color, long around) {
        return Mixing.mix(color + around) & colorMask;
    }

    /** Which bits of the keys of scopes are kept. */
    long scopeMask() {
        return scopeMask;
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

    /** Where the variables of a term start; those of the next one follow. */
    int termStart(int term) {
        return termStart[term];
    }

    int termVariable(int place) {
        return termVariables[place];
    }

    boolean contains(int term, int variable) {
        for (int i = termStart[term]; i < termStart[term + 1]; i++) {
            if (termVariables[i] == variable) {
                return true;
            }
        }
        return false;
    }

    /** A term over two or more variables. */
    AxisTable term(int term) {
        return terms[term];
    }

    /**
     * Adds what a term says of the values of one of its variables: the hashed multiset of entries and colours along the
     * other axes, mixed, so that terms do not run into each other.
     *
     * @param sums  by (variable, value), the sum over the values that it stands for
     * @param added by value of the variable; at least as long as its domain
     */
    void addAround(int term, int variable, long[] sums, long[] added) {
        int start = termStart[term];
        int arity = termStart[term + 1] - start;
        if (arity > 3) {
            addWide(term, variable, sums, added);
            return;
        }
        int own = 0;
        while (termVariables[start + own] != variable) {
            own++;
        }
        if (arity == 2) {
            addPair(entries[term], variable, own, termVariables[start + 1 - own], sums, added);
        } else {
            int b = termVariables[start + (own == 0 ? 1 : 0)];
            int c = termVariables[start + (own == 2 ? 1 : 2)];
            addTriple(entries[term], variable, own, b, c, sums, added);
        }
    }

    private void addPair(long[] hashes, int variable, int own, int b, long[] sums, long[] added) {
        int size = domain[variable];
        int sizeB = domain[b];
        int firstB = firstValue[b];
        int stride = own == 0 ? sizeB : 1;
        int strideB = own == 0 ? 1 : size;
        for (int x = 0; x < size; x++) {
            long sum = 0;
            for (int y = 0; y < sizeB; y++) {
                sum += hashes[x * stride + y * strideB] * sums[firstB + y];
            }
            added[x] += Mixing.mix(sum);
        }
    }

    private void addTriple(long[] hashes, int variable, int own, int b, int c, long[] sums, long[] added) {
        int size = domain[variable];
        int sizeB = domain[b];
        int sizeC = domain[c];
        int firstB = firstValue[b];
        int firstC = firstValue[c];
        int stride = own == 0 ? sizeB * sizeC : own == 1 ? sizeC : 1;
        int strideB = own == 0 ? sizeC : size * sizeC;
        int strideC = own == 2 ? size : 1;
        if (sizeB == 2 && sizeC == 2) {
            // Nearly all there is in models of binary variables.
            long c0 = sums[firstC];
            long c1 = sums[firstC + 1];
            long b0 = sums[firstB];
            long b1 = sums[firstB + 1];
            for (int x = 0, at = 0; x < size; x++, at += stride) {
                added[x] += Mixing.mix((hashes[at] * c0 + hashes[at + strideC] * c1) * b0
                        + (hashes[at + strideB] * c0 + hashes[at + strideB + strideC] * c1) * b1);
            }
            return;
        }
        for (int x = 0; x < size; x++) {
            long sum = 0;
            for (int y = 0; y < sizeB; y++) {
                long inner = 0;
                for (int z = 0; z < sizeC; z++) {
                    inner += hashes[x * stride + y * strideB + z * strideC] * sums[firstC + z];
                }
                sum += inner * sums[firstB + y];
            }
            added[x] += Mixing.mix(sum);
        }
    }

    private void addWide(int term, int variable, long[] sums, long[] added) {
        int start = termStart[term];
        int arity = termStart[term + 1] - start;
        long[][] axes = new long[arity][];
        int own = 0;
        for (int k = 0; k < arity; k++) {
            int v = termVariables[start + k];
            own = v == variable ? k : own;
            axes[k] = Arrays.copyOfRange(sums, firstValue[v], firstValue[v + 1]);
        }
        addAround(entries[term], axes, own, added);
    }

    /** The same for any table, given the sums along its axes. */
    static void addAround(long[] hashes, long[][] axes, int own, long[] added) {
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
    AxisTable unary(int variable) {
        return unary[variable];
    }

    ValueClasses unaryClasses() {
        return unaryClasses;
    }

    ValueClasses entryClasses() {
        return entryClasses;
    }

    long[] colors() {
        return colors;
    }

    /** Whether a variable is told from all others, and its values from each other, by terms with known neighbours. */
    boolean isDistinctive(int variable) {
        return distinctive[variable];
    }

    long[] ownColors() {
        return ownColors;
    }

    long[] ownMembers() {
        return ownMembers;
    }

    long[] members() {
        return members;
    }
}
