#!/usr/bin/env python3
"""Compares the probes as simulated with those measured on the card.

usage: compare.py SIMULATED [MEASURED] [--write FILE] [--table NAME]... [--mean PERCENT] [--worst PERCENT]

SIMULATED and MEASURED are folders that collect.py wrote (MEASURED: models/probes/h200 if not given). Prints a line a table:
rows compared, mean, median and worst error of the medians. --write makes a Markdown page of it; --table takes those tables
alone; with --mean and --worst the exit code is 1 when an error is larger (both are for each table that --table names).
"""
import argparse
import json
import pathlib
import statistics
import sys

# Which SM belongs where, when blocks of one launch started, and counts that tests of their own compare exactly.
LEFT_OUT = {"topology", "launch_place", "shared_wavefronts"}


class Table:
    def __init__(self, name, simulated, measured):
        self.name = name
        self.columns = simulated["columns"][:-3]
        self.unit = measured["unit"]
        self.source = measured["source"]
        truth = {json.dumps(row[:-3]): row[-3:] for row in measured["rows"]}
        self.measured_rows = len(truth)
        self.errors = []  # (error, parameters, simulated, measured)
        for row in simulated["rows"]:
            known = truth.get(json.dumps(row[:-3]))
            if known is None or known[0] == 0:
                continue
            self.errors.append((row[-3] / known[0] - 1, row[:-3], row[-3], known[0]))

    def sizes(self):
        return sorted(abs(error) for error, *_ in self.errors)

    def mean(self):
        return statistics.fmean(self.sizes())

    def worst(self):
        return max(self.errors, key=lambda row: abs(row[0]))

    def over(self, limit):
        return sum(size > limit for size in self.sizes())


def tables(simulated, measured, names):
    for path in sorted(simulated.glob("*.json")):
        if path.stem in LEFT_OUT or (names and path.stem not in names):
            continue
        truth = measured / path.name
        if not truth.exists():
            continue
        table = Table(path.stem, json.loads(path.read_text()), json.loads(truth.read_text()))
        if table.errors:
            yield table


def described(table):
    _, parameters, simulated, measured = table.worst()
    names = ", ".join(f"{column} {value}" for column, value in zip(table.columns, parameters) if value not in (None, ""))
    return f"{names}: {simulated:.4g} instead of {measured:.4g}"


def page(found):
    rows = [error for table in found for error in table.sizes()]
    lines = [
        "# The probes, simulated",
        "",
        "Every value of the model was derived from probes on an H200. Here the same programs ran on the model: the probes' object files",
        "linked with a CUDA runtime that simulates (kernels/simulated_cuda). The errors are those of medians, in the order of the probes'",
        "files. Written by `kernels/micro/probes/compare.py --write`; kernels/micro/probes/README.md says how to repeat it, without a GPU.",
        "",
        f"All {len(rows)} rows of {len(found)} tables: mean error {100 * statistics.fmean(rows):.1f} %, median "
        f"{100 * statistics.median(rows):.1f} %, {sum(row > 0.1 for row in rows)} rows over 10 %.",
        "",
        "| probe | question (source) | rows | mean | median | worst | over 10 % | worst row |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for table in found:
        sizes = table.sizes()
        lines.append(f"| {table.name} | {table.unit} ({pathlib.Path(table.source).name}) | {len(sizes)} of {table.measured_rows} | {100 * table.mean():.1f} % | "
                     f"{100 * statistics.median(sizes):.1f} % | {100 * sizes[-1]:.0f} % | {table.over(0.1)} | {described(table)} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("simulated", type=pathlib.Path)
    parser.add_argument("measured", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[3] / "models/probes/h200")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--table", action="append", default=[])
    parser.add_argument("--rows", action="store_true", help="print every row too")
    parser.add_argument("--mean", type=float)
    parser.add_argument("--worst", type=float)
    options = parser.parse_args()
    found = list(tables(options.simulated, options.measured, set(options.table)))
    missing = set(options.table) - {table.name for table in found}
    if missing or not found:
        print(f"{options.simulated}: no table {', '.join(sorted(missing)) or 'at all'} to compare", file=sys.stderr)
        return 1
    failed = False
    for table in found:
        sizes = table.sizes()
        print(f"{table.name:24} {len(sizes):4} of {table.measured_rows:4} rows  mean {100 * table.mean():6.1f} %  median {100 * statistics.median(sizes):6.1f} %  "
              f"worst {100 * sizes[-1]:6.1f} %  {described(table)}")
        if options.rows:
            for error, parameters, simulated, measured in table.errors:
                print(f"    {100 * error:+7.1f} %  {parameters}  {simulated:.6g} instead of {measured:.6g}")
        failed |= options.mean is not None and 100 * table.mean() > options.mean
        failed |= options.worst is not None and 100 * sizes[-1] > options.worst
    if options.write:
        options.write.write_text(page(found))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
