package org.orbifold.graph.detect;

import java.util.Arrays;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.graph.refine.Trace;

/**
 * The coarsest equitable partition of a coloured graph that respects its colours (colour refinement, one-dimensional
 * Weisfeiler–Leman): any two vertices of a cell have equally many neighbours in every cell. Immutable.
 *
 * <p>Cells are numbered from 0 in an order that does not depend on the names of the vertices, so isomorphic graphs
 * have corresponding cells. Every orbit of the automorphism group lies in one cell. Time O((n + m) log n), by {@link
 * RefinableColoring}.
 */
public final class EquitablePartition {

    private final int[] cellOf;
    private final int[] start;
    private final int[] vertices;

    private EquitablePartition(int[] cellOf, int[] start, int[] vertices) {
        this.cellOf = cellOf;
        this.start = start;
        this.vertices = vertices;
    }

    /**
     * Refines the colours of a graph.
     *
     * @param graph a graph
     * @return its coarsest equitable partition
     */
    public static EquitablePartition of(ColoredGraph graph) {
        return of(graph, graph.copyColors());
    }

    /**
     * Refines given colours in place of the graph's own.
     *
     * @param graph a graph
     * @param colors a colour for each vertex; their order decides the order of the cells
     * @return the coarsest equitable partition that respects the colours
     * @throws IllegalArgumentException if there is not one colour per vertex
     */
    public static EquitablePartition of(ColoredGraph graph, int[] colors) {
        int n = graph.vertexCount();
        if (colors.length != n) {
            throw new IllegalArgumentException(colors.length + " colours for " + n + " vertices; one each is needed");
        }
        LocalGraph encoded = Encoding.of(graph, colors);
        RefinableColoring coloring = new RefinableColoring(encoded.offsets(), encoded.neighbours(), encoded.colors());
        coloring.refine(Trace.NONE);
        int[] vertices = Arrays.copyOf(coloring.vertices(), n);
        int[] start = new int[Math.min(n, coloring.cellCount()) + 1];
        int[] cellOf = new int[n];
        int cells = 0;
        for (int place = 0; place < n; place++) {
            if (coloring.start(coloring.cellOf(vertices[place])) == place) {
                start[cells++] = place;
            }
            cellOf[vertices[place]] = cells - 1;
        }
        start[cells] = n;
        return new EquitablePartition(cellOf, Arrays.copyOf(start, cells + 1), vertices);
    }

    /**
     * The number of cells.
     *
     * @return the number of cells
     */
    public int cellCount() {
        return start.length - 1;
    }

    /**
     * The cell of a vertex.
     *
     * @param vertex a vertex
     * @return its cell's number
     */
    public int cellOf(int vertex) {
        if (vertex < 0 || vertex >= cellOf.length) {
            throw new IndexOutOfBoundsException("vertex " + vertex + " is out of range: the graph has " + cellOf.length
                + " vertices, numbered from 0");
        }
        return cellOf[vertex];
    }

    /**
     * The size of a cell.
     *
     * @param cell a cell
     * @return the number of its vertices
     */
    public int size(int cell) {
        return start[checked(cell) + 1] - start[cell];
    }

    /**
     * The vertices of a cell, in no particular order.
     *
     * @param cell a cell
     * @return a fresh array
     */
    public int[] vertices(int cell) {
        return Arrays.copyOfRange(vertices, start[checked(cell)], start[cell + 1]);
    }

    private int checked(int cell) {
        if (cell < 0 || cell >= cellCount()) {
            throw new IndexOutOfBoundsException("cell " + cell + " of " + cellCount() + ", numbered from 0");
        }
        return cell;
    }

    /**
     * Whether every cell has one vertex, so that the graph has no automorphism but the identity.
     *
     * @return whether the partition is discrete
     */
    public boolean isDiscrete() {
        return cellCount() == cellOf.length;
    }

    @Override
    public String toString() {
        return "EquitablePartition(" + cellOf.length + " vertices, " + cellCount() + " cells)";
    }
}
