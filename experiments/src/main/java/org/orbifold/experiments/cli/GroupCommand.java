package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.orbifold.graph.detect.SubgroupSearch;
import org.orbifold.group.Blocks;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.Subgroups;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.group.io.GroupFile;
import org.orbifold.group.io.GroupParseException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold group}: order, orbits and base of a permutation group, membership, subgroups and elements. */
@Command(name = "group", mixinStandardHelpOptions = true,
        header = "Order, orbits, subgroups, elements of a group.",
        description = "Order, orbits, transitivity, blocks and base of a permutation group; membership, subgroups, "
                + "elements.",
        footer = {"", "FILE: a header 'name degree', perhaps followed by the order (a claim that is checked after "
                + "the computation), then one generator per line, as images or in cycles, points counted from 0 "
                + "(with --one-based from 1). Or, without a header, generators as GAP, Magma or sympy print them, "
                + "counted as these do. Plain or .gz; - reads standard input.",
            "With --stabilizer, another stabiliser or --intersect everything else is about that subgroup; several are "
                + "intersected.",
            "JSON keys: degree, order (string), orbitSizes, orbits, transitive, transitivity (its degree), "
                + "primitive, blocks (the minimal block systems of a transitive group), base, generatorCount, "
                + "generators (lists of cycles), seconds and cpuSeconds (best, to the proved order), members "
                + "(booleans); with --structure abelian, solvable, derivedSeries (orders) and centre (its order); "
                + "with --random and --elements a list of that name."})
final class GroupCommand implements Callable<Integer> {

    /** More orbits or base points than this are counted, not listed, in the text output. */
    private static final int LISTED = 50;

    /** Blocks are looked for up to this degree. */
    private static final int LARGEST_WITH_BLOCKS = 10_000;

    private static final int MOST_ELEMENTS = 100_000;

    @Parameters(paramLabel = "FILE", description = "The group.")
    private Path file;

    @Option(names = "--contains", paramLabel = "FILE",
            description = "Whether the group contains each permutation of this file, one per line.")
    private Path members;

    @Option(names = "--stabilizer", paramLabel = "POINTS", split = ",",
            description = "The subgroup that fixes each of these points, such as 0,1.")
    private int[] stabilizer;

    @Option(names = "--set-stabilizer", paramLabel = "POINTS", split = ",",
            description = "The subgroup that maps this set of points to itself.")
    private int[] setStabilizer;

    @Option(names = "--vector-stabilizer", paramLabel = "VALUES", split = ",",
            description = "The subgroup that maps this vector to itself: a value for each point, such as a,b,a.")
    private String[] vectorStabilizer;

    @Option(names = "--partition-stabilizer", paramLabel = "SETS",
            description = "The subgroup that maps these disjoint sets of points to each other, such as '0,1|2,3'.")
    private String partitionStabilizer;

    @Option(names = "--ordered-partition-stabilizer", paramLabel = "SETS",
            description = "The subgroup that maps each of these disjoint sets of points to itself.")
    private String orderedPartitionStabilizer;

    @Option(names = "--intersect", paramLabel = "FILE", description = "The intersection with the group in this file.")
    private Path intersect;

    @Option(names = "--structure", description = "Also print the derived series, the centre, and whether the group is "
            + "abelian and solvable.")
    private boolean structure;

    @Option(names = "--generators", description = "Print a group file: all generators, one per line, in cycles.")
    private boolean generators;

