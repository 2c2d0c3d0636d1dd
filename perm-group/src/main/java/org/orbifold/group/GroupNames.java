package org.orbifold.group;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;

/**
 * Groups in words: S₄ × S₃, S₂ ≀ S₃, S₅ on pairs, S₃ × S₄ on rows and columns, D₆ (of order 12), C₅, (S₂)⁵⁰. A name is
 * given only if it is proved: by orders, embeddings and actions that are shown to be faithful. {@code Q ≀ P} is the
 * wreath product with P acting on as many copies of Q as its name says, unless the name says how it acts.
 */
public final class GroupNames {

    /** Kinds of factors that a product shows. */
    private static final int SHOWN = 6;
    /** Orders with more digits are rounded. */
    private static final int EXACT_DIGITS = 15;

    private GroupNames() { }

    /** How often factors of a kind are there; the kind's name is its only difference from others. */
    private record Kind(String name, int copies, BigInteger order) {

        String text() {
            boolean plain = name.indexOf(' ') < 0;
            return copies == 1 ? plain || name.startsWith("G[") ? name : "(" + name + ")"
                    : "(" + name + ")" + raised(copies);
        }
    }

    /**
     * The name of a group.
     *
     * @param group a group
     * @return its name in symbols; empty if it is not recognised
     */
    public static Optional<String> of(PermutationGroup group) {
        return new GroupRecognition().name(group).map(GroupRecognition.Name::text);
    }

    /**
     * A group as the product of its direct factors; one that is not recognised appears with its order, as G[48].
     *
     * @param group a group
     * @return the product in symbols, the largest factors first, of at most six kinds; {@code 1} for the trivial group
     */
    public static String product(PermutationGroup group) {
        return product(group.factors().stream().map(DirectFactor::group).toList());
    }

    /**
     * A direct product of given groups.
     *
     * @param factors the factors; the same object is recognised once
     * @return the product in symbols, as of {@link #product(PermutationGroup)}
     */
    public static String product(List<GroupStructure> factors) {
        Map<GroupStructure, String> known = new IdentityHashMap<>();
        Map<String, Kind> kinds = new HashMap<>();
        for (GroupStructure factor : factors) {
            if (factor.kind() != GroupStructure.Kind.TRIVIAL) {
                String name = known.computeIfAbsent(factor, GroupNames::nameOrOrder);
                kinds.merge(name, new Kind(name, 1, factor.order()),
                        (a, b) -> new Kind(name, a.copies + 1, a.order));
            }
        }
        List<Kind> sorted = new ArrayList<>(kinds.values());
        sorted.sort(Comparator.comparing(Kind::order).reversed().thenComparing(Kind::name));
        if (sorted.isEmpty()) {
            return "1";
        } else if (sorted.size() == 1 && sorted.get(0).copies == 1) {
            return sorted.get(0).name;
        }
        String shown = String.join(" × ", sorted.stream().limit(SHOWN).map(Kind::text).toList());
        return sorted.size() <= SHOWN ? shown : shown + " × …";
    }

    private static String nameOrOrder(GroupStructure factor) {
        return GroupRecognition.quickly(factor).map(GroupRecognition.Name::text)
                .or(() -> of(GroupRecognition.groupOf(factor))).orElseGet(() -> "G[" + order(factor.order()) + "]");
    }

    /**
     * An order for people.
     *
     * @param order a positive number
     * @return the number with commas, or about how many if it has more than 15 digits
     */
    public static String order(BigInteger order) {
        String digits = order.toString();
        if (digits.length() <= EXACT_DIGITS) {
            return String.format(Locale.ROOT, "%,d", order);
        }
        return "about " + digits.charAt(0) + "." + digits.substring(1, 3) + "·10" + raised(digits.length() - 1);
    }

    static String lowered(int number) {
        return shifted(number, "₀₁₂₃₄₅₆₇₈₉");
    }

    static String raised(int number) {
        return shifted(number, "⁰¹²³⁴⁵⁶⁷⁸⁹");
    }

    private static String shifted(int number, String digits) {
        StringBuilder text = new StringBuilder();
        for (char digit : Integer.toString(number).toCharArray()) {
            text.append(digits.charAt(digit - '0'));
        }
        return text.toString();
    }
}
