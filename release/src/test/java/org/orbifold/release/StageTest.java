package org.orbifold.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.SymmetricKeyAlgorithmTags;
import org.bouncycastle.crypto.generators.Ed25519KeyPairGenerator;
import org.bouncycastle.crypto.params.Ed25519KeyGenerationParameters;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPSecretKey;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A staging folder, signed with a throw-away key, against the rules of Maven Central. */
class StageTest {

    private static final String POM = "<groupId>org.orbifold</groupId><artifactId>a</artifactId>"
            + "<version>0.2.0</version>"
            + "<name>A</name><description>An a</description><url>https://example.org</url>"
            + "<licenses><license><name>MIT</name><url>https://example.org/mit</url></license></licenses>"
            + "<developers><developer><name>We</name></developer></developers>"
            + "<scm><url>https://example.org</url><connection>scm:git:x</connection>"
            + "<developerConnection>scm:git:x</developerConnection></scm>"
            + "<dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><version>1</version>"
            + "</dependency></dependencies>";

    private static Signer signer;

    @TempDir
    private Path folder;
    private Path staging;
    private Path module;

    @BeforeAll
    static void makeKey() throws IOException {
        signer = Signer.throwAway();
    }

    @BeforeEach
    void writeModule() throws IOException {
        staging = folder.resolve("staging");
        module = staging.resolve("org/orbifold/a/0.2.0");
        Samples.pom(module.resolve("a-0.2.0.pom"), POM);
        for (String ending : List.of("", "-sources", "-javadoc")) {
            Samples.jar(module.resolve("a-0.2.0" + ending + ".jar"), Map.of("x", ending));
        }
    }

    private void stage() throws IOException {
        Stage.stage(staging, folder.resolve("bundle.zip"), signer);
    }

    @Test
    void aCompleteModuleIsSignedPackedAndKeepsTheRules() throws IOException {
        stage();
        assertThat(CentralRules.problems(staging, signer)).isEmpty();
        assertThat(module.resolve("a-0.2.0.jar.md5")).hasContent(Checksum.of("MD5", module.resolve("a-0.2.0.jar")));
        assertThat(Files.readString(module.resolve("a-0.2.0.pom.asc"))).startsWith("-----BEGIN PGP SIGNATURE-----");
        try (ZipFile bundle = new ZipFile(folder.resolve("bundle.zip").toFile())) {
            assertThat(bundle.size()).isEqualTo(4 * 6);
            assertThat(bundle.getEntry("org/orbifold/a/0.2.0/a-0.2.0-javadoc.jar.sha1")).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<name>A</name>", "<description>An a</description>", "<url>https://example.org/mit</url>",
        "<developer><name>We</name></developer>", "<connection>scm:git:x</connection>",
        "<artifactId>b</artifactId><version>1</version>"})
    void aMissingFieldIsNoticed(String field) throws IOException {
        Samples.pom(module.resolve("a-0.2.0.pom"), POM.replace(field, ""));
        assertThatThrownBy(this::stage).hasMessageContaining("would refuse")
                .hasMessageContaining("a-0.2.0.pom: not so");
        assertThat(folder.resolve("bundle.zip")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-0.2.0-sources.jar", "a-0.2.0-javadoc.jar", "a-0.2.0.jar"})
    void aMissingJarIsNoticed(String jar) throws IOException {
        Files.delete(module.resolve(jar));
        assertThatThrownBy(this::stage).hasMessageContaining("there is a " + jar);
    }

    @Test
    void snapshotsAndOtherPlacesAreNoticed() throws IOException {
        Samples.pom(module.resolve("a-0.2.0.pom"), POM.replace("0.2.0", "0.2.0-SNAPSHOT"));
        assertThatThrownBy(this::stage).hasMessageContaining("no snapshot").hasMessageContaining("coordinates");
    }

    @Test
    void changesAfterSigningAreNoticed() throws IOException {
        stage();
        Path jar = Samples.jar(module.resolve("a-0.2.0.jar"), Map.of("x", "other"));
        Files.delete(Signer.signature(module.resolve("a-0.2.0-sources.jar")));
        assertThat(CentralRules.problems(staging, signer))
                .anyMatch(p -> p.endsWith("the signature is that of the file"))
                .anyMatch(p -> p.endsWith("the MD5 checksum is right"))
                .anyMatch(p -> p.endsWith("there is a signature"));
        assertThat(signer.verifies(jar)).isFalse();
        assertThat(Signer.throwAway().verifies(module.resolve("a-0.2.0.pom"))).isFalse();
    }

    /** A secret key in the form of {@code gpg --armor --export-secret-keys}, locked with a passphrase. */
    private static String exportedKey(String passphrase) throws Exception {
        Ed25519KeyPairGenerator generator = new Ed25519KeyPairGenerator();
        generator.init(new Ed25519KeyGenerationParameters(new SecureRandom()));
        PGPKeyPair pair = new BcPGPKeyPair(PublicKeyPacket.VERSION_4, PublicKeyAlgorithmTags.EDDSA_LEGACY,
                generator.generateKeyPair(), new Date());
        PGPSecretKey key = new PGPSecretKey(PGPSignature.POSITIVE_CERTIFICATION, pair, "test",
                new BcPGPDigestCalculatorProvider().get(HashAlgorithmTags.SHA1), null, null,
                new BcPGPContentSignerBuilder(pair.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA512),
                new BcPBESecretKeyEncryptorBuilder(SymmetricKeyAlgorithmTags.AES_256).build(passphrase.toCharArray()));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (ArmoredOutputStream armour = ArmoredOutputStream.builder().build(text)) {
            key.encode(armour);
        }
        return text.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void aLockedKeySignsIfThePassphraseIsRight() throws Exception {
        String key = exportedKey("secret");
        Signer own = Signer.of(key, "secret");
        Path file = module.resolve("a-0.2.0.pom");
        own.sign(file);
        assertThat(own.verifies(file)).isTrue();
        assertThat(signer.verifies(file)).isFalse();
        assertThatThrownBy(() -> Signer.of(key, "wrong")).isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be used");
    }
}
