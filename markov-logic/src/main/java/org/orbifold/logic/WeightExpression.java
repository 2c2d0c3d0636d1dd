package org.orbifold.logic;

import java.util.OptionalDouble;
import org.orbifold.logic.Token.Kind;

/**
 * Reads weights: numbers, and expressions of them such as {@code log(0.9/0.1)}, {@code (0.5 * 2)}, {@code 2 * -3} or
 * {@code logx(0.9)}, which is the logarithm with pracmln's large negative number for that of 0.
 */
final class WeightExpression {

    /** What pracmln takes for log 0. */
    private static final double LOG_OF_ZERO = -100;

    private static final int MAX_DEPTH = 500;

    private final TokenCursor in;
    private int depth;

    private WeightExpression(TokenCursor in) {
        this.in = in;
    }

    /** The weight that a statement begins with, if it begins with one. */
    static OptionalDouble parse(TokenCursor in) throws LogicParseException {
        Token first = in.peek();
        boolean signed = in.at(Kind.MINUS) || in.at(Kind.PLUS);
        if (!signed && !in.at(Kind.NUMBER) && !isFunction(in, 0) && !isBracketed(in)) {
            return OptionalDouble.empty();
        }
        double weight = new WeightExpression(in).sum();
        if (!Double.isFinite(weight)) {
            throw in.error(first, Double.isNaN(weight) ? "the weight is not a number"
                    : "the weight is too large for a floating-point number", "a smaller one");
        }
        return OptionalDouble.of(weight);
    }

    /** Whether a bracket with numbers and operators only comes next: that is no formula. */
    private static boolean isBracketed(TokenCursor in) {
        if (!in.at(Kind.LEFT)) {
            return false;
        }
        boolean number = false;
        int depth = 1;
        int i = 1;
        for (; depth > 0; i++) {
            switch (in.peek(i).kind()) {
                case LEFT -> depth++;
                case RIGHT -> depth--;
                case NUMBER -> number = true;
                case PLUS, MINUS, STAR, SLASH -> { }
                default -> {
                    if (!isFunction(in, i)) {
                        return false;
                    }
                }
            }
        }
        Kind after = in.peek(i).kind();
        return number && after != Kind.EQUAL && after != Kind.END;
    }

    private static boolean isFunction(TokenCursor in, int ahead) {
        int at = ahead;
        for (int level = 0; level <= MAX_DEPTH; level++) {
            if (in.peek(at).kind() != Kind.NAME || in.peek(at + 1).kind() != Kind.LEFT) {
                return false;
            }
            String name = in.text(in.peek(at));
            if (!name.equals("log") && !name.equals("logx") && !name.equals("exp") && !name.equals("sqrt")) {
                return false;
            }
            Kind argument = in.peek(at + 2).kind();
            if (argument == Kind.NUMBER || argument == Kind.MINUS || argument == Kind.LEFT) {
                return true;
            }
            at += 2;
        }
        return true;
    }

    /** Whether the operand of an operator comes next, and not an atom as in {@code 1 *P(x)}. */
    private boolean hasOperand() {
        boolean signed = (in.at(Kind.STAR) || in.at(Kind.SLASH)) && in.peek(1).kind() == Kind.MINUS
                && in.peek(2).kind() == Kind.NUMBER;
        return signed || in.peek(1).kind() == Kind.NUMBER || isFunction(in, 1)
                || in.peek(1).kind() == Kind.LEFT && (in.peek(2).kind() == Kind.NUMBER || isFunction(in, 2));
    }

    private double sum() throws LogicParseException {
        double sign = in.skip(Kind.MINUS) ? -1 : 1;
        if (sign > 0) {
            in.skip(Kind.PLUS);
        }
        double sum = sign * product();
        while ((in.at(Kind.PLUS) || in.at(Kind.MINUS)) && hasOperand()) {
            sign = in.take().kind() == Kind.PLUS ? 1 : -1;
            sum += sign * product();
        }
        return sum;
    }

    private double product() throws LogicParseException {
        double product = operand();
        while ((in.at(Kind.STAR) || in.at(Kind.SLASH)) && hasOperand()) {
            boolean times = in.take().kind() == Kind.STAR;
            double factor = operand();
            product = times ? product * factor : product / factor;
        }
        return product;
    }

    private double operand() throws LogicParseException {
        if (++depth > MAX_DEPTH) {
            throw in.error(in.peek(), "the weight is nested too deeply", "at most " + MAX_DEPTH + " levels");
        }
        double value = in.skip(Kind.MINUS) ? -operand() : nested();
        depth--;
        return value;
    }

    private double nested() throws LogicParseException {
        Token token = in.peek();
        if (in.skip(Kind.LEFT)) {
            double inner = sum();
            in.expect(Kind.RIGHT, "')' after a number");
            return inner;
        } else if (!isFunction(in, 0)) {
            return Double.parseDouble(in.text(in.expect(Kind.NUMBER, "a number as weight")));
        }
        in.take();
        in.take();
        double argument = sum();
        in.expect(Kind.RIGHT, "')' after a number");
        String name = in.text(token);
        double value = switch (name) {
            case "exp" -> Math.exp(argument);
            case "sqrt" -> Math.sqrt(argument);
            case "logx" -> argument == 0 ? LOG_OF_ZERO : Math.log(argument);
            default -> Math.log(argument);
        };
        if (!Double.isFinite(value)) {
            throw in.error(token, name + " of " + argument + " is " + value,
                    "a finite number (a hard formula has a '.' after it)");
        }
        return value;
    }
}
