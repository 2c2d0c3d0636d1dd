/** The guide as a site of static pages with search, which needs no network. */
package org.orbifold.release.site;
