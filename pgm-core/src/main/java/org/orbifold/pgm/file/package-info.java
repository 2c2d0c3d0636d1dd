/**
 * Files written whole or not at all; for this project's own modules, not for importers.
 */
@NullMarked
package org.orbifold.pgm.file;

import org.jspecify.annotations.NullMarked;
