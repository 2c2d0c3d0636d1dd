package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Bayesian network while a file of it is read: named variables with named states, and a table for each. All formats
 * end here, so that all refuse the same mistakes.
 */
final class NetworkDraft {

    private static final Logger LOG = LoggerFactory.getLogger(NetworkDraft.class);
    private static final int SHOWN_VALUES = 8;

    private final TokenReader in;
    private final boolean normalise;
    private final ModelBuilder model = GraphicalModel.builder();
    private final List<String> names = new ArrayList<>();
    private final List<Domain> domains = new ArrayList<>();
    private final List<Object2IntOpenHashMap<String>> values = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();
    private final List<@Nullable ConditionalTable> tables = new ArrayList<>();
    /** As the file has them. */
    private final List<ConditionalTable> inOrder = new ArrayList<>();
    private final Object2IntOpenHashMap<String> indexByName = new Object2IntOpenHashMap<>();
    /** Variables with the same states share one domain and one index. */
    private final Map<List<String>, Integer> sameStates = new HashMap<>();
    /** Additions after all variables of the file are known, so that their numbers stay. */
    private final List<Addition> additions = new ArrayList<>();
    /** The number of variables of the file. */
    private int declared = Integer.MAX_VALUE;

    /** A deferred addition to the network. */
    interface Addition {
        void add() throws ModelParseException;
    }

    /** Takes where mistakes are, and whether rows are divided by their sums instead of being refused. */
    NetworkDraft(TokenReader in, boolean normalise) {
        this.in = in;
        this.normalise = normalise;
        indexByName.defaultReturnValue(-1);
    }

    /** Declares a variable; returns its index. */
    int variable(String name, List<String> states, int line) throws ModelParseException {
        if (states.isEmpty()) {
            throw in.error(line, "variable " + TokenReader.quote(name) + " has no states", "one state or more");
        } else if (indexByName.putIfAbsent(name, names.size()) >= 0) {
            throw in.error(line, "variable " + TokenReader.quote(name) + " is declared twice", "names that differ");
        }
        Integer same = sameStates.putIfAbsent(List.copyOf(states), names.size());
        if (same != null) {
            domains.add(domains.get(same));
            values.add(values.get(same));
        } else {
            domains.add(domain(name, states, line));
            values.add(index(states));
        }
        names.add(name);
        lines.add(line);
        tables.add(null);
        return names.size() - 1;
    }

    /** Adds something once all variables of the file are known. */
    void later(Addition addition) {
        additions.add(addition);
    }

    /** Adds an auxiliary variable with the states of another one and a name made from that; returns its index. */
    int auxiliary(int like, int line) throws ModelParseException {
        int number = names.size() - Math.min(declared, names.size()) + 1;
        StringBuilder name = new StringBuilder(names.get(like)).append('#').append(number);
        while (indexByName.containsKey(name.toString())) {
            name.insert(names.get(like).length(), '#');
        }
        return variable(name.toString(), IntStream.range(0, size(like)).mapToObj(domains.get(like)::label).toList(),
                line);
    }

    private Domain domain(String name, List<String> states, int line) throws ModelParseException {
        for (String state : states) {
            if (state.isEmpty()) {
                throw in.error(line, "a state of variable " + TokenReader.quote(name) + " has no name",
                        "names of states");
            } else if (states.indexOf(state) != states.lastIndexOf(state)) {
                throw in.error(line, "variable " + TokenReader.quote(name) + " has two states "
                        + TokenReader.quote(state), "states that differ");
            }
        }
        return Domain.of(states.toArray(new String[0]));
    }

    private static Object2IntOpenHashMap<String> index(List<String> states) {
        Object2IntOpenHashMap<String> index = new Object2IntOpenHashMap<>();
        index.defaultReturnValue(-1);
        states.forEach(state -> index.put(state, index.size()));
        return index;
    }

    /** The index of a variable. */
    int find(String name, int line) throws ModelParseException {
        int variable = indexByName.getInt(name);
        if (variable < 0) {
            throw in.error(line, "unknown variable " + TokenReader.quote(name), "one that the file declares");
        }
        return variable;
    }

    /** The index of a state of a variable. */
    int state(int variable, String name, int line) throws ModelParseException {
        int state = values.get(variable).getInt(name);
        if (state < 0) {
            throw in.error(line, "variable " + TokenReader.quote(names.get(variable)) + " has no state "
                    + TokenReader.quote(name), "one of " + TokenReader.labels(domains.get(variable), SHOWN_VALUES));
        }
        return state;
    }

    int size(int variable) {
        return domains.get(variable).size();
    }

