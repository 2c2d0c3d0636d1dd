package org.orbifold.group.factor;

/** A direct factor of a group: which points it moves, and the group on them. */
public final class DirectFactor {

    private final int[] points;
    private final Factor group;

    DirectFactor(int[] points, Factor group) {
        this.points = points;
        this.group = group;
    }

    /**
     * The points of the factor.
     *
     * @return a new array; entry {@code i} is the point that the group calls {@code i}
     */
    public int[] points() {
        return points.clone();
    }

    /** Without a copy, for the loops of this module; not to be written to. */
    int[] pointsShared() {
        return points;
    }

    /**
     * One point of the factor.
     *
     * @param local the group's number of the point
     * @return the point of the whole group
     */
    public int point(int local) {
        return points[local];
    }

    /**
     * The number of points.
     *
     * @return how many points the factor has
     */
    public int size() {
        return points.length;
    }

    /**
     * The group on the local points; factors with equal generators share one object.
     *
     * @return the group
     */
    public Factor group() {
        return group;
    }
}
