package org.orbifold.logic;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.orbifold.logic.Token.Kind;

/** Parses files of weights: formulas as in {@code .mln} files, each with a weight and with constants for {@code +x}. */
final class WeightsParser implements FormulaWeights {

    /** About how long a line is, as a guess at how many there are. */
    private static final int LINE_LENGTH = 32;

    private final SourceText source;
    private final Object2IntOpenHashMap<String> numbers;
    private final DoubleArrayList weights = new DoubleArrayList();
    private final IntArrayList offsets = new IntArrayList();
    private final BitSet asked = new BitSet();

    private WeightsParser(SourceText source) {
        this.source = source;
        this.numbers = new Object2IntOpenHashMap<>(source.text().length() / LINE_LENGTH);
        numbers.defaultReturnValue(-1);
    }

    static FormulaWeights parse(SourceText source, Naming naming) throws LogicParseException {
        WeightsParser parser = new WeightsParser(source);
        Lexer lexer = new Lexer(source);
        for (List<Token> tokens = lexer.statement(); tokens != null; tokens = lexer.statement()) {
            parser.statement(new TokenCursor(source, tokens, naming, null));
        }
        return parser;
    }

    private void statement(TokenCursor in) throws LogicParseException {
        Token first = in.peek();
        OptionalDouble weight = NetworkParser.weight(in);
        if (weight.isEmpty()) {
            throw in.unexpected("a weight and then a formula");
        }
        in.skip(Kind.COLON);
        // As in networks, a FORALL around the whole formula says what its free variables say anyway.
        Sentence formula = Substitution.opened(new SentenceParser(in).sentence());
        in.expect(Kind.END, "a connective or the end of the line");
        add(weight.getAsDouble(), formula.toString(), first.start());
    }

    private void add(double weight, String formula, int offset) throws LogicParseException {
        int before = numbers.putIfAbsent(formula, weights.size());
        if (before >= 0) {
            throw source.error(offset, "the formula '" + formula + "' has a weight already, on line "
                    + source.line(offsets.getInt(before)), "one weight per formula");
        }
        weights.add(weight);
        offsets.add(offset);
    }

    @Override
    public double weight(String instance) {
        int number = numbers.getInt(instance);
        if (number < 0) {
            throw new IllegalArgumentException(source.file() + ":1:1: there is no weight for '" + instance
                    + "', expected a line with a weight and this formula");
        }
        asked.set(number);
        return weights.getDouble(number);
    }

    @Override
    public Optional<String> unused() {
        int number = asked.nextClearBit(0);
        return number >= weights.size() ? Optional.empty()
                : Optional.of(source.place(offsets.getInt(number)));
    }
}
