"""The validation suite, simulated once for all tests. Needs WARPGLASS and SOURCE_DIR in the environment; ctest sets them."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.dom.minidom

PROGRAM = os.environ["WARPGLASS"]
SOURCE = pathlib.Path(os.environ["SOURCE_DIR"])
EXPECTED = SOURCE / "tests/accuracy/expected-errors.json"
SMALL = "transpose-conflict-256"
# ncu counts stored sectors in another pass than the requests they belong to, with a few per cent of noise.
NOISY = "sectors_pipe_lsu_mem_global_op_st"


def validate(*arguments):
    return subprocess.run([PROGRAM, "validate", *map(str, arguments)], capture_output=True, text=True, timeout=280)


class Suite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.document = cls.folder / "VALIDATION.md"
        cls.result = validate("--format", "json", "--gate", EXPECTED, "--write", cls.document)
        cls.suite = json.loads(cls.result.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_no_worse_than_accepted(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)

    def test_every_sample_was_simulated(self):
        samples = {path.stem for path in (SOURCE / "traces/samples").glob("*.capsule")}
        measured = {path.stem for path in (SOURCE / "kernels/measured/h200").glob("*.json")}
        self.assertEqual({row["name"] for row in self.suite["rows"] if "failure" not in row}, samples & measured)

    def test_exact_counters_equal_ncus(self):
        for row in self.suite["rows"]:
            for mismatches in ("count_mismatches", "conflict_mismatches", "sector_mismatches"):
                self.assertEqual(row[mismatches], 0, f"{row['name']}: {mismatches}")
            for name, metric in row["metrics"].items():
                if metric["certainty"] == "exact" and NOISY not in name:
                    self.assertLessEqual(abs(metric["simulated"] - metric["measured"]), 0.006 * abs(metric["measured"]), f"{row['name']}: {name}")

    def test_the_document_shows_every_kernel_and_figure(self):
        text = self.document.read_text()
        for row in self.suite["rows"]:
            self.assertIn(f"| {row['name']} |", text)
        figures = re.findall(r"\]\((docs/validation/[^)]+\.svg)\)", text)
        self.assertGreaterEqual(len(figures), 6)
        for figure in figures:
            xml.dom.minidom.parse(str(self.folder / figure))

    def test_what_gets_worse_fails_with_its_name_and_the_way_out(self):
        suite, capsules = self.folder / "suite", self.folder / "capsules"
        suite.mkdir(), capsules.mkdir()
        shutil.copy(SOURCE / f"kernels/measured/h200/{SMALL}.json", suite)
        shutil.copy(SOURCE / f"traces/samples/{SMALL}.capsule", capsules)
        accepted = self.folder / "accepted.json"
        small = ["--suite", suite, "--capsules", capsules]
        self.assertEqual(validate(*small, "--accept", accepted).returncode, 0)
        self.assertEqual(validate(*small, "--gate", accepted).returncode, 0)
        worse = validate(*small, "--gate", accepted, "--set", "noc.far_latency=2000")
        self.assertEqual(worse.returncode, 1, worse.stderr)
        for part in (SMALL, "got worse", "--accept"):
            self.assertIn(part, worse.stderr)
        self.assertEqual(validate(*small, "--gate", self.folder / "absent.json").returncode, 3)


if __name__ == "__main__":
    unittest.main()
