/** Learning from data: weights of Markov logic networks. */
@NullMarked
package org.orbifold.learning;

import org.jspecify.annotations.NullMarked;
