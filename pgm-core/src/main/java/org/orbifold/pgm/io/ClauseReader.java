package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Reads the files of the paper's release: declarations of variables, then one clause a line,
 * {@code weight<TAB>var val,var val}, which holds when any of its literals does. A comma may end a line; blank lines
 * mean nothing. The two kinds of file differ in how they declare and name variables.
 */
abstract class ClauseReader {

    final TokenReader in;
    final ModelBuilder model = GraphicalModel.builder();
    private final List<Literal> literals = new ArrayList<>();

    ClauseReader(TokenReader in) {
        this.in = in;
    }

    final GraphicalModel read() throws IOException {
        readVariables();
        while (in.next()) {
            readClause();
        }
        return model.build();
    }

    abstract void readVariables() throws IOException;

    /** The index of the variable that the current token names. */
    abstract int variable() throws IOException;

    /** The index of the value of a variable that the current token names. */
    abstract int value(int variable) throws IOException;

    private void readClause() throws IOException {
        double weight = in.toWeight();
        literals.clear();
        while (in.nextInLine(',')) {
            int variable = variable();
            if (!in.nextInLine(',') || in.isEmpty()) {
                throw in.error("a variable without a value", "'variable value' between commas");
            }
            literals.add(Literal.of(variable, value(variable)));
            if (!in.skip(',')) {
                break;
            }
        }
        in.endLine("a comma between literals, or the end of the line");
        if (literals.isEmpty()) {
            throw in.error("a weight without a clause", "weight, tab and then 'variable value' between commas");
        }
        model.add(Clause.of(weight, literals));
    }
}
