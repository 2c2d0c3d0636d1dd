package org.orbifold.mcmc.chain;

/** No state that the hard constraints allow was found. */
public final class NoFeasibleStartException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message how far the search came, and what may help
     */
    public NoFeasibleStartException(String message) {
        super(message);
    }
}
