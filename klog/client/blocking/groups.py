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
from klog.client.retry import Action, trouble_of, what_to_do
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import Committed, TopicPartition
from klog.patience import Backoff, Patience, Trouble
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestTopic
from klog.wire.schema import Message

T = TypeVar("T")

_GROUP = 0
_ONE_KEY = 3
_NAMED_COMMIT = 9
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
        left = {tp: given if isinstance(given, Committed) else Committed(given) for tp, given in offsets.items()}

        def attempt(left_ms: int) -> None:
            topics: dict[str, OffsetCommitRequestTopic] = {}
            for tp, entry in left.items():
                topics.setdefault(tp.topic, OffsetCommitRequestTopic(name=tp.topic, partitions=[])).partitions.append(
                    OffsetCommitRequestPartition(
                        partition_index=tp.partition,
                        committed_offset=entry.offset,
                        committed_leader_epoch=entry.leader_epoch,
                        committed_metadata=entry.metadata,
                    )
                )
            answer = self._ask(OffsetCommitRequest(group_id=self.group_id, topics=list(topics.values())), _NAMED_COMMIT, left_ms)
            errors: list[KlogError] = []
            for topic in answer.topics:
                for one in topic.partitions:
                    tp = TopicPartition(topic.name, one.partition_index)
                    if one.error_code:
                        errors.append(self._error(one.error_code, f"committing the offset of {tp}"))
                    else:
                        left.pop(tp, None)
            if not errors and left:
                errors.append(self._error(ErrorCode.UNKNOWN_SERVER_ERROR, f"the broker left {next(iter(left))} out of its answer"))
            _raise_worst(errors)

        if left:
            self._patiently(attempt, timeout_ms)

    def fetch(
        self, partitions: Iterable[TopicPartition] | None = None, *, timeout_ms: int = API_TIMEOUT_MS
    ) -> dict[TopicPartition, Committed]:
        """What the group wrote down for `partitions`, None: for all; partitions without an offset are left out.

        :raises KlogError: refused, or what was met last when `timeout_ms` were over.
        """
        topics: dict[str, OffsetFetchRequestTopic] | None = None
        if partitions is not None:
            topics = {}
            for tp in partitions:
                topics.setdefault(tp.topic, OffsetFetchRequestTopic(name=tp.topic, partition_indexes=[])).partition_indexes.append(
                    tp.partition
                )
            if not topics:
                return {}

        def attempt(left_ms: int) -> dict[TopicPartition, Committed]:
            request = OffsetFetchRequest(group_id=self.group_id, topics=None if topics is None else list(topics.values()))
            answer = self._ask(request, _ONE_GROUP, left_ms)
            errors = [self._error(answer.error_code, "reading its offsets")] if answer.error_code else []
            found: dict[TopicPartition, Committed] = {}
            for topic in answer.topics:
                for one in topic.partitions:
                    tp = TopicPartition(topic.name, one.partition_index)
                    if one.error_code:
                        errors.append(self._error(one.error_code, f"reading the offset of {tp}"))
                    elif one.committed_offset >= 0:
                        found[tp] = Committed(one.committed_offset, one.committed_leader_epoch, one.metadata or "")
            _raise_worst(errors)
            return found

        return self._patiently(attempt, timeout_ms)

    # -- the coordinator

    def _ask(self, message: Message, at_most: int, left_ms: int) -> Any:
        if self._coordinator is None or self._client.metadata.node(self._coordinator) is None:
            self._coordinator = self._find(left_ms)
        limit_ms = min(left_ms, self._client.settings.request_timeout_ms)
        return self._client.ask(self._coordinator, message, at_most=at_most, timeout_ms=limit_ms)

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
        patience = Patience(self._clock, Backoff(settings.retry_backoff_ms, settings.retry_backoff_max_ms, self._random), until)
        while True:
            try:
                return attempt(max(1, int(patience.left_s * 1000)))
            except KlogError as error:
                trouble = trouble_of(error)
                pause_ms = patience.pause_after(trouble)
                if pause_ms is None:
                    raise
                if trouble is Trouble.MOVED:
                    # Whoever does not answer may have died; another coordinates then.
                    self._coordinator = None
            self._sleep(pause_ms / 1000)

    def _error(self, code: int, doing: str, message: str | None = None) -> KlogError:
        row = row_of(code)
        return KlogError(row.code, f"group {self.group_id}: {message or row.sentence} ({doing})")


def _raise_worst(errors: list[KlogError]) -> None:
    """An error that is final rather than one that passes."""
    if errors:
        raise next((error for error in errors if what_to_do(error.code) is Action.FAIL), errors[0])
