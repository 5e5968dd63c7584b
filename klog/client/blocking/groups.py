"""Offsets of a group, for code without a reactor: finding the coordinator, writing down and reading how far the group has come.

No Twisted in whatever this imports. What is here is not a member of anything: it commits the way administrators' tools do, on behalf of a
group without members, and a broker refuses it (UNKNOWN_MEMBER_ID) while somebody consumes as that group. Sources of data-processing
frameworks use it to show their progress; where they go on after a restart is their own affair.

Requests keep to the versions that name one group and name topics (FindCoordinator 3, OffsetCommit 9, OffsetFetch 7), which all brokers
since 0.11 speak.
"""

from __future__ import annotations

import random as random_
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from klog.client.blocking.client import API_TIMEOUT_MS, BlockingClient
from klog.client.metadata import Node
from klog.client.requests.errors import left_out, worst
from klog.client.requests.group_offsets import (
    NAMED_COMMIT,
    OLDEST_COMMIT,
    OLDEST_FETCH,
    commit_codes,
    commit_request,
    offset_fetch_request,
    read_committed_offsets,
)
from klog.client.retry import trouble_of
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import Committed, TopicPartition
from klog.retry_policy import Backoff, RetryPolicy, Trouble
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.schema import Message

T = TypeVar("T")

_GROUP = 0
_ONE_KEY = 3
_ONE_GROUP = 7


class GroupOffsets:
    """The offsets of one group.

    ::

        group = GroupOffsets(client, "orders-to-lake")
        group.commit({TopicPartition("orders", 0): 1200})
        group.fetch()    # {TopicPartition("orders", 0): Committed(offset=1200, leader_epoch=-1, metadata="")}

    :param client: asked; not closed here.
    :param clock: seconds, never going back; :param sleep: waits so many seconds.
    """

    def __init__(
        self,
        client: BlockingClient,
        group_id: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        random: random_.Random | None = None,
    ) -> None:
        self.group_id = group_id
        self._client = client
        self._clock = clock
        self._sleep = sleep
        self._random = random or random_.Random()
        self._coordinator: int | None = None

    def commit(self, offsets: Mapping[TopicPartition, int | Committed], *, timeout_ms: int = API_TIMEOUT_MS) -> None:
        """Write `offsets` down: for each partition the next record to read.

        :raises KlogError: refused (UNKNOWN_MEMBER_ID where the group has members, GROUP_AUTHORIZATION_FAILED,
            OFFSET_METADATA_TOO_LARGE …), or what was met last when `timeout_ms` were over.
        """
        left = dict(offsets)

        def attempt(left_ms: int) -> None:
            codes = commit_codes(self._ask(commit_request(self.group_id, left), NAMED_COMMIT, OLDEST_COMMIT, left_ms))
            for tp, code in codes.items():
                if not code:
                    left.pop(tp, None)
            error = worst(self._error(code, f"committing the offset of {tp}") for tp, code in codes.items() if code)
            if error is None and left:
                error = left_out(next(iter(left)), f"node {self._coordinator}", "OffsetCommit")
            if error is not None:
                raise error

        if left:
            self._patiently(attempt, timeout_ms)

    def fetch(
        self, partitions: Iterable[TopicPartition] | None = None, *, timeout_ms: int = API_TIMEOUT_MS
    ) -> dict[TopicPartition, Committed]:
        """What the group wrote down for `partitions`, None: for all; partitions without an offset are left out.

        :raises KlogError: refused, or what was met last when `timeout_ms` were over.
        """
        wanted = None if partitions is None else list(dict.fromkeys(partitions))
        if wanted is not None and not wanted:
            return {}

        def attempt(left_ms: int) -> dict[TopicPartition, Committed]:
            request = offset_fetch_request({self.group_id: wanted}, _ONE_GROUP)
            answer = self._ask(request, _ONE_GROUP, OLDEST_FETCH, left_ms)
            if answer.error_code:
                raise self._error(answer.error_code, "reading its offsets")
            found: dict[TopicPartition, Committed] = {}
            error = read_committed_offsets(answer.topics, found)
            if error is not None:
                raise KlogError(error.code, f"group {self.group_id}: {error.message}")
            return found

        return self._patiently(attempt, timeout_ms)

    # -- the coordinator

    def _ask(self, message: Message, at_most: int, at_least: int, left_ms: int) -> Any:
        if self._coordinator is None or self._client.metadata.node(self._coordinator) is None:
            self._coordinator = self._find(left_ms)
        limit_ms = min(left_ms, self._client.settings.request_timeout_ms)
        version = self._client.node(self._coordinator).connect().choose(type(message), at_most, at_least)
        return self._client.ask(self._coordinator, message, version=version, timeout_ms=limit_ms)

    def _find(self, left_ms: int) -> int:
        request = FindCoordinatorRequest(key=self.group_id, key_type=_GROUP)
        answer = self._client.ask_any(request, at_most=_ONE_KEY, timeout_ms=left_ms)
        if answer.error_code or not answer.host:
            code = answer.error_code or ErrorCode.COORDINATOR_NOT_AVAILABLE
            raise self._error(code, "finding its coordinator", answer.error_message)
        self._client.metadata.learn(Node(answer.node_id, answer.host, answer.port))
        return int(answer.node_id)

    def _patiently(self, attempt: Callable[[int], T], timeout_ms: int) -> T:
        until = self._clock() + timeout_ms / 1000
        settings = self._client.settings
        retry_policy = RetryPolicy(self._clock, Backoff(settings.retry_backoff_ms, settings.retry_backoff_max_ms, self._random), until)
        while True:
            try:
                return attempt(max(1, int(retry_policy.left_s * 1000)))
            except KlogError as error:
                trouble = trouble_of(error)
                pause_ms = retry_policy.pause_after(trouble)
                if pause_ms is None:
                    raise
                if trouble is Trouble.MOVED:
                    # Whoever does not answer may have died; another coordinates then.
                    self._coordinator = None
            self._sleep(pause_ms / 1000)

    def _error(self, code: int, doing: str, message: str | None = None) -> KlogError:
        row = row_of(code)
        return KlogError(row.code, f"group {self.group_id}: {message or row.sentence} ({doing})")
