"""What a results file says: there and back, cut at every byte, damaged, of another suite."""

from __future__ import annotations

import dataclasses
import json
import os
import unittest

from klog.cli.suite.results.lines import MOST_POINTS, ResultsError, current_versions, head_line, outcome_line, parse, text_of, thinned
from klog.cli.suite.results.outcomes import SUITE_VERSION, Outcome, State, Step
from tests.cli.suite.samples import full, head, measured


class ParseTests(unittest.TestCase):
    """`parse`."""

    def test_there_and_back(self) -> None:
        made = full()
        found, size = parse(text_of(made).encode(), "f")
        self.assertEqual(size, len(text_of(made).encode()))
        self.assertEqual(found.head, made.head)
        self.assertEqual(text_of(found), text_of(made))
        self.assertEqual(found.done, {key for key, one in made.outcomes.items() if one.state is State.MEASURED})

    def test_a_side_may_have_a_path_in_it(self) -> None:
        step = Step("start", "klog@/somewhere/else", 2)
        found, _ = parse((head_line(head()) + outcome_line(Outcome(step, State.SKIPPED, "no"))).encode(), "f")
        self.assertEqual(found.outcomes[step.key].step, step)

    def test_the_last_of_a_step_counts(self) -> None:
        step = Step("start", "klog", 1)
        lines = [outcome_line(Outcome(step, State.FAILED, "no")), outcome_line(measured("start", "klog", 1, {"produce.rate": 5.0}))]
        found, _ = parse("".join([head_line(head()), *lines]).encode(), "f")
        self.assertEqual(found.by_round("start", "klog", "produce.rate"), {1: 5.0})
        self.assertEqual(found.why_not("start", "klog"), "")
        self.assertEqual(parse((head_line(head()) + lines[0]).encode(), "f")[0].why_not("start", "klog"), "failed: no")

    def test_cut_at_every_byte(self) -> None:
        """What is cut off is the last line alone, and it is told how much counts."""
        whole = text_of(full()).encode()
        first = whole.index(b"\n") + 1
        ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
        for cut in [*range(0, first, 7), *range(first, len(whole), 97), *ends]:
            kept = whole[:cut]
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
            (1, '{"step": "tls/klog/1", "state": "measured", "figures": {"produce.colour": 1}}\n', "knows no figure produce.colour"),
            (1, '{"amend": {"versions": {"kafka": 4}}}\n', "versions are {'kafka': 4}"),
            (1, '{"step": "tls/klog/1", "state": "measured", "figures": {"produce.rate": Infinity}}\n', "produce.rate is inf"),
        ):
            with self.subTest(wrong=wrong[:60]), self.assertRaises(ResultsError) as caught:
                parse("".join([*lines[:place], wrong, *lines[place + 1 :]]).encode(), "f.jsonl")
            self.assertIn(word, str(caught.exception))
            self.assertIn("f.jsonl", str(caught.exception))

    def test_of_another_suite(self) -> None:
        for version, word in ((SUITE_VERSION - 1, "an older"), (SUITE_VERSION + 1, "another"), ("x", "another")):
            with self.subTest(version=version), self.assertRaises(ResultsError) as caught:
                parse(head_line(dataclasses.replace(head(), suite=version)).encode(), "f")  # type: ignore[arg-type]
            self.assertIn(word, str(caught.exception))

    def test_bytes_that_are_no_text(self) -> None:
        """They are in the middle of the file: what counts does not end in front of them, nor behind the file's end."""
        lines = text_of(full()).encode().splitlines(keepends=True)
        lines[2] = lines[2].replace(b"step", b"\xff\xff\xff\xff")
        with self.assertRaisesRegex(ResultsError, "f, line 3, is no result"):
            parse(b"".join(lines), "f")
        with self.assertRaisesRegex(ResultsError, "its first line is no head"):
            parse(b'{"suite": 2, "\xff": 1}\n', "f")

    def test_a_head_whose_fields_are_something_else(self) -> None:
        for name, wrong in (
            ("seed", "x"),
            ("machine", None),
            ("versions", ["klog"]),
            ("versions", {"klog": 1}),
            ("more_seeds", 3),
            ("size", "huge"),
        ):
            fields = {**json.loads(head_line(head())), name: wrong}
            with self.subTest(name=name), self.assertRaisesRegex(ResultsError, f"its head is not whole .*{name}"):
                parse((json.dumps(fields) + "\n").encode(), "f")

    def test_a_side_whose_path_is_no_text(self) -> None:
        step = Step("start", os.fsdecode(b"klog@/\xff"), 1)
        line = outcome_line(Outcome(step, State.SKIPPED, "no")).encode("utf-8", "backslashreplace")
        self.assertIn(step.key, parse(head_line(head()).encode() + line, "f")[0].outcomes)

    def test_no_results_file_at_all(self) -> None:
        for text in ("hello\n", "{}\n", "[1]\n", '{"suite": 1}\n'):
            with self.subTest(text=text), self.assertRaises(ResultsError):
                parse(text.encode(), "f")

    def test_the_later_line_of_a_step_counts_whichever_version_it_is_of(self) -> None:
        lines = [
            measured("tls", "klog", 2, {"produce.rate": 2.0}, version=1),
            measured("tls", "klog", 2, {"produce.rate": 3.0}, version=2),
            measured("start", "klog", 1, {"ready_s": 1.0}, version=2),
            measured("start", "klog", 1, {"ready_s": 2.0}, version=1),
        ]
        text = head_line(head()) + "".join(map(outcome_line, lines))
        found, size = parse(text.encode(), "f", {"tls": 2, "start": 2})
        self.assertEqual((size, found.done, list(found.outdated)), (len(text), {"tls/klog/2"}, ["start/klog/1"]))
        self.assertEqual(found.by_round("tls", "klog", "produce.rate"), {2: 3.0})

    def test_no_version_is_the_first(self) -> None:
        line = '{"step": "2014.one/klog/1", "state": "measured", "figures": {"produce.rate": 5.0}}\n'
        self.assertEqual(parse((head_line(head()) + line).encode(), "f", {"2014.one": 1})[0].done, {"2014.one/klog/1"})
        self.assertGreater(current_versions()["2014.one"], 1)
        found = parse((head_line(head()) + line).encode(), "f")[0]
        self.assertEqual((found.done, list(found.outdated)), (set(), ["2014.one/klog/1"]), "as loads are measured now")
        self.assertIn('"version": 3, ', outcome_line(Outcome(Step("tls", "klog", 1), State.SKIPPED, "no", version=3)))

    def test_series_are_thinned(self) -> None:
        points = [(float(place), float(place % 2)) for place in range(1000)]
        few = thinned(points)
        self.assertLessEqual(len(few), MOST_POINTS)
        self.assertTrue(all(0.3 < y < 0.7 for _, y in few[:-1]))
        self.assertEqual((thinned(points[:5]), thinned([])), (points[:5], []))
