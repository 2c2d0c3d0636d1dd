package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The soft formulas of a network over some databases, each with a number: a formula with a weight is one; a formula
 * without a weight is one for each sign of {@code *P(x)} and each choice of constants for its {@code +x}. Databases
 * share the instances that have the same text. Immutable.
 */
public final class FormulaInstances {

    /**
     * A formula with a weight of its own.
     *
     * @param formula  its place in {@link MarkovLogic#formulas()}
     * @param sentence what it says, with constants for {@code +} variables
     * @param text     the same as text
     * @param weight   the weight that the network gives it; empty if it gives none
     */
    public record Instance(int formula, Sentence sentence, String text, OptionalDouble weight) { }

    private final List<Instance> instances = new ArrayList<>();
    /** By formula: the numbers of its instances by their text. */
    private final List<Map<String, Integer>> numbers = new ArrayList<>();

    private FormulaInstances() { }

    /**
     * Lists the soft formulas.
     *
     * @param network   the network
     * @param databases databases of its atoms, which may name different constants
     * @return the instances, in the order of the network, then of the databases
     */
    public static FormulaInstances of(MarkovLogic network, List<Database> databases) {
        FormulaInstances all = new FormulaInstances();
        for (int f = 0; f < network.formulas().size(); f++) {
            all.numbers.add(new HashMap<>());
            for (Database database : databases) {
                for (Sentence signed : Grounder.signed(network.formulas().get(f).sentence())) {
                    all.numbers(f, signed, database, true);
                }
            }
        }
        return all;
    }

    /**
     * Returns the instances.
     *
     * @return an immutable list, by number
     */
    public List<Instance> list() {
        return Collections.unmodifiableList(instances);
    }

    /** The numbers of a formula's copies, the last {@code +} variable changing fastest; none of a hard one. */
    int[] numbers(int formula, Sentence signed, Database database) {
        return numbers(formula, signed, database, false);
    }

    private int[] numbers(int formula, Sentence signed, Database database, boolean add) {
        WeightedSentence source = database.network().formulas().get(formula);
        if (source.hard()) {
            return new int[] {-1};
        } else if (source.weight().isPresent()) {
            return new int[] {number(formula, source.sentence().toString(), source.weight(), source::sentence, add)};
        }
        List<Slot> varied = TypeInference.of(Arithmetic.plain(signed), database.network().predicateTable(),
                database.typeTable()).perConstant();
        int copies = 1;
        for (Slot slot : varied) {
            copies = Math.multiplyExact(copies, slot.size());
        }
        Function<String[], String> text = SentenceText.template(signed, varied.stream().map(Slot::name).toList());
        int[] result = new int[copies];
        int[] chosen = new int[varied.size()];
        String[] constants = new String[chosen.length];
        for (int copy = 0; copy < copies; copy++) {
            for (int i = 0; i < chosen.length; i++) {
                constants[i] = new Term.Constant(varied.get(i).type().name(chosen[i])).toString();
            }
            OptionalDouble weight = source.weightVariable().isPresent()
                    ? OptionalDouble.of(Grounder.number(varied.get(0).type().name(chosen[0]), source.origin()))
                    : OptionalDouble.empty();
            result[copy] = number(formula, text.apply(constants), weight, () -> instance(signed, varied, chosen), add);
            for (int i = chosen.length - 1; i >= 0 && ++chosen[i] == varied.get(i).size(); i--) {
                chosen[i] = 0;
            }
        }
        return result;
    }

    private static Sentence instance(Sentence signed, List<Slot> varied, int[] chosen) {
        Map<String, String> constants = new HashMap<>();
        for (int i = 0; i < chosen.length; i++) {
            constants.put(varied.get(i).name(), varied.get(i).type().name(chosen[i]));
        }
        return Substitution.instance(signed, constants);
    }

    private int number(int formula, String text, OptionalDouble weight, Supplier<Sentence> sentence, boolean add) {
        Integer known = numbers.get(formula).get(text);
        if (known == null && !add) {
            throw new IllegalArgumentException("the formula '" + text
                    + "' is about constants of a database that was not listed");
        } else if (known == null) {
            known = instances.size();
            instances.add(new Instance(formula, sentence.get(), text, weight));
            numbers.get(formula).put(text, known);
        }
        return known;
    }
}
