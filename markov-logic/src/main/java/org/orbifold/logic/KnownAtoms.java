package org.orbifold.logic;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What a database and options say about all ground atoms of a network, without grounding it. Constants are numbers:
 * their places in {@link Database#constants(String)}. Memory and time are linear in the listed atoms.
 */
public final class KnownAtoms {

    private final World world;

    private KnownAtoms(World world) {
        this.world = world;
    }

    /**
     * Reads a database.
     *
     * @param database the evidence, and its network
     * @param options  which predicates are open-world or closed-world, and the queries
     * @return the truth value, if known, of each atom
     * @throws IllegalArgumentException if options name what does not exist, or a type has no constants
     */
    public static KnownAtoms of(Database database, GroundingOptions options) {
        return new KnownAtoms(new World(database, options));
    }

    /** Receives listed atoms. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Receives an atom.
         *
         * @param constants its arguments
         * @param truth     its truth value
         */
        void atom(int[] constants, TruthValue truth);
    }

    /**
     * Soft evidence on an atom that is otherwise unknown.
     *
     * @param predicate the predicate's name
     * @param constants its arguments
     * @param logOdds   the logarithm of how much more probable the evidence makes the atom true than false
     */
    public record Soft(String predicate, List<Integer> constants, double logOdds) { }

    /**
     * Returns the database.
     *
     * @return what was read
     */
    public Database database() {
        return world.database();
    }

    /**
     * Returns the truth value of an atom.
     *
     * @param predicate the predicate's name
     * @param constants its arguments
     * @return whether it is true, false or unknown
     */
    public TruthValue truth(String predicate, int... constants) {
        AtomTable table = world.table(predicate);
        return TruthValue.values()[table.truth(table.strides().rankAt(constants, 0))];
    }

    /**
     * Returns the truth value of the atoms that are not listed.
     *
     * @param predicate the name of a predicate without exactly-one arguments
     * @return false for a closed-world predicate, else unknown
     */
    public TruthValue unlisted(String predicate) {
        return world.isClosed(predicate) ? TruthValue.FALSE : TruthValue.UNKNOWN;
    }

    /**
     * Visits the atoms of a predicate that are listed, or queried one by one.
     *
     * @param predicate the name of a predicate without exactly-one arguments
     * @param visitor   receives them
     */
    public void forEachListed(String predicate, Visitor visitor) {
        AtomTable table = world.table(predicate);
        for (long rank : world.listedRanks(predicate)) {
            long number = rank;
            visitor.atom(IntStream.range(0, table.strides().arity()).map(i -> table.strides().argument(number, i))
                    .toArray(), TruthValue.values()[table.truth(rank)]);
        }
    }

    /**
     * Returns the soft evidence on unknown atoms.
     *
     * @return a list, in the order of the database
     */
    public List<Soft> soft() {
        return world.database().soft().stream()
                .filter(soft -> world.table(soft.predicate()).truth(soft.rank()) == AtomTable.UNKNOWN)
                .map(soft -> {
                    Strides strides = world.table(soft.predicate()).strides();
                    return new Soft(soft.predicate().name(), IntStream.range(0, strides.arity())
                            .mapToObj(i -> strides.argument(soft.rank(), i)).toList(), soft.logOdds());
                }).toList();
    }

    /**
     * Returns the part of log Z that all worlds get from soft evidence: the likelihoods of false atoms where the atom
     * is unknown, and the likelihoods of decided atoms.
     *
     * @return a logarithm; 0 without soft evidence
     */
    public double softConstant() {
        return world.softConstant();
    }

    /**
     * Returns the predicates that are queried as a whole.
     *
     * @return their names
     */
    public List<String> queriedPredicates() {
        return List.copyOf(world.query().predicates());
    }

    /**
     * Returns the atoms that are queried one by one.
     *
     * @return ground atoms
     */
    public List<Sentence.Atom> queriedAtoms() {
        return List.copyOf(world.query().atoms());
    }

    /**
     * Returns the number of a constant.
     *
     * @param type the type's name
     * @param name the constant
     * @return its place in {@link Database#constants(String)}; −1 if it is none of the type
     */
    public int constant(String type, String name) {
        return Objects.requireNonNull(world.database().typeTable().get(type), type).id(name);
    }

    /**
     * Returns the text of an atom, as {@link GroundNetwork} names its variable.
     *
     * @param predicate the predicate's name
     * @param constants its arguments
     * @return such as {@code Friends(Anna,Bob)}
     */
    public String name(String predicate, int... constants) {
        Strides strides = world.table(predicate).strides();
        return strides.name(strides.rankAt(constants, 0));
    }
}
