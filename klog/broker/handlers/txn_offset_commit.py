"""TxnOffsetCommit: a group's offsets as part of a transaction; they count when it is committed.

| key | 28 |
|---|---|
| versions | 0 to 5 |
| 0, 1 | COORDINATOR_NOT_AVAILABLE instead of COORDINATOR_LOAD_IN_PROGRESS, which first clients do not know (KAFKA-7296) |
| 2 | leader epochs |
| 3 | flexible; the member and its generation, which fence a group's old members (KIP-447) |
| 4 | TRANSACTION_ABORTABLE |
| 5 | the group's partition of ``__consumer_offsets`` becomes part of the transaction by itself (KIP-890) |

Asked of the group's coordinator, which asks the transaction's before the first offsets of a transaction are written
(``klog.broker.transactions.verification``), and looks at the member again when it has its answer. What does not exist is refused partition
by partition; the rest is written as a whole or refused as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.admin_answers import refusal_in
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.offsets import CommitEntry
from klog.broker.handler import RequestContext
from klog.broker.transactions.verification import Verifier, told
from klog.cluster.interfaces import ICoordination
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.storage.producers.transaction_guard import UNVERIFIED, TransactionGuard
from klog.wire.messages.txn_offset_commit import (
    TxnOffsetCommitRequest,
    TxnOffsetCommitResponse,
    TxnOffsetCommitResponsePartition,
    TxnOffsetCommitResponseTopic,
)

_LOADING_VERSION = 2
_ABORTABLE_VERSION = 4
_ADDS_VERSION = 5
#: What the group says, and what transactional producers know (``KafkaApis.sendOffsetCommitErrorResponse``).
_OF_GROUPS = {ErrorCode.STALE_MEMBER_EPOCH: ErrorCode.ILLEGAL_GENERATION}


class TxnOffsetCommitHandler:
    """Commits through the group's shard.

    :param coordination: which topics there are.
    :param verifier: asks the transaction's coordinator.
    :param verifies: whether it is asked for what clients have announced (``transaction.partition.verification.enable``).
    """

    request_type = TxnOffsetCommitRequest
    versions = (0, 5)

    def __init__(
        self, coordinator: GroupCoordinator, coordination: ICoordination, verifier: Verifier, *, verifies: Callable[[], bool] = lambda: True
    ) -> None:
        self._coordinator = coordinator
        self._coordination = coordination
        self._verifier = verifier
        self._verifies = verifies

    def handle(
        self, context: RequestContext, request: TxnOffsetCommitRequest
    ) -> TxnOffsetCommitResponse | Deferred[TxnOffsetCommitResponse]:
        """The answer, when what was written is acknowledged."""
        version = context.api_version
        _check_rights(context, request)
        if not request.transactional_id:
            return self.error_answer(version, request, ErrorCode.INVALID_REQUEST, None)
        asked = _Asked(context, self._coordination, request)
        if not asked.entries:
            return asked.response
        if not request.group_id:
            return asked.refused(version, ErrorCode.INVALID_GROUP_ID)
        producer_id, epoch = request.producer_id, request.producer_epoch
        try:
            shard = self._coordinator.shard(request.group_id)
            # Who may not must not make the partition part of the transaction.
            self._check(request, version)
            adds = version >= _ADDS_VERSION
            if not adds and not self._verifies():
                return self._commit(request, version, asked, UNVERIFIED)
            guard = shard.log.begin_verification(producer_id, epoch, knows_epoch_bumps=adds)
            if guard is None:
                return self._commit(request, version, asked, None)
        except KlogError as error:
            return asked.refused(version, error.code)
        partition = TopicPartition(CONSUMER_OFFSETS, shard.partition)
        codes = self._verifier.ask(request.transactional_id, producer_id, epoch, frozenset({partition}), adds=adds)

        def verified(found: Mapping[TopicPartition, ErrorCode]) -> Any:
            code = found[partition]
            if code is not ErrorCode.NONE:
                code = told(code, adds=adds, knows_abortable=version >= _ABORTABLE_VERSION)
                if code is ErrorCode.NOT_ENOUGH_REPLICAS:
                    # Of a coordinator, clients know it by this name.
                    code = ErrorCode.COORDINATOR_NOT_AVAILABLE
                return asked.refused(version, code)
            try:
                _check_rights(context, request)
            except KlogError as error:
                return asked.refused(version, error.code)
            asked.check_again(context)
            return self._commit(request, version, asked, guard)

        return codes.addCallback(verified) if isinstance(codes, Deferred) else verified(codes)

    def error_answer(self, version: int, request: TxnOffsetCommitRequest, code: ErrorCode, sentence: str | None) -> TxnOffsetCommitResponse:
        """The same error for every partition."""
        code = _known_to(version, code)
        return TxnOffsetCommitResponse(
            topics=[
                TxnOffsetCommitResponseTopic(
                    name=topic.name,
                    partitions=[
                        TxnOffsetCommitResponsePartition(partition_index=one.partition_index, error_code=code) for one in topic.partitions
                    ],
                )
                for topic in request.topics
            ]
        )

    def _check(self, request: TxnOffsetCommitRequest, version: int) -> Any:
        store = self._coordinator.shard(request.group_id).offsets
        return store.check_in_transaction(
            request.group_id, request.member_id, request.group_instance_id, request.generation_id, api_version=version
        )

    def _commit(
        self, request: TxnOffsetCommitRequest, version: int, asked: _Asked, guard: TransactionGuard | None
    ) -> TxnOffsetCommitResponse | Deferred[TxnOffsetCommitResponse]:
        """Write them, with everything looked at as it is now."""
        try:
            store = self._coordinator.shard(request.group_id).offsets
            check = self._check(request, version)
            codes, acknowledged = store.commit_in_transaction(
                request.group_id, asked.entries, check, request.producer_id, request.producer_epoch, guard
            )
        except KlogError as error:
            return asked.refused(version, error.code)
        for answer, code in zip(asked.answers, codes, strict=True):
            answer.error_code = code
        if acknowledged is None:
            return asked.response

        def failed(failure: Failure) -> TxnOffsetCommitResponse:
            return asked.refused(version, refusal_in(failure).code)

        waiting: Deferred[Any] = acknowledged
        return waiting.addCallbacks(lambda _: asked.response, failed)


def _check_rights(context: RequestContext, request: TxnOffsetCommitRequest) -> None:
    """Raises KlogError."""
    context.require(AclOperation.WRITE, AclResourceType.TRANSACTIONAL_ID, request.transactional_id)
    context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)


def _known_to(version: int, code: ErrorCode) -> ErrorCode:
    """`code` as clients of `version` know it."""
    code = _OF_GROUPS.get(code, code)
    if code is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS and version < _LOADING_VERSION:
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return code


class _Asked:
    """What is asked, and the answer to it, filled in for what does not exist."""

    def __init__(self, context: RequestContext, coordination: ICoordination, request: TxnOffsetCommitRequest) -> None:
        self.entries: list[CommitEntry] = []
        #: Of these entries.
        self.answers: list[TxnOffsetCommitResponsePartition] = []
        self._coordination = coordination
        #: Of their topics, by name.
        self._topic_ids: dict[str, bytes] = {}
        topics = []
        for topic in request.topics:
            info = coordination.topics().get(topic.name)
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            if not context.may(AclOperation.READ, AclResourceType.TOPIC, topic.name):
                info, code = None, ErrorCode.TOPIC_AUTHORIZATION_FAILED
            if info is not None:
                self._topic_ids[topic.name] = info.topic_id
            last = -1 if info is None else len(info.partitions) - 1
            results = []
            for one in topic.partitions:
                result = TxnOffsetCommitResponsePartition(partition_index=one.partition_index)
                results.append(result)
                if not 0 <= one.partition_index <= last:
                    result.error_code = code
                    continue
                self.answers.append(result)
                self.entries.append(
                    CommitEntry(
                        topic.name,
                        NO_TOPIC_ID,
                        one.partition_index,
                        one.committed_offset,
                        one.committed_leader_epoch,
                        one.committed_metadata,
                    )
                )
            if results:
                topics.append(TxnOffsetCommitResponseTopic(name=topic.name, partitions=results))
        self.response = TxnOffsetCommitResponse(topics=topics)

    def check_again(self, context: RequestContext) -> None:
        """Something was waited for: refuse what may not be read any more, and what has gone. Its offsets have been forgotten, so that
        nobody begins there in another topic of that name."""
        topics = self._coordination.topics()
        kept = []
        for entry, answer in zip(self.entries, self.answers, strict=True):
            info = topics.get(entry.topic)
            if not context.may(AclOperation.READ, AclResourceType.TOPIC, entry.topic):
                answer.error_code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            elif info is None or info.topic_id != self._topic_ids[entry.topic]:
                answer.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            else:
                kept.append((entry, answer))
        self.entries = [entry for entry, _ in kept]
        self.answers = [answer for _, answer in kept]

    def refused(self, version: int, code: ErrorCode) -> TxnOffsetCommitResponse:
        """`code` for all that exists."""
        code = _known_to(version, code)
        for answer in self.answers:
            answer.error_code = code
        return self.response
