package org.orbifold.release;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules of the CycloneDX 1.5 schema for what {@link Sbom} writes: required fields, their forms, references. */
final class SbomRules {

    private static final Pattern SERIAL = Pattern.compile("urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    private final List<String> problems = new ArrayList<>();
    private final Set<String> references = new HashSet<>();

    static List<String> problems(JsonNode bom) {
        SbomRules rules = new SbomRules();
        rules.check(bom);
        return rules.problems;
    }

    private void check(JsonNode bom) {
        require(bom.path("bomFormat").asText().equals("CycloneDX"), "bomFormat is CycloneDX");
        require(bom.path("specVersion").asText().equals("1.5"), "specVersion is 1.5");
        require(SERIAL.matcher(bom.path("serialNumber").asText()).matches(), "serialNumber is a UUID");
        require(bom.path("version").asInt() >= 1, "version is at least 1");
        require(bom.path("components").size() > 0, "there are components");
        component(bom.path("metadata").path("component"));
        bom.path("components").forEach(this::component);
        bom.path("dependencies").forEach(dependency -> {
            refersTo(dependency.path("ref").asText());
            Set<String> on = new HashSet<>();
            dependency.path("dependsOn").forEach(other -> {
                refersTo(other.asText());
                require(on.add(other.asText()), "dependsOn names " + other.asText() + " once");
            });
        });
    }

    private void component(JsonNode component) {
        String name = component.path("name").asText();
        require(!name.isEmpty(), "components have a name: " + component);
        require(Set.of("library", "application").contains(component.path("type").asText()), name + " has a type");
        require(references.add(component.path("bom-ref").asText()), name + " has a reference of its own");
        require(component.path("purl").asText().startsWith("pkg:maven/"), name + " has a package URL");
        require(component.path("licenses").size() > 0, name + " has a licence");
        component.path("licenses").forEach(licence ->
                require(!licence.path("license").path("id").asText().isEmpty(), name + " has a licence with an id"));
        component.path("hashes").forEach(hash -> require(hash.path("alg").asText().equals("SHA-256")
                && SHA_256.matcher(hash.path("content").asText()).matches(), name + " has a SHA-256 checksum"));
    }

    private void refersTo(String reference) {
        require(references.contains(reference), "dependencies name components: " + reference);
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            problems.add("SBOM: not so: " + rule);
        }
    }
}
