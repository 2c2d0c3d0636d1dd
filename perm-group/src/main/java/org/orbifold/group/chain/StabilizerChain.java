package org.orbifold.group.chain;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/**
 * A base β_1, ..., β_k and strong generating set of a permutation group G = G^(1) ≥ G^(2) ≥ ... , where G^(i) fixes
 * β_1, ..., β_{i-1}, with a Schreier tree on each basic orbit β_i^{G^(i)}. Immutable and safe to share between threads.
 *
 * <p>{@link #proof()} says why the chain is complete. All answers ({@link #order()}, {@link #contains}, uniform
 * elements) are exact if it is.
 */
public final class StabilizerChain {

    private final int degree;
    private final FrozenLevel[] levels;
    private final Proof proof;
    private final BigInteger order;

    /** Made with the first evaluator. */
    private @Nullable TransversalTable table;

    /** An evaluator that no thread is using, for {@link #contains}. */
    private final AtomicReference<GroupEvaluator> spare = new AtomicReference<>();

    private StabilizerChain(int degree, FrozenLevel[] levels, Proof proof) {
        this.degree = degree;
        this.levels = levels;
        this.proof = proof;
        BigInteger product = BigInteger.ONE;
        for (FrozenLevel level : levels) {
            product = product.multiply(BigInteger.valueOf(level.orbit.length));
        }
        this.order = product;
    }

    /**
     * The chain of a generated group. One chain over all points: groups with many direct factors or giants belong into
     * {@code PermutationGroup}, which splits them off first.
     *
     * @param degree the number of points
     * @param generators permutations of that degree; may be empty
     * @param options how to build it
     * @return the chain
     * @throws IllegalArgumentException if a generator has another degree, a prescribed base point is out of range or
     *     repeated, or the stated order is wrong
     */
    public static StabilizerChain of(int degree, Collection<Permutation> generators, ChainOptions options) {
        return of(degree, generators, options, (point, stabilizer) -> Optional.empty());
    }

    /**
     * The chain of a generated group, with a bound on the order that may spare the proof.
     *
     * @param degree the number of points
     * @param generators permutations of that degree; may be empty
     * @param options how to build it
     * @param bound asked at most once, if the chain is long
     * @return the chain
     * @throws IllegalArgumentException as without a bound
     */
    public static StabilizerChain of(int degree, Collection<Permutation> generators, ChainOptions options,
            OrderBound bound) {
        List<int[]> images = new ArrayList<>();
        for (Permutation generator : generators) {
            if (generator.degree() != degree) {
                throw new IllegalArgumentException("a generator of degree " + generator.degree()
                    + " for a group of degree " + degree);
            }
            if (!generator.isIdentity()) {
                images.add(generator.images());
            }
        }
        return SchreierSims.build(degree, images, options, bound);
    }

    /** An upper bound on the order of the group whose chain is being built: reaching it is a proof for free. */
    @FunctionalInterface
    public interface OrderBound {

        /**
         * Computes the bound. Called only for chains so long that verification would cost more.
         *
         * @param basePoint the first base point
         * @param stabilizer elements that, as far as is known, generate its stabiliser
         * @return a number that the order does not exceed, if there is one
         */
        Optional<BigInteger> bound(int basePoint, List<Permutation> stabilizer);
    }

