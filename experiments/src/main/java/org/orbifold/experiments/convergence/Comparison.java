package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.experiments.domain.Truth;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Partitions;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.Variable;

/**
 * The evaluation on a model of one's own: chains run side by side, measured against the true marginals. An immutable
 * value; start from {@link #on}.
 */
public final class Comparison {

    /** The chains unless others are asked for: the paper's, then what each part of this library adds. */
    public static final List<String> CHAINS = List.of("gibbs", "orbital", "vv", "bv", "aggregate", "gibbs+orbit",
            "gibbs+conditional", "gibbs+conditional+systematic", "block-gibbs+conditional+systematic", "auto");

    /** The time to find the truth, unless one is given, as a multiple of that of one run. */
    private static final double TRUTH_TIMES = 5;
    /** Seconds that the truth may take in any case: short runs need a truth, too. */
    private static final double TRUTH_SECONDS = 10;
    private static final double WARM_UP = 0.5;

    private final GraphicalModel model;
    private final String title;
    private final List<Method> methods;
    private final Settings settings;
    private final double truthSeconds;
    private final @Nullable Truth truth;

    private Comparison(GraphicalModel model, String title, List<Method> methods, Settings settings,
            double truthSeconds, @Nullable Truth truth) {
        this.model = model;
        this.title = title;
        this.methods = methods;
        this.settings = settings;
        this.truthSeconds = truthSeconds;
        this.truth = truth;
    }

    /**
     * A comparison of {@link #CHAINS} by 5 runs of 10 s each.
     *
     * @param model the model, evidence put in ({@code model.condition(evidence).model()})
     * @return the comparison, not yet run
     */
    public static Comparison on(GraphicalModel model) {
        return new Comparison(model, "A model of " + model.variableCount() + " variables",
                methods(CHAINS, Partitions.automatic()), new Settings(5, 10, 1,
                Runtime.getRuntime().availableProcessors(), WARM_UP), 0, null);
    }

    /**
     * Sets the title of the page.
     *
     * @param text what people read
     * @return a new comparison
     */
    public Comparison withTitle(String text) {
        return new Comparison(model, text, methods, settings, truthSeconds, truth);
    }

    /**
     * Sets the chains, by names.
     *
     * @param partitions which partitions chains with blocks use
     * @param chains     each {@code CHAIN[:ALPHA][+PART…]}: a chain of {@code orbifold infer --chain}, the probability
     *                   of an orbit move, and {@code counts}, {@code conditional}, {@code orbit}, {@code averaged} or
     *                   {@code random}, {@code systematic}; without parts as in the paper
     * @return a new comparison
     * @throws IllegalArgumentException if a name is not understood, or two are the same chain
     */
    public Comparison withChains(Partitions partitions, List<String> chains) {
        return withMethods(methods(chains, partitions));
    }

    /**
     * Sets the chains, by names, with partitions chosen for the model.
     *
     * @param chains as in {@link #withChains(Partitions, List)}
     * @return a new comparison
     * @throws IllegalArgumentException if a name is not understood, or two are the same chain
     */
    public Comparison withChains(String... chains) {
        return withChains(Partitions.automatic(), Arrays.asList(chains));
    }

    /**
     * Sets the methods, which may be the caller's own.
     *
     * @param list at least one
     * @return a new comparison
     * @throws IllegalArgumentException if there is none, or two have the same identity
     */
    public Comparison withMethods(List<Method> list) {
        Set<String> seen = new HashSet<>();
        for (Method method : list) {
            if (!seen.add(method.id())) {
                throw new IllegalArgumentException("'" + method.label()
                        + "' is there twice; expected different chains");
            }
        }
        if (list.isEmpty()) {
            throw new IllegalArgumentException("no chain to compare; expected at least one");
        }
        return new Comparison(model, title, List.copyOf(list), settings, truthSeconds, truth);
    }

    /**
     * Sets how long and how often chains run.
     *
     * @param how runs of each chain, their length, the seed and the runs at the same time
     * @return a new comparison
     */
    public Comparison withSettings(Settings how) {
        return new Comparison(model, title, methods, how, truthSeconds, truth);
    }

    /**
     * Sets the time in which the truth is to be found: exactly if that is possible, else by sampling so long.
     *
     * @param seconds more than 0; 0 for five times the length of a run, at least ten seconds
     * @return a new comparison
     */
    public Comparison withTruthSeconds(double seconds) {
        return new Comparison(model, title, methods, settings, seconds, truth);
    }

