package org.orbifold.experiments.page;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Data inside a page that no browser takes for markup or script, whatever names from a file are in it. */
public final class InertJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static {
        MAPPER.getFactory().setCharacterEscapes(new Escapes());
    }

    /** Escapes what could end the element or begin another, and the two line ends that JSON has and scripts had not. */
    private static final class Escapes extends CharacterEscapes {

        private static final long serialVersionUID = 1L;
        private static final int[] ASCII = standardAsciiEscapesForJSON();

        static {
            ASCII['<'] = ESCAPE_STANDARD;
            ASCII['>'] = ESCAPE_STANDARD;
            ASCII['&'] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ASCII;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int ch) {
            return ch == 0x2028 || ch == 0x2029 ? new SerializedString(String.format("\\u%04x", ch)) : null;
        }
    }

    /**
     * An element that holds data.
     *
     * @param id   the element's identity
     * @param data any value
     * @return the element
     * @throws IOException if the value cannot be written
     */
    public static String element(String id, JsonNode data) throws IOException {
        return "<script type=\"application/json\" id=\"" + id + "\">" + MAPPER.writeValueAsString(data)
                + "</script>\n";
    }

    private InertJson() { }
}
