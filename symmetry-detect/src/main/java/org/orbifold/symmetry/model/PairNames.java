package org.orbifold.symmetry.model;

import java.util.BitSet;
import java.util.StringJoiner;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/**
 * What blocks and their values are called.
 *
 * @param model the model
 * @param pairs the numbering of its block-value pairs
 */
record PairNames(GraphicalModel model, BlockValuePairs pairs) {

    /** Such as {@code X1}, or {@code {X1,X2}}. */
    String block(int index) {
        Block block = pairs.partition().block(index);
        if (block.size() == 1) {
            return model.variable(block.variable(0)).name();
        }
        StringJoiner names = new StringJoiner(",", "{", "}");
        for (int v : block.variables()) {
            names.add(model.variable(v).name());
        }
        return names.toString();
    }

    /** Such as {@code X1, {X2,X3}}. */
    String blocks(int[] indices) {
        StringJoiner names = new StringJoiner(", ");
        for (int b : indices) {
            names.add(block(b));
        }
        return names.toString();
    }

    /** Such as {@code (X1=0,X2=1)}. */
    String pair(int pair) {
        int block = pairs.blockOf(pair);
        return "(" + value(block, pairs.valueOf(pair), true) + ")";
    }

    /** Some values of a block, such as <code>{0 1, 1 0}</code>. */
    String values(int block, BitSet values) {
        StringJoiner all = new StringJoiner(", ", "{", "}");
        values.stream().forEach(x -> all.add(value(block, x, false)));
        return all.toString();
    }

    private String value(int index, int value, boolean named) {
        Block block = pairs.partition().block(index);
        int rest = value;
        String[] literals = new String[block.size()];
        for (int k = block.size() - 1; k >= 0; k--) {
            Variable variable = model.variable(block.variable(k));
            literals[k] = (named ? variable.name() + "=" : "") + variable.domain().label(rest % variable.size());
            rest /= variable.size();
        }
        return String.join(named ? "," : " ", literals);
    }
}
