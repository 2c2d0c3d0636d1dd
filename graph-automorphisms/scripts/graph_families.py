"""The graph families of make_graphs.py. Everything random is drawn from fixed seeds."""
import gzip
import itertools
import random


class Graph:
    def __init__(self):
        self.colors, self.edges = [], []

    def vertex(self, color=0):
        self.colors.append(color)
        return len(self.colors) - 1

    def edge(self, u, v):
        self.edges.append((u, v))

    def plus_edges(self, edges):
        self.edges += edges
        return self

    def plus(self, other):
        """A disjoint copy of another graph beside this one."""
        shift = len(self.colors)
        self.colors += other.colors
        self.edges += [(u + shift, v + shift) for u, v in other.edges]
        return self

    def write(self, path):
        names = list(range(len(self.colors)))
        random.Random(len(names)).shuffle(names)
        lines = [f"p edge {len(names)} {len(self.edges)}\n"]
        lines += [f"n {names[v] + 1} {c}\n" for v, c in enumerate(self.colors) if c]
        lines += [f"e {names[u] + 1} {names[v] + 1}\n" for u, v in self.edges]
        with gzip.open(path, "wt", compresslevel=1) as out:
            out.writelines(lines)


def variable(g):
    hub = g.vertex(1)
    values = [g.vertex(0), g.vertex(0)]
    for v in values:
        g.edge(hub, v)
    return values


def clause(g, color, literals):
    c = g.vertex(color)
    for v in literals:
        g.edge(c, v)


