package org.orbifold.mcmc.run;

/** The machines that work for this one failed, not the work. */
public final class MachineFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * A failure.
     *
     * @param message what happened, where, and how to mend it
     * @param cause   the exception of the cluster
     */
    public MachineFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
