package org.orbifold.experiments.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.orbifold.experiments.convergence.Statistics.Interval;

/** Ratios with their intervals on one logarithmic axis, a row each: data for a chart on a page. */
record RatioChart(String title, List<Row> rows) {

    /** One row. */
    record Row(String label, SeriesStyle style, Interval ratio) { }

    /** Beyond these a ratio says no more than "exact" or "useless". */
    private static final double LEAST = 1e-9;
    private static final double MOST = 1e15;

    void write(ObjectNode to) {
        to.put("title", title).put("x", "times lower").put("rows", true).put("logX", true);
        var list = to.putArray("series");
        for (Row row : rows) {
            ObjectNode node = list.addObject().put("label", row.label)
                    .put("text", Page.ratioText(row.ratio));
            row.style.write(node);
            node.putArray("points").addArray().add(cut(row.ratio.value())).add(cut(row.ratio.low()))
                    .add(cut(row.ratio.high()));
        }
    }

    private static double cut(double ratio) {
        return Math.max(LEAST, Math.min(MOST, ratio));
    }
}
