package org.orbifold.group;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.group.factor.Products;

/**
 * Recognises groups up to isomorphism, with proof. A group G is replaced by actions that are faithful (of the same
 * order): on one orbit, on the blocks of block systems, on lines of an orbital graph. What proves a name:
 * <ul>
 * <li>S and A: the order, n! or n!/2 on n points;
 * <li>Q ≀ P: G embeds into Q ≀ P for the actions P on m blocks and Q of a block's stabiliser on it (Krasner and
 * Kaloujnine), so that |G| = |Q|^m |P| makes it equal;
 * <li>a direct product: G embeds into the product of its actions on orbits, and on two block systems whose blocks meet
 * in at most one point, so that equal orders make it equal;
 * <li>cyclic, elementary abelian and dihedral groups: generators and relations.
 * </ul>
 */
final class GroupRecognition {

    /** Groups on more points are not searched for block systems; what that costs grows with the square. */
    private static final int MOST_POINTS = 1500;
    /** Groups by chain with more points times base points are not recognised: their stabilisers take seconds. */
    private static final long MOST_CHAIN = 60_000;
    /** Elements that are gone through in search of a rotation. */
    private static final long MOST_ELEMENTS = 2000;
    /** Orbits of a group that are combined in search of a direct product. */
    private static final int MOST_ORBITS = 20;
    private static final int MOST_DEPTH = 6;
    /** Bound on the relative error of a sum of logarithms. */
    private static final double ROUNDING = 1e-9;

    /**
     * A proved name.
     *
     * @param text    the name
     * @param natural whether the group acts as the name says: n points for index n, as a wreath product on its blocks
     */
    record Name(String text, boolean natural) {

        /** As a part of another name. */
        String inside() {
            return text.indexOf(' ') < 0 ? text : "(" + text + ")";
        }
    }

    private int depth;

    /** The group that a factor is, on its own points. */
    static PermutationGroup groupOf(GroupStructure structure) {
        return PermutationGroup.of(structure);
    }

    Optional<Name> name(PermutationGroup group) {
        if (!group.isVerified() || depth > MOST_DEPTH) {
            return Optional.empty();
        } else if (group.isTrivial()) {
            return Optional.of(new Name("1", true));
        }
        depth++;
        try {
            return group.factors().size() > 1 ? product(group) : factor(group);
        } finally {
            depth--;
        }
    }

    private Optional<Name> product(PermutationGroup group) {
        return named(new ArrayList<>(group.factors().stream().map(f -> groupOf(f.group())).toList()));
    }

    private Optional<Name> named(List<PermutationGroup> factors) {
        factors.sort(Comparator.comparing(PermutationGroup::order).reversed());
        List<String> names = new ArrayList<>();
        for (PermutationGroup factor : factors) {
            Optional<Name> name = name(factor);
            if (name.isEmpty()) {
                return name;
            }
            names.add(name.get().inside());
        }
        return Optional.of(new Name(String.join(" × ", names), false));
    }

    /** The name of a factor whose kind says it, without looking at its action. */
    static Optional<Name> quickly(GroupStructure factor) {
        return switch (factor.kind()) {
            case SWAP -> Optional.of(new Name("S₂", factor.degree() == 2));
            case CYCLIC -> Optional.of(new Name("C" + GroupNames.lowered(factor.order().intValueExact()),
                    factor.order().equals(BigInteger.valueOf(factor.degree()))));
            case SYMMETRIC -> Optional.of(letters("S", factor.order(), factor.degree()));
            default -> Optional.empty();
        };
    }

    private static Name letters(String letter, BigInteger factorial, int degree) {
        int n = letters(factorial);
        return new Name(letter + GroupNames.lowered(n), n == degree);
    }

    private Optional<Name> factor(PermutationGroup group) {
        GroupStructure structure = group.factors().get(0).group();
        Optional<Name> known = quickly(structure);
        if (structure.kind() == GroupStructure.Kind.CHAIN
                && (long) structure.degree() * structure.base().length > MOST_CHAIN) {
            return Optional.empty();
        }
        return known.isPresent() ? known : switch (structure.kind()) {
            case SYMMETRIC_ACTION, ALTERNATING -> symmetric(group, structure.order());
            default -> byOrbits(group);
        };
    }

