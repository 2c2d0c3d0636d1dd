package org.orbifold.pgm.io;

import java.io.IOException;
import java.io.Writer;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Writes XMLBIF 0.3. */
final class XmlBifWriter {

    static void write(GraphicalModel model, Writer out) throws IOException {
        BayesNetworks.checkNotEmpty(model);
        out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BIF VERSION=\"0.3\">\n<NETWORK>\n");
        for (Variable variable : model.variables()) {
            out.write("<VARIABLE TYPE=\"nature\">\n  <NAME>" + escaped(variable.name()) + "</NAME>\n");
            for (int x = 0; x < variable.size(); x++) {
                out.write("  <OUTCOME>" + escaped(variable.domain().label(x)) + "</OUTCOME>\n");
            }
            out.write("</VARIABLE>\n");
        }
        int[] state = new int[model.variableCount()];
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            int child = scope[scope.length - 1];
            out.write("<DEFINITION>\n  <FOR>" + escaped(model.variable(child).name()) + "</FOR>\n");
            for (int k = 0; k < scope.length - 1; k++) {
                out.write("  <GIVEN>" + escaped(model.variable(scope[k]).name()) + "</GIVEN>\n");
            }
            out.write("  <TABLE>");
            Odometer odometer = new Odometer(scope, model.sizes(), state, false);
            do {
                out.write(state[child] == 0 && scope.length > 1 ? "\n    " : " ");
                out.write(Decimal.exp(feature.logPotential(state)));
            } while (odometer.advance());
            out.write(" </TABLE>\n</DEFINITION>\n");
        }
        out.write("</NETWORK>\n</BIF>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private XmlBifWriter() { }
}
