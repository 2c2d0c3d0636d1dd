package org.orbifold.pgm.io;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** Reads and writes strings as if they were files. */
final class TestFiles {

    static TokenReader reader(String name, String content) {
        return new TokenReader(name, new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
    }

    static GraphicalModel read(ModelFormat format, String content) throws IOException {
        return format.read(reader("model", content));
    }

    static String write(ModelFormat format, GraphicalModel model) throws IOException {
        StringWriter out = new StringWriter();
        format.write(model, out);
        return out.toString();
    }

    static Evidence evidence(String content, GraphicalModel model) throws IOException {
        return new EvidenceReader(reader("evidence", content), model).readOne();
    }

    static Marginals marginals(String content) throws IOException {
        return new MarginalsReader(reader("result", content)).read();
    }

    private TestFiles() { }
}
