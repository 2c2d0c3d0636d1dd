/** Programs that the build runs to pack, sign and check a release. */
package org.orbifold.release;
