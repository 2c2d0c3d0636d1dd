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
    },

    /** The Bayesian Interchange Format of the bnlearn repository, pgmpy and aGrUM. */
    BIF(".bif") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new BifReader(in, normalise).read();
        }

        @Override
        void write(GraphicalModel model, Writer out) throws IOException {
            BifWriter.write(model, out);
        }
    },

    /** XMLBIF 0.3, of Weka, JavaBayes and others. */
    XMLBIF(".xmlbif", ".bifxml", ".xbif") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new XmlBifReader(in, normalise).read();
        }

        @Override
        void write(GraphicalModel model, Writer out) throws IOException {
            XmlBifWriter.write(model, out);
        }
    },

    /** Propositional clauses with weights of literals, DIMACS CNF as model counters take it; read only. */
    CNF(".cnf", ".dimacs") {
        @Override
        GraphicalModel read(TokenReader in) throws IOException {
            return new CnfReader(in).read();
        }
    },

    /** Hugin's Bayesian networks; read only. */
    HUGIN(".net", ".hugin", ".oobn") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new HuginReader(in, normalise).read();
        }
    },

    /** GeNIe's Bayesian networks; read only. */
    XDSL(".xdsl") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new XdslReader(in, normalise).read();
        }
    },

    /** The Bayesian networks of old versions of GeNIe and of aGrUM; read only. */
    DSL(".dsl") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new DslReader(in, normalise).read();
        }
    },

    /** Microsoft's text format as bnlearn writes it; read only. */
    DSC(".dsc") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new DscReader(in, normalise).read();
        }
    },

    /** Microsoft's XML format, XBN; read only. */
    XBN(".xbn") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new XbnReader(in, normalise).read();
        }
    },

    /** The networks of Ergo, and of the UAI evaluations of 2006 and 2008; read only. */
    ERGO(".erg") {
        @Override
        GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
            return new ErgoReader(in, normalise).read();
        }
    };

    private final List<String> extensions;

    ModelFormat(String... extensions) {
        this.extensions = List.of(extensions);
    }

    /** Reads a model as it is written. */
    GraphicalModel read(TokenReader in) throws IOException {
        return read(in, false);
    }

    /** Reads a Bayesian network, dividing each row of probabilities by its sum if that is wished. */
    GraphicalModel read(TokenReader in, boolean normalise) throws IOException {
        throw new IllegalArgumentException("rows of probabilities can be normalised in formats of Bayesian networks ("
                + "BIF, XMLBIF, Hugin, GeNIe), but the file is " + this);
    }

    void write(GraphicalModel model, Writer out) throws IOException {
        throw new IllegalArgumentException("the format " + this + " can be read but not written, expected one of "
                + knownExtensions(false));
    }

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

    /** The format of a file by its name, else by its beginning. */
    static ModelFormat of(Path path, TokenReader in) throws IOException {
        if (path.toString().toLowerCase(Locale.ROOT).endsWith(".o3prm")) {
            throw in.error(1, "this is aGrUM's O3PRM, classes of networks", "one network: in aGrUM ground the system "
                    + "and save it as .bif or .net");
        }
        Optional<ModelFormat> known = ofName(path);
        return known.isPresent() ? known.get() : sniff(in);
    }

    private boolean isReadOnly() {
        return this == CNF || this == HUGIN || this == XDSL || this == DSL || this == DSC || this == XBN
                || this == ERGO;
    }

    /** The known extensions for a message, those that are only read among them if it is about reading. */
    static String knownExtensions(boolean forReading) {
        return Arrays.stream(values()).filter(format -> forReading || !format.isReadOnly())
                .flatMap(format -> format.extensions.stream())
                .collect(Collectors.joining(", ")) + ", each with or without .gz";
    }

    /** Recognises a format by its beginning, and goes back to it. */
    static ModelFormat sniff(TokenReader in) throws IOException {
        in.skipComments("c#%");
        String expected = "'MARKOV' or 'BAYES' (UAI), 'Vars:' (clauses), 'p cnf', a number (.num, .fg), "
                + "'network' (BIF), '<BIF', '<smile', XML, 'net' (Hugin, .dsl), or the name .dsc, .erg or .mln";
        in.require(in.next(':'), expected);
        ModelFormat format = null;
        if (UaiReader.isHeading(in)) {
            format = UAI;
        } else if (in.is("Vars") && in.skip(':')) {
            format = CLAUSES;
        } else if (in.is("p") && in.next() && in.is("cnf")) {
            format = CNF;
        } else if (in.isDigits()) {
            format = in.next() && in.contains(':') ? NUM : FG;
        } else if (in.single() == '<' || in.startsWith("<")) {
            format = sniffXml(in);
        } else if (in.is("network") || in.is("variable") || in.startsWith("//") || in.startsWith("/*")) {
            format = BIF;
        } else if (in.is("belief")) {
            format = DSC;
        } else if (in.is("class") || in.is("node")) {
            format = HUGIN;
        } else if (in.is("net") || in.startsWith("net{")) {
            // Hugin's network has no name.
            format = in.contains('{') || in.next() && in.startsWith("{") ? HUGIN : DSL;
        }
        if (format == null) {
            throw in.error(in.quoted() + " begins no known kind of model file", expected);
        } else if (!in.rewind()) {
            throw in.error("the file begins with more than 64 KB of comments", expected);
        }
        in.skipComments("");
        return format;
    }

    /** The document's element stands after what XML may begin with. */
    private static ModelFormat sniffXml(TokenReader in) throws IOException {
        do {
            if (in.startsWith("<BIF")) {
                return XMLBIF;
            } else if (in.startsWith("<smile")) {
                return XDSL;
            } else if (in.startsWith("<ANALYSISNOTEBOOK")) {
                return XBN;
            }
        } while (in.next());
        throw in.error("the XML is of no known kind", "<BIF> (XMLBIF), <smile> (GeNIe's .xdsl) or "
                + "<ANALYSISNOTEBOOK> (.xbn)");
    }
}
