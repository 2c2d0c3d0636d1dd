# Makes 60 searches for subgroups, five of each of twelve kinds, from GAP's libraries of groups. Used by searches.py:
# gap -q -A -r -c 'seed := 1; out := "cases.txt";' search_cases.g
# A line is kind|name|degree|generators of a group|of another|lists of points (from 1)|.; generators are lists of images.
LoadPackage("primgrp", false);; LoadPackage("transgrp", false);;
Reset(GlobalMersenneTwister, seed);; Reset(GlobalRandomSource, seed);;
stream := OutputTextFile(out, false);; SetPrintFormattingStatus(stream, false);;

join := function(list, between) return JoinStringsWithSeparator(List(list, String), between); end;;
text := function(group, degree)
  return join(List(GeneratorsOfGroup(group), g -> join(ListPerm(g, degree), ",")), ";");
end;;
add := function(kind, name, degree, a, b, lists)
  WriteAll(stream, Concatenation(kind, "|", name, "|", String(degree), "|", text(a, degree), "|", text(b, degree), "|",
    join(List(lists, l -> join(l, ",")), ";"), "|.\n"));
end;;
pick := list -> list[Random(1, Length(list))];;
conjugate := function(group, degree) return group ^ Random(SymmetricGroup(degree)); end;;
# A primitive group that is no giant.
primitive := function(from, to)
  local degree, group;
  repeat
    degree := Random(from, to);
    group := PrimitiveGroup(degree, Random(1, NrPrimitiveGroups(degree)));
  until not IsNaturalSymmetricGroup(group) and not IsNaturalAlternatingGroup(group) and Size(group) > 1000;
  return group;
end;;
transitive := function(from, to)
  local degree;
  repeat degree := Random(from, to); until degree <> 32;
  return TransitiveGroup(degree, Random(1, NrTransitiveGroups(degree)));
end;;
named := function(group) local n; n := NrMovedPoints(group);
  return Concatenation(ReplacedString(String(Name(group)), "|", "/"), " on ", String(n)); end;;
label := function(group)
  if HasName(group) then return named(group); fi;
  return Concatenation("degree ", String(LargestMovedPoint(group)), " order ", String(Size(group))); end;;
none := Group(());;
# Functions below may name these before they have a value.
l := [];; w := 0;; m := 0;; e := [];; h := none;;
subset := function(degree, size) return Set(Shuffle([1 .. degree]){[1 .. size]}); end;;

for round in [1 .. 5] do
  g := primitive(30, 130); n := LargestMovedPoint(g);
  add("set", label(g), n, g, none, [subset(n, QuoInt(n, Random(2, 5)))]);

  g := primitive(25, 130); n := LargestMovedPoint(g);
  add("intersection", label(g), n, g, conjugate(g, n), []);

  d := Random(3, 7); q := pick([2, 2, 3, 4, 5]);
  while q ^ d > 700 do d := d - 1; od;
  g := Action(GL(d, q), NormedRowVectors(GF(q) ^ d), OnLines); n := LargestMovedPoint(g);
  add("intersection", Concatenation("PGL(", String(d), ",", String(q), ")"), n, g, conjugate(g, n), []);

  k := pick([2, 2, 3]); m := Random(7, 16 - 2 * k);
  g := Action(SymmetricGroup(m), Combinations([1 .. m], k), OnSets); n := LargestMovedPoint(g);
  add("intersection", Concatenation("S", String(m), " on ", String(k), "-sets"), n, g, conjugate(g, n), []);

  g := WreathProduct(transitive(6, 12), transitive(4, 12)); n := LargestMovedPoint(g);
  add("set", Concatenation("wreath product, ", label(g)), n, g, none, [subset(n, QuoInt(n, 3))]);

  g := WreathProduct(transitive(4, 9), transitive(4, 9)); n := LargestMovedPoint(g);
  h := WreathProduct(transitive(4, 9), transitive(4, 9)); n := Maximum(n, LargestMovedPoint(h));
  add("intersection", Concatenation("wreath products, orders ", String(Size(g)), " and ", String(Size(h))), n, g, conjugate(h, n), []);

  g := DirectProduct(pick([AlternatingGroup(5), transitive(6, 10), primitive(11, 24)]), pick([SymmetricGroup(Random(7, 12)), AlternatingGroup(Random(7, 12)), primitive(11, 24)]));
  n := LargestMovedPoint(g); x := [];
  for i in [1 .. Random(1, 2)] do Append(x, [Random(1, n - 6)]); od;
  x := List(Set(x), i -> (i, i + 1, i + 2 + (i mod 2)));
  add("centralizer", Concatenation("product, ", label(g)), n, g, Group(x), []);

  g := primitive(30, 200); n := LargestMovedPoint(g);
  add("centralizer", label(g), n, g, Group(Random(g)), []);

  m := 2 ^ Random(4, 7); g := SylowSubgroup(SymmetricGroup(m), 2); n := m;
  add(pick(["intersection", "set"]), Concatenation("Sylow 2-subgroup of S", String(m)), n, g, conjugate(g, n), [subset(n, QuoInt(n, 3))]);

  g := primitive(24, 100); n := LargestMovedPoint(g); w := pick([2, 3, 4, 5]); l := Shuffle([1 .. n]);
  add("partition", label(g), n, g, none, List([1 .. QuoInt(n, w)], i -> Set(l{[(i - 1) * w + 1 .. i * w]})));

  g := pick([WreathProduct(transitive(5, 12), transitive(5, 20)), WreathProduct(primitive(11, 30), SymmetricGroup(Random(3, 9))),
    SylowSubgroup(SymmetricGroup(2 ^ Random(4, 7)), 2)]); n := LargestMovedPoint(g);
  add("derived", Concatenation("imprimitive, ", label(g)), n, g, none, []);

  # Subdirect: the diagonal of two actions, beside a third group.
  m := Random(6, 10); g := SymmetricGroup(m); a := Action(g, Combinations([1 .. m], 2), OnSets);
  h := GroupHomomorphismByImages(g, a, GeneratorsOfGroup(g), List(GeneratorsOfGroup(g), x -> Permutation(x, Combinations([1 .. m], 2), OnSets)));
  d := DirectProduct(g, a); e := [Embedding(d, 1), Embedding(d, 2)];
  g := Group(List(GeneratorsOfGroup(g), x -> Image(e[1], x) * Image(e[2], Image(h, x)))); 
  d := DirectProduct(g, primitive(11, 30)); n := LargestMovedPoint(d);
  k := m + m * (m - 1) / 2;
  c := Random(SymmetricGroup(n));
  add("intersection", Concatenation("subdirect S", String(m), " times another, degree ", String(n)), n, d, d ^ pick([c, Random(SymmetricGroup(k)), Random(d) * Random(SymmetricGroup(m))]), []);
od;
CloseStream(stream);
QUIT_GAP();
