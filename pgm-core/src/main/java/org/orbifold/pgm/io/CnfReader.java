package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Reads DIMACS CNF as model counters take it: {@code p cnf V C}, clauses that a 0 ends, weights of literals as the
 * Model Counting Competitions write them since 2021 ({@code c p weight L W 0}), as in 2020 ({@code w L W 0}), and as
 * Cachet does ({@code w V W}; −1 for a variable without weights). A literal whose negation alone has a weight w
 * weighs 1 − w; a variable without weights weighs 1 either way. log Z is then the logarithm of the weighted count.
 *
 * <p>Other lines that begin with {@code c} are comments, and {@code %} ends the file. Clauses become hard
 * {@link Clause}s. Variables are named by their numbers, from 1.
 */
final class CnfReader {

    private static final String CLAUSE = "literals from 1 to the number of variables, or their negatives, and 0";

    private final TokenReader in;
    private final ModelBuilder model = GraphicalModel.builder();
    private int variables = -1;
    private int clauses;
    private int read;
    private final List<Literal> clause = new ArrayList<>();
    private boolean tautology;
    private boolean empty;
    /** By variable and sign: the weight of a literal; NaN if there is none. */
    private double[][] weights = {};
    private boolean projected;
    private final BitSet shown = new BitSet();
    private boolean anyShown;

    CnfReader(TokenReader in) {
        this.in = in;
        in.skipComments("");
    }

    GraphicalModel read() throws IOException {
        while (in.nextLine()) {
            String line = in.text();
            if (line.startsWith("%")) {
                break;
            }
            String[] words = line.split("\\s+");
            switch (words[0]) {
                case "c" -> comment(words);
                case "p" -> heading(words);
                case "w" -> weightLine(words);
                default -> {
                    if (line.startsWith("c")) {
                        break;
                    }
                    addLiterals(words);
                }
            }
        }
        if (variables < 0) {
            throw in.error("no line 'p cnf'", "'p cnf VARIABLES CLAUSES' before the clauses");
        }
        if (!clause.isEmpty()) {
            throw in.error("the last clause does not end", CLAUSE);
        }
        if (read != clauses) {
            throw in.error(read + " clauses", clauses + ", as the line 'p cnf' says");
        }
        refuseProjection();
        addWeights();
        return model.build();
    }

    private void heading(String[] words) throws IOException {
        String expected = "'p cnf VARIABLES CLAUSES', once";
        if (words.length != 4 || !words[1].equals("cnf") || variables >= 0) {
            throw in.error("'" + String.join(" ", words) + "'", expected);
        }
        variables = number(words[2], 0, Integer.MAX_VALUE / 4, expected);
        clauses = number(words[3], 0, Integer.MAX_VALUE, expected);
        weights = new double[variables][];
        for (int v = 1; v <= variables; v++) {
            model.variable(Integer.toString(v), Domain.ofSize(2));
        }
    }

    private void requireHeading() throws IOException {
        if (variables < 0) {
            throw in.error("something before the line 'p cnf'", "'p cnf VARIABLES CLAUSES' first");
        }
    }

    private int number(String word, int min, int max, String expected) throws IOException {
        try {
            int number = Integer.parseInt(word);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw in.error("'" + word + "'", expected);
    }

    private int literal(String word) throws IOException {
        return number(word, -variables, variables, CLAUSE);
    }

    private void comment(String[] words) throws IOException {
        if (words.length > 2 && words[1].equals("t")) {
            projected |= words[2].equals("pmc") || words[2].equals("pwmc");
        } else if (words.length > 2 && words[1].equals("p") && words[2].equals("show")) {
            requireHeading();
            anyShown = true;
            for (int i = 3; i < words.length; i++) {
                shown.set(Math.abs(literal(words[i])));
            }
        } else if (words.length > 2 && words[1].equals("p") && words[2].equals("weight")) {
            requireHeading();
            if (words.length != 6 || !words[5].equals("0")) {
                throw in.error("'" + String.join(" ", words) + "'", "'c p weight LITERAL WEIGHT 0'");
            }
            weight(literal(words[3]), words[4]);
        }
    }

    private void weightLine(String[] words) throws IOException {
        requireHeading();
        boolean terminated = words.length == 4 && words[3].equals("0");
        if (words.length != 3 && !terminated) {
            throw in.error("'" + String.join(" ", words) + "'", "'w LITERAL WEIGHT', perhaps with a 0 at the end");
        }
        int literal = literal(words[1]);
        if (!terminated && (words[2].equals("-1") || words[2].equals("-1.0"))) {
            return;
        }
        weight(literal, words[2]);
    }

    private void weight(int literal, String word) throws IOException {
        int slash = word.indexOf('/');
        double weight;
        try {
            weight = slash < 0 ? Double.parseDouble(word)
                    : Double.parseDouble(word.substring(0, slash)) / Double.parseDouble(word.substring(slash + 1));
        } catch (NumberFormatException e) {
            throw in.error("the weight '" + word + "'", "a number or a quotient, 0 or more");
        }
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw in.error("the weight '" + word + "'", "a finite number, 0 or more: weights are probabilities up to a "
                    + "factor here");
        }
        if (literal == 0) {
            throw in.error("a weight of the literal 0", CLAUSE);
        }
        int v = Math.abs(literal) - 1;
        if (weights[v] == null) {
            weights[v] = new double[] {Double.NaN, Double.NaN};
        }
        weights[v][literal > 0 ? 1 : 0] = weight;
    }

    private void addLiterals(String[] words) throws IOException {
        requireHeading();
        for (String word : words) {
            int literal = literal(word);
            if (literal != 0) {
                Literal next = Literal.of(Math.abs(literal) - 1, literal > 0 ? 1 : 0);
                tautology |= clause.contains(Literal.of(next.variable(), 1 - next.value()));
                if (!clause.contains(next)) {
                    clause.add(next);
                }
                continue;
            }
            read++;
            if (clause.isEmpty()) {
                empty = true;
            } else if (!tautology) {
                model.add(Clause.of(Double.POSITIVE_INFINITY, clause));
            }
            clause.clear();
            tautology = false;
        }
    }

    private void refuseProjection() throws IOException {
        shown.clear(0);
        if (shown.cardinality() < variables && (projected || anyShown)) {
            throw in.error("a projected count (pmc, pwmc): " + shown.cardinality() + " of " + variables
                    + " variables are shown", "mc or wmc, over all variables; projected counts are not supported");
        }
    }

    private void addWeights() throws IOException {
        for (int v = 0; v < variables; v++) {
            double[] own = weights[v];
            if (own == null) {
                continue;
            }
            for (int sign = 0; sign < 2; sign++) {
                if (Double.isNaN(own[sign])) {
                    own[sign] = 1 - own[1 - sign];
                    if (own[sign] < 0) {
                        throw in.error("the weight " + own[1 - sign] + " of a literal of variable " + (v + 1)
                                + " whose negation has none", "at most 1, or weights of both");
                    }
                }
            }
            model.table(new int[] {v}, Math.log(own[0]), Math.log(own[1]));
        }
        if (empty) {
            if (variables == 0) {
                throw in.error("an empty clause and no variables", "a variable at least");
            }
            model.table(new int[] {0}, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        }
    }
}
