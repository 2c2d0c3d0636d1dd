package org.orbifold.experiments.explore;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * A model too large to be drawn, up to its symmetries: a node for each of the largest orbits of blocks; the many small
 * orbits and fixed blocks are gathered by kind and size. Links count the factors between nodes.
 */
final class Quotient {

    /** Largest number of orbits that are nodes of their own. */
    private static final int LARGEST = 20;
    /** Largest number of nodes for gathered orbits; the smallest are merged into one. */
    private static final int GATHERED = 24;
    /** Largest number of members of a node that the page shows. */
    static final int SHOWN_MEMBERS = 24;
    private static final int SHOWN_LINKS = 60;

    private final BlockSymmetries symmetries;
    private final BlockClasses classes;
    /** By block. */
    private final int[] nodeOf;
    private final List<Node> nodes = new ArrayList<>();
    /** By node: pairs of shown members that share a factor. */
    private final List<List<int[]>> memberLinks = new ArrayList<>();
    private final Map<Long, Integer> links = new TreeMap<>();
    private final int[] inside;

    /** A node: its label, its class, how many orbits it holds, and its blocks. */
    private record Node(String label, int type, int orbits, List<Integer> blocks) { }

    Quotient(SymmetryView view) {
        this.symmetries = view.symmetries();
        this.classes = view.classes();
        this.nodeOf = new int[symmetries.partition().blockCount()];
        gather();
        this.inside = new int[nodes.size()];
        nodes.forEach(node -> memberLinks.add(new ArrayList<>()));
        GraphicalModel model = symmetries.model();
        model.factors().tables().forEach(table -> link(table.scope()));
        for (Feature wide : model.factors().wide()) {
            link(wide.scope());
        }
    }

    /** The node that a block is in. */
    int nodeOf(int block) {
        return nodeOf[block];
    }

    private void gather() {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int b = 0; b < nodeOf.length; b++) {
            groups.computeIfAbsent(key(b), k -> new ArrayList<>()).add(b);
        }
        List<Map.Entry<String, List<Integer>>> sorted = new ArrayList<>(groups.entrySet());
        sorted.sort(Comparator.comparing((Map.Entry<String, List<Integer>> e) -> !isOwn(e.getValue().get(0)))
                .thenComparing(e -> -e.getValue().size()));
        List<Integer> rest = new ArrayList<>();
        int own = (int) sorted.stream().filter(e -> isOwn(e.getValue().get(0))).count();
        for (Map.Entry<String, List<Integer>> group : sorted) {
            if (nodes.size() < own + GATHERED - 1 || sorted.size() <= own + GATHERED) {
                add(label(group.getValue()), group.getValue());
            } else {
                rest.addAll(group.getValue());
            }
        }
        if (!rest.isEmpty()) {
            add(String.format(Locale.ROOT, "%,d other blocks", rest.size()), rest);
        }
    }

    /** Whether a block's orbit is a node of its own. */
    private boolean isOwn(int block) {
        int rank = classes.rank(classes.orbits().orbitOf(block));
        return rank >= 0 && rank < LARGEST;
    }

    /** Blocks with equal keys are one node. */
    private String key(int block) {
        int orbit = classes.orbits().orbitOf(block);
        if (isOwn(block)) {
            return "orbit " + orbit;
        }
        return classes.type(block) + " " + classes.kind(block) + " " + (int) Math.log10(classes.orbits().size(orbit));
    }

    private void add(String label, List<Integer> blocks) {
        blocks.forEach(b -> nodeOf[b] = nodes.size());
        int orbits = (int) blocks.stream().mapToInt(classes.orbits()::orbitOf).distinct().count();
        nodes.add(new Node(label, classes.classOf(blocks.get(0)), orbits, blocks));
    }

    private String label(List<Integer> blocks) {
        int first = blocks.get(0);
        String kind = classes.kind(first);
        if (isOwn(first)) {
            return String.format(Locale.ROOT, "%s\norbit of %,d", kind, blocks.size());
        }
        int[] sizes = blocks.stream().mapToInt(b -> classes.orbits().size(classes.orbits().orbitOf(b))).distinct()
                .sorted().toArray();
        int most = sizes[sizes.length - 1];
        String what = switch (classes.type(first)) {
            case FIXED -> "fixed";
            case INSIDE -> "exchanged inside";
            case ORBIT, OTHER_ORBITS -> "orbits of " + (sizes[0] == most ? most : sizes[0] + " to " + most);
        };
        return String.format(Locale.ROOT, "%s\n%,d %s", kind, blocks.size(), what);
    }

    private void link(int[] scope) {
        int[] blocks = Arrays.stream(scope).map(symmetries.partition()::blockOf).distinct().toArray();
        int[] touched = Arrays.stream(blocks).map(this::nodeOf).distinct().sorted().toArray();
        if (touched.length == 1) {
            inside[touched[0]]++;
        }
        for (int i = 0; i < touched.length; i++) {
            for (int j = i + 1; j < touched.length; j++) {
                links.merge((long) touched[i] << 32 | touched[j], 1, Integer::sum);
            }
        }
        linkMembers(blocks);
    }

    private void linkMembers(int[] blocks) {
        for (int i = 0; i < blocks.length; i++) {
            for (int j = i + 1; j < blocks.length; j++) {
                int node = nodeOf[blocks[i]];
                if (node == nodeOf[blocks[j]] && memberLinks.get(node).size() < SHOWN_LINKS) {
                    int a = shown(node, blocks[i]);
                    int b = shown(node, blocks[j]);
                    if (a >= 0 && b >= 0) {
                        memberLinks.get(node).add(new int[] {a, b});
                    }
                }
            }
        }
    }

    /** The place of a block among the shown members of its node, or −1. */
    private int shown(int node, int block) {
        List<Integer> blocks = nodes.get(node).blocks;
        for (int i = 0; i < Math.min(SHOWN_MEMBERS, blocks.size()); i++) {
            if (blocks.get(i) == block) {
                return i;
            }
        }
        return -1;
    }

    /** The variables of the members that can be seen. */
    IntStream shownVariables() {
        return nodes.stream().flatMapToInt(node -> node.blocks.stream().limit(SHOWN_MEMBERS)
                .flatMapToInt(b -> Arrays.stream(symmetries.partition().block(b).variables())));
    }

    /** Writes nodes and links; rows are the variables' places in the page's list. */
    void write(ObjectNode to, IntUnaryOperator row) {
        ArrayNode list = to.putArray("nodes");
        for (int n = 0; n < nodes.size(); n++) {
            Node node = nodes.get(n);
            ObjectNode one = list.addObject();
            one.put("label", node.label);
            one.put("c", node.type);
            one.put("orbits", node.orbits);
            one.put("blocks", node.blocks.size());
            one.put("variables", node.blocks.stream().mapToInt(b -> symmetries.partition().block(b).size()).sum());
            one.put("inside", inside[n]);
            ArrayNode members = one.putArray("members");
            node.blocks.stream().limit(SHOWN_MEMBERS).forEach(b -> {
                ArrayNode rows = members.addArray();
                Arrays.stream(symmetries.partition().block(b).variables()).map(row).forEach(rows::add);
            });
            ArrayNode between = one.putArray("links");
            memberLinks.get(n).forEach(pair -> between.addArray().add(pair[0]).add(pair[1]));
        }
        ArrayNode edges = to.putArray("links");
        links.forEach((key, count) -> edges.addArray().add((int) (key >> 32)).add((int) (long) key).add(count));
    }
}
