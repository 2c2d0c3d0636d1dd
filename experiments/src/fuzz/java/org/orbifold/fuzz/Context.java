package org.orbifold.fuzz;

import java.nio.file.Path;

/**
 * What checks work with.
 *
 * @param engine   what is tested
 * @param coverage counts how often claimed intervals hold the truth
 * @param folder   for files that a check makes and removes
 */
record Context(Engine engine, Coverage coverage, Path folder) {

    /** The same without counting: a case that is reduced is tried hundreds of times. */
    Context uncounted() {
        return new Context(engine, new Coverage(), folder);
    }
}
