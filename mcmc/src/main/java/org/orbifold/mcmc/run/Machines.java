package org.orbifold.mcmc.run;

import java.io.Serializable;
import java.util.List;

/**
 * Machines that work for this one: they apply a function to items, each item anywhere, in any order, and again if the
 * answer is lost. An inference, and an experiment, ask nothing else of a cluster.
 */
public interface Machines extends AutoCloseable {

    /**
     * The work on an item. It must depend on its arguments alone and change nothing: it may be run twice.
     *
     * @param <S> what all items share
     * @param <T> an item
     * @param <R> an answer
     */
    @FunctionalInterface
    interface Work<S, T, R> extends Serializable {

        /**
         * Works on one item.
         *
         * @param shared what all items share; other threads may use it at the same time
         * @param item   the item
         * @return the answer
         */
        R on(S shared, T item);
    }

    /**
     * Something that the machines have; closing it lets them forget it.
     *
     * @param <S> what it is
     */
    interface Shared<S> extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * How many items are worked on at the same time.
     *
     * @return at least 1
     */
    int width();

    /**
     * How long a chain runs before it is looked at: so long that sending it there and back costs little.
     *
     * @return seconds, more than 0
     */
    double roundSeconds();

    /**
     * Sends something to the machines, once for all calls of {@link #map}.
     *
     * @param <S>   what it is
     * @param value any object; reachable objects are sent along
     * @return a handle to it
     */
    <S> Shared<S> share(S value);

    /**
     * Works on items.
     *
     * @param <S>    what all items share
     * @param <T>    an item
     * @param <R>    an answer
     * @param shared what all items share
     * @param items  any objects
     * @param work   the work; a lambda without captured variables
     * @return the answers, in the order of the items; what the work threw is thrown here
     * @throws MachineFailure       if the machines are not there, or lose an answer again and again
     * @throws InterruptedException if the calling thread is interrupted; then the work is given up
     */
    <S, T, R> List<R> map(Shared<S> shared, List<T> items, Work<S, T, R> work) throws InterruptedException;

    @Override
    void close();
}
