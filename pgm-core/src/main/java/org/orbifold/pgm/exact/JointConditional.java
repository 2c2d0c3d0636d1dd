package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * The joint conditional distribution of a set of variables given all others, by a contraction tree: planned once,
 * computed for any state of the others. Draws from it exactly, and gives the conditional marginals of all variables of
 * the set, and of blocks of them.
 *
 * <p>The plan is immutable and knows scopes only: models with the same scopes and sizes share it. {@link #on} gives
 * scratch space for one thread and one model, which draws use again.
 */
public final class JointConditional {

    private final int[] variables;
    private final int[] sizes;
    private final int blockCount;
    /** The blocks, and variables in no table. */
    private final List<int[]> asked;
    private final Leaves leaves;
    private final ContractionProgram program;
    private final Descent descent;
    /** By leaf. */
    private final Member[][] members;
    private final long work;
    private final long entries;
    /** Made when marginals are first asked for. */
    private transient @Nullable DownwardPass down;

    /**
     * A factor of a leaf.
     *
     * @param factor  its number among the model's tables
     * @param outside its variables outside of the set
     * @param inside  where the entries of the leaf are in the factor's, from the place of the outside values
     */
    record Member(int factor, TableMath.Given outside, Broadcast inside) { }

    private JointConditional(GraphicalModel model, int[] order, List<int[]> blocks, double uses, Budget budget) {
        this.variables = order.clone();
        this.sizes = model.sizes();
        this.blockCount = blocks.size();
        boolean[] inside = new boolean[sizes.length];
        for (int v : order) {
            inside[v] = true;
        }
        this.asked = new ArrayList<>(blocks);
        boolean[] held = new boolean[sizes.length];
        for (Table table : model.factors(budget).tables()) {
            for (int v : table.scope()) {
                held[v] = true;
            }
        }
        // A variable in no table is a leaf of its own.
        Arrays.stream(order).filter(v -> !held[v]).forEach(v -> asked.add(new int[] {v}));
        this.leaves = Leaves.inside(model, inside, asked, budget);
        int[][] scopes = leaves.scopes();
        TreePlanner planner = new TreePlanner(sizes, scopes, ExactOptions.defaults().withThreads(1)
                .withBudget(budget), uses);
        ContractionTree tree = planner.improved(planner.greedy(order));
        ExactCost cost = tree.cost(scopes, leaves);
        if (cost.largestTable() > Table.MAX_ENTRIES) {
            throw new IllegalArgumentException("a table over " + (cost.width() + 1) + " variables is too large: it"
                    + " would have more than " + Table.MAX_ENTRIES + " entries");
        }
        this.work = (long) cost.operations();
        this.program = new ContractionProgram(tree, scopes, budget);
        double kept = 0;
        for (int node = 0; node < tree.nodeCount(); node++) {
            kept += tree.entries(program.ownOrder(node));
        }
        // Of a node its table and its adjoint.
        this.entries = (long) (2 * kept);
        this.descent = new Descent(program);
        this.members = new Member[leaves.count()][];
        List<Table> tables = model.factors().tables();
        for (int leaf = 0; leaf < members.length; leaf++) {
            budget.check();
            int[] whole = program.wholeOrder(leaf);
            members[leaf] = Arrays.stream(leaves.members(leaf)).mapToObj(t -> member(t, tables.get(t).scope(), whole))
                    .toArray(Member[]::new);
        }
    }

    private Member member(int number, int[] scope, int[] leaf) {
        return new Member(number, TableMath.Given.of(sizes, TableMath.filtered(scope, leaf, false), scope),
                Broadcast.of(sizes, leaf, scope));
    }

    /**
     * Plans for a set of variables.
     *
     * @param model the model; its features that are too wide for tables must not touch the set
     * @param order the variables of the set, in an order of elimination
     * @return the plan
     * @throws IllegalArgumentException if a table would be too large for memory
     */
    public static JointConditional plan(GraphicalModel model, int[] order) {
        return plan(model, order, List.of(), 1, Budget.unlimited());
    }

    /**
     * Plans for a set of variables, so that joint marginals of some blocks are given as well.
     *
     * @param model  the model; its features that are too wide for tables must not touch the set
     * @param order  the variables of the set, in an order of elimination, with which the search for a tree begins
     * @param blocks blocks inside the set; one whose variables are in no common table makes tables larger
     * @param uses   how often it will be drawn, about: the more, the longer a better tree is looked for
     * @param budget the time it may take
     * @return the plan
     * @throws IllegalArgumentException                 if a table would be too large for memory, or a block is not
     *                                                  inside the set
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static JointConditional plan(GraphicalModel model, int[] order, List<Block> blocks, double uses,
            Budget budget) {
        List<int[]> scopes = new ArrayList<>();
        boolean[] inside = new boolean[model.variableCount()];
        for (int v : order) {
            inside[v] = true;
        }
        for (Block block : blocks) {
            int[] scope = block.variables();
            if (Arrays.stream(scope).anyMatch(v -> !inside[v])) {
                throw new IllegalArgumentException("block " + block + " has variables outside of the set");
            }
            scopes.add(scope);
        }
        return new JointConditional(model, order, scopes, uses, budget);
    }

    /**
     * The set.
     *
     * @return its variables in the order given; a fresh array
     */
    public int[] variables() {
        return variables.clone();
    }

    /**
     * The entries of all tables: what scratch space takes.
     *
     * @return the sum
     */
    public long entries() {
        return entries;
    }

    /**
     * About the work of a draw with all marginals.
     *
     * @return in products of entries
     */
    public long work() {
        return work;
    }

    /**
     * Scratch space for one thread.
     *
     * @param model a model with the same tables as the one planned for, but for their entries
     * @return the distribution, ready for {@link JointSolver#condition}
     */
    public JointSolver on(GraphicalModel model) {
        return on(TableEntries.of(model));
    }

    /**
     * Scratch space for one thread that shares the entries of a model's tables with others.
     *
     * @param tables those of a model with the same tables as the one planned for
     * @return the distribution, ready for {@link JointSolver#condition}
     */
    public JointSolver on(TableEntries tables) {
        return new JointSolver(this, tables);
    }

    ContractionProgram program() {
        return program;
    }

    Descent descent() {
        return descent;
    }

    Member[] members(int leaf) {
        return members[leaf];
    }

    int blockCount() {
        return blockCount;
    }

    synchronized DownwardPass down() {
        if (down == null) {
            down = new DownwardPass(program, leaves, asked.stream().map(scope -> Arrays.stream(scope)
                    .filter(v -> sizes[v] > 1).toArray()).toList(), Budget.unlimited());
        }
        return down;
    }
}
