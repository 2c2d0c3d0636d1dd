package org.orbifold.mcmc.run;

import it.unimi.dsi.fastutil.doubles.Double2IntLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.orbifold.mcmc.diagnose.HardParts;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * Numbers of a state that no symmetry of the model's features changes: its log-weight, and how many features of equal
 * weight hold. They show whether a chain mixes between orbits, where orbit moves do not help. After these, which are
 * reported, the {@linkplain HardParts parts} that the state is in, one number for each group of hard constraints.
 */
final class ModelStatistics {

    private static final int WEIGHTS = 3;

    private final GraphicalModel model;
    private final Feature[] features;
    /** Per feature, the statistic that counts it; 0 if none does. */
    private final int[] statisticOf;
    private final HardParts parts;
    private final List<String> names = new ArrayList<>(List.of("log-weight"));

    ModelStatistics(GraphicalModel model) {
        this.model = model;
        this.parts = HardParts.ofSmallGroups(model);
        this.features = model.features().toArray(Feature[]::new);
        this.statisticOf = new int[features.length];
        Double2IntLinkedOpenHashMap counts = new Double2IntLinkedOpenHashMap();
        for (Feature feature : features) {
            if (feature instanceof WeightedFeature weighted && Double.isFinite(weighted.weight())) {
                counts.addTo(weighted.weight(), 1);
            }
        }
        double[] common = counts.double2IntEntrySet().stream()
                .filter(entry -> entry.getDoubleKey() != 0)
                .sorted(Comparator.comparingInt(entry -> -entry.getIntValue())).limit(WEIGHTS)
                .mapToDouble(entry -> entry.getDoubleKey()).toArray();
        for (int i = 0; i < common.length; i++) {
            names.add("features of weight " + common[i]);
            for (int f = 0; f < features.length; f++) {
                if (features[f] instanceof WeightedFeature weighted && weighted.weight() == common[i]) {
                    statisticOf[f] = i + 1;
                }
            }
        }
    }

    List<String> names() {
        return names;
    }

    /** How many numbers there are, those without a name included. */
    int count() {
        return names.size() + parts.dividedGroups();
    }

    /** The groups of hard constraints that divide the states; the last numbers say in which parts a state is. */
    HardParts parts() {
        return parts;
    }

    /** The statistics of a state. */
    double[] of(int[] state) {
        double[] values = new double[count()];
        int[] in = parts.of(state);
        for (int g = 0; g < in.length; g++) {
            values[names.size() + g] = in[g];
        }
        values[0] = model.constant();
        for (int f = 0; f < features.length; f++) {
            double log = features[f].logPotential(state);
            values[0] += log;
            if (statisticOf[f] > 0 && log != 0) {
                values[statisticOf[f]]++;
            }
        }
        return values;
    }
}
