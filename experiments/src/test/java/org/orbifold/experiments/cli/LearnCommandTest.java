package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.learning.LearningResult;
import org.orbifold.learning.WeightLearning;
import org.orbifold.logic.Database;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;

class LearnCommandTest {

    private static final String SMOKING = "Friends(person,person)\nSmokes(person)\nCancer(person)\n"
            + "Smokes(x) => Cancer(x)\nFriends(x,y) => (Smokes(x) <=> Smokes(y))\n";
    private static final String TRAIN = """
            Friends(Anna,Bob) Friends(Bob,Anna) Friends(Anna,Edward) Friends(Edward,Anna) Friends(Anna,Frank)
            Friends(Frank,Anna) Friends(Bob,Chris) Friends(Chris,Bob) Friends(Chris,Daniel) Friends(Daniel,Chris)
            Friends(Edward,Frank) Friends(Frank,Edward) Friends(Gary,Helen) Friends(Helen,Gary) Friends(Gary,Anna)
            Friends(Anna,Gary) Smokes(Anna) Smokes(Edward) Smokes(Frank) Smokes(Gary) Cancer(Anna) Cancer(Edward)
            """;
    private static final String RAIN = """
            network rain { }
            variable Rain { type discrete [ 2 ] { no, yes }; }
            variable Wet { type discrete [ 2 ] { no, yes }; }
            probability ( Rain ) { table 0.7, 0.3; }
            probability ( Wet | Rain ) { (no) 0.6, 0.4; (yes) 0.9, 0.1; }
            """;

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @BeforeEach
    void write() throws IOException {
        file("smoking.mln", SMOKING);
        file("train.db", TRAIN);
        file("test.db", "Friends(Ivan,John) Smokes(Ivan)");
        file("closed.mln", "person = {Anna, Bob}\nSmokes(person)\nCancer(person)\nSmokes(x) => Cancer(x)\n"
                + "Cancer(x) => Smokes(x).\n");
        file("given.mln", "Smokes(person)\n1.5 Smokes(x)\n");
        file("rain.bif", RAIN);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.map(path -> folder.relativize(path).toString()).sorted().toList();
        }
    }

    /** The figures of the closed form; the optimum of the pseudo-likelihood is worse than no weights, which is said. */
    @Test
    void theReportSaysWhatPseudoLikelihoodIsWorth() throws IOException {
        Outcome outcome = Outcome.of("learn", folder.resolve("smoking.mln"), "--db", folder.resolve("train.db"),
                "--objective", "pseudo", "--test", folder.resolve("test.db"), "--report", folder.resolve("report"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        String page = Files.readString(folder.resolve("report/index.html"));
        assertThat(page).contains("-44.3455", "-57.3936", "-55.4518", "worse than that of no weights at all",
                "Friends(x,y) =&gt; (Smokes(x) &lt;=&gt; Smokes(y))", "1.519900", "Test log-likelihood",
                "Test, without learned weights", "class=\"interval\"", "Objective after each step");
        assertThat(Files.readString(folder.resolve("report/parameters.csv"))).startsWith(
                "name,value,error,data,expected,note\nSmokes(x) => Cancer(x),0.64669");
        assertThat(Files.readAllLines(folder.resolve("report/curve.csv"))).first().isEqualTo("step,objective");
        assertThat(Files.readString(folder.resolve("report/results.json"))).contains("\"converged\" : true");
        for (String link : List.of("parameters.csv", "curve.csv", "results.json", "manifest.json")) {
            assertThat(page).contains("href=\"" + link + "\"");
            assertThat(folder.resolve("report").resolve(link)).exists();
        }
    }

    @Test
    void networksHaveAReportToo() throws IOException {
        file("rows.csv", "Rain,Wet\nno,yes\nno,no\nyes,?\nyes,yes\n,no\n");
        Outcome outcome = Outcome.of("learn", folder.resolve("rain.bif"), folder.resolve("rows.csv"), "--prior",
                "dirichlet:1", "--out", folder.resolve("out.bif"), "--report", folder.resolve("report"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(Files.readString(folder.resolve("report/index.html"))).contains("Wet=yes | Rain=no", "Probability",
                "EM, 2 of 5 rows miss values", "Distance to the best value");
    }

    /** With a checkpoint of every step, a second run has nothing left to do and prints the same. */
    @Test
    void checkpointsAreTakenUp() {
        Path checkpoint = folder.resolve("learning.ckpt");
        Object[] command = {"learn", folder.resolve("smoking.mln"), "--db", folder.resolve("train.db"),
            "--checkpoint", checkpoint, "--checkpoint-seconds", 0};
        Outcome first = Outcome.of(command);
        assertThat(checkpoint).exists();
        assertThat(Outcome.of(command)).isEqualTo(first);
        Outcome.of("learn", folder.resolve("smoking.mln"), "--db", folder.resolve("test.db"), "--checkpoint",
                checkpoint).isBadInput("learning.ckpt:2: this is the checkpoint of other learning");
    }

    /** Nothing distinguishes the people: their weights are one parameter. */
    @Test
    void tiesOfMarkovLogicAreReported() throws IOException {
        file("plus.mln", "Smokes(person)\nSmokes(+x)\n");
        Outcome outcome = Outcome.of("learn", folder.resolve("plus.mln"), "--db", file("three.db",
                "Smokes(Anna) !Smokes(Bob) !Smokes(Carl)"), "--tie", "orbits");
        assertThat(outcome.err()).contains("parameters       1 of 3, by symmetries of the structure");
        assertThat(outcome.out()).contains("Smokes(Anna)\",-0.693147", "Smokes(Carl)\",-0.693147");
    }

    /** One line each, exit code 2, and no file that was not there before. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "smoking.mln | Smokes(Anna);Drinks(Bob) | bad.db:2:1: there is no predicate 'Drinks'",
        "smoking.mln | Smokes(Anna,Bob) | bad.db:1:1: 'Smokes' has 2 arguments here",
        "smoking.mln | Smokes(Anna | bad.db:1:12: the statement ends too early",
        "smoking.mln | // nothing | bad.db: the database lists no atom",
        "smoking.mln | Smokes(Anna);!Smokes(Anna) | bad.db:2:1: Smokes(Anna) is false here and true elsewhere",
        "smoking.mln | 0.3 Smokes(Anna) | gives a probability to Smokes(Anna)",
        "closed.mln | Smokes(Anna);Smokes(Carl) | bad.db:2:8: 'Carl' is no constant of type person",
        "closed.mln | Smokes(Anna);Cancer(Bob) | violates the hard formula 'Cancer(x) => Smokes(x)' for x = Bob",
        "given.mln | Smokes(Anna) | there is no weight to learn"})
    void badDatabases(String network, String text, String message) throws IOException {
        Path bad = file("bad.db", text.replace(';', '\n') + "\n");
        List<String> before = names();
        Outcome.of("learn", folder.resolve(network), "--db", bad, "--out", folder.resolve("out.mln"), "--report",
                folder.resolve("report"), "--checkpoint", folder.resolve("learning.ckpt")).isBadInput(message);
        assertThat(names()).isEqualTo(before);
    }

    @Test
    void theDatabaseThatViolatesIsNamedAmongSeveral() throws IOException {
        Path good = file("good.db", "Smokes(Anna) Cancer(Anna)\n");
        Outcome.of("learn", folder.resolve("closed.mln"), "--db", good, "--db", file("bad.db", "Cancer(Bob)\n"))
                .isBadInput("for x = Bob, in database 2 of 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Rain,Wet;no,yes;no,maybe | bad.csv:3: variable 'Wet' has no value 'maybe'; its values are {no,yes}",
        "Rain,Snow;no,yes | bad.csv:1: the model has no variable named 'Snow'",
        "Rain,Wet | bad.csv: no row of data",
        "Rain,Wet;no | bad.csv:2: 1 values; expected 2"})
    void badRows(String text, String message) throws IOException {
        Path bad = file("bad.csv", text.replace(';', '\n') + "\n");
        List<String> before = names();
        Outcome.of("learn", folder.resolve("rain.bif"), bad, "--out", folder.resolve("out.bif"), "--report",
                folder.resolve("report")).isBadInput(message);
        assertThat(names()).isEqualTo(before);
    }

    /** Before learning: what was learned in hours must not be lost with the name of a file. */
    @Test
    void badFilesAreRefusedBeforeLearning() throws IOException {
        Path rows = file("rows.csv", "Rain,Wet\nno,yes\n");
        Path nowhere = folder.resolve("nowhere/out");
        for (String option : List.of("--out", "--checkpoint")) {
            Outcome logic = Outcome.of("learn", folder.resolve("smoking.mln"), "--db", folder.resolve("train.db"),
                    option, nowhere);
            logic.isBadInput("nowhere does not exist");
            Outcome network = Outcome.of("learn", folder.resolve("rain.bif"), rows, option, nowhere);
            network.isBadInput("nowhere does not exist");
            assertThat(logic.out() + network.out()).isEmpty();
        }
        Outcome.of("learn", folder.resolve("rain.bif"), rows, "--out", folder.resolve("out.bif"), "--test",
                file("test.csv", "Rain,Wet\nno,perhaps\n")).isBadInput("test.csv:2: variable 'Wet' has no value");
        assertThat(names()).doesNotContain("out.bif");
        Outcome other = Outcome.of("learn", folder.resolve("rain.bif"), rows, "--out", folder.resolve("out.txt"));
        assertThat(other.err()).contains("the extension of");
        assertThat(other.out()).contains("Rain,,no,1.000000");
    }

    /** RockIt's and pracmln's notation, and constants that the declaration does not list. */
    @Test
    void otherNotations() throws IOException {
        Path upper = file("upper.mln", "person = {Anna, Bob}\nF(person,person)\nS(person)\nF(+x,y) => S(y)\n");
        Path world = file("upper.db", "F(Anna,Bob) S(Bob) F(Bob,Anna)");
        Path lower = file("lower.mln", "person = {anna, bob}\nF(person,person)\nS(person)\nF(+X,Y) => S(Y)\n");
        Path lowerWorld = file("lower.db", "F(anna,bob) S(bob) F(bob,anna)");
        Path out = folder.resolve("out.mln");
        Outcome expected = good("learn", upper, "--db", world, "--prior", "2", "--units", "--out", out);
        good("score", out, "--db", world);
        Outcome outcome = good("learn", lower, "--db", lowerWorld, "--prior", "2", "--units", "--constants",
                "lower", "--out", out, "--test", lowerWorld);
        assertThat(weights(outcome)).isEqualTo(weights(expected));
        assertThat(Files.readString(out)).contains(" F(anna,Y) => S(Y)\n", "  F(X1,X2)\n", "  S(X1)\n");
        assertThat(good("score", out, "--db", lowerWorld, "--constants", "lower").err())
                .contains(outcome.err().lines().filter(line -> line.startsWith("pseudo")).findFirst().orElseThrow());
        Path any = file("any.mln", "person = {anna, bob}\nF(person,person)\nS(person)\nF(+?x,?y) => S(?y)\n");
        assertThat(weights(good("learn", any, "--db", lowerWorld, "--prior", "2", "--units", "--constants", "any",
                "--out", out, "--test", lowerWorld))).isEqualTo(weights(expected));
        Path more = file("more.db", "F(Anna,Carl) S(Carl)");
        Outcome.of("learn", upper, "--db", more).isBadInput("'Carl' is no constant of type person");
        Outcome.of("learn", upper, "--db", more, "--extend-domains").isBadInput("is not for formulas with '+x'");
        Path plain = file("plain.mln", "person = {Anna, Bob}\nF(person,person)\nS(person)\nF(x,y) => S(y)\n");
        assertThat(good("learn", plain, "--db", more, "--prior", "2", "--extend-domains", "--out", out, "--test",
                more).err()).contains("of 12 atoms");
        assertThat(good("score", out, "--db", more, "--extend-domains").err()).contains("of 12 atoms");
    }

    private static Outcome good(Object... args) {
        Outcome outcome = Outcome.of(args);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome;
    }

    private static List<String> weights(Outcome learned) {
        return learned.out().lines().skip(1).map(line -> line.substring(line.lastIndexOf('"'))).toList();
    }

    /** Options that change nothing would mislead. */
    @ParameterizedTest
    @CsvSource({"--open,S", "--closed,S", "--semantics,alchemy-cnf", "--weights,w", "--weight-seed,1", "--given,S=1",
        "--evidence,upper.db", "--likelihood,'S=1,2'"})
    void optionsThatAreNotForWorlds(String option, String value) throws IOException {
        Path network = file("upper.mln", "S(person)\n1 S(x)\n");
        Path world = file("upper.db", "S(Bob)");
        Outcome.of("score", network, "--db", world, option, value.equals("upper.db") ? world : value)
                .isBadInput(option + " is not for scoring databases");
    }

    /** A test database that no world can be is refused before learning. */
    @Test
    void impossibleTests() throws IOException {
        Path out = folder.resolve("out.mln");
        file("ok.db", "Smokes(Anna) Cancer(Anna)");
        for (String[] test : new String[][] {{"Cancer(Bob)", "violates the hard formula"}, {"", "lists no atom"},
            {"0.5 Smokes(Bob)", "gives a probability to Smokes(Bob)"}}) {
            Outcome.of("learn", folder.resolve("closed.mln"), "--db", folder.resolve("ok.db"),
                    "--out", out, "--test", file("bad.db", test[0])).isBadInput(test[1]);
            assertThat(out).doesNotExist();
        }
    }

    /** When time is over, so is that for the likelihood without learned weights. */
    @Test
    void likelihoodsThatThereWasTimeFor() throws IOException {
        MarkovLogic network = LogicFiles.readNetwork(folder.resolve("smoking.mln"));
        Database world = LogicFiles.readDatabase(network, List.of(folder.resolve("train.db")));
        LearningResult whole = WeightLearning.on(network, List.of(world)).run();
        assertThat(LearnCommand.logLikelihoods(whole))
                .contains("-53.048287; -55.451774 without learned weights");
        LearningResult stopped;
        try {
            stopped = WeightLearning.on(network, List.of(world)).run((step, value, gradient) -> Thread.currentThread()
                    .interrupt());
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(stopped.logLikelihoodAtZero()).isEmpty();
        assertThat(LearnCommand.logLikelihoods(stopped).orElseThrow()).startsWith("-").doesNotContain("without");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "--prior | x | is no number", "--prior | -1 | expected a number above 0",
        "--prior | 1e-300 | expected a number above 0, at least",
        "--prior | dirichlet:1 | --prior dirichlet is for networks that are not Markov logic",
        "--l1 | -2 | expected a finite number of at least 0", "--tie | all | --tie all is unknown; expected orbits",
        "--query | Nobody | there is no predicate 'Nobody'", "--seconds | 0 | expected more than 0",
        "--objective | conditional | the conditional likelihood needs a query",
        "--checkpoint-seconds | -1 | expected 0 or more",
        "--spark | local | --spark needs Apache Spark"})
    void badOptions(String option, String value, String message) throws IOException {
        List<String> before = names();
        Outcome.of("learn", folder.resolve("smoking.mln"), "--db", folder.resolve("train.db"), "--checkpoint",
                folder.resolve("c"), "--out", folder.resolve("out.mln"), option, value).isBadInput(message);
        assertThat(names()).isEqualTo(before);
    }
}
