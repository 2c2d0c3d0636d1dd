package org.orbifold.logic;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The truth values of a network's ground atoms, and its constants. Immutable.
 *
 * <p>An atom is kept as one number and one byte.
 */
public final class Database {

    /** The listed atoms of a predicate: their numbers, ascending, and their truth values. */
    record Listed(long[] ranks, byte[] truths) {

        static final Listed NONE = new Listed(new long[0], new byte[0]);

        /** The listed truth value of an atom; −1 if it is not listed. */
        int truth(long rank) {
            int index = Arrays.binarySearch(ranks, rank);
            return index < 0 ? -1 : truths[index];
        }
    }

    private final MarkovLogic network;
    private final Map<String, Constants> types;
    private final Map<String, Listed> listed;

    private final List<Soft> soft;

    /** A likelihood of an atom: the logarithm of how much more probable it makes the atom true than false. */
    record Soft(Predicate predicate, long rank, double logOdds) {

        /** The logarithm of the likelihood if the atom is false: the two likelihoods add up to 1. */
        double logFalse() {
            return -Math.log1p(Math.exp(logOdds));
        }
    }

    private Database(MarkovLogic network, Map<String, Constants> types, Map<String, Listed> listed, List<Soft> soft) {
        this.soft = soft;
        this.network = network;
        this.types = types;
        this.listed = listed;
    }

    /**
     * Returns a builder.
     *
     * @param network the network whose atoms these are
     * @return a builder that lists no atom
     */
    public static Builder builder(MarkovLogic network) {
        return new Builder(network);
    }

    /**
     * Returns the database that lists nothing.
     *
     * @param network a network that names all constants itself
     * @return an empty database
     */
    public static Database empty(MarkovLogic network) {
        return builder(network).build();
    }

    /**
     * Returns the network.
     *
     * @return the network whose atoms these are
     */
    public MarkovLogic network() {
        return network;
    }

    /**
     * Returns the constants of a type, of the network and of the database.
     *
     * @param type the type's name
     * @return the constants, in the order of their appearance
     */
    public List<String> constants(String type) {
        network.constants(type);
        return Collections.unmodifiableList(Objects.requireNonNull(types.get(type)).names());
    }

    /**
     * Returns the number of listed atoms of a predicate.
     *
     * @param predicate the predicate's name
     * @return how many atoms are listed as true, false or unknown
     */
    public int listedAtoms(String predicate) {
        return listed(network.predicate(predicate)).ranks.length;
    }

    /**
     * Whether atoms of a predicate are listed as true, false or unknown, which makes it closed-world where no option
     * says otherwise. Soft evidence alone does not.
     *
     * @param predicate the predicate's name
     * @return whether an atom is listed of which the database does not just have soft evidence
     */
    public boolean closes(String predicate) {
        return listedAtoms(predicate) > softRanks(predicate).size();
    }

    /**
     * Returns a number that depends on all constants and all that is listed: equal databases have equal ones.
     *
     * @return a hash of 64 bits, the same in every run; not cryptographic
     */
    public long fingerprint() {
        long[] hash = {1};
        for (String type : network.types()) {
            constants(type).forEach(constant -> mix(hash, constant.hashCode() + ((long) constant.length() << 32)));
            mix(hash, constants(type).size());
        }
        for (Predicate predicate : network.predicates()) {
            Listed atoms = listed(predicate);
            mix(hash, atoms.ranks.length);
            for (int i = 0; i < atoms.ranks.length; i++) {
                mix(hash, atoms.ranks[i]);
                mix(hash, atoms.truths[i]);
            }
        }
        for (Soft one : soft) {
            mix(hash, one.predicate.name().hashCode());
            mix(hash, one.rank);
            mix(hash, Double.doubleToLongBits(one.logOdds));
        }
        return hash[0];
    }

    private static void mix(long[] hash, long value) {
        long product = (hash[0] ^ value) * 0x9E3779B97F4A7C15L;
        hash[0] = product ^ product >>> 32;
    }

    /** The atoms of a predicate that have soft evidence. */
    LongSet softRanks(String predicate) {
        return new LongOpenHashSet(soft.stream().filter(one -> one.predicate.name().equals(predicate))
                .mapToLong(Soft::rank).toArray());
    }

    /** The same constants, without the listed atoms of some predicates. */
    Database without(Set<String> predicates) {
        Map<String, Listed> kept = new LinkedHashMap<>(listed);
        kept.keySet().removeAll(predicates);
        return new Database(network, types, kept,
                soft.stream().filter(one -> !predicates.contains(one.predicate.name())).toList());
    }

    Listed listed(Predicate predicate) {
        return listed.getOrDefault(predicate.name(), Listed.NONE);
    }

    List<Soft> soft() {
        return soft;
    }

    Map<String, Constants> typeTable() {
        return types;
    }

    /** Builds a {@link Database}. */
    public static final class Builder {

        private final MarkovLogic network;
        private final Map<String, Constants> types = new LinkedHashMap<>();
        private final Map<String, Atoms> atoms = new LinkedHashMap<>();
        private final List<Likelihood> soft = new ArrayList<>();

        /** Soft evidence before all constants are known. */
        private record Likelihood(String predicate, int[] constants, double logOdds) { }

        /** The listed atoms of a predicate while they are being collected: the constants one after the other. */
        private static final class Atoms {
            private final IntArrayList constants = new IntArrayList();
            private final IntArrayList truths = new IntArrayList();
        }

        /** Two statements about the same atom, or the same block, that cannot both be. */
        record Conflict(String predicate, int first, int second) { }

        private Builder(MarkovLogic network) {
            this.network = network;
            network.typeTable().forEach((name, constants) -> types.put(name, constants.copy()));
        }

