"""From where to where the batches of a stream go: what Spark's driver asks of a streaming source, without Spark.

The offsets that Spark writes into its checkpoint are the only memory (`klog.spark.checkpoint`). What is kept here may be lost at any
moment; after a restart the next batch begins where the last one in the checkpoint ended, and a batch that was planned but not finished is
planned again with the same offsets. Cases that need care:

a. *The first batch.* Its beginning is not in the checkpoint of a Python source, only its end. "Latest" would be another offset after a
   restart, and what came in between would be lost. So a stream that begins anywhere but at the earliest or at written offsets has an empty
   first batch, which ends where the stream begins. If that batch is repeated, its beginning lies behind its end, and it is empty again.
b. *New partitions*, and topics that begin to match a pattern, begin at their earliest offset.
c. *Partitions that are gone, topics that were made again* (told by the mark in the checkpoint), and ends that went back: records that were
   not read yet are lost. That ends the query where ``failOnDataLoss`` is on, and is told and stepped over where it is not. A broker may
   be behind for a moment, so it is asked again before anything counts as lost (``fetchOffset.numRetries``).
d. *Records that retention took* before they were read are noticed by the task that reads (`klog.arrow.reading`).
e. *Trigger.AvailableNow.* Ends are looked up once, when the run begins, and no batch goes further; partitions that appear later wait for
   the next run. No minimum holds.

An idle stream asks many times a second. So topics are looked up once a second at most, and ends in one request to each leader.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

from klog.arrow.errors import DataLoss
from klog.arrow.ranges import TopicRange, split
from klog.client.blocking.client import BlockingClient
from klog.client.retry import Action, what_to_do_about
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition
from klog.spark.checkpoint import Position, from_json, mark_of, to_json
from klog.spark.limits import TriggerPace
from klog.spark.offsets import Subscription, assigned, earliest, latest, resolve
from klog.spark.options import SourceOptions

#: How often topics are looked up, at most.
TOPICS_EVERY_MS = 1_000
#: How long ends are asked for before topics are looked up again: one of them may be gone.
_FIRST_TRY_MS = 2_000


class OffsetsLost(DataLoss):
    """A loss that the driver notices by offsets: how much is gone nobody can tell."""

    def __init__(self, topic: str, partition: int, start: int, end: int, why: str) -> None:
        super().__init__(topic, partition, start, end, why)
        self.message = (
            f"topic {topic}, partition {partition}: {why}. Some data may have been missed. To go on without it, turn failOnDataLoss off"
        )


class MicroBatches:
    """Plans batches. One object for one run of a query.

    :param options: of a stream.
    :param client: asked; not closed here.
    :param tell: is given a sentence for each thing that went wrong and does not end the query.
    :param clock: seconds, never going back; :param sleep: waits so many seconds.
    """

    def __init__(
        self,
        options: SourceOptions,
        client: BlockingClient,
        *,
        tell: Callable[[str], None] = lambda sentence: None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        assert options.subscription is not None
        self._options = options
        self._subscription = options.subscription
        self._client = client
        self._tell = tell
        self._clock = clock
        self._sleep = sleep
        self._pace = TriggerPace(options.min_offsets_per_trigger, options.max_offsets_per_trigger, options.max_trigger_delay_ms, clock)
        self._initial: Position | None = None
        self._has_begun = False
        #: Where an AvailableNow run ends.
        self._target: Position | None = None
        self._topics: dict[TopicPartition, bytes] | None = None
        self._topics_at = 0.0
        #: The newest ends that are known, for reports.
        self.newest: dict[TopicPartition, int] = {}

    # -- what Spark asks, in its order

    def prepare(self) -> None:
        """The run ends with what there is now (Trigger.AvailableNow).

        :raises KlogError: nobody answers, or a topic does not exist.
        """
        self._target = self._ends({})

    def initial(self) -> dict[str, dict[str, int]]:
        """Where a new query begins. Asked for twice by Spark, with the same answer.

        :raises OptionError: the option does not fit to the partitions. :raises KlogError: likewise.
        """
        if self._initial is None:
            topics = self._look_up(set())
            starting = self._options.starting
            if starting.kind == "latest" and self._target is not None:
                offsets = dict(self._target.offsets)
            else:
                offsets = resolve(
                    self._client,
                    topics,
                    starting,
                    starting=True,
                    isolation=self._options.isolation,
                    timeout_ms=self._options.api_timeout_ms,
                )
            self._initial = Position(offsets, _marks(topics, offsets))
        return to_json(self._initial)

    def latest(self, start: Mapping[str, Any], *, unlimited: bool = False) -> dict[str, dict[str, int]]:
        """Where the batch from `start` ends; `start` itself where there is none.

        :param unlimited: whatever limits the options set.
        :raises DataLoss: records behind `start` are gone for good, and ``failOnDataLoss``.
        :raises KlogError: nobody answers.
        """
        given = dict(start)
        begin = from_json(given)
        if not self._has_begun:
            self._has_begun = True
            if self._initial is not None and begin == self._initial and not self._begins_anywhere_the_same:
                return given
        end = self._ends(begin.offsets) if self._target is None else self._pinned(self._target, begin)
        self.newest = end.offsets
        self._check(begin, end)
        remade = begin.remade(end)
        known = {tp: offset for tp, offset in begin.offsets.items() if tp.topic not in remade}
        if unlimited:
            taken = dict(end.offsets)
        else:
            taken = self._pace.take(known, end.offsets, self._earliest, patient=self._target is None)
        if taken == begin.offsets and not remade:
            # As Spark gave it, whatever its text: nothing is new.
            return given
        return to_json(Position(taken, _only(end.marks, taken)))

    def ranges(self, start: Mapping[str, Any], end: Mapping[str, Any]) -> list[TopicRange]:
        """The tasks of a batch; for a batch that is repeated, the same records.

        :raises DataLoss: see `latest`; :raises KlogError: nobody answers.
        """
        begin, until = from_json(dict(start)), from_json(dict(end))
        remade = begin.remade(until)
        known = {tp: offset for tp, offset in begin.offsets.items() if tp.topic not in remade}
        new = until.offsets.keys() - known.keys()
        is_first = self._initial is not None and begin == self._initial
        if new:
            firsts = self._earliest(new)
            for tp in sorted(new):
                if firsts[tp] > 0 and tp.topic not in remade and not is_first:
                    self._lost(tp, 0, firsts[tp], f"the partition is new and begins at offset {firsts[tp]}")
            known.update(firsts)
        if not is_first:
            self._check(begin, until)
        ids = self._ids(until)
        whole = []
        for tp, last in sorted(until.offsets.items()):
            topic_id = ids.get(tp.topic, NO_TOPIC_ID)
            if mark_of(topic_id) not in (None, until.marks.get(tp.topic, mark_of(topic_id))):
                # What the batch means is gone with its topic; the next batch begins with the new one.
                self._lost(tp, known[tp], last, "the topic was deleted and made again while a batch of it was under way")
                continue
            # Case a: where the first batch is planned again, its beginning may lie behind its end.
            whole.append(TopicRange(tp.topic, tp.partition, min(known[tp], last), last, topic_id))
        return split(whole, min_partitions=self._options.min_partitions, max_records=self._options.max_records_per_partition)

    # -- what the brokers say

    @property
    def _begins_anywhere_the_same(self) -> bool:
        """Whether the beginning is the same offset whenever it is looked up (but for retention)."""
        starting = self._options.starting
        if starting.kind == "offsets":
            return LATEST_TIMESTAMP not in starting.by_partition.values()
        return starting.kind == "earliest"

    def _look_up(self, gone: set[str]) -> dict[TopicPartition, bytes]:
        """The partitions that there are, but for topics that are `gone`."""
        subscription = _without(self._subscription, gone)
        topics = assigned(self._client, subscription, timeout_ms=self._options.api_timeout_ms)
        self._topics, self._topics_at = topics, self._clock()
        return topics

    def _current(self, known: Collection[TopicPartition]) -> dict[TopicPartition, bytes]:
        """The partitions that there are, looked up not long ago; topics of `known` partitions may be missing."""
        if self._topics is not None and (self._clock() - self._topics_at) * 1000 < TOPICS_EVERY_MS:
            return self._topics
        for left in range(self._options.fetch_retries, -1, -1):
            try:
                topics = self._look_up_but_missing({tp.topic for tp in known})
            except KlogError as error:
                if not left or what_to_do_about(error) is Action.FAIL:
                    raise
            else:
                if not left or all(tp in topics for tp in known):
                    return topics
            # A broker may be behind; what is gone is gone in a moment, too.
            self._sleep(self._options.fetch_retry_interval_ms / 1000)
        raise AssertionError("the last round returns or raises")

    def _look_up_but_missing(self, had: set[str]) -> dict[TopicPartition, bytes]:
        """The same without topics that the stream `had` and that do not exist; others that do not are an error."""
        gone: set[str] = set()
        while True:
            try:
                return self._look_up(gone)
            except KlogError as error:
                missing = {name for name in had - gone if self._is_missing(name)}
                if error.code is not ErrorCode.UNKNOWN_TOPIC_OR_PARTITION or not missing:
                    raise
                gone |= missing

    def _is_missing(self, name: str) -> bool:
        topic = self._client.metadata.topic(name)
        return topic is None or topic.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

    def _ends(self, known: Mapping[TopicPartition, int]) -> Position:
        """Where each partition ends now."""
        options = self._options
        for left in range(options.fetch_retries, -1, -1):
            topics = self._current(known)
            try:
                first_try_ms = min(_FIRST_TRY_MS, options.api_timeout_ms)
                offsets = latest(self._client, topics, options.isolation, timeout_ms=first_try_ms)
            except KlogError:
                # A topic that was deleted a moment ago, or a broker that is away for longer.
                self._topics = None
                topics = self._current(known)
                offsets = latest(self._client, topics, options.isolation, timeout_ms=options.api_timeout_ms)
            if not left or all(offsets[tp] >= known.get(tp, 0) for tp in offsets):
                break
            self._topics = None
            self._sleep(options.fetch_retry_interval_ms / 1000)
        return Position(offsets, _marks(topics, offsets))

    def _earliest(self, partitions: Collection[TopicPartition]) -> dict[TopicPartition, int]:
        return earliest(self._client, partitions, self._options.isolation, timeout_ms=self._options.api_timeout_ms)

    def _pinned(self, target: Position, begin: Position) -> Position:
        """The end of the run; asked for again where a batch has already gone further: a broker was behind."""
        if any(offset > target.offsets.get(tp, offset) for tp, offset in begin.offsets.items()):
            now = self._ends(begin.offsets).offsets
            ends = {tp: max(end, min(now.get(tp, end), begin.offsets.get(tp, end))) for tp, end in target.offsets.items()}
            target = self._target = Position(ends, target.marks)
        return target

    def _ids(self, until: Position) -> dict[str, bytes]:
        """The topics' ids as they were seen last."""
        if self._topics is None and until.offsets:
            self._current(until.offsets)
        return {tp.topic: topic_id for tp, topic_id in (self._topics or {}).items()}

    # -- what is lost

    def _check(self, begin: Position, end: Position) -> None:
        """Whether what lies behind `begin` is still there, as far as offsets tell."""
        remade = begin.remade(end)
        for tp, offset in sorted(begin.offsets.items()):
            until = end.offsets.get(tp)
            if tp.topic in remade:
                why = f"the topic was deleted and made again since offset {offset} was reached: its offsets count other records now"
            elif until is None:
                why = f"the partition is gone; it was read up to offset {offset}"
            elif until < offset:
                why = f"the partition's end went back from offset {offset} to {until}"
            else:
                continue
            self._lost(tp, offset, until or 0, why)

    def _lost(self, tp: TopicPartition, start: int, end: int, why: str) -> None:
        loss = OffsetsLost(tp.topic, tp.partition, start, max(start, end), why)
        if self._options.fail_on_data_loss:
            raise loss
        self._tell(str(loss))


def _without(subscription: Subscription, gone: set[str]) -> Subscription:
    """`subscription` but for some topics; a pattern finds only what there is."""
    if not gone or subscription.pattern is not None:
        return subscription
    return dataclasses.replace(
        subscription,
        topics=tuple(name for name in subscription.topics if name not in gone),
        partitions=frozenset(tp for tp in subscription.partitions if tp.topic not in gone),
    )


def _marks(topics: Mapping[TopicPartition, bytes], offsets: Collection[TopicPartition]) -> dict[str, int]:
    found = {tp.topic: mark_of(topics[tp]) for tp in offsets if tp in topics}
    return {topic: mark for topic, mark in found.items() if mark is not None}


def _only(marks: Mapping[str, int], offsets: Collection[TopicPartition]) -> dict[str, int]:
    wanted = {tp.topic for tp in offsets}
    return {topic: mark for topic, mark in marks.items() if topic in wanted}
