"""The program as users run it. Needs WARPGLASS, MAKE_INPUTS and SOURCE_DIR in the environment; ctest sets them."""
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["WARPGLASS"]
SOURCE = pathlib.Path(os.environ["SOURCE_DIR"])
SAMPLES = SOURCE / "traces/samples"
SMALL = SAMPLES / "transpose-conflict-256.capsule"
MEASURED = SOURCE / "kernels/measured/h200/transpose-conflict-256.json"
OK, FAILED, USAGE, BAD_INPUT, UNSUPPORTED = 0, 1, 2, 3, 4


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_program(self, *arguments, environment=None, folder=None):
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              env={**os.environ, **(environment or {})}, cwd=folder)

    def refused(self, code, *arguments, says=(), **options):
        """The command fails with this code, one sentence on stderr and nothing on stdout."""
        result = self.run_program(*arguments, **options)
        about = f"{' '.join(map(str, arguments))}: exit {result.returncode}, {result.stderr!r}"
        self.assertEqual(result.returncode, code, about)
        self.assertEqual(result.stdout, "", about)
        self.assertTrue(result.stderr.strip(), about)
        if code in (BAD_INPUT, UNSUPPORTED):
            self.assertEqual(len(result.stderr.strip().splitlines()), 1, about)
        for part in says:
            self.assertIn(part, result.stderr, about)
        return result

    def accepted(self, *arguments, **options):
        result = self.run_program(*arguments, **options)
        self.assertEqual(result.returncode, OK, f"{' '.join(map(str, arguments))}: {result.stderr}")
        return result

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def flipped(content, start=4096):
    broken = bytearray(content)
    generator = random.Random(1)
    for _ in range(200):
        broken[generator.randrange(min(start, len(broken) // 2), len(broken))] ^= 0x55
    return bytes(broken)


class BrokenFiles(Case):
    """A file that is absent, cut off, noise, foreign, newer or damaged: exit 3 and a sentence that names it."""

    def damaged(self, content, suffix):
        noise = random.Random(2).randbytes(100000)
        contents = {"empty": b"", "ten": content[:10], "header": content[:100], "half": content[: len(content) // 2],
                    "short": content[:-1], "noise": noise, "flips": flipped(content)}
        return [self.write(f"{name}{suffix}", data) for name, data in contents.items()] + [self.folder / f"absent{suffix}"]

    def check(self, content, suffix, *commands):
        for path in self.damaged(content, suffix):
            for command in commands:
                self.refused(BAD_INPUT, *command(path), says=[path.name])

    def test_capsule(self):
        self.check(SMALL.read_bytes(), ".capsule", lambda p: ["info", p], lambda p: ["replay", p], lambda p: ["run", p], lambda p: ["report", p],
                   lambda p: ["whatif", p, "--vary", "l2.latency=100"])

    def test_run(self):
        path = self.folder / "good.run"
        self.accepted("run", SMALL, "-o", path)
        self.accepted("info", path)
        self.check(path.read_bytes(), ".run", lambda p: ["info", p], lambda p: ["report", p], lambda p: ["compare", p, "--measured", MEASURED])

    def test_trace(self):
        path = self.folder / "good.trace"
        self.accepted("replay", SMALL, "--trace", path)
        self.accepted("info", path)
        self.check(path.read_bytes(), ".trace", lambda p: ["info", p], lambda p: ["run", p], lambda p: ["report", p])

    def test_folder_instead_of_a_file(self):
        for command in ("info", "replay", "run", "report"):
            self.refused(BAD_INPUT, command, self.folder)

    def test_foreign_database(self):
        path = self.folder / "foreign.db"
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE t (a)")
        for command in ("info", "replay", "run", "report"):
            self.refused(BAD_INPUT, command, path, says=["foreign.db"])

    def test_newer_format(self):
        content = bytearray(SMALL.read_bytes())
        content[60:64] = (99).to_bytes(4, "big")  # user_version
        path = self.write("newer.capsule", bytes(content))
        for command in ("info", "replay", "run", "report"):
            self.refused(BAD_INPUT, command, path, says=["newer.capsule", "newer"])

    def test_right_file_wrong_command(self):
        path = self.folder / "other.run"
        self.accepted("run", SMALL, "-o", path)
        self.refused(BAD_INPUT, "replay", path, says=["other.run", "run"])
        self.refused(BAD_INPUT, "run", path, says=["other.run", "run"])

    def test_output_that_cannot_be_written(self):
        result = self.run_program("run", SMALL, "-o", self.folder / "no/such/folder/x.run")
        self.assertIn(result.returncode, (USAGE, BAD_INPUT), result.stderr)
        self.assertIn("x.run", result.stderr)


class Launches(Case):
    """Whole capsules of launches that cannot be executed."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        subprocess.run([os.environ["MAKE_INPUTS"], str(cls.folder)], check=True)

    def test_the_good_one(self):
        self.assertIn("bit-exact", self.accepted("replay", self.folder / "good.capsule").stdout)
        self.accepted("run", self.folder / "good.capsule")

    def test_without_nvdisasm(self):
        for command in ("replay", "run", "report"):
            self.refused(UNSUPPORTED, command, self.folder / "no-disassembly.capsule", says=["nvdisasm"],
                         environment={"WARPGLASS_NVDISASM": "/nonexistent/nvdisasm"})

    def test_foreign_architecture(self):
        for command in ("replay", "run", "report"):
            self.refused(UNSUPPORTED, command, self.folder / "foreign-architecture.capsule", says=["sm_75"])

    def test_unknown_opcode(self):
        for command in ("replay", "run", "report"):
            self.refused(UNSUPPORTED, command, self.folder / "unknown-opcode.capsule", says=["FROB", "vadd", "0x"])

    def test_memory_that_is_not_held(self):
        for command in ("replay", "run", "report"):
            self.refused(BAD_INPUT, command, self.folder / "memory-not-held.capsule", says=["0x7e00000", "vadd"])

    def test_launch_larger_than_the_model(self):
        for command in ("run", "report"):
            self.refused(UNSUPPORTED, command, self.folder / "too-much-shared-memory.capsule", says=["shared memory"])

    def test_deadlock(self):
        self.refused(FAILED, "replay", self.folder / "deadlock.capsule", says=["deadlock", "barrier 1", "1 of 2 arrivals are missing"])
        self.refused(FAILED, "run", self.folder / "deadlock.capsule", says=["deadlock", "BAR.SYNC", "have not arrived"])
        self.refused(FAILED, "replay", self.folder / "deadlock.capsule", "--trace", self.folder / "deadlock.trace", says=["deadlock"])
        self.assertFalse((self.folder / "deadlock.trace").exists())


class Models(Case):
    def test_unknown_model(self):
        for command in (["run", SMALL], ["report", SMALL], ["occupancy"], ["whatif", SMALL, "--vary", "l2.latency=100"]):
            self.refused(USAGE, *command, "--model", "h2000", says=["h2000", "h200"])
        self.refused(USAGE, "models", "show", "nosuch", says=["nosuch"])

    def test_a_gpu_that_was_never_measured_says_so(self):
        run = self.folder / "h100.run"
        self.accepted("run", SMALL, "--model", "h100", "-o", run)
        for arguments in (["run", SMALL, "--model", "h100"], ["report", SMALL, "--model", "h100"], ["report", run], ["info", run],
                          ["compare", run, "--measured", MEASURED], ["whatif", SMALL, "--model", "h100", "--vary", "l2.latency=100"]):
            self.assertIn("what-if", self.accepted(*arguments).stdout, arguments)
        for arguments in (["run", SMALL], ["report", SMALL], ["whatif", SMALL, "--vary", "l2.latency=100"]):
            self.assertNotIn("never measured", self.accepted(*arguments).stdout, arguments)
        for arguments in (["run", SMALL], ["report", SMALL], ["compare", SMALL, "--measured", MEASURED], ["whatif", SMALL, "--vary", "l2.latency=100"]):
            for model, measured in (("h100", False), ("h200", True)):
                result = json.loads(self.accepted(*arguments, "--model", model, "--format", "json").stdout)
                self.assertEqual(result["model_measured"], measured, arguments)
        self.assertIn("never measured", self.accepted("models", "list").stdout)
        self.assertIn("inherited from h200, not measured", self.accepted("models", "show", "h100", "--effective").stdout)

    def test_settings(self):
        for setting, says in (("sm.nosuch=3", ["sm.nosuch"]), ("l2.latncy=3", ["l2.latncy", "l2.latency"]), ("l2.latency", ["l2.latency"]),
                              ("l2.latency=", ["l2.latency"]), ("l2.latency=many", ["l2.latency"]), ("l2.latency=-5", ["l2.latency"]),
                              ("l2.latency=1e300", ["l2.latency"]), ("=3", [])):
            self.refused(USAGE, "run", SMALL, "--set", setting, says=says)

    def test_model_file(self):
        good = (SOURCE / "models/h200.toml").read_text()
        self.accepted("run", SMALL, "--model", self.write("good.toml", good))
        lines = good.splitlines()
        key = next(i for i, line in enumerate(lines) if line.startswith("max_warps"))
        broken = {
            "unknown.toml": (lines[:key] + [lines[key].replace("max_warps", "max_wraps")] + lines[key + 1:], ["max_wraps", "max_warps", f":{key + 1}:"]),
            "missing.toml": (lines[:key] + lines[key + 1:], ["max_warps"]),
            "syntax.toml": (lines[:key] + ["= = ="] + lines[key:], [f":{key + 1}:"]),
            "cut.toml": ([good[: len(good) // 2]], []),
            "empty.toml": ([], ["name"]),
            "self.toml": (['inherits = "self"', 'name = "self"', 'title = "x"'], ["circle"]),
        }
        for name, (content, says) in broken.items():
            path = self.write(name, "\n".join(content))
            self.refused(BAD_INPUT, "run", SMALL, "--model", path, says=[name, *says])
            self.refused(BAD_INPUT, "models", "show", path, says=[name, *says])
        self.refused(BAD_INPUT, "models", "show", self.folder / "absent.toml", says=["absent.toml"])


class Output(Case):
    COMMANDS = ("capture", "info", "replay", "run", "report", "compare", "validate", "whatif", "models", "occupancy", "import", "doctor")

    def test_usage(self):
        self.refused(USAGE)
        self.refused(USAGE, "nosuch")
        self.refused(USAGE, "run")
        self.refused(USAGE, "run", SMALL, "--nosuch")
        self.refused(USAGE, "run", SMALL, "--format", "xml")
        self.refused(USAGE, "run", SMALL, "-j", "many")
        self.refused(USAGE, "whatif", SMALL, "--vary", "l2.latency")
        self.refused(USAGE, "validate", "--split", "nosuch")
        self.refused(USAGE, "validate", "--set", "mio.load_queue=3", says=["mio.load_queue", "mio.lg_queue"])

    def test_help_of_every_command(self):
        text = self.accepted("--help").stdout
        for command in self.COMMANDS:
            if command not in text and command == "capture":
                continue  # not built
            self.assertIn(command, text)
            result = self.accepted(command, "--help")
            self.assertIn("--help", result.stdout)
            self.assertEqual(result.stderr, "")
        self.assertIn("warpglass", self.accepted("--version").stdout)

    def json_of(self, *arguments, codes=(OK,)):
        result = self.run_program(*arguments, "--format", "json")
        self.assertIn(result.returncode, codes, result.stderr)
        self.assertEqual(result.stderr, "", arguments)
        return json.loads(result.stdout)

    def test_json_of_every_command(self):
        run, trace = self.folder / "x.run", self.folder / "x.trace"
        replayed = self.json_of("replay", SMALL, "--trace", trace)
        self.assertEqual(replayed["verdict"], "bit-exact")
        self.assertGreater(replayed["warp_instructions"], 0)
        simulated = self.json_of("run", SMALL, "-o", run)
        self.assertLessEqual({"cycles", "warp_instructions", "model", "stalls", "metrics"}, simulated.keys())
        self.assertEqual(simulated["warp_instructions"], replayed["warp_instructions"])
        for path in (SMALL, run, trace):
            self.json_of("info", path)
        for path in (SMALL, run, trace):
            self.assertIn("findings", self.json_of("report", path))
        self.assertIn("metrics", self.json_of("compare", run, "--measured", MEASURED))
        self.assertEqual(len(self.json_of("whatif", SMALL, "--vary", "l2.latency=100,200")["points"]), 2)
        self.assertIn("h200", [model["name"] for model in self.json_of("models", "list")])
        self.json_of("models", "show", "h200")
        self.assertIn("occupancy", self.json_of("occupancy"))
        self.json_of("doctor", codes=(OK, FAILED))

    def test_json_of_validate(self):
        suite, capsules = self.folder / "suite", self.folder / "capsules"
        suite.mkdir(), capsules.mkdir()
        shutil.copy(MEASURED, suite), shutil.copy(SMALL, capsules)
        result = self.json_of("validate", "--suite", suite, "--capsules", capsules)
        self.assertEqual(result["kernels"], 1)
        self.assertLessEqual({"mape", "p90", "max", "pearson"}, result["cycles"].keys())
        self.assertIn("mean_distance", result["stalls"])

    def test_without_an_obstacle(self):
        run = self.folder / "without.run"
        whole = self.json_of("run", SMALL)
        self.assertNotIn("hypothetical", whole)
        without = self.json_of("run", SMALL, "--without", "bank_conflicts", "--without", "launch_overhead", "-o", run)
        self.assertTrue(without["hypothetical"])
        self.assertEqual(without["without"], ["bank_conflicts", "launch_overhead"])
        self.assertLess(without["cycles"], whole["cycles"])
        self.assertEqual(without["warp_instructions"], whole["warp_instructions"])
        for arguments in (["run", SMALL, "--without", "bank_conflicts"], ["report", run]):
            self.assertIn("HYPOTHETICAL: simulated without bank_conflicts", self.accepted(*arguments).stdout, arguments)
        self.refused(BAD_INPUT, "compare", run, "--measured", MEASURED, says=["hypothetical", "bank_conflicts"])
        self.refused(USAGE, "run", SMALL, "--without", "gravity", says=["gravity", "bank_conflicts", "occupancy_limit", "launch_overhead"])
        self.refused(USAGE, "run", SMALL, "--without", "bank_conflict", says=["did you mean bank_conflicts?"])

    def test_gains(self):
        folder = self.folder / "gains"
        folder.mkdir()
        capsule, run = folder / SMALL.name, folder / "x.run"
        shutil.copy(SMALL, capsule)
        self.accepted("run", capsule, "-o", run)
        text = self.accepted("report", capsule, "--gains").stdout
        self.assertIn("What each obstacle costs", text)
        self.assertIn("expected gain: up to", text)
        self.assertNotIn("expected gain", self.accepted("report", capsule).stdout)
        report = self.json_of("report", capsule, "--gains", "-j", "2")
        self.assertEqual(report, self.json_of("report", run, "--gains"))
        gains = {row["obstacle"]: row for row in report["gains"]}
        self.assertEqual(len(gains), 12)
        self.assertEqual([row["gain"] for row in report["gains"]], sorted((row["gain"] for row in report["gains"]), reverse=True))
        banks = gains["bank_conflicts"]
        self.assertEqual(banks["cycles"], self.json_of("run", capsule, "--without", "bank_conflicts")["cycles"])
        self.assertAlmostEqual(banks["gain"], 1 - banks["cycles"] / report["cycles"])
        finding = next(f for f in report["findings"] if f["rule"] == "bank_conflicts")
        self.assertIn("simulated without bank conflicts", finding["expected_gain"])
        kept = folder / "gains.run"
        self.accepted("run", capsule, "--gains", "-o", kept)
        capsule.unlink()
        self.assertEqual(report, self.json_of("report", kept), "a run keeps the gains that it was made with")
        self.assertIn("expected gain: up to", self.accepted("report", kept).stdout)
        self.refused(USAGE, "run", SMALL, "--gains", "--without", "bank_conflicts", says=["--without"])
        self.refused(BAD_INPUT, "report", run, "--gains", says=["x.run", SMALL.name, "give the capsule"])
        shutil.copy(SAMPLES / "transpose-padded-256.capsule", capsule)
        self.refused(BAD_INPUT, "report", run, "--gains", says=["does not give this run again"])

    def test_a_run_of_the_first_format_is_read(self):
        run = SOURCE / "tests/cli/format-1.run"
        with sqlite3.connect(f"file:{run}?mode=ro", uri=True) as database:
            self.assertEqual(database.execute("PRAGMA user_version").fetchone()[0], 1)
        report = self.json_of("report", run)
        self.assertEqual(report["cycles"], 4485)
        self.assertNotIn("gains", report)

    def test_validate_gains(self):
        suite, capsules = self.folder / "pairs", self.folder / "pair-capsules"
        suite.mkdir(), capsules.mkdir()
        self.refused(BAD_INPUT, "validate", "--gains", "--suite", suite, "--capsules", capsules, says=["no pair"])
        for name in ("transpose-conflict-256", "transpose-padded-256"):
            shutil.copy(MEASURED.parent / f"{name}.json", suite)
            shutil.copy(SAMPLES / f"{name}.capsule", capsules)
        pairs = self.json_of("validate", "--gains", "--suite", suite, "--capsules", capsules)["pairs"]
        self.assertEqual([(p["with"], p["obstacle"]) for p in pairs], [("transpose-conflict-256", "bank_conflicts")])
        self.assertEqual(pairs[0]["simulated"], self.json_of("run", SMALL)["cycles"])

    def test_same_bytes_for_any_number_of_threads(self):
        texts = {self.accepted("run", SMALL, "--format", "json", "-j", threads).stdout for threads in (1, 2, 3)}
        self.assertEqual(len(texts), 1)

    def test_a_trace_says_what_its_capsule_says(self):
        trace = self.folder / "same.trace"
        self.accepted("replay", SMALL, "--trace", trace)
        live, recorded = self.json_of("run", SMALL), self.json_of("run", trace)
        self.assertEqual(live["cycles"], recorded["cycles"])
        self.assertEqual(live["stalls"], recorded["stalls"])

    def test_plain_output(self):
        for environment in ({}, {"NO_COLOR": "1"}, {"NO_COLOR": "1", "TERM": "xterm-256color"}):
            for arguments in (["report", SMALL], ["run", SMALL], ["info", SMALL], ["models", "show", "h200"], ["doctor"]):
                self.assertNotIn("\033", self.run_program(*arguments, environment=environment).stdout)

    def test_no_color_on_a_terminal(self):
        script = shutil.which("script")
        if not script:
            self.skipTest("no script(1)")
        command = f"{PROGRAM} report {SMALL}"
        for environment, colours in (({"NO_COLOR": "1", "TERM": "xterm"}, False), ({"TERM": "xterm"}, True)):
            everything = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
            result = subprocess.run([script, "-qec", command, "/dev/null"], capture_output=True, text=True, timeout=120,
                                    env={**everything, **environment}, stdin=subprocess.DEVNULL)
            self.assertEqual("\033[" in result.stdout, colours, environment)

    def test_results_on_stdout_only(self):
        for arguments in (["info", SMALL], ["replay", SMALL], ["run", SMALL], ["report", SMALL], ["models", "list"], ["occupancy"]):
            result = self.accepted(*arguments)
            self.assertTrue(result.stdout.strip(), arguments)
            self.assertEqual(result.stderr, "", arguments)

    def test_closed_pipe_is_no_crash(self):
        result = subprocess.run(["bash", "-c", f"{PROGRAM} models show h200 --effective | head -1; exit ${{PIPESTATUS[0]}}"],
                                capture_output=True, text=True, timeout=60)
        self.assertNotIn(result.returncode, (70, 134, 139), result.stderr)


class Measurements(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_file = cls.folder / "good.run"
        subprocess.run([PROGRAM, "run", str(SMALL), "-o", str(cls.run_file)], check=True, capture_output=True)

    def compare(self, path, says=()):
        self.refused(BAD_INPUT, "compare", self.run_file, "--measured", path, says=[path.name, *says])

    def test_broken_json(self):
        content = MEASURED.read_bytes()
        for name, data in (("empty.json", b""), ("ten.json", content[:10]), ("half.json", content[: len(content) // 2]), ("noise.json", random.Random(3).randbytes(5000)),
                           ("array.json", b"[]"), ("null.json", b"null"), ("object.json", b"{}"), ("deep.json", b"[" * 200000)):
            self.compare(self.write(name, data))
        self.compare(self.folder / "absent.json")

    def test_wrong_types(self):
        good = json.loads(MEASURED.read_text())
        for key in good:
            for value in (None, 17, "text", [1], {"a": "b"}):
                if type(value) is type(good[key]):
                    continue
                broken = {**good, key: value}
                result = self.run_program("compare", self.run_file, "--measured", self.write("types.json", json.dumps(broken)))
                self.assertIn(result.returncode, (OK, BAD_INPUT), f"{key} = {value!r}: {result.stderr}")

    def test_gate(self):
        self.accepted("compare", self.run_file, "--measured", MEASURED, "--gate", "100")
        result = self.run_program("compare", self.run_file, "--measured", MEASURED, "--gate", "0.0000001")
        self.assertEqual(result.returncode, FAILED)
        self.assertIn("gate", result.stderr)

    def test_import(self):
        self.refused(BAD_INPUT, "import", self.folder / "absent", "-o", self.folder / "out")
        empty = self.folder / "nothing"
        empty.mkdir(exist_ok=True)
        self.refused(BAD_INPUT, "import", empty, "-o", self.folder / "out")


class Exports(Case):
    """`export` for other programs, and what `--sample` says."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_file = cls.folder / "small.run"
        subprocess.run([PROGRAM, "run", SMALL, "--detail", "all", "-o", cls.run_file], check=True, capture_output=True)
        cls.summary = json.loads(subprocess.run([PROGRAM, "run", SMALL, "--format", "json"], check=True, capture_output=True, text=True).stdout)

    def test_perfetto(self):
        self.accepted("export", self.run_file, "--perfetto", "-o", self.folder / "x.json")
        events = json.loads((self.folder / "x.json").read_text())["traceEvents"]
        cycles = sum(round(1000 * e["dur"]) for e in events if e.get("cat") == "stall")
        self.assertEqual(cycles, sum(self.summary["stalls"].values()))

    def test_sql_loads_and_adds_up(self):
        self.accepted("export", self.run_file, "--sql", "-o", self.folder / "x.sql")
        database = sqlite3.connect(":memory:")
        database.executescript((self.folder / "x.sql").read_text())
        self.assertEqual(database.execute("SELECT sum(warp_cycles) FROM stalls").fetchone()[0], sum(self.summary["stalls"].values()))
        self.assertEqual(database.execute("SELECT sum(executed) FROM instructions").fetchone()[0], self.summary["warp_instructions"])
        self.assertEqual(database.execute("SELECT value FROM metrics WHERE name = 'gpc__cycles_elapsed.max'").fetchone()[0], self.summary["cycles"])
        self.assertEqual(database.execute('SELECT sum("end" - start) FROM warps').fetchone()[0], sum(self.summary["stalls"].values()))

    def test_csv_of_a_capsule(self):
        result = self.accepted("export", SMALL, "--csv", "-o", self.folder / "tables")
        for path in result.stdout.split():
            self.assertTrue(pathlib.Path(path).read_text().count("\n") > 1, path)
        self.assertTrue((self.folder / "tables/warps.csv").is_file())

    def test_refusals(self):
        self.refused(USAGE, "export", self.run_file, "-o", self.folder / "y")
        self.refused(USAGE, "export", self.run_file, "--csv", "--sql", "-o", self.folder / "y")
        self.refused(BAD_INPUT, "export", self.run_file, "--perfetto", "-o", self.folder / "no/such/y.json", says=["y.json"])
        self.accepted("run", SMALL, "--detail", "none", "-o", self.folder / "bare.run")
        self.refused(BAD_INPUT, "export", self.folder / "bare.run", "--perfetto", "-o", self.folder / "y", says=["recorded"])
        self.assertFalse((self.folder / "y").exists())

    def test_help_has_an_example_of_each(self):
        text = self.accepted("export", "--help").stdout
        for option in ("--perfetto -o", "--csv -o", "--sql -o"):
            self.assertIn(option, text)

    def test_sampled_results_say_so(self):
        waves = SAMPLES / "waves-blocks-26400.capsule"
        path = self.folder / "sampled.run"
        text = self.accepted("run", waves, "--sample", "-o", path).stdout
        self.assertIn("SAMPLED", text)
        self.assertIn("(sampled)", text)
        self.assertNotIn("exact", text)
        result = json.loads(self.accepted("info", path, "--format", "json").stdout)
        low, high = result["sampled"]["cycles_interval"]
        self.assertTrue(low < result["cycles"] < high)
        self.assertEqual(result["metrics"]["smsp__inst_executed.sum"]["certainty"], "sampled")
        report = self.accepted("report", path).stdout
        self.assertIn("sampled +-", report)
        self.assertIn("(sampled)", report)
        self.accepted("export", path, "--csv", "-o", self.folder / "sampled")
        self.assertIn(",sampled,", (self.folder / "sampled/metrics.csv").read_text())
        self.refused(BAD_INPUT, "export", path, "--perfetto", "-o", self.folder / "z", says=["--sample"])

    def test_what_is_not_sampled_says_why(self):
        result = json.loads(self.accepted("run", SMALL, "--sample", "--format", "json").stdout)
        self.assertIn("in full", result.pop("not_sampled"))
        self.assertEqual(result, self.summary)
        rows = json.loads(self.accepted("whatif", SMALL, "--vary", "l2.latency=100,200", "--sample", "--format", "json").stdout)["points"]
        self.assertTrue(all("not_sampled" in row for row in rows))


if __name__ == "__main__":
    unittest.main()
