"""Fetch, asked now and answered later: how `klog.client.blocking.client` reads ahead. No Twisted in whatever this imports.

A `PendingFetch` is one request on its way to the leader. `result` waits for it. What went wrong on the way (no leader yet, a leader that
moved, a broken connection) is told nobody before that: then it asks again and again, as `BlockingClient.ask_leader` does. So reading
ahead never fails earlier or for other reasons than reading.

Where the caller says in which rack it is, the leader may name a replica there, which is read from instead (`klog.client.nearest_replica`).
What goes wrong there is asked of the leader at once; so is an offset that it has not got yet, since whoever reads here knows that there are
records.

With the topic's id in hand the request names the topic by it (version 13 on), and a topic that was deleted and made again under the same
name is another one to the broker: UNKNOWN_TOPIC_ID. Brokers before Kafka 3.1 know no ids here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from klog.client.isolation import IsolationLevel
from klog.client.metadata import ClusterMetadata
from klog.client.nearest_replica import NearestReplica
from klog.client.retry import LEAST_MS
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.net.blocking_connection import BlockingConnection, PendingAnswer
from klog.net.client.errors import BadAnswer
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic

T = TypeVar("T")

#: The last version of Fetch that names topics, and the first that has ids.
_NAMED = 12
_BY_ID = 13
#: An answer that cannot be read (one that is too long, say) is asked for so often.
_PATIENCE = 3


class Fetched(NamedTuple):
    """One partition's part of a fetch answer."""

    #: Whole batches as the broker has them, perhaps none; the first may begin before the offset that was asked for.
    records: memoryview
    high_watermark: int
    #: Up to here a reader with read_committed may see; -1 where the broker does not say.
    last_stable_offset: int
    log_start_offset: int
    #: Aborted transactions within `records` (read_committed only).
    aborted: tuple[Any, ...]
    #: Whose answer it is.
    address: str
    connection: BlockingConnection | None = None

    def reuse(self) -> None:
        """`records` is not looked at any more: the memory may serve for a next answer. Where somebody does, nothing happens."""
        if self.connection is not None:
            self.connection.reuse(self.records)
        else:
            self.records.release()


class AsksLeaders(Protocol):
    """What a fetch asks of its client (`klog.client.blocking.client.BlockingClient`)."""

    metadata: ClusterMetadata
    settings: ClientSettings

    @property
    def clock(self) -> Callable[[], float]:
        """Seconds, never going back."""

    def ask_leader(self, tp: TopicPartition, ask: Callable[[int, int], T], *, timeout_ms: int, unknown_ms: int | None = None) -> T:
        """``ask(node id, leader epoch)``, again for as long as it raises an error against which that helps."""

    def node(self, node_id: int) -> BlockingConnection:
        """The connection to a broker."""

    def nearest_replica(self, tp: TopicPartition) -> NearestReplica:
        """What leaders have said of nearer replicas of `tp`."""


