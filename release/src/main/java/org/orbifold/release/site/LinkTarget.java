package org.orbifold.release.site;

import java.nio.file.Path;

/**
 * Where a link of a page leads.
 *
 * @param path     the file, relative to the repository, with slashes; empty for addresses elsewhere
 * @param fragment the anchor with its #, or empty
 */
record LinkTarget(String path, String fragment) {

    static LinkTarget resolve(String source, String destination) {
        if (destination.matches("[a-z]+:.*")) {
            return new LinkTarget("", "");
        }
        int hash = destination.indexOf('#');
        String file = hash < 0 ? destination : destination.substring(0, hash);
        String fragment = hash < 0 ? "" : destination.substring(hash);
        String path = file.isEmpty() ? source
                : Path.of("/" + source).resolveSibling(file).normalize().toString().replace('\\', '/').substring(1);
        return new LinkTarget(path, fragment);
    }
}
