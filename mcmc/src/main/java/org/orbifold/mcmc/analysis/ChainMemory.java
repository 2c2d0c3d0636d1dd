package org.orbifold.mcmc.analysis;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.orbifold.mcmc.chain.MarkovChain;

/** What a chain remembers at one moment, so that every run that is followed begins from there. */
final class ChainMemory {

    private final MarkovChain chain;
    private final byte[] saved;

    private ChainMemory(MarkovChain chain, byte[] saved) {
        this.chain = chain;
        this.saved = saved;
    }

    static ChainMemory of(MarkovChain chain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            chain.save(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ChainMemory(chain, bytes.toByteArray());
    }

    void restore() {
        if (saved.length > 0) {
            try {
                chain.load(new DataInputStream(new ByteArrayInputStream(saved)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
