#!/usr/bin/env python3
"""Writes graphs of known families as gzipped DIMACS files, for compare_solvers.py.

Usage: make_graphs.py FOLDER [--only REGEX]

Model graphs have a hub per variable, a vertex per (variable, value) joined to its hub, and a vertex per clause coloured by
its weight and joined to its literals. Everything is drawn from fixed seeds.
"""
import argparse
import itertools
import pathlib
import re

from graph_families import *  # noqa: F403


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
    "hadamard64": lambda: hadamard(sylvester(64)),
    "reg4_2000": lambda: regular(2000, 4, 3),
    "reg3_20_x1000": lambda: copies(regular(20, 3, 4), 1000),
    "tree_binary_131071": lambda: tree(131071, 2),
    "tree_random_200000": lambda: tree(200_000),
    "star_1000000": lambda: from_edges(1_000_001, ((0, v) for v in range(1, 1_000_001))),
    "empty_1000000": lambda: from_edges(1_000_000, ()),
    "cycle_100000": lambda: from_edges(100_000, ((v, (v + 1) % 100_000) for v in range(100_000))),
    "torus_4d_12": lambda: grid((12, 12, 12, 12), True),
    "grid_300": lambda: grid((300, 300), False),
    "torus_3d_30": lambda: grid((30, 30, 30), True),
    "js50": lambda: job_search(50),
    "js400": lambda: job_search(400),
    "sc300": lambda: student_curriculum(300),
    "sc30000": lambda: student_curriculum(30_000),
    "reg3_30000": lambda: regular(30_000, 3, 5),
    "reg10_1000": lambda: regular(1000, 10, 6),
    "cubic_petersen_5000": lambda: generalized_petersen(5000, 2),
    "prism_5000": lambda: triangular_strip(5000),
    "subdivided_reg3_x30": lambda: subdivided(regular(1000, 3, 7), 30),
    "subdivided_k6_x40": lambda: subdivided(from_edges(6, itertools.combinations(range(6), 2)), 40),
    "hall9": lambda: hall_plane(3),
    "hall25": lambda: hall_plane(5),
    "hall49": lambda: hall_plane(7),
    "plane31": lambda: plane(31),
    "affine23": lambda: affine_geometry(23),
    "net11_3": lambda: affine_plane_net(11, 3),
    "hadamard_paley_84": lambda: hadamard(paley_hadamard(83)),
    "hadamard_switched_64": lambda: hadamard(switched(sylvester(64))),
    "hadamard128": lambda: hadamard(sylvester(128)),
    "latin_switched_20": lambda: latin(switched_latin(20, 8)),
    "latin_random_20": lambda: latin(random_latin(20, 9)),
    "latin_random_30": lambda: latin(random_latin(30, 10)),
    "latin_z16": lambda: latin([[i ^ j for j in range(16)] for i in range(16)]),
    "sts69": lambda: steiner_triple(69),
    "kneser10_4": lambda: subsets(10, 4, lambda common: common == 0),
    "johnson12_4": lambda: subsets(12, 4, lambda common: common == 3),
    "triangular40": lambda: subsets(40, 2, lambda common: common == 1),
    "rook30": lambda: rook(30),
    "paley757": lambda: paley(757),
    "symplectic_4_5": lambda: symplectic(2, 5),
    "symplectic_6_3": lambda: symplectic(3, 3),
    "shrikhande_rook_x50": lambda: shrikhande_copies(50),
    "hypercube12": lambda: hypercube(12),
    "hypercube15": lambda: hypercube(15),
    "multipede_500": lambda: multipede(500, 11),
    "multipede_2000": lambda: multipede(2000, 12),
    "twins_200x20": lambda: blown_up_cycle(200, 20),
    "latin_x20": lambda: copies(latin(switched_latin(8, 13)), 20),
    "cfi_30_x20": lambda: copies(cfi(regular(30, 3, 14), False), 20),
    "k1000": lambda: from_edges(1000, itertools.combinations(range(1000), 2)),
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
