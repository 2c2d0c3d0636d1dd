package org.orbifold.pgm.io;

import java.io.IOException;

/**
 * Reads {@code .num} files: the number of variables, a line {@code i:size} for each, then clauses. In the file
 * variables count from 1 and values from 0; the model's variables are named by their index from 0, as in all formats.
 */
final class NumberedClauseReader extends ClauseReader {

    NumberedClauseReader(TokenReader in) {
        super(in);
        in.skipComments("#");
    }

    @Override
    void readVariables() throws IOException {
        int variables = in.nextInt(0, Integer.MAX_VALUE, "the number of variables");
        in.endLine("the end of the line after the number of variables");
        String expected = "'i:size' for each variable i in turn, counted from 1";
        for (int i = 1; i <= variables; i++) {
            in.require(in.next(':'), expected);
            if (in.toInt(1, variables, expected + ", i") != i) {
                throw in.error(in.quoted() + " is out of turn", "'" + i + ":size'");
            }
            if (!in.skip(':') || !in.nextInLine(' ')) {
                throw in.error("variable " + i + " without a size", expected);
            }
            model.variables(in.toInt(1, Integer.MAX_VALUE, "the domain size of a variable"));
            in.endLine("the end of the line after the domain size");
        }
    }

    @Override
    int variable() throws IOException {
        return in.toInt(1, model.variableCount(), "a variable") - 1;
    }

    @Override
    int value(int variable) throws IOException {
        return in.toInt(0, model.size(variable) - 1, "a value of the variable");
    }
}
