"""Produce: append records, and say where they went.

| key | 0 |
|---|---|
| versions | 0 to 13 |
| 0-2 | message sets, stored as batches of format 2 (Kafka up to 3.9) |
| 3 | exactly one batch per partition; a transactional id |
| 8 | errors of single records, a sentence with each error |
| 10 | who leads, and where, with NOT_LEADER_OR_FOLLOWER |
| 13 | topics by id |

Requests that arrived together are appended together: every partition gets all its batches of the run in one `Partition.append`, and
with that in one write. What a partition answers:

========================================================= =======================================================
acks other than -1, 0, 1                                  INVALID_REQUIRED_ACKS, nothing appended
a batch that is part of a transaction, and no             TRANSACTIONAL_ID_AUTHORIZATION_FAILED for all partitions,
transactional id, or one that the client may not use      nothing appended
a topic that the client may not write to                  TOPIC_AUTHORIZATION_FAILED, whether or not there is one
batches of several producers in one transaction           INVALID_PRODUCER_ID_MAPPING for all partitions
what a transaction's coordinator does not permit          as ``klog.broker.transactions.verification`` has it
no such topic or partition; never made here               UNKNOWN_TOPIC_OR_PARTITION, from 13 on UNKNOWN_TOPIC_ID
an internal topic, and the client is not the broker       INVALID_TOPIC_EXCEPTION
the same, and it may not act for the cluster              TOPIC_AUTHORIZATION_FAILED
a cell of the audit that speaks for somebody else         INVALID_RECORD (`klog.broker.audit.forgeries`)
its log cannot be written                                 KAFKA_STORAGE_ERROR; up to version 3 NOT_LEADER_OR_FOLLOWER
acks -1, and fewer replicas in sync than                  NOT_ENOUGH_REPLICAS, nothing appended; where they went after
``min.insync.replicas``                                   that, NOT_ENOUGH_REPLICAS_AFTER_APPEND
what `klog.storage.log.validation` refuses                its code
a batch behind one that was refused for a reason that     as that one was, and not as out of order
passes (`klog.storage.producers.refused_batches`)
========================================================= =======================================================

The first batch of a transaction in a partition waits until the transaction's coordinator was asked, and from version 12 on has added the
partition (KIP-890); with it waits all else that its request holds. What follows it meanwhile is kept in order by its sequences.

A partition that a request names twice is appended to once, with what it names last, as Kafka does. With acks 0 there is no answer; an
error closes the connection, which is how such a client learns of it. acks 1 is answered after the leader's write, acks -1 when all replicas
that are in sync have it, which is the same where there is one copy; where the topic has the flush rule, after the flush, of the leader or
of all of them. What has not come so far within the request's timeout gets REQUEST_TIMED_OUT, and is in the leader's log all the same.

Source: ``KafkaApis.handleProduceRequest``, ``ReplicaManager.appendRecords``, ``DelayedProduce``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred

from klog.acls import CLUSTER_NAME, AclOperation, AclResourceType
from klog.broker.audit.forgeries import Forgeries
from klog.broker.audit.produce_counts import CountedClient, ProduceCounts
from klog.broker.current_leader import current_leader, where_is
from klog.broker.handler import CloseConnection, ConnectionInfo, HandlerResult, RequestContext
from klog.broker.producing.delayed_produce import TOO_FEW, DelayedProduce, Pending, known_code
from klog.broker.producing.plan import topic_response
from klog.broker.producing.repeats import Found, ProduceRepeats
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.transactions.produce_verification import (
    PlannedAppend,
    ProduceVerification,
    Verified,
    is_transactional,
)
from klog.broker.transactions.verification import Verifier
from klog.errors import ERRORS, ErrorCode, KlogError
from klog.storage.log.values import AppendEntry, AppendResult
from klog.wire.messages.produce import (
    BatchIndexAndErrorMessage,
    LeaderIdAndEpoch,
    NodeEndpoint,
    PartitionProduceResponse,
    ProduceRequest,
    ProduceResponse,
    TopicProduceResponse,
)
from klog.wire.request import Request

#: The client id that may write to internal topics (``AdminUtils``/``KafkaApis``).
ADMIN_CLIENT_ID = "__admin_client"
_LEADERS_VERSION = 10
_NO_ID = "a batch says that it is part of a transaction, and the request has no transactional id"

#: Why a partition is not found that the controller may give us at any moment.
_PASSING = frozenset({ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID})
_NO_LEADER = LeaderIdAndEpoch()
_NO_ERRORS: list[BatchIndexAndErrorMessage] = []


class _State:
    """One request of a run."""

    __slots__ = ("acks", "fault", "pending", "response", "timeout_ms", "verification", "version")

    def __init__(self, version: int, acks: int, timeout_ms: int, response: ProduceResponse) -> None:
        self.version = version
        self.acks = acks
        self.timeout_ms = timeout_ms
        #: With acks 0 nobody gets it.
        self.response = response
        #: What went wrong first, for those who get no answer.
        self.fault: str | None = None
        #: What waits for a transaction's coordinator; None for nothing.
        self.verification: Deferred[Verified] | None = None
        #: What must be acknowledged first; None for nothing.
        self.pending: list[Pending] | None = None


class _Group:
    """All entries of a run for one partition."""

    __slots__ = ("answers", "clients", "entries")

    def __init__(self) -> None:
        self.entries: list[AppendEntry] = []
        self.answers: list[tuple[_State, PartitionProduceResponse]] = []
        #: Where it is counted who writes; one for each entry then.
        self.clients: list[CountedClient | None] = []


def _context(request: Request, connection: ConnectionInfo) -> RequestContext:
    return RequestContext(request.api_key, request.api_version, request.correlation_id, request.client_id, connection)


class ProduceHandler:
    """Appends to `partitions`.

    :param verifier: asks the coordinators of transactions.
    :param verifies: whether they are asked about what clients have announced (``transaction.partition.verification.enable``).
    :param counts: counts what is appended, by who wrote it; :param forgeries: says what may not be written to the audit topic. Both None
        where there is no audit.
    """

    request_type = ProduceRequest
    versions = (0, 13)

    def __init__(
        self,
        partitions: Partitions,
        verifier: Verifier,
        *,
        verifies: Callable[[], bool] = lambda: True,
        counts: ProduceCounts | None = None,
        forgeries: Forgeries | None = None,
    ) -> None:
        self._partitions = partitions
        self._counts = counts
        self._forgeries = forgeries
        self._verification = ProduceVerification(verifier, verifies)
        #: Requests whose records are not in the log yet, by identity.
        self._waiting: set[int] = set()
        #: The same as `handle_run` for requests that were recognised; one step less for each than a method.
        self.handle_repeats = ProduceRepeats(partitions, self._unusual, self._tell_leaders_of_repeat, counts).handle

    def handle(self, context: RequestContext, request: ProduceRequest) -> HandlerResult:
        """Append one request's batches.

        :raises CloseConnection: an error with acks 0.
        """
        result = self.handle_run(((context, request),))[0]
        if isinstance(result, CloseConnection):
            raise result
        return result

    def handle_run(self, requests: Sequence[tuple[RequestContext, ProduceRequest]]) -> Sequence[HandlerResult]:
        """Append consecutive requests' batches, each partition's with one write."""
        groups: dict[Partition, _Group] = {}
        states = [self._plan(context, request, groups) for context, request in requests]
        for partition, group in groups.items():
            self._append(partition, group)
        return [
            self._finish(context, state)
            if state.verification is None
            else self._append_verified(context, request, state, state.verification)
            for (context, request), state in zip(requests, states, strict=True)
        ]

    def let_go(self, request: ProduceRequest) -> int:
        """Forget the records of a request whose answer waits, for they are in the log; how many bytes that was."""
        count = 0
        if id(request) in self._waiting:
            return count
        for topic in request.topic_data:
            for data in topic.partition_data:
                count += len(data.records or b"")
                data.records = None
        return count

    def error_answer(self, version: int, request: ProduceRequest, code: ErrorCode, sentence: str | None) -> ProduceResponse | None:
        """`code` for every partition (``ProduceRequest.getErrorResponse``); None where the client wants no answer."""
        if request.acks == 0:
            return None
        state = _State(version, request.acks, 0, ProduceResponse())
        return self._refuse_all(state, request, code, sentence).response

    # Planning

    def _plan(self, context: RequestContext, request: ProduceRequest, groups: dict[Partition, _Group]) -> _State:
        """Sort one request's batches into `groups`, and answer what cannot be appended."""
        version = context.api_version
        acks = request.acks
        responses: list[TopicProduceResponse] = []
        state = _State(version, acks, request.timeout_ms, ProduceResponse(responses=responses))
        transactional_id = request.transactional_id
        partitions = self._partitions
        by_id = version >= 13
        planned: list[PlannedAppend] = []
        count = 0
        may_transact: bool | None = None
        for topic in request.topic_data:
            name = partitions.topic_name(topic.topic_id) if by_id else topic.name
            # Whether there is such a topic is not told to who may not write to it.
            may_write = name is None or context.may(AclOperation.WRITE, AclResourceType.TOPIC, name)
            answers: list[PartitionProduceResponse] = []
            responses.append(TopicProduceResponse(name=topic.name, topic_id=topic.topic_id, partition_responses=answers))
            for data in topic.partition_data:
                index = data.index
                count += 1
                answer = PartitionProduceResponse(index=index, base_offset=-1, record_errors=_NO_ERRORS, current_leader=_NO_LEADER)
                answers.append(answer)
                partition = partitions.get_by_id(topic.topic_id, index) if by_id else partitions.get(topic.name, index)
                if name is None and partition is not None:
                    name = partition.topic_partition.topic
                    may_write = context.may(AclOperation.WRITE, AclResourceType.TOPIC, name)
                records = data.records
                assert records is None or isinstance(records, memoryview | bytes)
                # Every batch is looked at, whatever else is wrong with it (CVE-2018-17196).
                if not may_transact and records is not None and is_transactional(records):
                    if transactional_id is None:
                        return self._refuse_all(state, request, ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, _NO_ID)
                    may_transact = context.may(AclOperation.WRITE, AclResourceType.TRANSACTIONAL_ID, transactional_id)
                    if not may_transact:
                        return self._refuse_all(state, request, ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, None)
                if not may_write:
                    self._refuse(state, answer, ErrorCode.TOPIC_AUTHORIZATION_FAILED, None, topic.name)
                elif partition is None:
                    code = partitions.missing_by_id(topic.topic_id, index) if by_id else partitions.missing(topic.name, index)
                    self._refuse(state, answer, code, None, topic.name)
                    if code in _PASSING:
                        # It may be ours in a moment, and the producer's next batch on its way.
                        named = (partitions.topic_name(topic.topic_id) or topic.topic_id) if by_id else topic.name
                        partitions.refused(named, index, records, code)
                elif not -1 <= acks <= 1:
                    self._refuse(state, answer, ErrorCode.INVALID_REQUIRED_ACKS, f"acks must be -1, 0 or 1, not {acks}", topic.name)
                elif partition.is_internal and context.client_id != ADMIN_CLIENT_ID:
                    sentence = f"{partition.topic_partition.topic} is written by brokers only"
                    self._refuse(state, answer, ErrorCode.INVALID_TOPIC_EXCEPTION, sentence, topic.name)
                elif partition.is_internal and not context.may(AclOperation.CLUSTER_ACTION, AclResourceType.CLUSTER, CLUSTER_NAME):
                    self._refuse(state, answer, ErrorCode.TOPIC_AUTHORIZATION_FAILED, None, topic.name)
                elif partition.is_replicated and partition.refusal_of(acks):
                    self._refuse(state, answer, ErrorCode.NOT_ENOUGH_REPLICAS, TOO_FEW, topic.name)
                    partition.refused(records, ErrorCode.NOT_ENOUGH_REPLICAS)
                elif self._forgeries is not None and (fault := self._forgery(partition, records, context)) is not None:
                    self._refuse(state, answer, ErrorCode.INVALID_RECORD, fault, topic.name)
                else:
                    planned.append((partition, AppendEntry(records, version), answer))
        if count != 1 or len(responses) != 1:
            planned = _without_repetitions(responses, planned)
        if transactional_id is not None:
            try:
                verified = self._verification.verify(transactional_id, version, planned)
            except KlogError as error:
                return self._refuse_all(state, request, error.code, error.message)
            if isinstance(verified, Deferred):
                state.verification = verified
                return state
            planned = self._permitted(state, verified)
        for partition, entry, answer in planned:
            group = groups.get(partition)
            if group is None:
                group = groups[partition] = _Group()
            self._put(group, partition, entry, (state, answer), context)
        return state

    def _put(
        self,
        group: _Group,
        partition: Partition,
        entry: AppendEntry,
        answer: tuple[_State, PartitionProduceResponse],
        context: RequestContext,
    ) -> None:
        group.entries.append(entry)
        group.answers.append(answer)
        if self._counts is not None:
            group.clients.append(self._counts.client(partition, context.client_id, context.connection.principal))

    def _forgery(self, partition: Partition, records: Any, context: RequestContext) -> str | None:
        assert self._forgeries is not None
        topic = partition.topic_partition.topic

        def may_read_as(group: str) -> bool:
            return context.may(AclOperation.READ, AclResourceType.GROUP, group)

        return self._forgeries.fault_of(topic, records, context.client_id, context.connection.principal, may_read_as)

    # Transactions

    def _permitted(self, state: _State, verified: Verified) -> list[PlannedAppend]:
        """What the transaction's coordinator permits; the rest is refused."""
        for (partition, entry, answer), code in verified.refused:
            sentence = f"the transaction's coordinator does not permit it: {code.name}"
            self._refuse(state, answer, code, sentence, partition.topic_partition.topic)
            if ERRORS[code].retriable:
                partition.refused(entry.records, code)
        return verified.permitted

    def _append_verified(
        self, context: RequestContext, request: ProduceRequest, state: _State, verification: Deferred[Verified]
    ) -> Deferred[Any]:
        """Append when the coordinator has answered."""
        self._waiting.add(id(request))
        state.verification = None

        def answered(verified: Verified) -> HandlerResult:
            groups: dict[Partition, _Group] = {}
            denied = _denials(context, request.transactional_id)
            for partition, entry, answer in self._permitted(state, verified):
                code = denied(partition.topic_partition.topic)
                if code is not None:
                    self._refuse(state, answer, code, None, partition.topic_partition.topic)
                    continue
                if partition.ended:
                    self._refuse(state, answer, partition.ended, None, partition.topic_partition.topic)
                    if partition.ended is ErrorCode.NOT_LEADER_OR_FOLLOWER:
                        self._partitions.refused(*partition.topic_partition, entry.records, partition.ended)
                    continue
                if partition.is_replicated and partition.refusal_of(state.acks):
                    self._refuse(state, answer, ErrorCode.NOT_ENOUGH_REPLICAS, TOO_FEW, partition.topic_partition.topic)
                    partition.refused(entry.records, ErrorCode.NOT_ENOUGH_REPLICAS)
                    continue
                group = groups[partition] = _Group()
                self._put(group, partition, entry, (state, answer), context)
            for partition, group in groups.items():
                self._append(partition, group)
            result = self._finish(context, state)
            if isinstance(result, CloseConnection):
                raise result
            return result

        def ended(result: Any) -> Any:
            self._waiting.discard(id(request))
            return result

        return verification.addCallback(answered).addBoth(ended)

    def _refuse(self, state: _State, answer: PartitionProduceResponse, code: int, sentence: str | None, topic: str) -> None:
        code = known_code(code, state.version)
        answer.error_code = code
        answer.error_message = sentence
        if state.fault is None:
            state.fault = _fault(f"{topic}-{answer.index}", code, sentence)

    def _refuse_all(self, state: _State, request: ProduceRequest, code: ErrorCode, sentence: str | None) -> _State:
        responses: list[TopicProduceResponse] = []
        for topic in request.topic_data:
            answers = []
            for data in topic.partition_data:
                answer = PartitionProduceResponse(index=data.index, base_offset=-1, record_errors=_NO_ERRORS, current_leader=_NO_LEADER)
                self._refuse(state, answer, code, sentence, topic.name)
                answers.append(answer)
            responses.append(TopicProduceResponse(name=topic.name, topic_id=topic.topic_id, partition_responses=answers))
        _without_repetitions(responses, [])
        state.response = ProduceResponse(responses=responses)
        return state

    # Appending

    def _unusual(self, request: Request, found: Found, connection: ConnectionInfo) -> HandlerResult:
        """Answer a recognised request of which something was refused, or that has the broker's time."""
        repeat = request.repeat
        assert repeat is not None
        answers = {
            index: PartitionProduceResponse(index=index, base_offset=-1, record_errors=_NO_ERRORS, current_leader=_NO_LEADER)
            for index in request.batches
        }
        state = _State(request.api_version, repeat.acks, repeat.timeout_ms, topic_response(repeat, list(answers.values())))
        for index, (partition, result) in found.items():
            if self._settle(partition, state, answers[index], result) and partition.flush_rule:
                partition.request_flush()
        return self._finish(_context(request, connection), state)

    def _tell_leaders_of_repeat(self, request: Request, connection: ConnectionInfo, response: ProduceResponse) -> None:
        self._tell_leaders(_context(request, connection), response)

    def _append(self, partition: Partition, group: _Group) -> None:
        results: Sequence[AppendResult] = partition.append(group.entries)
        if self._counts is not None:
            for client, entry, result in zip(group.clients, group.entries, results, strict=True):
                if client is not None:
                    self._counts.add(client, entry, result, once=True)
        wait = False
        for (state, answer), result in zip(group.answers, results, strict=True):
            if self._settle(partition, state, answer, result):
                wait = True
        if wait and partition.flush_rule:
            partition.request_flush()

    def _settle(self, partition: Partition, state: _State, answer: PartitionProduceResponse, result: AppendResult) -> bool:
        """Fill the answer in; whether it has to wait for a flush or for other replicas."""
        answer.base_offset = result.base_offset
        answer.log_append_time_ms = result.log_append_time_ms
        answer.log_start_offset = result.log_start_offset
        if result.code:
            self._refuse(state, answer, result.code, result.message, partition.topic_partition.topic)
            if result.record_errors:
                answer.record_errors = [
                    BatchIndexAndErrorMessage(batch_index=index, batch_index_error_message=sentence)
                    for index, sentence in result.record_errors
                ]
        elif state.acks and partition.waits_for(state.acks):
            code = partition.acknowledgement(state.acks, result.last_offset + 1)
            if code is None:
                if state.pending is None:
                    state.pending = []
                state.pending.append((partition, result.last_offset + 1, partition.flush_failures, answer))
                return True
            if code:
                self._refuse(state, answer, code, TOO_FEW, partition.topic_partition.topic)
        return False

    def _finish(self, context: RequestContext, state: _State) -> HandlerResult:
        """The answer, a Deferred where it waits, None or a `CloseConnection` where there is none."""
        if state.acks == 0:
            if state.fault is None:
                return None
            return CloseConnection(f"a Produce request of {context.client_id!r} with acks 0 failed: {state.fault}")
        if state.fault is not None:
            self._tell_leaders(context, state.response)
        if state.pending is None:
            return state.response

        def tell(response: ProduceResponse) -> None:
            self._tell_leaders(context, response)

        operation = DelayedProduce(state.response, state.pending, self._partitions.produces, state.version, state.acks, tell)
        if operation.ready(state.pending[0][0].topic_partition):
            return state.response
        self._partitions.produces.watch(operation, operation.keys, state.timeout_ms)
        return operation.deferred

    def _tell_leaders(self, context: RequestContext, response: ProduceResponse) -> None:
        """Say who leads, and where, with each NOT_LEADER_OR_FOLLOWER (KIP-951)."""
        if context.api_version < _LEADERS_VERSION:
            return
        partitions, told = self._partitions, {node.node_id for node in response.node_endpoints}
        for topic in response.responses:
            for answer in topic.partition_responses:
                if answer.error_code != ErrorCode.NOT_LEADER_OR_FOLLOWER or answer.current_leader.leader_id >= 0:
                    continue
                leader_id, leader_epoch = current_leader(
                    partitions, topic.name or partitions.topic_name(topic.topic_id) or "", answer.index
                )
                if leader_epoch < 0:
                    continue
                answer.current_leader = LeaderIdAndEpoch(leader_id=leader_id, leader_epoch=leader_epoch)
                node = None if leader_id in told else where_is(partitions, context.connection, leader_id)
                if node is not None:
                    told.add(leader_id)
                    response.node_endpoints.append(NodeEndpoint(node_id=leader_id, host=node.host, port=node.port, rack=node.rack))


