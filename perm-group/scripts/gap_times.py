#!/usr/bin/env python3
"""Times GAP on a folder of .grp files: order of a fresh group (best of N), membership and uniform elements.

Usage: gap_times.py FOLDER [--limit SECONDS] [--repeat N] [--only NAME,NAME] > gap.csv

Output: CSV name,degree,order,order_ms,member_us,random_us,replacement_us (an empty field: over the time limit).
Needs `gap` on the PATH; nothing in the build depends on this script.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile


def read(path):
    lines = [line for line in path.read_text().splitlines()]
    name, degree = lines[0].split()[:2]
    return name, int(degree), [line for line in lines[1:] if line.strip()]


def to_gap(line):
    """1-based GAP expression of one permutation line."""
    line = line.strip()
    if line.startswith("("):
        cycles = [c.strip("( ").replace(",", " ").split() for c in line.split(")") if c.strip()]
        return "".join("(" + ",".join(str(int(p) + 1) for p in c) + ")" for c in cycles if c) or "()"
    return "PermList([" + ",".join(str(int(p) + 1) for p in line.replace(",", " ").split()) + "])"


SCRIPT = r"""
best := -1; size := 0;
spent := 0; rounds := 0;
while rounds < @REPEAT@ and (rounds = 0 or spent < 20000000000) do
  fresh := List(gens, x -> PermList(ListPerm(x, @DEGREE@)));
  GASMAN("collect");
  t := NanosecondsSinceEpoch();
  g := Group(fresh, ());
  size := Size(g);
  t := NanosecondsSinceEpoch() - t;
  spent := spent + t; rounds := rounds + 1;
  if best < 0 or t < best then best := t; fi;
od;
# Python's int() and GAP's printing of huge integers: write in pieces without line breaks.
Print("RESULT order ", String(size), "\n");
Print("RESULT order_ns ", String(best), "\n");
rate := function(f)
  local n, t, i;
  n := 1;
  while true do
    t := NanosecondsSinceEpoch();
    for i in [1 .. n] do f(); od;
    t := NanosecondsSinceEpoch() - t;
    if t > 200000000 then return Float(t / n / 1000); fi;
    n := n * 2;
  od;
end;
elements := List([1 .. 20], i -> Random(g));
i := 0;
Print("RESULT member_us ", rate(function() i := i mod 20 + 1; return elements[i] in g; end), "\n");
Print("RESULT random_us ", rate(function() return Random(g); end), "\n");
if Size(fresh) > 0 then
  PseudoRandom(g);
  Print("RESULT replacement_us ", rate(function() return PseudoRandom(g); end), "\n");
fi;
QUIT_GAP();
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    print("name,degree,order,order_ms,member_us,random_us,replacement_us", flush=True)
    for path in sorted(pathlib.Path(options.folder).glob("*.grp")):
        name, degree, generators = read(path)
        if only and name not in only:
            continue
        program = "gens := [" + ",\n".join(to_gap(g) for g in generators) + "];\n"
        program += SCRIPT.replace("@REPEAT@", str(options.repeat)).replace("@DEGREE@", str(degree))
        with tempfile.NamedTemporaryFile("w", suffix=".g") as file:
            file.write(program)
            file.flush()
            values = {}
            try:
                done = subprocess.run(["gap", "-q", "-A", "-r", "-o", "4g", "--nointeract", file.name],
                                      capture_output=True, text=True, timeout=options.limit)
                text = done.stdout
                if "RESULT order " not in text:
                    print(name, done.stdout[-500:], done.stderr[-500:], file=sys.stderr)
            except subprocess.TimeoutExpired as expired:
                text = (expired.stdout or b"").decode()
            for line in text.replace("\\\n", "").splitlines():
                if line.startswith("RESULT "):
                    key, value = line.split()[1:3]
                    values[key] = value
            order_ms = "%.3f" % (int(values["order_ns"]) / 1e6) if "order_ns" in values else ""
            short = values.get("order", "")
            if len(short) > 30:
                short = "%s...(%d digits)" % (short[:12], len(short))
            print(",".join([name, str(degree), short, order_ms] + [
                values.get(k, "")[:8] for k in ("member_us", "random_us", "replacement_us")]), flush=True)


if __name__ == "__main__":
    main()