class PendingFetch:
    """See above; `klog.client.blocking.client.BlockingClient.begin_fetch` makes them.

    :param tp: the partition, and :param offset: from where on.
    :param max_bytes: about so much; one batch at least, where there is one.
    :param level: whether aborted records are told apart.
    :param max_wait_ms: how long the broker may wait for the first record.
    :param topic_id: the id that the topic must have; `NO_TOPIC_ID` for any.
    :param rack: where we are; empty: the leader is read from.
    """

    def __init__(
        self,
        client: AsksLeaders,
        tp: TopicPartition,
        offset: int,
        max_bytes: int,
        level: IsolationLevel,
        max_wait_ms: int,
        min_bytes: int,
        topic_id: bytes,
        rack: str = "",
    ) -> None:
        self.tp = tp
        self.offset = offset
        self._client = client
        self._max_bytes = max_bytes
        self._level = level
        self._max_wait_ms = max_wait_ms
        self._min_bytes = min_bytes
        self._topic_id = topic_id
        self._rack = rack
        self._unreadable = 0
        #: When whoever waits gives up, by the client's clock.
        self._until = 0.0
        self._sent: tuple[PendingAnswer, BlockingConnection, int] | None = None

    def begin(self) -> None:
        """Send it, where the leader is known; trouble is for `result`."""
        metadata = self._client.metadata
        leader = metadata.leader(self.tp)
        if leader is not None:
            try:
                self._sent = self._send(self._source(leader), metadata.leader_epoch(self.tp))
            except KlogError:
                self._sent = None

    def result(self, *, timeout_ms: int, unknown_ms: int | None = None) -> Fetched:
        """The answer; once only.

        :param unknown_ms: as for `klog.client.blocking.client.BlockingClient.ask_leader`.
        :raises KlogError: OFFSET_OUT_OF_RANGE, UNKNOWN_TOPIC_OR_PARTITION … after what helps was tried for so long.
        """
        self._until = self._client.clock() + timeout_ms / 1000
        return self._client.ask_leader(self.tp, self._ask, timeout_ms=timeout_ms, unknown_ms=unknown_ms)

    def drop(self) -> None:
        """Throw the answer away when it comes."""
        sent, self._sent = self._sent, None
        if sent is not None:
            sent[0].drop()

    def _source(self, leader: int) -> int:
        """The broker to read from."""
        partition = self._client.metadata.partition(self.tp)
        if not self._rack or partition is None:
            return leader
        return self._client.nearest_replica(self.tp).source(partition, self._client.metadata, self._client.clock())

    def _ask(self, leader: int, epoch: int) -> Fetched:
        """Raises KlogError: what the leader says, or that it does not answer."""
        nearest, clock = self._client.nearest_replica(self.tp), self._client.clock
        while True:
            sent, self._sent = self._sent, None
            source = self._source(leader) if sent is None else sent[2]
            try:
                fetched, preferred = self._take(sent or self._send(source, epoch))
            except KlogError as error:
                if source == leader or error.code is ErrorCode.THROTTLING_QUOTA_EXCEEDED:
                    # Who holds us back is asked again, wherever it is.
                    raise
                nearest.failed(source, clock())
                continue
            if source == leader and preferred not in (-1, leader) and not nearest.is_given_up(clock()):
                self._go_to_replica(preferred)
            elif source == leader or fetched.records:
                nearest.worked(source)
                return fetched
            else:
                nearest.failed(source, clock())

    def _go_to_replica(self, replica: int) -> None:
        client = self._client
        now_s = client.clock()
        nearest = client.nearest_replica(self.tp)
        nearest.named(replica, now_s + client.settings.metadata_max_age_ms / 1000)
        if self._source(-1) != replica:
            nearest.failed(replica, now_s)

    def _take(self, sent: tuple[PendingAnswer, BlockingConnection, int]) -> tuple[Fetched, int]:
        """What a broker answers, and the replica that it names instead; -1 for none."""
        pending, connection, _ = sent
        try:
            left_ms = int((self._until - self._client.clock()) * 1000)
            answer = pending.result(min(self._client.settings.request_timeout_ms + self._max_wait_ms, max(left_ms, LEAST_MS)))
        except BadAnswer as error:
            self._unreadable += 1
            if self._unreadable < _PATIENCE:
                raise
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"topic {self.tp.topic}, partition {self.tp.partition}: {error}") from error
        return self._fetched(answer, connection)

    def _send(self, source: int, epoch: int) -> tuple[PendingAnswer, BlockingConnection, int]:
        partition = FetchPartition(
            partition=self.tp.partition, current_leader_epoch=epoch, fetch_offset=self.offset, partition_max_bytes=self._max_bytes
        )
        connection = self._client.node(source)
        by_id = self._topic_id != NO_TOPIC_ID and connection.connect().choose(FetchRequest) >= _BY_ID
        topic = FetchTopic(partitions=[partition])
        if by_id:
            topic.topic_id = self._topic_id
        else:
            topic.topic = self.tp.topic
        request = FetchRequest(
            max_wait_ms=self._max_wait_ms,
            min_bytes=self._min_bytes,
            max_bytes=self._max_bytes,
            isolation_level=int(self._level),
            topics=[topic],
        )
        if self._rack and not self._client.nearest_replica(self.tp).is_given_up(self._client.clock()):
            request.rack_id = self._rack
        return connection.begin(request, at_most=None if by_id else _NAMED), connection, source

    def _fetched(self, answer: Any, connection: BlockingConnection) -> tuple[Fetched, int]:
        raise_for(answer.error_code, self.tp)
        if answer.throttle_time_ms > 0 and not answer.responses:
            # A quota is used up (KIP-219): the broker says nothing of any partition, and takes no request for so long.
            raise refusal(self.tp, ErrorCode.THROTTLING_QUOTA_EXCEEDED)
        one = single_partition(answer.responses, "partitions", self.tp)
        raise_for(one.error_code, self.tp)
        if one.partition_index != self.tp.partition:
            why = f"broker {connection.address} answered for partition {one.partition_index}"
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"topic {self.tp.topic}, partition {self.tp.partition}: {why}")
        aborted = tuple(one.aborted_transactions or ()) if self._level is IsolationLevel.READ_COMMITTED else ()
        records: Any = one.records
        fetched = Fetched(
            memoryview(b"") if records is None else records,
            one.high_watermark,
            one.last_stable_offset,
            one.log_start_offset,
            aborted,
            connection.address,
            connection,
        )
        return fetched, one.preferred_read_replica


def single_partition(responses: list[Any], field: str, tp: TopicPartition) -> Any:
    """The part of an answer that is about `tp`.

    :raises KlogError: there is none.
    """
    for response in responses:
        for one in getattr(response, field):
            return one
    raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"{tp}: the broker did not answer for this partition")


def refusal(tp: TopicPartition, code: int, message: str | None = None) -> KlogError:
    """An error code on the wire as an exception that names the partition."""
    row = row_of(code)
    return KlogError(row.code, f"topic {tp.topic}, partition {tp.partition}: {message or row.sentence}")


def raise_for(code: int, tp: TopicPartition, message: str | None = None) -> None:
    """Raise the error of a code on the wire, if it is one."""
    if code:
        raise refusal(tp, code, message)
