package org.orbifold.inference;

import java.util.Random;

/** Does in a library package what no library may do: the control of the architecture rules. Never called. */
public final class Offender {

    void offend() {
        System.out.println(new Random().nextInt());
        System.exit(1);
    }
}
