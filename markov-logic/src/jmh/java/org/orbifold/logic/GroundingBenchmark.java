package org.orbifold.logic;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Reading and grounding friends-and-smokers with friends from a database, ten per person. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class GroundingBenchmark {

    private static final int FRIENDS = 10;

    private static final String NETWORK = """
            Friends(person,person)
            Smokes(person)
            Cancer(person)
            1.4 !Smokes(x)
            1.5 Smokes(x) => Cancer(x)
            1.1 Friends(x,y) => (Smokes(x) <=> Smokes(y))
            0.3 Friends(x,y) ^ Friends(y,z) ^ Smokes(x) => Smokes(z)
            """;

    @Param({"1000", "10000"})
    int people;

    private String text;
    private Database database;

    @Setup
    public void write() throws IOException {
        RandomGenerator random = new SplittableRandom(1);
        StringBuilder friends = new StringBuilder("person = {1,...," + people + "}\n");
        for (int i = 0; i < FRIENDS * people; i++) {
            friends.append("Friends(").append(1 + random.nextInt(people)).append(',')
                    .append(1 + random.nextInt(people)).append(")\n");
        }
        text = friends.toString();
        database = read();
    }

    @Benchmark
    public Database read() throws IOException {
        return LogicFiles.parseDatabase(LogicFiles.parseNetwork(NETWORK), text);
    }

    /** Planning and counting: what is known before memory is spent. */
    @Benchmark
    public GroundingSize size() {
        return Grounder.plan(database, GroundingOptions.defaults()).size();
    }

    @Benchmark
    public GroundNetwork ground() {
        return Grounder.ground(database, GroundingOptions.defaults());
    }
}
