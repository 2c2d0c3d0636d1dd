/**
 * The inner loops: permutations as bare image arrays, and product replacement on them. Internal to this module; its
 * classes check nothing.
 */
package org.orbifold.group.kernel;
