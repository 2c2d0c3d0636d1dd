package org.orbifold.pgm.io;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON (RFC 8259) on one line. Values are maps with text keys, iterables, arrays of numbers, text,
 * numbers, booleans, optionals (null if empty) and null. JSON has no infinite numbers and no NaN: they become null.
 */
public final class Json {

    /**
     * Returns a value as JSON.
     *
     * @param value of the kinds above
     * @return its text
     * @throws IllegalArgumentException if it is, or holds, something else
     */
    public static String text(Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            text.append('{');
            map.forEach((key, inner) -> {
                quote(text.length() > 0 && text.charAt(text.length() - 1) == '{' ? text : text.append(','),
                        (String) key);
                append(text.append(':'), inner);
            });
            text.append('}');
        } else if (value instanceof Iterable<?> list) {
            text.append('[');
            String separator = "";
            for (Object inner : list) {
                append(text.append(separator), inner);
                separator = ",";
            }
            text.append(']');
        } else if (value instanceof double[] numbers) {
            text.append('[');
            for (int i = 0; i < numbers.length; i++) {
                append(i > 0 ? text.append(',') : text, numbers[i]);
            }
            text.append(']');
        } else if (value instanceof int[] numbers) {
            text.append('[');
            for (int i = 0; i < numbers.length; i++) {
                (i > 0 ? text.append(',') : text).append(numbers[i]);
            }
            text.append(']');
        } else if (value instanceof Optional<?> optional) {
            append(text, optional.orElse(null));
        } else if (value instanceof OptionalDouble optional) {
            append(text, optional.orElse(Double.NaN));
        } else if (value instanceof OptionalInt optional) {
            append(text, optional.isPresent() ? optional.getAsInt() : null);
        } else if (value instanceof OptionalLong optional) {
            append(text, optional.isPresent() ? optional.getAsLong() : null);
        } else if (value instanceof Double number) {
            text.append(Double.isFinite(number) ? number.toString() : "null");
        } else if (value == null || value instanceof Boolean || value instanceof Number) {
            text.append(value);
        } else if (value instanceof CharSequence || value instanceof Enum<?>) {
            quote(text, value.toString());
        } else {
            throw new IllegalArgumentException("a " + value.getClass().getName() + " has no form in JSON");
        }
    }

    private static void quote(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    // A lone surrogate is no character: readers would refuse the whole text.
                    if (c < ' ' || Character.isSurrogate(c) && !isPaired(value, i)) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    private static boolean isPaired(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
    }

    private Json() { }
}
