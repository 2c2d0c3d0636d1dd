package org.orbifold.experiments.explore;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.symmetry.model.BlockSymmetries;

/** A group in words, from its direct factors: such as (S₂)⁵⁰ × S₃. */
final class GroupWords {

    private static final int SHOWN = 6;
    private static final int EXACT_DIGITS = 15;

    /** How often factors of a kind are there; the kind's name is its only difference from others. */
    private record Kind(String name, int copies, BigInteger order) {

        String text() {
            return copies == 1 ? name : "(" + name + ")" + raised(copies);
        }
    }

    /** The product in symbols; {@code 1} for the trivial group. */
    static String product(BlockSymmetries symmetries) {
        List<Kind> kinds = kinds(symmetries);
        if (kinds.isEmpty()) {
            return "1";
        }
        String shown = String.join(" × ", kinds.stream().limit(SHOWN).map(Kind::text).toList());
        return kinds.size() <= SHOWN ? shown : shown + " × …";
    }

    /** The order and the number of factors, as a sentence without its end. */
    static String sentence(BlockSymmetries symmetries) {
        List<Kind> kinds = kinds(symmetries);
        if (kinds.isEmpty()) {
            return "only the identity";
        }
        int factors = symmetries.factors().size();
        String order = "order " + order(symmetries.order());
        return factors == 1 ? order + ", one factor"
                : order + ", " + String.format(Locale.ROOT, "%,d", factors) + " independent factors of "
                + (kinds.size() == 1 ? "one kind" : kinds.size() + " kinds");
    }

    /** A whole number, or about how many. */
    static String order(BigInteger order) {
        String digits = order.toString();
        if (digits.length() <= EXACT_DIGITS) {
            return String.format(Locale.ROOT, "%,d", order);
        }
        return "about " + digits.charAt(0) + "." + digits.substring(1, 3) + "·10" + raised(digits.length() - 1);
    }

    private static List<Kind> kinds(BlockSymmetries symmetries) {
        Map<String, Kind> kinds = new HashMap<>();
        for (DirectFactor factor : symmetries.factors()) {
            String name = name(factor);
            kinds.merge(name, new Kind(name, 1, factor.group().order()),
                    (a, b) -> new Kind(name, a.copies + 1, a.order));
        }
        List<Kind> sorted = new ArrayList<>(kinds.values());
        sorted.sort(Comparator.comparing(Kind::order).reversed().thenComparing(Kind::name));
        return sorted;
    }

    private static String name(DirectFactor factor) {
        GroupStructure group = factor.group();
        return switch (group.kind()) {
            case SWAP -> "S₂";
            case CYCLIC -> "C" + lowered(group.order().intValueExact());
            case SYMMETRIC, SYMMETRIC_ACTION -> "S" + lowered(letters(group.order()));
            case ALTERNATING -> "A" + lowered(letters(group.order().shiftLeft(1)));
            case TRIVIAL, GIANT_EXTENSION, PRODUCT, CHAIN -> "G[" + order(group.order()) + "]";
        };
    }

    /** The n whose factorial this is. */
    private static int letters(BigInteger factorial) {
        BigInteger rest = factorial;
        int n = 1;
        while (rest.compareTo(BigInteger.ONE) > 0) {
            rest = rest.divide(BigInteger.valueOf(++n));
        }
        return n;
    }

    private static String lowered(int number) {
        return shifted(number, "₀₁₂₃₄₅₆₇₈₉");
    }

    private static String raised(int number) {
        return shifted(number, "⁰¹²³⁴⁵⁶⁷⁸⁹");
    }

    private static String shifted(int number, String digits) {
        StringBuilder text = new StringBuilder();
        for (char digit : Integer.toString(number).toCharArray()) {
            text.append(digits.charAt(digit - '0'));
        }
        return text.toString();
    }

    private GroupWords() { }
}
