#!/usr/bin/env python3
"""Joins orbifold.csv and gap.csv into a Markdown table with ratios. Usage: compare.py orbifold.csv gap.csv"""
import csv
import math
import sys


def read(path):
    with open(path) as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def number(row, key):
    return float(row[key]) if row.get(key) else None


def cell(value, digits=3):
    return "" if value is None else f"{value:.{digits}g}"


def main():
    ours, gap = read(sys.argv[1]), read(sys.argv[2])
    keys = ("order_ms", "member_us", "random_us", "replacement_us")
    print("| group | degree | order: Orbifold ms | GAP ms | GAP/Orbifold | member: Orbifold µs | GAP µs | ratio "
          "| uniform: Orbifold µs | GAP µs | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    total_ours = total_gap = 0.0
    unfinished = 0
    ratios = {key: [] for key in keys}
    for name in ours:
        if name not in gap:
            continue
        row = [name, ours[name]["degree"]]
        for key in keys[:3]:
            a, b = number(ours[name], key), number(gap[name], key)
            row += [cell(a), cell(b) if b is not None else "over 60 s" if key == "order_ms" else "",
                    cell(b / a) if a and b else ""]
            if a and b:
                ratios[key].append((b / a, name, b))
        a, b = number(ours[name], "replacement_us"), number(gap[name], "replacement_us")
        if a and b:
            ratios["replacement_us"].append((b / a, name, b))
        a, b = number(ours[name], "order_ms"), number(gap[name], "order_ms")
        if b is None:
            unfinished += 1
        else:
            total_ours += a
            total_gap += b
        print("| " + " | ".join(row) + " |")
    print()
    print(f"Time to order, groups that GAP finishes: Orbifold {total_ours:.0f} ms, GAP {total_gap:.0f} ms in total; "
          f"{unfinished} groups take GAP more than 60 s.")
    slow = [r for r in ratios["order_ms"] if r[2] > 5]
    if slow:
        worst = min(slow)
        print(f"Worst group among those over 5 ms in GAP: {worst[1]}, GAP/Orbifold = {worst[0]:.2f}.")
    for key, what in zip(keys[1:], ("Membership", "Uniform elements", "Product replacement")):
        if ratios[key]:
            mean = math.exp(sum(math.log(r[0]) for r in ratios[key]) / len(ratios[key]))
            worst = min(ratios[key])
            below = sum(1 for r in ratios[key] if r[0] < 5)
            print(f"{what}: GAP/Orbifold geometric mean {mean:.1f}, lowest {worst[0]:.2f} ({worst[1]}), "
                  f"{below} of {len(ratios[key])} groups below 5.")


if __name__ == "__main__":
    main()
