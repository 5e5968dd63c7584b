r"""klog.spark.patterns: Java's expressions, read as Python's; expected matches are Java's own."""

from __future__ import annotations

import pickle
import unittest
import warnings

from hypothesis import given
from hypothesis import strategies as st

from klog.spark.errors import OptionError
from klog.spark.patterns import compile_pattern

NAMES = ("orders", "orders-1", "orders.eu", "Orders", "a_b", "x", "topic[0]", "3")


class SameInBoth(unittest.TestCase):
    def found(self, pattern: str) -> list[str]:
        compiled = compile_pattern(pattern)
        return [name for name in NAMES if compiled.search(name)]

    def test_plain_ones(self) -> None:
        self.assertEqual(self.found("orders"), ["orders", "orders-1", "orders.eu"])
        self.assertEqual(self.found("^orders$"), ["orders"])
        self.assertEqual(self.found("^(orders|x)$"), ["orders", "x"])
        self.assertEqual(self.found(r"\d"), ["orders-1", "topic[0]", "3"])
        self.assertEqual(self.found(r"^\w+$"), ["orders", "Orders", "a_b", "x", "3"])
        self.assertEqual(self.found("(?i)^orders$"), ["orders", "Orders"])
        self.assertEqual(self.found("^[^a-z]"), ["Orders", "3"])
        self.assertEqual(self.found("^orders(?!-)"), ["orders", "orders.eu"])
        self.assertEqual(self.found("(?<=orders).eu"), ["orders.eu"])

    def test_spellings_of_javas(self) -> None:
        self.assertEqual(self.found(r"^\Qorders.\E[a-z]+$"), ["orders.eu"])
        self.assertEqual(self.found(r"\Q[0]"), ["topic[0]"])
        self.assertEqual(self.found(r"orders\z"), ["orders"])
        self.assertEqual(self.found(r"orders\Z"), ["orders"])
        self.assertEqual(self.found(r"^(?<first>o)rders(?<rest>.*)$"), ["orders", "orders-1", "orders.eu"])
        self.assertEqual(self.found(r"^\p{Upper}"), ["Orders"])
        self.assertEqual(self.found(r"^\p{Lu}\p{Ll}+$"), ["Orders"])
        self.assertEqual(self.found(r"^\P{Alpha}"), ["3"])
        self.assertEqual(self.found(r"^[\p{Digit}x]$"), ["x", "3"])
        self.assertEqual(self.found(r"[\]]"), ["topic[0]"])
        self.assertEqual(self.found(r"^x++$"), ["x"])

    def test_ascii_as_in_java(self) -> None:
        self.assertIsNone(compile_pattern(r"^\w$").search("ä"))
        self.assertIsNone(compile_pattern(r"^\d$").search("٣"))

    def test_it_goes_through_pickle(self) -> None:
        self.assertEqual(pickle.loads(pickle.dumps(compile_pattern("a+"))).pattern, "a+")


class Refused(unittest.TestCase):
    def test_what_python_would_read_differently(self) -> None:
        for pattern in ("[a-z&&[^q]]", "[a[b]]", "[]a]", "[^]a]", r"\p{IsGreek}", r"\pX", r"\G", r"\X", r"\k<n>", r"[\h]", r"[\P{Alpha}]"):
            with self.subTest(pattern), self.assertRaisesRegex(OptionError, "write it differently, or name the topics with subscribe"):
                compile_pattern(pattern)

    def test_what_is_none_in_either(self) -> None:
        for pattern in ("p-[", "(", "*a", "a{2,1}", "\\", "(?<a>x)(?<a>y)"):
            with self.subTest(pattern), self.assertRaisesRegex(OptionError, "no regular expression"):
                compile_pattern(pattern)

    def test_what_a_later_python_may_read_differently(self) -> None:
        """Python warns of it."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for pattern, name in (("[<||]", "|"), ("[a~~b]", "~"), ("[+-|]", "a"), ("[^||]", "a")):
                self.assertTrue(compile_pattern(pattern).search(name), pattern)
            self.assertFalse(compile_pattern("[^||]").search("|"))
            for pattern in ("[a--]", "[--a]", "[a-c--e]"):
                with self.subTest(pattern), self.assertRaisesRegex(OptionError, "two dashes"):
                    compile_pattern(pattern)

    @given(st.text(alphabet="ab[]^&~-\\QEpz{}()?<>*+|.$ \0", max_size=12))
    def test_nothing_else_escapes(self, pattern: str) -> None:
        with warnings.catch_warnings():
            # Python's hint that it may read something differently one day would be a silent difference.
            warnings.simplefilter("error")
            try:
                compile_pattern(pattern).search("abc")
            except OptionError:
                pass
