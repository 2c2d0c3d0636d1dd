package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.logic.LogicFiles;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.io.ModelFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold census}: which symmetries the models of a collection have. */
@Command(name = "census", mixinStandardHelpOptions = true,
        header = "Symmetries of all models in folders.",
        description = "Looks for variable, variable-value and block-value symmetries in all models of folders, without "
                + "and with evidence (NAME.evid beside the model), and counts them by family and in all.",
        footer = {"", "DIR gets census.csv, a line for each model and evidence, written as it is found; "
            + "census.json with counts by family; and index.html. A run with the same --block-size resumes: models "
            + "that are in census.csv are not searched again. DIMACS files that hold graphs are left out."})
final class CensusCommand implements Callable<Integer> {

    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setRecordSeparator("\n").get();

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "Folders with models; subfolders count, too.")
    private List<Path> folders;

    @Option(names = "--families", paramLabel = "REGEX", defaultValue = "^[A-Za-z]+",
            description = "The part of a model's name that is the name of its family. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String families;

    @Option(names = "--block-size", paramLabel = "R|auto", defaultValue = "2", converter = BlockSize.class,
            description = "Most variables in a block; auto: 2, or 3 where features are wider and blocks of three have "
                    + "more symmetries. Default: ${DEFAULT-VALUE}.")
    private int blockSize;

    @Option(names = "--seconds", paramLabel = "T", defaultValue = "30",
            description = "Seconds for each model and evidence; a search that takes longer counts as unfinished. "
                    + "Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "orbifold-census",
            description = "Where to write. Default: ${DEFAULT-VALUE}.")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Pattern family = pattern();
        if (!(seconds > 0)) {
            throw new ParameterException(spec.commandLine(), "--seconds " + seconds + ": expected more than 0");
        }
        List<Path> models = models();
        Files.createDirectories(folder);
        Path table = folder.resolve("census.csv");
        Map<List<String>, CensusRow> rows = known(table);
        PrintWriter err = spec.commandLine().getErr();
        for (Path model : models) {
            for (boolean evidence : new boolean[] {false, true}) {
                List<String> key = List.of(model.toString(), Boolean.toString(evidence));
                if (rows.containsKey(key) || evidence && CensusRow.evidence(model).isEmpty()) {
                    continue;
                }
                CensusRow row = CensusRow.of(model, evidence, family, blockSize, seconds);
                rows.put(key, row);
                append(table, row);
                err.println(model + (evidence ? " with evidence: " : ": ") + row.status());
                err.flush();
            }
        }
        List<CensusRow> all = List.copyOf(rows.values());
        WholeFile.write(folder.resolve("census.json"), out ->
                out.write(new ObjectMapper().writeValueAsString(CensusPage.json(all)) + "\n"));
        WholeFile.write(folder.resolve("index.html"), out -> out.write(CensusPage.html(all)));
        spec.commandLine().getOut().print(CensusPage.text(all));
        return 0;
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(families);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(spec.commandLine(), "--families " + families
                    + ": expected a regular expression (" + e.getDescription() + ")");
        }
    }

    private List<Path> models() throws IOException {
        List<Path> models = new ArrayList<>();
        for (Path root : folders) {
            if (!Files.isDirectory(root)) {
                throw new IllegalArgumentException(root + ": no such folder");
            }
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(Files::isRegularFile)
                        .filter(file -> ModelFormat.ofName(file).isPresent() || LogicFiles.isNetwork(file)
                                || file.getFileName().toString().endsWith(".wfomcs"))
                        .filter(file -> !isGraph(file)).sorted().forEach(models::add);
            }
        }
        if (models.isEmpty()) {
            throw new IllegalArgumentException(folders.get(0)
                    + ": no model; expected files such as .uai, .bif or .mln");
        }
        return models;
    }

    /** Whether a DIMACS file holds a graph: {@code .dimacs} is also an extension of clauses. */
    private static boolean isGraph(Path file) {
        if (!file.getFileName().toString().matches("(?i).*\\.dimacs(\\.gz)?")) {
            return false;
        }
        try (InputStream bytes = Files.newInputStream(file);
                InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
                BufferedReader in = new BufferedReader(new InputStreamReader(text, StandardCharsets.ISO_8859_1))) {
            return in.lines().filter(line -> line.startsWith("p")).findFirst()
                    .filter(line -> line.matches("p\\s+(edge|col)\\b.*")).isPresent();
        } catch (IOException | UncheckedIOException e) {
            return false; // the reader of models says what is wrong with it
        }
    }

    /** What an earlier run with the same blocks has found. */
    private Map<List<String>, CensusRow> known(Path table) throws IOException {
        Map<List<String>, CensusRow> rows = new LinkedHashMap<>();
        if (Files.exists(table)) {
            CsvRows.forEach(table, FORMAT, (line, number) -> {
                if (line.getRecordNumber() == 1 && !line.toList().equals(CensusRow.COLUMNS)) {
                    throw new IllegalArgumentException(table + ":1: expected the columns "
                            + String.join(",", CensusRow.COLUMNS) + "; remove the file to begin anew");
                } else if (line.getRecordNumber() > 1 && line.size() == CensusRow.COLUMNS.size()) {
                    CensusRow row = CensusRow.parse(line.toList());
                    if (row.blockSize() != blockSize) {
                        throw new IllegalArgumentException(table + ": made with --block-size "
                                + BlockSize.text(row.blockSize()) + ", not " + BlockSize.text(blockSize)
                                + "; give another --out, or remove the file to begin anew");
                    }
                    rows.put(List.of(row.model(), Boolean.toString(row.evidence())), row);
                }
            });
        }
        return rows;
    }

    private static void append(Path table, CensusRow row) throws IOException {
        boolean first = !Files.exists(table);
        StringBuilder text = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(text, FORMAT)) {
            if (first) {
                csv.printRecord(CensusRow.COLUMNS);
            }
            csv.printRecord(Arrays.asList(row.fields()));
        }
        Files.writeString(table, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
