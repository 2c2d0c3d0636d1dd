package org.orbifold.experiments.cli;

import org.orbifold.heuristics.partition.PartitionFinder;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The most variables in a block: a number, or {@code auto}. */
final class BlockSize implements ITypeConverter<Integer> {

    /** The text that {@link #convert} reads as this size. */
    static String text(int size) {
        return size == PartitionFinder.AUTOMATIC ? "auto" : Integer.toString(size);
    }

    @Override
    public Integer convert(String value) {
        if (value.equalsIgnoreCase("auto")) {
            return PartitionFinder.AUTOMATIC;
        }
        try {
            int size = Integer.parseInt(value);
            if (size >= 1) {
                return size;
            }
        } catch (NumberFormatException e) {
            throw new TypeConversionException("expected a whole number of at least 1, or auto, but was '" + value
                    + "'");
        }
        throw new TypeConversionException("expected at least 1, or auto, but was " + value);
    }
}
