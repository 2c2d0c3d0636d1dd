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
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.orbifold.group.PermutationGroup;
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

/** {@code orbifold group}: order, orbits and base of a permutation group, and membership. */
@Command(name = "group", mixinStandardHelpOptions = true,
        description = "Order, orbits, transitivity and base of a permutation group; membership of permutations.",
        footer = {"", "FILE: a header 'name degree', perhaps followed by the order (a claim that is checked after the "
                + "computation), then one generator per line, as 0-based images or in cycles."})
final class GroupCommand implements Callable<Integer> {

    /** More orbits or base points than this are counted, not listed, in the text output. */
    private static final int LISTED = 50;

    @Parameters(paramLabel = "FILE", description = "The group.")
    private Path file;

    @Option(names = "--contains", paramLabel = "FILE",
            description = "Permutations, one per line; a leading + or - is ignored.")
    private Path members;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1",
            description = "Compute N times from fresh generators and report the best time; more than once after a "
                    + "warm-up of 3 seconds. Default: 1.")
    private int repeat;

    @Option(names = "--json", description = "One JSON object on one line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (repeat < 1) {
            throw new ParameterException(spec.commandLine(), "--repeat " + repeat + ": expected at least 1");
        }
        GroupFile input = GroupFile.read(file);
        List<Permutation> candidates = members == null
                ? List.of()
                : GroupFile.readPermutations(members, input.degree());
        BestTime<PermutationGroup> run = BestTime.of(repeat, () -> {
            PermutationGroup fresh = PermutationGroup.of(input.degree(), input.generators());
            fresh.order();
            return fresh;
        });
        PermutationGroup group = run.result();
        checkClaim(input, group.order());
        List<Boolean> answers = new ArrayList<>();
        for (Permutation candidate : candidates) {
            answers.add(group.contains(candidate));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            writeJson(group, run.seconds(), answers, out);
        } else {
            writeText(input, group, run.seconds(), answers, out);
        }
        out.flush();
        return 0;
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

    private static void writeJson(PermutationGroup group, double seconds, List<Boolean> answers, PrintWriter out)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode object = mapper.createObjectNode();
        object.put("degree", group.degree());
        object.put("order", group.order().toString());
        ArrayNode sizes = object.putArray("orbitSizes");
        for (int size : group.orbits().sizes()) {
            sizes.add(size);
        }
        object.put("transitive", group.isTransitive());
        object.put("seconds", seconds);
        ArrayNode list = object.putArray("members");
        answers.forEach(list::add);
        out.println(mapper.writeValueAsString(object));
    }

    private static void writeText(GroupFile input, PermutationGroup group, double seconds, List<Boolean> answers,
            PrintWriter out) {
        out.println("group       " + input.name());
        out.println("degree      " + group.degree());
        out.println("order       " + group.order() + (group.isVerified() ? "" : " (not verified)"));
        out.println("orbits      " + orbits(group));
        out.println("transitive  " + (group.isTransitive() ? "yes" : "no"));
        out.println("base        " + listed(group.base()));
        out.println("factors     " + factors(group));
        out.println(String.format(Locale.ROOT, "seconds     %.6f", seconds));
        for (int i = 0; i < answers.size(); i++) {
            out.println("member " + (i + 1) + "    " + (answers.get(i) ? "yes" : "no"));
        }
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

    private static String listed(int[] points) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(points.length, LISTED); i++) {
            text.append(i == 0 ? "" : " ").append(points[i]);
        }
        return points.length <= LISTED ? text.toString() : text + " ... (" + points.length + " points)";
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
