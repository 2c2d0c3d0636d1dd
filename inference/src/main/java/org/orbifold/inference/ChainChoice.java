package org.orbifold.inference;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * Which chain samples, and why. An immutable value: what plans, summaries, reports and files say of a chain comes from
 * here.
 *
 * @param chain       the chain and its estimator
 * @param reason      why it was chosen
 * @param others      the chains that it was chosen over, with what trials found
 * @param symmetries  the symmetries that chain and estimator use, one entry per partition
 * @param shortfall   what was asked for, or looked for, and is not had; empty if nothing is missing
 * @param seconds     the time that the choice took
 * @param cost        of the chain
 */
public record ChainChoice(Description chain, Reason reason, List<Outcome> others, List<SymmetryUse> symmetries,
        Optional<Shortfall> shortfall, Seconds seconds, Cost cost) {

    /**
     * A chain in words, by its parts.
     *
     * @param units        what a step draws, and in which order
     * @param temperatures the number of temperatures, 1 without tempering
     * @param moves        the moves between steps; empty if there are none
     * @param estimator    how marginals are estimated
     * @param lambdas      the inverse temperatures, the target's first; empty without tempering
     */
    public record Description(String units, int temperatures, String moves, String estimator, List<Double> lambdas) {

        /**
         * The chain without its estimator.
         *
         * @return one line
         */
        public String chain() {
            String base = units + (temperatures == 1 ? "" : " at " + temperatures + " temperatures");
            return moves.isEmpty() ? base : moves + " on " + base;
        }

        @Override
        public String toString() {
            return chain() + "; " + estimator;
        }
    }

    /** Why a chain was chosen. */
    public enum Reason {

        /** It was asked for by name. */
        REQUESTED("asked for by name"),
        /** There is nothing to sample. */
        NOTHING_UNKNOWN("no variable is unknown"),
        /** One block holds all variables. */
        EXACT_DRAWS("one block holds all variables, so samples are independent"),
        /** Averages over orbits are the same in every state. */
        ORBITS_SETTLE_IT("its averages over orbits do not depend on the state"),
        /** The run is too short for trials. */
        TOO_SHORT("the run is too short for trials"),
        /** The run is too short for trials with tempering; others were compared. */
        TOO_SHORT_FOR_TEMPERING("the run is too short for trials with tempering"),
        /** The time for trials was over before they were decided. */
        OUT_OF_TIME("the time for trials was over before they were decided"),
        /** Runs from different starts agree with each other and with tempering; it is the most precise. */
        MIXES_WELL("runs from different starts agreed in trials; it was the most precise"),
        /** Short runs disagree, longer ones agree. */
        MIXES_SLOWLY("short runs disagreed in trials, longer ones agreed"),
        /** Runs without tempering disagree. */
        POOR_MIXING("runs without tempering disagreed in trials"),
        /** Its moves make it clearly more precise. */
        MOVES_PAY("its moves paid in a trial");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * A missing part of the request.
     *
     * @param cutOff whether more time may bring it; false if it was proved that there is nothing
     * @param text   the missing part, the result without it, and the advice
     */
    public record Shortfall(boolean cutOff, String text) {

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * What a trial found about a chain that was not chosen.
     *
     * @param chain      the chain in words
     * @param errorRatio its standard error at equal work, as a multiple of the chosen one's
     */
    public record Outcome(String chain, double errorRatio) {

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s (errors %.1f times as large)", chain, errorRatio);
        }
    }

    /**
     * Symmetries of one partition.
     *
     * @param blocks     the number of blocks
     * @param log10Order the decimal logarithm of the number of symmetries
     * @param orbits     the number of orbits of block-value pairs
     * @param pairs      the number of block-value pairs
     * @param limit      what cut the search off, so that there may be more symmetries; empty if nothing did
     */
    public record SymmetryUse(int blocks, double log10Order, int orbits, int pairs, String limit) {

        /**
         * The numbers, as given; results that were stored without a limit have none.
         *
         * @param blocks     the number of blocks
         * @param log10Order the decimal logarithm of the number of symmetries
         * @param orbits     the number of orbits of block-value pairs
         * @param pairs      the number of block-value pairs
         * @param limit      what cut the search off; empty or null if nothing did
         */
        public SymmetryUse {
            limit = Objects.requireNonNullElse(limit, "");
        }

        /**
         * The numbers of some symmetries.
         *
         * @param symmetries the symmetries of a partition
         * @return their sizes
         */
        public static SymmetryUse of(BlockSymmetries symmetries) {
            return new SymmetryUse(symmetries.partition().blockCount(), symmetries.log10Order(),
                    symmetries.orbits().count(), symmetries.pairs().pairCount(),
                    symmetries.limitReached().orElse(""));
        }
    }

    /**
     * Time spent before the chains whose samples count.
     *
     * @param symmetries seconds for finding symmetries
     * @param trials     seconds for setting chains up and trying them
     */
    public record Seconds(double symmetries, double trials) { }

    /**
     * What the chain costs, counted: the same on every machine.
     *
     * @param nanosOfSweep nanoseconds of a sweep, about
     * @param bytes        the memory of the tables of all chains
     */
    public record Cost(double nanosOfSweep, long bytes) { }

    /**
     * Why this chain, and what it was chosen over.
     *
     * @return one line
     */
    public String why() {
        return reason + (others.isEmpty() ? "" : others.stream().map(Outcome::toString)
                .collect(Collectors.joining(", ", "; over ", "")));
    }

    @Override
    public String toString() {
        return chain + "; " + why();
    }
}
