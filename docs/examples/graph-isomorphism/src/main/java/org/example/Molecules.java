package org.example;

import java.util.Optional;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.detect.Automorphisms;
import org.orbifold.graph.detect.CanonicalLabeling;
import org.orbifold.group.element.Permutation;

/** Are two molecules the same? Atoms are vertices with the element as colour, bonds are edges. */
public final class Molecules {

    private static final int HYDROGEN = 1;
    private static final int CARBON = 6;
    private static final int OXYGEN = 8;

    private Molecules() {
    }

    private static ColoredGraph molecule(int[] elements, int[][] bonds) {
        ColoredGraphBuilder builder = ColoredGraph.builder(elements.length);
        for (int atom = 0; atom < elements.length; atom++) {
            builder.color(atom, elements[atom]);
        }
        for (int[] bond : bonds) {
            builder.edge(bond[0], bond[1]);
        }
        return builder.build();
    }

    public static void main(String[] args) {
        int[] elements = {CARBON, CARBON, OXYGEN, HYDROGEN, HYDROGEN, HYDROGEN, HYDROGEN, HYDROGEN, HYDROGEN};
        ColoredGraph ethanol = molecule(elements,
                new int[][] {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {0, 5}, {0, 6}, {1, 7}, {1, 8}});
        ColoredGraph ether = molecule(elements,
                new int[][] {{0, 2}, {1, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 6}, {1, 7}, {1, 8}});
        // Ethanol again, its atoms in another order.
        ColoredGraph written = ethanol.relabel(atom -> (atom * 4 + 2) % 9);

        // region isomorphism
        CanonicalLabeling labeling = CanonicalLabeling.of(ethanol);
        System.out.println("ethanol and dimethyl ether: "
                + (labeling.isomorphismTo(CanonicalLabeling.of(ether)).isPresent() ? "the same" : "different"));
        Optional<Permutation> mapping = labeling.isomorphismTo(CanonicalLabeling.of(written));
        System.out.println("ethanol written in two ways: " + (mapping.isPresent() ? "the same" : "different"));
        System.out.println("the oxygen of the one is atom " + mapping.orElseThrow().image(2) + " of the other");
        System.out.println("symmetries of ethanol: " + Automorphisms.of(ethanol).order()
                + ", of dimethyl ether: " + Automorphisms.of(ether).order());
        // end region
    }
}
