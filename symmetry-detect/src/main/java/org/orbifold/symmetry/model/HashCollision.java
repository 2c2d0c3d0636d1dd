package org.orbifold.symmetry.model;

/** Two different things turned out to have one hash, so that what was built on hashes cannot be used. */
final class HashCollision extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HashCollision(String what) {
        super(what, null, false, false);
    }
}
