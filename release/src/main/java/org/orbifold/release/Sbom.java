package org.orbifold.release;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A software bill of materials in the JSON form of CycloneDX 1.5: each jar with its checksum, licences and
 * dependencies. It has no time stamp, and its serial number follows from its content, so that equal jars give equal
 * files.
 */
final class Sbom {

    private static final String PROGRAM = "experiments";

    static ObjectNode of(List<Component> components) throws IOException {
        Component program = components.stream().filter(c -> c.isOurs() && c.name().equals(PROGRAM)).findFirst()
                .orElseThrow();
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Component component : components) {
            if (component != program) {
                list.add(describe(component, "library"));
            }
        }
        ObjectNode about = describe(program, "application");
        UUID serial = UUID.nameUUIDFromBytes((about.toString() + list).getBytes(StandardCharsets.UTF_8));
        ObjectNode bom = JsonNodeFactory.instance.objectNode();
        bom.put("$schema", "http://cyclonedx.org/schema/bom-1.5.schema.json");
        bom.put("bomFormat", "CycloneDX");
        bom.put("specVersion", "1.5");
        bom.put("serialNumber", "urn:uuid:" + serial);
        bom.put("version", 1);
        bom.putObject("metadata").set("component", about);
        bom.set("components", list);
        Set<String> known = components.stream().map(Component::coordinates).collect(Collectors.toSet());
        ArrayNode dependencies = bom.putArray("dependencies");
        for (Component component : components) {
            ObjectNode one = dependencies.addObject().put("ref", Component.packageUrl(component.coordinates()));
            ArrayNode on = one.putArray("dependsOn");
            component.dependencies().stream().filter(known::contains).distinct().map(Component::packageUrl)
                    .forEach(on::add);
        }
        return bom;
    }

    private static ObjectNode describe(Component component, String type) throws IOException {
        ObjectNode one = JsonNodeFactory.instance.objectNode();
        String url = Component.packageUrl(component.coordinates());
        one.put("type", type);
        one.put("bom-ref", url);
        one.put("group", component.group());
        one.put("name", component.name());
        one.put("version", component.version());
        one.putArray("hashes").addObject().put("alg", "SHA-256")
                .put("content", Checksum.of("SHA-256", component.jar()));
        ArrayNode licences = one.putArray("licenses");
        for (Licence licence : Licence.of(component)) {
            ObjectNode to = licences.addObject().putObject("license").put("id", licence.id());
            if (!licence.url().isEmpty()) {
                to.put("url", licence.url());
            }
        }
        one.put("purl", url);
        return one;
    }

    static void write(List<Component> components, Path file) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        Files.writeString(file, new ObjectMapper().writer(printer).writeValueAsString(of(components)) + "\n");
    }

    private Sbom() { }
}