    /**
     * Sets the true marginals.
     *
     * @param marginals of all variables of the model
     * @param source    where they come from, in words
     * @return a new comparison
     * @throws IllegalArgumentException if they do not fit the model
     */
    public Comparison withTruth(Marginals marginals, String source) {
        for (Variable v : model.variables()) {
            if (marginals.variableCount() != model.variableCount() || marginals.size(v.index()) != v.size()) {
                throw new IllegalArgumentException(source + ": these are not marginals of the model; expected "
                        + model.variableCount() + " variables, '" + v.name() + "' with " + v.size() + " values");
            }
        }
        return new Comparison(model, title, methods, settings, truthSeconds, Truth.exact(marginals, source));
    }

    /**
     * How long and how often chains run.
     *
     * @return the settings
     */
    public Settings settings() {
        return settings;
    }

    /**
     * Runs all chains on threads of this machine.
     *
     * @param folder where finished runs and the truth are stored, and found again
     * @return the measurements, for {@code Report.writeComparison}
     * @throws IOException          if a run cannot be stored or read
     * @throws InterruptedException if the thread is interrupted; finished runs stay stored
     */
    public Figure.Result run(Path folder) throws IOException, InterruptedException {
        return run(folder, (what, done, remaining) -> { }, null);
    }

    /**
     * Runs all chains.
     *
     * @param folder   where finished runs and the truth are stored, and found again
     * @param listener receives the progress
     * @param machines where runs are made; null for threads of this machine
     * @return the measurements
     * @throws IOException          if a run cannot be stored or read
     * @throws InterruptedException if the thread is interrupted; finished runs stay stored
     */
    public Figure.Result run(Path folder, ProgressListener listener, @Nullable Machines machines) throws IOException,
            InterruptedException {
        String id = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        Figure figure = new Figure(id.isEmpty() ? "model" : id, title, "", () -> problem(folder), methods);
        return new Experiment(settings, folder, listener, machines).run(List.of(figure)).get(0);
    }

    /** The model with its truth, which is found once and stored. */
    private Problem problem(Path folder) {
        String spec = "model=" + RunStore.digest(text(model));
        try {
            Truth found = truth != null ? truth : storedTruth(new RunStore(folder), spec);
            return new Problem(title, title, spec + " truth=" + RunStore.digest(text(found)), model,
                    Problem.kindsOf(model), found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A truth as it is stored. */
    record StoredTruth(double[][] marginals, String method, double error) { }

    private Truth storedTruth(RunStore store, String spec) throws IOException {
        double seconds = truthSeconds > 0 ? truthSeconds : Math.max(TRUTH_SECONDS, TRUTH_TIMES * settings.seconds());
        String asked = spec + " seconds=" + seconds + " seed=" + settings.seed() + " code="
                + CodeFingerprint.ofLibrary();
        Optional<StoredTruth> known = store.load("truth", asked, StoredTruth.class);
        if (known.isEmpty()) {
            store.save("truth", asked, find(seconds));
            known = store.load("truth", asked, StoredTruth.class);
        }
        StoredTruth stored = known.orElseThrow();
        return new Truth(Marginals.of(stored.marginals), stored.method, stored.error);
    }

    private StoredTruth find(double seconds) {
        // A stream of its own: the truth must not depend on the states that the chains visit.
        InferenceResult result = Inference.on(model).withOptions(InferenceOptions.defaults().withSampling(
                SamplingOptions.defaults().withSeconds(seconds).withSeed(~settings.seed()))).run();
        double[][] marginals = new double[model.variableCount()][];
        for (int v = 0; v < marginals.length; v++) {
            marginals[v] = result.marginals().distribution(v);
        }
        return result.isExact() ? new StoredTruth(marginals, "exact, by the planner's routes", 0)
                : new StoredTruth(marginals, String.format(Locale.ROOT, "NOT EXACT: what 'orbifold infer' sampled in "
                + "%.3g s with another seed, verdict %s", seconds, result.verdict()), result.largestError());
    }

    private static List<Method> methods(List<String> chains, Partitions partitions) {
        List<Method> methods = new ArrayList<>();
        chains.forEach(chain -> methods.add(ComparedChain.parse(chain).method(partitions)));
        return methods;
    }

    private static String text(Truth truth) {
        StringBuilder text = new StringBuilder(truth.method());
        for (int v = 0; v < truth.marginals().variableCount(); v++) {
            text.append(Arrays.toString(truth.marginals().distribution(v)));
        }
        return text.toString();
    }

    /** All that the model says; equal texts are equal models. */
    private static String text(GraphicalModel model) {
        StringBuilder text = new StringBuilder();
        model.variables().forEach(v -> text.append(v.name()).append(' ').append(v.size()).append('\n'));
        model.features().forEach(feature -> text.append(feature instanceof Table table
                ? Arrays.toString(table.scope()) + Arrays.toString(table.entries()) : feature.toString()).append('\n'));
        return text.append(model.constant()).toString();
    }
}