def _denials(context: RequestContext, transactional_id: str | None) -> Callable[[str], ErrorCode | None]:
    """With what a batch of a transaction is refused, by topic, where its producer may not write it any more: something was waited for."""
    if transactional_id is None or not context.may(AclOperation.WRITE, AclResourceType.TRANSACTIONAL_ID, transactional_id):
        return lambda topic: ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    return lambda topic: None if context.may(AclOperation.WRITE, AclResourceType.TOPIC, topic) else ErrorCode.TOPIC_AUTHORIZATION_FAILED


def _fault(partition: str, code: int, sentence: str | None) -> str:
    name = f"{partition}: {ErrorCode(code).name}"
    return name if sentence is None else f"{name}: {sentence}"


def _without_repetitions(
    responses: list[TopicProduceResponse], planned: list[tuple[Partition, AppendEntry, PartitionProduceResponse]]
) -> list[tuple[Partition, AppendEntry, PartitionProduceResponse]]:
    """Topics that are named more than once become one in the answer, and those without partitions are not in it. Of a partition that is
    named more than once only the last mention stays, in the answer and in what is appended."""
    topics: dict[tuple[str, bytes], dict[int, PartitionProduceResponse]] = {}
    count = 0
    for topic in responses:
        if not topic.partition_responses:
            continue
        answers = topics.setdefault((topic.name, topic.topic_id), {})
        for answer in topic.partition_responses:
            answers[answer.index] = answer
            count += 1
    kept_count = sum(map(len, topics.values()))
    if kept_count == count and len(topics) == len(responses):
        return planned
    responses[:] = [
        TopicProduceResponse(name=name, topic_id=topic_id, partition_responses=list(answers.values()))
        for (name, topic_id), answers in topics.items()
    ]
    if kept_count == count:
        return planned
    kept = {id(answer) for answers in topics.values() for answer in answers.values()}
    return [step for step in planned if id(step[2]) in kept]