    @Option(names = "--random", paramLabel = "N", description = "Print N uniformly random elements.")
    private int random;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "0", description = "Seed of --random. Default: 0.")
    private long seed;

    @Option(names = "--elements", description = "Print all elements; at most " + MOST_ELEMENTS + ".")
    private boolean elements;

    @Option(names = "--one-based", description = "Count points from 1, in files and in what is printed.")
    private boolean oneBased;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1",
            description = "Compute N times from fresh generators and report the best time; more than once after a "
                    + "warm-up of at most 3 seconds. Default: 1.")
    private int repeat;

    @Option(names = "--json", description = "One JSON object on one line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private PointsText points;

    @Override
    public Integer call() throws IOException {
        if (repeat < 1) {
            throw new ParameterException(spec.commandLine(), "--repeat " + repeat + ": expected at least 1");
        }
        if (random < 0 || random > MOST_ELEMENTS) {
            throw new ParameterException(spec.commandLine(), "--random " + random + ": expected 0 to " + MOST_ELEMENTS);
        }
        points = PointsText.of(oneBased);
        GroupFile input = PointsText.read(file, (in, name) -> GroupFile.read(in, name, oneBased));
        List<Permutation> candidates = members == null
                ? List.of()
                : PointsText.read(members, (in, name) ->
                        GroupFile.readPermutations(in, name, input.degree(), oneBased));
        BestTime<PermutationGroup> run = BestTime.of(repeat, () -> {
            PermutationGroup fresh = PermutationGroup.of(input.degree(), input.generators());
            fresh.order();
            return fresh;
        });
        checkClaim(input, run.result().order());
        PermutationGroup group = subgroup(run.result());
        checkElements(group);
        List<Boolean> answers = new ArrayList<>();
        for (Permutation candidate : candidates) {
            // An intersection may have more points than the file of the first group names.
            answers.add(group.contains(candidate.extendTo(group.degree())));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            writeJson(group, run, answers, out);
        } else {
            writeText(input, group, run.seconds(), answers, out);
        }
        out.flush();
        return 0;
    }

    private PermutationGroup subgroup(PermutationGroup whole) throws IOException {
        PermutationGroup group = whole;
        if (stabilizer != null) {
            group = group.stabilizer(points.points(stabilizer, whole.degree(), "--stabilizer"));
        }
        if (setStabilizer != null) {
            group = SubgroupSearch.setStabilizer(group,
                    points.points(setStabilizer, whole.degree(), "--set-stabilizer"));
        }
        if (vectorStabilizer != null) {
            group = SubgroupSearch.vectorStabilizer(group, List.of(vectorStabilizer));
        }
        if (partitionStabilizer != null) {
            group = SubgroupSearch.partitionStabilizer(group,
                    points.sets(partitionStabilizer, whole.degree(), "--partition-stabilizer"));
        }
        if (orderedPartitionStabilizer != null) {
            group = SubgroupSearch.orderedPartitionStabilizer(group,
                    points.sets(orderedPartitionStabilizer, whole.degree(), "--ordered-partition-stabilizer"));
        }
        if (intersect != null) {
            GroupFile other = PointsText.read(intersect, (in, name) -> GroupFile.read(in, name, oneBased));
            int degree = Math.max(whole.degree(), other.degree());
            group = SubgroupSearch.intersection(extended(group.generators(), degree),
                    extended(other.generators(), degree));
        }
        return group;
    }

    /** Files without a header do not say how many fixed points follow the last point that moves. */
    private static PermutationGroup extended(List<Permutation> list, int degree) {
        return PermutationGroup.of(degree, list.stream().map(g -> g.extendTo(degree)).toList());
    }

    private List<Permutation> drawn(PermutationGroup group) {
        SplittableRandom source = new SplittableRandom(seed);
        List<Permutation> list = new ArrayList<>();
        for (int i = 0; i < random; i++) {
            list.add(group.random(source));
        }
        return list;
    }

    /** Before anything is printed. */
    private void checkElements(PermutationGroup group) {
        if (elements && group.order().compareTo(BigInteger.valueOf(MOST_ELEMENTS)) > 0) {
            throw new ParameterException(spec.commandLine(), "--elements: the group has " + shortened(group.order())
                    + " elements, expected at most " + MOST_ELEMENTS + "; --random N draws some");
        }
    }

    private void checkClaim(GroupFile input, BigInteger order) throws GroupParseException {
        if (input.claimedOrder().isPresent() && !input.claimedOrder().get().equals(order)) {
            throw new GroupParseException(file.toString(), input.headerLine(),
                    "the header claims order " + shortened(input.claimedOrder().get()),
                    "the order of the group, " + shortened(order) + ", or no order");
        }
    }

    private static String shortened(BigInteger order) {
        String digits = order.toString();
        return digits.length() <= 40
                ? digits
                : digits.substring(0, 20) + "... (" + digits.length() + " digits)";
    }

    private void writeJson(PermutationGroup group, BestTime<PermutationGroup> run, List<Boolean> answers,
            PrintWriter out) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode object = mapper.createObjectNode();
        object.put("degree", group.degree());
        object.put("order", group.order().toString());
        ArrayNode sizes = object.putArray("orbitSizes");
        for (int size : group.orbits().sizes()) {
            sizes.add(size);
        }
        points.addClasses(object.putArray("orbits"), group.orbits(), 1);
        object.put("transitive", group.isTransitive());
        object.put("transitivity", Blocks.transitivity(group));
        putBlocks(group, object);
        points.addAll(object.putArray("base"), group.base());
        object.put("generatorCount", group.generators().size());
        putPermutations(object, "generators", group.generators());
        object.put("seconds", run.seconds());
        object.put("cpuSeconds", run.cpuSeconds());
        ArrayNode list = object.putArray("members");
        answers.forEach(list::add);
        if (structure) {
            List<PermutationGroup> series = Subgroups.derivedSeries(group);
            object.put("abelian", Subgroups.isAbelian(group));
            object.put("solvable", series.get(series.size() - 1).isTrivial());
            ArrayNode orders = object.putArray("derivedSeries");
            series.forEach(g -> orders.add(g.order().toString()));
            object.put("centre", SubgroupSearch.centre(group).order().toString());
        }
        if (random > 0) {
            putPermutations(object, "random", drawn(group));
        }
        if (elements) {
            putPermutations(object, "elements", group.elements(MOST_ELEMENTS).toList());
        }
        out.println(mapper.writeValueAsString(object));
    }

    private void putPermutations(ObjectNode object, String key, List<Permutation> permutations) {
        ArrayNode list = object.putArray(key);
        permutations.forEach(g -> points.addCycles(list, g));
    }

    private void putBlocks(PermutationGroup group, ObjectNode object) {
        List<Orbits> systems = blocks(group);
        if (systems == null) {
            object.put("primitive", group.isTransitive() ? null : Boolean.FALSE);
            object.putNull("blocks");
        } else {
            object.put("primitive", group.degree() > 1 && systems.isEmpty());
            ArrayNode list = object.putArray("blocks");
            systems.forEach(system -> points.addClasses(list.addArray(), system, 1));
        }
    }

    /** The minimal block systems; null if the group is not transitive or too large to look. */
    private static List<Orbits> blocks(PermutationGroup group) {
        return group.isTransitive() && group.degree() <= LARGEST_WITH_BLOCKS ? Blocks.minimal(group) : null;
    }

    private void writeText(GroupFile input, PermutationGroup group, double seconds, List<Boolean> answers,
            PrintWriter out) {
        // What a group file does not have is a comment there.
        String start = generators ? "# " : "";
        out.println(start + "group       " + input.name());
        out.println(start + "degree      " + group.degree());
        out.println(start + "order       " + group.order() + (group.isVerified() ? "" : " (not verified)"));
        out.println(start + "orbits      " + orbits(group));
        out.println(start + "transitive  " + transitivity(group));
        out.println(start + "base        " + listed(group.base()));
        out.println(start + "factors     " + factors(group));
        if (structure) {
            List<PermutationGroup> series = Subgroups.derivedSeries(group);
            out.println(start + "abelian     " + (Subgroups.isAbelian(group) ? "yes" : "no"));
            out.println(start + "solvable    " + (series.get(series.size() - 1).isTrivial() ? "yes" : "no")
                    + ", derived series of orders " + series.stream().map(g -> shortened(g.order())).toList());
            out.println(start + "centre      of order " + shortened(SubgroupSearch.centre(group).order()));
        }
        out.println(start + String.format(Locale.ROOT, "seconds     %.6f", seconds));
        for (int i = 0; i < answers.size(); i++) {
            out.println(start + "member " + (i + 1) + "    " + (answers.get(i) ? "yes" : "no"));
        }
        if (generators) {
            out.println("subgroup " + group.degree() + " " + group.order());
            group.generators().forEach(g -> out.println(points.cycles(g, Integer.MAX_VALUE)));
        }
        drawn(group).forEach(g -> out.println(points.cycles(g, Integer.MAX_VALUE)));
        if (elements) {
            group.elements(MOST_ELEMENTS).forEach(g -> out.println(points.cycles(g, Integer.MAX_VALUE)));
        }
    }

    private static String transitivity(PermutationGroup group) {
        if (!group.isTransitive()) {
            return "no";
        }
        int degree = Blocks.transitivity(group);
        List<Orbits> systems = blocks(group);
        return "yes" + (degree > 1 ? ", " + degree + " times" : "")
                + (systems == null || group.degree() < 2 ? "" : systems.isEmpty() ? ", primitive"
                : ", blocks of " + systems.stream().map(s -> s.size(0)).distinct().sorted().map(String::valueOf)
                        .collect(Collectors.joining(" and ")) + " points");
    }

    private static String orbits(PermutationGroup group) {
        TreeMap<Integer, Integer> bySize = new TreeMap<>();
        for (int size : group.orbits().sizes()) {
            bySize.merge(size, 1, Integer::sum);
        }
        StringBuilder text = new StringBuilder().append(group.orbits().count());
        bySize.forEach((size, count) -> text.append(", ").append(count).append(" of size ").append(size));
        return text.toString();
    }

    private String listed(int[] base) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(base.length, LISTED); i++) {
            text.append(i == 0 ? "" : " ").append(base[i] + points.first());
        }
        return base.length <= LISTED ? text.toString() : text + " ... (" + base.length + " points)";
    }

    private static String factors(PermutationGroup group) {
        TreeMap<GroupStructure.Kind, Integer> byKind = new TreeMap<>();
        for (DirectFactor factor : group.factors()) {
            byKind.merge(factor.group().kind(), 1, Integer::sum);
        }
        StringBuilder text = new StringBuilder().append(group.factors().size());
        byKind.forEach((kind, count) ->
                text.append(", ").append(count).append(' ')
                        .append(kind.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        return text.toString();
    }
}
