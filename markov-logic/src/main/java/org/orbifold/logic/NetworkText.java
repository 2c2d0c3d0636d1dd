package org.orbifold.logic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Token.Kind;

/** The text of a network's file with other weights; comments and order stay, included files stand in their place. */
final class NetworkText {

    private final Map<String, Integer> formulaAt = new HashMap<>();
    private final Map<Integer, List<String>> lines = new HashMap<>();
    private final Map<Integer, Boolean> plain = new HashMap<>();

    private final Naming naming;

    private NetworkText(MarkovLogic network, FormulaInstances instances, double[] weights) {
        this.naming = network.naming();
        List<WeightedSentence> formulas = network.formulas();
        for (int f = 0; f < formulas.size(); f++) {
            formulaAt.put(formulas.get(f).origin(), f);
        }
        for (int i = 0; i < weights.length; i++) {
            FormulaInstances.Instance instance = instances.list().get(i);
            WeightedSentence source = formulas.get(instance.formula());
            if (source.weightVariable().isEmpty()) {
                boolean isPlain = source.weight().isPresent()
                        || instance.text().equals(source.sentence().toString());
                lines.computeIfAbsent(instance.formula(), key -> new ArrayList<>())
                        .add(weights[i] + (isPlain ? "" : " " + SentenceText.of(instance.sentence(), naming)));
                plain.put(instance.formula(), isPlain);
            }
        }
    }

    static String of(Path file, MarkovLogic network, FormulaInstances instances, double[] weights)
            throws IOException {
        return new NetworkText(network, instances, weights).file(file);
    }

    private String file(Path path) throws IOException {
        SourceText source = SourceText.read(path);
        StringBuilder text = new StringBuilder();
        int copied = 0;
        Lexer lexer = new Lexer(source);
        for (List<Token> tokens = lexer.statement(); tokens != null; tokens = lexer.statement()) {
            TokenCursor in = new TokenCursor(source, tokens, naming);
            Token first = in.peek();
            int end = tokens.get(tokens.size() - 1).end();
            @Nullable Integer formula = formulaAt.get(source.place(first.start()));
            if (in.skip(Kind.INCLUDE)) {
                String name = ((Term.Constant) Term.of(in.text(in.peek()))).name();
                text.append(source.text(), copied, first.start()).append(file(path.resolveSibling(name)).strip());
                copied = end;
            } else if (formula != null && lines.containsKey(formula)) {
                List<String> with = lines.get(formula);
                text.append(source.text(), copied, first.start());
                if (Boolean.TRUE.equals(plain.get(formula))) {
                    NetworkParser.weight(in);
                    in.skip(Kind.COLON);
                    text.append(with.get(0)).append("  ").append(source.text(), in.peek().start(), end);
                } else {
                    text.append("// ").append(source.text().substring(first.start(), end).replaceAll("\\s*\\R\\s*",
                            " ")).append('\n').append(String.join("\n", with));
                }
                copied = end;
            }
        }
        return text.append(source.text(), copied, source.text().length()).toString();
    }
}
