package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.file.TextFile;
import org.orbifold.pgm.io.ModelParseException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/**
 * Partitions written by hand: one block per line, the names of its variables separated by blanks or commas; an empty
 * line between partitions; {@code #} starts a comment; variables that are not mentioned are blocks of their own.
 */
final class PartitionsFile {

    private final String name;
    private final GraphicalModel model;
    private final Map<String, Integer> indexByName = new HashMap<>();
    private final List<BlockPartition> partitions = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final Set<Integer> used = new HashSet<>();

    private PartitionsFile(String name, GraphicalModel model) {
        this.name = name;
        this.model = model;
        for (Variable variable : model.variables()) {
            indexByName.put(variable.name(), variable.index());
        }
    }

    static List<BlockPartition> read(Path file, GraphicalModel model) throws IOException {
        PartitionsFile parser = new PartitionsFile(file.toString(), model);
        List<String> lines = TextFile.text(file).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            parser.line(i + 1, lines.get(i));
        }
        parser.endPartition();
        if (parser.partitions.isEmpty()) {
            throw new ModelParseException(parser.name, Math.max(1, lines.size()), "no block in the file",
                    "one block per line, the names of its variables separated by blanks or commas");
        }
        return parser.partitions;
    }

    private void line(int number, String line) throws ModelParseException {
        boolean comment = line.indexOf('#') >= 0;
        String text = (comment ? line.substring(0, line.indexOf('#')) : line).strip();
        if (text.isEmpty()) {
            if (!comment) {
                endPartition();
            }
            return;
        }
        List<Integer> variables = new ArrayList<>();
        for (String word : names(text)) {
            Integer index = indexByName.get(word);
            if (index == null) {
                throw new ModelParseException(name, number, "there is no free variable named '" + word + "'",
                        "names of variables of the model that are not observed");
            }
            if (!used.add(index)) {
                throw new ModelParseException(name, number, "variable '" + word + "' stands twice in one partition",
                        "every variable at most once; an empty line starts the next partition");
            }
            variables.add(index);
        }
        if (variables.isEmpty()) {
            throw new ModelParseException(name, number, "a block without variables",
                    "names of variables between the commas");
        }
        blocks.add(Block.of(variables.stream().mapToInt(Integer::intValue).toArray()));
    }

    /** The names between blanks and commas; those of {@code Friends(Anna,Bob)} belong to the name. */
    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        int end = text.length();
        boolean inside = false;
        for (int i = text.length() - 1; i >= -1; i--) {
            char c = i < 0 ? ',' : text.charAt(i);
            if ((c == ',' || Character.isWhitespace(c)) && (!inside || i < 0)) {
                if (i + 1 < end) {
                    names.add(text.substring(i + 1, end));
                }
                end = i;
            }
            inside = c == ')' || inside && c != '(';
        }
        Collections.reverse(names);
        return names;
    }

    private void endPartition() {
        if (!blocks.isEmpty()) {
            partitions.add(BlockPartition.completedBySingletons(model.variableCount(), blocks));
            blocks.clear();
            used.clear();
        }
    }
}
