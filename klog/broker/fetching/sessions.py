"""Fetch sessions (KIP-227): a consumer names its partitions once, and is told only of those that have something new.

A request says which session it means and where it stands in it:

================ ============== ===========================================================================
session id       epoch          meaning
================ ============== ===========================================================================
any              -1             SESSIONLESS: answer in full, remember nothing, drop the session named
any              0              FULL: drop the session named, answer in full and begin a new one if there is room
known            the expected   INCREMENTAL: what is listed is new or changed, the rest is as it was
known            another        INVALID_FETCH_SESSION_EPOCH
unknown          1 and up       FETCH_SESSION_ID_NOT_FOUND
================ ============== ===========================================================================

A session speaks of topics either by name or (Fetch 13 and up) by id; a request of the other kind gets FETCH_SESSION_TOPIC_ID_ERROR. A
session that has no partition left ends. Epochs go 1, 2, ..., 2147483647, 1, ...

An incremental answer lists a partition where it has records, an error, a diverging epoch or another replica to read from, or where its
high watermark or its log's start are others than when it was last listed without an error or a diverging epoch. Partitions with records
go to the end of the session's order, so that all get their turn.

A full cache makes room for a new session by dropping the one least recently used, where that is unused for two minutes; or else the
smallest one that lives for two minutes already, where the new one has more partitions. Brokers' sessions are privileged: they may drop any
consumer's. Otherwise the new session is not made, and its client goes on with full requests (``FetchSessionCacheShard.tryEvict``).
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from klog.broker.fetching.at_rest import AtRest
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.replication.truncation import EpochEnd
from klog.wire.messages.fetch import FetchRequest

#: ``KafkaBroker.MIN_INCREMENTAL_FETCH_SESSION_EVICTION_MS``.
EVICTION_MS = 120_000
#: ``max.incremental.fetch.session.cache.slots``.
DEFAULT_SLOTS = 1000
#: Partitions of all sessions together; a client that would pass it gets no session. Kafka has no such limit.
MAX_PARTITIONS = 500_000

NO_SESSION = 0
INITIAL_EPOCH = 0
FINAL_EPOCH = -1
_MAX_EPOCH = 2**31 - 1

#: How a session knows a partition: by the topic's name or its id, and the number.
SessionKey = tuple[str | bytes, int]


def next_epoch(epoch: int) -> int:
    """The epoch of the request after the one with `epoch` (``FetchMetadata.nextEpoch``)."""
    if epoch < 0:
        return FINAL_EPOCH
    return 1 if epoch == _MAX_EPOCH else epoch + 1


class FetchedPartition:
    """What a client wants of one partition, and what it was last told where that is remembered."""

    __slots__ = (
        "_topic_partition",
        "at_rest",
        "fetch_offset",
        "follower_log_start",
        "high_watermark",
        "index",
        "key",
        "last_fetched_epoch",
        "leader_epoch",
        "log_start_offset",
        "max_bytes",
        "topic",
        "topic_id",
    )

    def __init__(
        self,
        topic: str | None,
        topic_id: bytes,
        index: int,
        fetch_offset: int,
        max_bytes: int,
        leader_epoch: int = -1,
        last_fetched_epoch: int = -1,
        follower_log_start: int = -1,
    ) -> None:
        #: None where nobody knows the id.
        self.topic = topic
        #: All zero before Fetch 13.
        self.topic_id = topic_id
        self.index = index
        #: By id where the client gave one, be it that of no topic: then the name is not known.
        self.key: SessionKey = (topic_id if topic is None or topic_id != NO_TOPIC_ID else topic, index)
        self.fetch_offset = fetch_offset
        self.max_bytes = max_bytes
        self.leader_epoch = leader_epoch
        self.last_fetched_epoch = last_fetched_epoch
        #: Where the log of the broker begins that asks; -1 from consumers.
        self.follower_log_start = follower_log_start
        self.high_watermark = -1
        self.log_start_offset = -1
        #: What was found of it, where that was nothing and it is a follower who asks.
        self.at_rest: AtRest | None = None
        self._topic_partition: TopicPartition | None = None

    @property
    def topic_partition(self) -> TopicPartition:
        """Its name, where the topic's is known: what it is waited for by, made once for all requests of a session."""
        found = self._topic_partition
        if found is None:
            found = self._topic_partition = TopicPartition(self.topic or "", self.index)
        return found

    def take(self, other: FetchedPartition) -> None:
        """The client wants what `other` says from now on."""
        self.fetch_offset = other.fetch_offset
        self.max_bytes = other.max_bytes
        self.leader_epoch = other.leader_epoch
        self.last_fetched_epoch = other.last_fetched_epoch
        self.follower_log_start = other.follower_log_start
        self.at_rest = None

    def __repr__(self) -> str:
        return f"FetchedPartition({self.topic or self.topic_id.hex()}-{self.index} from {self.fetch_offset})"


