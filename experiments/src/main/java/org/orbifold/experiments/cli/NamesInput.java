package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.orbifold.logic.ConstantNames;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which words of a Markov logic network are constants, and whether its databases may name others. */
final class NamesInput {

    @Option(names = "--constants", paramLabel = "NAMES", converter = ConstantsConverter.class,
            description = "upper (default): constants begin with a capital letter, or the declaration of their type "
                    + "lists them; lower: constants begin in lower case and variables with a capital letter, as in "
                    + "RockIt; any: variables are written ?x, as in pracmln.")
    private ConstantNames constants;

    @Option(names = "--extend-domains",
            description = "Databases may name constants that the declaration of a type does not list.")
    private boolean extendDomains;

    /** Names of constants as the command line spells them. */
    static final class ConstantsConverter implements ITypeConverter<ConstantNames> {

        @Override
        public ConstantNames convert(String value) {
            return switch (value) {
                case "upper" -> ConstantNames.UPPER;
                case "lower" -> ConstantNames.LOWER;
                case "any" -> ConstantNames.ANY;
                default -> throw new TypeConversionException("'" + value
                        + "' is not known, expected upper, lower or any");
            };
        }
    }

    /** Whether anything was said. */
    boolean isUsed() {
        return constants != null || extendDomains;
    }

    /** Whether databases may name constants that no declaration lists. */
    boolean isExtending() {
        return extendDomains;
    }

    /** Whether names of constants were said. */
    boolean isStyleGiven() {
        return constants != null;
    }

    /** Reads a network. */
    MarkovLogic read(Path file) throws IOException {
        return extended(LogicFiles.readNetwork(file, style()));
    }

    /** Reads the text of a network. */
    MarkovLogic parse(String text) throws IOException {
        return extended(LogicFiles.parseNetwork(text, style()));
    }

    private ConstantNames style() {
        return constants == null ? ConstantNames.UPPER : constants;
    }

    private MarkovLogic extended(MarkovLogic network) {
        return extendDomains ? network.withExtensibleTypes() : network;
    }
}
