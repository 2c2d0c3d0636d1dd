package org.orbifold.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.GraphicalModel;

/** Leaves a failing case as files: the model, the evidence, and how to see the failure again. */
final class Report {

    private final Path folder;
    private final long seed;
    private final Context context;

    /** The seed is that of the run. */
    Report(Path folder, long seed, Context context) {
        this.folder = folder;
        this.seed = seed;
        this.context = context.uncounted();
    }

    /** Writes a failure, of which the reduced case is shown. */
    Path write(Failure reduced) throws IOException {
        Path target = folder.resolve(reduced.check().name() + "-" + reduced.number());
        Files.createDirectories(target);
        StringBuilder text = new StringBuilder();
        text.append(reduced).append("\n\n").append(reduced.message()).append("\n\n");
        Optional<Path> file = modelFile(reduced, target);
        if (file.isPresent() && !reduced.check().command(reduced.c()).isEmpty()) {
            boolean evident = !reduced.c().evidence().equals(org.orbifold.pgm.model.Evidence.none());
            if (evident) {
                ModelFiles.writeEvidence(reduced.c().evidence(), target.resolve("model.evid"));
            }
            text.append("Show it (in this folder):\n  orbifold ").append(reduced.check().command(reduced.c())
                    .replace("MODEL", file.get().getFileName() + (evident ? " --evidence model.evid" : "")))
                    .append("\n\n");
        }
        text.append("Run the case again, not reduced:\n  ./gradlew fuzz -Pseed=").append(seed).append(" -Pfirst=")
                .append(reduced.number()).append(" -Pcases=1\n\nIn Java:\n").append(CaseText.java(reduced.c()));
        Files.writeString(target.resolve("README.txt"), text);
        return target;
    }

    /** The first format in which the case fails in the same way when it is read again. */
    private Optional<Path> modelFile(Failure failure, Path target) throws IOException {
        for (String name : new String[] {"model.uai", "model.num"}) {
            Path file = target.resolve(name);
            try {
                ModelFiles.write(failure.c().model(), file);
                GraphicalModel read = ModelFiles.read(file);
                Optional<Failure> again = Trial.run(failure.check(), failure.number(), failure.c().withModel(read),
                        context);
                if (again.isPresent() && again.get().aspect().equals(failure.aspect())) {
                    return Optional.of(file);
                }
            } catch (IllegalArgumentException e) {
                // The format cannot express the model: the next one, or Java, can.
                Files.deleteIfExists(file);
                continue;
            }
            Files.delete(file);
        }
        return Optional.empty();
    }
}
