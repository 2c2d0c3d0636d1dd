package org.orbifold.mcmc.chain;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * The terms of a ladder's models, laid out for {@link ReplicaExchange}. Tables lie in one array for all temperatures:
 * but for zeros, which are hard in the coldest replica, they differ by a factor. Immutable, shared by threads.
 */
final class LadderTerms {

    final double[] lambdas;
    /** Tables of the coldest replica, and of the others as they would be at λ = 1, table after table. */
    final double[] cold;
    final double[] soft;
    /** Where the entries of a table begin, and its part of the two arrays after. */
    final int[] entriesOf;
    final int[] firstOf;
    /** The variables of the tables, and what each adds to the index of an entry. */
    final int[] variables;
    final int[] strides;
    /** The features of each replica that have no table. */
    final Feature[][] wide;
    final int[][] wideScopes;
    /** The terms of each variable: tables, then wide features. */
    final int[] firstTermOf;
    final int[] terms;

    LadderTerms(List<Double> lambdas, List<GraphicalModel> models) {
        this.lambdas = lambdas.stream().mapToDouble(lambda -> lambda).toArray();
        GraphicalModel model = models.get(0);
        List<Table> tables = model.factors().tables();
        this.entriesOf = new int[tables.size() + 1];
        this.firstOf = new int[tables.size() + 1];
        for (int f = 0; f < tables.size(); f++) {
            entriesOf[f + 1] = Math.addExact(entriesOf[f], tables.get(f).entryCount());
            firstOf[f + 1] = firstOf[f] + tables.get(f).arity();
        }
        this.cold = tables.stream().flatMapToDouble(table -> Arrays.stream(table.entries())).toArray();
        this.soft = Arrays.stream(cold).map(log -> HeatedModel.softened(log / this.lambdas[0], Tempering.SOFT_ZERO))
                .toArray();
        this.variables = tables.stream().flatMapToInt(table -> Arrays.stream(table.scope())).toArray();
        this.strides = tables.stream().flatMapToInt(table -> IntStream.range(0, table.arity()).map(table::stride))
                .toArray();
        this.wide = models.stream().map(one -> one.factors().wide().toArray(Feature[]::new)).toArray(Feature[][]::new);
        this.wideScopes = Arrays.stream(wide[0]).map(Feature::scope).toArray(int[][]::new);
        this.firstTermOf = new int[model.variableCount() + 1];
        this.terms = new int[variables.length + Arrays.stream(wideScopes).mapToInt(scope -> scope.length).sum()];
        IntStream.concat(Arrays.stream(variables), Arrays.stream(wideScopes).flatMapToInt(Arrays::stream))
                .forEach(v -> firstTermOf[v + 1]++);
        Arrays.parallelPrefix(firstTermOf, Integer::sum);
        int[] next = firstTermOf.clone();
        for (int f = 0; f < count(); f++) {
            int term = f;
            scope(f).forEach(v -> terms[next[v]++] = term);
        }
    }

    int tables() {
        return firstOf.length - 1;
    }

    int count() {
        return tables() + wideScopes.length;
    }

    private IntStream scope(int term) {
        return term < tables() ? Arrays.stream(variables, firstOf[term], firstOf[term + 1])
                : Arrays.stream(wideScopes[term - tables()]);
    }
}
