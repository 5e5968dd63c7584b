"""How far groups are behind, in records and in seconds.

*Seconds behind* is the age of the first record that the group has not read, by that record's own timestamp: how long the oldest waiting
message has been waiting. It is 0 where nothing waits. It is read from the record itself, not guessed from how fast offsets rise, so it is
right for a topic that gets one message a day, too. For many groups at once, in as few requests as there can be:

1. the groups and who coordinates them: ListGroups at each broker, or FindCoordinator for those that are named;
2. their committed offsets: OffsetFetch, all groups of a coordinator in one request (one each, side by side, before Kafka 3.0), and beside
   it who their members are, for partitions that are owned and never committed;
3. where the partitions end: ListOffsets, one request to each leader;
4. where something is left, its first record: Fetch, many partitions in one request with few bytes for each. What does not fit comes back
   empty and is asked for again with more room, at last alone, when the broker sends the batch whole whatever its size (KIP-74).

What is no record to its reader is passed over: control batches, offsets that compaction emptied and, for ``read_committed``, aborted
transactions. A committed offset before the partition's start counts from the start, one behind its end as nothing left. Several groups
in one partition share what is fetched: `first_visible` serves all positions that a piece of log covers in one walk.

What is decided here: a partition that a member owns and the group has never committed has neither figure (None). Where the member begins
is its own setting, which brokers are not told; neither the whole log nor nothing would be right.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from twisted.internet.defer import Deferred

from klog.client.admin import groups as admin_groups
from klog.client.admin.calls import KEYS_AT_ONCE, Call, within
from klog.client.admin.groups import Offsets
from klog.client.admin.topics import by_topic, list_offsets, partition_name
from klog.client.admin.types import GroupDescription, Lag, Outcomes, item_error
from klog.client.isolation import Aborted, IsolationLevel, aborted_batches, isolation_level
from klog.client.offsets import OffsetAt
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import CONTROL, Buffer, RecordsError
from klog.records.implementations import codec
from klog.span import join_parts
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, PartitionData

V = TypeVar("V")

#: Bytes asked for each partition, first and when that was too few; after these a partition is asked for alone. 16 KiB is what Java's
#: producers fill by default.
PARTITION_BYTES = (16 << 10, 256 << 10)
#: Bytes of one answer, as far as whole batches allow, and how many requests are under way: together what is held in memory.
ANSWER_BYTES = 8 << 20
FETCHES_AT_ONCE = 4
#: Places of one partition that are looked up in one round.
PLACES_AT_ONCE = 8
#: How often a partition that is asked for alone may answer nothing, though something is there.
EMPTY_ANSWERS = 5
#: The last version of Fetch that names topics.
_BY_NAME = 12
#: Kinds of groups that have no committed offsets.
_WITHOUT_OFFSETS = frozenset({"share"})
#: A partition that has committed offsets existed: that it is gone is final.
_GONE = (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,)


class PositionsFound(NamedTuple):
    """What a piece of log says of some positions.

    :ivar found: position to the timestamp of the first visible record at or after it.
    :ivar end: the piece knows all before this offset; None where it holds no whole batch.
    """

    found: dict[int, int]
    end: int | None


def first_visible(data: Buffer, positions: Sequence[int], aborted: Sequence[Aborted] = ()) -> PositionsFound:
    """The timestamp of the first visible record at or after each of `positions`, as far as `data` reaches.

    :param data: whole batches, perhaps with a torn one at the end.
    :param positions: rising.
    :param aborted: transactions whose records do not count.
    :raises RecordsError: the bytes are damaged.
    """
    found: dict[int, int] = {}
    end: int | None = None
    waiting = 0
    hidden = aborted_batches(data, aborted)
    for entry in codec.scan(data):
        if waiting == len(positions):
            break
        end = entry.last_offset + 1
        is_control = entry.magic >= 2 and bool(entry.attributes & CONTROL)
        if is_control or entry.position in hidden or entry.last_offset < positions[waiting]:
            continue
        codec.check_crc(data, entry.position)
        for record in codec.records(memoryview(data)[entry.position : entry.position + entry.size]):
            while waiting < len(positions) and positions[waiting] <= record.offset:
                found[positions[waiting]] = record.timestamp_ms
                waiting += 1
            if waiting == len(positions):
                break
    return PositionsFound(found, end)


# Looking up places -------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class _Reading:
    """One place to look up: where the search began, how far it has come, and with how much room (an index into `PARTITION_BYTES`; behind
    them: alone)."""

    partition: TopicPartition
    committed: int
    begin: int
    position: int
    end: int
    step: int = 0
    empty: int = 0


class FirstRecord(NamedTuple):
    """The first record at a place.

    :ivar begin: where the search began: the place, or the partition's start where that has moved past it.
    :ivar timestamp_ms: the record's; None where no record is left.
    """

    begin: int
    timestamp_ms: int | None


#: A partition and an offset.
Place = tuple[TopicPartition, int]


class _Search:
    """Looks up places, round by round, until each is found or cannot be."""

    def __init__(self, call: Call, level: IsolationLevel) -> None:
        self.call = call
        self.level = level
        self.found: dict[Place, FirstRecord | KlogError] = {}
        self._waiting: dict[TopicPartition, list[_Reading]] = {}
        self._outside: list[_Reading] = []

    async def run(self, places: Iterable[tuple[TopicPartition, int, int]]) -> dict[Place, FirstRecord | KlogError]:
        """Look up (partition, offset, end of the partition)."""
        for where, offset, end in places:
            self._waiting.setdefault(where, []).append(_Reading(where, offset, offset, offset, end))
        for readings in self._waiting.values():
            readings.sort(key=lambda reading: reading.committed)
        while self._waiting:
            # One round is one `settle`: a partition whose leader moved is asked again in there.
            outcomes = await self.call.settle(self._waiting, self._attempt, partition_name, final=_GONE)
            errors = dict(outcomes.errors)
            if self._outside and not self.call.is_late:
                errors.update(await self._find_starts())
            for where, error in errors.items():
                self._give_up(where, error)
            if self.call.is_late:
                for where in list(self._waiting):
                    sentence = f"not done within {self.call.timeout_ms} ms"
                    self._give_up(where, item_error(ErrorCode.REQUEST_TIMED_OUT, f"partition {where}", sentence))
        return self.found

    def _give_up(self, where: TopicPartition, error: KlogError) -> None:
        for reading in self._waiting.pop(where, ()):
            self.found[where, reading.committed] = error

    def _done(self, reading: _Reading, timestamp_ms: int | None) -> None:
        self.found[reading.partition, reading.committed] = FirstRecord(reading.begin, timestamp_ms)
        left = self._waiting[reading.partition]
        left.remove(reading)
        if not left:
            del self._waiting[reading.partition]

    async def _find_starts(self) -> dict[TopicPartition, KlogError]:
        """Offsets that are out of range: before the partition's start, or behind its end, where nothing is left."""
        outside, self._outside = self._outside, []
        at = dict.fromkeys([reading.partition for reading in outside], EARLIEST_TIMESTAMP)
        starts = await list_offsets(self.call, at, "read_uncommitted", _GONE)
        errors = dict(starts.errors)
        for reading in outside:
            where = reading.partition
            if where not in starts.done or reading not in self._waiting.get(where, ()):
                continue
            if reading.position < starts.done[where].offset:
                reading.begin = reading.position = starts.done[where].offset
            elif reading.position < reading.end and not self._may_try_again(reading):
                sentence = f"the broker has no offset {reading.position}, though it lies between start and end"
                errors[where] = item_error(ErrorCode.OFFSET_OUT_OF_RANGE, f"partition {where}", sentence)
            if reading.position >= reading.end:
                self._done(reading, None)
        return errors

    @staticmethod
    def _may_try_again(reading: _Reading) -> bool:
        """After one more answer that did not help."""
        reading.empty += 1
        return reading.empty < EMPTY_ANSWERS

    async def _attempt(self, partitions: list[TopicPartition]) -> Mapping[TopicPartition, KlogError | None]:
        return await self.call.by_leader(partitions, self._ask)

    async def _ask(self, node_id: int, partitions: list[TopicPartition]) -> Mapping[TopicPartition, KlogError | None]:
        """One leader, as many requests as its partitions need."""
        errors: dict[TopicPartition, KlogError] = {}
        lots = split_into_requests([self._chosen(where) for where in partitions if where in self._waiting])
        for answers in await self.call.together([partial(self._fetch, node_id, lot) for lot in lots], FETCHES_AT_ONCE):
            errors.update(answers)
        return {where: errors.get(where) for where in partitions}

    def _chosen(self, where: TopicPartition) -> list[_Reading]:
        """Some of a partition's places, spread over it: what one fetches may answer the next."""
        readings = self._waiting[where]
        return readings[:: -(-len(readings) // PLACES_AT_ONCE)]

    async def _fetch(self, node_id: int, lot: list[_Reading]) -> dict[TopicPartition, KlogError]:
        lot = [reading for reading in lot if reading in self._waiting.get(reading.partition, ())]
        if not lot:
            return {}
        by_partition = {reading.partition: reading for reading in lot}
        try:
            answer = await self.call.ask(node_id, fetch_request(lot, self.level), at_most=_BY_NAME)
        except KlogError as error:
            return dict.fromkeys(by_partition, error)
        if answer.error_code:
            return {where: item_error(answer.error_code, f"partition {where}") for where in by_partition}
        errors: dict[TopicPartition, KlogError] = {}
        for topic in answer.responses:
            for data in topic.partitions:
                where = TopicPartition(topic.topic, data.partition_index)
                wrong = self._take(by_partition[where], data) if where in by_partition else None
                if wrong is not None:
                    errors[where] = wrong
        return errors

    def _take(self, reading: _Reading, data: PartitionData) -> KlogError | None:
        """One partition's answer."""
        where = reading.partition
        if data.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
            self._outside.append(reading)
            return None
        if data.error_code:
            return item_error(data.error_code, f"partition {where}")
        visible_end = data.last_stable_offset if self.level and data.last_stable_offset >= 0 else data.high_watermark
        readings = self._waiting.get(where, [])
        if reading not in readings:
            return None
        # What lies between this place and the end of what was fetched is answered along with it.
        later = [each for each in readings if each.position >= reading.position]
        try:
            walked = first_visible(_bytes(data), sorted({each.position for each in later}), data.aborted_transactions or ())
        except RecordsError as error:
            return KlogError(ErrorCode.CORRUPT_MESSAGE, f"partition {where}: records from offset {reading.position} on: {error}")
        if walked.end is None or walked.end <= reading.position:
            if reading.position >= visible_end:
                self._done(reading, None)
                return None
            was_alone = reading.step == len(PARTITION_BYTES)
            reading.step = min(reading.step + 1, len(PARTITION_BYTES))
            if was_alone and not self._may_try_again(reading):
                sentence = f"the broker sends no records from offset {reading.position} on, though the end is {visible_end}"
                return KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"partition {where}: {sentence}")
            return None
        for each in later:
            if each.position in walked.found:
                self._done(each, walked.found[each.position])
            elif each.position < walked.end:
                each.position = walked.end
                if each.position >= visible_end:
                    self._done(each, None)
        return None


def split_into_requests(chosen: Iterable[Sequence[_Reading]]) -> list[list[_Reading]]:
    """Readings by request: a partition once in each, together no more than `ANSWER_BYTES`, those that go alone alone."""
    lots: list[list[_Reading]] = []
    #: By step and by how many readings of the same partition came before.
    rooms: dict[tuple[int, int], list[_Reading]] = {}
    for readings in chosen:
        for number, reading in enumerate(readings):
            if reading.step == len(PARTITION_BYTES):
                lots.append([reading])
                continue
            room = rooms.get((reading.step, number))
            if room is None or len(room) >= ANSWER_BYTES // PARTITION_BYTES[reading.step]:
                room = rooms[reading.step, number] = []
                lots.append(room)
            room.append(reading)
    return lots


def fetch_request(lot: Iterable[_Reading], level: IsolationLevel) -> FetchRequest:
    """The request for places of different partitions; it does not wait, and begins no session."""
    by_partition = {reading.partition: reading for reading in lot}
    topics = []
    for topic, numbers in by_topic(by_partition).items():
        rows = []
        for number in numbers:
            reading = by_partition[TopicPartition(topic, number)]
            # Alone, one byte brings one batch whole (KIP-74).
            size = PARTITION_BYTES[reading.step] if reading.step < len(PARTITION_BYTES) else 1
            rows.append(FetchPartition(partition=number, fetch_offset=reading.position, partition_max_bytes=size))
        topics.append(FetchTopic(topic=topic, partitions=rows))
    return FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=2 * ANSWER_BYTES, isolation_level=int(level), topics=topics)


