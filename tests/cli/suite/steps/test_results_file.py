"""The results file: written, cut at every byte, damaged, of another suite, shared by two."""

from __future__ import annotations

import dataclasses
import errno
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.suite.steps.order import Step
from klog.cli.suite.steps.results_file import (
    MOST_POINTS,
    SAME_MACHINE,
    SUITE_VERSION,
    Outcome,
    Results,
    ResultsError,
    ResultsFile,
    State,
    current_versions,
    head_line,
    outcome_line,
    parse,
    read_results,
    thinned,
)
from tests.cli.suite.samples import MACHINE, full, head, measured


def text_of(results: Results) -> str:
    """As a file has it."""
    return "".join([head_line(results.head), *map(outcome_line, results.outcomes.values())])


class ParseTests(unittest.TestCase):
    """`parse`."""

    def test_there_and_back(self) -> None:
        made = full()
        found, size = parse(text_of(made), "f")
        self.assertEqual(size, len(text_of(made).encode()))
        self.assertEqual(found.head, made.head)
        self.assertEqual(text_of(found), text_of(made))
        self.assertEqual(found.done, {key for key, one in made.outcomes.items() if one.state is State.MEASURED})

    def test_a_side_may_have_a_path_in_it(self) -> None:
        step = Step("start", "klog@/somewhere/else", 2)
        found, _ = parse(head_line(head()) + outcome_line(Outcome(step, State.SKIPPED, "no")), "f")
        self.assertEqual(found.outcomes[step.key].step, step)

    def test_the_last_of_a_step_counts(self) -> None:
        step = Step("start", "klog", 1)
        lines = [outcome_line(Outcome(step, State.FAILED, "no")), outcome_line(measured("start", "klog", 1, {"produce.rate": 5.0}))]
        found, _ = parse(head_line(head()) + "".join(lines), "f")
        self.assertEqual(found.by_round("start", "klog", "produce.rate"), {1: 5.0})
        self.assertEqual(found.why_not("start", "klog"), "")
        self.assertEqual(parse(head_line(head()) + lines[0], "f")[0].why_not("start", "klog"), "failed: no")

    def test_cut_at_every_byte(self) -> None:
        """What is cut off is the last line alone, and it is told how much counts."""
        whole = text_of(full()).encode()
        first = whole.index(b"\n") + 1
        ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
        for cut in [*range(0, first, 7), *range(first, len(whole), 97), *ends]:
            kept = whole[:cut].decode()
            if cut < first:
                with self.assertRaises(ResultsError) as caught:
                    parse(kept, "f")
                self.assertIn("was cut", str(caught.exception))
                continue
            found, size = parse(kept, "f")
            self.assertEqual(size, max(end for end in ends if end <= cut))
            self.assertEqual(len(found.outcomes), sum(end <= cut for end in ends) - 1)

    def test_what_is_damaged_is_told_with_its_line(self) -> None:
        lines = text_of(full()).splitlines(keepends=True)
        for place, wrong, word in (
            (2, lines[2][:40] + "\n", "line 3"),
            (3, "\n", "line 4"),
            (1, "[]\n", "line 2"),
            (1, '{"step": "tls/klog/1"}\n', "lacks 'state'"),
            (1, '{"step": "tls/klog/one", "state": "measured"}\n', "one"),
            (1, '{"step": "tls", "state": "measured"}\n', "no step"),
            (1, '{"step": "tls/klog/1", "state": "gone"}\n', "gone"),
            (1, '{"step": "tls/klog/1", "state": "measured", "figures": {"rate": "fast"}}\n', "fast"),
        ):
            with self.subTest(wrong=wrong[:60]), self.assertRaises(ResultsError) as caught:
                parse("".join([*lines[:place], wrong, *lines[place + 1 :]]), "f.jsonl")
            self.assertIn(word, str(caught.exception))
            self.assertIn("f.jsonl", str(caught.exception))

    def test_of_another_suite(self) -> None:
        for version, word in ((SUITE_VERSION - 1, "an older"), (SUITE_VERSION + 1, "another"), ("x", "another")):
            with self.subTest(version=version), self.assertRaises(ResultsError) as caught:
                parse(head_line(dataclasses.replace(head(), suite=version)), "f")  # type: ignore[arg-type]
            self.assertIn(word, str(caught.exception))

    def test_no_results_file_at_all(self) -> None:
        for text in ("hello\n", "{}\n", "[1]\n", '{"suite": 1}\n'):
            with self.subTest(text=text), self.assertRaises(ResultsError):
                parse(text, "f")

    def test_the_version_of_a_load(self) -> None:
        """What another form of a load has measured counts as not measured; the later line of a step wins, whichever it is of."""
        lines = [
            measured("tls", "klog", 1, {"produce.rate": 1.0}, version=1),
            measured("tls", "klog", 2, {"produce.rate": 2.0}, version=1),
            measured("tls", "klog", 2, {"produce.rate": 3.0}, version=2),
            measured("start", "klog", 1, {"ready_s": 1.0}, version=2),
            measured("start", "klog", 1, {"ready_s": 2.0}, version=1),
            Outcome(Step("tls", "kafka", 1), State.FAILED, "no", version=1),
            measured("bulk.100", "klog", 1, {"produce.rate": 4.0}, version=7),
        ]
        text = head_line(head()) + "".join(map(outcome_line, lines))
        found, size = parse(text, "f", {"tls": 2, "start": 2})
        self.assertEqual((size, found.done), (len(text), {"tls/klog/2", "bulk.100/klog/1"}))
        self.assertEqual((found.by_round("tls", "klog", "produce.rate"), found.why_not("tls", "kafka")), ({2: 3.0}, ""))
        self.assertEqual(
            found.remark(), "1 steps of tls, 1 steps of start were measured by an older form of them and will be measured again"
        )
        found.add(measured("start", "klog", 1, {"ready_s": 3.0}, version=2))
        self.assertEqual(found.remark(), "1 steps of tls were measured by an older form of it and will be measured again")
        found.add(measured("tls", "klog", 1, {"produce.rate": 3.0}, version=2))
        self.assertEqual(found.remark(), "")

    def test_no_version_is_the_first(self) -> None:
        line = '{"step": "2014.one/klog/1", "state": "measured", "figures": {"produce.rate": 5.0}}\n'
        self.assertEqual(parse(head_line(head()) + line, "f", {"2014.one": 1})[0].done, {"2014.one/klog/1"})
        self.assertGreater(current_versions()["2014.one"], 1)
        found = parse(head_line(head()) + line, "f")[0]
        self.assertEqual((found.done, list(found.outdated)), (set(), ["2014.one/klog/1"]), "as loads are measured now")
        self.assertIn('"version": 3, ', outcome_line(Outcome(Step("tls", "klog", 1), State.SKIPPED, "no", version=3)))

    def test_a_peak_is_not_below_what_there_is_in_the_end(self) -> None:
        line = outcome_line(measured("start", "klog", 1, {"rss_peak_mb": 287.0, "rss_after_mb": 418.0}))
        self.assertEqual(parse(head_line(head()) + line, "f")[0].by_round("start", "klog", "rss_peak_mb"), {1: 418.0})

    def test_a_whole_rate_is_no_warm_one(self) -> None:
        figures = {"produce.rate": 5.0, "produce.warm_rate": 5.0, "consume.rate": 5.0, "consume.warm_rate": 6.0, "rate": 5.0}
        found, _ = parse(head_line(head()) + outcome_line(measured("tls", "klog", 1, figures)), "f")
        del figures["produce.warm_rate"]
        self.assertEqual(found.outcomes["tls/klog/1"].figures, figures)


