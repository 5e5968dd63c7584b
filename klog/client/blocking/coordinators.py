"""Coordinators of transactional ids and groups, asked without a reactor: what `klog.client.transactions.coordination` asks with.

Its coroutines are the same as with a reactor. Here whatever they await is there already, so that `run` runs them in one go. No Twisted in
whatever this imports.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from typing import Any, Generic, TypeVar

from klog.client.blocking.client import API_TIMEOUT_MS, BlockingClient
from klog.client.metadata import Node
from klog.client.requests.errors import error_codes
from klog.client.requests.find_coordinator import GROUP
from klog.client.retry import Action, trouble_of, what_to_do, what_to_do_about
from klog.errors import ErrorCode, KlogError, row_of
from klog.net.api_ranges import ApiRanges
from klog.retry_policy import RetryPolicy
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.schema import Message

T = TypeVar("T")
#: The last version of FindCoordinator with a single key.
_ONE_KEY = 3


class Done(Generic[T]):
    """What is there when it is awaited."""

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def __await__(self) -> Generator[None, None, T]:
        return self._value
        yield  # makes it a generator


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives that awaits only what is `Done`. Raises what it raises."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    coroutine.close()
    raise AssertionError("a coroutine waited where nothing comes while it does")


class BlockingCoordinators:
    """Implements `klog.client.transactions.asks_coordinators.AsksCoordinators`.

    :param client: asked; not closed here.
    """

    def __init__(self, client: BlockingClient) -> None:
        self._client = client
        self._known: dict[tuple[int, str], int] = {}

    def coordinator(self, key: str, *, kind: int = GROUP) -> Done[int]:
        """Asked once and remembered; as often as it takes, for a minute.

        :raises KlogError: nobody says, or the key is refused.
        """
        node_id = self._known.get((kind, key))
        if node_id is None or self._client.metadata.node(node_id) is None:
            node_id = self._known[kind, key] = self._find(key, kind)
        return Done(node_id)

    def _find(self, key: str, kind: int) -> int:
        retry_policy = self.retry_policy(API_TIMEOUT_MS)
        request = FindCoordinatorRequest(key=key, key_type=kind)
        while True:
            answer = self._client.ask_any(request, at_most=_ONE_KEY, timeout_ms=max(1, int(retry_policy.left_s * 1000)))
            if not answer.error_code and answer.host:
                self._client.metadata.learn(Node(answer.node_id, answer.host, answer.port))
                return int(answer.node_id)
            row = row_of(answer.error_code or ErrorCode.COORDINATOR_NOT_AVAILABLE)
            what = "group" if kind == GROUP else "transactional id"
            error = KlogError(row.code, f"{what} {key}: {answer.error_message or row.sentence} (finding its coordinator)")
            pause_ms = retry_policy.pause_after(trouble_of(error))
            if pause_ms is None:
                raise error
            self._client.sleep(pause_ms / 1000)

    def versions(self, node_id: int, *, purpose: Any = "data") -> Done[ApiRanges]:
        """Connects where needed; a broker that cannot be reached may not coordinate any more."""
        try:
            return Done(self._client.node(node_id).connect())
        except KlogError:
            self._known = {what: known for what, known in self._known.items() if known != node_id}
            raise

    def ask_coordinator(
        self, key: str, message: Message, *, version: int | None = None, at_most: int | None = None, kind: int = GROUP
    ) -> Done[Any]:
        """The coordinator is forgotten where the answer says that it is none, or the connection breaks; asking again is the caller's."""
        node_id = run(_value_of(self.coordinator(key, kind=kind)))
        limit_ms = self._client.settings.request_timeout_ms
        try:
            answer = self._client.ask(node_id, message, version=version, at_most=at_most, timeout_ms=limit_ms)
        except KlogError as error:
            if what_to_do_about(error) is not Action.FAIL:
                self._known.pop((kind, key), None)
            raise
        if any(what_to_do(code) is Action.FIND_COORDINATOR for code in error_codes(answer)):
            self._known.pop((kind, key), None)
        return Done(answer)

    def stale(self, topic: str) -> None:
        """Whoever sends there asks anew by itself."""

    def retry_policy(self, timeout_ms: float | None = None) -> RetryPolicy:
        """By the client's clock."""
        clock = self._client.clock
        return RetryPolicy(clock, self._client.backoff(), None if timeout_ms is None else clock() + timeout_ms / 1000)

    def wait_ms(self, backoff: float) -> Done[None]:
        """Sleeps."""
        self._client.sleep(max(0.0, backoff) / 1000)
        return Done(None)


async def _value_of(done: Done[T]) -> T:
    return await done
