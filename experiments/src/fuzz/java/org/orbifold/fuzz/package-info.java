/**
 * The fuzzer: random models, written in several ways, and every way to an answer beside brute force. Start at
 * {@link org.orbifold.fuzz.Fuzz}.
 */
@NullMarked
package org.orbifold.fuzz;

import org.jspecify.annotations.NullMarked;