class HeadTests(SynchronousTestCase):
    """`Head.difference`."""

    def test_other_machines_and_other_disks(self) -> None:
        for name in SAME_MACHINE:
            told = f"of a machine whose {name} is {MACHINE[name]} and of one where it is else"
            self.assertEqual(head().difference(head(machine={**MACHINE, name: "else"})), told)
        self.assertEqual(head().difference(head(machine={**MACHINE, "governor": "powersave"})), "")

    def test_what_one_of_the_two_does_not_tell_is_no_difference(self) -> None:
        """The disk is told by newer files only."""
        for name in SAME_MACHINE:
            for older in ({**MACHINE, name: None}, {key: value for key, value in MACHINE.items() if key != name}):
                self.assertEqual(head(machine=older).difference(head()), "")
                self.assertEqual(head().difference(head(machine=older)), "")

    def test_the_published_file_can_be_gone_on_with(self) -> None:
        """On the same machine, whatever disk it was on."""
        path = pathlib.Path(__file__).parents[4] / "docs" / "experiments.jsonl"
        found = read_results(str(path)).head
        again = dataclasses.replace(found, machine={**found.machine, "disk": found.machine.get("disk") or "ext4 on /dev/vda"})
        self.assertEqual((found.difference(again), again.difference(found)), ("", ""))


