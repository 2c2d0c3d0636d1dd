package org.orbifold.pgm.logic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.pgm.logic.Sentence.Atom;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * How many atoms are true: {@code |P(x)| <= 3}, or for each choice of the other variables
 * {@code \\exists_{=1} x P(x,y)}. One feature for each choice, over the atoms that are counted; it is never expanded
 * into clauses.
 *
 * @param weight  its weight, +∞ if it must hold
 * @param atom    what is counted
 * @param counted the variables whose constants are counted over; for the others there is a feature for each constant
 * @param least   the fewest true atoms
 * @param most    the most true atoms
 * @param origin  where it comes from
 */
record Cardinality(double weight, Atom atom, Set<String> counted, int least, int most, String origin) {

    @Override
    public String toString() {
        String bounds = least == most ? "=" + least : least == 0 ? "<=" + most : ">=" + least;
        boolean hard = weight == Double.POSITIVE_INFINITY;
        boolean all = atom.arguments().stream().allMatch(term -> !(term instanceof Term.Variable variable)
                || counted.contains(variable.name()));
        return (hard ? "" : weight + " ") + (all ? "|" + atom + "| " + bounds
                : "\\exists_{" + bounds + "} " + String.join(",", counted) + " " + atom) + (hard ? "." : "");
    }

    void ground(World world, ModelBuilder model, long limit) {
        for (Atom free : expanded(atom, world.database(), limit, false)) {
            List<Formula> parts = new ArrayList<>();
            for (Atom ground : expanded(free, world.database(), limit, true)) {
                parts.add(world.table(atom.predicate()).formula(world.rank(ground), true));
            }
            Formula count = new Formula.Count(parts, least, most).replace(literal ->
                    Formula.is(literal.variable(), literal.value()));
            if (!(count instanceof Formula.Constant truth)) {
                model.formula(weight, count);
            } else if (!truth.value() && weight == Double.POSITIVE_INFINITY) {
                throw new ContradictionException(origin + ": the database violates the cardinality of " + free
                        + ", which is from " + least + " to " + most);
            } else if (truth.value() && weight < Double.POSITIVE_INFINITY) {
                model.constant(weight);
            }
        }
    }

    /** The atoms with constants in the place of the variables that are counted over, or of the others. */
    private List<Atom> expanded(Atom pattern, Database database, long limit, boolean over) {
        List<Atom> done = new ArrayList<>();
        expand(pattern, database, limit, over, done);
        return done;
    }

    private void expand(Atom pattern, Database database, long limit, boolean over, List<Atom> done) {
        for (int i = 0; i < pattern.arguments().size(); i++) {
            if (pattern.arguments().get(i) instanceof Term.Variable variable
                    && counted.contains(variable.name()) == over) {
                String type = database.network().predicate(pattern.predicate()).arguments().get(i).type();
                for (String constant : database.constants(type)) {
                    expand((Atom) Substitution.instance(pattern, Map.of(variable.name(), constant)), database, limit,
                            over, done);
                }
                return;
            }
        }
        if (done.size() >= limit) {
            throw new IllegalArgumentException("the cardinality of " + atom + " is about more than " + limit
                    + " atoms; fewer constants or a higher limit can help");
        }
        done.add(pattern);
    }
}