class PartitionAnswer(Protocol):
    """What a session needs to know of one partition's answer (`klog.broker.fetching.fetch_reader.PartitionRead`)."""

    @property
    def wanted(self) -> FetchedPartition:
        """What was asked."""

    @property
    def code(self) -> int:
        """The error."""

    @property
    def size(self) -> int:
        """Bytes of records."""

    @property
    def high_watermark(self) -> int:
        """The one that the answer says."""

    @property
    def start_offset(self) -> int:
        """The one that the answer says."""

    @property
    def diverging(self) -> EpochEnd | None:
        """Epoch and end offset where the client's log departs from ours."""

    @property
    def preferred_read_replica(self) -> int:
        """The broker that the client is to read from instead; -1 for none."""


AnyTold = TypeVar("AnyTold", bound=PartitionAnswer)


class FetchSession:
    """One client's partitions, in the order in which they are served."""

    __slots__ = (
        "cached_size",
        "created_ms",
        "epoch",
        "evictable_by_all",
        "evictable_by_privileged",
        "is_asleep",
        "last_used_ms",
        "partitions",
        "privileged",
        "session_id",
        "uses_topic_ids",
    )

    def __init__(self, session_id: int, privileged: bool, uses_topic_ids: bool, now_ms: int) -> None:
        self.session_id = session_id
        self.privileged = privileged
        self.uses_topic_ids = uses_topic_ids
        self.created_ms = now_ms
        self.last_used_ms = now_ms
        #: What the next request must say.
        self.epoch = next_epoch(INITIAL_EPOCH)
        self.partitions: dict[SessionKey, FetchedPartition] = {}
        #: As of the last use; what others are compared with.
        self.cached_size = 0
        self.evictable_by_all = False
        self.evictable_by_privileged = False
        #: Whether nothing of its partitions is at rest, since it was not used for long.
        self.is_asleep = False

    def __repr__(self) -> str:
        return f"FetchSession({self.session_id}, epoch {self.epoch}, {len(self.partitions)} partitions)"


class FetchKind(enum.Enum):
    """What a request turned out to be; see the table above."""

    ERROR = enum.auto()
    SESSIONLESS = enum.auto()
    FULL = enum.auto()
    INCREMENTAL = enum.auto()


class FetchContext:
    """One request within its session.

    :param expected_epoch: what the session's epoch must be when the answer is made, lest another request came between.
    """

    __slots__ = ("error", "expected_epoch", "kind", "privileged", "session", "uses_topic_ids", "wanted")

    def __init__(
        self,
        kind: FetchKind,
        wanted: Sequence[FetchedPartition],
        *,
        error: ErrorCode = ErrorCode.NONE,
        session: FetchSession | None = None,
        expected_epoch: int = 0,
        uses_topic_ids: bool = False,
        privileged: bool = False,
    ) -> None:
        self.kind = kind
        #: Everything to read, in order.
        self.wanted = wanted
        self.error = error
        self.session = session
        self.expected_epoch = expected_epoch
        self.uses_topic_ids = uses_topic_ids
        self.privileged = privileged


