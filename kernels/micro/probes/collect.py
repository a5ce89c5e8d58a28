#!/usr/bin/env python3
"""Makes the small committed results of the probes from what a run on the card left.

usage: collect.py -o models/probes/h200 RUN...

RUN is a folder with timing.jsonl (or .gz) of `warpglass-probes -o`, and for each profiled probe NAME.plan (of
`warpglass-probes --profiled -o`) and NAME.csv (of ncu --page raw --csv --log-file). Probes of later runs replace those of
earlier ones. Each result is a table: its parameters, then median, least and most of the repeats.
"""
import argparse
import collections
import csv
import gzip
import json
import pathlib
import statistics

SOURCES = {
    "topology": "machine.cu", "l2_near_far": "l2_near_far.cu", "launch_place": "launch_place.cu", "queue_depth": "queue_depth.cu",
    "op_latency": "chain.h", "op_interval": "chain.h", "control": "control.cu", "loop": "control.cu",
    "shared_latency": "shared_rate.cu", "shared_interval": "shared_rate.cu", "l1_latency": "l1_rate.cu", "l1_interval": "l1_rate.cu",
    "constant_latency": "constant_cache.cu", "constant_walk": "constant_cache.cu", "constant_capacity": "constant_cache.cu",
    "constant_cold_walk": "constant_cache.cu", "code_loop": "instruction_fetch.cu", "code_cold_arrival": "instruction_fetch.cu",
    "store_rate": "store_rate.cu", "store_issue": "store_rate.cu", "l2_load_rate": "load_rate.cu", "hbm_rate": "load_rate.cu",
    "load_latency": "load_latency.cu", "load_latency_each": "load_latency.cu", "l2_capacity": "load_latency.cu",
    "launch_empty": "launch_profiled.cu", "launch_wait": "launch_profiled.cu", "launch_shared": "launch_profiled.cu",
    "traffic": "traffic_profiled.cu", "shared_wavefronts": "wavefronts_profiled.cu", "merge_reads": "merge_profiled.cu",
    "scheduler": "scheduler.cu", "refresh": "refresh.cu", "refresh_pairs": "refresh.cu", "constant_lanes": "constant_lanes.cu", "atomic_rate": "atomic_rate.cu", "miss_queue": "miss_queue.cu",
    "constant_first_cold": "constant_first.cu", "register_banks": "register_banks.cu", "shared_atomics": "shared_atomics.cu",
    "pipes": "chain.h", "queue_barrier": "queue_depth.cu", "atomic_lines": "atomic_lines.cu", "atomic_random": "atomic_lines.cu", "random_lines": "random_lines.cu",
    "merge_window": "merge_profiled.cu", "merge_window_cold": "merge_profiled.cu",
    "data_path": "data_path.cu", "data_path_burst": "data_path.cu", "barrier_shadow": "barrier_shadow.cu", "code_branches": "code_branches.cu", "predicated": "predicated.cu", "miss_banks": "miss_banks.cu",
    "miss_capacity": "miss_capacity.cu", "loaded_latency": "loaded_latency.cu", "stream_phases": "stream_phases.cu", "clock_under_load": "load_rate.cu",
    "loaded_fetch": "loaded_fetch.cu", "cold_launch": "cold_launch.cu", "cold_launch_times": "cold_launch.cu", "launch_starts": "launch_starts.cu", "launch_starts_profiled": "launch_starts.cu", "block_ends": "block_ends.cu", "issue_rate": "issue_rate.cu", "common_lines": "common_lines.cu", "cold_words": "cold_words.cu", "loaded_shared": "loaded_shared.cu", "cold_steps": "cold_steps.cu", "cold_steps_profiled": "cold_steps.cu",
    "partial_writes": "partial_writes_profiled.cu", "translation_latency": "translation.cu", "translation_rate": "translation.cu",
    "constant_first_cold_times": "constant_first.cu", "constant_first": "constant_first.cu", "code_cold": "instruction_fetch.cu", "constant_cold": "constant_cache.cu",
}
PROFILED = {  # what is kept of Nsight Compute's report, under shorter names
    "launch_empty": {"elapsed": "gpc__cycles_elapsed.max", "active": "sm__cycles_active.max", "active_mean": "sm__cycles_active.avg"},
    "traffic": {"elapsed": "gpc__cycles_elapsed.max", "active": "sm__cycles_active.max", "active_mean": "sm__cycles_active.avg",
                "hbm_read": "dram__bytes_read.sum", "hbm_written": "dram__bytes_write.sum",
                "requests": "lts__t_requests_srcunit_tex.sum", "sectors": "lts__t_sectors_srcunit_tex.sum",
                "all_sectors": "lts__t_sectors.sum", "fabric_sectors": "lts__t_sectors_srcunit_ltcfabric.sum",
                "missing_sectors": "lts__t_sectors_lookup_miss.sum"},
    "partial_writes": {"elapsed": "gpc__cycles_elapsed.max", "active_mean": "sm__cycles_active.avg", "hbm_read": "dram__bytes_read.sum",
                       "hbm_written": "dram__bytes_write.sum"},
    "shared_wavefronts": {"wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"},
    "pipes": {pipe: f"sm__inst_executed_pipe_{pipe}.sum" for pipe in ("adu", "alu", "cbu", "fmaheavy", "fmalite", "fp64", "lsu", "tensor", "uniform", "xu")},
    "merge_reads": {"requests": "lts__t_requests_srcunit_tex.sum", "sectors": "lts__t_sectors_srcunit_tex.sum",
                    "sectors_to_l1": "l1tex__m_xbar2l1tex_read_sectors.sum"},
}
for other in ("merge_window", "merge_window_cold"):
    PROFILED[other] = PROFILED["merge_reads"]