def _bytes(data: PartitionData) -> Buffer:
    records = data.records
    if records is None:
        return b""
    return (
        records if isinstance(records, bytes | bytearray | memoryview) else join_parts(records if isinstance(records, list) else [records])
    )


# Groups ------------------------------------------------------------------------------------------------------------------------------


def group_lag(
    routing: Routing,
    groups: Iterable[str] | None = None,
    *,
    isolation: str | IsolationLevel = "read_uncommitted",
    timeout_ms: int | None = None,
) -> Deferred[Outcomes[str, dict[TopicPartition, Lag]]]:
    """How far groups are behind in each partition that they have committed or own; all groups where None.

    ::

        for group, partitions in (await group_lag(routing)).done.items():
            print(group, max((lag.seconds_behind or 0 for lag in partitions.values()), default=0))

    :param isolation: as whom to look: what ``read_committed`` consumers may not see yet does not wait for them.
    :raises KlogError: no broker answers; what concerns one group is its error, what concerns one partition its `Lag.error`.
    """
    call = Call(routing, timeout_ms)
    return within(call, "working out lag", lag_of(call, groups, isolation))


async def lag_of(call: Call, groups: Iterable[str] | None, isolation: str | IsolationLevel) -> Outcomes[str, dict[TopicPartition, Lag]]:
    """See `group_lag`."""
    committed, members = await _what_groups_have(call, groups)
    owned = {
        group: {partition for member in description.members for partition in member.assignment}
        for group, description in members.done.items()
    }
    errors = dict(committed.errors)
    for group, error in members.errors.items():
        # A group with offsets and nothing else is none to some brokers.
        if error.code is not ErrorCode.GROUP_ID_NOT_FOUND or not committed.done.get(group):
            errors.setdefault(group, error)
    return await lag_from(call, committed.done, owned, errors, isolation)


