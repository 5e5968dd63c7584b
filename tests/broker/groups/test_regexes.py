"""Regular expressions of KIP-848."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups import regexes
from klog.broker.groups.regexes import RegexResolver, compile_pattern
from klog.errors import ErrorCode, KlogError


class PatternTests(SynchronousTestCase):
    def test_the_whole_name(self) -> None:
        self.assertTrue(compile_pattern("foo.*").matches("foo-1"))
        self.assertFalse(compile_pattern("foo").matches("foo-1"))
        self.assertFalse(compile_pattern("oo.*").matches("foo"))
        self.assertTrue(compile_pattern("").matches(""))
        self.assertTrue(compile_pattern("gr.n").matches("grün"))

    def test_what_re2_has_and_has_not(self) -> None:
        self.assertTrue(compile_pattern(r"\p{Cyrillic}+|(?i:abc)").matches("ABC"))
        for broken in ("(", "[a", "a**", r"(a)\1", "(?=a)", "a{2,1}", "*"):
            error = self.assertRaises(KlogError, compile_pattern, broken)
            self.assertEqual(error.code, ErrorCode.INVALID_REGULAR_EXPRESSION)
            self.assertIn(f"SubscribedTopicRegex `{broken}` is not a valid regular expression: ", error.message)

    def test_too_large(self) -> None:
        compile_pattern("x" * regexes.MAX_PATTERN_BYTES)
        for large in ("x" * (regexes.MAX_PATTERN_BYTES + 1), r"\pL" * 17, ".{1000}" * 100):
            error = self.assertRaises(KlogError, compile_pattern, large)
            self.assertEqual(error.code, ErrorCode.INVALID_REGULAR_EXPRESSION)
            self.assertLess(len(error.message), 800)

    def test_linear_time(self) -> None:
        start = time.process_time()
        name = "a" * 248 + "b"
        for pattern in ("(a+)+$", "(a|aa)+$", "(a*)*(a*)*(a*)*c", "(.*)*x"):
            compiled = compile_pattern(pattern)
            for _ in range(100):
                self.assertFalse(compiled.matches(name))
        self.assertLess(time.process_time() - start, 1)


class ResolverTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.waiting: list[tuple[Callable[[], Any], Deferred[Any]]] = []
        self.resolver = RegexResolver(self._in_thread)

    def _in_thread(self, function: Callable[[], Any]) -> Deferred[Any]:
        done: Deferred[Any] = Deferred()
        self.waiting.append((function, done))
        return done

    def _act(self) -> None:
        function, done = self.waiting.pop(0)
        done.callback(function())

    def test_resolves(self) -> None:
        names = ["foo", "foo-1", "bar", "__consumer_offsets"]
        result = self.resolver.resolve(["foo.*", "(", "b.*|__.*", "x"], names)
        names.append("foo-2")
        self._act()
        self.assertEqual(
            self.successResultOf(result),
            {"foo.*": {"foo", "foo-1"}, "(": set(), "b.*|__.*": {"bar", "__consumer_offsets"}, "x": set()},
        )

    def test_one_at_a_time(self) -> None:
        first, second = self.resolver.resolve(["a"], ["a"]), self.resolver.resolve(["b"], ["b"])
        self.assertEqual(len(self.waiting), 1)
        _, done = self.waiting.pop(0)
        done.errback(OSError("no thread"))
        self.failureResultOf(first, OSError)
        self._act()
        self.assertEqual(self.successResultOf(second), {"b": {"b"}})
