"""Which requests are handed out together: tables, and that the quick look and the slow one agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.memory_budget import MemoryBudget
from klog.net.held_requests import HeldRequests
from klog.net.request_runs import MAY_BE_MADE_IN_STEPS, RUN_OF_OTHERS, is_made_in_steps, is_one_run, next_run, stands_alone
from klog.wire.request import Request

PRODUCE, FETCH, METADATA, SASL_HANDSHAKE, API_VERSIONS = 0, 1, 3, 17, 18
DESCRIBE_CONFIGS, DESCRIBE_LOG_DIRS, DESCRIBE_PRODUCERS = 32, 35, 61
OLD, NEW = 3, 4
_RECOGNISED: Any = object()


def request(key: int, version: int = NEW, *, is_recognised: bool = False) -> Request:
    """One of which nothing but its header counts; `is_recognised`: as one like it that came before."""
    return Request(key, version, 0, None, 0, memoryview(b"\0"), repeat=_RECOGNISED if is_recognised else None)


def held(requests: Sequence[Request]) -> HeldRequests:
    """As they wait."""
    made = HeldRequests(MemoryBudget())
    made.extend(requests)
    return made


ANY = st.builds(request, st.sampled_from(sorted({PRODUCE, SASL_HANDSHAKE, API_VERSIONS, *MAY_BE_MADE_IN_STEPS})), st.integers(0, 12))
RECOGNISED = st.builds(request, st.just(PRODUCE), st.integers(0, 12), is_recognised=st.just(True))
#: What is one run is rare among all that may come together.
REQUESTS = st.one_of(
    st.lists(ANY, min_size=2, max_size=12),
    st.lists(RECOGNISED, min_size=2, max_size=40),
    st.lists(ANY | RECOGNISED, min_size=2, max_size=40),
)


class TableTests(SynchronousTestCase):
    """One request."""

    def test_what_stands_alone(self) -> None:
        for key, version, with_sasl, without in (
            (PRODUCE, OLD, False, False),
            (FETCH, 0, True, True),
            (FETCH, OLD, True, True),
            (FETCH, NEW, False, False),
            (METADATA, 0, False, False),
            (SASL_HANDSHAKE, 1, True, False),
            (API_VERSIONS, 0, False, False),
        ):
            one = request(key, version)
            self.assertEqual((stands_alone(one, True), stands_alone(one, False)), (with_sasl, without), (key, version))

    def test_what_is_made_in_steps(self) -> None:
        for key, version, expected in (
            (PRODUCE, OLD, False),
            (FETCH, OLD, True),
            (FETCH, NEW, False),
            (METADATA, 12, True),
            (DESCRIBE_CONFIGS, 4, True),
            (DESCRIBE_LOG_DIRS, 0, True),
            (DESCRIBE_PRODUCERS, 0, True),
            (API_VERSIONS, 0, False),
        ):
            self.assertEqual(is_made_in_steps(request(key, version)), expected, (key, version))

    def test_what_need_not_be_asked(self) -> None:
        self.assertEqual({key for key in range(100) if is_made_in_steps(request(key, 0))}, MAY_BE_MADE_IN_STEPS)


class RunTests(SynchronousTestCase):
    """Many."""

    def runs(self, requests: Sequence[Request], max_in_flight: int = 100, *, has_sasl: bool = False) -> list[int]:
        """How long the runs are of those that wait."""
        waiting, sizes = held(requests), []
        while waiting:
            sizes.append(len(next_run(waiting, max_in_flight, has_sasl)))
        return sizes

    def test_runs_of_those_that_wait(self) -> None:
        produce, old, new, other, shake = (
            [request(PRODUCE)],
            [request(FETCH, OLD)],
            [request(FETCH, NEW)],
            [request(API_VERSIONS)],
            [request(SASL_HANDSHAKE)],
        )
        for requests, sizes in (
            (other * 20, [8, 8, 4]),
            (produce * 250, [100, 100, 50]),
            (new * 20, [20]),
            (produce * 90 + other * 20 + produce, [98, 8, 5]),
            # The last of the others ends a run, whatever comes behind it.
            (other * 8 + produce, [8, 1]),
            (other + old + old + other, [1, 1, 1, 1]),
            (shake * 9, [8, 1]),
        ):
            self.assertEqual(self.runs(requests), sizes)
        self.assertEqual(self.runs(other + shake + other * 2, has_sasl=True), [1, 1, 2])

    def test_what_is_one_run_as_it_came(self) -> None:
        recognised = [request(PRODUCE, is_recognised=True)]
        for requests, expected in (
            ([request(API_VERSIONS)] * 8, True),
            ([request(API_VERSIONS)] * 9, False),
            ([request(PRODUCE)] * 9, False),
            (recognised * 100, True),
            (recognised * 101, False),
            ([*recognised * 50, request(PRODUCE)], False),
            ([*recognised, request(FETCH, OLD)], False),
            ([*recognised, request(FETCH, NEW)], True),
        ):
            self.assertEqual(is_one_run(requests, 100, False), expected, (len(requests), requests[-1]))
        shake = [request(API_VERSIONS), request(SASL_HANDSHAKE)]
        self.assertEqual((is_one_run(shake, 100, True), is_one_run(shake, 100, False)), (False, True))

    def test_few_in_flight_part_only_what_waits(self) -> None:
        """Where fewer may be in flight than are in a run of others."""
        two = [request(API_VERSIONS)] * 2
        self.assertEqual((is_one_run(two, 1, False), self.runs(two, 1)), (True, [1, 1]))

    @given(REQUESTS, st.integers(RUN_OF_OTHERS, 40), st.booleans())
    def test_one_run_is_the_next_run(self, requests: list[Request], max_in_flight: int, has_sasl: bool) -> None:
        """The quick look at what came together says no more than the rules for what waits."""
        if is_one_run(requests, max_in_flight, has_sasl):
            self.assertEqual(next_run(held(requests), max_in_flight, has_sasl), requests)

    @given(st.lists(ANY, max_size=60), st.integers(1, 40), st.booleans())
    def test_runs_keep_the_rules(self, requests: list[Request], max_in_flight: int, has_sasl: bool) -> None:
        waiting, seen = held(requests), []
        while waiting:
            run = next_run(waiting, max_in_flight, has_sasl)
            seen += run
            self.assertTrue(0 < len(run) <= max_in_flight)
            self.assertLessEqual(len([one for one in run if one.api_key not in (PRODUCE, FETCH)]), RUN_OF_OTHERS)
            self.assertTrue(len(run) == 1 or not any(stands_alone(one, has_sasl) for one in run))
        self.assertEqual(seen, requests)
