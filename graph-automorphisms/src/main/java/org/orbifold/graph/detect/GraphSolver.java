package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.Mixing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Solves a whole graph: refine and decompose, reduce each component, search the rest, and combine the answers
 * as products of wreath products. Components that are equal (same canonical form) are exchanged by generators.
 */
final class GraphSolver {

    /** Reductions can uncover components and components reductions; beyond this depth the search takes over. */
    private static final int DEEPEST_REDUCTION = 32;

    private static final Logger LOG = LoggerFactory.getLogger(GraphSolver.class);

    /** Smaller components, of which there may be thousands, are not worth a line. */
    private static final int LOGGED = 1000;

    private final SearchBudget budget;
    private final boolean canonical;
    private @Nullable String exhausted;

    GraphSolver(SearchBudget budget, boolean canonical) {
        this.budget = budget;
        this.canonical = canonical;
    }

    /** Which limit stopped the search, or null. */
    @Nullable String exhausted() {
        return exhausted;
    }

    Solution solve(LocalGraph graph) {
        return solve(graph, canonical, 0);
    }

    private Solution solve(LocalGraph graph, boolean wantOrder, int depth) {
        Decomposition parts = new Decomposition(graph, budget.watching(graph.size()));
        GroupOrder order = new GroupOrder();
        List<int[]> generators = new ArrayList<>();
        int count = parts.componentCount();
        List<Part> hard = new ArrayList<>();
        int[] previousRigid = new int[count == 0 ? 0 : graph.size()];
        int[] rigidCopies = new int[previousRigid.length];
        for (int k = 0; k < count; k++) {
            int cell = parts.firstCell(k);
            if (!parts.isRigid(k)) {
                hard.add(new Part(k, cell, parts.to(k) - parts.from(k)));
                continue;
            }
            if (rigidCopies[cell]++ > 0) {
                generators.add(exchange(parts, previousRigid[cell], k));
            }
            previousRigid[cell] = k;
        }
        for (int copies : rigidCopies) {
            if (copies > 1) {
                order.multiplyFactorial(copies);
            }
        }
        solveHard(parts, hard, wantOrder, depth, order, generators);
        int[] vertexAt = wantOrder && exhausted == null ? assemble(graph.size(), parts, hard) : null;
        return new Solution(order, generators, vertexAt);
    }

    /** A component that needs a search. */
    private static final class Part {

        final int component;
        final int cell;
        final int size;
        private @Nullable Solution solution;
        private int @Nullable [] rows;
        long hash;

        Part(int component, int cell, int size) {
            this.component = component;
            this.cell = cell;
            this.size = size;
        }

        Solution solution() {
            return Objects.requireNonNull(solution, "not solved yet");
        }

        /** Its canonical order, which must have been asked for and reached. */
        int[] vertexAt() {
            return Objects.requireNonNull(solution().vertexAt(), "no canonical order");
        }

        boolean mayEqual(Part other) {
            return cell == other.cell && size == other.size;
        }

        boolean equalRows(Part other) {
            return rows != null && other.rows != null && mayEqual(other) && hash == other.hash
                && Arrays.equals(rows, other.rows);
        }

        static int compare(Part a, Part b) {
            int bySize = a.cell != b.cell ? Integer.compare(a.cell, b.cell) : Integer.compare(a.size, b.size);
            if (bySize != 0 || a.rows == null || b.rows == null) {
                return bySize;
            }
            return a.hash != b.hash ? Long.compare(a.hash, b.hash) : Arrays.compare(a.rows, b.rows);
        }
    }

    private void solveHard(Decomposition parts, List<Part> hard, boolean wantOrder, int depth,
            GroupOrder order, List<int[]> generators) {
        hard.sort(Part::compare);
        for (int i = 0; i < hard.size(); i++) {
            Part part = hard.get(i);
            boolean mayBeCopy = i > 0 && hard.get(i - 1).mayEqual(part)
                || i + 1 < hard.size() && hard.get(i + 1).mayEqual(part);
            LocalGraph graph = parts.extract(part.component);
            Solution solution = solveComponent(graph, wantOrder || mayBeCopy, depth);
            part.solution = solution;
            if (mayBeCopy && solution.vertexAt() != null) {
                int[] rows = Certificate.rows(graph, solution.vertexAt());
                part.rows = rows;
                for (int x : rows) {
                    part.hash = Mixing.combine(part.hash, x);
                }
            }
        }
        if (exhausted == null) {
            hard.sort(Part::compare);
        }
        int copies = 1;
        for (int i = 0; i < hard.size(); i++) {
            Part part = hard.get(i);
            if (i + 1 < hard.size() && part.equalRows(hard.get(i + 1))) {
                generators.add(exchange(parts, part, hard.get(i + 1)));
                copies++;
                continue;
            }
            order.multiply(part.solution().order(), copies);
            order.multiplyFactorial(copies);
            int from = parts.from(part.component);
            for (int[] g : part.solution().generators()) {
                int[] lifted = new int[g.length];
                for (int j = 0; j < g.length; j++) {
                    lifted[j] = parts.member(from + g[j]);
                }
                generators.add(lifted);
            }
            copies = 1;
        }
    }

