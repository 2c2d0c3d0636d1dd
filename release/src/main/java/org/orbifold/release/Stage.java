package org.orbifold.release;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Signs a folder in the layout of a Maven repository, adds the checksums, checks Central's rules and packs the folder
 * as Central's publishing portal takes it. The task {@code publish} runs it.
 */
public final class Stage {

    private static final String KEY = "ORBIFOLD_SIGNING_KEY";
    private static final String PASSPHRASE = "ORBIFOLD_SIGNING_PASSPHRASE";

    /**
     * Stages a folder.
     *
     * @param args the folder, the bundle to write, and {@code throw-away} to sign with a new key that nobody keeps;
     *             otherwise the environment variables {@code ORBIFOLD_SIGNING_KEY} and
     *             {@code ORBIFOLD_SIGNING_PASSPHRASE} have the key
     * @throws IOException if a file cannot be read or written, there is no key, or a rule does not hold
     */
    public static void main(String[] args) throws IOException {
        boolean throwAway = args.length > 2 && args[2].equals("throw-away");
        stage(Path.of(args[0]), Path.of(args[1]), throwAway ? Signer.throwAway() : signer());
        System.out.println(args[0] + (throwAway ? ": all rules hold; signed with a throw-away key, not for Central"
                : ": all rules hold; " + args[1] + " is ready for Central"));
    }

    private static Signer signer() throws IOException {
        String key = System.getenv(KEY);
        if (key == null || key.isBlank()) {
            throw new IOException("no key to sign with; put an ASCII-armoured secret key into " + KEY
                    + " and its passphrase into " + PASSPHRASE + ", or try with -PthrowAwayKey");
        }
        String passphrase = System.getenv(PASSPHRASE);
        return Signer.of(key, passphrase == null ? "" : passphrase);
    }

    static void stage(Path folder, Path bundle, Signer signer) throws IOException {
        for (Path file : files(folder)) {
            signer.sign(file);
            for (String algorithm : List.of("MD5", "SHA-1", "SHA-256", "SHA-512")) {
                Files.writeString(file.resolveSibling(file.getFileName() + "."
                        + algorithm.replace("-", "").toLowerCase(Locale.ROOT)), Checksum.of(algorithm, file));
            }
        }
        List<String> problems = CentralRules.problems(folder, signer);
        if (!problems.isEmpty()) {
            throw new IOException("Maven Central would refuse this:\n  " + String.join("\n  ", problems));
        }
        Files.deleteIfExists(bundle);
        try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(bundle)))) {
            for (Path file : files(folder)) {
                out.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private Stage() { }
}
