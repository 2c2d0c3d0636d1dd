#!/usr/bin/env python3
"""Searches for subgroups beside GAP: perm-group/scripts/searches.py SEED [--limit SECONDS] [--only N,N...] > table.md

Makes 60 cases with a seed (search_cases.g), runs GAP and Orbifold on each, one after the other, with a limit for each run, and writes a table.
Both start from generators and are timed without reading; best of up to three runs on fresh groups, Orbifold in one warm JVM that is started again
after a case that the limit ended. Needs `gap` with primgrp and transgrp, and a built project (./gradlew installDist).
"""
import argparse
import glob
import math
import os
import queue
import subprocess
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")

GAP = r"""
perms := text -> List(Filtered(SplitString(text, ";"), x -> x <> ""), x -> PermList(List(SplitString(x, ","), Int)));;
lists := text -> List(Filtered(SplitString(text, ";"), x -> x <> ""), x -> List(SplitString(x, ","), Int));;
stream := InputTextFile(file);; line := "";;
for i in [0 .. number] do line := Chomp(ReadLine(stream)); od;
fields := SplitString(line, "|");; best := -1;; spent := 0;; runs := 0;; order := 0;;
while runs < 3 and spent < 1000000000 do
  a := perms(fields[4]); b := perms(fields[5]); l := lists(fields[6]);
  GASMAN("collect");
  t := NanosecondsSinceEpoch();
  g := Group(a, ());
  if fields[1] = "set" then h := Stabilizer(g, l[1], OnSets);
  elif fields[1] = "partition" then h := Stabilizer(g, Set(l), OnSetsDisjointSets);
  elif fields[1] = "intersection" then h := Intersection(g, Group(b, ()));
  elif fields[1] = "centralizer" then h := Centralizer(g, Group(b, ()));
  else h := DerivedSubgroup(g); fi;
  order := Size(h);
  t := NanosecondsSinceEpoch() - t;
  spent := spent + t; runs := runs + 1;
  if best < 0 or t < best then best := t; fi;
od;
out := OutputTextUser();; SetPrintFormattingStatus(out, false);;
WriteAll(out, Concatenation("RESULT ", String(best), " ", String(order), "\n"));
QUIT_GAP();
"""


def gap(file, number, limit):
    with tempfile.NamedTemporaryFile("w", suffix=".g") as program:
        program.write(GAP)
        program.flush()
        try:
            done = subprocess.run(["gap", "-q", "-A", "-r", "-o", "3g", "--nointeract", "-c", f'file := "{file}"; number := {number};', program.name],
                                  capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return None
    for row in done.stdout.splitlines():
        if row.startswith("RESULT "):
            _, nanos, order = row.split()
            return float(nanos) / 1e6, order
    raise RuntimeError(f"GAP failed on case {number}: {done.stdout[-500:]} {done.stderr[-500:]}")


class Orbifold:
    """A JVM that has run the cases so far."""

    def __init__(self, file):
        self.file = file
        self.process = None

    def start(self, numbers):
        jars = ":".join(glob.glob(os.path.join(ROOT, "experiments", "build", "install", "orbifold", "lib", "*.jar")))
        self.process = subprocess.Popen(["java", "-XX:+UseSerialGC", "-Xmx2g", "-cp", jars, os.path.join(HERE, "SearchTimes.java"), self.file]
                                        + [str(n) for n in numbers], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.rows = queue.Queue()
        threading.Thread(target=lambda: [self.rows.put(row) for row in self.process.stdout], daemon=True).start()

    def times(self, numbers, limit):
        found = {}
        left = list(numbers)
        while left:
            # A few quick cases first, so that none is measured on cold code.
            warm = numbers[:5] if left != list(numbers) else []
            self.start([n for n in warm if n in found] + left)
            try:
                while left:
                    number, millis, order = self.rows.get(timeout=limit + (10 if len(left) == len(numbers) else 0)).split()
                    if int(number) == left[0]:
                        found[int(number)] = float(millis), order
                        left.pop(0)
            except queue.Empty:
                left.pop(0)
            self.process.kill()
            self.process.wait()
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--only")
    parser.add_argument("--cases", help="keep the cases in this file (made only if it is not there)")
    parser.add_argument("--gap-times", help="keep GAP's times in this file")
    options = parser.parse_args()
    file = options.cases or tempfile.mkstemp(suffix=".txt")[1]
    if not os.path.exists(file) or os.path.getsize(file) == 0:
        subprocess.run(["gap", "-q", "-A", "-r", "-o", "3g", "--nointeract", "-c", f'seed := {options.seed}; out := "{file}";',
                        os.path.join(HERE, "search_cases.g")], check=True)
    rows = open(file).read().splitlines()
    numbers = [int(n) for n in options.only.split(",")] if options.only else list(range(len(rows)))
    theirs = {}
    if options.gap_times and os.path.exists(options.gap_times):
        for row in open(options.gap_times):
            n, *rest = row.split()
            theirs[int(n)] = (float(rest[0]), rest[1]) if rest else None
    for n in numbers:
        if n not in theirs:
            theirs[n] = gap(file, n, options.limit)
            if options.gap_times:
                with open(options.gap_times, "a") as kept:
                    kept.write(f"{n} {theirs[n][0]} {theirs[n][1]}\n" if theirs[n] else f"{n}\n")
    ours = Orbifold(file).times(numbers, options.limit)
    print("| case | kind | group | degree | Orbifold ms | GAP ms | Orbifold/GAP |\n|---|---|---|---|---|---|---|")
    different, over, unfinished, logs = [], [], [], []
    for n in numbers:
        kind, name, degree = rows[n].split("|")[:3]
        us, them = ours.get(n), theirs[n]
        ratio = us[0] / them[0] if us and them else None
        shown = f"{ratio:.2g}" if ratio else ""
        print(f"| {n} | {kind} | {name[:60]} | {degree} | {us[0]:.3g} |" if us else f"| {n} | {kind} | {name[:60]} | {degree} | over {options.limit:.0f} s |",
              f"{them[0]:.3g} | {shown} |" if them else f"over {options.limit:.0f} s | |")
        if us and them and us[1] != them[1]:
            different.append(n)
        if them and not us:
            unfinished.append(n)
        if ratio:
            logs.append(math.log(ratio))
        if ratio and them[0] > 50 and ratio > 3:
            over.append(n)
    print(f"\nOrders that differ: {different or 'none'}. Unfinished in {options.limit:.0f} s where GAP finishes: {unfinished or 'none'}. Over 3 times GAP's time "
          f"where that is over 50 ms: {over or 'none'}. Finished: Orbifold {len(ours)}, GAP {sum(1 for t in theirs.values() if t)} of {len(numbers)}. "
          f"Geometric mean of Orbifold/GAP: {math.exp(sum(logs) / max(1, len(logs))):.2g}.")


main()
