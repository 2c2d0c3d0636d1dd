package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Reads UAI models: {@code TYPE n card{n} m scope{m} table{m}}, where line breaks are plain white space and lines that
 * begin with 'c' are comments, and so is what follows a '#'. A table's last variable changes fastest.
 */
final class UaiReader {

    /** Larger tables begin with this many entries and grow as they are read. */
    static final int FIRST_ENTRIES = 1 << 16;

    private final TokenReader in;
    private final ModelBuilder model = GraphicalModel.builder();
    /** For each factor the number of its variables, then those. */
    private final IntArrayList scopes = new IntArrayList();

    UaiReader(TokenReader in) {
        this.in = in;
        in.skipComments("c#");
        in.skipCommentsWithinLines();
    }

    /** Whether a word begins a UAI file; some programs write it in small letters. */
    static boolean isHeading(TokenReader in) {
        return in.is("MARKOV") || in.is("markov") || isBayes(in);
    }

    /** Whether a word is the heading of a Bayesian network. */
    static boolean isBayes(TokenReader in) {
        return in.is("BAYES") || in.is("bayes");
    }

    GraphicalModel read() throws IOException {
        in.require(in.next(), "'MARKOV' or 'BAYES'");
        boolean bayes = isBayes(in);
        if (!isHeading(in)) {
            throw in.error("unknown heading " + in.quoted(), "'MARKOV' or 'BAYES'");
        }
        int variables = in.nextInt(0, Integer.MAX_VALUE, "the number of variables");
        for (int i = 0; i < variables; i++) {
            model.variables(in.nextInt(1, Integer.MAX_VALUE, "the domain size of a variable"));
        }
        int factors = in.nextInt(0, Integer.MAX_VALUE, "the number of factors");
        if (bayes && factors != variables) {
            throw in.error("a Bayesian network of " + variables + " variables with " + factors + " factors",
                    "one conditional probability table for each variable");
        }
        readScopes(factors, bayes);
        int start = 0;
        while (start < scopes.size()) {
            int end = start + 1 + scopes.getInt(start);
            readTable(Arrays.copyOfRange(scopes.elements(), start + 1, end));
            start = end;
        }
        in.endFile("the last table");
        return model.build();
    }

    private void readScopes(int factors, boolean bayes) throws IOException {
        int variables = model.variableCount();
        int[] lastFactor = new int[variables];
        boolean[] hasTable = new boolean[variables];
        for (int f = 1; f <= factors; f++) {
            int size = in.nextInt(bayes ? 1 : 0, variables, "the number of variables of a factor");
            scopes.add(size);
            int variable = -1;
            for (int k = 0; k < size; k++) {
                variable = in.nextInt(0, variables - 1, "a variable of a factor");
                if (lastFactor[variable] == f) {
                    throw in.error("variable " + variable + " stands twice in a factor", "each variable once");
                }
                lastFactor[variable] = f;
                scopes.add(variable);
            }
            if (bayes && hasTable[variable]) {
                throw in.error("variable " + variable + " has two conditional probability tables",
                        "one for each variable, the variable itself standing last");
            } else if (bayes) {
                hasTable[variable] = true;
            }
        }
    }

    private void readTable(int[] scope) throws IOException {
        int claimed = in.nextInt(1, Integer.MAX_VALUE, "the number of entries of a table");
        int entries = TableSizes.product(in, scope.length, k -> model.size(scope[k]));
        if (claimed != entries) {
            throw in.error("a table of " + claimed + " entries",
                    entries + ", the product of the domain sizes of variables " + TableSizes.text(scope));
        }
        double[] logs = new double[Math.min(entries, FIRST_ENTRIES)];
        for (int i = 0; i < entries; i++) {
            if (i == logs.length) {
                logs = Arrays.copyOf(logs, (int) Math.min(entries, 2L * i));
            }
            logs[i] = in.nextLogPotential();
        }
        if (scope.length == 0 && logs[0] != Double.NEGATIVE_INFINITY) {
            model.constant(logs[0]);
        } else {
            model.table(scope, logs);
        }
    }
}
