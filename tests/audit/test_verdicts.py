"""`klog.audit.verdicts`, against brute force, and with each rule broken on purpose."""

from __future__ import annotations

import inspect
import itertools
import unittest
from collections.abc import Callable, Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.audit import verdicts
from klog.audit.verdicts import Arrived, Judgment, Sent, Verdict, exit_code, judge, worst
from tests.audit.oracle import brute_force

_HASHES = (None, 1, 2)


@st.composite
def _cases(draw: st.DrawFn) -> tuple[Sent, Arrived, bool, bool]:
    must = draw(st.integers(0, 9))
    sent = Sent(must, must + draw(st.sampled_from([0, 0, 1, 4])), draw(st.booleans()), draw(st.sampled_from(_HASHES)))
    least = draw(st.integers(0, 12))
    most = draw(st.sampled_from([least, least, least + 1, least + 5, None]))
    arrived = Arrived(least, most, draw(st.sampled_from([0, 0, 0, 1, 3])), draw(st.sampled_from(_HASHES)))
    return sent, arrived, draw(st.booleans()), draw(st.booleans())


def all_small() -> Iterator[tuple[Sent, Arrived, bool, bool]]:
    """Every case of small numbers."""
    bools = (True, False)
    for must, more, is_final, hash_sum in itertools.product(range(3), range(2), bools, _HASHES):
        for least, most_more, repeats, other in itertools.product(range(4), (0, 1, 2, None), (0, 1), _HASHES):
            sent = Sent(must, must + more, is_final, hash_sum)
            arrived = Arrived(least, None if most_more is None else least + most_more, repeats, other)
            for is_over, grace_is_over in ((False, False), (True, False), (True, True)):
                yield sent, arrived, is_over, grace_is_over


def differs(function: Callable[..., Judgment]) -> bool:
    """Whether brute force says otherwise in any small case."""
    for sent, arrived, is_over, grace_is_over in all_small():
        expected = brute_force(sent, arrived, is_over=is_over, grace_is_over=grace_is_over)
        try:
            found = function(sent, arrived, is_over=is_over, grace_is_over=grace_is_over)
        except Exception:
            return True
        if found != expected:
            return True
    return False


#: Each rule of `judge`, broken.
MUTATIONS = (
    ("sent.must - arrived.most", "sent.must - arrived.least"),
    ("sent.must - arrived.most", "sent.may - arrived.most"),
    ("0 if arrived.most is None else max(0, ", "0 if arrived.most is None or not sent.is_final else max(0, "),
    ("duplicate = arrived.repeats", "duplicate = 0"),
    ("if sent.is_final:\n        duplicate", "if True:\n        duplicate"),
    ("arrived.least - sent.may", "arrived.least - sent.must"),
    ("if not is_over:", "if False:"),
    ("not grace_is_over and", "False and"),
    ("and found.verdict is not Verdict.COMPLETE", "and True"),
    ("    if missing:\n", "    if missing and not duplicate:\n"),
    ("    if duplicate:\n", "    if False:\n"),
    ("not sent.is_final or arrived.most is None", "arrived.most is None"),
    ("not sent.is_final or arrived.most is None", "not sent.is_final"),
    ("arrived.least < sent.must or arrived.most > sent.may", "arrived.most > sent.may"),
    ("arrived.least < sent.must or arrived.most > sent.may", "arrived.least < sent.must"),
    ("sent.must == sent.may and ", ""),
    ("sent.hash is not None and ", ""),
    (" and arrived.hash is not None", ""),
    ("is_exact and sent.hash != arrived.hash", "False"),
    ("return Verdict.CHANGED", "return Verdict.COMPLETE"),
)


class JudgeTests(unittest.TestCase):
    def test_every_small_case_by_brute_force(self) -> None:
        for sent, arrived, is_over, grace_is_over in all_small():
            self.assertEqual(
                judge(sent, arrived, is_over=is_over, grace_is_over=grace_is_over),
                brute_force(sent, arrived, is_over=is_over, grace_is_over=grace_is_over),
                (sent, arrived, is_over, grace_is_over),
            )

    @settings(deadline=None, max_examples=300)
    @given(_cases())
    def test_larger_ones(self, case: tuple[Sent, Arrived, bool, bool]) -> None:
        sent, arrived, is_over, grace_is_over = case
        self.assertEqual(
            judge(sent, arrived, is_over=is_over, grace_is_over=grace_is_over),
            brute_force(sent, arrived, is_over=is_over, grace_is_over=grace_is_over),
        )

    def test_each_broken_rule_is_noticed(self) -> None:
        source = inspect.getsource(judge) + "\n\n" + inspect.getsource(verdicts._settled)

        def made(text: str) -> Callable[..., Judgment]:
            names = dict(vars(verdicts))
            exec(text, names)
            function: Callable[..., Judgment] = names["judge"]
            return function

        self.assertFalse(differs(made(source)))
        for old, new in MUTATIONS:
            self.assertEqual(source.count(old), 1, old)
            self.assertTrue(differs(made(source.replace(old, new))), f"{old!r} instead of {new!r} is not noticed")

    def test_in_words(self) -> None:
        def verdict(sent: Sent, arrived: Arrived) -> tuple[str, int, int]:
            judgment = judge(sent, arrived, is_over=True, grace_is_over=True)
            return judgment.verdict.value, judgment.missing, judgment.duplicate

        self.assertEqual(verdict(Sent(100, 100), Arrived(100, 100)), ("complete", 0, 0))
        self.assertEqual(verdict(Sent(100, 103), Arrived(102, 102)), ("complete", 0, 0))
        self.assertEqual(verdict(Sent(100, 103), Arrived(97, 97)), ("missing", 3, 0))
        self.assertEqual(verdict(Sent(100, 103), Arrived(110, 110)), ("duplicate", 0, 7))
        self.assertEqual(verdict(Sent(100, 100, False), Arrived(120, 120)), ("unknown", 0, 0))
        self.assertEqual(verdict(Sent(100, 100, False), Arrived(90, 90)), ("missing", 10, 0))
        self.assertEqual(verdict(Sent(100, 100), Arrived(90, None)), ("unknown", 0, 0))
        self.assertEqual(verdict(Sent(100, 100, hash=1), Arrived(100, 100, hash=2)), ("changed", 0, 0))
        self.assertEqual(verdict(Sent(100, 100), Arrived(98, 98, repeats=2)), ("missing", 2, 2))


class ExitCodeTests(unittest.TestCase):
    def test_codes(self) -> None:
        v = Verdict
        for expected, given_ in (
            (0, [v.COMPLETE, v.OPEN, v.LATE]),
            (1, [v.COMPLETE, v.MISSING, v.UNKNOWN]),
            (1, [v.CHANGED]),
            (1, [v.COMPLETE, v.DUPLICATE]),
            (2, [v.COMPLETE, v.UNKNOWN]),
            (2, []),
            (2, [v.OPEN, v.LATE]),
        ):
            self.assertEqual(exit_code(given_), expected, given_)

    def test_the_worst_stands_for_all(self) -> None:
        self.assertIs(worst([Verdict.COMPLETE, Verdict.UNKNOWN, Verdict.LATE]), Verdict.UNKNOWN)
        self.assertIs(worst([]), Verdict.COMPLETE)
        self.assertEqual(set(verdicts.BY_WEIGHT), set(Verdict))
