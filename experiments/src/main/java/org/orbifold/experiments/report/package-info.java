/** The report: one page that needs nothing else, and every number as CSV and JSON beside it. */
package org.orbifold.experiments.report;
