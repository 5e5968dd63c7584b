"""Requests that wait to be handled, and the buffers that they hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.memory_budget import MemoryBudget
from klog.net.held_requests import HeldRequests
from klog.wire.request import Request


def requests_in(buffer: bytes, count: int) -> list[Request]:
    """`count` requests that are views on `buffer`."""
    return [Request(18, 0, number, None, 0, memoryview(buffer)[:1]) for number in range(count)]


class HeldRequestsTests(SynchronousTestCase):
    """`HeldRequests`."""

    @given(st.lists(st.integers(1, 4), max_size=6), st.integers(0, 30))
    def test_buffers_count_until_their_last_request_is_gone(self, counts: list[int], gone: int) -> None:
        memory = MemoryBudget()
        held = HeldRequests(memory)
        reads = [requests_in(bytes(1000 * (number + 1)), count) for number, count in enumerate(counts)]
        for requests in reads:
            held.extend(requests)
        everything = [(number, request) for number, requests in enumerate(reads) for request in requests]
        self.assertEqual(list(held), [request for _, request in everything])
        for _, request in everything[:gone]:
            self.assertIs(held.first, request)
            self.assertIs(held.popleft(), request)
        left = everything[gone:]
        self.assertEqual(len(held), len(left))
        self.assertEqual(held.held_bytes, sum(1000 * (number + 1) for number in {number for number, _ in left}))
        self.assertEqual(memory.used_bytes, held.held_bytes)
        held.clear()
        self.assertEqual((len(held), memory.used_bytes), (0, 0))
