package org.example;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.orbifold.inference.DetachedResult;
import org.orbifold.inference.Inference;
import org.orbifold.inference.MapResult;
import org.orbifold.inference.Query;
import org.orbifold.inference.Route;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** A day with a network of machines and alarms: names, a request, answers, JSON, cancellation, many requests. */
public final class EngineersDay {

    private static final int MACHINES = 40;

    public static void main(String[] args) throws Exception {
        GraphicalModel model = network();

        // Evidence as a request brings it; a misspelt name is refused with the nearest one.
        Map<String, String> request = Map.of("Alarm3", "on", "Power", "low");
        Evidence evidence = Evidence.of(model, request);
        try {
            Evidence.of(model, Map.of("Alram3", "on"));
        } catch (IllegalArgumentException e) {
            System.out.println("refused: " + e.getMessage());
        }

        // Keep this object: what it learns about the model serves all later requests.
        Inference inference = Inference.on(model).withSeconds(2);
        DetachedResult answer = inference.withEvidence(evidence).run().detached();
        System.out.println("verdict " + answer.verdict());
        System.out.printf("P(Machine3 = broken) = %.4f%n",
                inference.withEvidence(evidence).run().marginals().probability("Machine3", "broken"));
        System.out.println("JSON begins " + answer.toJson().substring(0, 43));

        MapResult best = inference.withEvidence(evidence).mostProbable();
        System.out.println("most probable: Machine3 is " + best.value("Machine3") + ", proved " + best.isProved());

        Query both = Query.parse("P(Machine1=broken, Machine2=broken | Alarm1=on)", model);
        System.out.printf("both broken: %.5f%n", inference.ask(List.of(both)).get(0).cells().get(0).value());

        cancel(model);
        thousandRequests(model, inference);
    }

    private static GraphicalModel network() {
        ModelBuilder builder = GraphicalModel.builder().variable("Power", Domain.of("normal", "low"))
                .conditional("Power").row(0.95, 0.05).end();
        for (int i = 1; i <= MACHINES; i++) {
            builder.variable("Machine" + i, Domain.of("works", "broken")).variable("Alarm" + i, Domain.of("off", "on"))
                    .conditional("Machine" + i, "Power")
                    .row(List.of("normal"), 0.99, 0.01).row(List.of("low"), 0.8, 0.2).end()
                    .conditional("Alarm" + i, "Machine" + i)
                    .row(List.of("works"), 0.98, 0.02).row(List.of("broken"), 0.1, 0.9).end();
        }
        return builder.build();
    }

    /** Interrupting the thread of a question ends it at once, whatever its time limit. */
    private static void cancel(GraphicalModel model) throws Exception {
        ExecutorService service = Executors.newSingleThreadExecutor();
        Inference slow = Inference.on(model).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE))
                .withSeconds(60);
        Future<?> running = service.submit(() -> slow.run());
        Thread.sleep(300);
        long began = System.nanoTime();
        running.cancel(true);
        service.shutdown();
        boolean ended = service.awaitTermination(20, TimeUnit.SECONDS);
        System.out.println("cancelled: " + ended);
        System.out.printf("cancelled in %.2f s%n", (System.nanoTime() - began) / 1e9);
    }

    private static void thousandRequests(GraphicalModel model, Inference inference) {
        long began = System.nanoTime();
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            Evidence one = Evidence.of(model, "Alarm" + (1 + i % MACHINES) + "=on",
                    "Alarm" + (1 + (i + 1 + i / MACHINES) % MACHINES) + "=" + (i % 2 == 0 ? "on" : "off"));
            sum += inference.withEvidence(one).run().marginals().probability("Power", "low");
        }
        System.out.printf("1000 requests, mean P(Power = low) = %.4f%n", sum / 1000);
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        System.out.printf("%.2f ms a request, %d MB of heap in use afterwards%n", (System.nanoTime() - began) / 1e9,
                (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    }

    private EngineersDay() { }
}