        /**
         * Declares all constants of a type.
         *
         * @param name      the type's name
         * @param constants its constants
         * @return this builder
         */
        public Builder type(String name, List<String> constants) {
            if (!types.containsKey(name)) {
                throw new UnlocatedError(name, "no predicate has an argument of type '" + name + "'",
                        "one of " + types.keySet());
            }
            MarkovLogic.Builder.declare(types.get(name), constants);
            return this;
        }

        /**
         * Lists an atom.
         *
         * @param truth     its truth value
         * @param predicate the predicate's name
         * @param constants its arguments, by name without quotes; the last one of a function is its value
         * @return this builder
         */
        public Builder set(TruthValue truth, String predicate, String... constants) {
            Predicate known = network.predicate(predicate);
            if (constants.length != known.arity()) {
                int value = known.function() ? 1 : 0;
                throw new UnlocatedError(predicate, "'" + predicate + "' has " + (constants.length - value)
                        + " arguments here", known.written() + " as in its declaration " + known);
            }
            Atoms target = atoms.computeIfAbsent(predicate, name -> new Atoms());
            for (int i = 0; i < constants.length; i++) {
                target.constants.add(TypeInference.constant(constants[i], constants[i],
                        Objects.requireNonNull(types.get(known.arguments().get(i).type()))));
            }
            target.truths.add(truth.ordinal());
            return this;
        }

        /**
         * Gives soft evidence on an atom: it is unknown, and an observation of it was made that is as likely as
         * {@code probability} if it is true, and as {@code 1 − probability} if it is false. An atom that nothing else
         * is known of then has this probability. 0 and 1 say that it is false and true.
         *
         * @param probability from 0 to 1
         * @param predicate   the predicate's name
         * @param constants   its arguments, by name
         * @return this builder
         */
        public Builder soft(double probability, String predicate, String... constants) {
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException("the probability " + probability + " of " + predicate
                        + " is none; expected a number from 0 to 1");
            } else if (probability == 0 || probability == 1) {
                return set(probability == 1 ? TruthValue.TRUE : TruthValue.FALSE, predicate, constants);
            }
            set(TruthValue.UNKNOWN, predicate, constants);
            IntArrayList all = Objects.requireNonNull(atoms.get(predicate)).constants;
            soft.add(new Likelihood(predicate, all.subList(all.size() - constants.length, all.size()).toIntArray(),
                    Math.log(probability / (1 - probability))));
            return this;
        }

        /**
         * Lists an atom as true.
         *
         * @param predicate the predicate's name
         * @param constants its arguments, by name
         * @return this builder
         */
        public Builder add(String predicate, String... constants) {
            return set(TruthValue.TRUE, predicate, constants);
        }

        /**
         * Returns the database.
         *
         * @return the database
         * @throws IllegalArgumentException if something is listed as true and as false
         */
        public Database build() {
            Map<String, Constants> frozen = new LinkedHashMap<>();
            types.forEach((name, constants) -> frozen.put(name, constants.copy()));
            Map<String, Listed> listed = new LinkedHashMap<>();
            atoms.forEach((name, collected) ->
                    listed.put(name, sorted(new Strides(network.predicate(name), frozen), collected)));
            return new Database(network, frozen, listed, soft.stream().map(s -> {
                Predicate predicate = network.predicate(s.predicate);
                return new Soft(predicate, new Strides(predicate, frozen).rankAt(s.constants, 0), s.logOdds);
            }).toList());
        }

        private static Listed sorted(Strides strides, Atoms atoms) {
            int count = atoms.truths.size();
            long[] ranks = new long[count];
            Long2IntOpenHashMap trueInBlock = new Long2IntOpenHashMap();
            trueInBlock.defaultReturnValue(-1);
            for (int i = 0; i < count; i++) {
                ranks[i] = strides.rankAt(atoms.constants.elements(), i * strides.arity());
                if (strides.predicate().exactlyOne() && atoms.truths.getInt(i) == TruthValue.TRUE.ordinal()) {
                    int before = trueInBlock.putIfAbsent(ranks[i] / strides.blockSize(), i);
                    if (before >= 0 && ranks[before] != ranks[i]) {
                        throw new UnlocatedError(new Conflict(strides.predicate().name(), before, i),
                                strides.name(ranks[i]) + " is true as well as " + strides.name(ranks[before]),
                                "exactly one true atom of " + strides.blockName(ranks[i] / strides.blockSize()));
                    }
                }
            }
            // Stable: of two statements about an atom the earlier one comes first.
            int[] order = new int[count];
            Arrays.setAll(order, i -> i);
            LongArrays.radixSortIndirect(order, ranks, true);
            return merged(strides, atoms, ranks, order);
        }

        private static Listed merged(Strides strides, Atoms atoms, long[] ranks, int[] order) {
            long[] kept = new long[ranks.length];
            byte[] truths = new byte[ranks.length];
            int size = 0;
            for (int k = 0; k < order.length; k++) {
                long rank = ranks[order[k]];
                byte truth = (byte) atoms.truths.getInt(order[k]);
                if (size > 0 && kept[size - 1] == rank) {
                    if (truths[size - 1] != truth) {
                        throw new UnlocatedError(new Conflict(strides.predicate().name(), order[k - 1], order[k]),
                                strides.name(rank) + " is " + words(truth) + " here and " + words(truths[size - 1])
                                        + " elsewhere", "one statement about an atom");
                    }
                } else {
                    kept[size] = rank;
                    truths[size++] = truth;
                }
            }
            return new Listed(Arrays.copyOf(kept, size), Arrays.copyOf(truths, size));
        }

        private static String words(byte truth) {
            return TruthValue.values()[truth].name().toLowerCase(Locale.ROOT);
        }
    }
}
