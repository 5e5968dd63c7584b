"""What a pull has to do: pure decisions from where the ledger ends and what the broker has.

All ends are looked up once and pinned: a job reads up to there, whatever is appended meanwhile. For each partition one of these holds:

A. The ledger does not know its topic: it begins where the settings say.
B. The ledger knows the topic, not the partition: it was added since, and begins at its earliest record.
C. The broker's log covers the ledger's end: go on from there.
D. The broker's first record is behind the ledger's end: what lies between is gone. An error, or a *gap* that the ledger keeps.
E. The topic has another id: it was deleted and made again. An error, or a new *generation*, which begins at the earliest records again; its
   files are told from the old ones' by their names.
F. The broker's end is before the ledger's: the log was cut (or made again by a broker that knows no ids). An error, or a new generation;
   the partition then goes on at the broker's end, or from the earliest where ids are unknown.
G. A topic or partition of the ledger that the broker does not have: an error, or it is passed over.

Ranges and gaps of a partition follow one another from the ledger's old end to its new one; `check_chain` asserts it before anything
is read and again before anything is committed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from klog.arrow.ranges import TopicRange, split
from klog.model import NO_TOPIC_ID
from klog.pull.errors import NotFound, PullError, RecordsLost
from klog.pull.ledger import RangeRecord, Record, TopicState
from klog.pull.settings import PullSettings
from klog.pull.types import NO_DATE

#: Fewer offsets than this are not divided only to keep all workers busy: many small files are worse.
WORTH_A_TASK = 50_000


@dataclasses.dataclass(frozen=True)
class SeenTopic:
    """What the broker has of a topic."""

    topic_id: bytes
    #: Partition → its earliest offset, and the next one to be written (for read_committed: the first of an open transaction).
    partitions: Mapping[int, tuple[int, int]]


@dataclasses.dataclass(frozen=True)
class Gap:
    """Offsets that were never pulled and that the broker no longer has."""

    topic: str
    partition: int
    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Plan:
    """What to read, and how far everything is when that is done."""

    ranges: tuple[TopicRange, ...]
    gaps: tuple[Gap, ...]
    #: All topics of the ledger as they are after the job.
    topics: Mapping[str, TopicState]
    #: Sentences for people.
    notices: tuple[str, ...]
    #: Whether there is something to commit: records, or a place to go on from.
    changed: bool


def unknown_topics(head: Record | None, seen: Iterable[str], settings: PullSettings) -> list[str]:
    """Topics of case A that begin where the settings say. With a pattern, one that appears after the first run begins at its earliest
    record instead: what was written before it was noticed is new as well."""
    if head is not None and settings.pattern is not None:
        return []
    known = head.topics if head is not None else {}
    return [topic for topic in seen if topic not in known]


def check_names(names: Iterable[str]) -> None:
    """Whether topics can lie beside one another as folders.

    :raises PullError: two differ only by case; a name means "null" in a path.
    """
    lower: dict[str, str] = {}
    for name in sorted(set(names)):
        other = lower.setdefault(name.lower(), name)
        if other != name:
            raise PullError(
                f"The topics {other} and {name} differ only by upper and lower case: on many file systems, and for Spark, their folders "
                "would be one; pull them into two target directories"
            )
        if name == NO_DATE:
            raise PullError(f"A topic named {name} cannot be pulled: as a folder's name it means that there is no value")


def check_settings(head: Record | None, settings: PullSettings, cluster_id: str) -> None:
    """Whether this job may go on where the ledger ends.

    :raises PullError: a setting differs that decides what files hold; it is another cluster.
    """
    if head is None:
        return
    audited = head.fixed.get("audit", "")
    if audited != settings.audit:
        raise PullError(
            f"{settings.target} was begun {f'as the sink {audited!r} of the audit' if audited else 'without the audit'}, and this pull "
            f"{f'would count for {settings.audit!r}' if settings.audit else 'would not count'}: what is not counted would be told as "
            "missing; give --audit as it was, or pull into another directory"
        )
    for name, value in settings.fixed().items():
        before = head.fixed.get(name, value)
        if before != value:
            raise PullError(
                f"{settings.target} was begun with {name} {before!r}, and this pull has {value!r}: files of both kinds would lie beside "
                "one another; pull into another target directory, or with the setting as it was"
            )
    if head.cluster_id and cluster_id and head.cluster_id != cluster_id:
        raise PullError(
            f"{settings.target} holds records of the cluster {head.cluster_id}, and {settings.client.bootstrap_servers} is of the cluster "
            f"{cluster_id}; pull each cluster into a directory of its own"
        )


def plan(
    head: Record | None,
    seen: Mapping[str, SeenTopic],
    starts: Mapping[tuple[str, int], int],
    settings: PullSettings,
    *,
    workers: int = 1,
) -> Plan:
    """Decide. See the module.

    :param seen: the topics asked for that the broker has.
    :param starts: for all partitions of `unknown_topics`, where they begin.
    :raises RecordsLost: cases D to G, with `PullSettings.fail_on_data_loss`. :raises NotFound: a topic that nobody knows.
    :raises PullError: names that collide.
    """
    before: Mapping[str, TopicState] = head.topics if head is not None else {}
    check_names([*before, *seen])
    planner = _Planner(settings)
    topics = dict(before)
    for name in settings.topics:
        if name not in seen and name not in before:
            raise NotFound(f"Topic {name} does not exist at {settings.client.bootstrap_servers}")
    for name in sorted(before):
        if name not in seen and planner.is_wanted(name):
            planner.lose(name, -1, "the broker does not have it any more, though it was pulled before")
    for name in sorted(seen):
        topics[name] = planner.topic(name, before.get(name), seen[name], starts)
    enough = sum(one.size for one in planner.ranges) // WORTH_A_TASK
    try:
        ranges = split(
            planner.ranges,
            min_partitions=settings.min_tasks or max(1, min(workers, enough)),
            max_records=settings.max_records,
        )
    except ValueError as error:
        raise PullError(str(error)) from None
    # A first run that finds no topic is a place to go on from, too: what appears later is new from its first record on.
    begins_later = settings.starting == "latest" or settings.starting_timestamp_ms is not None
    has_begun = head is None and settings.pattern is not None and begins_later
    made = Plan(tuple(ranges), tuple(planner.gaps), topics, tuple(planner.notices), topics != before or has_begun)
    pieces = [(one.topic, one.partition, one.start, one.end) for one in made.ranges]
    pieces += [(gap.topic, gap.partition, gap.start, gap.end) for gap in made.gaps]
    check_chain(before, made.topics, pieces, starts)
    return made


class _Planner:
    def __init__(self, settings: PullSettings) -> None:
        self._settings = settings
        self.ranges: list[TopicRange] = []
        self.gaps: list[Gap] = []
        self.notices: list[str] = []

    def is_wanted(self, name: str) -> bool:
        return self._settings.is_wanted(name)

    def lose(self, topic: str, partition: int, why: str) -> None:
        if self._settings.fail_on_data_loss:
            raise RecordsLost(topic, partition, why)
        where = f"topic {topic}" if partition < 0 else f"topic {topic}, partition {partition}"
        self.notices.append(f"{where}: {why}")

    def topic(self, name: str, state: TopicState | None, seen: SeenTopic, starts: Mapping[tuple[str, int], int]) -> TopicState:
        generation = state.generation if state is not None else 0
        if state is not None and self._is_another(name, state, seen):  # E, and F without ids
            generation += 1
            state = None
            starts = {}
        topic_id = seen.topic_id
        if topic_id == NO_TOPIC_ID and state is not None:
            topic_id = state.topic_id
        ends = dict(state.ends) if state is not None else {}
        for partition in sorted(ends.keys() - seen.partitions.keys()):  # G
            self.lose(name, partition, "the broker does not have it any more, though it was pulled before")
        cut = False
        for partition, (first, end) in sorted(seen.partitions.items()):
            if partition in ends:
                start = ends[partition]
                if end < start:  # F
                    self.lose(name, partition, f"it was pulled up to offset {start}, and ends at {end} now: the broker lost records")
                    cut = True
                    start = end
                elif first > start:  # D
                    self.lose(name, partition, f"offsets {start} to {first - 1} were not pulled, and are gone at the broker")
                    self.gaps.append(Gap(name, partition, start, first))
                    start = first
            else:  # A, B
                start = starts.get((name, partition), first)
            if end > start:
                self.ranges.append(TopicRange(name, partition, start, end, seen.topic_id))
            ends[partition] = max(start, end)
        return TopicState(topic_id, generation + cut, ends)

    def _is_another(self, name: str, state: TopicState, seen: SeenTopic) -> bool:
        if NO_TOPIC_ID not in (state.topic_id, seen.topic_id):
            if state.topic_id == seen.topic_id:
                return False
            self.lose(name, -1, "it was deleted and made again since it was pulled; what the old one held behind the ledger's end is lost")
            return True
        # Without ids a log that is shorter than it was is the only sign.
        for partition, end in sorted(state.ends.items()):
            if partition in seen.partitions and seen.partitions[partition][1] < end:
                now = seen.partitions[partition][1]
                self.lose(
                    name, partition, f"it was pulled up to offset {end}, and ends at {now} now: records were lost, or the topic made again"
                )
                return True
        return False


def check_chain(
    before: Mapping[str, TopicState],
    after: Mapping[str, TopicState],
    pieces: Iterable[tuple[str, int, int, int]],
    starts: Mapping[tuple[str, int], int] | None = None,
) -> None:
    """Assert that the pieces (topic, partition, start, end) lead, without a gap or an overlap, from one state to the next.

    :raises AssertionError: they do not; nothing may be read or written then.
    """
    by_partition: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for topic, partition, start, end in pieces:
        by_partition.setdefault((topic, partition), []).append((start, end))
    for topic, state in after.items():
        old = before.get(topic)
        for partition, end in state.ends.items():
            parts = sorted(by_partition.pop((topic, partition), []))
            at: int | None = None
            if old is not None and old.generation == state.generation:
                at = old.ends.get(partition)
            elif old is None and starts is not None:
                at = starts.get((topic, partition))
            for start, stop in parts:
                if at is not None and start != at:
                    raise AssertionError(
                        f"topic {topic}, partition {partition}: a range begins at {start}, and the one before ends at {at}"
                    )
                if stop <= start:
                    raise AssertionError(f"{topic}-{partition}: a range from {start} to {stop}")
                at = stop
            if at is not None and at != end:
                raise AssertionError(f"{topic}-{partition}: ranges end at {at}, and the next state at {end}")
    if by_partition:
        raise AssertionError(f"ranges of partitions that the next state does not have: {sorted(by_partition)}")


def gap_records(made: Plan) -> list[RangeRecord]:
    """The gaps, as the ledger keeps them: ranges whose records are all lost."""
    return [
        RangeRecord(gap.topic, made.topics[gap.topic].generation, gap.partition, gap.start, gap.end, rows=0, lost=((gap.start, gap.end),))
        for gap in made.gaps
    ]