for other in ("launch_wait", "launch_shared", "code_cold", "constant_cold", "constant_first_cold", "cold_launch_times", "launch_starts_profiled", "cold_steps_profiled"):
    PROFILED[other] = PROFILED["launch_empty"]


def three(values):
    return [statistics.median(values), min(values), max(values)]


def near_far(record):
    """Splits SMs and lines in two sides; far less near for each SM."""
    lines = record["parameters"]["lines"]
    rows = [record["series"][i:i + lines] for i in range(0, len(record["series"]), lines)]
    line_mean = [statistics.fmean(column) for column in zip(*rows)]
    rest = [[x - m for x, m in zip(row, line_mean)] for row in rows]
    rest = [[x - statistics.fmean(row) for x in row] for row in rest]
    axis = rest[0]
    for _ in range(20):  # power iteration: the direction in which SMs differ most
        weights = [sum(a * b for a, b in zip(row, axis)) for row in rest]
        axis = [sum(w * row[j] for w, row in zip(weights, rest)) for j in range(lines)]
        length = sum(x * x for x in axis) ** 0.5
        axis = [x / length if length > 0 else 0 for x in axis]
    weights = [sum(a * b for a, b in zip(row, axis)) for row in rest]
    for side in (0, 1):
        gaps = []
        for row, weight in zip(rows, weights):
            if (weight > 0) == (side == 1):
                ups = [x for x, a in zip(row, axis) if (a > 0) == (side == 1)]
                downs = [x for x, a in zip(row, axis) if (a > 0) != (side == 1)]
                if ups and downs:
                    gaps.append(statistics.fmean(ups) - statistics.fmean(downs))
        yield {"what": "far_less_near", "side": side, "sms": len(gaps)}, gaps


def placed(record):
    keys = record["parameters"]
    notes = [record["series"][i:i + 6] for i in range(0, len(record["series"]), 6)]
    blocks, sms = collections.defaultdict(list), collections.defaultdict(list)
    for block, warp, sm, start, end, _ in notes:
        blocks[block].append((warp, start))
        if warp == 0:
            sms[sm].append((start, end))
    gaps = []
    for starts in blocks.values():
        starts.sort()
        gaps += [b[1] - a[1] for a, b in zip(starts, starts[1:])]
    if gaps:
        yield {**keys, "what": "warp_interval"}, gaps
    gaps = []
    for pairs in sms.values():
        pairs.sort()
        first_end = pairs[0][1]
        starts = [start for start, _ in pairs[:4] if start < first_end]
        gaps += [b - a for a, b in zip(starts, starts[1:])]
    if gaps:
        yield {**keys, "what": "sm_interval"}, gaps


def walked(record):
    keys, gaps = record["parameters"], record["series"]
    passes = keys.get("passes", 1)
    count = (len(gaps) + 1) // passes
    for turn in range(passes):
        for place in range(4):  # the walk is written out four times
            values = [gaps[i] for i in range(turn * count, min((turn + 1) * count - 1, len(gaps))) if (i - turn * count) % 4 == place]
            yield {**keys, "pass": turn, "place": place}, values


def each_load(record):
    values = sorted(record["series"])
    half = len(values) // 2
    yield {**record["parameters"], "part": "lower_half"}, values[:half]
    yield {**record["parameters"], "part": "upper_half"}, values[half:]


def progress(record):
    """When each warp of one SM has done its work."""
    series = record["series"]
    for i in range(0, len(series), 10):
        warp = int(series[i])
        keys = {key: record["parameters"][key] for key in ("work", "blocks", "warps", "waves")}
        # Blocks of an SM follow each other in the order in which they came.
        yield {**keys, "warp": warp}, [series[i + 9]]


def cold_constants(record):
    blocks = [record["series"][i:i + 16] for i in range(0, len(record["series"]), 16)]
    for step in range(12 if record["parameters"]["how"] == "LDC" else 4):
        yield {**record["parameters"], "step": step}, [block[step + 1] - block[step] for block in blocks]


def quantiles(record):
    values = sorted(record["series"])
    for share in (0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99):
        yield {**record["parameters"], "part": str(share)}, [values[int(share * len(values))]]


