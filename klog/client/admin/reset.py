"""Moving a group to other offsets, in two steps: a plan to look at, and doing it.

`ResetTo` says where to; `plan` works out the offset of each partition from what was learned about it, and is pure; `make_plan` learns it.
Nothing changes before `klog.client.admin.admin.Admin.execute_reset`. Rules, as of Kafka's ``kafka-consumer-groups``:

* an offset outside the partition becomes the nearest one inside, and the row's `note` says so;
* a time after the last record is the partition's end;
* `ResetTo.current` commits again what is committed (or the end, where nothing is): a way to have offsets that do not expire soon;
* `ResetTo.shift` needs a committed offset to start from.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from klog.client.admin import groups as admin_groups
from klog.client.admin.calls import Call
from klog.client.admin.topics import describe_topics, list_offsets
from klog.client.offsets import Committed, OffsetAt
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition


class _Kind(enum.Enum):
    EARLIEST = "earliest"
    LATEST = "latest"
    CURRENT = "current"
    OFFSET = "offset"
    OFFSETS = "offsets"
    SHIFT = "shift"
    TIME = "time"
    AGO = "ago"


@dataclass(frozen=True, slots=True)
class ResetTo:
    """Where to: ``ResetTo.earliest()``, ``.latest()``, ``.offset(1000)``, ``.time(1_700_000_000_000)``, ``.duration_ago(3_600_000)``,
    ``.shift(-10)``, ``.current()``, ``.offsets({TopicPartition("orders", 0): 7})``."""

    kind: _Kind
    value: int = 0
    by_partition: Mapping[TopicPartition, int] = field(default_factory=dict)

    @classmethod
    def earliest(cls) -> ResetTo:
        """The first record that is still there."""
        return cls(_Kind.EARLIEST)

    @classmethod
    def latest(cls) -> ResetTo:
        """Behind the last record."""
        return cls(_Kind.LATEST)

    @classmethod
    def current(cls) -> ResetTo:
        """Where the group is."""
        return cls(_Kind.CURRENT)

    @classmethod
    def offset(cls, offset: int) -> ResetTo:
        """The same offset in every partition.

        :raises ValueError: it is negative.
        """
        if offset < 0:
            raise ValueError(f"an offset is not negative: {offset}")
        return cls(_Kind.OFFSET, offset)

    @classmethod
    def offsets(cls, offsets: Mapping[TopicPartition, int]) -> ResetTo:
        """An offset for each of these partitions, and no others."""
        return cls(_Kind.OFFSETS, by_partition={TopicPartition(*partition): offset for partition, offset in offsets.items()})

    @classmethod
    def shift(cls, count: int) -> ResetTo:
        """`count` offsets forward, or back where it is negative."""
        return cls(_Kind.SHIFT, count)

    @classmethod
    def time(cls, timestamp_ms: int) -> ResetTo:
        """The first record at or after this time, milliseconds since 1970.

        :raises ValueError: it is negative.
        """
        if timestamp_ms < 0:
            raise ValueError(f"a time is not before 1970: {timestamp_ms}")
        return cls(_Kind.TIME, timestamp_ms)

    @classmethod
    def duration_ago(cls, duration_ms: int) -> ResetTo:
        """The first record at or after this long ago."""
        return cls(_Kind.AGO, duration_ms)

    def __str__(self) -> str:
        return {
            _Kind.EARLIEST: "to the earliest record",
            _Kind.LATEST: "to the end",
            _Kind.CURRENT: "to where it is",
            _Kind.OFFSET: f"to offset {self.value}",
            _Kind.OFFSETS: "to the given offsets",
            _Kind.SHIFT: f"by {self.value:+d}",
            _Kind.TIME: f"to time {self.value} ms",
            _Kind.AGO: f"to {self.value / 1000:g} s ago",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class ResetRow:
    """One partition of a plan.

    :ivar before: what is committed, None where nothing is.
    :ivar after: what will be.
    :ivar start: the partition's first offset, `end` the next one to be written.
    :ivar note: why `after` is not what was asked for; empty where it is.
    """

    partition: TopicPartition
    before: int | None
    after: int
    start: int
    end: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResetPlan:
    """What a reset would do, partitions in order.

    :ivar state: of the group; empty where it does not exist yet.
    :ivar members: how many it has; while there are any, a reset is refused.
    """

    group_id: str
    to: ResetTo
    rows: tuple[ResetRow, ...]
    state: str = ""
    members: int = 0

    @property
    def offsets(self) -> dict[TopicPartition, int]:
        """What will be committed."""
        return {row.partition: row.after for row in self.rows}


def plan(
    group_id: str,
    to: ResetTo,
    committed: Mapping[TopicPartition, int],
    starts: Mapping[TopicPartition, int],
    ends: Mapping[TopicPartition, int],
    by_time: Mapping[TopicPartition, int] | None = None,
    *,
    state: str = "",
    members: int = 0,
) -> ResetPlan:
    """The plan for the partitions of `ends`.

    :param by_time: the offset at the asked time, -1 where no record is that new; for TIME and AGO.
    :raises KlogError: INVALID_REQUEST; a partition that shall be shifted has nothing committed, or is given no offset.
    """
    rows = []
    for partition in sorted(ends):
        start, end, before = starts[partition], ends[partition], committed.get(partition)
        wanted, note = _wanted(to, partition, before, start, end, (by_time or {}).get(partition, -1))
        after = min(max(wanted, start), end)
        if after != wanted:
            note = f"{wanted} is {'before the first offset' if wanted < start else 'behind the end'}"
        rows.append(ResetRow(partition, before, after, start, end, note))
    return ResetPlan(group_id, to, tuple(rows), state, members)


def _wanted(to: ResetTo, partition: TopicPartition, before: int | None, start: int, end: int, at_time: int) -> tuple[int, str]:
    """The offset asked for, and a note."""
    match to.kind:
        case _Kind.EARLIEST:
            return start, ""
        case _Kind.LATEST:
            return end, ""
        case _Kind.OFFSET:
            return to.value, ""
        case _Kind.CURRENT:
            return (end, "nothing is committed: to the end") if before is None else (before, "")
        case _Kind.TIME | _Kind.AGO:
            return (end, "no record is that new: to the end") if at_time < 0 else (at_time, "")
        case _Kind.SHIFT:
            if before is None:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"partition {partition}: nothing is committed that could be shifted")
            return before + to.value, ""
        case _Kind.OFFSETS:
            if partition not in to.by_partition:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"partition {partition}: no offset is given for it")
            return to.by_partition[partition], ""


async def make_plan(
    call: Call, group_id: str, to: ResetTo, topics: Iterable[str], partitions: Iterable[TopicPartition], now_ms: int
) -> ResetPlan:
    """Learn what a plan needs, and make it.

    :raises KlogError: a topic or partition that does not exist; nothing to reset; what `plan` raises.
    """
    state, members = "", 0
    group = await admin_groups.describe_groups(call, [group_id])
    if group.errors and group.errors[group_id].code is not ErrorCode.GROUP_ID_NOT_FOUND:
        raise group.errors[group_id]
    if group.done:
        state, members = group[group_id].state, len(group[group_id].members)
    committed: Mapping[TopicPartition, Committed] = (await admin_groups.list_offsets(call, [group_id], False))[group_id]
    return await plan_from(call, group_id, to, topics, partitions, now_ms, committed, state=state, members=members)


async def plan_from(
    call: Call,
    group_id: str,
    to: ResetTo,
    topics: Iterable[str],
    partitions: Iterable[TopicPartition],
    now_ms: int,
    committed: Mapping[TopicPartition, Committed],
    *,
    state: str,
    members: int,
) -> ResetPlan:
    """The same for a group of which it is known what it has committed. Raises as `make_plan`."""
    wanted = {TopicPartition(*partition) for partition in (*partitions, *to.by_partition)}
    names = list(topics)
    if names:
        for topic in (await describe_topics(call, names)).check().values():
            wanted.update(TopicPartition(topic.name, each.partition) for each in topic.partitions)
    elif not wanted:
        wanted = set(committed)
    if not wanted:
        raise KlogError(ErrorCode.INVALID_REQUEST, f"group {group_id} has committed no offsets; name the topics to set them for")
    starts = _offsets((await list_offsets(call, dict.fromkeys(wanted, EARLIEST_TIMESTAMP), "read_uncommitted")).check())
    ends = _offsets((await list_offsets(call, dict.fromkeys(wanted, LATEST_TIMESTAMP), "read_uncommitted")).check())
    by_time: dict[TopicPartition, int] = {}
    if to.kind in (_Kind.TIME, _Kind.AGO):
        at = to.value if to.kind is _Kind.TIME else max(0, now_ms - to.value)
        by_time = _offsets((await list_offsets(call, dict.fromkeys(wanted, at), "read_uncommitted")).check())
    before = {partition: one.offset for partition, one in committed.items()}
    return plan(group_id, to, before, starts, ends, by_time, state=state, members=members)


def _offsets(found: Mapping[TopicPartition, OffsetAt]) -> dict[TopicPartition, int]:
    return {partition: one.offset for partition, one in found.items()}
