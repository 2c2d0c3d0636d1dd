"""Times GAP on a .grp file: order of a fresh group, membership and uniform elements, once each.

Used by compare.py. Needs `gap` on the PATH; nothing in the build depends on this script.
"""
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
spent := 0; runs := 0;
# The first run may have to load code: up to three, if they are short.
while runs < 3 and spent < 1000000000 do
  fresh := List(gens, x -> PermList(ListPerm(x, @DEGREE@)));
  GASMAN("collect");
  t := NanosecondsSinceEpoch();
  g := Group(fresh, ());
  size := Size(g);
  t := NanosecondsSinceEpoch() - t;
  spent := spent + t; runs := runs + 1;
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
    if t > 50000000 then
      return Float(t / n / 1000);
    fi;
    n := n * 2;
  od;
end;
elements := List([1 .. 20], i -> Random(g));
i := 0;
Print("RESULT member_us ", rate(function() i := i mod 20 + 1; return elements[i] in g; end), "\n");
Print("RESULT random_us ", rate(function() return Random(g); end), "\n");
QUIT_GAP();
"""


def measure(path, limit):
    """What GAP needs on one file: order (brief), order_ms, member_us, random_us; what the limit cut off is missing."""
    _, degree, generators = read(path)
    program = "gens := [" + ",\n".join(to_gap(g) for g in generators) + "];\n"
    program += SCRIPT.replace("@DEGREE@", str(degree))
    with tempfile.NamedTemporaryFile("w", suffix=".g") as file:
        file.write(program)
        file.flush()
        try:
            done = subprocess.run(["gap", "-q", "-A", "-r", "-o", "4g", "--nointeract", file.name],
                                  capture_output=True, text=True, timeout=limit)
            text = done.stdout
            if "RESULT order " not in text:
                print(path, done.stdout[-500:], done.stderr[-500:], file=sys.stderr)
        except subprocess.TimeoutExpired as expired:
            text = (expired.stdout or b"").decode()
    values = dict(line.split()[1:3] for line in text.replace("\\\n", "").splitlines() if line.startswith("RESULT "))
    result = {key: float(values[key]) for key in ("member_us", "random_us") if key in values}
    if "order_ns" in values:
        result["order_ms"] = int(values["order_ns"]) / 1e6
        order = values["order"]
        result["order"] = "%s...(%d digits)" % (order[:12], len(order)) if len(order) > 30 else order
    return result
