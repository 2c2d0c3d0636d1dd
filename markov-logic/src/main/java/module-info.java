/** Markov logic networks: start at {@link org.orbifold.logic.MarkovLogic}. */
module org.orbifold.logic {
    requires transitive org.orbifold.pgm;
    requires it.unimi.dsi.fastutil.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.logic;
}
