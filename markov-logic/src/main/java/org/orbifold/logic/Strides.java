package org.orbifold.logic;

import java.util.List;
import java.util.Map;

/**
 * Numbers the ground atoms of a predicate from 0: a mixed-radix number whose digits are the arguments, the first one
 * most significant. Exactly-one arguments are the least significant digits, so that the atoms of a block
 * are neighbours.
 */
final class Strides {

    private static final long MAX_ATOMS = 1L << 60;

    private final Predicate predicate;
    private final List<Constants> types;
    private final long[] strides;
    private final long atoms;
    private final long blockSize;

    Strides(Predicate predicate, Map<String, Constants> typeTable) {
        this.predicate = predicate;
        this.types = predicate.arguments().stream().map(argument -> typeTable.get(argument.type())).toList();
        this.strides = new long[predicate.arity()];
        long inner = fill(true, 1);
        this.blockSize = inner;
        this.atoms = fill(false, inner);
    }

    private long fill(boolean exactlyOne, long first) {
        long stride = first;
        for (int i = strides.length - 1; i >= 0; i--) {
            if (predicate.arguments().get(i).exactlyOne() == exactlyOne) {
                strides[i] = stride;
                if (types.get(i).size() > 0 && stride > MAX_ATOMS / types.get(i).size()) {
                    throw new IllegalArgumentException("the predicate " + predicate + " has more than 2^60 ground "
                            + "atoms; expected fewer constants or arguments");
                }
                stride *= types.get(i).size();
            }
        }
        return stride;
    }

    /** The number of ground atoms. */
    long atoms() {
        return atoms;
    }

    /** How many atoms are in a block of which exactly one is true; 1 for ordinary predicates. */
    long blockSize() {
        return blockSize;
    }

    Predicate predicate() {
        return predicate;
    }

    int arity() {
        return strides.length;
    }

    int size(int argument) {
        return types.get(argument).size();
    }

    /** The number of an atom whose arguments are terms under a binding. */
    long rank(int[] terms, int[] binding) {
        long rank = 0;
        for (int i = 0; i < strides.length; i++) {
            rank += strides[i] * Node.value(terms[i], binding);
        }
        return rank;
    }

    /** The number of an atom whose arguments stand somewhere in an array. */
    long rankAt(int[] constants, int from) {
        long rank = 0;
        for (int i = 0; i < strides.length; i++) {
            rank += strides[i] * constants[from + i];
        }
        return rank;
    }

    int argument(long rank, int i) {
        return (int) (rank / strides[i] % types.get(i).size());
    }

    /** The text of an atom. */
    String name(long rank) {
        StringBuilder text = new StringBuilder();
        if (predicate.function()) {
            text.append(constant(rank, strides.length - 1)).append(" = ");
        }
        text.append(predicate.name()).append('(');
        for (int i = 0; i < predicate.written(); i++) {
            text.append(i > 0 ? "," : "").append(constant(rank, i));
        }
        return text.append(')').toString();
    }

    /** The text of a block: the predicate with the types of its exactly-one arguments in their places. */
    String blockName(long block) {
        StringBuilder text = new StringBuilder(predicate.name()).append('(');
        for (int i = 0; i < predicate.written(); i++) {
            text.append(i > 0 ? "," : "").append(predicate.arguments().get(i).exactlyOne()
                    ? predicate.arguments().get(i) : constant(block * blockSize, i));
        }
        return text.append(')').toString();
    }

    /** The text of a value of a block: the constants of its exactly-one arguments. */
    String valueName(long value) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < strides.length; i++) {
            if (predicate.arguments().get(i).exactlyOne()) {
                text.append(text.isEmpty() ? "" : ",").append(constant(value, i));
            }
        }
        return text.toString();
    }

    private String constant(long rank, int i) {
        return types.get(i).text(argument(rank, i));
    }
}
