package org.orbifold.learning;

/** A number that stands for all that was added to it, in order; not cryptographic. */
final class Fingerprint {

    private long hash = 0x9E3779B97F4A7C15L;

    Fingerprint add(long value) {
        // One-to-one in each of its arguments.
        long product = (hash ^ value) * 0xBF58476D1CE4E5B9L;
        hash = product ^ product >>> 32;
        return this;
    }

    Fingerprint add(double value) {
        return add(Double.doubleToLongBits(value));
    }

    Fingerprint add(String text) {
        add(text.length());
        text.chars().forEach(this::add);
        return this;
    }

    Fingerprint add(int[] numbers) {
        add(numbers.length);
        for (int number : numbers) {
            add((long) number);
        }
        return this;
    }

    Fingerprint add(double[] numbers) {
        add(numbers.length);
        for (double number : numbers) {
            add(Double.doubleToLongBits(number));
        }
        return this;
    }

    @Override
    public String toString() {
        return Long.toHexString(hash);
    }
}
