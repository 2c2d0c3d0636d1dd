package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Formulas keep their truth when they are negated, flattened and renumbered. */
class FormTest {

    private static Form random(RandomGenerator random, int depth) {
        int kind = depth == 0 ? random.nextInt(2) : random.nextInt(6);
        return switch (kind) {
            case 0 -> new Form.Atom(random.nextInt(3), List.of(random.nextInt(2)));
            case 1 -> random.nextInt(4) == 0 ? Form.TRUE : new Form.Atom(random.nextInt(3), List.of(random.nextInt(2)));
            case 2 -> Form.not(random(random, depth - 1));
            case 3 -> new Form.Iff(random(random, depth - 1), random(random, depth - 1));
            default -> {
                List<Form> parts = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(3); i++) {
                    parts.add(random(random, depth - 1));
                }
                yield new Form.Junction(kind == 4, parts);
            }
        };
    }

    /** The truth where bit 2 p + e of the world says whether predicate p holds of element e. */
    private static boolean holds(Form form, int world) {
        if (form instanceof Form.Atom atom) {
            return (world >> 2 * atom.predicate() + atom.elements().get(0) & 1) == 1;
        } else if (form instanceof Form.Not not) {
            return !holds(not.part(), world);
        } else if (form instanceof Form.Iff iff) {
            return holds(iff.left(), world) == holds(iff.right(), world);
        } else if (form instanceof Form.Junction junction) {
            return junction.conjunction() ? junction.parts().stream().allMatch(part -> holds(part, world))
                    : junction.parts().stream().anyMatch(part -> holds(part, world));
        }
        return ((Form.Decided) form).value();
    }

    @Property(tries = 300)
    void truthIsKept(@ForAll long seed, @ForAll boolean conjunction) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Form> parts = List.of(random(random, 3), random(random, 3), random(random, 2));
        Form flat = Form.junction(conjunction, parts);
        Form plain = new Form.Junction(conjunction, parts);
        for (int world = 0; world < 64; world++) {
            assertThat(holds(flat, world)).isEqualTo(holds(plain, world));
            assertThat(holds(Form.not(parts.get(0)), world)).isEqualTo(!holds(parts.get(0), world));
            // With the elements exchanged, bits of neighbouring places are.
            int other = (world & 0b010101) << 1 | (world & 0b101010) >> 1;
            assertThat(holds(Form.renumbered(plain, e -> 1 - e), other)).isEqualTo(holds(plain, world));
        }
    }

    @Test
    void junctionsAreFlat() {
        Form p = new Form.Atom(0, List.of(0));
        Form q = new Form.Atom(1, List.of(0));
        Form both = new Form.Junction(true, List.of(p, q));
        assertThat(Form.junction(true, List.of(both, p))).isEqualTo(new Form.Junction(true, List.of(p, q, p)));
        assertThat(Form.junction(false, List.of(both, p))).isEqualTo(new Form.Junction(false, List.of(both, p)));
        assertThat(Form.junction(false, List.of(new Form.Not(both), p)))
                .isEqualTo(new Form.Junction(false, List.of(new Form.Not(p), new Form.Not(q), p)));
        assertThat(Form.junction(true, List.of(p))).isEqualTo(p);
    }

    @Test
    void freeElementsAreThoseThatNoBlockBinds() {
        Form inside = new Form.Junction(true, List.of(new Form.Atom(0, List.of(3, 1)), new Form.Is(4, "A"),
                new Form.Same(3, 5), new Form.Counted(0, 6), new Form.Counted(1, -1)));
        assertThat(Form.free(inside)).containsExactly(1, 3, 4, 5, 6);
        assertThat(Form.free(Form.not(Form.exists(List.of(3, 4), inside)))).containsExactly(1, 5, 6);
        assertThat(Form.isExistential((Form.Block) Form.exists(List.of(3), inside))).isTrue();
        assertThat(Form.isExistential(new Form.Block(1, 1, List.of(3), inside))).isFalse();
        assertThat(Form.isExistential(new Form.Block(2, Integer.MAX_VALUE, List.of(3), inside))).isFalse();
        assertThat(Form.not(Form.not(inside))).isEqualTo(inside);
        assertThat(Form.not(Form.TRUE)).isEqualTo(Form.FALSE);
        assertThat(Form.not(Form.FALSE)).isEqualTo(Form.TRUE);
        List<Form> visited = new ArrayList<>();
        Form.forEach(new Form.Iff(inside, Form.exists(List.of(9), Form.TRUE)), visited::add);
        assertThat(visited).hasSize(9).contains(Form.TRUE, new Form.Is(4, "A"));
    }
}
