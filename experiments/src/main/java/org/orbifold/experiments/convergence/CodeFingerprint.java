package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.orbifold.group.PermutationGroup;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.mcmc.Inference;
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
                text.append(String.format("%08x", Files.isDirectory(place) ? ofFolder(place) : ofJar(place)));
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
        }
        return text.toString();
    }

    private static long ofJar(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            CRC32 crc = new CRC32();
            zip.stream().filter(entry -> matters(entry.getName()))
                    .map(entry -> entry.getName() + entry.getCrc()).sorted()
                    .forEach(line -> crc.update(line.getBytes(StandardCharsets.UTF_8)));
            return crc.getValue();
        }
    }

    private static long ofFolder(Path folder) throws IOException {
        CRC32 crc = new CRC32();
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> matters(folder.relativize(file).toString().replace('\\', '/'))).sorted()
                    .toList();
        }
        for (Path file : files) {
            crc.update(Files.readAllBytes(file));
        }
        return crc.getValue();
    }

    private static boolean matters(String name) {
        return name.endsWith(".class") && !WITHOUT_INFLUENCE.matcher(name).matches();
    }

    private CodeFingerprint() { }
}
