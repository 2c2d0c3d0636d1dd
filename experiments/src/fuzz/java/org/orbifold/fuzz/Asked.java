package org.orbifold.fuzz;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.inference.Query;
import org.orbifold.pgm.model.Formula;

/**
 * The queries of a case: a joint distribution and an event, both given a condition.
 *
 * @param targets   variables whose joint distribution is asked for
 * @param event     a formula whose probability is asked for
 * @param condition a formula; {@link Formula#TRUE} for none
 */
record Asked(List<Integer> targets, Formula event, Formula condition) {

    Asked {
        targets = List.copyOf(targets);
    }

    static Asked nothing() {
        return new Asked(List.of(), Formula.TRUE, Formula.TRUE);
    }

    boolean hasEvent() {
        return !event.equals(Formula.TRUE);
    }

    /** The queries: first the distribution, if variables are asked for, then the event, if there is one. */
    List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        if (!targets.isEmpty()) {
            queries.add(given(Query.distribution(targets.stream().mapToInt(v -> v).toArray())));
        }
        if (hasEvent()) {
            queries.add(given(Query.event(event)));
        }
        return queries;
    }

    private Query given(Query query) {
        return condition.equals(Formula.TRUE) ? query : query.given(condition);
    }
}
