#!/usr/bin/env python3
"""Side by side with GAP, group by group: Orbifold in one warm JVM, then GAP, and both again, three times in all; the best
of each counts. So a machine that slows down for some seconds does not decide who wins.

Usage: compare.py FOLDER [--only NAME,NAME] [--limit SECONDS] [--rounds N] > comparison.md
"""
import argparse
import math
import pathlib
import subprocess
import sys
import time

import gap_times

HERE = pathlib.Path(__file__).resolve().parent
WARM_UP_SECONDS = 10
KEYS = ("order_ms", "member_us", "random_us")


class Orbifold:
    """The JVM that measures; one line to it, one line of CSV from it."""

    def __init__(self):
        self.process = subprocess.Popen([str(HERE / "run.sh"), "GroupTimes"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def ask(self, what, path):
        print(what, path, file=self.process.stdin, flush=True)
        name, degree, order, *figures = self.process.stdout.readline().strip().split(",")
        return {"name": name, "degree": degree, "order": order,
                **dict(zip(KEYS + ("bare_us",), map(float, figures)))}


def cell(value, digits=3):
    return "" if value is None else f"{value:.{digits}g}"


def row(ours, gap, limit, ratios):
    cells = [ours["name"], ours["degree"]]
    for key in KEYS:
        a, b = ours[key], gap.get(key)
        cells += [cell(a), cell(b) if b is not None else f"over {limit:g} s" if key == "order_ms" else "",
                  cell(b / a) if b else ""]
        if b:
            ratios[key].append((b / a, ours["name"], a, b))
    return "| " + " | ".join(cells + [cell(ours["bare_us"])]) + " |"


def summary(ratios):
    order = ratios["order_ms"]
    print(f"\nTime to order, groups that GAP finishes: Orbifold {sum(r[2] for r in order):.0f} ms, "
          f"GAP {sum(r[3] for r in order):.0f} ms in total.")
    slow = [r for r in order if r[3] > 5]
    if slow:
        print(f"Worst of the {len(slow)} groups that take GAP over 5 ms: {min(slow)[1]}, "
              f"GAP/Orbifold = {min(slow)[0]:.2f}.")
    for key, what in zip(KEYS[1:], ("Membership", "Uniform elements")):
        found = ratios[key]
        if found:
            mean = math.exp(sum(math.log(r[0]) for r in found) / len(found))
            below = sorted(r for r in found if r[0] < 5)
            print(f"{what}: GAP/Orbifold geometric mean {mean:.1f}, lowest {min(found)[0]:.2f} ({min(found)[1]}); "
                  f"below 5 on {len(below)} of {len(found)} groups"
                  + "".join(f", {r[1]} {r[0]:.1f}" for r in below) + ".")


def measure(orbifold, path, options):
    """The best of some rounds, of each; GAP gets no second round on a group that it does not finish."""
    ours, gap = {}, {}
    for number in range(options.rounds):
        keep_best(ours, orbifold.ask("time", path))
        if number == 0 or "random_us" in gap:
            keep_best(gap, gap_times.measure(path, options.limit))
    return ours, gap


def keep_best(best, found):
    for key, value in found.items():
        best[key] = min(best[key], value) if key in best and isinstance(value, float) else value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    paths = [p for p in sorted(pathlib.Path(options.folder).glob("*.grp")) if not only or p.stem in only]
    orbifold = Orbifold()
    start = time.monotonic()
    # A few groups need more than one passage until all that they use is compiled.
    while paths and time.monotonic() - start < WARM_UP_SECONDS:
        for path in paths:
            orbifold.ask("warm", path)
    print("| group | degree | order: Orbifold ms | GAP ms | GAP/Orbifold | member: Orbifold µs | GAP µs | ratio "
          "| uniform: Orbifold µs | GAP µs | ratio | uniform into an array: µs |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    ratios = {key: [] for key in KEYS}
    for path in paths:
        ours, gap = measure(orbifold, path, options)
        if gap.get("order") and gap["order"] != ours["order"]:
            sys.exit(f"{path}: order {ours['order']}, but GAP says {gap['order']}")
        print(row(ours, gap, options.limit, ratios), flush=True)
    summary(ratios)


if __name__ == "__main__":
    main()
