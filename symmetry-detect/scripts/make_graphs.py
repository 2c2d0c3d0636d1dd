#!/usr/bin/env python3
"""Writes graphs of known families as gzipped DIMACS files, for compare_solvers.py.

Usage: make_graphs.py FOLDER [--only REGEX]

Model graphs have a hub per variable, a vertex per (variable, value) joined to its hub, and a vertex per clause coloured by
its weight and joined to its literals. Everything is drawn from fixed seeds.
"""
import argparse
import gzip
import itertools
import pathlib
import random
import re


class Graph:
    def __init__(self):
        self.colors, self.edges = [], []

    def vertex(self, color=0):
        self.colors.append(color)
        return len(self.colors) - 1

    def edge(self, u, v):
        self.edges.append((u, v))

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


def affine_plane_net(q, classes):
    """Points of AG(2, q) and the lines of some parallel classes."""
    g = Graph()
    point = {(x, y): g.vertex() for x in range(q) for y in range(q)}
    for slope in range(classes):
        for c in range(q):
            line = g.vertex()
            for x in range(q):
                g.edge(line, point[x, (slope * x + c) % q])
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


def hadamard(n):
    """Sylvester's matrix of a power of two, rows and columns with signs."""
    g = Graph()
    r = [[g.vertex(), g.vertex()] for _ in range(n)]
    c = [[g.vertex(), g.vertex()] for _ in range(n)]
    for i in range(n):
        g.edge(*r[i])
        g.edge(*c[i])
        for j in range(n):
            sign = bin(i & j).count("1") % 2
            g.edge(r[i][0], c[j][sign])
            g.edge(r[i][1], c[j][1 - sign])
    return g


def copies(g, k):
    big = Graph()
    for i in range(k):
        big.colors += g.colors
        big.edges += [(u + i * len(g.colors), v + i * len(g.colors)) for u, v in g.edges]
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


FAMILIES = {
    "sc1000": lambda: student_curriculum(1000),
    "sc10000": lambda: student_curriculum(10_000),
    "sc100000": lambda: student_curriculum(100_000),
    "sc1000000": lambda: student_curriculum(1_000_000),
    "js200": lambda: job_search(200),
    "js60_tied": lambda: job_search(60, tied=True),
    "js150_tied": lambda: job_search(150, tied=True),
    "cfi_200": lambda: cfi(regular(200, 3, 1), False),
    "cfi_400_twisted": lambda: cfi(regular(400, 3, 2), True),
    "cfi_k7": lambda: cfi(from_edges(7, itertools.combinations(range(7), 2)), True),
    "miyazaki100": lambda: miyazaki(100),
    "miyazaki200": lambda: miyazaki(200),
    "plane19": lambda: plane(19),
    "net17_5": lambda: affine_plane_net(17, 5),
    "latin_z30": lambda: latin([[(i + j) % 30 for j in range(30)] for i in range(30)]),
    "sts45": lambda: steiner_triple(45),
    "hadamard64": lambda: hadamard(64),
    "reg4_2000": lambda: regular(2000, 4, 3),
    "reg3_20_x1000": lambda: copies(regular(20, 3, 4), 1000),
    "tree_binary_131071": lambda: tree(131071, 2),
    "tree_random_200000": lambda: tree(200_000),
    "star_1000000": lambda: from_edges(1_000_001, ((0, v) for v in range(1, 1_000_001))),
    "empty_1000000": lambda: from_edges(1_000_000, ()),
    "cycle_100000": lambda: from_edges(100_000, ((v, (v + 1) % 100_000) for v in range(100_000))),
    "torus_4d_12": lambda: grid((12, 12, 12, 12), True),
    "grid_300": lambda: grid((300, 300), False),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name, make in FAMILIES.items():
        if re.search(args.only, name):
            make().write(args.folder / f"{name}.dimacs.gz")
            print(name, flush=True)


if __name__ == "__main__":
    main()
