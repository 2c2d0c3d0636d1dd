#!/usr/bin/env python3
"""Times Orbifold, bliss, Traces and sparse nauty side by side on a folder of DIMACS graphs.

Usage: compare_solvers.py FOLDER [--orbifold BIN] [--canonical] [--warm-up S] [--timeout S] [--only REGEX] [--markdown]
                          [--bliss-clock LIBRARY]

FOLDER holds NAME.dimacs or NAME.dimacs.gz files (p edge N M / n v colour / e u v). Orders are compared with those of
bliss and Traces and, if FOLDER holds one, with orders.csv (graph,vertices,edges,order). Needs Debian's packages bliss
and nauty. Seconds are CPU times without reading the input: bliss's own total less its reading (resolution 10 ms; with
--bliss-clock the best of several searches in one process, see bliss_clock.c), dreadnaut's cpu time (averaged over 50 runs
when below 0.1 s), Orbifold's best CPU time of its repetitions in one JVM.
With --peers FILE what the peers gave is kept in FILE (JSON), and read from there when a graph comes again.
"""
import argparse
import csv
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def read_dimacs(path):
    """The number of vertices, the colours and the edges (0-based)."""
    opener = gzip.open if path.suffix == ".gz" else open
    n, colors, edges = 0, {}, []
    with opener(path, "rt") as lines:
        for line in lines:
            f = line.split()
            if not f:
                continue
            if f[0] == "p":
                n = int(f[2])
            elif f[0] == "n":
                colors[int(f[1]) - 1] = int(f[2])
            elif f[0] == "e":
                edges.append((int(f[1]) - 1, int(f[2]) - 1))
    return n, colors, edges


def write_plain(path, n, colors, edges):
    """bliss reads no gzip."""
    with open(path, "w") as out:
        out.write(f"p edge {n} {len(edges)}\n")
        out.writelines(f"n {v + 1} {c}\n" for v, c in colors.items())
        out.writelines(f"e {u + 1} {v + 1}\n" for u, v in edges)


def write_dreadnaut(path, n, colors, edges, mode, canonical):
    rows = [[] for _ in range(n)]
    for u, v in edges:
        rows[min(u, v)].append(max(u, v))
    cells = {}
    for v in range(n):
        cells.setdefault(colors.get(v, 0), []).append(v)
    with open(path, "w") as out:
        out.write(f"{mode} -a -m {'c' if canonical else '-c'} M=1/1 n={n} g\n")
        for v in range(n):
            out.write(f"{v}: {' '.join(map(str, rows[v]))};\n")
        out.write(".\n")
        parts = ["\n".join(map(str, cells[c])) for c in sorted(cells)]
        out.write("f=[" + "|\n".join(parts) + "]\nx\nq\n")


def run(command, timeout, stdin=None, env=None, errors=subprocess.PIPE):
    try:
        done = subprocess.run(command, stdin=stdin, stdout=subprocess.PIPE, stderr=errors, text=True, timeout=timeout,
                              check=False, env=env)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else ""


def bliss(plain, canonical, timeout, clock):
    """Seconds and order."""
    command = ["bliss", "-v=2"] + (["-can"] if canonical else []) + [str(plain)]
    env = {**os.environ, "LD_PRELOAD": str(clock.resolve())} if clock else None
    out = run(command, timeout, env=env, errors=subprocess.STDOUT) or ""
    total = re.search(r"Total time:\s+([0-9.]+)", out)
    reading = re.search(r"Graph read in ([0-9.]+)", out)
    order = re.search(r"\|Aut\|:\s+([0-9]+)", out)
    if not total:
        return None, None
    timed = re.search(r"bliss_clock best ([0-9.]+)", out)
    seconds = float(timed.group(1)) if timed else max(0.0, float(total.group(1)) - float(reading.group(1)))
    return seconds, scientific(order.group(1)) if order else None


def dreadnaut(script, timeout):
    """Seconds and order of one run, and if that was short fifty more for the average."""
    seconds, order = None, None
    for runs in ("M=1/1", "M=50/1"):
        script.write_text(script.read_text().replace("M=1/1", runs, 1))
        with open(script) as stdin:
            out = run(["dreadnaut"], timeout, stdin)
        found = re.search(r"cpu time = ([0-9.]+) seconds", out or "")
        seconds = float(found.group(1)) if found else None
        found = re.search(r"grpsize=([0-9.e]+)", out or "")
        order = from_dreadnaut(found.group(1)) if found else None
        if seconds is None or seconds > 0.1:
            break
    return seconds, order


def from_dreadnaut(text):
    """dreadnaut writes small orders out and large ones as 1.234567e89 with the digits rounded."""
    if "e" in text:
        mantissa, exponent = text.split("e")
        return f"{float(mantissa):.6f}e{int(exponent)}"
    return scientific(text)


