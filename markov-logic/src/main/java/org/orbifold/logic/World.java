package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** The ground atoms of all predicates, given a database and which predicates are open or closed. */
final class World {

    private final Database database;
    private final Map<String, AtomTable> tables = new LinkedHashMap<>();
    private final AtomList query;
    private final Set<String> closedPredicates = new HashSet<>();

    World(Database database, GroundingOptions options) {
        this.database = database;
        MarkovLogic network = database.network();
        this.query = AtomList.parse("query", options.query(), network).expanded(database, options.maxGround());
        Set<String> open = AtomList.parse("open", options.open(), network).predicates();
        Set<String> closed = AtomList.parse("closed", options.closed(), network).predicates();
        boolean nothingListed = network.predicates().stream().allMatch(p -> database.listedAtoms(p.name()) == 0);
        for (Constants type : database.typeTable().values()) {
            if (type.size() == 0 && !type.isComplete() && nothingListed) {
                throw new IllegalArgumentException("the type '" + type.type() + "' has no constants; declare it, "
                        + type.type() + " = {…}, or give a database that names some");
            }
        }
        for (Predicate predicate : network.predicates()) {
            boolean asked = query.predicates().contains(predicate.name());
            if (closed.contains(predicate.name()) && (asked || open.contains(predicate.name()))) {
                throw new IllegalArgumentException("the predicate " + predicate + " is closed-world by an option, but "
                        + (asked ? "queried" : "open-world by another") + "; leave out one of both");
            }
            Database.Listed listed = database.listed(predicate);
            boolean isClosed = closed.contains(predicate.name())
                    || !asked && !open.contains(predicate.name())
                    && (database.closes(predicate.name()) || network.isClosedWorld(predicate.name()));
            if (isClosed) {
                closedPredicates.add(predicate.name());
            }
            tables.put(predicate.name(), table(predicate, listed, isClosed));
        }
    }

    private AtomTable table(Predicate predicate, Database.Listed listed, boolean closed) {
        Strides strides = new Strides(predicate, database.typeTable());
        if (predicate.exactlyOne() && strides.blockSize() == 0) {
            throw new IllegalArgumentException("exactly one atom of a block of " + predicate
                    + " is to be true, but the type of its values has no constants; declare some");
        } else if (predicate.exactlyOne()) {
            return new BlockAtoms(strides, listed, database.softRanks(predicate.name()), closed);
        }
        return new PlainAtoms(strides, closed ? withQueried(strides, listed) : listed, closed);
    }

    /** In a closed world, an atom that is asked for and not listed is unknown. */
    private Database.Listed withQueried(Strides strides, Database.Listed listed) {
        long[] more = query.atoms().stream().filter(atom -> atom.predicate().equals(strides.predicate().name()))
                .mapToLong(this::rank).filter(rank -> listed.truth(rank) < 0).distinct().toArray();
        if (more.length == 0) {
            return listed;
        }
        long[] ranks = Arrays.copyOf(listed.ranks(), listed.ranks().length + more.length);
        System.arraycopy(more, 0, ranks, listed.ranks().length, more.length);
        Arrays.sort(ranks);
        byte[] truths = new byte[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            int truth = listed.truth(ranks[i]);
            truths[i] = (byte) (truth < 0 ? AtomTable.UNKNOWN : truth);
        }
        return new Database.Listed(ranks, truths);
    }

    Database database() {
        return database;
    }

    /** Whether atoms of a predicate that are neither listed nor queried are false. */
    boolean isClosed(String predicate) {
        return closedPredicates.contains(predicate);
    }

    /** The atoms of a predicate that are listed, or queried one by one. */
    long[] listedRanks(String predicate) {
        Strides strides = table(predicate).strides();
        return withQueried(strides, database.listed(strides.predicate())).ranks();
    }

    AtomList query() {
        return query;
    }

    AtomTable table(Predicate predicate) {
        return table(predicate.name());
    }

    AtomTable table(String predicate) {
        return Objects.requireNonNull(tables.get(predicate));
    }

    /** The number of a ground atom among those of its predicate. */
    long rank(Atom atom) {
        Predicate predicate = database.network().predicate(atom.predicate());
        int[] constants = new int[predicate.arity()];
        // A function without its value has the number of its first value.
        for (int i = 0; i < atom.arguments().size(); i++) {
            Constants type = Objects.requireNonNull(database.typeTable().get(predicate.arguments().get(i).type()));
            String name = ((Term.Constant) atom.arguments().get(i)).name();
            constants[i] = type.id(name);
            if (constants[i] < 0) {
                throw new IllegalArgumentException("the atom " + atom + " names '" + name + "', which is no "
                        + type.type() + "; expected one of " + type.shown());
            }
        }
        return new Strides(predicate, database.typeTable()).rankAt(constants, 0);
    }

    List<GroundingSize.Count> variables() {
        List<GroundingSize.Count> counts = new ArrayList<>();
        tables.values().forEach(table ->
                counts.add(new GroundingSize.Count(table.strides().predicate().toString(), table.variables())));
        return counts;
    }

    /**
     * The logarithm of what the likelihoods of soft evidence have in common: those of a false atom where the atom is
     * unknown, and those of the decided ones. With it log Z is that of the evidence, as with likelihoods in UAI files.
     */
    double softConstant() {
        return database.soft().stream().mapToDouble(soft -> soft.logFalse()
                + (table(soft.predicate()).truth(soft.rank()) == AtomTable.TRUE ? soft.logOdds() : 0)).sum();
    }

    /** Soft evidence is a likelihood of a value. */
    void addSoftEvidence(ModelBuilder model) {
        model.constant(softConstant());
        for (Database.Soft soft : database.soft()) {
            AtomTable table = table(soft.predicate());
            if (table.truth(soft.rank()) == AtomTable.UNKNOWN) {
                model.add(Clause.of(soft.logOdds(),
                        List.of(Literal.of(table.variable(soft.rank()), table.value(soft.rank())))));
            }
        }
    }

    void declare(ModelBuilder model) {
        tables.values().forEach(table -> table.declare(model));
    }
}
