package org.orbifold.experiments.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * A script of others that pages carry inside, so that they need no network: read from its WebJar on the class path.
 */
public enum PageScript {

    /** Graph drawing. */
    CYTOSCAPE("cytoscape", "dist/cytoscape.min.js", "LICENSE"),
    /** Layout of graphs, its ground. */
    LAYOUT_BASE("layout-base", "layout-base.js", "LICENSE"),
    /** Layout of graphs with boxes. */
    COSE_BASE("cose-base", "cose-base.js", "LICENSE"),
    /** The same for Cytoscape, beginning with a spectral layout. */
    FCOSE("cytoscape-fcose", "cytoscape-fcose.js", "LICENSE"),
    /** Charts. */
    CHART("chart.js", "dist/chart.umd.min.js", "LICENSE.md"),
    /** Zooming into charts. */
    CHART_ZOOM("chartjs-plugin-zoom", "dist/chartjs-plugin-zoom.min.js", "LICENSE.md");

    private final String artifact;
    private final String file;
    private final String licence;

    PageScript(String artifact, String file, String licence) {
        this.artifact = artifact;
        this.file = file;
        this.licence = licence;
    }

    /**
     * The script with its licence before it.
     *
     * @return a whole element, to be put into a page
     * @throws IOException if the jar is not on the class path
     */
    public String element() throws IOException {
        Properties about = new Properties();
        about.load(new StringReader(text("META-INF/maven/org.webjars.npm/" + artifact + "/pom.properties")));
        String version = about.getProperty("version");
        String folder = "META-INF/resources/webjars/" + artifact + "/" + version + "/";
        // The map of the source is not carried along, and a browser's tools would look for it.
        String script = text(folder + file).replaceAll("(?m)^//# sourceMappingURL=.*$", "");
        return element("/* " + artifact + " " + version + "\n" + text(folder + licence).strip() + " */\n" + script);
    }

    /**
     * A script as an element.
     *
     * @param script any script
     * @return the element
     */
    public static String element(String script) {
        return "<script>\n" + script.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "\n</script>\n";
    }

    private static String text(String name) throws IOException {
        try (InputStream in = PageScript.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is not on the class path; expected the WebJars that the build names");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
