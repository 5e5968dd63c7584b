"""What `klog.client.transactions.coordination` asks with: `klog.client.routing.Routing`, where there is a reactor, and
`klog.client.blocking.coordinators.BlockingCoordinators`, whose answers are there when they are awaited. No Twisted here.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Protocol

from klog.client.requests.find_coordinator import GROUP
from klog.net.api_ranges import ApiRanges
from klog.retry_policy import RetryPolicy
from klog.wire.schema import Message


class AsksCoordinators(Protocol):
    """See `klog.client.routing.Routing` for each."""

    def coordinator(self, key: str, *, kind: int = GROUP) -> Awaitable[int]:
        """The broker that coordinates a group or transactional id."""

    def versions(self, node_id: int, *, purpose: Any = ...) -> Awaitable[ApiRanges]:
        """What it speaks."""

    def ask_coordinator(
        self, key: str, message: Message, *, version: int | None = None, at_most: int | None = None, kind: int = GROUP
    ) -> Awaitable[Any]:
        """Its answer."""

    def stale(self, topic: str) -> None:
        """What is known of `topic` seems to be wrong."""

    def retry_policy(self, timeout_ms: float | None = None) -> RetryPolicy:
        """For one thing that is asked again."""

    def wait_ms(self, backoff: float) -> Awaitable[None]:
        """A pause."""
