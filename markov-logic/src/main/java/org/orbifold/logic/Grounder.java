package org.orbifold.logic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Grounds a network: every formula for every choice of constants that the database does not decide.
 *
 * <p>What the evidence decides follows from three truth values, false, true and unknown. Decided groundings are never
 * visited, however deep in the formula the deciding atoms stand: the others are found by joins over the listed atoms,
 * as a database would. Decided ones are counted, though, so that log Z is that of the whole network. Quantifiers inside
 * a formula go through their constants in the same way.
 *
 * <p>Cost: linear in the number of groundings that remain and of listed atoms, for joins in the number of partial
 * matches. {@link #size()} needs no memory beyond that of the evidence; {@link #ground()} refuses models above the
 * limit before it makes anything.
 */
public final class Grounder {

    private static final Logger LOG = LoggerFactory.getLogger(Grounder.class);

    /** How many literals there may be for each ground feature allowed. */
    private static final double LITERALS_PER_FEATURE = 16;

    /** Instances of a quantified part that planning may visit: the larger of a number and a number per listed atom. */
    private static final long LEAST_PLANNING = 1 << 20;
    private static final long PLANNING_PER_FACT = 8;

    private final World world;
    private final GroundingOptions options;
    private final long planning;
    private final List<List<Template>> templates = new ArrayList<>();
    private @Nullable GroundingSize size;

    private Grounder(Database database, GroundingOptions options, long planning) {
        this.world = new World(database, options);
        this.options = options;
        this.planning = planning;
    }

    /**
     * Plans the grounding of a network.
     *
     * @param database the evidence, and its network
     * @param options  how to ground
     * @return the plan, whose size is known
     * @throws IllegalArgumentException if options name what does not exist, a type has no constants or a formula has no
     *                                  weight
     */
    public static Grounder plan(Database database, GroundingOptions options) {
        long known = database.typeTable().values().stream().mapToLong(Constants::size).sum()
                + database.network().predicates().stream().mapToLong(p -> database.listedAtoms(p.name())).sum();
        return plan(database, options, Math.max(LEAST_PLANNING, PLANNING_PER_FACT * known));
    }

    /** Plans with another limit to what planning may try. */
    static Grounder plan(Database database, GroundingOptions options, long planning) {
        Grounder grounder = new Grounder(database, options, planning);
        for (WeightedSentence formula : database.network().formulas()) {
            grounder.templates.add(grounder.templates(formula));
        }
        Optional<String> unused = options.weights().flatMap(FormulaWeights::unused);
        if (unused.isPresent()) {
            throw new IllegalArgumentException(unused.get()
                    + ": the weight belongs to no formula, expected one of the network without a weight there, "
                    + "with constants for its '+' variables");
        }
        return grounder;
    }

    /**
     * Grounds a network.
     *
     * @param database the evidence, and its network
     * @param options  how to ground
     * @return the ground network
     * @throws GroundingTooLargeException if it would be larger than the options allow
     * @throws org.orbifold.pgm.model.ContradictionException if the database violates a hard formula
     */
    public static GroundNetwork ground(Database database, GroundingOptions options) {
        return plan(database, options).ground();
    }

    private List<Template> templates(WeightedSentence formula) {
        List<Template> made = new ArrayList<>();
        for (Sentence signed : signed(formula.sentence())) {
            for (Sentence instance : instances(signed, world.database())) {
                made.addAll(templates(formula, instance));
            }
        }
        return made;
    }

    /** The formulas that a formula with {@code *} stands for. */
    static List<Sentence> signed(Sentence formula) {
        return Substitution.signs(Substitution.opened(formula));
    }

    /** The formulas that one with arithmetic stands for; itself, if it has none. */
    static List<Sentence> instances(Sentence signed, Database database) {
        return Arithmetic.variables(signed).isEmpty() ? List.of(signed)
                : Arithmetic.instances(signed, TypeInference.of(Arithmetic.plain(signed),
                        database.network().predicateTable(), database.typeTable()));
    }

    private TypedFormula typed(Sentence sentence) {
        return TypeInference.of(sentence, world.database().network().predicateTable(), world.database().typeTable());
    }

    private List<Template> templates(WeightedSentence formula, Sentence signed) {
        TypedFormula typed = typed(signed);
        if (typed.free().stream().anyMatch(slot -> slot.size() == 0)) {
            return List.of();
        }
        WeightedSentence source = new WeightedSentence(signed, formula.weight(), formula.weightVariable(),
                formula.origin());
        return Template.of(source, typed, weights(source, typed), options.semantics(),
                slots -> new PlanContext(world::table, slots, planning));
    }

    private double[] weights(WeightedSentence formula, TypedFormula typed) {
        if (formula.weight().isPresent()) {
            return new double[] {formula.weight().getAsDouble()};
        }
        String place = formula.origin().isEmpty() ? "" : formula.origin() + ": ";
        if (formula.weightVariable().isPresent()) {
            return typed.perConstant().get(0).type().names().stream()
                    .mapToDouble(name -> number(name, place)).toArray();
        }
        FormulaWeights given = options.weights().orElseThrow(() -> new IllegalArgumentException(place + "the formula '"
                + formula.sentence()
                + "' has no weight, expected one before it, a '.' after it (hard), or weights from a file or seed"));
        List<Slot> varied = typed.perConstant();
        double copies = 1;
        for (Slot slot : varied) {
            copies *= slot.size();
        }
        if (copies > options.maxGround()) {
            throw new GroundingTooLargeException(new GroundingSize(List.of(
                    new GroundingSize.Count(formula.toString(), copies)), List.of()), options.maxGround());
        }
        double[] weights = new double[(int) copies];
        int[] chosen = new int[varied.size()];
        String[] constants = new String[varied.size()];
        Function<String[], String> instances = SentenceText.template(formula.sentence(),
                varied.stream().map(Slot::name).toList());
        for (int copy = 0; copy < weights.length; copy++) {
            for (int i = 0; i < chosen.length; i++) {
                constants[i] = new Term.Constant(varied.get(i).type().name(chosen[i])).toString();
            }
            String instance = instances.apply(constants);
            weights[copy] = given.weight(instance);
            if (!Double.isFinite(weights[copy])) {
                throw new IllegalArgumentException(place + "the weight of '" + instance + "' is " + weights[copy]
                        + ", expected a finite number");
            }
            for (int i = chosen.length - 1; i >= 0 && ++chosen[i] == varied.get(i).size(); i--) {
                chosen[i] = 0;
            }
        }
        return weights;
    }

    static double number(String constant, String place) {
        try {
            double weight = Double.parseDouble(constant);
            if (Double.isFinite(weight)) {
                return weight;
            }
        } catch (NumberFormatException e) {
            // The same mistake.
        }
        throw new IllegalArgumentException(place + "the constant '" + constant
                + "' is to be a weight, expected a finite number");
    }

    /**
     * Returns how large the ground network will be.
     *
     * @return an upper bound of the undecided groundings of each formula, and the variables of each predicate
     */
    public GroundingSize size() {
        if (size == null) {
            List<GroundingSize.Count> counts = new ArrayList<>();
            for (int f = 0; f < templates.size(); f++) {
                double count = 0;
                for (Template template : templates.get(f)) {
                    count += template.count(options.maxGround());
                }
                counts.add(new GroundingSize.Count("'" + world.database().network().formulas().get(f) + "'", count));
            }
            size = new GroundingSize(counts, world.variables());
        }
        return size;
    }

    /**
     * Makes the ground network.
     *
     * @return the ground network
     * @throws GroundingTooLargeException if it would be larger than the options allow
     * @throws org.orbifold.pgm.model.ContradictionException if the database violates a hard formula
     */
    public GroundNetwork ground() {
        GroundingSize known = size();
        if (known.features() > options.maxGround() || known.variableCount() > options.maxGround()) {
            throw new GroundingTooLargeException(known, options.maxGround());
        }
        refuseWideFormulas(known);
        ModelBuilder model = GraphicalModel.builder();
        world.declare(model);
        for (int f = 0; f < templates.size(); f++) {
            long start = System.nanoTime();
            int before = model.featureCount();
            templates.get(f).forEach(template -> template.ground(model));
            LOG.debug("{}: {} ground features in {} s", known.formulas().get(f).what(), model.featureCount() - before,
                    (System.nanoTime() - start) / 1e9);
        }
        world.addSoftEvidence(model);
        return new GroundNetwork(model.build(), world, known);
    }

    /** Quantifiers inside a formula can make few groundings huge. */
    private void refuseWideFormulas(GroundingSize known) {
        double limit = LITERALS_PER_FEATURE * options.maxGround();
        for (int f = 0; f < templates.size(); f++) {
            double literals = 0;
            for (Template template : templates.get(f)) {
                double width = template.width();
                // Counting may be costly, and narrow formulas cannot be too large.
                literals += width <= LITERALS_PER_FEATURE ? 0 : width * template.count(options.maxGround());
            }
            if (literals > limit) {
                throw new IllegalArgumentException(String.format(Locale.ROOT, "the quantifiers make about "
                        + "%.3g literals of %s, more than %.0f for each ground feature allowed; fewer constants or a "
                        + "higher limit can help", literals, known.formulas().get(f),
                        LITERALS_PER_FEATURE));
            }
        }
    }
}
