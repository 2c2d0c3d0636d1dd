package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The census as text, JSON and a page. */
final class CensusPage {

    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Census of symmetries</title>
            <style>
            :root { color-scheme: light dark; }
            body { font-family: system-ui, sans-serif; margin: 1rem auto; max-width: 90rem; padding: 0 1rem; }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
            th, td { padding: 0.25rem 0.6rem; border-bottom: 1px solid #8886; text-align: right; white-space: nowrap; }
            th { white-space: normal; vertical-align: bottom; }
            th:first-child, td:first-child { text-align: left; }
            th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0;
                cursor: pointer; padding: 0; text-align: inherit; }
            .bar { display: inline-block; height: 0.8em; background: #4a84c4; vertical-align: baseline; }
            </style></head><body>
            <h1>Which symmetries do these models have?</h1>
            <p>Orders count what happens to possible states. Variable symmetries permute variables, VV symmetries
            (variable, value) pairs; a model has genuine BV symmetries if some generator for a partition into blocks
            is no map of such pairs. Click on a column's name to sort by it.</p>
            """;
    private static final String SCRIPT = """
            <script>
            document.querySelectorAll('th button').forEach(button => button.addEventListener('click', () => {
                const head = button.closest('th'), table = head.closest('table'), body = table.tBodies[0];
                const at = [...head.parentNode.children].indexOf(head);
                const down = head.getAttribute('aria-sort') !== 'descending';
                table.querySelectorAll('th').forEach(other => other.removeAttribute('aria-sort'));
                head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
                const key = row => row.cells[at].dataset.value ?? row.cells[at].textContent;
                const order = (a, b) => isNaN(a) || isNaN(b) ? String(a).localeCompare(String(b)) : a - b;
                [...body.rows].sort((a, b) => (down ? -1 : 1) * order(key(a), key(b))).forEach(row => body.append(row));
            }));
            </script>
            </body></html>
            """;

    private CensusPage() { }

    /** Counts of a set of models. */
    private static Map<String, Long> counts(List<CensusRow> rows) {
        List<CensusRow> read = rows.stream().filter(CensusRow::isRead).toList();
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("models", (long) rows.size());
        counts.put("notRead", (long) rows.size() - read.size());
        counts.put("unfinished", read.stream().filter(r -> r.status().equals(CensusRow.UNFINISHED)).count());
        counts.put("variable", read.stream().filter(CensusRow::hasVariable).count());
        counts.put("vvBeyond", read.stream().filter(CensusRow::hasMoreThanVariable).count());
        counts.put("genuineBv", read.stream().filter(CensusRow::genuine).count());
        counts.put("onlyBv", read.stream().filter(CensusRow::isOnlyBlockValue).count());
        return counts;
    }

    private static Map<String, List<CensusRow>> families(List<CensusRow> rows, boolean evidence) {
        Map<String, List<CensusRow>> families = new TreeMap<>();
        rows.stream().filter(row -> row.evidence() == evidence)
                .forEach(row -> families.computeIfAbsent(row.family(), key -> new ArrayList<>()).add(row));
        return families;
    }

    static ObjectNode json(List<CensusRow> rows) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (boolean evidence : new boolean[] {false, true}) {
            ObjectNode part = object.putObject(evidence ? "withEvidence" : "withoutEvidence");
            put(part.putObject("all"), rows.stream().filter(row -> row.evidence() == evidence).toList());
            ObjectNode byFamily = part.putObject("families");
            families(rows, evidence).forEach((family, some) -> put(byFamily.putObject(family), some));
        }
        ArrayNode list = object.putArray("models");
        rows.forEach(row -> {
            ObjectNode one = list.addObject();
            Object[] fields = row.fields();
            for (int i = 0; i < fields.length; i++) {
                one.put(CensusRow.COLUMNS.get(i), fields[i].toString());
            }
        });
        return object;
    }

    private static void put(ObjectNode to, List<CensusRow> rows) {
        counts(rows).forEach(to::put);
    }

    static String text(List<CensusRow> rows) {
        StringBuilder text = new StringBuilder();
        for (boolean evidence : new boolean[] {false, true}) {
            List<CensusRow> some = rows.stream().filter(row -> row.evidence() == evidence).toList();
            if (!some.isEmpty()) {
                text.append(evidence ? "with evidence" : "without evidence").append('\n');
                text.append(line("family", counts(some).keySet().stream().toList()));
                families(rows, evidence).forEach((family, own) -> text.append(line(family, strings(counts(own)))));
                text.append(line("all", strings(counts(some)))).append('\n');
            }
        }
        return text.toString();
    }

    private static List<String> strings(Map<String, Long> counts) {
        return counts.values().stream().map(Object::toString).toList();
    }

    private static String line(String first, List<String> others) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-20s", first));
        others.forEach(other -> text.append(String.format(Locale.ROOT, " %10s", other)));
        return text.append('\n').toString();
    }

    static String html(List<CensusRow> rows) {
        StringBuilder page = new StringBuilder(HEAD);
        for (boolean evidence : new boolean[] {false, true}) {
            List<CensusRow> some = rows.stream().filter(row -> row.evidence() == evidence).toList();
            if (!some.isEmpty()) {
                page.append("<h2>By family, ").append(evidence ? "with" : "without").append(" evidence</h2>")
                        .append("<div class=\"wide\"><table>").append(head(List.of("family", "models", "not read",
                                "unfinished", "variable", "VV beyond", "genuine BV", "only BV", "with any symmetry")))
                        .append("<tbody>");
                families(rows, evidence).forEach((family, own) -> page.append(row(family, own)));
                page.append("</tbody><tfoot>").append(row("all", some)).append("</tfoot></table></div>\n");
            }
        }
        page.append("<h2>By model</h2><div class=\"wide\"><table id=\"models\">").append(head(CensusRow.COLUMNS.stream()
                .map(name -> name.replace('_', ' ')).toList())).append("<tbody>");
        for (CensusRow row : rows) {
            page.append("<tr>");
            for (Object field : row.fields()) {
                String text = field.toString();
                page.append("<td data-value=\"").append(escape(text)).append("\">")
                        .append(escape(text.length() > 60 ? "…" + text.substring(text.length() - 59) : text))
                        .append("</td>");
            }
            page.append("</tr>\n");
        }
        return page.append("</tbody></table></div>\n").append(SCRIPT).toString();
    }

    private static String head(List<String> names) {
        StringBuilder text = new StringBuilder("<thead><tr>");
        names.forEach(name -> text.append("<th scope=\"col\"><button type=\"button\">").append(name)
                .append("</button></th>"));
        return text.append("</tr></thead>").toString();
    }

    /** A family's counts, and a bar of the share that has some symmetry. */
    private static String row(String family, List<CensusRow> rows) {
        StringBuilder text = new StringBuilder("<tr><td>").append(escape(family)).append("</td>");
        strings(counts(rows)).forEach(count -> text.append("<td>").append(count).append("</td>"));
        long any = rows.stream().filter(row -> row.isRead() && (row.hasVariable() || row.hasMoreThanVariable()
                || row.genuine())).count();
        int share = (int) Math.round(100.0 * any / rows.size());
        return text.append("<td style=\"text-align:left\" data-value=\"").append(share)
                .append("\"><span class=\"bar\" style=\"width:").append(share / 10.0).append("em\"></span> ")
                .append(share).append("%</td></tr>\n").toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
