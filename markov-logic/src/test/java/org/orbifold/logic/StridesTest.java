package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The numbers of ground atoms: one for each, and those of a block beside each other. */
class StridesTest {

    private static Map<String, Constants> types(RandomGenerator random) {
        Map<String, Constants> types = new HashMap<>();
        for (String type : List.of("a", "b", "c")) {
            Constants constants = new Constants(type, new Naming(ConstantNames.UPPER));
            for (int i = random.nextInt(4); i >= 0; i--) {
                constants.add(type.toUpperCase(Locale.ROOT) + i);
            }
            types.put(type, constants);
        }
        return types;
    }

    @Property(tries = 300)
    void numbersAreABijection(@ForAll long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        Map<String, Constants> types = types(random);
        List<Predicate.Argument> arguments = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            arguments.add(new Predicate.Argument(List.of("a", "b", "c").get(random.nextInt(3)),
                    random.nextInt(3) == 0));
        }
        Strides strides = new Strides(new Predicate("P", arguments), types);
        long product = arguments.stream().mapToLong(argument -> types.get(argument.type()).size())
                .reduce(1, (p, q) -> p * q);
        assertThat(strides.atoms()).isEqualTo(product);
        Set<String> names = new HashSet<>();
        Map<List<Integer>, Long> blocks = new HashMap<>();
        for (long rank = 0; rank < strides.atoms(); rank++) {
            int[] constants = new int[arguments.size()];
            List<String> texts = new ArrayList<>();
            List<Integer> outside = new ArrayList<>();
            for (int i = 0; i < constants.length; i++) {
                constants[i] = strides.argument(rank, i);
                texts.add(types.get(arguments.get(i).type()).name(constants[i]));
                outside.add(arguments.get(i).exactlyOne() ? -1 : constants[i]);
            }
            assertThat(strides.rankAt(constants, 0)).isEqualTo(rank);
            int[] terms = Arrays.stream(constants).map(constant -> -1 - constant).toArray();
            assertThat(strides.rank(terms, new int[0])).isEqualTo(rank);
            assertThat(strides.name(rank)).isEqualTo("P(" + String.join(",", texts) + ")");
            assertThat(names.add(strides.name(rank))).isTrue();
            // One block for each choice of the other arguments.
            long block = rank / strides.blockSize();
            assertThat(blocks.computeIfAbsent(outside, key -> block)).isEqualTo(block);
        }
        assertThat(blocks).hasSize((int) (strides.atoms() / strides.blockSize()));
        assertThat(new HashSet<>(blocks.values())).hasSize(blocks.size());
    }

    @Test
    void namesOfBlocksAndValues() {
        Map<String, Constants> types = types(new SplittableRandom(1));
        Constants pair = new Constants("p", new Naming(ConstantNames.UPPER));
        pair.add("Left");
        pair.add("right hand");
        types.put("p", pair);
        Predicate.Argument chosen = new Predicate.Argument("p", true);
        Strides strides = new Strides(new Predicate("At", List.of(chosen, new Predicate.Argument("p", false), chosen)),
                types);
        assertThat(strides.blockSize()).isEqualTo(4);
        assertThat(strides.blockName(1)).isEqualTo("At(p!,\"right hand\",p!)");
        assertThat(strides.valueName(0)).isEqualTo("Left,Left");
        assertThat(strides.valueName(1)).isEqualTo("Left,\"right hand\"");
        assertThat(strides.name(6)).isEqualTo("At(\"right hand\",\"right hand\",Left)");
    }

    @Test
    void tooManyAtomsAreRefused() {
        Constants many = new Constants("t", new Naming(ConstantNames.UPPER));
        for (int i = 0; i < 1024; i++) {
            many.add("C" + i);
        }
        List<Predicate.Argument> six = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            six.add(new Predicate.Argument("t", false));
        }
        assertThat(new Strides(new Predicate("P", six), Map.of("t", many)).atoms()).isEqualTo(1L << 60);
        six.add(new Predicate.Argument("t", false));
        assertThatThrownBy(() -> new Strides(new Predicate("P", six), Map.of("t", many)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("more than 2^60 ground atoms");
    }
}
