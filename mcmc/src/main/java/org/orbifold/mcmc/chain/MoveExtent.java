package org.orbifold.mcmc.chain;

/** Which factors of a symmetry group an orbit move makes random again. */
public enum MoveExtent {
    /** All of them, as in the paper: the new state is uniform in the whole orbit. Costs what the whole group moves. */
    ALL,
    /**
     * Only those that can move a block that the base chain has just drawn, whether or not it changed. Keeps the
     * target, because the block is chosen independently of the state; costs only the factors near the block, and over
     * many steps reaches the same states. Good when the group has many factors; bad with base chains that report no
     * conditionals.
     */
    TOUCHED
}