    private Solution solveComponent(LocalGraph graph, boolean wantOrder, int depth) {
        if (exhausted != null) {
            return Solution.none();
        }
        try {
            return solvePart(graph, wantOrder, depth);
        } catch (SearchBudget.Exhausted e) {
            exhausted = e.getMessage();
            return Solution.none();
        }
    }

    private Solution solvePart(LocalGraph graph, boolean wantOrder, int depth) {
        if (depth < DEEPEST_REDUCTION) {
            Reduction reduction = new Reduction(graph, budget);
            LocalGraph reduced = reduction.reduce();
            if (reduced != null) {
                return reduction.expand(solve(reduced, wantOrder, depth + 1));
            }
        }
        return search(graph, wantOrder);
    }

    private Solution search(LocalGraph graph, boolean wantOrder) {
        NodeWalker walker = new NodeWalker(graph, budget.watching(graph.size()));
        Certifier certifier = new Certifier(graph.offsets(), graph.neighbours(), graph.colors());
        AutomorphismSearch search = new AutomorphismSearch(graph, walker, certifier, budget);
        int[] vertexAt = null;
        try {
            StabilizerPath path = search.run();
            if (wantOrder) {
                vertexAt = new CanonicalSearch(graph, walker, certifier, budget).run(path);
            }
        } catch (SearchBudget.Exhausted e) {
            exhausted = e.getMessage();
        }
        StabilizerPath found = search.result();
        if (LOG.isDebugEnabled() && graph.size() >= LOGGED) {
            LOG.debug("searched {} vertices in {} cells: depth {}, {} generators, {} nodes so far, {} s",
                graph.size(), walker.coloring.cellCount(), found.depth, found.generators.size(), budget.nodes(),
                budget.seconds());
        }
        return new Solution(found.order(), found.generators, vertexAt);
    }

    // ---- putting together ----

    private static int[] exchange(Decomposition parts, int a, int b) {
        int k = parts.to(a) - parts.from(a);
        int[] result = new int[4 * k];
        for (int i = 0; i < k; i++) {
            int x = parts.member(parts.from(a) + i);
            int y = parts.member(parts.from(b) + i);
            put(result, i, k, x, y);
        }
        return result;
    }

    private static int[] exchange(Decomposition parts, Part a, Part b) {
        int k = a.size;
        int[] orderOfA = a.vertexAt();
        int[] orderOfB = b.vertexAt();
        int[] result = new int[4 * k];
        for (int i = 0; i < k; i++) {
            int x = parts.member(parts.from(a.component) + orderOfA[i]);
            int y = parts.member(parts.from(b.component) + orderOfB[i]);
            put(result, i, k, x, y);
        }
        return result;
    }

    private static void put(int[] result, int i, int k, int x, int y) {
        result[2 * i] = x;
        result[2 * i + 1] = y;
        result[2 * k + 2 * i] = y;
        result[2 * k + 2 * i + 1] = x;
    }

    /** Singletons and components by the place of their first cell; in one cell rigid ones first, then by form. */
    private static int[] assemble(int n, Decomposition parts, List<Part> hard) {
        boolean[] isHard = new boolean[parts.componentCount()];
        for (Part part : hard) {
            isHard[part.component] = true;
        }
        int[] vertexAt = new int[n];
        int next = 0;
        // Components were found in the order of their first places, hence of their first cells.
        int component = 0;
        int hardIndex = 0;
        for (int place = 0; place < n;) {
            int cell = parts.coloring.cellOf(parts.coloring.vertexAt(place));
            int end = place + parts.coloring.length(cell);
            if (end == place + 1) {
                vertexAt[next++] = parts.coloring.vertexAt(place);
            }
            while (component < isHard.length && parts.firstCell(component) == place) {
                for (int i = parts.from(component); i < parts.to(component) && !isHard[component]; i++) {
                    vertexAt[next++] = parts.member(i);
                }
                component++;
            }
            for (; hardIndex < hard.size() && hard.get(hardIndex).cell == place; hardIndex++) {
                Part part = hard.get(hardIndex);
                for (int v : part.vertexAt()) {
                    vertexAt[next++] = parts.member(parts.from(part.component) + v);
                }
            }
            place = end;
        }
        return vertexAt;
    }
}
