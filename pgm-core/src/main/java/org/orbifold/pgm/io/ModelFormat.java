package org.orbifold.pgm.io;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.orbifold.pgm.model.GraphicalModel;

/** The formats of model files. */
public enum ModelFormat {

    /** The format of the UAI competitions, written with the heading {@code MARKOV}; both headings are read. */
    UAI(".uai") {
        @Override
        GraphicalModel read(TokenReader in) throws IOException {
            return new UaiReader(in).read();
        }

        @Override
        void write(GraphicalModel model, Writer out) throws IOException {
            UaiWriter.writeMarkov(model, out);
        }
    },

    /** The format of the UAI competitions, written with the heading {@code BAYES}: for Bayesian networks only. */
    UAI_BAYES {
        @Override
        GraphicalModel read(TokenReader in) throws IOException {
            return UAI.read(in);
        }

        @Override
        void write(GraphicalModel model, Writer out) throws IOException {
            UaiWriter.writeBayes(model, out);
        }
    },

    /** Weighted clauses over named variables, {@code Vars:…}, as in the release of the paper. */
    CLAUSES(".clauses", ".clause") {
        @Override
        GraphicalModel read(TokenReader in) throws IOException {
            return new NamedClauseReader(in).read();
        }

        @Override
        void write(GraphicalModel model, Writer out) throws IOException {
            ClauseWriter.writeNamed(model, out);
        }
    },

    /** Weighted clauses over numbered variables, as in the release of the paper. */
    NUM(".num") {
        @Override
        GraphicalModel read(TokenReader in) throws IOException {
            return new NumberedClauseReader(in).read();
        }

        @Override
        void write(GraphicalModel model, Writer out) throws IOException {
            ClauseWriter.writeNumbered(model, out);
        }
    },

    /** The factor graphs of libDAI. */
    FG(".fg") {
        @Override
        GraphicalModel read(TokenReader in) throws IOException {
            return new FgReader(in).read();
        }

        @Override
        void write(GraphicalModel model, Writer out) throws IOException {
            FgWriter.write(model, out);
        }
    };

    private final List<String> extensions;

    ModelFormat(String... extensions) {
        this.extensions = List.of(extensions);
    }

    abstract GraphicalModel read(TokenReader in) throws IOException;

    abstract void write(GraphicalModel model, Writer out) throws IOException;

    /**
     * Returns the format that a file's name stands for. A final {@code .gz} does not count.
     *
     * @param path the file, which need not exist
     * @return the format, if the extension is a known one
     */
    public static Optional<ModelFormat> ofName(Path path) {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        return Arrays.stream(values()).filter(format -> format.extensions.stream().anyMatch(plain::endsWith))
                .findFirst();
    }

    /** The known extensions for a message. */
    static String knownExtensions() {
        return Arrays.stream(values()).flatMap(format -> format.extensions.stream())
                .collect(Collectors.joining(", ")) + ", each with or without .gz";
    }

    /** Recognises a format by its first two tokens, and goes back to the beginning. */
    static ModelFormat sniff(TokenReader in) throws IOException {
        in.skipComments("c#");
        String expected = "a model: 'MARKOV' or 'BAYES' (UAI), 'Vars:' (clauses), a number and then 'i:size' (.num) "
                + "or another number (.fg)";
        in.require(in.next(':'), expected);
        ModelFormat format = null;
        if (in.is("MARKOV") || in.is("BAYES")) {
            format = UAI;
        } else if (in.is("Vars") && in.skip(':')) {
            format = CLAUSES;
        } else if (in.isDigits()) {
            format = in.next() && in.contains(':') ? NUM : FG;
        }
        if (format == null) {
            throw in.error(in.quoted() + " begins no known kind of model file", expected);
        } else if (!in.rewind()) {
            throw in.error("the file begins with more than 64 KB of comments", expected);
        }
        in.skipComments("");
        return format;
    }
}
