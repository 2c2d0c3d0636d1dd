package org.orbifold.pgm.option;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The values of a set of options, an immutable map; an option that is not set has its default. Classes of options keep
 * one, so that a new option takes a key and two methods, and changes neither a constructor nor {@code equals}.
 */
public final class OptionValues {

    /** All options at their defaults. */
    public static final OptionValues DEFAULTS = new OptionValues(Map.of());

    /**
     * An option.
     *
     * @param name    unique within its class of options
     * @param initial the default
     * @param <T>     the type of its values, which are immutable
     */
    public record Option<T>(String name, T initial) { }

    private final Map<Option<?>, Object> set;

    private OptionValues(Map<Option<?>, Object> set) {
        this.set = set;
    }

    /**
     * The value of an option.
     *
     * @param option which
     * @param <T>    the type of its values
     * @return what was set last, or the default
     */
    @SuppressWarnings("unchecked") // with() stores values of this type only
    public <T> T get(Option<T> option) {
        return (T) set.getOrDefault(option, option.initial());
    }

    /**
     * Sets an option.
     *
     * @param option which
     * @param value  its value
     * @param <T>    the type of its values
     * @return new values
     */
    public <T> OptionValues with(Option<T> option, T value) {
        Map<Option<?>, Object> changed = new HashMap<>(set);
        if (Objects.requireNonNull(value, () -> "the option " + option.name() + " is null").equals(option.initial())) {
            changed.remove(option);
        } else {
            changed.put(option, value);
        }
        return new OptionValues(changed);
    }

    /**
     * Checks a number.
     *
     * @param least the smallest allowed
     * @param value the number
     * @param what  its name, for the error
     * @return the number
     * @throws IllegalArgumentException if it is below the smallest
     */
    public static long atLeast(long least, long value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + "; expected at least " + least);
        }
        return value;
    }

    /**
     * Checks a time limit.
     *
     * @param seconds the limit; infinite for none
     * @return the limit
     * @throws IllegalArgumentException if it is not above 0
     */
    public static double seconds(double seconds) {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("the time limit is " + seconds + " s; expected more than 0");
        }
        return seconds;
    }

    /**
     * Checks the interval between checkpoints.
     *
     * @param seconds the interval
     * @return the interval
     * @throws IllegalArgumentException if it is negative or not a number
     */
    public static double interval(double seconds) {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("a checkpoint every " + seconds + " s; expected 0 or more");
        }
        return seconds;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OptionValues that && set.equals(that.set);
    }

    @Override
    public int hashCode() {
        return set.hashCode();
    }

    /** The options that differ from their defaults, by name. */
    @Override
    public String toString() {
        return set.entrySet().stream().sorted(Comparator.comparing(entry -> entry.getKey().name()))
                .map(entry -> entry.getKey().name() + " "
                        + entry.getValue().toString().replaceAll("^Optional\\w*\\[(.*)]$", "$1"))
                .collect(Collectors.joining(", "));
    }
}
