package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * How variables are eliminated with tables of bounded size (mini-buckets; Dechter and Rish 2003): the tables of a
 * variable are divided into groups, first fit, and each group is eliminated by itself. The groups, here nodes, form a
 * forest: each sends one message, to the group that takes it. Nodes of one variable that share further variables are
 * joined by edges, over which weight can be shifted. Knows scopes only.
 */
final class MiniBucketTree {

    /**
     * A group of tables.
     *
     * @param variable the variable to eliminate
     * @param scope    the variables of its table, that one last
     * @param tables   the model's tables in it
     * @param places   where those stand in its table
     * @param children the nodes that send it messages
     * @param received where their messages stand in its table
     * @param entries  the entries of its table
     */
    record Node(int variable, int[] scope, int[] tables, Broadcast[] places, int[] children, Broadcast[] received,
            int entries) { }

    /**
     * Two nodes of the same variable.
     *
     * @param first    one of them
     * @param second   the other one
     * @param entries  the entries of a table over what they share
     * @param inFirst  where that stands in the first one's table
     * @param inSecond where that stands in the second one's
     */
    record Edge(int first, int second, int entries, Broadcast inFirst, Broadcast inSecond) { }

    private final GraphicalModel model;
    private final int[] sizes;
    private final double maxEntries;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final IntArrayList firstNode = new IntArrayList();
    private final IntArrayList firstEdge = new IntArrayList();
    private final int[] bucketOf;
    private final int[] parents;
    private final int[] roots;
    private long entries;

    // While it is made: the tables of each variable that are not eliminated, messages after the model's own.
    private final List<int[]> scopes = new ArrayList<>();
    private final IntArrayList[] incident;
    private final IntArrayList senders = new IntArrayList();
    private final boolean[] taken;

    private MiniBucketTree(GraphicalModel model, double maxEntries, Budget budget) {
        this.model = model;
        this.sizes = model.sizes();
        this.maxEntries = maxEntries;
        this.incident = new IntArrayList[model.variableCount()];
        Arrays.setAll(incident, v -> new IntArrayList(4));
        this.taken = new boolean[incident.length];
        this.bucketOf = new int[incident.length];
        for (Table table : model.factors(budget).tables()) {
            add(table.scope(), -1);
        }
        int tables = scopes.size();
        for (int v : EliminationOrder.ofAll(sizes, List.copyOf(scopes), budget)) {
            budget.check();
            eliminate(v, tables, budget);
        }
        firstNode.add(nodes.size());
        firstEdge.add(edges.size());
        parents = new int[nodes.size()];
        Arrays.fill(parents, -1);
        for (int n = 0; n < parents.length; n++) {
            for (int child : nodes.get(n).children) {
                parents[child] = n;
            }
        }
        roots = IntStream.range(0, parents.length).filter(n -> parents[n] < 0).toArray();
    }

    /**
     * Makes a forest.
     *
     * @param model      the model
     * @param maxEntries the most entries of a table; the model's own may be larger
     * @param budget     the time it may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    static MiniBucketTree of(GraphicalModel model, double maxEntries, Budget budget) {
        return new MiniBucketTree(model, maxEntries, budget);
    }

    /** By elimination; the nodes of a variable stand side by side. Not to be changed. */
    List<Node> nodes() {
        return nodes;
    }

    /** Not to be changed; those of a bucket from {@link #firstEdge} on. */
    List<Edge> edges() {
        return edges;
    }

    /** How many variables are eliminated. */
    int buckets() {
        return firstNode.size() - 1;
    }

    /** When a variable is eliminated: its place in the order. */
    int bucket(int variable) {
        return bucketOf[variable];
    }

    /** The node that takes a node's message; −1 for a root. */
    int parent(int node) {
        return parents[node];
    }

    /** The nodes whose messages are numbers. Not to be changed. */
    int[] roots() {
        return roots;
    }