def peers(n, colors, edges, args):
    """Name, seconds and order of each peer."""
    result = []
    with tempfile.TemporaryDirectory() as scratch:
        plain = pathlib.Path(scratch) / "graph.dimacs"
        write_plain(plain, n, colors, edges)
        result.append(("bliss", *bliss(plain, args.canonical, args.timeout, args.bliss_clock)))
        script = pathlib.Path(scratch) / "graph.dre"
        for name, mode in (("Traces", "At"), ("nauty", "As"))[:2 if args.nauty else 1]:
            write_dreadnaut(script, n, colors, edges, mode, args.canonical)
            result.append((name, *dreadnaut(script, args.timeout)))
    return result


def orbifold(binary, path, canonical, warm_up, timeout):
    """A few runs to see how long one takes, then as many in one JVM as take the warm-up time, 5 to 20000."""
    repeat, result = 3, None
    for _ in range(2):
        command = [binary, "automorphisms", str(path), "--json", "--repeat", str(repeat)]
        out = run(command + (["--canonical"] if canonical else []), timeout * 3 + warm_up)
        if not out:
            return None, None
        result = json.loads(out)
        repeat = max(5, min(20000, int(warm_up / result["seconds"])))
    return result["cpuSeconds"], result["order"]


def scientific(order):
    """Seven significant digits, truncated as orders.csv has them up to rounding."""
    return f"{int(order[:12]) / 10 ** (min(len(order), 12) - 1):.6f}e{len(order) - 1}"


def close(a, b):
    if a.split("e")[1] != b.split("e")[1]:
        return False
    # dreadnaut multiplies floating-point numbers: the last digits of orders with thousands of factors are off
    return abs(float(a.split("e")[0]) - float(b.split("e")[0])) < 2e-4


def verdict(order, claims):
    """The order with the claims of others that it agrees or disagrees with."""
    if order is None:
        return "-", False
    text = scientific(order)
    wrong = [f"{who} says {claim}" for who, claim in claims if not close(text, claim)]
    if wrong:
        return f"{text} WRONG: {', '.join(wrong)}", True
    return f"{text} ok" if claims else text, False


def show(seconds):
    if seconds is None:
        return "t/o"
    return f"{seconds:.5f}" if seconds < 0.01 else f"{seconds:.4f}" if seconds < 1 else f"{seconds:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--orbifold", help="the installed program, experiments/build/install/orbifold/bin/orbifold")
    parser.add_argument("--canonical", action="store_true")
    parser.add_argument("--warm-up", type=float, default=4, help="seconds of repetitions in Orbifold's JVM")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--skip-peers", action="store_true")
    parser.add_argument("--nauty", action="store_true", help="also sparse nauty")
    parser.add_argument("--peers", type=pathlib.Path, help="a file that keeps the peers' times")
    parser.add_argument("--bliss-clock", type=pathlib.Path, help="a library made of bliss_clock.c")
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    known = {}
    if (args.folder / "orders.csv").exists():
        with open(args.folder / "orders.csv") as rows:
            known = {row["graph"]: row["order"] for row in csv.DictReader(rows)}
    kept = json.loads(args.peers.read_text()) if args.peers and args.peers.exists() else {}
    header = ["graph", "vertices", "edges", "Orbifold", "bliss", "Traces"] + (["nauty"] if args.nauty else [])
    header += ["ratio to the better of bliss and Traces", "order"]
    print(("| " + " | ".join(header) + " |\n|" + "---|" * len(header)) if args.markdown else "\t".join(header))
    wrong = 0
    for path in sorted(args.folder.glob("*.dimacs*")):
        name = path.name.split(".")[0]
        if not re.search(args.only, name):
            continue
        key = f"{name}{'-can' if args.canonical else ''}"
        if key not in kept:
            n, colors, edges = read_dimacs(path)
            kept[key] = [n, len(edges), [] if args.skip_peers else peers(n, colors, edges, args)]
            if args.peers and not args.skip_peers:
                args.peers.write_text(json.dumps(kept))
        n, m, others = kept[key]
        own, order = None, None
        if args.orbifold:
            own, order = orbifold(args.orbifold, path, args.canonical, args.warm_up, args.timeout)
        # bliss's own clock ticks every 10 ms: less than two ticks say nothing where Traces was faster anyhow or unknown
        tick = 0 if args.bliss_clock else 0.01
        times = [t for who, t, _ in others if t is not None and (who == "Traces" or who == "bliss" and t > tick)]
        best = min(times, default=None)
        ratio = f"{own / max(best, 1e-5):.2f}" if own is not None and best is not None else "-"
        claims = [(who, claim) for who, _, claim in others if claim]
        text, bad = verdict(order, claims + ([("orders.csv", known[name])] if name in known else []))
        wrong += bad
        cells = [name, str(n), str(m), show(own)] + [show(t) for _, t, _ in others] + [ratio, text]
        print(("| " + " | ".join(cells) + " |") if args.markdown else "\t".join(cells), flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
