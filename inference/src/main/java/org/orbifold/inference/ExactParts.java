package org.orbifold.inference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The components of a question: those with an exact route are solved in time, the rest is left to chains or a search.
 * Every question runs its components here.
 *
 * @param <R> what a component is solved for
 */
final class ExactParts<R> {

    private static final Logger LOG = LoggerFactory.getLogger(ExactParts.class);

    /** Bytes of the tables of a sampler that is kept for other questions: it keeps its tables, and dozens are kept. */
    private static final double MOST_KEPT_BYTES = 1 << 22;

    private final List<Piece> pieces;
    private final Map<Integer, R> results = new HashMap<>();

    private ExactParts(List<Piece> pieces) {
        this.pieces = new ArrayList<>(pieces);
    }

    /**
     * Solves components one after the other, each with all threads.
     *
     * @param planner  who planned them
     * @param pieces   their routes
     * @param route    what was asked for: with an exact route, what cannot be solved is an error
     * @param question what to do with a solver
     * @param reuse    known results
     * @param kind     under which results are kept
     * @return the solved components and the others
     */
    static <R> ExactParts<R> solve(Planner planner, List<Piece> pieces, Route route, Capability kind,
            BiFunction<Solver, ExactOptions, R> question, Reuse reuse) {
        ExactParts<R> parts = new ExactParts<>(pieces);
        for (Piece piece : pieces) {
            if (piece.solver() == null) {
                continue;
            }
            Supplier<R> work = () -> question.apply(piece.solver(), planner.limits());
            GraphicalModel component = planner.simplification().components().get(piece.component());
            try {
                parts.results.put(piece.component(), kind == Capability.DRAWS && piece.bytes() > MOST_KEPT_BYTES
                        ? work.get() : reuse.result(component, kind, work));
            } catch (OutOfTimeException | TooLargeException e) {
                if (route != Route.AUTO) {
                    throw e;
                }
                parts.leave(piece, e.getMessage());
            }
        }
        return parts;
    }

    /**
     * The same where others solved them.
     *
     * @param pieces the routes of all components
     * @param exact  the exact ones
     * @param solved their results; empty where it took too long or too much memory
     * @param solver solves the rest locally if an exact route was requested; empty if the rest is sampled
     * @return the solved components and the others
     */
    static <R> ExactParts<R> of(List<Piece> pieces, List<Piece> exact, List<Optional<R>> solved,
            Optional<Function<Piece, R>> solver) {
        ExactParts<R> parts = new ExactParts<>(pieces);
        for (int i = 0; i < exact.size(); i++) {
            Piece piece = exact.get(i);
            Optional<R> result = solved.get(i).or(() -> solver.map(here -> here.apply(piece)));
            result.ifPresentOrElse(one -> parts.results.put(piece.component(), one),
                    () -> parts.leave(piece, "it was not solved in time"));
        }
        return parts;
    }

    private void leave(Piece piece, String why) {
        LOG.debug("component {} is left: {}", piece.component(), why);
        pieces.set(piece.component(), piece.sampled(piece.text() + " was given up: " + why));
    }

    /** The routes that were taken. */
    List<Piece> pieces() {
        return pieces;
    }

    /** The results, by component; none for those that are left. */
    Map<Integer, R> results() {
        return results;
    }

    /** The components that are left. */
    int[] rest() {
        return pieces.stream().filter(piece -> !results.containsKey(piece.component())).mapToInt(Piece::component)
                .toArray();
    }
}