def student_curriculum(students):
    rng, g = random.Random(students), Graph()
    people = [(variable(g), variable(g)) for _ in range(students)]
    for m, c in people:
        for (a, b), w in zip(itertools.product((0, 1), (0, 1)), rng.sample(range(2, 8), 4)):
            clause(g, w, (m[a], c[b]))
    for _ in range(students // 6):
        p, q = rng.sample(range(students), 2)
        for course in (0, 1):
            clause(g, 8, (people[p][course][0], people[q][course][1]))
            clause(g, 8, (people[p][course][1], people[q][course][0]))
    return g


def job_search(people, tied=False):
    rng, g = random.Random(people), Graph()
    persons = [(variable(g), variable(g)) for _ in range(people)]
    for t, j in persons:
        for value in (1, 0):
            weight = 0 if tied else rng.randrange(101)
            clause(g, 3 + weight, (t[0], j[value]))
    for p, q in itertools.permutations(range(people), 2):
        clause(g, 2, (variable(g)[0], persons[p][0][0], persons[q][0][1]))
    return g


def from_edges(n, edges):
    g = Graph()
    g.colors = [0] * n
    g.edges = list(edges)
    return g


def regular(n, d, seed):
    rng = random.Random(seed)
    while True:
        stubs = [v for v in range(n) for _ in range(d)]
        rng.shuffle(stubs)
        edges = {tuple(sorted(e)) for e in zip(stubs[::2], stubs[1::2])}
        loops = sum(u == v for u, v in edges)
        if loops == 0 and len(edges) == n * d // 2:
            return from_edges(n, edges)
        if n > 200:  # drop the few bad ones: nearly regular is as good
            return from_edges(n, [e for e in edges if e[0] != e[1]])


def cfi(base, twisted):
    g, ends = Graph(), {}
    rows = {}
    for u, v in base.edges:
        rows.setdefault(u, []).append(v)
        rows.setdefault(v, []).append(u)
    for v, row in rows.items():
        for w in row:
            ends[v, w] = (g.vertex(), g.vertex())
    for v, row in rows.items():
        for bits in itertools.product((0, 1), repeat=len(row)):
            if sum(bits) % 2 == 0:
                inner = g.vertex()
                for w, bit in zip(row, bits):
                    g.edge(inner, ends[v, w][bit])
    for i, (u, v) in enumerate(base.edges):
        flip = 1 if twisted and i == 0 else 0
        g.edge(ends[u, v][0], ends[v, u][flip])
        g.edge(ends[u, v][1], ends[v, u][1 - flip])
    return g


def miyazaki(k):
    """The multigraph ladder of Miyazaki as a CFI graph: a cycle of 2k vertices with every second edge doubled."""
    g, ends = Graph(), {}
    edges = []
    for i in range(k):
        edges += [(2 * i, 2 * i + 1, 0), (2 * i, 2 * i + 1, 1), (2 * i + 1, (2 * i + 2) % (2 * k), 0)]
    rows = {}
    for e in edges:
        rows.setdefault(e[0], []).append(e)
        rows.setdefault(e[1], []).append(e)
    for v, row in rows.items():
        for e in row:
            ends[v, e] = (g.vertex(), g.vertex())
    for v, row in rows.items():
        for bits in itertools.product((0, 1), repeat=len(row)):
            if sum(bits) % 2 == 0:
                inner = g.vertex()
                for e, bit in zip(row, bits):
                    g.edge(inner, ends[v, e][bit])
    for e in edges:
        g.edge(ends[e[0], e][0], ends[e[1], e][0])
        g.edge(ends[e[0], e][1], ends[e[1], e][1])
    return g


def plane(q):
    """PG(2, q) for a prime q."""
    points = [(1, x, y) for x in range(q) for y in range(q)] + [(0, 1, x) for x in range(q)] + [(0, 0, 1)]
    n = len(points)
    return from_edges(2 * n, ((i, n + j) for i, p in enumerate(points) for j, l in enumerate(points)
                              if sum(a * b for a, b in zip(p, l)) % q == 0))


def affine_plane_net(q, classes, verticals=False):
    """Points of AG(2, q), q prime, and the lines of some parallel classes."""
    g = Graph()
    point = {(x, y): g.vertex() for x in range(q) for y in range(q)}
    for slope in range(classes):
        for c in range(q):
            line = g.vertex()
            for x in range(q):
                g.edge(line, point[x, (slope * x + c) % q])
    for x in range(q if verticals else 0):
        line = g.vertex()
        for y in range(q):
            g.edge(line, point[x, y])
    return g


def latin(square):
    k = len(square)
    cells = [(i, j, square[i][j]) for i in range(k) for j in range(k)]
    return from_edges(k * k, ((a, b) for a in range(k * k) for b in range(a)
                              if any(x == y for x, y in zip(cells[a], cells[b]))))


def steiner_triple(n):
    """Bose's Steiner triple system for n = 3 mod 6, blocks adjacent when they meet."""
    m = n // 3
    half = (m + 1) // 2
    blocks = [((x, 0), (x, 1), (x, 2)) for x in range(m)]
    for k in range(3):
        blocks += [((x, k), (y, k), ((x + y) * half % m, (k + 1) % 3)) for x in range(m) for y in range(x)]
    sets = [set(b) for b in blocks]
    return from_edges(len(sets), ((a, b) for a in range(len(sets)) for b in range(a) if sets[a] & sets[b]))


def hadamard(rows):
    """A matrix of bits for signs: two vertices for each row and column."""
    g, n = Graph(), len(rows)
    r = [[g.vertex(), g.vertex()] for _ in range(n)]
    c = [[g.vertex(), g.vertex()] for _ in range(n)]
    for i in range(n):
        g.edge(*r[i])
        g.edge(*c[i])
        for j in range(n):
            sign = rows[i][j]
            g.edge(r[i][0], c[j][sign])
            g.edge(r[i][1], c[j][1 - sign])
    return g


def copies(g, k):
    big = Graph()
    for _ in range(k):
        big.plus(g)
    return big


def tree(n, arity=None):
    rng = random.Random(n)
    return from_edges(n, ((v, (v - 1) // arity if arity else rng.randrange(v)) for v in range(1, n)))


def grid(sizes, wrap):
    g = Graph()
    at = {p: g.vertex() for p in itertools.product(*map(range, sizes))}
    for p, v in at.items():
        for i, size in enumerate(sizes):
            if p[i] + 1 < size or wrap:
                g.edge(v, at[p[:i] + ((p[i] + 1) % size,) + p[i + 1:]])
    return g


class Field:
    """The field with p or p^2 elements, as numbers a + b p for a + b t with t^2 = c1 t + c0."""

    def __init__(self, p, degree):
        self.p, self.q = p, p ** degree
        self.c1, self.c0 = next((c1, c0) for c1 in range(p) for c0 in range(1, p)
                                if all((x * x - c1 * x - c0) % p for x in range(p)))
        self.mul = [[self._times(x, y) for y in range(self.q)] for x in range(self.q)]
        self.inverse = [0] + [self.mul[x].index(1) for x in range(1, self.q)]
        self.minus = [(-x) % p + (-(x // p)) % p * p for x in range(self.q)]
        self.plus = [[(x + y) % p + (x // p + y // p) % p * p for y in range(self.q)] for x in range(self.q)]

    def _times(self, x, y):
        (b, a), (d, c), p = divmod(x, self.p), divmod(y, self.p), self.p
        return (a * c + b * d * self.c0) % p + (a * d + b * c + b * d * self.c1) % p * p


def translation_plane(n, plus, times):
    """The projective plane over a quasifield of n elements: lines y = x m + b, x = c and the one at infinity."""
    g = Graph()
    point = [[g.vertex() for _ in range(n)] for _ in range(n)]
    slope = [g.vertex() for _ in range(n + 1)]
    far = g.vertex()
    for v in slope:
        g.edge(far, v)
    for m in range(n):
        for b in range(n):
            line = g.vertex()
            g.edge(line, slope[m])
            for x in range(n):
                g.edge(line, point[x][plus(times(x, m), b)])
    for x in range(n):
        line = g.vertex()
        g.edge(line, slope[n])
        for y in range(n):
            g.edge(line, point[x][y])
    return g


def hall_plane(p, degree=1):
    """Hall's plane of order q^2 for q = p^degree: a quadratic extension of GF(q) with Hall's product."""
    f = Field(p, degree)
    q, plus, mul = f.q, f.plus, f.mul
    r, s = next((r, s) for r in range(q) for s in range(1, q)
                if all(plus[mul[x][x]][plus[f.minus[mul[r][x]]][f.minus[s]]] for x in range(q)))

    def add(x, y):
        return plus[x % q][y % q] + plus[x // q][y // q] * q

    def times(x, m):
        (b, a), (d, c) = divmod(x, q), divmod(m, q)
        if d == 0:
            return mul[a][c] + mul[b][c] * q
        value = plus[mul[c][c]][plus[f.minus[mul[r][c]]][f.minus[s]]]
        first = plus[mul[a][c]][f.minus[mul[mul[b][f.inverse[d]]][value]]]
        second = plus[mul[a][d]][plus[f.minus[mul[b][c]]][mul[b][r]]]
        return first + second * q

    return translation_plane(q * q, add, times)


def affine_geometry(q):
    """AG(2, q), q prime: points and lines."""
    return affine_plane_net(q, q, verticals=True)


def sylvester(n):
    return [[bin(i & j).count("1") % 2 for j in range(n)] for i in range(n)]


def paley_hadamard(q):
    """Paley's first matrix of order q + 1 for a prime q = 3 mod 4, as bits."""
    squares = {x * x % q for x in range(1, q)}
    rows = [[0] * (q + 1)]
    for i in range(q):
        rows.append([1] + [1 if i == j else 0 if (j - i) % q in squares else 1 for j in range(q)])
    return rows


def switched(rows):
    """An inequivalent matrix of the same order: in a closed quadruple of rows a quarter of the columns is negated."""
    n = len(rows)
    quarter = [j for j in range(n) if rows[0][j] == rows[1][j] == rows[2][j] == rows[3][j]]
    result = [row[:] for row in rows]
    for i in range(4):
        for j in quarter:
            result[i][j] ^= 1
    return result


def switched_latin(k, seed):
    """The cyclic Latin square with some 2x2 subsquares turned."""
    rng = random.Random(seed)
    square = [[(i + j) % k for j in range(k)] for i in range(k)]
    for _ in range(20 * k):
        i, j, a, b = rng.randrange(k), rng.randrange(k), rng.randrange(k), rng.randrange(k)
        if i != j and a != b and square[i][a] == square[j][b] and square[i][b] == square[j][a]:
            square[i][a], square[i][b] = square[i][b], square[i][a]
            square[j][a], square[j][b] = square[j][b], square[j][a]
    return square


def random_latin(k, seed):
    """A random Latin square by random perfect matchings, row after row."""
    rng = random.Random(seed)
    left = [set(range(k)) for _ in range(k)]
    square = []
    for _ in range(k):
        row, owner = [None] * k, {}

        def place(col, seen):
            symbols = list(left[col])
            rng.shuffle(symbols)
            for s in symbols:
                if s not in seen:
                    seen.add(s)
                    if s not in owner or place(owner[s], seen):
                        owner[s] = col
                        row[col] = s
                        return True
            return False

        columns = list(range(k))
        rng.shuffle(columns)
        for col in columns:
            place(col, set())
        for col in range(k):
            left[col].discard(row[col])
        square.append(row)
    return square


def subsets(n, k, adjacent):
    """k-subsets of n points, adjacent by the size of their intersection."""
    sets = [set(s) for s in itertools.combinations(range(n), k)]
    return from_edges(len(sets), ((a, b) for a in range(len(sets)) for b in range(a)
                                  if adjacent(len(sets[a] & sets[b]))))


def rook(k):
    return from_edges(k * k, ((i * k + j, i * k + m) for i in range(k) for j in range(k) for m in range(j))).plus_edges(
        (i * k + j, m * k + j) for i in range(k) for j in range(k) for m in range(i))


def paley(q):
    squares = {x * x % q for x in range(1, q)}
    return from_edges(q, ((i, j) for i in range(q) for j in range(i) if (i - j) % q in squares))


def symplectic(m, q):
    """The strongly regular graph of orthogonality on the points of PG(2m - 1, q), q prime."""
    points = [v for v in itertools.product(range(q), repeat=2 * m)
              if any(v) and next(x for x in v if x) == 1]
    return from_edges(len(points), ((i, j) for i, u in enumerate(points) for j, v in enumerate(points[:i])
                                    if sum(u[2 * k] * v[2 * k + 1] - u[2 * k + 1] * v[2 * k] for k in range(m)) % q == 0))


def shrikhande_copies(k):
    """k disjoint copies of the Shrikhande graph and k of the 4x4 rook's graph."""
    steps = ((0, 1), (1, 0), (1, 1))
    one = from_edges(16, ((4 * i + j, (i + a) % 4 * 4 + (j + b) % 4) for i in range(4) for j in range(4) for a, b in steps))
    return union(copies(one, k), copies(rook(4), k))


def union(a, b):
    return from_edges(0, ()).plus(a).plus(b)


def hypercube(d):
    return from_edges(1 << d, ((v, v ^ 1 << i) for v in range(1 << d) for i in range(d) if not v >> i & 1))


def multipede(n, seed):
    """A shrunken multipede (Neuen and Schweitzer 2017): pairs, and four vertices per random triple of pairs."""
    rng, g = random.Random(seed), Graph()
    pairs = [(g.vertex(), g.vertex()) for _ in range(n)]
    for _ in range(n):
        triple = rng.sample(pairs, 3)
        for bits in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
            inner = g.vertex(1)
            for pair, bit in zip(triple, bits):
                g.edge(inner, pair[bit])
    return g


def blown_up_cycle(k, t):
    """A cycle of k cliques' complements: every vertex replaced by t twins."""
    return from_edges(k * t, ((i * t + a, (i + 1) % k * t + b) for i in range(k) for a in range(t) for b in range(t)))


def subdivided(g, parts):
    """Every edge becomes a path of that many edges."""
    result = Graph()
    result.colors = list(g.colors)
    for u, v in g.edges:
        for _ in range(parts - 1):
            w = result.vertex()
            result.edge(u, w)
            u = w
        result.edge(u, v)
    return result


def triangular_strip(k):
    """A tower of k layers of 3-regular gadgets: many long cycles, few symmetries."""
    return from_edges(3 * k, [(3 * i + a, 3 * i + b) for i in range(k) for a, b in ((0, 1), (1, 2), (0, 2))]
                      + [(3 * i + a, 3 * i + 3 + a) for i in range(k - 1) for a in range(3)])


def generalized_petersen(n, k):
    return from_edges(2 * n, [(i, (i + 1) % n) for i in range(n)] + [(i, n + i) for i in range(n)]
                      + [(n + i, n + (i + k) % n) for i in range(n)])
