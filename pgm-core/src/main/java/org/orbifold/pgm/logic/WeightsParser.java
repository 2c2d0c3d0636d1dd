package org.orbifold.pgm.logic;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.orbifold.pgm.logic.Token.Kind;

/** Parses files of weights: formulas as in {@code .mln} files, each with a weight and with constants for {@code +x}. */
final class WeightsParser implements FormulaWeights {

    /** A file of more shapes than that is read line by line: comparing with all of them would take longer. */
    private static final int MOST_SHAPES = 64;

    /** About how long a line is, as a guess at how many there are. */
    private static final int LINE_LENGTH = 32;

    private final SourceText source;
    private final Object2IntOpenHashMap<String> numbers;
    private final List<String> formulas = new ArrayList<>();
    private final DoubleArrayList weights = new DoubleArrayList();
    private final IntArrayList offsets = new IntArrayList();
    private final BitSet asked = new BitSet();
    private int lastAsked;
    private int step;

    private WeightsParser(SourceText source) {
        this.source = source;
        this.numbers = new Object2IntOpenHashMap<>(source.text().length() / LINE_LENGTH);
        numbers.defaultReturnValue(-1);
    }

    static FormulaWeights parse(SourceText source) throws LogicParseException {
        WeightsParser parser = new WeightsParser(source);
        Lexer lexer = new Lexer(source);
        WeightLine line = new WeightLine(source.text());
        List<String> shapes = new ArrayList<>();
        while (true) {
            // Such files have very many lines of very few shapes: a line of a known shape is not parsed again.
            boolean plain = line.read(lexer.position());
            if (plain && line.hasShape(shapes)) {
                parser.add(line.weight(), line.formula(), line.start());
                lexer.moveTo(line.end());
                continue;
            }
            List<Token> tokens = lexer.statement();
            if (tokens == null) {
                return parser;
            }
            String formula = parser.statement(new TokenCursor(source, tokens, null));
            if (plain && lexer.position() == line.end() && formula.equals(line.formula())
                    && shapes.size() < MOST_SHAPES) {
                shapes.add(line.shape());
            }
        }
    }

    /** Parses a statement and returns the text of its formula. */
    private String statement(TokenCursor in) throws LogicParseException {
        Token first = in.peek();
        OptionalDouble weight = NetworkParser.weight(in);
        if (weight.isEmpty()) {
            throw in.unexpected("a weight and then a formula");
        }
        String formula = new SentenceParser(in).sentence().toString();
        in.expect(Kind.END, "a connective or the end of the line");
        add(weight.getAsDouble(), formula, first.start());
        return formula;
    }

    private void add(double weight, String formula, int offset) throws LogicParseException {
        int before = numbers.putIfAbsent(formula, weights.size());
        if (before >= 0) {
            throw source.error(offset, "the formula '" + formula + "' has a weight already, on line "
                    + source.line(offsets.getInt(before)), "one weight per formula");
        }
        formulas.add(formula);
        weights.add(weight);
        offsets.add(offset);
    }

    @Override
    public double weight(String instance) {
        int number = number(instance);
        if (number < 0) {
            throw new IllegalArgumentException(source.file() + ":1:1: there is no weight for '" + instance
                    + "', expected a line with a weight and this formula");
        }
        asked.set(number);
        return weights.getDouble(number);
    }

    /** Files are mostly as regular as the questions: one as far from the last as that was from the one before. */
    private int number(String instance) {
        int guess = lastAsked + step;
        int number = guess >= 0 && guess < formulas.size() && formulas.get(guess).equals(instance)
                ? guess : numbers.getInt(instance);
        step = number - lastAsked;
        lastAsked = number;
        return number;
    }

    @Override
    public Optional<String> unused() {
        int number = asked.nextClearBit(0);
        return number >= weights.size() ? Optional.empty()
                : Optional.of(source.place(offsets.getInt(number)));
    }
}
