package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.BothSigns;
import org.orbifold.logic.Sentence.Connective;
import org.orbifold.logic.Sentence.Equal;
import org.orbifold.logic.Sentence.Joined;
import org.orbifold.logic.Sentence.Not;
import org.orbifold.logic.Sentence.Quantified;

/** Any sentence, however its parts are nested, reads back from its text; layout and spare brackets change nothing. */
class SentenceRoundTripTest {

    private static final List<String> CONSTANTS = List.of("A", "B7", "12", "2nd", "v", "lower", "a b", "say \"x\"",
            "back\\slash", "Exist", "FORALL", "O'Neill", "Saint-Malo", "1.5", "É", "//", "+x", "(", "7e5", "_");

    private static Sentence parse(String text) throws IOException {
        SourceText source = new SourceText("text", text);
        TokenCursor in = new TokenCursor(source, new Lexer(source).statement(), new Naming(ConstantNames.UPPER), null);
        Sentence sentence = new SentenceParser(in).sentence();
        in.expectEnd("the end");
        return sentence;
    }

    private static <T> T choose(List<T> list, RandomGenerator random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Term term(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth > 0 ? 5 : 4)) {
            case 0 -> new Term.Constant(choose(CONSTANTS, random));
            case 1 -> new Term.Variable("w", true);
            case 2, 3 -> new Term.Variable(choose(List.of("x", "y", "vv", "_z", "x1"), random), false);
            default -> new Term.Application("f", terms(random, depth - 1));
        };
    }

    private static List<Term> terms(RandomGenerator random, int depth) {
        List<Term> terms = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            terms.add(term(random, depth));
        }
        return terms;
    }

    private static Atom atom(RandomGenerator random) {
        return new Atom(choose(List.of("P", "friends", "Is_A2"), random),
                random.nextInt(5) == 0 ? List.of() : terms(random, 2));
    }

    private static Sentence sentence(RandomGenerator random, int depth) {
        if (depth == 0) {
            return switch (random.nextInt(4)) {
                case 0 -> new Equal(term(random, 1), term(random, 1));
                case 1 -> new BothSigns(atom(random));
                default -> atom(random);
            };
        }
        return switch (random.nextInt(7)) {
            case 6 -> {
                int bound = random.nextInt(3);
                yield new Sentence.Counted(bound, random.nextBoolean() ? bound : Integer.MAX_VALUE,
                        choose(List.of(List.of("x"), List.of("y", "x")), random), sentence(random, depth - 1));
            }
            case 0 -> new Not(sentence(random, depth - 1));
            case 1 -> new Quantified(random.nextBoolean(), choose(List.of(List.of("x"), List.of("y", "x")), random),
                    sentence(random, depth - 1));
            case 2 -> sentence(random, 0);
            default -> new Joined(choose(List.of(Connective.values()), random), sentence(random, depth - 1),
                    sentence(random, depth - 1));
        };
    }

    @Property(tries = 2000)
    void everySentenceReadsBack(@ForAll long seed) throws IOException {
        Sentence sentence = sentence(new SplittableRandom(seed), 5);
        assertThat(parse(sentence.toString())).isEqualTo(sentence);
    }

    /** The same tree with all brackets written, and with a line break or comment after each sign. */
    @Property(tries = 500)
    void bracketsAndLayoutMayBeAdded(@ForAll long seed) throws IOException {
        Sentence sentence = sentence(new SplittableRandom(seed), 4);
        assertThat(parse(bracketed(sentence))).isEqualTo(sentence);
        if (!sentence.toString().contains("\"")) {
            String spread = sentence.toString().replace(",", " , /* ; */\n").replace(" ^ ", " ^ // and\n\n ")
                    .replace(" => ", "=>\n").replace("(", "( ");
            assertThat(parse(spread)).isEqualTo(sentence);
        }
    }

    private static String bracketed(Sentence sentence) {
        if (sentence instanceof Not not) {
            return "!(" + bracketed(not.part()) + ")";
        } else if (sentence instanceof Joined joined) {
            return "((" + bracketed(joined.left()) + ")" + joined.connective().sign() + "("
                    + bracketed(joined.right()) + "))";
        } else if (sentence instanceof Quantified quantified) {
            return "(" + (quantified.forall() ? "forall " : "Exists ") + String.join(" , ", quantified.variables())
                    + " (" + bracketed(quantified.body()) + "))";
        }
        return "((" + sentence + "))";
    }

    /** A template fills its holes as substituting first and writing then would. */
    @Property(tries = 500)
    void templatesAreTextsOfInstances(@ForAll long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        Sentence sentence = sentence(random, 4);
        String constant = choose(CONSTANTS, random);
        String other = choose(CONSTANTS, random);
        String filled = SentenceText.template(sentence, List.of("w", "x1"))
                .apply(new String[] {new Term.Constant(constant).toString(), new Term.Constant(other).toString()});
        assertThat(filled).isEqualTo(
                Substitution.instance(sentence, Map.of("w", constant, "x1", other)).toString());
    }
}
