"""Fetch: records from an offset on, waiting for them where there are too few.

| key | 1 |
|---|---|
| versions | 0 to 18 |
| 0-3 | records as message sets of format 0 (0, 1) or 1 (2, 3); up to 2 the partition's limit is a hard one |
| 3 | a limit for the whole answer |
| 4 | format 2 as it is stored, isolation levels |
| 7 | sessions (`klog.broker.fetching.sessions`) |
| 9 | leader epochs |
| 10 | zstd |
| 11 | the consumer's rack, and the replica that it is sent to (`klog.broker.fetching.nearest_replica`); followers serve consumers |
| 12 | diverging epochs |
| 13 | topics by id |
| 16 | who leads, and where, with NOT_LEADER_OR_FOLLOWER and FENCED_LEADER_EPOCH |

How it is read: `klog.broker.fetching.fetch_reader`; when it waits: `delayed_fetch` beside it. The records go out as spans of the
segments' files; only the formats 0 and 1 are made in memory (`klog.broker.fetching.down_conversion`). Errors of a partition:

======================================================= ===============================================================
a topic that the client may not read; a follower that   TOPIC_AUTHORIZATION_FAILED, also where it could not any more when
may not act for the cluster                             the answer came
no such topic or partition                              UNKNOWN_TOPIC_OR_PARTITION; an unknown id UNKNOWN_TOPIC_ID
an id that is not the topic's any more (sessions)       INCONSISTENT_TOPIC_ID
an offset outside of the log                            OFFSET_OUT_OF_RANGE
an older, a newer leader epoch                          FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH
a broker that is no replica, or comes by a listener     NOT_LEADER_OR_FOLLOWER, UNKNOWN_LEADER_EPOCH where it names the epoch
that is not the brokers', or in an earlier life of it
a topic with ``compression.type=zstd`` before 10, a     UNSUPPORTED_COMPRESSION_TYPE
zstd batch before 4
before 4, ``message.downconversion.enable=false``       UNSUPPORTED_VERSION
a broken file                                           KAFKA_STORAGE_ERROR (up to 5 NOT_LEADER_OR_FOLLOWER), CORRUPT_MESSAGE
======================================================= ===============================================================

Source: ``KafkaApis.handleFetchRequest`` of 4.3.1, and of 3.9.2 for the old formats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred

from klog.acls import CLUSTER_NAME, AclOperation, AclResourceType
from klog.broker.current_leader import current_leader, where_is
from klog.broker.fetching.delayed_fetch import DelayedFetch
from klog.broker.fetching.down_conversion import Converted, DownConverter, old_reads
from klog.broker.fetching.fetch_reader import FetchParams, FetchReader, Isolation, PartitionRead, Readings
from klog.broker.fetching.nearest_replica import RackOfConsumer
from klog.broker.fetching.sessions import FetchContext, FetchedPartition, FetchSessions
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode, KlogError
from klog.in_thread import InThread
from klog.model import TopicPartition
from klog.net.rights import ALL_RIGHTS
from klog.records.contract import RecordsCodec
from klog.replication.throttle import ReplicationThrottle
from klog.wire.messages.fetch import (
    AbortedTransaction,
    EpochEndOffset,
    FetchableTopicResponse,
    FetchRequest,
    FetchResponse,
    LeaderIdAndEpoch,
    NodeEndpoint,
    PartitionData,
    SnapshotId,
)

#: ``fetch.max.bytes`` of the broker.
DEFAULT_MAX_BYTES = 57_671_680
#: What a partition takes while it is waited for: what was read of it, its name, its places in the purgatory. Measured: 150 to 500.
WAITING_BYTES = 270


_NO_EPOCH = EpochEndOffset()
_NO_LEADER = LeaderIdAndEpoch()
_NO_SNAPSHOT = SnapshotId()
_FORMAT_ERRORS = (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, ErrorCode.UNSUPPORTED_VERSION)
_LEADER_ERRORS = (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH)


class FetchHandler:
    """Reads `partitions`.

    :param codec: for the formats 0 and 1.
    :param in_thread: for a converter of its own; where None, what is not in memory is read here.
    :param max_bytes: ``fetch.max.bytes``.
    :param converter: for the formats 0 and 1; where None, one that works without a break.
    :param throttle: of what followers are given; None: as much as they ask for.
    :param sends_to_racks: whether consumers are sent to the replica in their rack (``replica.selector.class``).
    :param may_replicate: whether who came by this connection may be this broker, in the life with this epoch (None: it cannot say).
    """

    request_type = FetchRequest
    versions = (0, 18)

    def __init__(
        self,
        partitions: Partitions,
        sessions: FetchSessions,
        codec: RecordsCodec,
        *,
        in_thread: InThread[Any] | None = None,
        max_bytes: int = DEFAULT_MAX_BYTES,
        converter: DownConverter | None = None,
        sends_to_racks: bool = False,
        may_replicate: Callable[[ConnectionInfo, int, int | None], bool] = lambda connection, replica_id, epoch: True,
        throttle: ReplicationThrottle | None = None,
    ) -> None:
        self._partitions = partitions
        self._may_replicate = may_replicate
        self._sessions = sessions
        self._converter = converter or DownConverter(codec, in_thread=in_thread)
        self._max_bytes = max_bytes
        self._sends_to_racks = sends_to_racks
        self._reader = FetchReader(partitions, throttle)

    def handle(self, context: RequestContext, request: FetchRequest) -> FetchResponse | Deferred[Any]:
        """Answer at once, or with a Deferred where the fetch waits.

        :raises KlogError: UNKNOWN_SERVER_ERROR for an isolation level that does not exist.
        """
        version = context.api_version
        replica_id = request.replica_id if version < 15 else request.replica_state.replica_id
        partitions = self._partitions
        follows = replica_id >= 0
        is_forged = follows and not self._is_replica(context, request, replica_id)
        fetch = self._sessions.begin(version, request, follows and not is_forged, partitions.topic_name)
        wanted: Sequence[FetchedPartition] = fetch.wanted
        unknown: list[PartitionRead] = []
        # None where there is no authorizer.
        may_read = None if context.connection.rights is ALL_RIGHTS else _Readable(context, follows=follows)
        looked_at = wanted
        if follows and not is_forged and (may_read is None or may_read.follows):
            looked_at = self._reader.not_at_rest(replica_id, version, wanted, is_first_look=True)
        for one in looked_at:
            topic = one.topic
            if follows and may_read is not None and not may_read.follows:
                unknown.append(_unknown(one, ErrorCode.TOPIC_AUTHORIZATION_FAILED))
            elif topic is None:
                unknown.append(_unknown(one, ErrorCode.UNKNOWN_TOPIC_ID))
            elif may_read is not None and not may_read(topic):
                unknown.append(_unknown(one, ErrorCode.TOPIC_AUTHORIZATION_FAILED))
            elif partitions.get(topic, one.index) is None:
                code = partitions.missing(topic, one.index)
                if code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                    unknown.append(_unknown(one, code))
        if unknown:
            lost = {id(read.wanted) for read in unknown}
            wanted = [one for one in wanted if id(one) not in lost]
            looked_at = [one for one in looked_at if id(one) not in lost]
        if not wanted:
            return self._response(context, fetch, unknown)
        params = self._params(context, request, replica_id)
        if is_forged:
            return self._response(context, fetch, unknown + [_refused(one) for one in wanted])
        readings = self._reader.read_all(params, looked_at)
        committed = self._note_followed(params) if params.followed is not None else ()
        if readings.complete:
            return self._answer(context, fetch, readings.reads + unknown if unknown else readings.reads, may_read)
        return self._wait(context, fetch, params, wanted, unknown, readings, may_read, committed)

    def holds(self, request: FetchRequest) -> int:
        """Of a consumer that waits for all that its session has. A broker has one such request under way, and is not to be held up for it:
        it is what others wait for."""
        if request.session_epoch <= 0 or request.replica_id >= 0 or request.replica_state.replica_id >= 0:
            return 0
        session = self._sessions.get(request.session_id)
        return 0 if session is None else WAITING_BYTES * len(session.partitions)

    def error_answer(self, version: int, request: FetchRequest, code: ErrorCode, sentence: str | None) -> FetchResponse:
        """`code` for the whole request, up to version 12 for each of its partitions, too (``FetchRequest.getErrorResponse``)."""
        responses = []
        if version < 13:
            responses = [
                FetchableTopicResponse(
                    topic=topic.topic,
                    partitions=[
                        PartitionData(
                            partition_index=one.partition, error_code=code, high_watermark=-1, aborted_transactions=[], records=b""
                        )
                        for one in topic.partitions
                    ],
                )
                for topic in request.topics
            ]
        return FetchResponse(error_code=code, session_id=request.session_id, responses=responses)

    def _params(self, context: RequestContext, request: FetchRequest, replica_id: int) -> FetchParams:
        version = context.api_version
        level = request.isolation_level
        if level not in (0, 1):
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"there is no isolation level {level}")
        if replica_id >= 0:
            isolation = Isolation.LOG_END
        else:
            isolation = Isolation.LAST_STABLE if level else Isolation.HIGH_WATERMARK
        max_bytes = min(request.max_bytes, self._max_bytes)
        rack = None
        if self._sends_to_racks and replica_id < 0 and version >= 11 and request.rack_id:
            coordination = self._partitions.coordination
            rack = RackOfConsumer(request.rack_id, context.connection, coordination.broker_id(), coordination.brokers)
        return FetchParams(request.max_wait_ms, min(request.min_bytes, max_bytes), max_bytes, isolation, replica_id, version, rack)

    def _is_replica(self, context: RequestContext, request: FetchRequest, replica_id: int) -> bool:
        """Whether this may be the broker `replica_id`, as it says (CVE-2018-1288)."""
        epoch = request.replica_state.replica_epoch if context.api_version >= 15 else None
        return self._may_replicate(context.connection, replica_id, epoch)

    @staticmethod
    def _note_followed(params: FetchParams) -> Sequence[TopicPartition]:
        """Take note of how far a follower is. Once for each request, and after all of it was read: what follows from it may answer
        others. Returns of which partitions more is committed by that than was read."""
        followed, params.followed = params.followed, None
        return [
            partition.topic_partition
            for partition, one, end_before_read in followed or ()
            if partition.follower_fetched(params.replica_id, one.fetch_offset, one.follower_log_start, end_before_read)
        ]

    def _wait(
        self,
        context: RequestContext,
        fetch: FetchContext,
        params: FetchParams,
        wanted: Sequence[FetchedPartition],
        unknown: list[PartitionRead],
        readings: Readings,
        may_read: _Readable | None,
        committed: Sequence[TopicPartition],
    ) -> Deferred[Any]:
        converting: list[Deferred[Any]] = []

        def cancel(_: object) -> None:
            operation.cancel()
            for one in converting:
                one.cancel()

        deferred: Deferred[Any] = Deferred(cancel)

        def answer(readings: Readings) -> None:
            result = self._answer(context, fetch, readings.reads + unknown, may_read)
            if isinstance(result, Deferred):
                # The connection may go while it is converted.
                converting.append(result)
                result.addBoth(lambda outcome: None if deferred.called else deferred.callback(outcome))
            else:
                deferred.callback(result)

        def failed(error: Exception) -> None:
            if not deferred.called:
                deferred.errback(error)

        operation = DelayedFetch(self._partitions, self._reader, self._partitions.clock, context.connection, params, wanted, answer, failed)
        operation.begin(readings, committed)
        return deferred

    # Answering

    def _answer(
        self, context: RequestContext, fetch: FetchContext, reads: list[PartitionRead], may_read: _Readable | None
    ) -> FetchResponse | Deferred[Any]:
        if may_read is not None:
            reads = may_read.still(reads)
        if fetch.privileged:
            self._reader.note_given(reads)
        if context.api_version >= 4:
            return self._response(context, fetch, reads)
        converted = self._converter.convert(old_reads(reads), context.api_version, self._max_bytes)
        if isinstance(converted, Deferred):
            # The rights may have changed while it was converted.
            return converted.addCallback(
                lambda pieces: self._response(context, fetch, reads if may_read is None else may_read.still(reads), pieces)
            )
        return self._response(context, fetch, reads, converted)

    def _response(
        self, context: RequestContext, fetch: FetchContext, reads: Sequence[PartitionRead], converted: Converted | None = None
    ) -> FetchResponse:
        """The answer: what the session lists of `reads`, grouped by topic as it comes; its records as they were `converted`."""
        version = context.api_version
        error, session_id, listed = self._sessions.finish(fetch, reads)
        responses: list[FetchableTopicResponse] = []
        response = FetchResponse(error_code=error, session_id=session_id, responses=responses)
        last_topic: str | None = None
        last_id: bytes | None = None
        for read in listed:
            wanted = read.wanted
            if last_id is None or wanted.topic != last_topic or wanted.topic_id != last_id:
                last_topic = wanted.topic
                last_id = wanted.topic_id
                partitions: list[PartitionData] = []
                responses.append(FetchableTopicResponse(topic=last_topic or "", topic_id=last_id, partitions=partitions))
            span = read.span
            records: Any = b"" if span is None else span
            if converted is not None:
                records = converted.get(id(read)) or b""
            code = read.code
            leader = _NO_LEADER
            if code:
                if code in _FORMAT_ERRORS:
                    # As Kafka 3.9 says it.
                    records = None
                    read.aborted = ()
                elif code == ErrorCode.KAFKA_STORAGE_ERROR and version <= 5:
                    code = ErrorCode.NOT_LEADER_OR_FOLLOWER
                elif version >= 16 and code in _LEADER_ERRORS:
                    leader = self._leader(context, fetch, wanted, response)
            aborted = read.aborted
            diverging = read.diverging
            partitions.append(
                PartitionData(
                    partition_index=wanted.index,
                    error_code=code,
                    high_watermark=read.high_watermark,
                    last_stable_offset=read.last_stable_offset,
                    log_start_offset=read.start_offset,
                    diverging_epoch=_NO_EPOCH
                    if diverging is None
                    else EpochEndOffset(epoch=diverging.epoch, end_offset=diverging.end_offset),
                    current_leader=leader,
                    preferred_read_replica=read.preferred_read_replica,
                    snapshot_id=_NO_SNAPSHOT,
                    aborted_transactions=None
                    if aborted is None
                    else [AbortedTransaction(producer_id=txn.producer_id, first_offset=txn.first_offset) for txn in aborted],
                    records=records,
                )
            )
        return response

    def _leader(self, context: RequestContext, fetch: FetchContext, wanted: FetchedPartition, response: FetchResponse) -> LeaderIdAndEpoch:
        """Who leads the partition; tells consumers in `response` where that broker is."""
        leader_id, leader_epoch = current_leader(self._partitions, wanted.topic or "", wanted.index)
        if leader_epoch < 0:
            return _NO_LEADER
        if not fetch.privileged and not any(node.node_id == leader_id for node in response.node_endpoints):
            node = where_is(self._partitions, context.connection, leader_id)
            if node is not None:
                response.node_endpoints.append(NodeEndpoint(node_id=leader_id, host=node.host, port=node.port, rack=node.rack))
        return LeaderIdAndEpoch(leader_id=leader_id, leader_epoch=leader_epoch)


class _Readable:
    """Which topics a Fetch may read, when it comes and again when it is answered: what is parked may be answered under other rules.

    :param follows: whether it is a broker's, which reads everything or nothing.
    """

    __slots__ = ("_context", "_generation", "_is_follower", "_last", "_may_last", "follows")

    def __init__(self, context: RequestContext, *, follows: bool) -> None:
        self._context = context
        self._is_follower = follows
        self._generation = context.connection.rights.generation
        self._last: str | None = None
        self._may_last = False
        self.follows = follows and context.may(AclOperation.CLUSTER_ACTION, AclResourceType.CLUSTER, CLUSTER_NAME)

    def __call__(self, topic: str) -> bool:
        if topic != self._last:
            # Partitions of a topic mostly stand together.
            self._last = topic
            self._may_last = self.follows if self._is_follower else self._context.may(AclOperation.READ, AclResourceType.TOPIC, topic)
        return self._may_last

    def still(self, reads: list[PartitionRead]) -> list[PartitionRead]:
        """`reads`, but for those that may not be told of any more."""
        if self._generation == self._context.connection.rights.generation:
            return reads
        may_read = _Readable(self._context, follows=self._is_follower)
        return [
            read
            if read.wanted.topic is None or may_read(read.wanted.topic)
            else _unknown(read.wanted, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
            for read in reads
        ]


def _unknown(wanted: FetchedPartition, code: ErrorCode) -> PartitionRead:
    """Errors found before reading come with an empty list of aborted transactions, later ones with none (as from Kafka)."""
    read = PartitionRead(wanted, code)
    read.aborted = ()
    return read


def _refused(wanted: FetchedPartition) -> PartitionRead:
    """What is answered to who says that it is a broker and cannot be: a broker would find out who leads, and ask again."""
    return PartitionRead(wanted, ErrorCode.UNKNOWN_LEADER_EPOCH if wanted.leader_epoch >= 0 else ErrorCode.NOT_LEADER_OR_FOLLOWER)
