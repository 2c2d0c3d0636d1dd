package org.orbifold.experiments.cli;

import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.inference.Query;

/** Answers to queries as CSV. */
final class AnswersOutput {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder().setHeader("query", "values", "answer", "error")
            .setRecordSeparator("\n").get();

    private AnswersOutput() { }

    static void write(List<Query.Answer> answers, Appendable target) throws IOException {
        // Not closed: the target belongs to the caller.
        CSVPrinter csv = new CSVPrinter(target, CSV);
        for (Query.Answer answer : answers) {
            for (Query.Cell cell : answer.cells()) {
                csv.printRecord(answer.query(), cell.names(), cell.value(),
                        answer.exact() ? 0 : cell.standardError());
            }
        }
        csv.flush();
    }
}
