package org.orbifold.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The architecture page's arrows between modules and packages, as rules on the compiled classes. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar") && !location.contains("/fuzz/"))
            .importPackages("org.orbifold");

    private static final String[] LIBRARIES = {"org.orbifold.pgm..", "org.orbifold.logic..", "org.orbifold.group..",
        "org.orbifold.graph..", "org.orbifold.symmetry..", "org.orbifold.heuristics..", "org.orbifold.lifted..",
        "org.orbifold.firstorder..", "org.orbifold.mcmc..", "org.orbifold.inference..",
        "org.orbifold.learning.."};

    /** Which module may use which others; each may use itself. */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("pgm", List.of()),
            Map.entry("logic", List.of("pgm")),
            Map.entry("firstorder", List.of("pgm", "logic")),
            Map.entry("group", List.of()),
            Map.entry("graph", List.of("group")),
            Map.entry("symmetry", List.of("pgm", "group", "graph")),
            Map.entry("heuristics", List.of("pgm", "group", "graph", "symmetry")),
            Map.entry("lifted", List.of("pgm", "group")),
            Map.entry("mcmc", List.of("pgm", "group", "graph", "symmetry", "heuristics")),
            Map.entry("inference", List.of("pgm", "group", "graph", "symmetry", "heuristics", "lifted", "mcmc")),
            Map.entry("learning", List.of("pgm", "logic", "firstorder", "group", "graph", "symmetry", "heuristics",
                    "lifted", "mcmc", "inference")),
            Map.entry("experiments", List.of("pgm", "logic", "firstorder", "group", "graph", "symmetry", "heuristics",
                    "lifted", "mcmc", "inference", "learning")));

    /** Whatever draws a seed from the clock or the system; randomness is an argument here. */
    private static final Set<String> UNSEEDED = Set.of(
            "java.util.Random.<init>()", "java.util.SplittableRandom.<init>()", "java.lang.Math.random()",
            "java.lang.StrictMath.random()", "java.util.concurrent.ThreadLocalRandom.current()",
            "java.security.SecureRandom.<init>()", "java.util.UUID.randomUUID()",
            "java.util.random.RandomGenerator.getDefault()", "java.util.random.RandomGenerator.of(java.lang.String)",
            "java.util.random.RandomGeneratorFactory.create()", "java.util.Collections.shuffle(java.util.List)");

    static final ArchRule NO_UNSEEDED_RANDOMNESS = noClasses().should().callCodeUnitWhere(
            describe("it is unseeded", (JavaCall<?> call) -> UNSEEDED.contains(call.getTarget().getFullName())));

    static final ArchRule NO_PRINTS = noClasses().that().resideInAnyPackage(LIBRARIES)
            .should().accessField(System.class, "out")
            .orShould().accessField(System.class, "err")
            .orShould().callMethod(Throwable.class, "printStackTrace");

    static final ArchRule NO_EXITS = noClasses().that().resideInAnyPackage(LIBRARIES)
            .should().callMethod(System.class, "exit", int.class)
            .orShould().callMethod(Runtime.class, "exit", int.class)
            .orShould().callMethod(Runtime.class, "halt", int.class);

    static Stream<Named<ArchRule>> rules() {
        return Stream.of(
                Named.of("no unseeded randomness anywhere", NO_UNSEEDED_RANDOMNESS),
                Named.of("libraries print nothing", NO_PRINTS),
                Named.of("libraries do not end the JVM", NO_EXITS),
                Named.of("no cycles between packages", slices().matching("org.orbifold.(*).(*)..")
                        .should().beFreeOfCycles()),
                Named.of("light modules", noClasses().that()
                        .resideInAnyPackage("org.orbifold.pgm..", "org.orbifold.logic..", "org.orbifold.group..",
                                "org.orbifold.graph..", "org.orbifold.symmetry..")
                        .should().dependOnClassesThat(describe("are neither ours, the JDK's nor allowed",
                                c -> !resideInAnyPackage("org.orbifold..", "java..", "javax.xml..", "org.xml.sax..",
                                        "it.unimi.dsi.fastutil..", "org.sat4j..",
                                        "org.slf4j..", "org.jspecify..").test(c) && !c.isPrimitive()
                                        && !c.isArray()))),
                Named.of("libraries do not choose a logging back end", noClasses().that()
                        .resideInAnyPackage(LIBRARIES).should().dependOnClassesThat()
                        .resideInAnyPackage("ch.qos.logback..", "picocli..", "com.fasterxml..")),
                Named.of("Spark is known to the module spark alone", noClasses().that()
                        .resideOutsideOfPackage("org.orbifold.spark..").should().dependOnClassesThat()
                        .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..",
                                "com.esotericsoftware..", "org.orbifold.spark..")),
                Named.of("public signatures show no implementation library", methods().that().arePublic()
                        .and().areDeclaredInClassesThat().arePublic()
                        .and().areDeclaredInClassesThat().resideInAnyPackage(LIBRARIES)
                        .should().notHaveRawReturnType(resideInAnyPackage("it.unimi..", "com.google..", "org.ejml..",
                                "org.sat4j.."))
                        .andShould().notHaveRawParameterTypes(describe("are of an implementation library",
                                types -> types.stream().anyMatch(
                                        resideInAnyPackage("it.unimi..", "com.google..", "org.ejml..",
                                                "org.sat4j.."))))),
                Named.of("refinement is hidden", classes().that().resideInAPackage("org.orbifold.graph.refine..")
                        .should().onlyBeAccessed().byAnyPackage("org.orbifold.graph..", "org.orbifold.symmetry..")
                        .allowEmptyShould(true)));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holds(ArchRule rule) {
        rule.check(CLASSES);
    }

    static Stream<String> modules() {
        return MAY_USE.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void modulesUseOnlyWhatTheyMay(String module) {
        String[] forbidden = MAY_USE.keySet().stream()
                .filter(other -> !other.equals(module) && !MAY_USE.get(module).contains(other))
                .map(other -> "org.orbifold." + other + "..").toArray(String[]::new);
        if (forbidden.length > 0) {
            noClasses().that().resideInAPackage("org.orbifold." + module + "..").should().dependOnClassesThat()
                    .resideInAnyPackage(forbidden).allowEmptyShould(true).check(CLASSES);
        }
    }

    @Test
    void everyClassBelongsToAModule() {
        assertThat(CLASSES).isNotEmpty().allSatisfy(
                c -> assertThat(MAY_USE).containsKey(c.getPackageName().split("\\.")[2]));
    }

    /** The rules see what they are meant to see. */
    @Test
    void offendersAreFound() {
        JavaClasses offender = new ClassFileImporter().importClasses(org.orbifold.inference.Offender.class);
        for (ArchRule rule : List.of(NO_UNSEEDED_RANDOMNESS, NO_PRINTS, NO_EXITS)) {
            assertThat(rule.evaluate(offender).hasViolation()).as(rule.getDescription()).isTrue();
        }
    }
}
