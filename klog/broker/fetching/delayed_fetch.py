"""Waiting for Fetch, where there is too little to read (`klog.broker.fetching.fetch_reader`).

A fetch is answered at once where the client will not wait, names no partition, or one of these holds; else it waits for them, and for
``max_wait_ms`` at the longest (``DelayedFetch.scala``; "wanted" partitions are those that exist):

* Case A: this broker leads one of the wanted partitions no longer
* Case B: its log is no longer here
* Case C: it was deleted
* Case D: its log cannot be read
* Case E: the client's idea of its leader epoch is not ours
* Case F: there is more in later segments, which one answer cannot span
* Case G: all together have ``min_bytes`` or more; what one contributes is counted up to its own limit
* Case H: the client's log diverges from ours
* Case I: the client is to read elsewhere (`klog.broker.fetching.nearest_replica`)

A to E are errors of one partition; every error of a wanted partition ends the waiting. On waking, only the partition that changed is
looked at; when the fetch is complete, everything is read again.

Partitions that do not exist when the request arrives get their error in the answer, and neither end the waiting nor are waited for.

Where something has to be read for which the disk must be waited for (`klog.storage.cold_read`), the fetch waits for a thread first: once
for all its partitions that seem to fit into the answer, then everything is read again. What moves a fetch that is not answered at once::

    LOOKING   a thread reads           done → read again: enough → ANSWERED, more is missing → LOOKING, too little → PARKED
              its time is up           → ANSWERED, with what is in memory
    PARKED    it is in the purgatory   woken → read again, as above
              ``max_wait_ms`` are over → read again, as above, but never PARKED
    ANSWERED  or given up

Reading takes what it takes, as from Kafka: ``max_wait_ms`` bounds how long is waited for records that are not there. What bounds it is
`LONGEST_LOOK_MS`, for a disk that hangs, and `MOST_LOOKS`: then the partitions that are still missing are answered as if they had nothing,
and the client asks for them again.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS
from klog.broker.fetching.fetch_reader import FetchParams, FetchReader, PartitionRead, Readings, size_of
from klog.broker.fetching.sessions import FetchedPartition
from klog.broker.purgatory import DelayedOperation
from klog.broker.replicas.partitions import Partitions
from klog.model import TopicPartition
from klog.storage.cold_read import ColdRead

#: How often a fetch waits for a thread before it is answered with what there is.
MOST_LOOKS = 4


class FetchState(enum.Enum):
    """See above."""

    LOOKING = enum.auto()
    PARKED = enum.auto()
    ANSWERED = enum.auto()


class DelayedFetch(DelayedOperation):
    """A fetch that waits: for records, or for a thread that reads.

    :param partitions: what it reads.
    :param clock: for its time.
    :param owner: the connection that it came by.
    :param wanted: the partitions that exist, in the request's order; not empty.
    :param answer: called once, with what there is then.
    :param failed: called instead where klog makes a mistake.
    """

    __slots__ = (
        "_answer",
        "_clock",
        "_contributions",
        "_deadline_s",
        "_failed",
        "_look",
        "_look_timer",
        "_looks",
        "_owner",
        "_params",
        "_parked",
        "_partitions",
        "_positions",
        "_reader",
        "_readings",
        "_touched",
        "_wanted",
        "state",
    )

    def __init__(
        self,
        partitions: Partitions,
        reader: FetchReader,
        clock: IReactorTime,
        owner: object,
        params: FetchParams,
        wanted: Sequence[FetchedPartition],
        answer: Callable[[Readings], None],
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__()
        self._partitions = partitions
        self._reader = reader
        self._clock = clock
        self._owner = owner
        self._params = params
        self._wanted = wanted
        self._answer = answer
        self._failed = failed
        self.state = FetchState.PARKED
        self._deadline_s = clock.seconds() + params.max_wait_ms / 1000
        self._readings: Readings | None = None
        #: What was read when it was parked, where that was nothing; and of which partitions something has changed since. A follower of
        #: thousands of partitions waits for all of them, and is woken by a few.
        self._parked: list[PartitionRead] | None = None
        self._touched: set[TopicPartition] = set()
        #: Where the partitions stand in `_wanted`; made on the first waking: in one turn it may be woken for hundreds of them.
        self._positions: dict[TopicPartition, int] | None = None
        #: By partition, where there are several; made on the first waking.
        self._contributions: dict[TopicPartition, int] | None = None
        #: The reading under way, and how many there were one after the other.
        self._look: Deferred[None] | None = None
        self._looks = 0
        self._look_timer: IDelayedCall | None = None

    @property
    def keys(self) -> list[TopicPartition]:
        """What it waits for."""
        return [one.topic_partition for one in self._wanted]

    def begin(self, readings: Readings, changed: Iterable[TopicPartition] = ()) -> None:
        """Wait for what `readings` lack.

        :param changed: of which partitions something has changed since they were read: by this request.
        """
        if readings.cold is None:
            self._touched.update(changed)
            self._park(readings, self._params.max_wait_ms)
        else:
            self._decide(readings)

    def _park(self, readings: Readings, wait_ms: int) -> None:
        # What is held back by a throttle comes by the passing of time alone.
        has_nothing = not self._params.is_throttled and not any(read.size for read in readings.reads)
        self._parked = readings.reads if has_nothing else None
        self._partitions.fetches.watch(self, self.keys, wait_ms)

    def _read(self) -> Readings:
        """All partitions as they are now; those of which nothing was said since they were found to have nothing, as they were then. What
        changed of them without a word is seen by the next request."""
        parked, self._parked = self._parked, None
        if parked is None:
            return self._read_again()
        if not self._touched:
            return Readings(parked, False)
        wanted, at = self._wanted, self._at()
        readings = self._reader.read_all(self._params, [wanted[place] for place in sorted(at[key] for key in self._touched if key in at)])
        if readings.cold is not None:
            return readings
        fresh = {id(read.wanted): read for read in readings.reads}
        reads = [fresh.pop(id(read.wanted), read) for read in parked]
        # Those behind were at rest.
        return Readings([*reads, *fresh.values()], readings.complete)

    def _read_again(self, *, without_cold: bool = False) -> Readings:
        params = self._params
        wanted = self._reader.not_at_rest(params.replica_id, params.version, self._wanted, is_first_look=False)
        return self._reader.read_all(params, wanted, without_cold=without_cold)

    def _at(self) -> dict[TopicPartition, int]:
        """Where each partition stands in `_wanted`."""
        found = self._positions
        if found is None:
            found = self._positions = {key: place for place, key in enumerate(self.keys)}
        return found

    def cancel(self) -> None:
        """Give the request up: its connection is gone."""
        self._end()

    def _end(self) -> None:
        self.state = FetchState.ANSWERED
        self._partitions.fetches.forget(self)
        self._stop_looking()

    def _stop_looking(self) -> None:
        look, self._look = self._look, None
        timer, self._look_timer = self._look_timer, None
        if look is not None:
            look.cancel()
        if timer is not None and timer.active():
            timer.cancel()

    def _decide(self, readings: Readings, *, is_over: bool = False) -> None:
        """What follows on what was just read.

        :param is_over: whether its time is up, so that it is not parked any more.
        """
        if readings.cold is not None:
            at_hand = None
            if self._looks:
                # All that seemed to fit into the answer was read: what still lacks something stands behind that.
                at_hand = self._read_again(without_cold=True)
            if at_hand is None or (self._looks < MOST_LOOKS and size_of(at_hand) < max(self._params.min_bytes, 1)):
                self._look_for(readings.cold)
                return
            readings, is_over = at_hand, True
        left_s = self._deadline_s - self._clock.seconds()
        if readings.complete or is_over or left_s <= 0:
            self._end()
            self._answer(readings)
            return
        self.state = FetchState.PARKED
        self._looks = 0
        self._stop_looking()
        self._contributions = self._readings = None
        self._touched.clear()
        self._park(readings, round(left_s * 1000))

    def _look_for(self, cold: ColdRead) -> None:
        self.state = FetchState.LOOKING
        self._looks += 1
        if self._look_timer is None:
            self._look_timer = self._clock.callLater(max(self._params.max_wait_ms, LONGEST_LOOK_MS) / 1000, self._looked_too_long)
        self._look = self._partitions.reads.read(self._owner, cold)
        self._look.addCallback(self._looked).addErrback(self._broke)

    def _looked(self, _: None) -> None:
        self._look = None
        if self.state is FetchState.LOOKING:
            self._decide(self._read_again())

    def _broke(self, failure: Failure) -> None:
        self._look = None
        if failure.check(CancelledError):  # type: ignore[no-untyped-call]
            return
        error = failure.value
        if isinstance(error, OSError) and self.state is FetchState.LOOKING:
            # No thread could be started.
            self._looked_too_long()
            return
        self.fail(error if isinstance(error, Exception) else RuntimeError(str(error)))

    def _looked_too_long(self) -> None:
        try:
            readings = self._read_again(without_cold=True)
            self._end()
            self._answer(readings)
        except Exception as error:  # noqa: BLE001
            self.fail(error)

    def ready(self, key: TopicPartition) -> bool:
        """Whether one of the cases holds, or a thread has to read, now that something about `key` changed."""
        wanted = self._wanted
        self._touched.add(key)
        if len(wanted) == 1:
            readings = self._reader.read_all(self._params, wanted)
            if readings.complete or readings.cold is not None:
                self._readings = readings
                return True
            return False
        contributions = self._contributions
        if contributions is None and self._params.min_bytes == 1:
            # As followers ask: whoever is parked has nothing, and whichever has something ends it.
            place = self._at().get(key)
            return place is not None and self._reader.contribution(self._params, wanted[place]) > 0
        if contributions is None:
            contributions = self._contributions = {
                TopicPartition(one.topic or "", one.index): self._reader.contribution(self._params, one) for one in wanted
            }
        else:
            for one in wanted:
                if one.index == key.partition and one.topic == key.topic:
                    contributions[key] = self._reader.contribution(self._params, one)
                    break
        return sum(contributions.values()) >= self._params.min_bytes

    def complete(self) -> None:
        """Answer with what there is, when it has been read."""
        readings, self._readings = self._readings, None
        if readings is not None and readings.cold is None:
            # `ready` has just read it, and it is enough.
            self.state = FetchState.ANSWERED
            self._answer(readings)
            return
        self._decide(self._read() if readings is None else readings, is_over=readings is None)

    def expire(self) -> None:
        """The same: ``max_wait_ms`` are over."""
        self._deadline_s = self._clock.seconds()
        self._decide(self._read(), is_over=True)

    def fail(self, error: Exception) -> None:
        """Give the request up."""
        self._end()
        self._failed(error)
