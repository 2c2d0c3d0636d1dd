package org.orbifold.experiments.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.orbifold.experiments.convergence.Statistics.Interval;

/** Ratios with their intervals on one logarithmic axis, a row each: data for a chart on a page. */
record RatioChart(String title, List<Row> rows) {

    /** One row. */
    record Row(String label, SeriesStyle style, Claims.Claim claim) { }

    /** Beyond these a ratio says no more than "exact" or "useless". */
    private static final double LEAST = 1e-9;
    private static final double MOST = 1e15;

    void write(ObjectNode to) {
        to.put("title", title).put("x", "times lower").put("rows", true).put("logX", true);
        var list = to.putArray("series");
        for (Row row : rows) {
            ObjectNode node = list.addObject().put("label", row.label)
                    .put("text", row.claim.text());
            row.style.write(node);
            Interval ratio = row.claim.ratio();
            node.putArray("points").addArray().add(cut(ratio.value())).add(cut(ratio.low())).add(cut(ratio.high()));
        }
    }

    private static double cut(double ratio) {
        return Math.max(LEAST, Math.min(MOST, ratio));
    }
}
