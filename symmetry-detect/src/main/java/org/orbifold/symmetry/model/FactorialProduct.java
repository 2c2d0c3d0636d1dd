package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.Int2IntRBTreeMap;
import java.math.BigInteger;
import org.orbifold.group.factor.Products;

/** A product of factorials: the order of a product of symmetric groups, made into a number only when asked for. */
final class FactorialProduct {

    private final Int2IntRBTreeMap exponents = new Int2IntRBTreeMap();

    /** Multiplies by n!. */
    void multiply(int n) {
        if (n > 1) {
            exponents.addTo(n, 1);
        }
    }

    /** Multiplies by another product. */
    void multiply(FactorialProduct other) {
        other.exponents.int2IntEntrySet().forEach(entry -> exponents.addTo(entry.getIntKey(), entry.getIntValue()));
    }

    BigInteger value() {
        BigInteger product = BigInteger.ONE;
        for (var entry : exponents.int2IntEntrySet()) {
            product = product.multiply(Products.factorial(entry.getIntKey()).pow(entry.getIntValue()));
        }
        return product;
    }

    double log10() {
        double sum = 0;
        double factorial = 0;
        int reached = 1;
        for (var entry : exponents.int2IntEntrySet()) {
            while (reached < entry.getIntKey()) {
                factorial += Math.log10(++reached);
            }
            sum += entry.getIntValue() * factorial;
        }
        return sum;
    }
}
