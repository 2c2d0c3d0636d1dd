/** What all pages share: scripts of others, carried inside with their licences, and data that nothing runs. */
@org.jspecify.annotations.NullMarked
package org.orbifold.experiments.page;
