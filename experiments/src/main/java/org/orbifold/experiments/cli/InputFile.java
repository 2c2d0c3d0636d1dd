package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A file to be read: here, or, by a URI such as {@code hdfs://…}, where a cluster keeps its files. */
final class InputFile implements ITypeConverter<Path> {

    @Override
    public Path convert(String value) {
        if (!value.matches("[a-zA-Z][a-zA-Z0-9+.-]+:/.*")) {
            return Path.of(value);
        }
        try {
            return Cluster.find(value).fetch(value);
        } catch (IOException | IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
