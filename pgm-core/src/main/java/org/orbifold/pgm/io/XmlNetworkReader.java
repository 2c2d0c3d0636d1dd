package org.orbifold.pgm.io;

import java.io.CharConversionException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UnsupportedEncodingException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.ZipException;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/**
 * What the two XML formats of Bayesian networks share: the JDK's parser, which opens no other file whatever the
 * document says, lines for messages, and the text of elements.
 */
abstract class XmlNetworkReader extends DefaultHandler2 {

    private static final String SAX = "http://xml.org/sax/features/";

    final TokenReader in;
    final NetworkDraft draft;
    private final Deque<String> open = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable Locator locator;
    private int textLine;
    private boolean inPrologue;

    /** The JDK's parser prints a stack trace if a file ends after a DOCTYPE: this ends it with a message. */
    private final class Bytes extends FilterInputStream {

        Bytes(InputStream bytes) {
            super(bytes);
        }

        @Override
        public int read() throws IOException {
            return checked(super.read());
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return checked(super.read(target, offset, length));
        }

        private int checked(int result) throws ModelParseException {
            if (result < 0 && inPrologue) {
                throw XmlNetworkReader.this.in.error(line(), "the file ends before its first element",
                        "a whole document");
            }
            return result;
        }
    }

    XmlNetworkReader(TokenReader in, boolean normalise) {
        this.in = in;
        this.draft = new NetworkDraft(in, normalise);
    }

    /** An element begins. */
    abstract void begin(String element, Attributes attributes) throws IOException;

    /** An element ends; its own text is there. */
    abstract void end(String element) throws IOException;

    /** All elements have been read. */
    abstract void finish() throws IOException;

    final GraphicalModel read() throws IOException {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature(SAX + "external-general-entities", false);
            factory.setFeature(SAX + "external-parameter-entities", false);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            XMLReader parser = factory.newSAXParser().getXMLReader();
            parser.setContentHandler(this);
            parser.setErrorHandler(this);
            parser.setProperty("http://xml.org/sax/properties/lexical-handler", this);
            parser.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
            parser.parse(new InputSource(new Bytes(in.rest())));
        } catch (SAXParseException e) {
            throw in.error(Math.max(1, e.getLineNumber()), "the XML is broken: " + e.getMessage(),
                    "a well-formed document");
        } catch (SAXException e) {
            if (e.getException() instanceof IOException cause) {
                throw cause;
            }
            throw in.error(line(), "the XML is broken: " + e.getMessage(), "a well-formed document");
        } catch (ZipException | EOFException e) {
            throw in.error(line(), "the compressed data is damaged", "a whole gzip file");
        } catch (UnsupportedEncodingException | CharConversionException e) {
            throw in.error(line(), "the text's encoding is broken: " + e.getMessage(), "the encoding it declares");
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's XML parser cannot be made safe", e);
        }
        finish();
        return draft.build();
    }

    /** The line of the parser. */
    final int line() {
        return locator == null ? 1 : Math.max(1, locator.getLineNumber());
    }

    /** The line on which the current element's text begins. */
    final int textLine() {
        return textLine;
    }

    /** The current element's text. */
    final String text() {
        return text.toString().strip();
    }

    /** The current element's text with the blanks around it, which count for lines. */
    final String wholeText() {
        return text.toString();
    }

    /** The element around the current one. */
    final String around() {
        return open.isEmpty() ? "" : open.peek();
    }

    @Override
    public final void setDocumentLocator(Locator documentLocator) {
        locator = documentLocator;
    }

    @Override
    public final void startElement(String uri, String local, String name, Attributes attributes) throws SAXException {
        text.setLength(0);
        textLine = line();
        inPrologue = false;
        try {
            begin(name, attributes);
        } catch (IOException e) {
            throw new SAXException(e);
        }
        open.push(name);
    }

    @Override
    public final void endElement(String uri, String local, String name) throws SAXException {
        open.pop();
        try {
            end(name);
        } catch (IOException e) {
            throw new SAXException(e);
        }
        text.setLength(0);
    }

    @Override
    public final void characters(char[] characters, int start, int length) {
        text.append(characters, start, length);
    }

    @Override
    public final void startDTD(String name, @Nullable String publicId, @Nullable String systemId) {
        inPrologue = true;
    }

    @Override
    public final void fatalError(SAXParseException e) throws SAXException {
        throw e;
    }
}
