package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.inference.ChainChoice.SymmetryUse;

class RunStoreTest {

    @TempDir
    private Path folder;

    @Test
    void whatIsStoredIsFoundAgain() throws IOException {
        RunStore store = new RunStore(folder);
        Discovery discovery = new Discovery("bv", 0.5, 0.1 + 0.2, 1 / 3.0,
                List.of(new SymmetryUse(3, 12.5, 4, 6, ""), new SymmetryUse(2, 0, 4, 4, "the time was over")));
        Measurement measurement = new Measurement(1e-3, 1L << 40, Double.MIN_NORMAL, List.of(0.1, 1e-300));
        RunResult run = new RunResult("bv", 3, 0.25, List.of(measurement), List.of(), measurement,
                new Autocorrelation(2000, 12.5, 30, true));
        assertThat(store.has("f/bv-3", "spec")).isFalse();
        assertThat(store.load("f/bv-3", "spec", RunResult.class)).isEmpty();
        store.save("f/bv-3", "spec", run);
        store.save("f/bv-discovery", "spec", discovery);
        assertThat(store.load("f/bv-3", "spec", RunResult.class)).hasValue(run);
        assertThat(store.load("f/bv-discovery", "spec", Discovery.class)).hasValue(discovery);
    }

    @Test
    void aSearchThatWasCutOffIsSaid() {
        SymmetryUse whole = new SymmetryUse(3, 12.5, 4, 6, "");
        assertThat(new Discovery("bv", 1, 1, 1, List.of(whole)).cutOff()).isEmpty();
        assertThat(new Discovery("bv", 1, 1, 1, List.of(whole, new SymmetryUse(2, 0, 4, 4, "late"))).cutOff())
                .hasValue("the search was cut off in 1 of 2 partitions, so that there may be more (late)");
    }

    @Test
    void anotherSpecificationIsAnotherFile() throws IOException {
        RunStore store = new RunStore(folder);
        store.save("a", "seed=1", new Measurement(1, 1, 1, List.of()));
        assertThat(store.has("a", "seed=2")).isFalse();
        store.save("a", "seed=2", new Measurement(2, 2, 2, List.of()));
        assertThat(store.load("a", "seed=1", Measurement.class).orElseThrow().samples()).isEqualTo(1);
        assertThat(folder.toFile().list()).hasSize(2);
    }

    @Test
    void digestsAreSha256() {
        // FIPS 180-2, appendix B.1.
        assertThat(RunStore.digest("abc"))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void theCodesFingerprintIsStable() throws IOException {
        assertThat(CodeFingerprint.ofLibrary()).hasSize(48).matches("[0-9a-f]+").isEqualTo(CodeFingerprint.ofLibrary());
        assertThat(Files.list(folder)).isEmpty();
    }
}
