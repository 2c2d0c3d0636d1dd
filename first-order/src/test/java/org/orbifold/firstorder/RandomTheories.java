package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Random networks with at most two logical variables: quantifiers, counts with bounds in and beyond the domain, several
 * types, constants, hard formulas, cardinalities, evidence on atoms of one and of two elements.
 */
public final class RandomTheories {

    private static final String[] QUANTIFIERS = {"EXIST ", "FORALL ", "EXIST ", "FORALL ", "EXIST ", "FORALL ",
        "\\exists_{=1} ", "\\exists_{<=1} ", "\\exists_{>=2} ", "\\exists_{=2} ", "\\exists_{=0} ", "\\exists_{>=4} ",
        "\\exists_{<=12} "};

    private final RandomGenerator random;
    private final boolean quantifiers;
    private final boolean hasThings;
    private final int people;
    private final List<String[]> predicates = new ArrayList<>();
    private final StringBuilder network = new StringBuilder();
    private final StringBuilder database = new StringBuilder();

    /**
     * Draws a network and a database.
     *
     * @param seed        the seed
     * @param people      the size of the first type, at least 1
     * @param things      the size of the second type; 0 if there is none
     * @param quantifiers whether formulas have quantifiers and counts
     */
    public RandomTheories(long seed, int people, int things, boolean quantifiers) {
        this.random = new SplittableRandom(seed);
        this.quantifiers = quantifiers;
        this.hasThings = things > 0;
        this.people = people;
        declare("person", "A", people);
        if (things > 0) {
            declare("thing", "T", things);
        }
        predicates.add(new String[] {"P", "person"});
        predicates.add(new String[] {"R", "person", "person"});
        if (things > 0) {
            predicates.add(new String[] {"Has", "person", "thing"});
            predicates.add(new String[] {"Old", "thing"});
        } else {
            predicates.add(new String[] {"Q", "person"});
        }
        if (random.nextInt(4) == 0) {
            predicates.add(new String[] {"Rain"});
        }
        for (String[] predicate : predicates) {
            network.append(predicate[0]).append('(').append(String.join(",", List.of(predicate)
                    .subList(1, predicate.length))).append(")\n");
        }
        int formulas = 1 + random.nextInt(4);
        for (int f = 0; f < formulas; f++) {
            formula();
        }
        if (quantifiers && random.nextInt(8) == 0) {
            cardinality();
        }
        evidence(things);
    }

    private void cardinality() {
        String[] signs = {" = ", " <= ", " >= "};
        String body = random.nextInt(3) == 0 ? "R(x,y)" : "P(x)";
        network.append(random.nextBoolean() ? "" : "0.9 ").append('|').append(body).append('|')
                .append(signs[random.nextInt(signs.length)]).append(random.nextInt(people + 2));
        network.append(network.lastIndexOf("0.9 |") > network.lastIndexOf("\n") ? "\n" : ".\n");
    }

    /**
     * Returns the network.
     *
     * @return as text
     */
    public String network() {
        return network.toString();
    }

    /**
     * Returns the evidence.
     *
     * @return as text
     */
    public String database() {
        return database.toString();
    }

    private void declare(String type, String letter, int size) {
        network.append(type).append(" = {");
        for (int i = 1; i <= size; i++) {
            network.append(i > 1 ? "," : "").append(letter).append(i);
        }
        network.append("}\n");
    }

    private void formula() {
        boolean hard = random.nextInt(4) == 0;
        String text = sentence(2, new ArrayList<>(List.of("x:person", random.nextBoolean() && hasThings
                ? "y:thing" : "y:person")));
        network.append(hard ? "" : String.format(Locale.ROOT, "%.3f ", random.nextDouble() * 4 - 2)).append(text)
                .append(hard ? ".\n" : "\n");
    }

