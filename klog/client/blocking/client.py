"""A client for code without a reactor: workers of data-processing frameworks, scripts, threads. No Twisted in whatever this imports.

It shares with the Twisted clients what needs no reactor: settings, metadata, the table of what to do about errors, the filter of
isolation, and the sessions below the connections (`klog.net.blocking_connection`). Every call returns or raises within its time; what helps
against an error (asking who leads, connecting again, waiting) is done on the way. Not to be shared between threads.
"""

from __future__ import annotations

import dataclasses
import random as random_
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, Unpack

from klog.client.auditing.audit import Audit, checked_audit
from klog.client.blocking.auditing.cell_batches import CellBatches
from klog.client.blocking.auditing.client_audit import ClientAudit
from klog.client.blocking.pending_fetch import Fetched, PendingFetch, raise_for, refusal, single_partition
from klog.client.fetching.record_views import FetchedRecords
from klog.client.isolation import IsolationLevel, isolation_level
from klog.client.metadata import ClusterMetadata, TopicMetadata
from klog.client.nearest_replica import NearestReplica
from klog.client.producing.retry_decisions import Verdict, judge_answer
from klog.client.requests.errors import left_out
from klog.client.requests.list_offsets import least_version, list_offsets_request, offsets_found
from klog.client.requests.produce import Addressed, identity_of, identity_request, produce_request
from klog.client.retry import LEAST_MS, Action, ClientStopped, NobodyAnswers, trouble_of, what_to_do_about
from klog.client.settings import ClientOptions, ClientSettings, split_options
from klog.errors import ErrorCode, KlogError, row_of
from klog.forks import tell_in_child
from klog.model import LATEST_TIMESTAMP, NO_TOPIC_ID, OffsetAt, TopicPartition
from klog.net.blocking_connection import BlockingConnection
from klog.net.client.errors import BrokerUnreachable
from klog.net.connection_settings import ConnectionSettings
from klog.retry_policy import Backoff, RetryPolicy, Trouble
from klog.wire.messages.list_offsets import ListOffsetsRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.schema import Message

if TYPE_CHECKING:
    from klog.records.views import PlainMessage

T = TypeVar("T")

#: How long the calls try before they give up, where nothing else is said.
API_TIMEOUT_MS = 60_000
#: A topic, or a topic with this id, that a broker does not know; brokers that have just started do not know any.
_UNKNOWN = (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID)
#: Where a batch of records says who produced it; -1: nobody that the broker remembers.
_PRODUCER_ID_AT = 43
_PRODUCER_ID = struct.Struct(">q")


class Produced(NamedTuple):
    """Where a batch was written; `base_offset` is -1 with acks 0, and for a repetition that the broker no longer has the place of."""

    base_offset: int
    #: The broker's time, where the topic uses that; otherwise -1.
    log_append_time_ms: int