    /** A symmetric or alternating group, as the structure proved. */
    private Optional<Name> symmetric(PermutationGroup group, BigInteger order) {
        boolean even = group.factors().get(0).group().kind() == GroupStructure.Kind.ALTERNATING;
        int n = letters(even ? order.shiftLeft(1) : order);
        Name plain = new Name((even ? "A" : "S") + GroupNames.lowered(n), group.degree() == n && group.isTransitive());
        boolean looked = !plain.natural && group.isTransitive() && group.degree() <= MOST_POINTS;
        return Optional.of(looked ? onLines(group).orElse(plain) : plain);
    }

    /**
     * The n whose factorial this is; 0 if there is none. The number of digits leaves few candidates: dividing by 2, 3,
     * … would take a minute where n is 100,000.
     */
    static int letters(BigInteger factorial) {
        double bits = 0;
        int n = 1;
        // n! has at least as many bits as the logarithm says, but for its rounding.
        while (bits < factorial.bitLength() - 1 - ROUNDING * factorial.bitLength()) {
            bits += Math.log(++n) / Math.log(2);
        }
        for (BigInteger product = Products.factorial(n); product.compareTo(factorial) <= 0;
                product = product.multiply(BigInteger.valueOf(++n))) {
            if (product.equals(factorial)) {
                return n;
            }
        }
        return 0;
    }