def arrivals(record):
    values = record["series"]
    yield {**record["parameters"], "what": "last"}, [values[-1]]
    yield {**record["parameters"], "what": "mean_gap"}, [(values[-1] - values[1]) / (len(values) - 2)]


REDUCERS = {
    "topology": lambda r: (({"sm": i}, [gpc]) for i, gpc in enumerate(r["series"])),
    "l2_near_far": near_far, "launch_place": placed, "constant_walk": walked, "constant_cold_walk": walked,
    "scheduler": progress, "refresh": quantiles, "refresh_pairs": quantiles, "constant_first_cold_times": cold_constants, "load_latency_each": each_load, "code_cold_arrival": arrivals,
}


class Tables:
    def __init__(self):
        self.tables = {}

    def start_run(self):
        self.seen = set()

    def table(self, name, unit):
        if name not in self.seen:
            self.seen.add(name)
            self.tables[name] = {"unit": unit, "rows": collections.OrderedDict()}
        return self.tables[name]["rows"]

    def add(self, name, unit, parameters, values, summary=None):
        rows = self.table(name, unit)
        key = json.dumps(parameters)
        if summary is not None:
            rows[key] = (parameters, summary)
        else:
            rows.setdefault(key, (parameters, []))[1].extend(values)


def timing(path, tables, device):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as lines:
        for line in lines:
            record = json.loads(line)
            name = record["probe"]
            if name == "device":
                device.update(record["parameters"])
            elif name not in SOURCES:
                continue
            elif "series" not in record:
                tables.add(name, record["unit"], record["parameters"], None, [record["median"], record["min"], record["max"]])
            elif name in REDUCERS:
                for parameters, values in REDUCERS[name](record):
                    tables.add(name, record["unit"], parameters, values)


def profiled(plan, report, tables):
    name = "pipes" if plan.stem.startswith("pipes") else plan.stem
    launches = []
    for line in plan.read_text().splitlines():
        record = json.loads(line)
        if record["probe"].startswith(name) and "series" not in record:
            kernel = {"traffic_read": "read", "traffic_write": "write", "traffic_columns": "columns"}.get(record["probe"])
            launches.append({**({"kernel": kernel} if kernel else {}), **record["parameters"]})
        elif "series" in record and record["probe"] in REDUCERS:
            for parameters, values in REDUCERS[record["probe"]](record):
                tables.add(record["probe"], record["unit"], parameters, values)
        elif "median" in record and record["probe"] in SOURCES:
            tables.add(record["probe"], record["unit"], record["parameters"], None, [record["median"], record["min"], record["max"]])
    text = report.read_text().splitlines()
    header = next(i for i, line in enumerate(text) if line.startswith('"ID"'))
    reader = csv.reader(text[header:])
    columns = next(reader)
    next(reader)  # units
    rows = [dict(zip(columns, row)) for row in reader if len(row) == len(columns)]
    if len(rows) != len(launches):
        raise SystemExit(f"{report}: {len(rows)} launches, the plan has {len(launches)}")
    for row, parameters in zip(rows, launches):
        # A simulated device does not have every metric.
        number = {short: float(row[metric].replace(",", "")) for short, metric in PROFILED[name].items() if row.get(metric)}
        if "active" in number:
            number["elapsed_less_active"] = number["elapsed"] - number["active"]
        for short, value in number.items():
            tables.add(name, "counts", {**parameters, "metric": short}, [value])


def write(folder, name, table, device, date):
    parameters = []
    for row, _ in table["rows"].values():
        parameters += [key for key in row if key not in parameters]
    rows = []
    for row, values in table["rows"].values():
        if not values:
            continue
        summary = values if len(values) == 3 and table["unit"] != "counts" and name not in REDUCERS else three(values)
        rows.append([row.get(key) for key in parameters] + [float(f"{x:.7g}") for x in summary])
    head = {"probe": name, "source": "kernels/micro/probes/" + SOURCES[name], "date": date, "device": device["name"], "driver": device["driver"],
            "unit": table["unit"], "columns": parameters + ["median", "least", "most"]}
    text = json.dumps(head)[:-1] + ', "rows": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]}\n"
    (folder / (name + ".json")).write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", dest="folder", required=True, type=pathlib.Path)
    parser.add_argument("--date", required=True, help="when the probes ran, YYYY-MM-DD")
    options = parser.parse_args()
    tables, device = Tables(), {}
    for run in options.runs:
        tables.start_run()
        for path in sorted(run.glob("timing.jsonl*")):
            timing(path, tables, device)
        for plan in sorted(run.glob("*.plan")):
            if plan.stat().st_size > 0:
                profiled(plan, plan.with_suffix(".csv"), tables)
    if not tables.tables:
        raise SystemExit(f"{', '.join(str(run) for run in options.runs)}: holds no timing.jsonl and no NAME.plan beside a NAME.csv")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.tables.items():
        write(options.folder, name, table, device, options.date)


if __name__ == "__main__":
    main()
