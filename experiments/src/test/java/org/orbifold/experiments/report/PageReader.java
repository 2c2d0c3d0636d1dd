package org.orbifold.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Reads the files of a report back. */
record PageReader(Path folder) {

    String page() throws Exception {
        return Files.readString(folder.resolve("index.html"));
    }

    /** The page is written as XML too, so that any XML parser can say whether it is well-formed. */
    Document parsed() throws Exception {
        return parse(page().replace("<!DOCTYPE html>", "").replaceAll("(?s)<script.*?</script>", ""));
    }

    static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    /** The data of the page's charts. */
    JsonNode charts() throws Exception {
        Matcher data = Pattern.compile("(?s)id=\"charts\">(.*?)</script>").matcher(page());
        assertThat(data.find()).isTrue();
        return new ObjectMapper().readTree(data.group(1));
    }

    /** The files beside the page that it names. */
    List<String> links() throws Exception {
        Matcher matcher = Pattern.compile("href=\"([^#\"][^\"]*)\"").matcher(
                page().replaceAll("(?s)<script.*?</script>", ""));
        return Stream.iterate(matcher.find(), found -> found, found -> matcher.find()).map(f -> matcher.group(1))
                .toList();
    }

    static Stream<Element> elements(Document document, String tag, String type) {
        return IntStream.range(0, document.getElementsByTagName(tag).getLength())
                .mapToObj(i -> (Element) document.getElementsByTagName(tag).item(i))
                .filter(e -> (" " + e.getAttribute("class") + " ").contains(" " + type + " "));
    }

    List<CSVRecord> csv(String name) throws Exception {
        return CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get()
                .parse(new StringReader(Files.readString(folder.resolve(name)))).getRecords();
    }
}
