/** First-order models with two logical variables: start at {@link org.orbifold.firstorder.LiftedInference}. */
module org.orbifold.firstorder {
    requires transitive org.orbifold.logic;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.orbifold.firstorder;
}
