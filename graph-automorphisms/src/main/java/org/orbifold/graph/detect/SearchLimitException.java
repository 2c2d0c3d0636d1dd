package org.orbifold.graph.detect;

/** A canonical form or a subgroup could not be completed within the limits; part of one is no answer. */
public final class SearchLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private SearchLimitException(String what, String reason) {
        super("no " + what + ": " + reason + "; raise the limit in the SearchOptions");
    }

    SearchLimitException(String reason) {
        this("canonical form", reason);
    }

    static SearchLimitException ofSubgroup(String reason) {
        return new SearchLimitException("subgroup", reason);
    }
}
