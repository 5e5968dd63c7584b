"""Who coordinates which group: in few requests, and not for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twisted.internet.defer import CancelledError, Deferred

from klog.client.coordinators import ask_who_coordinates
from klog.client.retry import NobodyAnswers
from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.wire.messages.find_coordinator import FindCoordinatorRequest, FindCoordinatorResponse
from tests.client.test_routing import RoutingCase


class CoordinatorTests(RoutingCase):
    """On a cluster of dicts."""

    def find(self, keys: Iterable[str]) -> dict[str, Any]:
        """The node or the error of each, asked for in one turn."""
        waiting = {key: self.routing.coordinator(key).addErrback(lambda failure: failure.value) for key in keys}
        return {key: self.result(deferred) for key, deferred in waiting.items()}

    def test_many_groups_are_one_request(self) -> None:
        for number in range(1000):
            self.cluster.groups[f"g{number}"] = 1 + number % 3
        found = self.find(f"g{number}" for number in range(1000))
        self.assertEqual([found[f"g{number}"] for number in (0, 1, 2, 999)], [1, 2, 3, 1])
        self.assertEqual(self.cluster.count(FindCoordinatorRequest), 1)
        self.assertEqual(self.successResultOf(self.routing.coordinator("g5")), 3)

    def test_old_brokers_are_asked_one_by_one(self) -> None:
        self.cluster.ranges = ApiRanges("old:1", {**self.cluster.ranges.ranges, FindCoordinatorRequest.api_key: (0, 3)})
        self.cluster.groups.update(a=1, b=ErrorCode.GROUP_AUTHORIZATION_FAILED, c=3)
        found = self.find(["a", "b", "c"])
        self.assertEqual((found["a"], found["c"]), (1, 3))
        self.assertEqual(found["b"].code, ErrorCode.GROUP_AUTHORIZATION_FAILED)
        self.assertIn("group b", str(found["b"]))

    def test_old_brokers_are_asked_for_the_others_too(self) -> None:
        self.cluster.ranges = ApiRanges("old:1", {**self.cluster.ranges.ranges, FindCoordinatorRequest.api_key: (0, 3)})
        self.cluster.groups.update(a=ErrorCode.COORDINATOR_NOT_AVAILABLE, b=2)
        waiting = self.routing.coordinator("a")
        self.assertEqual(self.result(self.routing.coordinator("b"), 1), 2)
        self.assertFalse(waiting.called)
        self.cluster.groups["a"] = 3
        self.assertEqual(self.result(waiting, 2), 3)

    def test_one_that_loads_is_asked_again(self) -> None:
        self.cluster.groups.update(a=ErrorCode.COORDINATOR_NOT_AVAILABLE, b=2)
        waiting = self.routing.coordinator("a")
        self.assertEqual(self.result(self.routing.coordinator("b"), 1), 2)
        self.clock.pump([0.1] * 30)
        self.assertFalse(waiting.called)
        self.cluster.groups["a"] = 3
        self.assertEqual(self.result(waiting, 2), 3)

    def test_it_ends_with_the_time_of_whoever_waits(self) -> None:
        self.cluster.groups["a"] = ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
        error = self.error(self.routing.coordinator("a"), NobodyAnswers, 31)
        self.assertIn("COORDINATOR_LOAD_IN_PROGRESS", str(error))
        count = self.cluster.count(FindCoordinatorRequest)
        self.clock.pump([0.1] * 100)
        self.assertLessEqual(self.cluster.count(FindCoordinatorRequest), count + 1)

    def test_what_is_refused_is_told_at_once(self) -> None:
        self.cluster.groups["a"] = ErrorCode.INVALID_GROUP_ID
        self.error(self.routing.coordinator("a"), KlogError, 1)

    def test_one_who_no_longer_waits_is_no_hindrance(self) -> None:
        self.cluster.groups["a"] = ErrorCode.COORDINATOR_NOT_AVAILABLE
        gone, stays = self.routing.coordinator("a"), self.routing.coordinator("a")
        gone.cancel()
        self.failureResultOf(gone)
        self.cluster.groups["a"] = 2
        self.assertEqual(self.result(stays, 2), 2)

    def test_an_answer_without_anybody_is_none(self) -> None:
        self.cluster.groups["a"] = 2
        for several in (True, False):
            answer = FindCoordinatorResponse()
            self.cluster.handlers[FindCoordinatorRequest] = lambda server, request, answer=answer: answer
            if not several:
                self.cluster.ranges = ApiRanges("old:1", {**self.cluster.ranges.ranges, FindCoordinatorRequest.api_key: (0, 3)})
            asked = Deferred.fromCoroutine(ask_who_coordinates(self.routing, ["a", "b"]))
            (found,), says_several = self.result(asked)
            self.assertEqual((found.key, found.error_code, says_several), ("a", ErrorCode.COORDINATOR_NOT_AVAILABLE, several))

    def test_whoever_is_told_may_cancel_the_others(self) -> None:
        self.cluster.groups["refused"] = ErrorCode.INVALID_GROUP_ID
        for key in ("a", "refused", "stopped"):
            first, second, third = (self.routing.coordinator(key) for _ in range(3))
            first.addBoth(lambda _, second=second: second.cancel())
            if key == "stopped":
                self.routing.stop()
            else:
                self.clock.pump([0.1] * 10)
            self.failureResultOf(second, CancelledError)
            self.assertTrue(third.called, key)
            third.addErrback(lambda failure: failure.trap(KlogError))