async def lag_from(
    call: Call,
    committed: Mapping[str, Offsets],
    owned: Mapping[str, AbstractSet[TopicPartition]],
    errors: Mapping[str, KlogError],
    isolation: str | IsolationLevel,
) -> Outcomes[str, dict[TopicPartition, Lag]]:
    """The lag of groups of which it is known what they have committed and what their members own; not of those in `errors`."""
    level = isolation_level(isolation)
    wanted = {partition for offsets in committed.values() for partition in offsets}
    wanted |= {partition for partitions in owned.values() for partition in partitions}
    ends = await list_offsets(call, dict.fromkeys(wanted, LATEST_TIMESTAMP), level, _GONE)
    places = {
        (partition, one.offset, ends.done[partition].offset)
        for offsets in committed.values()
        for partition, one in offsets.items()
        if partition in ends.done and one.offset < ends.done[partition].offset
    }
    found = await _Search(call, level).run(sorted(places))
    now_ms = call.routing.now_ms()
    done: dict[str, dict[TopicPartition, Lag]] = {}
    for group, offsets in committed.items():
        if group in errors:
            continue
        partitions = sorted(offsets.keys() | owned.get(group, set()))
        done[group] = {
            partition: lag_at(offsets[partition].offset if partition in offsets else None, partition, ends, found, now_ms)
            for partition in partitions
        }
    return Outcomes(done, errors)


