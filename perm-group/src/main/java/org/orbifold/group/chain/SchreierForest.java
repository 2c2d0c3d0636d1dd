package org.orbifold.group.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.orbifold.group.kernel.Images;

/**
 * The orbit of a point β under G = ⟨H, z⟩, grown as a forest of H-orbits: inside an H-orbit tree edges are elements
 * of H only, and z is used only to enter a new one. So the tree element t(γ) of a point γ in the j-th H-orbit lies in
 * t(γ_j) H, where γ_j is that orbit's first point: what the strong generating test needs.
 */
final class SchreierForest {

    private static final int OUTSIDE = -1;
    private static final int ROOT = -2;
    private static final int JUMP = -3;

    /** Paths may be this much longer than those of the level's own tree. */
    private static final int LONG_PATH = 16;

    private static final int MOST_EXTRA_EDGES = 6;

    private final int root;
    private final Level level;
    private final int[] z;
    private final int[] zInverse;

    /** Elements of H and their inverses, alternating; the last pair is z. */
    private final List<int[]> edges;

    private final int[] label;
    private final int[] orbitNumber;
    private final int[] depth;
    private final int[] points;
    private int size;

    /** The greatest distance of a point from the first point of its H-orbit. */
    private int depthInside;

    /** Start of each H-orbit in {@link #points}. */
    private final List<Integer> starts = new ArrayList<>();

    /**
     * Grows the forest.
     *
     * @param level the level whose base point is β; where paths get long, its own tree elements take over: any element
     *     that takes β to γ_j will do as t(γ_j), except for j = 1
     * @param subgroup elements that generate H; those that keep trees shallow first
     * @param z the further generator
     */
    SchreierForest(int degree, Level level, List<int[]> subgroup, int[] z) {
        this.level = level;
        this.root = level.base;
        this.z = z;
        this.zInverse = Images.inverse(z);
        this.edges = new ArrayList<>(2 * subgroup.size() + 2);
        for (int[] generator : subgroup) {
            edges.add(generator);
            edges.add(Images.inverse(generator));
        }
        int inside = edges.size();
        edges.add(z);
        edges.add(zInverse);
        label = new int[degree];
        Arrays.fill(label, OUTSIDE);
        orbitNumber = new int[degree];
        depth = new int[degree];
        points = new int[degree];
        grow(inside);
    }

    /**
     * Grows the forest, with further elements of H while its trees are deep: every step of a path is paid for in every
     * sift, and a cyclic H leaves paths as long as its orbits.
     *
     * @param subgroup elements that generate H, a list that may grow
     * @param random gives elements of H
     */
    static SchreierForest shallow(Level level, List<int[]> subgroup, int[] z, Supplier<int[]> random) {
        SchreierForest forest = new SchreierForest(z.length, level, subgroup, z);
        for (int i = 0; i < MOST_EXTRA_EDGES && forest.isDeep(); i++) {
            subgroup.add(0, random.get());
            forest = new SchreierForest(z.length, level, subgroup, z);
        }
        return forest;
    }

    private void grow(int inside) {
        enter(root, ROOT, 0);
        int deep = LONG_PATH + level.depth();
        int closed = 0;
        int crossed = 0;
        while (closed < size) {
            int distance = depth[points[closed]];
            for (; closed < size; closed++) {
                int point = points[closed];
                depthInside = Math.max(depthInside, depth[point] - distance);
                for (int e = 0; e < inside; e++) {
                    int image = edges.get(e)[point];
                    if (label[image] == OUTSIDE) {
                        visit(image, e, depth[point] + 1);
                    }
                }
            }
            while (crossed < size && closed == size) {
                int source = points[crossed++];
                int image = z[source];
                if (label[image] == OUTSIDE) {
                    if (depth[source] > deep && starts.size() > 1 && level.inOrbit(image)) {
                        enter(image, JUMP, level.depth());
                    } else {
                        enter(image, inside, depth[source] + 1);
                    }
                }
            }
        }
    }

    private void enter(int point, int edge, int distance) {
        starts.add(size);
        visit(point, edge, distance);
    }

    private void visit(int point, int edge, int distance) {
        label[point] = edge;
        depth[point] = distance;
        orbitNumber[point] = starts.size() - 1;
        points[size++] = point;
    }

    int size() {
        return size;
    }

    /** Whether the trees inside H-orbits are deeper than some more random edges would make them. */
    boolean isDeep() {
        return depthInside > Integer.SIZE - Integer.numberOfLeadingZeros(size) + 2;
    }

    int point(int index) {
        return points[index];
    }

    boolean contains(int point) {
        return label[point] != OUTSIDE;
    }

    int orbits() {
        return starts.size();
    }

    int representative(int orbit) {
        return points[starts.get(orbit)];
    }

    int orbitSize(int orbit) {
        return (orbit + 1 < starts.size() ? starts.get(orbit + 1) : size) - starts.get(orbit);
    }

    int pointOfOrbit(int orbit, int index) {
        return points[starts.get(orbit) + index];
    }

    int[] z() {
        return z;
    }

    int zSource(int target) {
        return zInverse[target];
    }

    /** Whether the tree enters the point by z. */
    boolean enteredByZ(int point) {
        return label[point] >= 0 && point == representative(orbitNumber[point]);
    }

    /** Appends the inverse of the tree element of a point: from the point to the root. */
    void appendInverse(int point, Word word) {
        for (int x = point; x != root;) {
            if (label[x] == JUMP) {
                level.appendInverse(x, word);
                return;
            }
            int[] back = edges.get(label[x] ^ 1);
            word.append(back);
            x = back[x];
        }
    }

    /** Appends the element of H that leads from a point to the first point of its H-orbit. */
    void appendToRepresentative(int point, Word word) {
        int end = representative(orbitNumber[point]);
        for (int x = point; x != end;) {
            int[] back = edges.get(label[x] ^ 1);
            word.append(back);
            x = back[x];
        }
    }

    /** Appends the tree element of a point: from the root to the point. */
    void append(int point, Word word) {
        int jump = root;
        for (int x = point; x != root && jump == root;) {
            if (label[x] == JUMP) {
                jump = x;
            } else {
                x = edges.get(label[x] ^ 1)[x];
            }
        }
        if (jump != root) {
            level.appendTransversal(jump, word);
        }
        int from = word.length();
        for (int x = point; x != jump;) {
            word.append(edges.get(label[x]));
            x = edges.get(label[x] ^ 1)[x];
        }
        word.reverse(from);
    }
}