    /** Begins the table of a variable given others. */
    ConditionalTable table(int child, int[] parents, int line) throws ModelParseException {
        check(child, parents, line);
        TableSizes.product(in, parents.length + 1, k -> size(k < parents.length ? parents[k] : child));
        int rows = TableSizes.product(in, parents.length, k -> size(parents[k]));
        ConditionalTable table = new ConditionalTable(child, size(child), parents, rows);
        tables.set(child, table);
        inOrder.add(table);
        return table;
    }

    /** Refuses a second table, and parents that are listed twice or are the variable itself. */
    void check(int child, int[] parents, int line) throws ModelParseException {
        String name = TokenReader.quote(names.get(child));
        if (tables.get(child) != null) {
            throw in.error(line, "variable " + name + " has two tables of probabilities", "one");
        }
        for (int k = 0; k < parents.length; k++) {
            for (int j = 0; j < k; j++) {
                if (parents[j] == parents[k]) {
                    throw in.error(line, "variable " + TokenReader.quote(names.get(parents[k]))
                            + " is twice a parent of " + name, "each parent once");
                }
            }
            if (parents[k] == child) {
                throw in.error(line, "variable " + name + " is its own parent", "a network without cycles");
            }
        }
    }

    /** The row of a table for given states of the parents. */
    int row(ConditionalTable table, int[] states) {
        int row = 0;
        for (int k = 0; k < states.length; k++) {
            row = row * size(table.parents()[k]) + states[k];
        }
        return row;
    }

    /** "variable 'T' given 2 others" for a message. */
    String describe(ConditionalTable table) {
        return "variable " + TokenReader.quote(names.get(table.child()))
                + (table.parents().length == 0 ? "" : " given its " + table.parents().length + " parents");
    }

    /** "variable 'T' given O=emp, R=big" for a message. */
    String describe(ConditionalTable table, int row) {
        StringBuilder text = new StringBuilder();
        int rest = row;
        for (int k = table.parents().length - 1; k >= 0; k--) {
            int parent = table.parents()[k];
            text.insert(0, (k == 0 ? " given " : ", ") + names.get(parent) + "="
                    + domains.get(parent).label(rest % size(parent)));
            rest /= size(parent);
        }
        String given = text.length() <= 80 ? text.toString() : text.substring(0, 80) + "…";
        return "variable " + TokenReader.quote(names.get(table.child())) + given;
    }

    /** Older versions of aGrUM list parents as a set, in another order than that of the table; nothing tells which. */
    void warnOfAgrum() {
        long nodes = inOrder.stream().filter(table -> table.parents().length > 1).count();
        if (nodes > 0) {
            LOG.warn("{} looks like a file of aGrUM, of which older versions list parents in another order than that "
                    + "of the table; variables with several parents ({} of them) are read as listed: compare with a "
                    + ".bif or .net file of the network", in.file(), nodes);
        }
    }

    /** Checks what can be checked only when all is read, and makes the model. */
    GraphicalModel build() throws ModelParseException {
        if (names.isEmpty()) {
            throw in.error("the network has no variables", "one or more");
        }
        declared = names.size();
        for (Addition addition : additions) {
            addition.add();
        }
        int[][] parents = new int[names.size()][];
        for (int v = 0; v < parents.length; v++) {
            ConditionalTable table = tables.get(v);
            if (table == null) {
                throw in.error(lines.get(v), "variable " + TokenReader.quote(names.get(v))
                        + " has no table of probabilities", "one for each variable");
            }
            parents[v] = table.parents();
            checkSums(table);
            if (v < declared) {
                model.variable(names.get(v), domains.get(v));
            } else {
                model.auxiliary(names.get(v), domains.get(v));
            }
        }
        int[] cyclic = BayesNetworks.belowCycles(parents);
        if (cyclic.length > 0) {
            throw in.error(lines.get(cyclic[0]), "variable " + TokenReader.quote(names.get(cyclic[0]))
                    + " is its own ancestor or below one", "a network without cycles");
        }
        for (ConditionalTable table : inOrder) {
            int[] scope = Arrays.copyOf(table.parents(), table.parents().length + 1);
            scope[scope.length - 1] = table.child();
            model.table(scope, table.logs());
        }
        return model.build();
    }

    private void checkSums(ConditionalTable table) throws ModelParseException {
        for (int row = table.wrongRow(0); row >= 0; row = table.wrongRow(row + 1)) {
            if (!normalise || !(table.sum(row) > 0)) {
                throw in.error(table.line(row), "the probabilities of " + describe(table, row) + " sum to "
                        + table.sum(row), "1" + (table.sum(row) > 0 ? " (or reading with normalised rows)" : ""));
            }
        }
        if (normalise) {
            table.normalise();
        }
    }
}