class FileTests(unittest.TestCase):
    """`ResultsFile`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = self.folder / "r.jsonl"

    def write(self, *outcomes: Outcome) -> None:
        with ResultsFile(str(self.path)) as file:
            if file.results is None:
                file.begin(head())
            for outcome in outcomes:
                file.add(outcome)

    def test_it_goes_on_where_it_was_cut(self) -> None:
        outcomes = [measured("tls", "klog", number, {"produce.rate": float(number)}) for number in (1, 2, 3)]
        self.write(*outcomes)
        whole = self.path.read_bytes()
        first = whole.index(b"\n") + 1
        for cut in [0, 5, first - 1, first, first + 1, len(whole) - 1, len(whole)]:
            with self.subTest(cut=cut):
                self.path.write_bytes(whole[:cut])
                with ResultsFile(str(self.path)) as file:
                    self.assertEqual(file.was_torn, cut not in (0, first, len(whole)))
                    results = file.results or file.begin(head())
                    for outcome in outcomes:
                        if outcome.step.key not in results.done:
                            file.add(outcome)
                self.assertEqual(self.path.read_bytes(), whole)
                self.assertEqual(read_results(str(self.path)).done, {one.step.key for one in outcomes})

    def test_a_cut_through_a_character(self) -> None:
        self.write(Outcome(Step("tls", "klog", 1), State.FAILED, "ä"))
        whole = self.path.read_bytes()
        self.path.write_bytes(whole[: whole.index("ä".encode()) + 1])
        with ResultsFile(str(self.path)) as file:
            self.assertTrue(file.was_torn)
            assert file.results is not None
            self.assertEqual(file.results.outcomes, {})

    def test_who_is_refused_has_changed_nothing(self) -> None:
        for text in ("something else\n", head_line(dataclasses.replace(head(), suite=0)) + "x", head_line(head()) + "{}\nx"):
            self.path.write_text(text)
            with self.assertRaises(ResultsError):
                ResultsFile(str(self.path))
            self.assertEqual(self.path.read_text(), text)

    def test_one_at_a_time(self) -> None:
        with ResultsFile(str(self.path)):
            with self.assertRaises(ResultsError) as caught:
                ResultsFile(str(self.path))
            self.assertIn("another suite is writing", str(caught.exception))
        self.write()

    def test_a_full_disk_leaves_no_half_line(self) -> None:
        self.write(measured("tls", "klog", 1, {"produce.rate": 1.0}))
        before = self.path.read_bytes()
        real = os.write

        def half(file: int, data: bytes) -> int:
            if len(data) > 10:
                return real(file, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")

        with ResultsFile(str(self.path)) as file:
            with mock.patch("klog.cli.suite.steps.results_file.os.write", half), self.assertRaises(OSError):
                file.add(measured("tls", "klog", 2, {"produce.rate": 1.0}))
            self.assertEqual(self.path.read_bytes(), before)
            file.add(measured("tls", "klog", 3, {"produce.rate": 1.0}))
        self.assertEqual(read_results(str(self.path)).done, {"tls/klog/1", "tls/klog/3"})

    def test_what_a_later_run_has_more(self) -> None:
        self.write()
        with ResultsFile(str(self.path)) as file:
            file.amend({"klog": "other", "activemq": "ActiveMQ 6.3.1"}, True)
            size = self.path.stat().st_size
            file.amend({"activemq": "ActiveMQ 6.3.1"}, True)
            self.assertEqual(self.path.stat().st_size, size)
        found = read_results(str(self.path)).head
        self.assertEqual((found.versions["klog"], found.versions["activemq"], found.busy), ("klog 0.1.0", "ActiveMQ 6.3.1", True))

    def test_series_are_thinned(self) -> None:
        points = [(float(place), float(place % 2)) for place in range(1000)]
        few = thinned(points)
        self.assertLessEqual(len(few), MOST_POINTS)
        self.assertTrue(all(0.3 < y < 0.7 for _, y in few[:-1]))
        self.assertEqual((thinned(points[:5]), thinned([])), (points[:5], []))

    def test_what_an_older_form_of_a_load_has_measured_stays_in_the_file(self) -> None:
        self.write(measured("tls", "klog", 1, {"produce.rate": 1.0}, version=1))
        before = self.path.read_bytes()
        with ResultsFile(str(self.path), {"tls": 2}) as file:
            assert file.results is not None
            self.assertEqual(file.results.done, set())
            file.add(measured("tls", "klog", 1, {"produce.rate": 2.0}, version=2))
            self.assertEqual(file.results.done, {"tls/klog/1"})
        self.assertTrue(self.path.read_bytes().startswith(before))
        found = read_results(str(self.path), {"tls": 2})
        self.assertEqual((found.by_round("tls", "klog", "produce.rate"), found.remark()), ({1: 2.0}, ""))
