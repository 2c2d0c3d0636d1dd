package org.orbifold.experiments.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Measurement;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Published;
import org.orbifold.experiments.convergence.RunResult;
import org.orbifold.experiments.convergence.Settings;
import org.orbifold.inference.ChainChoice.SymmetryUse;

/** Every number of the evaluation, as CSV and JSON. */
final class DataFiles {

    private final List<Figure.Result> figures;
    private final Map<String, List<Published>> published;
    private final List<Claims.Claim> claims;

    private DataFiles(List<Figure.Result> figures, Map<String, List<Published>> published,
            List<Claims.Claim> claims) {
        this.figures = figures;
        this.published = published;
        this.claims = claims;
    }

    static void write(Path folder, List<Figure.Result> figures, Map<String, List<Published>> published,
            List<Claims.Claim> claims, Manifest<Settings> manifest) throws IOException {
        DataFiles files = new DataFiles(figures, published, claims);
        DataFile.csv(folder.resolve("curves.csv"), "figure,method,axis,seconds,samples,kl,low,high", files::curves);
        DataFile.csv(folder.resolve("runs.csv"), "figure,method,run,axis,seconds,samples,kl,kind,kl_of_kind",
                files::runs);
        DataFile.csv(folder.resolve("methods.csv"), "figure,method,label,origin,alpha,discovery_seconds,"
                + "discovery_seconds_cold,samples_per_second,runs,truth,truth_error,autocorrelation_log_weight,"
                + "autocorrelation_slowest,autocorrelation_is_lower_bound", files::methods);
        DataFile.csv(folder.resolve("symmetries.csv"), "figure,method,partition,blocks,log10_order,orbits,pairs,limit",
                files::symmetries);
        DataFile.csv(folder.resolve("summary.csv"), "figure,reference,method,label,at,place,ratio,low,high",
                files::summary);
        DataFile.json(folder.resolve("manifest.json"), manifest);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("manifest", manifest);
        all.put("summary", claims);
        all.put("figures", figures.stream().map(files::json).toList());
        DataFile.json(folder.resolve("results.json"), all);
    }

    private List<Published> published(Figure.Result figure) {
        return published.getOrDefault(figure.figure().id(), List.of());
    }

    private void curves(CSVPrinter csv) throws IOException {
        for (Figure.Result figure : figures) {
            for (MethodResult result : figure.results()) {
                curve(csv, figure, result, "time", result.overTime());
                curve(csv, figure, result, "samples", result.overSamples());
            }
            for (Published curve : published(figure)) {
                // A published curve has both axes in one: its points have seconds and samples.
                for (Published.Point p : curve.points()) {
                    csv.printRecord(figure.figure().id(), "published-" + curve.method(), "both", p.seconds(),
                            p.samples(), p.kl(), p.kl() - p.twoErrors(), p.kl() + p.twoErrors());
                }
            }
        }
    }

    private static void curve(CSVPrinter csv, Figure.Result figure, MethodResult result, String axis,
            List<MethodResult.Point> points) throws IOException {
        for (MethodResult.Point p : points) {
            csv.printRecord(figure.figure().id(), result.method().id(), axis, p.seconds(), p.samples(), p.kl().value(),
                    p.kl().low(), p.kl().high());
        }
    }

    private void runs(CSVPrinter csv) throws IOException {
        for (Figure.Result figure : figures) {
            for (MethodResult result : figure.results()) {
                for (RunResult run : result.runs()) {
                    run(csv, figure, run, "time", run.atTimes());
                    run(csv, figure, run, "samples", run.atSamples());
                }
            }
        }
    }

    private static void run(CSVPrinter csv, Figure.Result figure, RunResult run, String axis, List<Measurement> all)
            throws IOException {
        List<String> kinds = figure.problem().kindNames();
        for (Measurement m : all) {
            for (int k = 0; k < kinds.size(); k++) {
                csv.printRecord(figure.figure().id(), run.method(), run.run(), axis, m.seconds(), m.samples(), m.kl(),
                        kinds.get(k), m.byKind().get(k));
            }
        }
    }

    private void methods(CSVPrinter csv) throws IOException {
        for (Figure.Result figure : figures) {
            for (MethodResult r : figure.results()) {
                csv.printRecord(figure.figure().id(), r.method().id(), r.method().label(), r.method().origin(),
                        r.discovery().alpha(), r.discovery().seconds(), r.discovery().coldSeconds(),
                        r.samplesPerSecond(), r.runs().size(), figure.problem().truth().method(),
                        figure.problem().truth().error(),
                        r.runs().stream().mapToDouble(run -> run.memory().logWeight()).average().orElseThrow(),
                        r.runs().stream().mapToDouble(run -> run.memory().slowest()).average().orElseThrow(),
                        r.runs().stream().anyMatch(run -> run.memory().lowerBound()));
            }
        }
    }

    private void symmetries(CSVPrinter csv) throws IOException {
        for (Figure.Result figure : figures) {
            for (MethodResult r : figure.results()) {
                int number = 0;
                for (SymmetryUse use : r.discovery().symmetries()) {
                    csv.printRecord(figure.figure().id(), r.method().id(), number++, use.blocks(), use.log10Order(),
                            use.orbits(), use.pairs(), use.limit());
                }
            }
        }
    }

    private void summary(CSVPrinter csv) throws IOException {
        for (Claims.Claim claim : claims) {
            csv.printRecord(claim.figure(), claim.reference(), claim.method(), claim.label(), claim.at(),
                    claim.place(), claim.ratio().value(), claim.ratio().low(), claim.ratio().high());
        }
    }

    private Map<String, Object> json(Figure.Result figure) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", figure.figure().id());
        map.put("title", figure.figure().title());
        map.put("specification", figure.problem().spec());
        map.put("truth", figure.problem().truth().method());
        map.put("truthError", figure.problem().truth().error());
        map.put("kinds", figure.problem().kindNames());
        map.put("methods", figure.results().stream().map(DataFiles::json).toList());
        map.put("published", published(figure));
        return map;
    }

    private static Map<String, Object> json(MethodResult r) {
        Map<String, Object> method = new LinkedHashMap<>();
        method.put("id", r.method().id());
        method.put("label", r.method().label());
        method.put("discovery", r.discovery());
        method.put("overTime", r.overTime());
        method.put("overSamples", r.overSamples());
        method.put("runs", r.runs());
        return method;
    }
}
