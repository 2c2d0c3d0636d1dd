package org.orbifold.release;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Date;
import java.util.Iterator;
import org.bouncycastle.bcpg.ArmoredInputStream;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPPrivateKey;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSecretKey;
import org.bouncycastle.openpgp.PGPSecretKeyRing;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;

/** Detached OpenPGP signatures of files, as {@code gpg --armor --detach-sign} makes them. */
final class Signer {

    private static final int BUFFER = 1 << 16;
    /** Bits of a throw-away key. */
    private static final int BITS = 2048;
    private static final int CERTAINTY = 80;

    private final PGPPrivateKey secret;
    private final PGPPublicKey key;

    private Signer(PGPPrivateKey secret, PGPPublicKey key) {
        this.secret = secret;
        this.key = key;
    }

    /** With the signing key of an ASCII-armoured secret key, as {@code gpg --armor --export-secret-keys} writes it. */
    static Signer of(String armoured, String passphrase) throws IOException {
        InputStream text = new ByteArrayInputStream(armoured.getBytes(StandardCharsets.US_ASCII));
        try (ArmoredInputStream in = ArmoredInputStream.builder().build(text)) {
            PGPSecretKeyRing ring = new PGPSecretKeyRing(in, new BcKeyFingerprintCalculator());
            for (Iterator<PGPSecretKey> keys = ring.getSecretKeys(); keys.hasNext();) {
                PGPSecretKey one = keys.next();
                if (one.isSigningKey() && !one.isPrivateKeyEmpty()) {
                    return new Signer(one.extractPrivateKey(new BcPBESecretKeyDecryptorBuilder(
                            new BcPGPDigestCalculatorProvider()).build(passphrase.toCharArray())), one.getPublicKey());
                }
            }
            throw new IOException("the secret key has no part that signs");
        } catch (PGPException e) {
            throw new IOException("the secret key cannot be used: " + e.getMessage(), e);
        }
    }

    /** With a new key that nobody keeps: to try the staging without one. */
    static Signer throwAway() throws IOException {
        RSAKeyPairGenerator generator = new RSAKeyPairGenerator();
        generator.init(new RSAKeyGenerationParameters(BigInteger.valueOf(0x10001), new SecureRandom(), BITS,
                CERTAINTY));
        try {
            PGPKeyPair pair = new BcPGPKeyPair(PublicKeyPacket.VERSION_4, PublicKeyAlgorithmTags.RSA_GENERAL,
                    generator.generateKeyPair(), new Date());
            return new Signer(pair.getPrivateKey(), pair.getPublicKey());
        } catch (PGPException e) {
            throw new IOException(e);
        }
    }

    /** Writes the signature of a file beside it, with the ending {@code .asc}. */
    void sign(Path file) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            PGPSignatureGenerator generator = new PGPSignatureGenerator(
                    new BcPGPContentSignerBuilder(key.getAlgorithm(), HashAlgorithmTags.SHA512), key);
            generator.init(PGPSignature.BINARY_DOCUMENT, secret);
            feed(file, generator::update);
            try (ArmoredOutputStream armour = ArmoredOutputStream.builder().clearHeaders().build(text)) {
                generator.generate().encode(armour);
            }
        } catch (PGPException e) {
            throw new IOException(file + " cannot be signed: " + e.getMessage(), e);
        }
        Files.write(signature(file), text.toByteArray());
    }

    /** Whether the signature beside a file is this signer's, of this file. */
    boolean verifies(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(signature(file));
                ArmoredInputStream armour = ArmoredInputStream.builder().build(in)) {
            if (!(new BcPGPObjectFactory(armour).nextObject() instanceof PGPSignatureList list) || list.isEmpty()) {
                return false;
            }
            PGPSignature found = list.get(0);
            if (found.getKeyID() != key.getKeyID()) {
                return false;
            }
            found.init(new BcPGPContentVerifierBuilderProvider(), key);
            feed(file, found::update);
            return found.verify();
        } catch (PGPException e) {
            throw new IOException(e);
        }
    }

    static Path signature(Path file) {
        return file.resolveSibling(file.getFileName() + ".asc");
    }

    private interface Sink {
        void update(byte[] bytes, int from, int count);
    }

    private static void feed(Path file, Sink sink) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sink.update(buffer, 0, read);
            }
        }
    }
}