    /** The first node of the k-th variable; for k = {@link #buckets()}, the number of nodes. */
    int firstNode(int bucket) {
        return firstNode.getInt(bucket);
    }

    int firstEdge(int bucket) {
        return firstEdge.getInt(bucket);
    }

    /** The entries of all tables together. */
    long entries() {
        return entries;
    }

    /** Whether no variable is divided, so that nothing is lost. */
    boolean isExact() {
        return nodes.size() == buckets();
    }

    private void add(int[] scope, int sender) {
        for (int v : scope) {
            incident[v].add(scopes.size());
        }
        scopes.add(scope);
        senders.add(sender);
    }

    private void eliminate(int v, int tables, Budget budget) {
        bucketOf[v] = buckets() + 1;
        firstNode.add(nodes.size());
        firstEdge.add(edges.size());
        taken[v] = true;
        int[] own = incident[v].intStream().filter(t -> isOpen(scopes.get(t), v)).boxed()
                .sorted(Comparator.comparingDouble((Integer t) -> -model.assignments(scopes.get(t))))
                .mapToInt(t -> t).toArray();
        List<IntArrayList> groups = new ArrayList<>();
        List<int[]> unions = new ArrayList<>();
        for (int t : own) {
            budget.check();
            int at = 0;
            while (at < groups.size() && model.assignments(with(unions.get(at), t)) > maxEntries) {
                at++;
            }
            if (at == groups.size()) {
                groups.add(new IntArrayList());
                unions.add(scopes.get(t));
            } else {
                unions.set(at, with(unions.get(at), t));
            }
            groups.get(at).add(t);
        }
        if (groups.isEmpty()) {
            // In no table: all its values weigh the same.
            groups.add(new IntArrayList());
            unions.add(new int[] {v});
        }
        int first = nodes.size();
        for (int g = 0; g < groups.size(); g++) {
            budget.check();
            addNode(v, unions.get(g), groups.get(g), tables);
        }
        for (int node = first + 1; node < nodes.size(); node++) {
            addEdge(first, node);
        }
        incident[v].clear();
    }

    private int[] with(int[] union, int table) {
        return ContractionTree.union(union, scopes.get(table));
    }

    /** Whether a table was not eliminated before: all its variables but this one are still there. */
    private boolean isOpen(int[] scope, int v) {
        for (int u : scope) {
            if (u != v && taken[u]) {
                return false;
            }
        }
        return true;
    }

    private void addNode(int v, int[] union, IntArrayList group, int tables) {
        int[] last = {v};
        int[] rest = TableMath.filtered(union, last, false);
        int[] scope = TableMath.concat(rest, last);
        int[] own = group.intStream().filter(t -> t < tables).toArray();
        int[] messages = group.intStream().filter(t -> t >= tables).toArray();
        int number = nodes.size();
        int size = TableMath.entries(sizes, scope);
        nodes.add(new Node(v, scope, own, broadcasts(scope, own),
                Arrays.stream(messages).map(senders::getInt).toArray(), broadcasts(scope, messages), size));
        entries += size;
        if (rest.length > 0) {
            add(rest, number);
        }
    }

    private Broadcast[] broadcasts(int[] scope, int[] numbers) {
        return Arrays.stream(numbers).mapToObj(t -> Broadcast.of(sizes, scope, scopes.get(t)))
                .toArray(Broadcast[]::new);
    }

    /** Joins a node to the earlier one of its variable with which it shares most. */
    private void addEdge(int first, int node) {
        int[] scope = nodes.get(node).scope;
        int[] most = {};
        int other = first;
        for (int n = first; n < node; n++) {
            int[] shared = TableMath.filtered(nodes.get(n).scope, scope, true);
            if (model.assignments(shared) > (most.length == 0 ? 0 : model.assignments(most))) {
                most = shared;
                other = n;
            }
        }
        edges.add(new Edge(other, node, TableMath.entries(sizes, most),
                Broadcast.of(sizes, nodes.get(other).scope, most), Broadcast.of(sizes, scope, most)));
    }
}
