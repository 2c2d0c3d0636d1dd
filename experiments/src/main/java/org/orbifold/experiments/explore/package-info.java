/** The explorer: one page that shows a model, its symmetries, answers about it, and a run on it. */
@NullMarked
package org.orbifold.experiments.explore;

import org.jspecify.annotations.NullMarked;
