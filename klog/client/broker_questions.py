"""What the parts of a client's routing ask of the whole: `klog.client.routing.Routing`, as finding coordinators and refreshing metadata see
it.

It stands apart from both, so that neither imports the other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from klog.client.metadata import ClusterMetadata
from klog.client.settings import ClientSettings
from klog.errors import KlogError
from klog.net.api_ranges import ApiRanges
from klog.retry_policy import Backoff, RetryPolicy
from klog.wire.schema import Message

#: A request, and the version that it must have, for a broker that speaks these versions; raises KlogError where it speaks none.
Make = Callable[[ApiRanges], tuple[Message, int | None]]


class AsksBrokers(Protocol):
    """Asks any broker, and waits between two attempts."""

    metadata: ClusterMetadata
    now_ms: Callable[[], int]

    @property
    def reactor(self) -> Any:
        """IReactorTime."""

    @property
    def settings(self) -> ClientSettings:
        """Time limits and pauses."""

    @property
    def stopped(self) -> bool:
        """Whether nothing is asked any more."""

    def backoff(self) -> Backoff:
        """Pauses that grow with each attempt."""

    def retry_policy(self, timeout_ms: float | None = None) -> RetryPolicy:
        """What follows attempts that fail; for ever where no time is given."""

    def wait_ms(self, backoff: Backoff | float) -> Deferred[None]:
        """A pause; it ends with the routing."""

    def ask_any_made(self, make: Make, *, timeout_ms: int | None = None) -> Deferred[Any]:
        """The answer of whoever answers first, asked again until the time is over."""

    def ask_once(self, make: Make, timeout_ms: float, before: KlogError | None = None) -> Awaitable[Any]:
        """All candidates in turn, once."""
