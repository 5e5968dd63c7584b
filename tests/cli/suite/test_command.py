"""The command: what it refuses before anything is started."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from klog.cli.suite.report.page_markers import begin, end
from klog.cli.suite.results.lines import head_line, outcome_line, text_of
from klog.cli.suite.results.outcomes import NOT_BESIDE, Outcome, Results, State, Step
from klog.cli.suite.results.results_file import read_results
from tests.cli.suite.samples import full, version_of
from tests.cli.test_main import run


def another_run() -> str:
    """The file of another night, in which each step took a second more and had the same figures."""
    results = full()
    outcomes = {key: dataclasses.replace(one, seconds=one.seconds + 1) for key, one in results.outcomes.items()}
    return text_of(Results(dataclasses.replace(results.head, seed=2012), outcomes))


class CommandTests(unittest.TestCase):
    """``klog bench suite``."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = self.folder / "r.jsonl"
        self.path.write_text(text_of(full()))

    def docs(self) -> pathlib.Path:
        """A folder with a place for the suite's part."""
        docs = self.folder / "docs"
        docs.mkdir()
        (docs / "benchmarks.md").write_text(f"{begin('suite')}\n{end('suite')}\n")
        return docs

    def test_wrong_words(self) -> None:
        for words, word in (
            (["--only", "fig6"], "there is no experiment fig6"),
            (["--against", "kafak"], "there is no kafak"),
            (["--size", "huge"], "huge"),
            (["--rounds", "0"], "rounds"),
            (["--seed", "-1"], "seed"),
            (["--within", "0"], "within"),
            (["--report", "--pool"], "name the other's file with --compare"),
        ):
            code, out, err = run("bench", "suite", *words)
            self.assertEqual((code, out), (2, ""), words)
            self.assertIn(word, err)

    def test_a_plan(self) -> None:
        code, out, err = run("bench", "suite", "--plan", "--only", "2014.1,codecs", "-o", "json")
        self.assertEqual(code, 0)
        rows = {row["load"]: row for row in json.loads(out)["plan"]}
        self.assertEqual(list(rows), ["2014.one", "codec.none", "codec.gzip", "codec.snappy", "codec.lz4", "codec.zstd"])
        self.assertEqual((rows["2014.one"]["sides"], rows["2014.one"]["rounds"]), (["klog", "klog-again", "kafka"], 5))
        self.assertRegex(err, r"\d+ steps, about ")

    def test_a_plan_of_what_is_left(self) -> None:
        """By the file's own times; the whole of it where there is no file yet."""
        words = ["bench", "suite", "--plan", "--only", "2014.1", "--against", "kafka", "-o", "json"]
        code, out, err = run(*words, "--out", str(self.folder / "none.jsonl"))
        self.assertEqual((code, json.loads(out)["plan"][0]["left"]), (0, 15))
        self.assertFalse((self.folder / "none.jsonl").exists())
        code, out, err = run(*words, "--out", str(self.path))
        (row,) = json.loads(out)["plan"]
        # The file has three rounds of three sides, of ten seconds each.
        self.assertEqual((code, row["rounds"], row["left"], row["seconds"]), (0, 5, 6, 60))
        self.assertIn("6 steps of 15 are left, about 1 min", err)

    def test_a_plan_counts_what_is_taken_anew(self) -> None:
        """A round of which one side is missing is measured on all of them; but not where that was skipped, which is told."""
        words = ["bench", "suite", "--plan", "--only", "2014.1", "--against", "kafka", "--out", str(self.path), "-o", "json"]
        lines = self.path.read_text().splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith('{"step": "2014.one/kafka/2"')]
        self.assertEqual(len(kept), len(lines) - 1)
        self.path.write_text("".join(kept))
        self.assertEqual(json.loads(run(*words)[1])["plan"][0]["left"], 6 + 3)
        skipped = outcome_line(Outcome(Step("2014.one", "kafka", 2), State.SKIPPED, "no Java", version=version_of("2014.one")))
        self.path.write_text("".join([*kept, skipped]))
        _, out, err = run(*words)
        self.assertEqual(json.loads(out)["plan"][0]["left"], 6 + 1)
        self.assertIn("1 of them was skipped the last time.", err)

    def test_a_plan_on_what_a_run_would_begin_anew(self) -> None:
        """Half a head, of a run that was killed as it began: a run takes the file, and so does a plan."""
        other = self.folder / "other.jsonl"
        words = ["bench", "suite", "--plan", "--only", "2014.1", "--against", "kafka", "--out", str(other), "-o", "json"]
        for text in ("", self.path.read_text()[:5], self.path.read_text()[:100]):
            other.write_text(text)
            code, out, err = run(*words)
            self.assertEqual(code, 0, err)
            self.assertEqual(json.loads(out)["plan"][0]["left"], 15)
            self.assertEqual(other.read_text(), text, "and is left as it is")
        other.write_text("something else")
        self.assertEqual(run(*words)[0], 1)

    def test_a_load_that_a_plan_names(self) -> None:
        code, out, _ = run("bench", "suite", "--plan", "--only", "2014.sync,size.10", "-o", "json")
        self.assertEqual((code, [row["load"] for row in json.loads(out)["plan"]]), (0, ["2014.sync", "size.10"]))

    def test_a_report_of_a_file(self) -> None:
        other = self.folder / "other.jsonl"
        other.write_text(another_run())
        code, out, _ = run(
            "bench", "suite", "--report", "--out", str(self.path), "--compare", str(other), "--plots", str(self.folder / "p")
        )
        self.assertEqual(code, 0)
        self.assertIn("Figure 4", out)
        self.assertIn("of the two runs agree", out)
        self.assertTrue((self.folder / "p" / "fig4.svg").exists())
        code, out, _ = run("bench", "suite", "--report", "--out", str(self.path), "--only", "2014.1", "-o", "table")
        self.assertNotIn("Figure 4", out)

    def test_a_run_is_not_held_against_itself(self) -> None:
        """Nor against one that has rounds of it: all of them would agree."""
        copy = self.folder / "copy.jsonl"
        copy.write_text(self.path.read_text().replace('"seed": 2011', '"seed": 2012', 1))
        for other, words in ((self.path, ["--report"]), (copy, ["--report"]), (copy, [])):
            with mock.patch("klog.cli.suite.suite_run.measure") as measured:
                code, _, err = run("bench", "suite", *words, "--out", str(self.path), "--compare", str(other))
            self.assertEqual((code, measured.call_count), (1, 0), "hours would end without a table")
            self.assertIn("have the same figures of paper.batch1/klog/1: one of them holds rounds of the other", " ".join(err.split()))

    def test_a_page_of_the_file_beside_it(self) -> None:
        """The file stays as it is, with all that counts no more."""
        docs = self.docs()
        raw = docs / "experiments.jsonl"
        text = self.path.read_text() + outcome_line(Outcome(Step("tls", "kafka", 1), State.FAILED, "once more", version=version_of("tls")))
        raw.write_text(text)
        words = ["bench", "suite", "--report", "--docs", str(docs)]
        self.assertEqual(run(*words, "--out", str(raw))[0], 0)
        self.assertEqual(raw.read_text(), text)
        other = self.folder / "other.jsonl"
        other.write_text(another_run())
        (self.folder / "link").symlink_to(docs)
        linked = self.folder / "link" / "experiments.jsonl"
        for one, two in ((raw, other), (other, raw), (linked, other)):
            code, _, err = run(*words, "--out", str(one), "--compare", str(two), "--pool")
            self.assertEqual(code, 1)
            self.assertIn("would be written over with its own rounds and others", " ".join(err.split()))
            self.assertEqual(raw.read_text(), text)

    def test_where_the_page_goes_is_looked_at_before_anything_is_measured(self) -> None:
        (self.folder / "benchmarks.md").write_text("# B\n")
        with mock.patch("klog.cli.suite.suite_run.measure") as measured:
            code, _, err = run("bench", "suite", "--out", str(self.path), "--docs", str(self.folder))
        self.assertEqual((code, measured.call_count), (1, 0))
        self.assertIn("should have it once", err)

    def test_figures_are_told_though_their_plots_cannot_be_written(self) -> None:
        (self.folder / "file").touch()
        code, out, _ = run("bench", "suite", "--report", "--out", str(self.path), "--plots", str(self.folder / "file"))
        self.assertNotEqual(code, 0)
        self.assertIn("Figure 4", out)

    def test_half_a_line_is_told(self) -> None:
        self.path.write_text(self.path.read_text()[:-1])
        code, _, err = run("bench", "suite", "--report", "--out", str(self.path))
        self.assertEqual(code, 0)
        self.assertIn("it ends in half a line, which does not count", " ".join(err.split()))

    def test_no_plan_for_a_file_that_would_be_refused(self) -> None:
        code, _, err = run("bench", "suite", "--plan", "--size", "paper", "--out", str(self.path))
        self.assertEqual(code, 1)
        self.assertIn("is of size quick and this plan of size paper", " ".join(err.split()))

    def test_a_report_of_two_runs_together(self) -> None:
        other = self.folder / "other.jsonl"
        other.write_text(another_run())
        docs = self.docs()
        words = ["bench", "suite", "--report", "--out", str(self.path), "--compare", str(other), "--pool"]
        code, out, _ = run(*words, "--docs", str(docs), "-o", "json")
        self.assertEqual(code, 0)
        (worst,) = (each for each in json.loads(out)["tables"] if each["title"] == "The worst ratios")
        self.assertEqual({row[worst["heads"].index("rounds")] for row in worst["rows"]}, {"6"})
        page = (docs / "experiments.md").read_text()
        self.assertIn("seeds 2011 and 2012", page)
        self.assertRegex(page, r"## Run twice\n\n(\d+) of \1 ratios of the two runs agree\.")
        self.assertEqual(len((docs / "experiments.jsonl").read_text().splitlines()), 1 + 2 * len(full().outcomes))
        other.write_text(other.read_text().replace("Apache Kafka 4.3.1", "Apache Kafka 4.2.0", 1))
        code, _, err = run(*words)
        self.assertEqual(code, 1)
        self.assertIn("cannot stand in one table", err)

    def test_the_exit_code_is_of_what_this_run_was_to_measure(self) -> None:
        """The file has a step of another load or side that failed, which is no matter of this run."""
        words = ["bench", "suite", "--out", str(self.path)]
        with mock.patch("klog.cli.suite.suite_run.measure", side_effect=lambda *_: read_results(str(self.path))):
            for only, against, expected in (
                ("2014.1", "kafka", 0),
                ("tls", "", 0),
                ("tls,start", "kafka@3.9.2", 0),
                ("tls", "kafka", 1),
                ("2014.1,tls", "rabbitmq,kafka", 1),
            ):
                code, _, err = run(*words, "--only", only, "--against", against)
                self.assertEqual(code, expected, (only, against, err))
                self.assertEqual("1 step failed, tls/kafka/1: Kafka ended" in " ".join(err.split()), bool(expected), err)

    def test_what_was_set_aside_and_had_no_time_has_not_failed(self) -> None:
        aside = Outcome(Step("start", "klog", 1), State.FAILED, NOT_BESIDE, version=version_of("start"))
        there = Outcome(Step("start", "kafka", 1), State.MEASURED, version=version_of("start"))
        self.path.write_text(head_line(full().head) + "".join(map(outcome_line, (aside, there))))
        with mock.patch("klog.cli.suite.suite_run.measure", side_effect=lambda *_: read_results(str(self.path))):
            code, _, err = run("bench", "suite", "--out", str(self.path), "--only", "start", "--against", "kafka")
        self.assertEqual(code, 0, err)

    def test_nothing_measured_is_no_success(self) -> None:
        """All that the run tried was skipped: a disk without room, a program that is not there."""
        skipped = [Outcome(Step("start", side, 1), State.SKIPPED, "no room", version=version_of("start")) for side in ("klog", "kafka")]
        self.path.write_text(head_line(full().head) + "".join(map(outcome_line, skipped)))
        words = ["bench", "suite", "--out", str(self.path), "--only", "start", "--against", "kafka"]
        with mock.patch("klog.cli.suite.suite_run.measure", side_effect=lambda *_: read_results(str(self.path))):
            code, _, err = run(*words)
            self.assertEqual(code, 1)
            self.assertIn("nothing was measured: 2 steps were skipped, the last of them start/kafka/1: no room", " ".join(err.split()))
            with open(self.path, "a") as file:
                file.write(outcome_line(Outcome(Step("start", "klog", 2), State.MEASURED, version=version_of("start"))))
            self.assertEqual(run(*words)[0], 0)

    def test_the_exit_code_is_not_of_the_run_that_it_is_put_together_with(self) -> None:
        other = self.folder / "other.jsonl"
        other.write_text(another_run())
        ours = [line for line in self.path.read_text().splitlines(keepends=True) if not line.startswith('{"step": "tls/')]
        self.path.write_text("".join(ours))
        words = ["bench", "suite", "--out", str(self.path), "--only", "tls", "--against", "kafka"]
        with mock.patch("klog.cli.suite.suite_run.measure", side_effect=lambda *_: read_results(str(self.path))):
            code, _, err = run(*words, "--compare", str(other), "--pool")
        self.assertEqual(code, 0, err)

    def test_files_that_cannot_be_used(self) -> None:
        for text, word in (("x\n", "no results file"), (self.path.read_text().replace('"suite": 2', '"suite": 1', 1), "an older suite")):
            other = self.folder / "other.jsonl"
            other.write_text(text)
            for words in (
                ["--report", "--out", str(other)],
                ["--out", str(other), "--busy"],
                ["--report", "--out", str(self.path), "--compare", str(other)],
            ):
                code, _, err = run("bench", "suite", *words)
                self.assertEqual(code, 1, words)
                self.assertIn(word, err)
            self.assertEqual(other.read_text(), text, "and is left as it is")
        code, _, err = run("bench", "suite", "--report", "--out", str(self.folder / "none.jsonl"))
        self.assertEqual(code, 4)

    def test_only_linux(self) -> None:
        with mock.patch("klog.cli.suite.command.sys.platform", "darwin"):
            code, _, err = run("bench", "suite", "--out", str(self.folder / "new"))
        self.assertEqual(code, 1)
        self.assertIn("only Linux", err)
        self.assertFalse((self.folder / "new").exists())