def lag_at(
    committed: int | None,
    partition: TopicPartition,
    ends: Outcomes[TopicPartition, OffsetAt],
    found: Mapping[Place, FirstRecord | KlogError],
    now_ms: int,
) -> Lag:
    """One partition's lag, of what was learned."""
    if partition in ends.errors:
        return Lag(committed, error=ends.errors[partition])
    end = ends.done[partition].offset
    if committed is None:
        return Lag(None, end)
    if committed >= end:
        return Lag(committed, end, 0, 0.0)
    first = found[partition, committed]
    if isinstance(first, KlogError):
        return Lag(committed, end, end - committed, error=first)
    if first.timestamp_ms is None:
        return Lag(committed, end, 0, 0.0)
    behind = end - first.begin
    if first.timestamp_ms < 0:
        return Lag(committed, end, behind)
    return Lag(committed, end, behind, max(0, now_ms - first.timestamp_ms) / 1000, first.timestamp_ms)


async def _what_groups_have(call: Call, groups: Iterable[str] | None) -> tuple[Outcomes[str, Offsets], Outcomes[str, GroupDescription]]:
    """Committed offsets and, side by side, the members of groups that may have some."""
    if groups is not None:
        names = list(dict.fromkeys(groups))

        async def offsets() -> Outcomes[str, Offsets]:
            return await admin_groups.list_offsets(call, names, False)

        async def descriptions() -> Outcomes[str, GroupDescription]:
            return await admin_groups.describe_groups(call, names)

        return await _both(offsets, descriptions)
    listing = [group for group in await admin_groups.list_groups(call) if group.group_type.lower() not in _WITHOUT_OFFSETS]
    by_node: dict[int, list[str]] = {}
    busy: list[str] = []
    for group in listing:
        by_node.setdefault(group.coordinator, []).append(group.group_id)
        # Brokers before Kafka 2.6 do not tell the state.
        if group.state not in ("Empty", "Dead"):
            busy.append(group.group_id)

    async def ask(node_id: int, lot: list[str]) -> Mapping[str, Offsets | KlogError]:
        return await admin_groups.fetch_offsets(call, node_id, dict.fromkeys(lot), False)

    async def known() -> Outcomes[str, Offsets]:
        # Who lists a group coordinates it: nobody need be asked, except about those that move just now.
        found: dict[str, Offsets] = {}
        for each in await call.each(by_node, ask, KEYS_AT_ONCE):
            found.update({group: one for group, one in each.items() if not isinstance(one, KlogError)})
        rest = await admin_groups.list_offsets(call, [group.group_id for group in listing if group.group_id not in found], False)
        return Outcomes({**found, **rest.done}, rest.errors)

    async def described() -> Outcomes[str, GroupDescription]:
        return await admin_groups.describe_groups(call, busy)

    return await _both(known, described)


async def _both(
    offsets: Callable[[], Awaitable[Outcomes[str, Offsets]]], members: Callable[[], Awaitable[Outcomes[str, GroupDescription]]]
) -> tuple[Outcomes[str, Offsets], Outcomes[str, GroupDescription]]:
    first = Deferred.fromCoroutine(_as_coroutine(offsets))
    try:
        second = await members()
    except BaseException:
        first.addErrback(lambda _: None)
        raise
    return await first, second


async def _as_coroutine(work: Callable[[], Awaitable[V]]) -> V:
    return await work()
