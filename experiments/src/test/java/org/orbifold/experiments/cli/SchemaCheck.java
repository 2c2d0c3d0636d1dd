package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Checks JSON against the schemas in docs/schema, which use a part of JSON Schema; other keywords are refused. */
final class SchemaCheck {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Set<String> KNOWN = Set.of("$schema", "title", "description", "type", "properties", "required",
            "additionalProperties", "items", "enum", "const", "minimum", "maximum", "oneOf");

    private final List<String> errors = new ArrayList<>();

    private SchemaCheck() { }

    /** Reads a text that is one JSON object on one line and follows a schema. */
    static JsonNode read(String schema, String text) throws IOException {
        assertThat(text).endsWith("\n").hasLineCount(1);
        JsonNode value = MAPPER.readTree(text);
        assertThat(errors(schema, value)).as(text).isEmpty();
        return value;
    }

    static List<String> errors(String schema, JsonNode value) throws IOException {
        SchemaCheck check = new SchemaCheck();
        check.visit("$", MAPPER.readTree(Path.of("..", "docs", "schema", schema + ".json").toFile()), value);
        return check.errors;
    }

    private void visit(String place, JsonNode schema, JsonNode value) {
        schema.fieldNames().forEachRemaining(key -> {
            if (!KNOWN.contains(key)) {
                throw new IllegalStateException("this check does not know the keyword " + key + " at " + place);
            }
        });
        if (schema.has("type") && all(schema.get("type")).stream().noneMatch(type -> isA(value, type.asText()))) {
            errors.add(place + " is no " + schema.get("type") + ": " + value);
        }
        if (schema.has("const") && !schema.get("const").equals(value)
                || schema.has("enum") && !all(schema.get("enum")).contains(value)) {
            errors.add(place + " is not allowed: " + value);
        }
        if (value.isNumber() && (value.asDouble() < schema.path("minimum").asDouble(Double.NEGATIVE_INFINITY)
                || value.asDouble() > schema.path("maximum").asDouble(Double.POSITIVE_INFINITY))) {
            errors.add(place + " is out of range: " + value);
        }
        for (JsonNode name : schema.path("required")) {
            if (!value.has(name.asText())) {
                errors.add(place + " lacks " + name);
            }
        }
        if (schema.has("oneOf") && all(schema.get("oneOf")).stream().filter(one -> all(one.get("required")).stream()
                .allMatch(name -> value.has(name.asText()))).count() != 1) {
            errors.add(place + " is not one of " + schema.get("oneOf"));
        }
        for (int i = 0; value.isArray() && schema.has("items") && i < value.size(); i++) {
            visit(place + "[" + i + "]", schema.get("items"), value.get(i));
        }
        value.properties().forEach(field -> {
            JsonNode known = schema.path("properties").path(field.getKey());
            JsonNode others = schema.path("additionalProperties");
            if (known.isObject()) {
                visit(place + "." + field.getKey(), known, field.getValue());
            } else if (others.isObject()) {
                visit(place + "." + field.getKey(), others, field.getValue());
            } else if (others.isBoolean() && !others.asBoolean()) {
                errors.add(place + " has an unknown field " + field.getKey());
            }
        });
    }

    private static List<JsonNode> all(JsonNode one) {
        return one.isArray() ? StreamSupport.stream(one.spliterator(), false).toList() : List.of(one);
    }

    private static boolean isA(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> throw new IllegalStateException("unknown type " + type);
        };
    }
}
