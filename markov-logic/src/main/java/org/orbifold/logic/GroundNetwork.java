package org.orbifold.logic;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * A ground network: a model whose variables are the unknown ground atoms.
 *
 * <p>An atom is a variable named like it, {@code Smokes(Anna)}, with values 0 and 1. The atoms of which
 * exactly one is true are one variable, named {@code Grade(Anna,grade!)}, whose values are the constants.
 */
public final class GroundNetwork {

    private final GraphicalModel model;
    private final World world;
    private final GroundingSize size;

    GroundNetwork(GraphicalModel model, World world, GroundingSize size) {
        this.model = model;
        this.world = world;
        this.size = size;
    }

    /**
     * What was asked for.
     *
     * @param name     the name of the variable, or of an atom that the database decides
     * @param variable the index of the variable; −1 for a decided atom
     * @param value    the one value asked for; −1 for all values
     * @param truth    what the database says about a decided atom; {@link TruthValue#UNKNOWN} for a variable
     */
    public record Queried(String name, int variable, int value, TruthValue truth) { }

    /**
     * Returns the model.
     *
     * @return a model over the unknown atoms; its log Z is that of the network given the database
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * Returns the sizes that were known before grounding.
     *
     * @return groundings per formula and variables per predicate
     */
    public GroundingSize size() {
        return size;
    }

    /**
     * Returns what the query asked for.
     *
     * @return the unknown atoms of the queried predicates, and all queried atoms; empty without a query
     */
    public List<Queried> queried() {
        List<Queried> all = new ArrayList<>();
        for (String predicate : world.query().predicates()) {
            AtomTable table = world.table(predicate);
            for (int i = 0; i < table.variables(); i++) {
                int variable = table.firstVariable() + i;
                all.add(new Queried(model.variable(variable).name(), variable, -1, TruthValue.UNKNOWN));
            }
        }
        for (Atom atom : world.query().atoms()) {
            AtomTable table = world.table(atom.predicate());
            long rank = world.rank(atom);
            if (atom.arguments().size() < table.strides().arity()) {
                all.add(value(table, rank));
                continue;
            }
            TruthValue truth = TruthValue.values()[table.truth(rank)];
            if (truth != TruthValue.UNKNOWN) {
                all.add(new Queried(table.strides().name(rank), -1, -1, truth));
            } else {
                int variable = table.variable(rank);
                all.add(new Queried(model.variable(variable).name(), variable,
                        table.strides().predicate().exactlyOne() ? table.value(rank) : -1, TruthValue.UNKNOWN));
            }
        }
        return all;
    }

    /** All values of a function that the database leaves, or the only one. */
    private Queried value(AtomTable table, long first) {
        long rank = first;
        while (table.truth(rank) == AtomTable.FALSE) {
            rank++;
        }
        if (table.truth(rank) == AtomTable.TRUE) {
            return new Queried(table.strides().name(rank), -1, -1, TruthValue.TRUE);
        }
        int variable = table.variable(rank);
        return new Queried(model.variable(variable).name(), variable, -1, TruthValue.UNKNOWN);
    }

    /**
     * Returns what the database says about an atom.
     *
     * @param atom a ground atom, for example {@code Smokes(Anna)}
     * @return whether it is true, false or unknown
     */
    public TruthValue truth(String atom) {
        Atom parsed = parse(atom);
        return TruthValue.values()[world.table(parsed.predicate()).truth(world.rank(parsed))];
    }

    /**
     * Returns the probability of an atom.
     *
     * @param atom      a ground atom, for example {@code Smokes(Anna)}
     * @param marginals marginals of the model
     * @return the probability that it is true; 0 or 1 if the database decides it
     */
    public double probability(String atom, Marginals marginals) {
        Atom parsed = parse(atom);
        AtomTable table = world.table(parsed.predicate());
        long rank = world.rank(parsed);
        int truth = table.truth(rank);
        if (truth != AtomTable.UNKNOWN) {
            return truth == AtomTable.TRUE ? 1 : 0;
        }
        return marginals.probability(table.variable(rank), table.value(rank));
    }

    /**
     * Returns what an atom says of the model's variables.
     *
     * @param atom a ground atom, for example {@code Smokes(Anna)}
     * @return that a variable has a value; {@link Formula#TRUE} or {@link Formula#FALSE} if the database decides it
     */
    public Formula formula(String atom) {
        Atom parsed = parse(atom);
        AtomTable table = world.table(parsed.predicate());
        long rank = world.rank(parsed);
        int truth = table.truth(rank);
        return truth == AtomTable.UNKNOWN ? Formula.is(table.variable(rank), table.value(rank))
                : truth == AtomTable.TRUE ? Formula.TRUE : Formula.FALSE;
    }

    private Atom parse(String atom) {
        AtomList list = AtomList.parse("atom", List.of(atom), world.database().network());
        if (list.atoms().size() + list.predicates().size() != 1) {
            throw new IllegalArgumentException("'" + atom + "' is not one ground atom");
        }
        Atom parsed = list.atoms().isEmpty() ? Sentence.atom(list.predicates().iterator().next())
                : list.atoms().get(0);
        Predicate predicate = world.database().network().predicate(parsed.predicate());
        if (predicate.arity() != parsed.arguments().size()) {
            throw new IllegalArgumentException("'" + atom + "' is not one ground atom; expected "
                    + (predicate.function() ? "VALUE = " + predicate.name() + "(…)" : "all arguments of " + predicate));
        }
        return parsed;
    }
}
