package org.orbifold.experiments.convergence;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.orbifold.group.PermutationGroup;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.inference.Inference;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.SymmetryFinder;

/**
 * A fingerprint of the classes that runs depend on, so that stored runs of other code are not taken for this one's: the
 * library's, and of the experiments all but the command line and the report.
 */
public final class CodeFingerprint {

    private static final List<Class<?>> MODULES = List.of(GraphicalModel.class, PermutationGroup.class,
            SymmetryFinder.class, PartitionFinder.class, Inference.class, Experiment.class);
    private static final Pattern WITHOUT_INFLUENCE = Pattern.compile("org/orbifold/experiments/(cli|report)/.*");

    /**
     * The fingerprint of the running code, from the names and contents of its class files, not their dates.
     *
     * @return eight hexadecimal digits per module
     * @throws IOException if the code cannot be read
     */
    public static String ofLibrary() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Class<?> module : MODULES) {
            try {
                Path place = Path.of(module.getProtectionDomain().getCodeSource().getLocation().toURI());
                text.append(Files.isDirectory(place) ? ofFolder(place) : ofJar(place, folder(module)));
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
        }
        return text.toString();
    }

    /** Where the module's classes are in a jar that may hold others too. */
    private static String folder(Class<?> module) {
        String[] parts = module.getPackageName().split("\\.");
        return String.join("/", parts[0], parts[1], parts[2], "");
    }

    private static HashCode ofJar(Path jar, String folder) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Hasher hasher = Hashing.crc32().newHasher();
            zip.stream().filter(entry -> entry.getName().startsWith(folder) && matters(entry.getName()))
                    .map(entry -> entry.getName() + entry.getCrc()).sorted()
                    .forEach(line -> hasher.putString(line, StandardCharsets.UTF_8));
            return hasher.hash();
        }
    }

    private static HashCode ofFolder(Path folder) throws IOException {
        Hasher hasher = Hashing.crc32().newHasher();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(file -> matters(folder.relativize(file).toString().replace('\\', '/'))).sorted()
                    .toList()) {
                hasher.putBytes(Files.readAllBytes(file));
            }
        }
        return hasher.hash();
    }

    private static boolean matters(String name) {
        return name.endsWith(".class") && !WITHOUT_INFLUENCE.matcher(name).matches();
    }

    private CodeFingerprint() { }
}
