package org.orbifold.graph.detect;

/** A canonical form could not be completed within the limits; there is no partial canonical form. */
public final class SearchLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SearchLimitException(String reason) {
        super("no canonical form: " + reason + "; raise the limit in the SearchOptions");
    }
}
