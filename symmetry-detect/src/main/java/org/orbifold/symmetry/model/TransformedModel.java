package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Writes Ĝ out as a model with tables over whole blocks, which are exponential in the size of blocks. */
final class TransformedModel {

    private final GraphicalModel original;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final Map<int[], List<Feature>> byScope =
            new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);

    TransformedModel(BlockModel model) {
        this.original = model.original();
        this.partition = model.partition();
        this.pairs = model.pairs();
        for (Feature feature : original.features()) {
            int[] scope = Arrays.stream(feature.scope()).map(partition::blockOf).sorted().distinct().toArray();
            byScope.computeIfAbsent(scope, key -> new ArrayList<>(2)).add(feature);
        }
    }

    double tableEntries() {
        return byScope.keySet().stream().mapToDouble(this::entries).sum();
    }

    private double entries(int[] scope) {
        double product = 1;
        for (int block : scope) {
            product *= pairs.valueCount(block);
        }
        return product;
    }

    GraphicalModel build(long maxEntries) {
        if (tableEntries() > maxEntries) {
            throw new IllegalArgumentException("the tables over blocks have " + tableEntries() + " entries, more than "
                    + "the limit of " + maxEntries + "; use smaller blocks, or raise the limit");
        }
        ModelBuilder builder = GraphicalModel.builder().constant(original.constant());
        for (int b = 0; b < pairs.blockCount(); b++) {
            builder.variable(nameOf(partition.block(b)), domainOf(b));
        }
        int[] state = new int[original.variableCount()];
        byScope.forEach((scope, features) -> builder.table(scope, merge(scope, features, state)));
        return builder.build();
    }

    private double[] merge(int[] scope, List<Feature> features, int[] state) {
        double[] logs = new double[(int) entries(scope)];
        int[] values = new int[scope.length];
        for (int block : scope) {
            partition.block(block).assign(original, 0, state);
        }
        for (int i = 0; i < logs.length; i++) {
            for (Feature feature : features) {
                logs[i] += feature.logPotential(state);
            }
            for (int k = scope.length - 1; k >= 0; k--) {
                boolean carry = ++values[k] == pairs.valueCount(scope[k]);
                values[k] = carry ? 0 : values[k];
                partition.block(scope[k]).assign(original, values[k], state);
                if (!carry) {
                    break;
                }
            }
        }
        return logs;
    }

    private String nameOf(Block block) {
        StringJoiner names = new StringJoiner(",", "(", ")");
        for (int v : block.variables()) {
            names.add(original.variable(v).name());
        }
        return names.toString();
    }

    private Domain domainOf(int block) {
        if (partition.block(block).size() == 1) {
            return original.variable(partition.block(block).variable(0)).domain();
        }
        String[] labels = new String[pairs.valueCount(block)];
        int[] state = new int[original.variableCount()];
        for (int value = 0; value < labels.length; value++) {
            partition.block(block).assign(original, value, state);
            StringJoiner label = new StringJoiner(",", "(", ")");
            for (int v : partition.block(block).variables()) {
                label.add(original.variable(v).domain().label(state[v]));
            }
            labels[value] = label.toString();
        }
        return Domain.of(labels);
    }
}
