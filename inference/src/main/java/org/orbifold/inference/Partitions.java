package org.orbifold.inference;

import java.util.List;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Which partitions of the variables into blocks a chain moves by, draws or averages over. An immutable value; start
 * from one of the methods here.
 */
public sealed interface Partitions {

    /** The library's choice: one where the chain uses one, else as many as cover all useful blocks with symmetries. */
    record Automatic() implements Partitions {

        @Override
        public String toString() {
            return "automatic";
        }
    }

    /**
     * The best by score, random ones of the paper's heuristic among the candidates.
     *
     * @param count how many
     */
    record Best(int count) implements Partitions {

        /**
         * Checks the number.
         *
         * @param count as above
         * @throws IllegalArgumentException if it is below 1
         */
        public Best {
            requireSome(count);
        }

        @Override
        public String toString() {
            return "the best " + count;
        }
    }

    /**
     * The lists of pairs of binary variables that the paper's program makes.
     *
     * @param most the most lists
     */
    record FirstFit(int most) implements Partitions {

        /**
         * Checks the number.
         *
         * @param most as above
         * @throws IllegalArgumentException if it is below 1
         */
        public FirstFit {
            requireSome(most);
        }

        @Override
        public String toString() {
            return "first-fit lists, at most " + most;
        }
    }

    /**
     * Partitions of the caller's own.
     *
     * @param list of all variables of the model that is asked about, the observed ones included; variables that
     *             evidence or hard zeros leave one value, and those that are answered exactly, drop out of their blocks
     */
    record Given(List<BlockPartition> list) implements Partitions {

        /**
         * Copies the list.
         *
         * @param list as above
         * @throws IllegalArgumentException if it is empty, or its partitions are of different numbers of variables
         */
        public Given {
            list = List.copyOf(list);
            requireSome(list.size());
            int first = list.get(0).variableCount();
            for (BlockPartition partition : list) {
                if (partition.variableCount() != first) {
                    throw new IllegalArgumentException("partitions of " + first + " and of "
                            + partition.variableCount() + " variables; expected those of one model");
                }
            }
        }

        /** Refuses partitions of another model. */
        void check(GraphicalModel model) {
            int own = list.get(0).variableCount();
            if (own != model.variableCount()) {
                throw new IllegalArgumentException("partitions of " + own + " variables; expected "
                        + model.variableCount() + ", as many as the model has");
            }
        }

        @Override
        public String toString() {
            return list.size() == 1 ? "one, given" : list.size() + ", given";
        }
    }

    private static void requireSome(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("the number of partitions is " + count + "; expected at least 1");
        }
    }

    /**
     * The default.
     *
     * @return the library's choice
     */
    static Partitions automatic() {
        return new Automatic();
    }

    /**
     * The best by score.
     *
     * @param count at least 1
     * @return the choice
     */
    static Partitions best(int count) {
        return new Best(count);
    }

    /**
     * The lists that the paper's program makes.
     *
     * @param most the most lists, at least 1
     * @return the choice
     */
    static Partitions firstFit(int most) {
        return new FirstFit(most);
    }

    /**
     * Partitions of the caller's own. Chains that use one partition use the one whose symmetries join most states.
     *
     * @param list at least one, of all variables of the model that is asked about
     * @return the choice
     */
    static Partitions of(List<BlockPartition> list) {
        return new Given(list);
    }
}
