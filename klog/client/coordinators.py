"""Who coordinates which group, or transactional id: found by FindCoordinator, remembered, forgotten when doubtful.

All keys that are wanted in one turn of the reactor go into one request where the broker takes several (KIP-699, version 4); older brokers
are asked one by one. A broker that is still loading, or is creating ``__consumer_offsets``, answers that there is no coordinator yet: that
is asked again with growing pauses until the time of whoever waits is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger

from klog.client.broker_questions import AsksBrokers
from klog.client.metadata import Node
from klog.client.requests.find_coordinator import GROUP
from klog.client.retry import Action, ClientStopped, NobodyAnswers, trouble_of, what_to_do
from klog.client.waiters import tell_all
from klog.errors import ErrorCode, KlogError, row_of
from klog.net.api_ranges import ApiRanges
from klog.retry_policy import Trouble
from klog.wire.messages.find_coordinator import Coordinator, FindCoordinatorRequest, FindCoordinatorResponse

_log = Logger()

#: Keys in one request: the answer stays far below a megabyte.
_KEYS_AT_ONCE = 1_000
_SEVERAL_KEYS_VERSION = 4


async def ask_who_coordinates(
    routing: AsksBrokers, keys: Sequence[str], kind: int = GROUP, *, timeout_ms: int | None = None
) -> tuple[list[Coordinator], bool]:
    """One question to any broker: about all `keys` where it takes several (KIP-699, version 4), about the first where it does not.

    :returns: the answers, and whether it takes several.
    :raises KlogError: nobody answered; see `Routing.ask_any_made`.
    """
    several = True

    def make(ranges: ApiRanges) -> tuple[FindCoordinatorRequest, int]:
        nonlocal several
        version = ranges.choose(FindCoordinatorRequest)
        several = version >= _SEVERAL_KEYS_VERSION
        if several:
            return FindCoordinatorRequest(key_type=kind, coordinator_keys=list(keys)), version
        return FindCoordinatorRequest(key=keys[0], key_type=kind), version

    answer: FindCoordinatorResponse = await routing.ask_any_made(make, timeout_ms=timeout_ms)
    if answer.coordinators:
        return answer.coordinators, several
    alone = Coordinator(
        key=keys[0],
        node_id=answer.node_id,
        host=answer.host,
        port=answer.port,
        # An answer without anybody in it (a newer broker's empty list reads like this, too) is none.
        error_code=answer.error_code or (ErrorCode.NONE if answer.host else ErrorCode.COORDINATOR_NOT_AVAILABLE),
        error_message=answer.error_message,
    )
    return [alone], several


class Coordinators:
    """The memory of one `Routing`, which owns it and alone calls it.

    :param kind: of the keys: `GROUP` or `TRANSACTION`.
    """

    def __init__(self, routing: AsksBrokers, kind: int = GROUP) -> None:
        self._routing = routing
        self._kind = kind
        self._noun = "group" if kind == GROUP else "transactional id"
        self._known: dict[str, int] = {}
        #: Who waits for each key.
        self._wanted: dict[str, list[Deferred[int]]] = {}
        self._running = False
        self._last: str = "no answer yet"

    def find(self, key: str) -> Deferred[int]:
        """The node of `key`."""
        known = self._known.get(key)
        if known is not None:
            return succeed(known)
        return self._wait(key)

    def forget(self, key: str) -> None:
        """The coordinator of `key` is doubtful: ask for it anew."""
        self._known.pop(key, None)

    def node_lost(self, node_id: int) -> None:
        """The connection to a broker is lost: the coordinators of all keys there are asked for again."""
        for key in [key for key, node in self._known.items() if node == node_id]:
            del self._known[key]

    def stop(self) -> None:
        """Whoever waits is told."""
        wanted, self._wanted = self._wanted, {}
        for waiters in wanted.values():
            tell_all(waiters, ClientStopped())

    def _wait(self, key: str) -> Deferred[int]:
        routing = self._routing
        limit_ms = routing.settings.request_timeout_ms

        def drop() -> None:
            waiters = self._wanted.get(key, [])
            if waiter in waiters:
                waiters.remove(waiter)
                if not waiters:
                    del self._wanted[key]

        def late() -> None:
            drop()
            waiter.errback(
                NobodyAnswers(
                    routing.settings.bootstrap_servers, f"no coordinator of the {self._noun} {key} was found: {self._last}", limit_ms
                )
            )

        def cancelled(_: Deferred[int]) -> None:
            drop()

        waiter: Deferred[int] = Deferred(cancelled)
        timer = routing.reactor.callLater(limit_ms / 1000, late)

        def fired(result: Any) -> Any:
            if timer.active():
                timer.cancel()
            return result

        waiter.addBoth(fired)
        self._wanted.setdefault(key, []).append(waiter)
        if not self._running:
            self._running = True
            routing.reactor.callLater(0, self._begin)
        return waiter

    def _begin(self) -> None:
        working = Deferred.fromCoroutine(self._ask_all())
        working.addErrback(lambda failure: _log.failure("finding coordinators failed", failure))
        working.addBoth(lambda _: self._over())

    def _over(self) -> None:
        self._running = False

    async def _ask_all(self) -> None:
        retry_policy = self._routing.retry_policy()
        while self._wanted and not self._routing.stopped:
            keys = list(self._wanted)[:_KEYS_AT_ONCE]
            try:
                answers = await self._ask(keys)
            except KlogError as error:
                if isinstance(error, ClientStopped):
                    return
                self._last = str(error)
                if trouble_of(error) is Trouble.LASTING:
                    for key in keys:
                        self._refuse(key, error)
                    continue
                answers = []
            progress = False
            for answer in answers:
                progress = self._take(answer) or progress
            if progress:
                retry_policy.progressed()
            if any(key in self._wanted for key in keys):
                try:
                    await self._routing.wait_ms(retry_policy.pause_ms())
                except ClientStopped:
                    return

    async def _ask(self, keys: list[str]) -> list[Coordinator]:
        """Answers for all `keys`: in one go, or one after the other where the broker is older."""
        found: list[Coordinator] = []
        several = False
        while len(found) < len(keys) and not several:
            answers, several = await ask_who_coordinates(self._routing, keys[len(found) :], self._kind)
            found += answers
        return found

    def _take(self, answer: Coordinator) -> bool:
        """One key's answer; whether it is final."""
        key = answer.key
        if not answer.error_code:
            self._routing.metadata.learn(Node(answer.node_id, answer.host, answer.port))
            self._known[key] = answer.node_id
            tell_all(self._wanted.pop(key, []), answer.node_id)
            return True
        row = row_of(answer.error_code)
        self._last = f"{row.code.name}: {answer.error_message or row.sentence}"
        if what_to_do(row.code) is Action.FAIL:
            self._refuse(key, KlogError(row.code, f"{self._noun} {key}: {answer.error_message or row.sentence}"))
            return True
        return False

    def _refuse(self, key: str, error: KlogError) -> None:
        tell_all(self._wanted.pop(key, []), error)