class FetchSessions:
    """The sessions that are remembered.

    :param now_ms: milliseconds, rising.
    :param random_source: for session ids.
    :param slots: how many at most.
    """

    def __init__(
        self,
        now_ms: Callable[[], int],
        random_source: random.Random,
        slots: int = DEFAULT_SLOTS,
        eviction_ms: int = EVICTION_MS,
        max_partitions: int = MAX_PARTITIONS,
    ) -> None:
        self._now_ms = now_ms
        self._random = random_source
        self._slots = slots
        self._eviction_ms = eviction_ms
        self._max_partitions = max_partitions
        #: Least recently used first.
        self._sessions: dict[int, FetchSession] = {}
        self.evictions = 0
        #: Partitions of all sessions, as of their last use.
        self.cached_partitions = 0

    def __len__(self) -> int:
        return len(self._sessions)

    def get(self, session_id: int) -> FetchSession | None:
        """The session with this id."""
        return self._sessions.get(session_id)

    def begin(self, version: int, request: FetchRequest, privileged: bool, topic_name: Callable[[bytes], str | None]) -> FetchContext:
        """What `request` wants, with its session brought up to date.

        :param privileged: the client is a broker.
        :param topic_name: from id to name.
        """
        epoch = request.session_epoch
        session_id = request.session_id
        by_id = version >= 13
        if epoch in (INITIAL_EPOCH, FINAL_EPOCH):
            wanted = _requested(request, by_id, topic_name)
            if session_id != NO_SESSION:
                self._drop(session_id)
            if epoch == FINAL_EPOCH:
                return FetchContext(FetchKind.SESSIONLESS, wanted, privileged=privileged)
            return FetchContext(FetchKind.FULL, wanted, uses_topic_ids=by_id, privileged=privileged)
        session = self._sessions.get(session_id)
        if session is None:
            return FetchContext(FetchKind.ERROR, (), error=ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
        if session.epoch != epoch:
            return FetchContext(FetchKind.ERROR, (), error=ErrorCode.INVALID_FETCH_SESSION_EPOCH)
        if session.uses_topic_ids != by_id:
            return FetchContext(FetchKind.ERROR, (), error=ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR)
        partitions = session.partitions
        changed: Sequence[FetchedPartition] = ()
        if request.topics:
            changed = _requested(request, by_id, topic_name)
            for wanted_partition in changed:
                key = wanted_partition.key
                known = partitions.get(key)
                if known is None:
                    partitions[key] = wanted_partition
                else:
                    known.take(wanted_partition)
        for forgotten in request.forgotten_topics_data:
            name: str | bytes = forgotten.topic_id if by_id else forgotten.topic
            for index in forgotten.partitions:
                partitions.pop((name, index), None)
        if not partitions:
            self._drop(session_id)
            return FetchContext(FetchKind.SESSIONLESS, changed, privileged=privileged)
        self._touch(session)
        if self.cached_partitions > self._max_partitions:
            self._drop(session_id)
            return FetchContext(FetchKind.ERROR, (), error=ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
        session.epoch = next_epoch(epoch)
        if by_id:
            for partition in partitions.values():
                if partition.topic is None:
                    partition.topic = topic_name(partition.topic_id)
        return FetchContext(
            FetchKind.INCREMENTAL, list(partitions.values()), session=session, expected_epoch=session.epoch, privileged=privileged
        )

    def finish(self, context: FetchContext, reads: Sequence[AnyTold]) -> tuple[ErrorCode, int, Sequence[AnyTold]]:
        """(error, session id, what to list) of the answer, given all that was read for `context`, in order."""
        if context.kind is FetchKind.SESSIONLESS:
            return ErrorCode.NONE, NO_SESSION, reads
        if context.kind is FetchKind.FULL:
            return ErrorCode.NONE, self._create(context, reads), reads
        session = context.session
        if session is None:
            return context.error, NO_SESSION, ()
        if session.epoch != context.expected_epoch:
            return ErrorCode.INVALID_FETCH_SESSION_EPOCH, session.session_id, ()
        partitions = session.partitions
        listed = []
        for read in reads:
            wanted = read.wanted
            if _must_tell(wanted, read):
                listed.append(read)
                if read.size > 0:
                    key = wanted.key
                    if partitions.pop(key, None) is not None:
                        partitions[key] = wanted
        return ErrorCode.NONE, session.session_id, listed

    # Keeping and dropping

    def _create(self, context: FetchContext, reads: Sequence[PartitionAnswer]) -> int:
        now_ms = self._now_ms()
        self._put_to_sleep(now_ms)
        if self.cached_partitions + len(reads) > self._max_partitions:
            return NO_SESSION
        if len(self._sessions) >= self._slots and not self._evict(context.privileged, len(reads), now_ms):
            return NO_SESSION
        session_id = NO_SESSION
        while session_id == NO_SESSION or session_id in self._sessions:
            session_id = self._random.randrange(1, 2**31 - 1)
        session = FetchSession(session_id, context.privileged, context.uses_topic_ids, now_ms)
        for read in reads:
            wanted = read.wanted
            wanted.high_watermark = -1 if read.diverging is not None else read.high_watermark
            wanted.log_start_offset = read.start_offset
            session.partitions[wanted.key] = wanted
        self._sessions[session_id] = session
        self._touch(session)
        return session_id

    def _touch(self, session: FetchSession) -> None:
        now_ms = self._now_ms()
        sessions = self._sessions
        sessions[session.session_id] = sessions.pop(session.session_id)
        session.last_used_ms = now_ms
        session.is_asleep = False
        self.cached_partitions += len(session.partitions) - session.cached_size
        session.cached_size = len(session.partitions)
        old = now_ms - session.created_ms > self._eviction_ms
        session.evictable_by_all = old
        session.evictable_by_privileged = old or not session.privileged

    def _put_to_sleep(self, now_ms: int) -> None:
        """What is at rest holds leaderships and logs, which may be others by now: not for whoever may be gone."""
        for session in self._sessions.values():
            if now_ms - session.last_used_ms <= self._eviction_ms:
                break
            if session.privileged and not session.is_asleep:
                session.is_asleep = True
                for wanted in session.partitions.values():
                    wanted.at_rest = None

    def _evict(self, privileged: bool, size: int, now_ms: int) -> bool:
        """Make room for a session of `size` partitions, if that is worth more than one of those there are."""
        oldest = next(iter(self._sessions.values()), None)
        if oldest is None:
            return False
        victim: FetchSession | None = oldest
        if now_ms - oldest.last_used_ms <= self._eviction_ms:
            candidates: Iterable[FetchSession]
            if privileged:
                candidates = (session for session in self._sessions.values() if session.evictable_by_privileged)
            else:
                candidates = (session for session in self._sessions.values() if session.evictable_by_all)
            victim = min(candidates, key=_worth, default=None)
            if victim is None or (privileged, size, 0) < _worth(victim):
                return False
        assert victim is not None
        self._drop(victim.session_id)
        self.evictions += 1
        return True

    def _drop(self, session_id: int) -> None:
        session = self._sessions.pop(session_id, None)
        if session is not None:
            self.cached_partitions -= session.cached_size


def _worth(session: FetchSession) -> tuple[bool, int, int]:
    return session.privileged, session.cached_size, session.session_id


def _requested(request: FetchRequest, by_id: bool, topic_name: Callable[[bytes], str | None]) -> list[FetchedPartition]:
    """What the request lists, in order; of a partition that is listed twice the last mention counts."""
    wanted = []
    for topic in request.topics:
        name = topic_name(topic.topic_id) if by_id else topic.topic
        topic_id = topic.topic_id if by_id else NO_TOPIC_ID
        for partition in topic.partitions:
            wanted.append(
                FetchedPartition(
                    name,
                    topic_id,
                    partition.partition,
                    partition.fetch_offset,
                    partition.partition_max_bytes,
                    partition.current_leader_epoch,
                    partition.last_fetched_epoch,
                    partition.log_start_offset,
                )
            )
    if len(wanted) > 1:
        unique: dict[tuple[str | bytes, int], FetchedPartition] = {}
        for one in wanted:
            unique[one.topic_id if by_id else one.topic or "", one.index] = one
        if len(unique) < len(wanted):
            return list(unique.values())
    return wanted


def _must_tell(wanted: FetchedPartition, read: PartitionAnswer) -> bool:
    """Whether an incremental answer lists this partition; remembers what it says (``CachedPartition.maybeUpdateResponseData``)."""
    tell = read.size > 0 or read.diverging is not None or read.preferred_read_replica >= 0
    if wanted.high_watermark != read.high_watermark:
        wanted.high_watermark = read.high_watermark
        tell = True
    if wanted.log_start_offset != read.start_offset:
        wanted.log_start_offset = read.start_offset
        tell = True
    if read.code or read.diverging is not None:
        # When the error goes away, the partition is told of again; and who is to cut its log takes nothing else of the answer.
        wanted.high_watermark = -1
        tell = True
    return tell