    /** By the smallest orbit on which the group is faithful. */
    private Optional<Name> byOrbits(PermutationGroup group) {
        Orbits orbits = group.orbits();
        List<Integer> bySize = new ArrayList<>();
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) > 1 && orbits.size(o) <= MOST_POINTS) {
                bySize.add(o);
            }
        }
        bySize.sort(Comparator.comparingInt(orbits::size));
        for (int o : bySize) {
            PermutationGroup acting = orbits.size(o) == group.degree() ? group
                    : actionOnSets(group, singletons(orbits.points(o)));
            if (acting.isVerified() && acting.order().equals(group.order())) {
                Optional<Name> name = transitive(acting);
                if (name.isPresent()) {
                    return acting == group ? name : name.map(n -> new Name(n.text, false));
                }
            }
        }
        return bySize.size() < 2 || bySize.size() > MOST_ORBITS ? Optional.empty() : byAllOrbits(group, bySize);
    }

    /** A direct product of its actions on some orbits: these have its order together, and the others go along. */
    private Optional<Name> byAllOrbits(PermutationGroup group, List<Integer> orbits) {
        List<PermutationGroup> kept = new ArrayList<>();
        List<int[]> points = new ArrayList<>();
        BigInteger order = BigInteger.ONE;
        for (int o : orbits) {
            List<int[]> more = new ArrayList<>(points);
            more.addAll(singletons(group.orbits().points(o)));
            BigInteger with = actionOnSets(group, more).order();
            if (with.compareTo(order) > 0) {
                points = more;
                order = with;
                kept.add(actionOnSets(group, singletons(group.orbits().points(o))));
            }
        }
        BigInteger all = kept.stream().map(PermutationGroup::order).reduce(BigInteger.ONE, BigInteger::multiply);
        return all.equals(group.order()) && order.equals(all) ? named(kept) : Optional.empty();
    }

    private Optional<Name> transitive(PermutationGroup group) {
        int n = group.degree();
        if (group.isSymmetric() || group.isAlternating()) {
            return Optional.of(new Name((group.isSymmetric() ? "S" : "A") + GroupNames.lowered(n), true));
        }
        if (Subgroups.isAbelian(group)) {
            return abelian(group);
        }
        List<Orbits> systems = Blocks.minimal(group);
        for (Orbits system : systems) {
            Optional<Name> wreath = wreath(group, system);
            if (wreath.isPresent()) {
                return wreath;
            }
        }
        Optional<Name> dihedral = dihedral(group);
        if (dihedral.isPresent()) {
            return dihedral;
        }
        Optional<Name> grid = grid(group, systems);
        if (grid.isPresent()) {
            return grid;
        }
        for (Orbits system : systems) {
            PermutationGroup blocks = actionOnBlocks(group, system);
            if (blocks.order().equals(group.order())) {
                return name(blocks).map(name -> new Name(name.text, false));
            }
        }
        return onLines(group);
    }

    private static Optional<Name> abelian(PermutationGroup group) {
        BigInteger exponent = BigInteger.ONE;
        for (Permutation generator : group.generators()) {
            BigInteger order = generator.order();
            exponent = exponent.multiply(order).divide(exponent.gcd(order));
        }
        if (exponent.equals(group.order())) {
            int n = exponent.intValueExact();
            return Optional.of(new Name("C" + GroupNames.lowered(n), n == group.degree()));
        }
        // Of prime exponent p: a vector space over the field of p elements.
        int p = exponent.bitLength() < 31 ? exponent.intValueExact() : 0;
        if (p > 1 && exponent.isProbablePrime(50)) {
            int k = 0;
            for (BigInteger rest = group.order(); rest.compareTo(BigInteger.ONE) > 0; rest = rest.divide(exponent)) {
                k++;
            }
            return Optional.of(new Name("(" + (p == 2 ? "S₂" : "C" + GroupNames.lowered(p)) + ")"
                    + GroupNames.raised(k), false));
        }
        return Optional.empty();
    }

    private Optional<Name> wreath(PermutationGroup group, Orbits system) {
        PermutationGroup top = actionOnBlocks(group, system);
        PermutationGroup bottom = actionOnBlock(group, system);
        if (!top.isVerified() || !bottom.isVerified()
                || !bottom.order().pow(top.degree()).multiply(top.order()).equals(group.order())) {
            return Optional.empty();
        }
        Optional<Name> below = name(bottom);
        Optional<Name> above = name(top);
        return below.isEmpty() || above.isEmpty() || !above.get().natural ? Optional.empty()
                : Optional.of(new Name(below.get().inside() + " ≀ " + above.get().inside(), below.get().natural));
    }

    /** Of order 2n: a rotation r of order n, and an involution s outside ⟨r⟩ that inverts it. */
    private static Optional<Name> dihedral(PermutationGroup group) {
        BigInteger half = group.order().shiftRight(1);
        if (half.bitLength() > 30 || half.intValue() < 3 || group.order().testBit(0)) {
            return Optional.empty();
        }
        List<Permutation> candidates = new ArrayList<>(group.generators());
        for (Permutation a : group.generators()) {
            group.generators().forEach(b -> candidates.add(a.then(b)));
        }
        Optional<Permutation> rotation = candidates.stream().filter(r -> r.order().equals(half)).findFirst();
        if (rotation.isEmpty() && group.order().compareTo(BigInteger.valueOf(MOST_ELEMENTS)) <= 0) {
            rotation = group.elements(MOST_ELEMENTS).filter(r -> r.order().equals(half)).findFirst();
        }
        if (rotation.isEmpty()) {
            return Optional.empty();
        }
        Permutation r = rotation.get();
        PermutationGroup cyclic = PermutationGroup.of(group.degree(), List.of(r));
        boolean inverts = candidates.stream().filter(s -> !cyclic.contains(s)).allMatch(s -> s.then(s).isIdentity()
                && s.then(r).then(s).equals(r.inverse())) && candidates.stream().anyMatch(s -> !cyclic.contains(s));
        return inverts ? Optional.of(new Name("D" + GroupNames.lowered(half.intValue()),
                half.intValue() == group.degree())) : Optional.empty();
    }

    /** Two block systems whose blocks meet in one point: rows and columns. */
    private Optional<Name> grid(PermutationGroup group, List<Orbits> systems) {
        for (int i = 0; i < systems.size(); i++) {
            for (int j = i + 1; j < systems.size(); j++) {
                Orbits rows = systems.get(i);
                Orbits columns = systems.get(j);
                if (rows.count() * columns.count() == group.degree() && meetInOnePoint(rows, columns)) {
                    PermutationGroup up = actionOnBlocks(group, rows);
                    PermutationGroup across = actionOnBlocks(group, columns);
                    if (up.order().multiply(across.order()).equals(group.order())) {
                        boolean swapped = across.order().compareTo(up.order()) > 0;
                        Optional<Name> first = name(swapped ? across : up);
                        Optional<Name> second = name(swapped ? up : across);
                        return first.isEmpty() || second.isEmpty() ? Optional.empty() : Optional.of(new Name(
                                first.get().inside() + " × " + second.get().inside() + " on rows and columns", false));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean meetInOnePoint(Orbits rows, Orbits columns) {
        for (int r = 0; r < rows.count(); r++) {
            int[] points = rows.points(r);
            if (Arrays.stream(points).map(columns::orbitOf).distinct().count() < points.length) {
                return false;
            }
        }
        return true;
    }

    /**
     * By the action on lines of an orbital graph: cliques of two adjacent points with the larger part of what is
     * adjacent to both. On the pairs of n points these are the n points, on a square grid its rows and columns.
     */
    private Optional<Name> onLines(PermutationGroup group) {
        int n = group.degree();
        Orbits suborbits = group.stabilizer(0).orbits();
        for (int o = 0; o < suborbits.count(); o++) {
            int y = suborbits.points(o)[0];
            if (y == 0 || suborbits.size(o) >= n - 1 || suborbits.size(o) < 4) {
                continue;
            }
            Optional<List<int[]>> lines = new OrbitalGraph(group, suborbits.points(o)).lines(0, y);
            if (lines.isPresent() && lines.get().size() < n) {
                PermutationGroup acting = actionOnSets(group, lines.get());
                int m = acting.degree();
                if (acting.isVerified() && acting.order().equals(group.order())) {
                    boolean pairs = m * (m - 1) / 2 == n && acting.isTransitive()
                            && (acting.isSymmetric() || acting.isAlternating());
                    return name(acting).map(name -> new Name(pairs ? name.text + " on pairs" : name.text, false));
                }
            }
        }
        return Optional.empty();
    }

    private static List<int[]> singletons(int[] points) {
        return Arrays.stream(points).mapToObj(p -> new int[] {p}).toList();
    }

    private static PermutationGroup actionOnBlocks(PermutationGroup group, Orbits system) {
        int[] representative = new int[system.count()];
        for (int b = 0; b < representative.length; b++) {
            representative[b] = system.points(b)[0];
        }
        List<Permutation> images = new ArrayList<>();
        for (Permutation g : group.generators()) {
            images.add(Permutation.ofImages(Arrays.stream(representative).map(p -> system.orbitOf(g.image(p)))
                    .toArray()));
        }
        return PermutationGroup.of(representative.length, images);
    }

    /** The action on sets of points that the group permutes; each is known by its smallest points. */
    private static PermutationGroup actionOnSets(PermutationGroup group, List<int[]> sets) {
        Map<List<Integer>, Integer> number = new HashMap<>();
        for (int[] set : sets) {
            number.put(key(set), number.size());
        }
        List<Permutation> images = new ArrayList<>();
        for (Permutation g : group.generators()) {
            images.add(Permutation.ofImages(sets.stream().mapToInt(set -> number.get(key(g.imageOf(set)))).toArray()));
        }
        return PermutationGroup.of(sets.size(), images);
    }

    private static List<Integer> key(int[] set) {
        return Arrays.stream(set).sorted().boxed().toList();
    }

    /** What the stabiliser of the first block does to it, by Schreier's generators of that stabiliser. */
    private static PermutationGroup actionOnBlock(PermutationGroup group, Orbits system) {
        int[] block = system.points(0);
        int[] local = new int[group.degree()];
        for (int i = 0; i < block.length; i++) {
            local[block[i]] = i;
        }
        Permutation[] toBlock = new Permutation[system.count()];
        toBlock[0] = Permutation.identity(group.degree());
        List<Integer> queue = new ArrayList<>(List.of(0));
        List<Permutation> found = new ArrayList<>();
        for (int head = 0; head < queue.size(); head++) {
            Permutation to = toBlock[queue.get(head)];
            for (Permutation g : group.generators()) {
                Permutation next = to.then(g);
                int b = system.orbitOf(next.image(block[0]));
                if (toBlock[b] == null) {
                    toBlock[b] = next;
                    queue.add(b);
                }
            }
        }
        for (Permutation to : toBlock) {
            for (Permutation g : group.generators()) {
                Permutation next = to.then(g);
                Permutation back = next.then(toBlock[system.orbitOf(next.image(block[0]))].inverse());
                int[] images = Arrays.stream(block).map(p -> local[back.image(p)]).toArray();
                Permutation acting = Permutation.ofImages(images);
                if (!acting.isIdentity() && !found.contains(acting)) {
                    found.add(acting);
                }
            }
        }
        return PermutationGroup.of(block.length, found);
    }
}
