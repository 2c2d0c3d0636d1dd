package org.orbifold.experiments.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class InertJsonTest {

    private static String content(String value) throws Exception {
        String element = InertJson.element("data", JsonNodeFactory.instance.objectNode().put(value, value));
        assertThat(element).startsWith("<script type=\"application/json\" id=\"data\">").endsWith("</script>\n");
        return element.substring(element.indexOf('>') + 1, element.lastIndexOf("</script>"));
    }

    /** Any text comes back, and nothing in it could be taken for markup. */
    @Property(tries = 300)
    void anyTextIsInert(@ForAll String text) throws Exception {
        // Half of a pair of code units is no text.
        if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            String content = content(text);
            assertThat(content).doesNotContain("<", ">", "&", "\u2028", "\u2029");
            assertThat(new ObjectMapper().readTree(content).get(text).asText()).isEqualTo(text);
        }
    }

    @Test
    void anElementCannotBeEnded() throws Exception {
        assertThat(content("</script><!--&\u2028")).contains("\\u003C/script\\u003E\\u003C!--\\u0026\\u2028");
    }

    /** Scripts of others come whole, with their licence, and cannot end their element either. */
    @Test
    void scriptsCarryTheirLicence() throws Exception {
        for (PageScript script : PageScript.values()) {
            String element = script.element();
            assertThat(element).as(script.name()).contains("Permission is hereby granted")
                    .doesNotContain("sourceMappingURL");
            assertThat(element.indexOf("</script")).isEqualTo(element.lastIndexOf("</script"));
        }
    }
}
