package org.orbifold.experiments.logic;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * One of the paper's domains at some size: a network, and the database and weights that go with it, drawn as the
 * paper's release draws them.
 *
 * @param name     the name of the files
 * @param network  the content of the {@code .mln} file
 * @param database the content of the {@code .db} file
 * @param weights  the content of the file of weights
 */
public record GeneratedDomain(String name, String network, String database, String weights) {

    private static final String RESOURCES = "/org/orbifold/experiments/domain/";
    private static final String[] COURSE_SIGNS = {"!Maths(%s) v !CS(%s)", "!Maths(%s) v CS(%s)", "Maths(%s) v !CS(%s)",
        "Maths(%s) v CS(%s)"};

    /**
     * Job Search: weights uniform in [1, 2], rounded to two digits; all connections unknown.
     *
     * @param people how many, P0, P1, …
     * @param random draws the weights, two per person
     * @return the domain
     */
    public static GeneratedDomain jobSearch(int people, RandomGenerator random) {
        StringBuilder database = new StringBuilder();
        StringBuilder weights = new StringBuilder();
        for (int p = 0; p < people; p++) {
            String person = "P" + p;
            database.append("!Connected(").append(person).append(',').append(person).append(")\n");
            for (String sign : new String[] {"", "!"}) {
                weights.append(Math.round(100 * random.nextDouble(1, 2)) / 100.0).append(" !TakesML(").append(person)
                        .append(") v ").append(sign).append("GetsJob(").append(person).append(")\n");
            }
        }
        return new GeneratedDomain("job-search", resource("job-search.mln"), database.toString(), weights.toString());
    }

    /**
     * Student Curriculum: four different weights of {1.1, 1.3, …, 2.1} per student, and random pairs of friends.
     *
     * @param students how many, S0, S1, …
     * @param pairs    the number of pairs of friends
     * @param random   draws the weights of each student and then the friends
     * @return the domain
     */
    public static GeneratedDomain studentCurriculum(int students, int pairs, RandomGenerator random) {
        if (pairs > (long) students * (students - 1) / 2) {
            throw new IllegalArgumentException(students + " students have fewer than " + pairs + " pairs");
        }
        StringBuilder database = new StringBuilder("student = {");
        StringBuilder weights = new StringBuilder();
        int[] tenths = {11, 13, 15, 17, 19, 21};
        for (int s = 0; s < students; s++) {
            database.append(s > 0 ? "," : "").append('S').append(s);
            for (int k = 0; k < COURSE_SIGNS.length; k++) {
                // The first steps of a shuffle: four different weights.
                int chosen = random.nextInt(k, tenths.length);
                int weight = tenths[chosen];
                tenths[chosen] = tenths[k];
                tenths[k] = weight;
                weights.append(weight / 10.0).append(' ').append(COURSE_SIGNS[k].replace("%s", "S" + s)).append('\n');
            }
        }
        database.append("}\n");
        Set<Long> friends = new HashSet<>();
        while (friends.size() < pairs) {
            int p = random.nextInt(students);
            int q = random.nextInt(students);
            if (p != q && friends.add((long) Math.min(p, q) * students + Math.max(p, q))) {
                database.append("Friends(S").append(p).append(",S").append(q).append(") Friends(S").append(q)
                        .append(",S").append(p).append(")\n");
            }
        }
        return new GeneratedDomain("student-curriculum", resource("student-curriculum.mln"), database.toString(),
                weights.toString());
    }

    /**
     * Writes the three files, {@code NAME.mln}, {@code NAME.db} and {@code NAME.weights}.
     *
     * @param folder where; it must exist
     * @return the {@code .mln} file
     * @throws IOException if a file cannot be written
     */
    public Path write(Path folder) throws IOException {
        Files.writeString(folder.resolve(name + ".db"), database);
        Files.writeString(folder.resolve(name + ".weights"), weights);
        return Files.writeString(folder.resolve(name + ".mln"), network);
    }

    /** The content of a file among the resources. */
    static String resource(String file) {
        try (InputStream in = GeneratedDomain.class.getResourceAsStream(RESOURCES + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
