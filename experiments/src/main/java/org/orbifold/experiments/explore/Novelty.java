package org.orbifold.experiments.explore;

import java.util.Optional;
import org.orbifold.group.element.Permutation;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryKind;

/** What a kind of symmetry sees that a lesser kind does not: a generator that the lesser kind cannot write down. */
final class Novelty {

    /** The first generator that is beyond the lesser kind. */
    static Optional<Permutation> beyond(SymmetryKind lesser, BlockSymmetries symmetries) {
        return symmetries.generators().stream()
                .filter(generator -> symmetries.kindOf(generator).compareTo(lesser) > 0).findFirst();
    }

    private Novelty() { }
}
