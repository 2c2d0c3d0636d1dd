package org.orbifold.release;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Checks a distribution as a user finds it: checksums, launcher, runnable jar, completion, licences, SBOM. */
final class DistributionCheck {

    /** Longest that a command may take, in seconds: a loaded machine needs some for what takes half of one. */
    private static final long SECONDS = 60;
    private static final String MODEL = "MARKOV\n2\n2 2\n1\n2 0 1\n4 1 2 3 4\n";
    /** P(variable 0 = 0) in that model: (1 + 2) of 10. */
    private static final String ANSWER = "0,0,0.3";

    private final Path files;
    private final String name;
    private final Path work;

    DistributionCheck(Path files, String version, Path work) {
        this.files = files.toAbsolutePath();
        this.name = "orbifold-" + version;
        this.work = work.toAbsolutePath();
    }

    void run() throws IOException, InterruptedException {
        Pack.empty(work);
        Path model = Files.writeString(work.resolve("two.uai"), MODEL);
        for (String line : Files.readAllLines(files.resolve("SHA256SUMS"))) {
            String[] parts = line.split(" {2}");
            check(Checksum.of("SHA-256", files.resolve(parts[1])).equals(parts[0]), "the checksum of " + parts[1]);
        }
        output("tar", "-xzf", files.resolve(name + ".tar.gz").toString(), "-C", work.toString());
        Path home = work.resolve(name);
        sameFiles(home);
        contents(home);
        String launcher = home.resolve("bin/orbifold").toString();
        answers(launcher, "infer", model.toString());
        check(output(launcher, "--version").equals(List.of("orbifold " + name.substring("orbifold-".length()))),
                "the version that the launcher prints");
        answers("java", "-jar", files.resolve("orbifold.jar").toString(), "infer", model.toString());
        // Needs the scripts of others, which are resources in jars.
        output("java", "-jar", files.resolve("orbifold.jar").toString(), "explore", model.toString(), "--out",
                work.resolve("page").toString());
        check(Files.size(work.resolve("page/index.html")) > 1 << 19, "the page that the runnable jar writes");
    }

    /** The zip file has the same entries as the unpacked tar. */
    private void sameFiles(Path home) throws IOException {
        try (ZipFile zip = new ZipFile(files.resolve(name + ".zip").toFile()); Stream<Path> paths = Files.walk(home)) {
            List<String> packed = zip.stream().filter(entry -> !entry.isDirectory()).map(entry -> entry.getName())
                    .sorted().toList();
            List<String> unpacked = paths.filter(Files::isRegularFile)
                    .map(path -> work.relativize(path).toString().replace('\\', '/')).sorted().toList();
            check(packed.equals(unpacked), "zip and tar hold the same files");
        }
    }

    private void contents(Path home) throws IOException, InterruptedException {
        for (String file : List.of("LICENSE", "README.md", "CHANGELOG.md", "THIRD-PARTY.txt", "sbom.json",
                "bin/orbifold.bat", "completion/orbifold.bash", "docs/README.md", "docs/schema/marginals.json")) {
            check(Files.size(home.resolve(file)) > 0, file);
        }
        for (String folder : List.of("docs/src", "docs/build")) {
            check(!Files.exists(home.resolve(folder)), "no " + folder);
        }
        output("bash", "-n", home.resolve("completion/orbifold.bash").toString());
        List<String> third = Files.readAllLines(home.resolve("THIRD-PARTY.txt"));
        List<String> problems = new ArrayList<>(SbomRules.problems(new ObjectMapper()
                .readTree(home.resolve("sbom.json").toFile())));
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            for (Path jar : jars.sorted().toList()) {
                String file = jar.getFileName().toString();
                boolean ours = file.endsWith(name.substring("orbifold".length()) + ".jar");
                if (!ours && third.stream().noneMatch(line -> file.equals(jarName(line)))) {
                    problems.add(file + " is not in THIRD-PARTY.txt");
                }
            }
        }
        check(problems.isEmpty(), String.join("; ", problems));
    }

    /** The file name of the jar that a line {@code group:name:version: licence} is about. */
    private static String jarName(String line) {
        String[] parts = line.split(":");
        return parts.length < 4 ? "" : parts[1] + "-" + parts[2] + ".jar";
    }

    private void answers(String... command) throws IOException, InterruptedException {
        check(output(command).contains(ANSWER), String.join(" ", command) + " prints " + ANSWER);
    }

    private List<String> output(String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(work, "out", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).directory(work.toFile());
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " takes more than " + SECONDS + " s");
        }
        check(process.exitValue() == 0, String.join(" ", command) + " ends with exit code " + process.exitValue());
        return Files.readAllLines(out);
    }

    private static void check(boolean holds, String what) throws IOException {
        if (!holds) {
            throw new IOException("the distribution is not right: " + what);
        }
    }
}
