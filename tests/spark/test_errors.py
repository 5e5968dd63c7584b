"""klog.spark.errors: mistakes are told without the way they took."""

from __future__ import annotations

import traceback
import unittest
from collections.abc import Callable

from klog.arrow.errors import DataLoss
from klog.config import ConfigError
from klog.spark.errors import OptionError, told_plainly


def deep() -> None:
    """Somewhere inside."""
    raise OptionError("minPartitions must be positive")


def frames_of(function: Callable[[], None]) -> list[str]:
    """The functions that the error of `function` went through; `assertRaises` would drop them."""
    try:
        function()
    except (OptionError, KeyError) as error:
        return [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    raise AssertionError("nothing was raised")


class ToldPlainly(unittest.TestCase):
    def test_one_frame_is_left(self) -> None:
        @told_plainly
        def reader() -> None:
            deep()

        frames = frames_of(reader)
        self.assertNotIn("deep", frames)
        self.assertIn("call", frames)

    def test_all_kinds_of_sentences(self) -> None:
        for error in (DataLoss("t", 0, 1, 2, "why"), ConfigError("a", "b", "c")):

            @told_plainly
            def fail(error: Exception = error) -> None:
                raise error

            with self.assertRaises(type(error)) as caught:
                fail()
            self.assertIs(caught.exception, error)

    def test_a_fault_of_ours_keeps_its_trace(self) -> None:
        @told_plainly
        def fail() -> None:
            self.inner()

        self.assertIn("inner", frames_of(fail))

    def inner(self) -> None:
        raise KeyError("a fault")

    def test_values_pass(self) -> None:
        self.assertEqual(told_plainly(lambda a, b=2: a + b)(1, b=5), 6)
