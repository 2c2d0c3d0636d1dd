package org.orbifold.graph.refine;

/**
 * Receives the trace of a refinement, one hash per splitter, in an order that does not depend on the names of
 * vertices.
 *
 * <p>Two refinements that correspond under an isomorphism see the same; so a refinement that sees something else than a
 * wanted one can stop at once (McKay and Piperno, <i>Practical graph isomorphism II</i>, 2014, section 2.4). Hash
 * collisions only cost time: corresponding nodes always have equal traces.
 */
@FunctionalInterface
public interface Trace {

    /** Does not look. */
    Trace NONE = value -> true;

    /**
     * Takes one hash.
     *
     * @param value the hash of what the splitter saw
     * @return whether the refinement should go on
     */
    boolean accept(long value);

    /**
     * Told at the end of a refinement.
     *
     * @return whether the refinement may end here
     */
    default boolean finish() {
        return true;
    }
}
