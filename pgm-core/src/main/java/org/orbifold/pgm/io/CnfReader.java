package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
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

    /** Words of a line that is no clause, and one more. */
    private static final int MOST_WORDS = 8;
    /** Declared variables up to which none need occur: a model of as many takes some hundred megabytes. */
    private static final int MOST_UNSEEN = 1_000_000;
    /** Above, one variable in this many occurs at least. */
    private static final int LEAST_SEEN = 100;

    private final TokenReader in;
    private int variables = -1;
    private int clauses;
    private int read;
    private final List<Clause> found = new ArrayList<>();
    private final IntArrayList clause = new IntArrayList();
    private final IntSet inClause = new IntOpenHashSet();
    private boolean tautology;
    private boolean empty;
    /** By variable, from 1: the weights of its negative and positive literal; NaN if there is none. */
    private final Int2ObjectMap<double[]> weights = new Int2ObjectOpenHashMap<>();
    private boolean projected;
    private final BitSet seen = new BitSet();
    private final BitSet shown = new BitSet();
    private boolean anyShown;

    CnfReader(TokenReader in) {
        this.in = in;
        in.skipComments("");
    }

    GraphicalModel read() throws IOException {
        while (in.next() && !in.startsWith("%")) {
            if (in.is("p")) {
                heading(words());
            } else if (in.is("w")) {
                weightLine(words());
            } else if (in.is("c")) {
                comment();
            } else if (in.startsWith("c")) {
                skipLine();
            } else {
                do {
                    addLiteral(in.text());
                } while (in.nextInLine(' '));
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
        if (variables > MOST_UNSEEN && seen.cardinality() < variables / LEAST_SEEN) {
            throw in.error("the line 'p cnf' says " + variables + " variables, but " + seen.cardinality() + " occur",
                    "about as many variables as occur");
        }
        refuseProjection();
        return model();
    }

    private GraphicalModel model() throws IOException {
        ModelBuilder model = GraphicalModel.builder();
        for (int v = 1; v <= variables; v++) {
            model.variable(Integer.toString(v), Domain.ofSize(2));
        }
        found.forEach(model::add);
        addWeights(model);
        return model.build();
    }

    /** The words of a line whose first one was read. */
    private String[] words() throws IOException {
        List<String> words = new ArrayList<>();
        do {
            words.add(in.text());
        } while (words.size() <= MOST_WORDS && in.nextInLine(' '));
        skipLine();
        return words.toArray(String[]::new);
    }

    private void skipLine() throws IOException {
        for (int c = in.peek(); c >= 0 && c != '\n'; c = in.peek()) {
            in.skipByte();
        }
    }

    private void heading(String[] words) throws IOException {
        String expected = "'p cnf VARIABLES CLAUSES', once";
        if (words.length != 4 || !words[1].equals("cnf") || variables >= 0) {
            throw in.error("'" + String.join(" ", words) + "'", expected);
        }
        variables = number(words[2], 0, Integer.MAX_VALUE / 4, expected);
        clauses = number(words[3], 0, Integer.MAX_VALUE, expected);
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

    /** What competitions say in comments; any other comment is skipped, whatever it is. */
    private void comment() throws IOException {
        // Blanks are passed over; no other comment is taken as a token, which has a longest length.
        in.skip(' ');
        if ((in.peek() == 't' || in.peek() == 'p') && in.nextInLine(' ')) {
            if (in.is("t")) {
                projected |= in.nextInLine(' ') && (in.is("pmc") || in.is("pwmc"));
            } else if (in.is("p") && in.nextInLine(' ')) {
                if (in.is("show")) {
                    requireHeading();
                    anyShown = true;
                    while (in.nextInLine(' ')) {
                        shown.set(Math.abs(literal(in.text())));
                    }
                } else if (in.is("weight")) {
                    requireHeading();
                    String[] words = words();
                    if (words.length != 4 || !words[3].equals("0")) {
                        throw in.error("'c p " + String.join(" ", words) + "'", "'c p weight LITERAL WEIGHT 0'");
                    }
                    weight(literal(words[1]), words[2]);
                }
            }
        }
        skipLine();
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
        weights.computeIfAbsent(Math.abs(literal), v -> new double[] {Double.NaN, Double.NaN})[literal > 0 ? 1 : 0] =
                weight;
    }

    private void addLiteral(String word) throws IOException {
        requireHeading();
        int literal = literal(word);
        if (literal != 0) {
            seen.set(Math.abs(literal));
            tautology |= inClause.contains(-literal);
            if (inClause.add(literal)) {
                clause.add(literal);
            }
            return;
        }
        read++;
        if (clause.isEmpty()) {
            empty = true;
        } else if (!tautology) {
            found.add(Clause.of(Double.POSITIVE_INFINITY, clause.intStream().mapToObj(one ->
                    Literal.of(Math.abs(one) - 1, one > 0 ? 1 : 0)).toList()));
        }
        clause.clear();
        inClause.clear();
        tautology = false;
    }

    private void refuseProjection() throws IOException {
        shown.clear(0);
        if (shown.cardinality() < variables && (projected || anyShown)) {
            throw in.error("a projected count (pmc, pwmc): " + shown.cardinality() + " of " + variables
                    + " variables are shown", "mc or wmc, over all variables; projected counts are not supported");
        }
    }

    private void addWeights(ModelBuilder model) throws IOException {
        for (int v : weights.keySet().intStream().sorted().toArray()) {
            double[] own = weights.get(v);
            for (int sign = 0; sign < 2; sign++) {
                if (Double.isNaN(own[sign])) {
                    own[sign] = 1 - own[1 - sign];
                    if (own[sign] < 0) {
                        throw in.error("the weight " + own[1 - sign] + " of a literal of variable " + v
                                + " whose negation has none", "at most 1, or weights of both");
                    }
                }
            }
            model.table(new int[] {v - 1}, Math.log(own[0]), Math.log(own[1]));
        }
        if (empty) {
            if (variables == 0) {
                throw in.error("an empty clause and no variables", "a variable at least");
            }
            model.table(new int[] {0}, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        }
    }
}
