package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/** {@code docs/examples/jlink/make-image.sh} makes a runtime with an example in it, which runs there. */
class JlinkTest {

    private static void tool(String name, String... arguments) {
        assertThat(ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments)).as(name).isZero();
    }

    private static String run(String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        // Five programs of the JDK run too briefly for its best compiler.
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    @Test
    void anImageWithAGroup() throws Exception {
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        assumeTrue(Files.isExecutable(bin.resolve("jlink")) && Files.isDirectory(bin.resolveSibling("jmods")),
                "this JDK makes no images");
        Path folder = Guide.freshFolder("jlink");
        Path jars = Files.createDirectories(folder.resolve("jars"));
        String classPath = System.getProperty("java.class.path");
        List<Path> wanted = new ArrayList<>(Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of)
                .filter(jar -> jar.getFileName().toString().matches("(fastutil-core|slf4j-api)-.*\\.jar"))
                .toList());
        assertThat(wanted).hasSize(2);
        wanted.add(BuildFacts.repository().resolve("org/orbifold/perm-group/" + BuildFacts.version() + "/perm-group-"
                + BuildFacts.version() + ".jar"));
        for (Path jar : wanted) {
            Files.copy(jar, jars.resolve(jar.getFileName()));
        }
        Path source = Guide.ROOT.resolve("docs/examples/permutation-groups")
                .resolve("src/main/java/org/example/CubeGroup.java");
        Path info = Files.writeString(folder.resolve("module-info.java"),
                "module org.example.cube { requires org.orbifold.group; }\n");
        tool("javac", "-proc:none", "--module-path", jars.toString(), "-d", folder.resolve("classes").toString(),
                info.toString(), source.toString());
        tool("jar", "--create", "--file", jars.resolve("cube.jar").toString(), "--main-class",
                "org.example.CubeGroup", "-C", folder.resolve("classes").toString(), ".");
        run("sh", Guide.ROOT.resolve("docs/examples/jlink/make-image.sh").toString(), jars.toString(),
                folder.resolve("image").toString(), "org.example.cube");
        assertThat(run(folder.resolve("image/bin/java").toString(), "-m", "org.example.cube"))
                .contains("order 24, transitive true");
    }
}
