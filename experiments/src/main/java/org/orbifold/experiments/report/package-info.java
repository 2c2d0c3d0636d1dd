/** The report: one page that needs nothing else, and every number as CSV and JSON beside it. */
@NullMarked
package org.orbifold.experiments.report;

import org.jspecify.annotations.NullMarked;