    /** A sentence over variables with their types. */
    private String sentence(int depth, List<String> variables) {
        int kind = random.nextInt(depth > 0 ? 8 : 1);
        if (kind <= 1 || depth == 0) {
            return (random.nextBoolean() ? "!" : "") + atom(variables);
        } else if (kind == 2 && quantifiers) {
            return quantified(depth, variables);
        } else if (kind == 3 && variables.size() == 2 && type(variables.get(0)).equals(type(variables.get(1)))
                && random.nextBoolean()) {
            return "(" + atomWith(variables, variables.get(0)) + " v " + name(variables.get(0))
                    + (random.nextBoolean() ? " = " : " != ") + name(variables.get(1)) + ")";
        } else if (kind == 4 && random.nextInt(3) == 0 && type(variables.get(0)).equals("person")) {
            return "(" + atomWith(variables, variables.get(0)) + " v " + name(variables.get(0)) + " = A1)";
        }
        String[] signs = {" v ", " ^ ", " => ", " <=> "};
        return "(" + sentence(depth - 1, variables) + signs[random.nextInt(signs.length)]
                + sentence(depth - 1, variables) + ")";
    }

    private String quantified(int depth, List<String> variables) {
        // One variable is kept or none, and one is bound.
        String kept = variables.get(random.nextInt(variables.size()));
        String bound = (name(kept).equals("z") ? "w" : "z") + ":" + (hasThings && random.nextInt(3) == 0
                ? "thing" : "person");
        List<String> inner = random.nextInt(4) == 0 ? List.of(bound) : List.of(kept, bound);
        String body = sentence(Math.min(1, depth - 1), new ArrayList<>(inner));
        body = "(" + body + (random.nextBoolean() ? " v " : " ^ ") + atomWith(inner, bound) + ")";
        return "(" + QUANTIFIERS[random.nextInt(QUANTIFIERS.length)] + name(bound) + " " + body + ")";
    }

    private String atomWith(List<String> variables, String wanted) {
        String atom = atom(variables);
        while (!atom.contains(name(wanted))) {
            atom = atom(variables);
        }
        return atom;
    }

    private String atom(List<String> variables) {
        while (true) {
            String[] predicate = predicates.get(random.nextInt(predicates.size()));
            List<String> arguments = new ArrayList<>();
            for (int i = 1; i < predicate.length; i++) {
                String type = predicate[i];
                List<String> fitting = variables.stream().filter(v -> type(v).equals(type)).toList();
                if (random.nextInt(12) == 0) {
                    arguments.add(type.equals("thing") ? "T1" : people > 1 && random.nextInt(4) == 0 ? "A2" : "A1");
                } else if (!fitting.isEmpty()) {
                    arguments.add(name(fitting.get(random.nextInt(fitting.size()))));
                }
            }
            if (arguments.size() == predicate.length - 1) {
                return predicate[0] + "(" + String.join(",", arguments) + ")";
            }
        }
    }

    private static String name(String variable) {
        return variable.substring(0, variable.indexOf(':'));
    }

    private static String type(String variable) {
        return variable.substring(variable.indexOf(':') + 1);
    }

    private void evidence(int things) {
        for (int i = 1; i <= people; i++) {
            switch (random.nextInt(8)) {
                case 0 -> database.append("P(A").append(i).append(")\n");
                case 1 -> database.append("!P(A").append(i).append(")\n");
                case 2 -> database.append(random.nextInt(3) == 0
                        ? (random.nextBoolean() ? "!" : "") + "R(A" + i + ",A" + i + ")\n" : "");
                case 3 -> database.append(random.nextInt(4) == 0 ? "0.8 " + (random.nextBoolean() ? "P(A" + i + ")\n"
                        : "R(A" + i + ",A" + i + ")\n") : "");
                default -> { }
            }
        }
        if (people > 1 && random.nextInt(5) == 0) {
            database.append(random.nextBoolean() ? "!" : "").append("R(A1,A2)\n");
        }
        if (people > 1 && random.nextInt(12) == 0) {
            database.append("0.3 R(A2,A1)\n");
        }
        if (things > 1 && random.nextInt(5) == 0) {
            database.append("Has(A1,T2)\n");
        }
    }
}