    static StabilizerChain freeze(MutableChain chain, Proof proof) {
        FrozenLevel[] levels = new FrozenLevel[chain.size()];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = new FrozenLevel(chain.level(i), chain.degree());
        }
        return new StabilizerChain(chain.degree(), levels, proof);
    }

    StabilizerChain withProof(Proof other) {
        return new StabilizerChain(degree, levels, other);
    }

    FrozenLevel[] levels() {
        return levels;
    }

    /** Shared by the evaluators; null if the chain is too large. */
    synchronized @Nullable TransversalTable table() {
        if (table == null && TransversalTable.fits(levels, degree)) {
            table = new TransversalTable(levels);
        }
        return table;
    }

    /**
     * The number of points.
     *
     * @return the degree
     */
    public int degree() {
        return degree;
    }

    /**
     * The number of base points.
     *
     * @return the length of the base, redundant prescribed points included
     */
    public int length() {
        return levels.length;
    }

    /**
     * The base.
     *
     * @return β_1, ..., β_k
     */
    public int[] base() {
        return Arrays.stream(levels).mapToInt(level -> level.base).toArray();
    }

    /**
     * The order of the group.
     *
     * @return the product of the basic orbit sizes
     */
    public BigInteger order() {
        return order;
    }

    /**
     * Why the chain is complete.
     *
     * @return the proof; {@link Proof#NONE} for an unverified chain
     */
    public Proof proof() {
        return proof;
    }

    /**
     * Whether there is a proof.
     *
     * @return false only for a Monte Carlo result
     */
    public boolean isVerified() {
        return proof != Proof.NONE;
    }

    /**
     * A basic orbit.
     *
     * @param level from 0
     * @return the orbit of the level's base point under the stabiliser of the earlier ones, the base point first
     */
    public int[] orbit(int level) {
        return levels[checkedLevel(level, levels.length - 1)].orbit.clone();
    }

    /**
     * The strong generators.
     *
     * @return all generators of all levels
     */
    public List<Permutation> strongGenerators() {
        return strongGenerators(0);
    }

    /**
     * The strong generators of a stabiliser in the chain.
     *
     * @param level from 0; {@link #length()} gives the trivial group
     * @return generators of the pointwise stabiliser of the first {@code level} base points
     */
    public List<Permutation> strongGenerators(int level) {
        List<Permutation> all = new ArrayList<>();
        for (int i = checkedLevel(level, levels.length); i < levels.length; i++) {
            for (int[] generator : levels[i].generators) {
                all.add(Permutation.ofImages(generator));
            }
        }
        return all;
    }

    /**
     * The pointwise stabiliser of the first base points, as a chain.
     *
     * @param level how many base points to fix
     * @return the rest of this chain; shares its memory
     */
    public StabilizerChain stabilizer(int level) {
        return new StabilizerChain(degree,
            Arrays.copyOfRange(levels, checkedLevel(level, levels.length), levels.length), proof);
    }

    /**
     * The transversal element of a point.
     *
     * @param level from 0
     * @param point a point of the level's orbit
     * @return an element of the level's group that maps the base point to the point
     * @throws IllegalArgumentException if the point is not in the orbit
     */
    public Permutation transversal(int level, int point) {
        if (point < 0 || point >= degree || !levels[checkedLevel(level, levels.length - 1)].inOrbit(point)) {
            throw new IllegalArgumentException("point " + point + " is not in the orbit of base point "
                + levels[checkedLevel(level, levels.length - 1)].base);
        }
        return Permutation.ofImages(levels[level].transversal(point));
    }

    private int checkedLevel(int level, int last) {
        if (level < 0 || level > last) {
            throw new IndexOutOfBoundsException("level " + level + " of a chain of " + levels.length
                + "; expected 0 to " + last);
        }
        return level;
    }

    /**
     * Sifts a permutation.
     *
     * @param permutation a permutation of the chain's degree
     * @return where it fell out and what remained
     */
    public SiftResult sift(Permutation permutation) {
        checkDegree(permutation);
        int[] images = permutation.images();
        int level = 0;
        for (; level < levels.length; level++) {
            int point = images[levels[level].base];
            if (!levels[level].inOrbit(point)) {
                break;
            }
            levels[level].divide(images, point);
        }
        return new SiftResult(Permutation.ofImages(images), level);
    }

    /**
     * Tests membership. For many tests in a row use one {@link #evaluator()}.
     *
     * @param permutation a permutation of the chain's degree
     * @return true if it lies in the group
     */
    public boolean contains(Permutation permutation) {
        checkDegree(permutation);
        GroupEvaluator free = spare.getAndSet(null);
        GroupEvaluator evaluator = free == null ? evaluator() : free;
        boolean inside = evaluator.contains(permutation.images());
        spare.set(evaluator);
        return inside;
    }

    /**
     * Writes a member as a product of transversal elements.
     *
     * @param member an element of the group
     * @return one factor per level, level 0 first: {@code member = u_k ... u_2 u_1}, where {@code u_k} acts first
     * @throws IllegalArgumentException if the permutation is not in the group
     */
    public List<Permutation> factorize(Permutation member) {
        checkDegree(member);
        int[] images = member.images();
        List<Permutation> factors = new ArrayList<>();
        for (FrozenLevel level : levels) {
            int point = images[level.base];
            if (!level.inOrbit(point)) {
                throw new IllegalArgumentException("not an element of the group: the image " + point + " of base point "
                    + level.base + " is outside its orbit");
            }
            factors.add(Permutation.ofImages(level.transversal(point)));
            level.divide(images, point);
        }
        if (!Images.isIdentity(images)) {
            throw new IllegalArgumentException("not an element of the group: the rest moves point "
                + Images.firstMoved(images));
        }
        return factors;
    }

    /**
     * A fast evaluator for one thread.
     *
     * @return a new evaluator on this chain
     */
    public GroupEvaluator evaluator() {
        return new ChainEvaluator(this, table());
    }

    /**
     * The finest direct decomposition into factors that move disjoint sets of points.
     *
     * @return the factors, ordered by their smallest points; none for the trivial group
     */
    public List<DisjointFactor> disjointFactors() {
        return DisjointFactors.of(this);
    }

    /** A direct factor: its points in increasing order, and the chain of the factor on their positions. */
    public static final class DisjointFactor {

        private final int[] points;
        private final StabilizerChain chain;

        DisjointFactor(int[] points, StabilizerChain chain) {
            this.points = points;
            this.chain = chain;
        }

        /**
         * The factor's points.
         *
         * @return a new array; entry {@code i} is the point that the chain calls {@code i}
         */
        public int[] points() {
            return points.clone();
        }

        /**
         * The factor's chain.
         *
         * @return a chain of the degree of the number of points, with the proof of the whole
         */
        public StabilizerChain chain() {
            return chain;
        }
    }

    /**
     * All elements, each once, the identity first. Lazy; the order is that of the transversals.
     *
     * @return a stream of {@link #order()} elements
     */
    public Stream<Permutation> elements() {
        Iterable<Permutation> iterable = ElementIterator::new;
        return StreamSupport.stream(iterable.spliterator(), false);
    }

    private void checkDegree(Permutation permutation) {
        if (permutation.degree() != degree) {
            throw new IllegalArgumentException("a permutation of degree " + permutation.degree()
                + " and a group of degree " + degree);
        }
    }

    /** What sifting leaves: the residue, and the level at which it fell out. */
    public static final class SiftResult {

        private final Permutation residue;
        private final int level;

        SiftResult(Permutation residue, int level) {
            this.residue = residue;
            this.level = level;
        }

        /**
         * What remained after division by transversal elements.
         *
         * @return the residue; the identity exactly for members of the group
         */
        public Permutation residue() {
            return residue;
        }

        /**
         * Where the base image left the orbit.
         *
         * @return the level, from 0; the length of the chain if every base image was in its orbit
         */
        public int level() {
            return level;
        }
    }

    /** Counts through the transversals like an odometer; partial products are kept per level. */
    private final class ElementIterator implements Iterator<Permutation> {

        private final int[] digit = new int[levels.length];

        /** {@code partial[i]}: product of the chosen elements of levels i, i + 1, ..., the deepest acting first. */
        private final int[][] partial = new int[levels.length + 1][];

        private boolean more = true;

        ElementIterator() {
            partial[levels.length] = Images.identity(degree);
            refresh(levels.length - 1);
        }

        private void refresh(int from) {
            for (int i = from; i >= 0; i--) {
                partial[i] = Images.product(partial[i + 1], levels[i].transversal(levels[i].orbit[digit[i]]));
            }
        }

        @Override
        public boolean hasNext() {
            return more;
        }

        @Override
        public Permutation next() {
            if (!more) {
                throw new NoSuchElementException("all elements were listed");
            }
            Permutation result = Permutation.ofImages(partial[0]);
            int level = 0;
            while (level < levels.length && digit[level] + 1 == levels[level].orbit.length) {
                digit[level++] = 0;
            }
            more = level < levels.length;
            if (more) {
                digit[level]++;
                refresh(level);
            }
            return result;
        }
    }
}
