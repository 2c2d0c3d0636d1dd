package org.orbifold.pgm.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Known names that resemble an unknown one, for error messages. */
public final class NearestNames {

    /** Names that a message suggests at most: more are not read. */
    private static final int MOST = 3;
    /** Letters of the unknown name for each edit that a suggestion may be away. */
    private static final int LETTERS_PER_EDIT = 3;

    /** Letters of an unknown name that a message shows: what is no name at all may be a whole file. */
    private static final int MOST_SHOWN = 120;

    private record Candidate(String name, int edits) { }

    /**
     * Returns the end of an error message about an unknown name.
     *
     * @param unknown a name that is not known
     * @param known   the known names
     * @return "; did you mean 'Rain' or 'Train'?", or an empty text if no known name is near
     */
    public static String hint(String unknown, Iterable<String> known) {
        if (unknown == null) {
            return "";
        }
        int most = Math.max(1, unknown.length() / LETTERS_PER_EDIT);
        String wanted = unknown.toLowerCase(Locale.ROOT);
        List<Candidate> near = new ArrayList<>();
        for (String name : known) {
            if (Math.abs(name.length() - unknown.length()) <= most) {
                int edits = edits(wanted, name.toLowerCase(Locale.ROOT), most);
                if (edits <= most) {
                    near.add(new Candidate(name, edits));
                }
            }
        }
        near.sort(Comparator.comparingInt(Candidate::edits));
        if (near.isEmpty()) {
            return "";
        }
        int best = near.get(0).edits();
        return near.stream().filter(one -> one.edits() == best).limit(MOST).map(one -> "'" + one.name() + "'")
                .collect(Collectors.joining(" or ", "; did you mean ", "?"));
    }

    /** A name between quotes for a message of one line, cut if it is long. */
    static String quoted(String name) {
        if (name == null) {
            return "null";
        }
        String plain = name.length() <= MOST_SHOWN ? name : name.substring(0, MOST_SHOWN) + "…";
        return "'" + plain.replaceAll("\\p{Cc}", "?") + "'";
    }

    /** Insertions, deletions, substitutions and swaps of neighbours that make one text of the other. */
    private static int edits(String a, String b, int limit) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
            row[0] = i;
            int least = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                row[j] = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
                least = Math.min(least, row[j]);
            }
            if (least > limit) {
                return limit + 1;
            }
        }
        return row[b.length()];
    }

    private NearestNames() { }
}
