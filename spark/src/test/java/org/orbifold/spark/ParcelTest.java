package org.orbifold.spark;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

class ParcelTest {

    private record Pair(int number, Object thing) { }

    static Stream<Object> values() {
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(77);
        List<Integer> filled = new ArrayList<>(List.of(1, 2, 3, 4));
        return Stream.of("text", 3L, List.of(), List.of(1), List.of(1, 2, 3), Stream.of(1, 2).toList(),
                Arrays.asList(1, null), Collections.unmodifiableList(filled), filled.subList(1, 3), Set.of(5, 6),
                Map.of("a", 1, "b", 2), new TreeMap<>(Map.of(2, "x", 1, "y")), new ConcurrentHashMap<>(Map.of(1, 2)),
                new HashMap<>(Map.of(bits, 1)), bits, IntArrayList.of(7, 8), Optional.of(List.of(1)),
                OptionalDouble.of(0.5), Path.of("a", "b"), new Pair(4, List.of(new Pair(5, bits))),
                InferenceOptions.defaults().withSampling(SamplingOptions.defaults().withCheckpoint(Path.of("c"), 1)),
                Models.hard(6));
    }

    @ParameterizedTest
    @MethodSource("values")
    void comesOutAsItWentIn(Object value) {
        assertThat(Parcel.open(Parcel.of(value))).isEqualTo(value);
    }

    @Test
    void innerClassesKeepTheObjectAround() {
        Supplier<String> inner = new Supplier<>() {
            private final int[] held = {1, 2};

            @Override
            public String get() {
                return name() + held[1];
            }
        };
        assertThat(((Supplier<?>) Parcel.open(Parcel.of(inner))).get()).isEqualTo("here2");
    }

    private String name() {
        return "here";
    }

    @Test
    void failuresKeepTheirMessage() {
        Object back = Parcel.open(Parcel.of(new IllegalArgumentException("no state", new RuntimeException("why"))));

        assertThat(back).isInstanceOf(IllegalArgumentException.class);
        assertThat((Throwable) back).hasMessage("no state").hasRootCauseMessage("why");
    }

    /** Of a ring, whose symmetries are found on a graph. */
    @Test
    void symmetriesKeepOrderFactorsAndOrbits() {
        BlockSymmetries found = SymmetryFinder.of(Models.ring(8)).variableValue();
        BlockSymmetries back = (BlockSymmetries) Parcel.open(Parcel.of(found));

        assertThat(back.order()).isEqualTo(found.order()).isGreaterThan(java.math.BigInteger.ONE);
        assertThat(back.generators()).isEqualTo(found.generators());
        assertThat(back.orbits().count()).isEqualTo(found.orbits().count());
        assertThat(back.group().order()).isEqualTo(found.order());
    }
}
