package org.orbifold.pgm.logic;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.orbifold.pgm.logic.Token.Kind;

/** Parses files of weights: formulas as in {@code .mln} files, each with a weight and with constants for {@code +x}. */
final class WeightsParser implements FormulaWeights {

    private final SourceText source;
    private final Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();
    private final List<double[]> weights = new ArrayList<>();
    private final BitSet asked = new BitSet();

    private WeightsParser(SourceText source) {
        this.source = source;
        numbers.defaultReturnValue(-1);
    }

    static FormulaWeights parse(SourceText source) throws LogicParseException {
        WeightsParser parser = new WeightsParser(source);
        Lexer lexer = new Lexer(source);
        for (List<Token> tokens = lexer.statement(); tokens != null; tokens = lexer.statement()) {
            parser.line(new TokenCursor(source, tokens));
        }
        return parser;
    }

    private void line(TokenCursor in) throws LogicParseException {
        Token first = in.peek();
        OptionalDouble weight = NetworkParser.weight(in);
        if (weight.isEmpty()) {
            throw in.unexpected("a weight and then a formula");
        }
        String formula = new SentenceParser(in).sentence().toString();
        in.expect(Kind.END, "a connective or the end of the line");
        int before = numbers.putIfAbsent(formula, weights.size());
        if (before >= 0) {
            throw in.error(first, "the formula '" + formula + "' has a weight already, on line "
                    + source.line((int) weights.get(before)[1]), "one weight per formula");
        }
        weights.add(new double[] {weight.getAsDouble(), first.start()});
    }

    @Override
    public double weight(String instance) {
        int number = numbers.getInt(instance);
        if (number < 0) {
            throw new IllegalArgumentException(source.file() + ":1:1: there is no weight for '" + instance
                    + "', expected a line with a weight and this formula");
        }
        asked.set(number);
        return weights.get(number)[0];
    }

    @Override
    public Optional<String> unused() {
        int number = asked.nextClearBit(0);
        return number >= weights.size() ? Optional.empty()
                : Optional.of(source.place((int) weights.get(number)[1]));
    }
}