class BlockingClient:
    """Reads and writes partitions.

    ::

        with BlockingClient("kafka-1:9092,kafka-2:9092", client_id="worker-7") as client:
            tp = TopicPartition("orders", 0)
            end = client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset
            for message in client.read(tp, 0, end):
                print(message.offset, message.value)

    :param bootstrap_servers: ``host:port,host:port`` or finished settings.
    :param clock: seconds, never going back; :param sleep: waits so many seconds.
    :param audit: count what `read` hands out and `produce` writes, and tell it; None: do not.
    :param now_ms: the clock by which it is told, milliseconds since 1970.
    :param connect: makes a connection to (host, port); for tests.
    :param options: `klog.client.settings.ClientOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        bootstrap_servers: str | ClientSettings,
        *,
        audit: Audit | None = None,
        random: random_.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        connect: Callable[[str, int], BlockingConnection] | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        self.settings, _ = split_options(bootstrap_servers, dict(options))
        self.metadata = ClusterMetadata()
        self._random = random or random_.Random()
        #: Seconds, never going back.
        self.clock = clock
        #: Waits so many seconds.
        self.sleep = sleep
        self._given_connect = connect
        self._connect = connect or self._connection_to
        self._by_node: dict[int, tuple[tuple[str, int], BlockingConnection]] = {}
        self._by_server: dict[tuple[str, int], BlockingConnection] = {}
        self._nearest: dict[TopicPartition, NearestReplica] = {}
        self._closed = False
        self._audit: ClientAudit | None = None
        if (checked := checked_audit(audit)) is not None:

            def make_sender() -> CellBatches:
                # No topic is made for the counts: that would be one that is not compacted.
                return CellBatches(self.sibling(allow_auto_create_topics=False), now_ms)

            self._audit = ClientAudit(checked, self, make_sender, now_ms)
            tell_in_child(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None and not isinstance(error, Exception):
            # Who is interrupted waits for no broker any more.
            audit, self._audit = self._audit, None
            if audit is not None:
                audit.close()
        self.close()

    def forked(self) -> None:
        """This is a child process: what was counted is the parent's."""
        self._audit = None

    def sibling(self, **changes: Any) -> BlockingClient:
        """Another client of the same cluster, with connections and metadata of its own.

        :param changes: settings that are others than ours.
        """
        settings = dataclasses.replace(self.settings, **changes)
        return BlockingClient(settings, random=self._random, clock=self.clock, sleep=self.sleep, connect=self._given_connect)

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def close(self) -> None:
        """Close all connections, for good; what was counted is told before, as far as that goes within seconds."""
        audit, self._audit = self._audit, None
        try:
            if audit is not None:
                audit.end()
        finally:
            self._close()
            if audit is not None:
                audit.close()

    def _close(self) -> None:
        self._closed = True
        for connection in [*(pair[1] for pair in self._by_node.values()), *self._by_server.values()]:
            connection.close()
        self._by_node.clear()
        self._by_server.clear()

    # The cluster

    def know(self, topics: Iterable[str], *, timeout_ms: int = API_TIMEOUT_MS) -> None:
        """Have `metadata` know `topics`; one that does not exist is known as that (`TopicMetadata.error`).

        :raises NobodyAnswers: no broker did in time. :raises AuthenticationFailed: they refuse us.
        """
        missing = [topic for topic in dict.fromkeys(topics) if self.metadata.topic(topic) is None]
        if missing:
            self._ask_for_metadata(missing, self.clock() + timeout_ms / 1000)

    def refresh(self, topics: Iterable[str] | None = None, *, timeout_ms: int = API_TIMEOUT_MS) -> None:
        """Ask again for brokers and `topics`; None: for all of the cluster. Raises like `know`."""
        self._ask_for_metadata(None if topics is None else list(topics), self.clock() + timeout_ms / 1000)

    def find_topic(self, name: str, *, unknown_ms: int, timeout_ms: int = API_TIMEOUT_MS) -> TopicMetadata:
        """A topic and its partitions (one at least), asked anew, since topics grow, and again until there are some.

        :param unknown_ms: how long to believe in a topic that brokers do not know: it may just be coming.
        :raises KlogError: UNKNOWN_TOPIC_OR_PARTITION, another of the topic's errors, or what `know` raises.
        """
        until = self.clock() + timeout_ms / 1000
        backoff = self.backoff()
        retry_policy = RetryPolicy(self.clock, backoff, until)
        belief = RetryPolicy(self.clock, backoff, min(until, self.clock() + unknown_ms / 1000))
        while True:
            self._ask_for_metadata([name], until)
            known = self.metadata.topic(name)
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if known is None else known.error
            if known is not None and known.partitions and code is ErrorCode.NONE:
                return known
            error = KlogError(
                code or ErrorCode.LEADER_NOT_AVAILABLE, f"topic {name}: {row_of(code or ErrorCode.LEADER_NOT_AVAILABLE).sentence}"
            )
            pause_ms = (belief if code in _UNKNOWN else retry_policy).pause_after(trouble_of(error))
            if pause_ms is None:
                raise error
            self.sleep(pause_ms / 1000)

    def ask(
        self, node_id: int, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None
    ) -> Any:
        """Send `message` to broker `node_id` once; its answer.

        :raises KlogError: `klog.net.client.errors`.
        """
        return self.node(node_id).request(message, version=version, at_most=at_most, timeout_ms=timeout_ms)

    def ask_any(self, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int = API_TIMEOUT_MS) -> Any:
        """Send `message` to whichever broker answers; only for requests that may take effect twice. Raises like `know`."""
        return self._ask_somebody(message, version, at_most, self.clock() + timeout_ms / 1000)

    def ask_leader(
        self,
        tp: TopicPartition,
        ask: Callable[[int, int], T],
        *,
        timeout_ms: int = API_TIMEOUT_MS,
        unknown_ms: int | None = None,
        moved: bool = False,
    ) -> T:
        """Call ``ask(node id, leader epoch)`` with who leads `tp`, again for as long as it raises an error against which that helps.

        ::

            answer = client.ask_leader(tp, lambda node, epoch: client.ask(node, request))

        :param unknown_ms: how long to believe in a topic that brokers do not know; `timeout_ms` where None.
        :param moved: the leader that is known is none any more.
        :raises KlogError: the first that is final, or the last when the time is over.
        """
        until = self.clock() + timeout_ms / 1000
        unknown_until = until if unknown_ms is None else min(until, self.clock() + unknown_ms / 1000)
        backoff = self.backoff()
        retry_policy, belief = (RetryPolicy(self.clock, backoff, end) for end in (until, unknown_until))
        refresh = moved or self.metadata.topic(tp.topic) is None
        told: KlogError | None = None
        while True:
            try:
                if refresh:
                    self._ask_for_metadata([tp.topic], until)
                leader = self.metadata.leader(tp)
                if leader is None:
                    raise self._leaderless(tp)
                return ask(leader, self.metadata.leader_epoch(tp))
            except KlogError as error:
                trouble = trouble_of(error)
                pause_ms = (belief if error.code in _UNKNOWN else retry_policy).pause_after(trouble)
                if not isinstance(error, NobodyAnswers):
                    told = error
                if pause_ms is None or self._closed:
                    # What was told of the partition says more than that asking took too long.
                    raise told or error from None
                refresh = trouble is Trouble.MOVED or isinstance(error, BrokerUnreachable)
            self.sleep(pause_ms / 1000)

    def _leaderless(self, tp: TopicPartition) -> KlogError:
        topic = self.metadata.topic(tp.topic)
        code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if topic is None else topic.error
        if code is ErrorCode.NONE:
            missing = topic is None or topic.partition(tp.partition) is None
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if missing else ErrorCode.LEADER_NOT_AVAILABLE
        return KlogError(code, f"topic {tp.topic}, partition {tp.partition}: {row_of(code).sentence}")

    # Offsets

    def list_offsets(
        self,
        partitions: Iterable[TopicPartition] | Mapping[TopicPartition, int],
        timestamp: int = LATEST_TIMESTAMP,
        *,
        isolation: str | IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
        timeout_ms: int = API_TIMEOUT_MS,
    ) -> dict[TopicPartition, OffsetAt]:
        """For each partition the first record at or after `timestamp` (ms), or what `klog.model`'s special timestamps mean; a mapping
        brings one for each.

        :raises KlogError: some partition could not be answered.
        """
        wanted = dict(partitions) if isinstance(partitions, Mapping) else dict.fromkeys(partitions, timestamp)
        level = isolation_level(isolation)
        until = self.clock() + timeout_ms / 1000
        found: dict[TopicPartition, OffsetAt] = {}
        self.know({tp.topic for tp in wanted}, timeout_ms=timeout_ms)
        # All of one leader's at once; what that does not answer is asked for one by one, as the retry policy has it.
        by_leader: dict[int, list[TopicPartition]] = {}
        for tp in wanted:
            leader = self.metadata.leader(tp)
            if leader is not None:
                by_leader.setdefault(leader, []).append(tp)
        for leader, theirs in by_leader.items():
            try:
                answers = self._list_offsets_of(leader, {tp: wanted[tp] for tp in theirs}, level)
            except KlogError:
                continue
            found.update({tp: answer for tp, answer in answers.items() if isinstance(answer, OffsetAt)})
        for tp in wanted:
            if tp not in found:
                left_ms = max(0, int((until - self.clock()) * 1000))
                found[tp] = self.ask_leader(tp, self._list_one(tp, wanted[tp], level), timeout_ms=left_ms)
        return {tp: found[tp] for tp in wanted}

    def _list_one(self, tp: TopicPartition, timestamp: int, level: IsolationLevel) -> Callable[[int, int], OffsetAt]:
        def ask(leader: int, epoch: int) -> OffsetAt:
            answer = self._list_offsets_of(leader, {tp: timestamp}, level)[tp]
            if isinstance(answer, KlogError):
                raise answer
            return answer

        return ask

    def _list_offsets_of(
        self, leader: int, wanted: Mapping[TopicPartition, int], level: IsolationLevel
    ) -> dict[TopicPartition, OffsetAt | KlogError]:
        metadata = self.metadata
        request = list_offsets_request(wanted, level, timeout_ms=self.settings.request_timeout_ms, leader_epoch=metadata.leader_epoch)
        versions = self.node(leader).connect()
        version = versions.choose(ListOffsetsRequest, at_least=least_version(wanted.values(), level))
        answers = offsets_found(self.ask(leader, request, version=version), refusal)
        return {tp: answers.get(tp) or left_out(tp, f"node {leader}", "ListOffsets") for tp in wanted}

    # Reading

    def fetch(
        self,
        tp: TopicPartition,
        offset: int,
        max_bytes: int = 1 << 20,
        isolation: str | IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
        *,
        max_wait_ms: int = 500,
        min_bytes: int = 1,
        timeout_ms: int = API_TIMEOUT_MS,
    ) -> Fetched:
        """Batches from `offset` on, about `max_bytes`, at least one where there is one; waits up to `max_wait_ms` at the broker.

        :raises KlogError: OFFSET_OUT_OF_RANGE, UNKNOWN_TOPIC_OR_PARTITION …
        """
        level = isolation_level(isolation)
        fetch = PendingFetch(self, tp, offset, max_bytes, level, max_wait_ms, min_bytes, NO_TOPIC_ID)
        return fetch.result(timeout_ms=timeout_ms)

    def begin_fetch(
        self,
        tp: TopicPartition,
        offset: int,
        max_bytes: int = 1 << 20,
        isolation: str | IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
        *,
        max_wait_ms: int = 500,
        min_bytes: int = 1,
        topic_id: bytes = NO_TOPIC_ID,
        rack: str = "",
    ) -> PendingFetch:
        """As `fetch`, but the answer is taken later: ``begin_fetch(...).result(timeout_ms=...)``. Raises nothing of what happens till then.

        :param topic_id: the id that the topic must have, where the broker can tell (Kafka 3.1 on).
        :param rack: where we are: the leader may send us to a replica there (KIP-392).
        """
        fetch = PendingFetch(self, tp, offset, max_bytes, isolation_level(isolation), max_wait_ms, min_bytes, topic_id, rack)
        fetch.begin()
        return fetch

    def nearest_replica(self, tp: TopicPartition) -> NearestReplica:
        """What leaders have said of nearer replicas of `tp`."""
        return self._nearest.setdefault(tp, NearestReplica())

    def read(
        self,
        tp: TopicPartition,
        start: int,
        end: int | None = None,
        *,
        isolation: str | IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
        fetch_bytes: int = 1 << 20,
        max_uncompressed_bytes: int = 100 << 20,
        timeout_ms: int = API_TIMEOUT_MS,
    ) -> Iterator[PlainMessage]:
        """The records with ``start <= offset < end``, as lazy views; offsets may be missing (compaction, transactions).

        :param end: None: where the partition ends now (for read_committed: before the first open transaction).
        :param timeout_ms: how long nothing may come.
        :raises KlogError: OFFSET_OUT_OF_RANGE where `start` is gone, BadRecords, REQUEST_TIMED_OUT where `end` is not reached.
        """
        level = isolation_level(isolation)
        if end is None:
            end = self.list_offsets([tp], LATEST_TIMESTAMP, isolation=level, timeout_ms=timeout_ms)[tp].offset
        position = start
        deadline_s = self.clock() + timeout_ms / 1000
        while position < end:
            if self._audit is not None:
                self._audit.tell_if_due()
            fetched = self.fetch(tp, position, fetch_bytes, level, timeout_ms=timeout_ms)
            records = FetchedRecords(
                tp,
                fetched.records,
                position,
                address=fetched.address,
                aborted=fetched.aborted,
                max_uncompressed_bytes=max_uncompressed_bytes,
            )
            while not records.finished and records.next_offset < end:
                if self._audit is not None:
                    yield from self._audit.handing(records.take(10_000), end)
                    continue
                for message in records.take(10_000):
                    if message.offset >= end:
                        return
                    yield message
            if records.next_offset > position:
                position = records.next_offset
                deadline_s = self.clock() + timeout_ms / 1000
            elif self.clock() >= deadline_s:
                raise KlogError(
                    ErrorCode.REQUEST_TIMED_OUT,
                    f"topic {tp.topic}, partition {tp.partition}: nothing came behind offset {position} of {end}",
                )

    # Writing

    def init_producer_id(self, *, timeout_ms: int = API_TIMEOUT_MS) -> tuple[int, int]:
        """A fresh producer id and its epoch: with these and sequence numbers in its batches, a write may be repeated without doubling.

        :raises KlogError: no broker gave one in time.
        """
        until = self.clock() + timeout_ms / 1000
        retry_policy = self._retry_policy(until)
        while True:
            answer = self._ask_somebody(identity_request(), None, None, until)
            try:
                return identity_of(answer)
            except KlogError as error:
                pause_ms = retry_policy.pause_after(trouble_of(error))
                if pause_ms is None:
                    raise
            self.sleep(pause_ms / 1000)

    def produce(self, tp: TopicPartition, records: bytes, acks: int = -1, *, timeout_ms: int = API_TIMEOUT_MS) -> Produced:
        """Write one batch (magic 2, e.g. of `klog.records.implementations.codec.build_batch`).

        A batch with a producer id is tried again after whatever may pass, and stands in the log once. One without is not sent a second time
        when nobody knows whether the first one was written.

        :param acks: -1 (all in-sync replicas), 1 (the leader) or 0 (nobody is asked).
        :raises KlogError: it was refused, or nobody knows.
        """
        audit = self._audit
        if audit is None:
            return self._produce(tp, records, acks, timeout_ms)
        audit.tell_if_due()
        audit.announce(tp)
        produced: Produced | None = None
        try:
            produced = self._produce(tp, records, acks, timeout_ms)
        finally:
            append_time_ms = -1 if produced is None else produced.log_append_time_ms
            audit.settled(tp, records, produced is not None, append_time_ms, acknowledges=acks != 0)
        return produced

    def _produce(self, tp: TopicPartition, records: bytes, acks: int, timeout_ms: int) -> Produced:
        idempotent = len(records) >= _PRODUCER_ID_AT + 8 and _PRODUCER_ID.unpack_from(records, _PRODUCER_ID_AT)[0] >= 0

        def ask(leader: int, epoch: int) -> Produced:
            request, newest = produce_request([Addressed(tp, NO_TOPIC_ID, [records])], acks, self.settings.request_timeout_ms)
            connection = self.node(leader)
            connection.connect()
            try:
                answer = connection.request(request, at_most=newest, expects_answer=acks != 0)
            except KlogError as error:
                if idempotent or what_to_do_about(error) is Action.FAIL:
                    raise
                sentence = f"{error.message}; whether the batch was written is not known, and without a producer id it is not sent again"
                raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, sentence) from error
            if answer is None:
                return Produced(-1, -1)
            one = single_partition(answer.responses, "partition_responses", tp)
            if (
                one.error_code
                and judge_answer(one.error_code, idempotent=idempotent, first=True, count=1, shared=True) is Verdict.ACKNOWLEDGED
            ):
                return Produced(-1, -1)
            raise_for(one.error_code, tp, one.error_message)
            return Produced(one.base_offset, one.log_append_time_ms)

        return self.ask_leader(tp, ask, timeout_ms=timeout_ms)

    # Connections

    def _connection_to(self, host: str, port: int) -> BlockingConnection:
        settings = self.settings
        return BlockingConnection(
            host,
            port,
            security=settings.security,
            client_id=settings.client_id,
            settings=ConnectionSettings(
                connect_timeout_ms=settings.connect_timeout_ms,
                request_timeout_ms=settings.request_timeout_ms,
                max_response_bytes=settings.max_response_bytes,
            ),
        )

    def node(self, node_id: int) -> BlockingConnection:
        """The connection to a broker, made or still to be made.

        :raises BrokerUnreachable: nobody said where it is. :raises ClientStopped: after `close`.
        """
        if self._closed:
            raise ClientStopped()
        node = self.metadata.node(node_id)
        if node is None:
            raise BrokerUnreachable(str(node_id), "is not among the known brokers")
        address, connection = self._by_node.get(node_id, (None, None))
        if connection is None or address != (node.host, node.port):
            if connection is not None:
                connection.close()
            address = (node.host, node.port)
            connection = self._by_server.pop(address, None) or self._connect(*address)
            self._by_node[node_id] = (address, connection)
        return connection

    def backoff(self) -> Backoff:
        """The pauses of something that is tried again."""
        return Backoff(self.settings.retry_backoff_ms, self.settings.retry_backoff_max_ms, self._random)

    def _retry_policy(self, until: float) -> RetryPolicy:
        return RetryPolicy(self.clock, self.backoff(), until)

    def _candidates(self) -> list[Callable[[], BlockingConnection]]:
        """Connected brokers, other brokers, bootstrap servers."""
        nodes = list(self.metadata.nodes)
        self._random.shuffle(nodes)
        nodes.sort(key=lambda node: node not in self._by_node or self._by_node[node][1].versions is None)
        known = {(node.host, node.port) for node in self.metadata.nodes.values()}
        servers = [server for server in self.settings.servers if server not in known]
        self._random.shuffle(servers)

        def of_node(node_id: int) -> Callable[[], BlockingConnection]:
            return lambda: self.node(node_id)

        def of_server(server: tuple[str, int]) -> Callable[[], BlockingConnection]:
            def get() -> BlockingConnection:
                if server not in self._by_server:
                    self._by_server[server] = self._connect(*server)
                return self._by_server[server]

            return get

        return [of_node(node) for node in nodes] + [of_server(server) for server in servers]

    def _ask_somebody(self, message: Message, version: int | None, at_most: int | None, until: float) -> Any:
        retry_policy = self._retry_policy(until)
        before: KlogError | None = None
        while True:
            last: KlogError | None = None
            for get in self._candidates():
                if self._closed:
                    raise ClientStopped()
                left_ms = int((until - self.clock()) * 1000)
                if left_ms < (LEAST_MS if last or before else 1):
                    break
                try:
                    limit_ms = min(left_ms, self.settings.request_timeout_ms)
                    return get().request(message, version=version, at_most=at_most, timeout_ms=limit_ms)
                except KlogError as error:
                    if last is None or what_to_do_about(last) is not Action.FAIL:
                        last = error
            if last is not None and what_to_do_about(last) is Action.FAIL:
                raise last
            # A round for which there was no time says nothing.
            last = before = last or before
            pause_ms = retry_policy.pause_after(Trouble.PASSING)
            if pause_ms is None:
                raise NobodyAnswers(self.settings.bootstrap_servers, str(last) if last else "the time was over") from last
            self.sleep(pause_ms / 1000)

    def _ask_for_metadata(self, topics: list[str] | None, until: float) -> None:
        request = MetadataRequest(
            topics=None if topics is None else [MetadataRequestTopic(name=topic) for topic in topics],
            allow_auto_topic_creation=bool(self.settings.allow_auto_create_topics),
        )
        retry_policy = self._retry_policy(until)
        while True:
            answer = self._ask_somebody(request, None, None, until)
            if answer.error_code == ErrorCode.REBOOTSTRAP_REQUIRED:
                self.metadata.forget_nodes()
            elif answer.brokers:
                self.metadata.apply(answer, int(self.clock() * 1000), asked=topics)
                return
            pause_ms = retry_policy.pause_after(Trouble.PASSING)
            if pause_ms is None:
                raise NobodyAnswers(self.settings.bootstrap_servers, "the brokers have just started and know nobody yet")
            self.sleep(pause_ms / 1000)
