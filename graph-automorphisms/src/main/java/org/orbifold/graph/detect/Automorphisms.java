package org.orbifold.graph.detect;

import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;

/**
 * The automorphism group of a coloured graph: generators, exact order, orbits. Immutable.
 *
 * <p>An automorphism is a permutation of the vertices that preserves colours and edges. The computation refines,
 * takes the graph apart, folds leaves and twins, and searches the rest by individualisation and refinement (McKay
 * and Piperno 2014 describe the frame); see {@code docs/} for the parts. It is deterministic. Every generator is
 * certified against the input graph before it is handed out. Worst case exponential, as for all known practical
 * methods; near-linear on sparse graphs that fall apart, such as those of graphical models.
 */
public final class Automorphisms {

    private final int vertexCount;
    private final GraphSymmetry found;
    private final GroupOrder factoredOrder;
    private final @Nullable String limit;
    private final long nodes;
    private volatile @Nullable BigInteger order;
    private volatile @Nullable Orbits orbits;
    private volatile @Nullable PermutationGroup group;

    private Automorphisms(int vertexCount, GraphSymmetry found, long nodes) {
        this.vertexCount = vertexCount;
        this.nodes = nodes;
        this.found = found;
        factoredOrder = found.order();
        limit = found.exhausted();
    }

    /**
     * Computes the automorphism group without limits.
     *
     * @param graph a graph
     * @return its group
     */
    public static Automorphisms of(ColoredGraph graph) {
        return of(graph, SearchOptions.defaults());
    }

    /**
     * Computes the automorphism group, or as much of it as the limits allow.
     *
     * @param graph a graph
     * @param options limits and listeners
     * @return its group, or a subgroup if {@link #isComplete} says so
     */
    public static Automorphisms of(ColoredGraph graph, SearchOptions options) {
        Objects.requireNonNull(graph, "the graph is null");
        SearchBudget budget = Objects.requireNonNull(options, "the options are null").startBudget();
        return from(graph, GraphSymmetry.compute(graph, false, budget), budget);
    }

    static Automorphisms from(ColoredGraph graph, GraphSymmetry found, SearchBudget budget) {
        return new Automorphisms(graph.vertexCount(), found, budget.nodes());
    }

    /**
     * The number of points that the permutations act on.
     *
     * @return the number of vertices
     */
    public int vertexCount() {
        return vertexCount;
    }

    /**
     * Generators of the group, each certified; stored by their support, so many local ones of a large graph are cheap.
     * The certified point lists become permutations at the first call.
     *
     * @return an immutable list; empty if the group is trivial
     */
    public List<Permutation> generators() {
        return found.generators();
    }

    /**
     * The number of generators, without making them permutations.
     *
     * @return the length of {@link #generators}
     */
    public int generatorCount() {
        return found.generatorCount();
    }

    /**
     * The exact order of the group. The number is made at the first call: an order of a million digits takes a moment,
     * {@link #log10Order} does not.
     *
     * @return the order; if the search was cut short, a lower bound of the order of the group that the generators
     *     generate
     */
    public BigInteger order() {
        BigInteger known = order;
        if (known == null) {
            known = factoredOrder.toBigInteger();
            order = known;
        }
        return known;
    }

    /**
     * The decimal logarithm of {@link #order}.
     *
     * @return the logarithm to base 10
     */
    public double log10Order() {
        return factoredOrder.log10();
    }

    /**
     * Whether only the identity was found.
     *
     * @return whether there are no generators
     */
    public boolean isTrivial() {
        return generatorCount() == 0;
    }

    /**
     * The orbits of the generators, numbered at the first call.
     *
     * @return the partition of the vertices into orbits
     */
    public Orbits orbits() {
        Orbits known = orbits;
        if (known == null) {
            known = Orbits.of(found.orbits());
            orbits = known;
        }
        return known;
    }

    /**
     * The group with all that perm-group can do: membership, uniform elements, factors. Made at the first call.
     *
     * @return the group of the generators
     */
    public PermutationGroup group() {
        PermutationGroup known = group;
        if (known == null) {
            known = PermutationGroup.of(vertexCount, generators());
            group = known;
        }
        return known;
    }

    /**
     * Whether the search ran to its end. If not, the generators are automorphisms but may generate a proper subgroup,
     * and orbits may be too fine.
     *
     * @return whether this is the whole group
     */
    public boolean isComplete() {
        return limit == null;
    }

    /**
     * What stopped the search, if something did.
     *
     * @return a sentence for people
     */
    public Optional<String> limitReached() {
        return Optional.ofNullable(limit);
    }

    /**
     * The number of search nodes visited.
     *
     * @return the number of individualisations that were refined
     */
    public long searchNodes() {
        return nodes;
    }

    @Override
    public String toString() {
        return "Automorphisms(" + vertexCount + " vertices, " + generatorCount() + " generators, log10 order "
            + log10Order() + (isComplete() ? ")" : ", incomplete: " + limit + ")");
    }
}
