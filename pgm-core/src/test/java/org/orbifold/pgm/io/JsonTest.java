package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void writesEveryKindOfValue() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("text", "a \"quoted\" \\ line\nand\ta\u0001 mark");
        all.put("numbers", Arrays.asList(1, -2.5, 1e300, new BigInteger("123456789012345678901234567890"), 7L));
        all.put("none", Arrays.asList(null, Double.NaN, Double.NEGATIVE_INFINITY, Optional.empty(),
                OptionalDouble.empty()));
        all.put("some", List.of(Optional.of("x"), OptionalDouble.of(0.5), true));
        all.put("arrays", List.of(new double[] {0.25, 1}, new int[] {3, 4}, new int[0]));
        all.put("empty", Map.of());
        assertThat(Json.text(all)).isEqualTo("{\"text\":\"a \\\"quoted\\\" \\\\ line\\nand\\ta\\u0001 mark\","
                + "\"numbers\":[1,-2.5,1.0E300,123456789012345678901234567890,7],"
                + "\"none\":[null,null,null,null,null],\"some\":[\"x\",0.5,true],"
                + "\"arrays\":[[0.25,1.0],[3,4],[]],\"empty\":{}}");
    }

    @Test
    void escapesHalvesOfCharactersOnly() {
        assertThat(Json.text("\uD83D\uDE00 \uD83D")).isEqualTo("\"\uD83D\uDE00 \\ud83d\"");
    }

    @Test
    void refusesOtherObjects() {
        assertThatThrownBy(() -> Json.text(List.of(new Object()))).hasMessageContaining("no form in JSON");
    }
}
