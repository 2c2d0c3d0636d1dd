package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Products of many integers by halves: multiplying one after the other is quadratic in the number of digits. */
public final class Products {

    private Products() {
    }

    /**
     * The product of a list.
     *
     * @param values any integers
     * @return their product; 1 for none
     */
    public static BigInteger of(List<BigInteger> values) {
        List<BigInteger> level = new ArrayList<>(values);
        while (level.size() > 1) {
            List<BigInteger> next = new ArrayList<>((level.size() + 1) / 2);
            for (int i = 0; i + 1 < level.size(); i += 2) {
                next.add(level.get(i).multiply(level.get(i + 1)));
            }
            if (level.size() % 2 == 1) {
                next.add(level.get(level.size() - 1));
            }
            level = next;
        }
        return level.isEmpty() ? BigInteger.ONE : level.get(0);
    }

    /**
     * A factorial.
     *
     * @param n at least 0
     * @return n!
     */
    public static BigInteger factorial(int n) {
        List<BigInteger> values = new ArrayList<>();
        long part = 1;
        for (int i = 2; i <= n; i++) {
            part *= i;
            if (part > Integer.MAX_VALUE) {
                values.add(BigInteger.valueOf(part));
                part = 1;
            }
        }
        values.add(BigInteger.valueOf(part));
        return of(values);
    }
}
