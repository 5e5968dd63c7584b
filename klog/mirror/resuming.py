"""Where a copy goes on, when the next batches do not simply follow: what is found out about the source's log, and what is done then.

A partition whose offset is out of range at the source, whose log has parted from the source's, or of which nobody knows whether it has, is
BUSY meanwhile (`klog.mirror.copying`): the source is asked where its log begins and ends, by which leader epochs the two part, or for its
batches (`klog.mirror.parting`). The decisions are a table's (`klog.mirror.decisions.answers`). What they cost is written down before
anything is done: who is killed between the two meets the same again, and it is counted once. What cannot be had now is tried again after a
pause, longer and longer.

Where leader epochs do not tell that the source has lost what we have (`_compares`), the copy's last batch is held against the source's
before anything is asked for over a connection, also one that was made anew while nothing was under way. A position behind a loss, and one
of a copy that was begun where the source began and is empty still, have no batch and no epoch: over a connection they count as long as the
source begins there, for a source that has lost its power may begin, as it did before, below what it had deleted, and write the rest anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger

from klog.client.retry import ClientStopped
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.mirror.copied_counts import CopiedCounts
from klog.mirror.copies import Appended, Copy
from klog.mirror.copying import Copying, Phase
from klog.mirror.decisions.answers import OnLoss, Resumption, Step, after_comparing, after_looking, after_out_of_range, may_cut
from klog.mirror.parting import Batch, first_batch, where_they_part
from klog.mirror.source_log import SourceLog
from klog.model import TopicPartition
from klog.replication.fetch_session import Key
from klog.replication.truncation import UNDEFINED, where_to_cut

#: From this version of Fetch on the source says where logs part.
WITH_EPOCHS = 12
#: A partition's pauses: the first one, each twice as long as the one before, up to the longest.
_FIRST_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 10.0
#: So many older epochs are asked about where the source does not know ours.
_MOST_EPOCHS = 100


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class LinkContext:
    """What all fetchers of one link share.

    :ivar now_ms: milliseconds since 1970.
    :ivar link: its name, for what is told.
    :ivar routing: of a client of the source.
    :ivar on_loss: what ``--on-loss`` is now.
    :ivar keep: writes down what is known of a copy; fires with whether that is durable.
    :ivar warn: told in one sentence what a person should know.
    :ivar counts: of what is copied: for the source, where the link is audited, and for our broker, where it counts.
    :ivar resumed_by: what has a partition copied on that has stopped, for sentences.
    """

    reactor: Any
    now_ms: Callable[[], int]
    link: str
    routing: Routing
    on_loss: Callable[[], OnLoss]
    keep: Callable[[Copying], Deferred[bool]]
    warn: Callable[[str], None]
    counts: Sequence[CopiedCounts]
    resumed_by: str


class Resuming:
    """Copies of partitions that one broker of the source leads; see the module. `klog.mirror.source_fetcher` is its other chapter: the two
    use each other's underscored names.

    :param node_id: the broker, by its number at the source.
    """

    _log = Logger()

    def __init__(self, context: LinkContext, node_id: int) -> None:
        self._context = context
        self._node_id = node_id
        self._routing = context.routing
        self._copies: dict[Key, Copying] = {}
        self._timers: dict[Copying, IDelayedCall] = {}
        #: Of Fetch, as the source speaks it; -1 as long as nobody knows.
        self._version = -1
        self._is_closed = False

    def _ready(self, copying: Copying) -> None:
        """It is asked for, from its position on."""
        raise NotImplementedError

    def _not_ready(self, copying: Copying) -> None:
        """It is not asked for."""
        raise NotImplementedError

    # Phases

    def _is_current(self, copying: Copying) -> bool:
        return self._copies.get(copying.key) is copying and not self._is_closed

    def _go_on(self, copying: Copying) -> None:
        if not self._is_current(copying):
            return
        if self._is_looked_at(copying) and not copying.is_compared:
            self._begin(copying, lambda: self._compare(copying))
        else:
            copying.phase = Phase.READY
            self._ready(copying)

    def _compares(self, copying: Copying) -> bool:
        """Whether batches say what leader epochs do not: of a topic that was written to on both sides both may have the same epoch with
        other records, and a source may be too old, or the copy have epochs of its own."""
        copy = copying.copy
        if copy.end <= copy.start:
            return False
        is_told = copy.last_epoch >= 0 and not 0 <= self._version < WITH_EPOCHS
        return copying.takes_over or (not is_told and not copy.is_compacted)

    def _is_looked_at(self, copying: Copying) -> bool:
        """Whether a connection has to show first that the copy goes on where it stands."""
        return copying.is_at_a_start or self._compares(copying)

    def _compare_again(self) -> None:
        """What the source has may be another log by now."""
        for copying in list(self._copies.values()):
            copying.doubt()
            if copying.phase is Phase.READY and self._is_looked_at(copying):
                self._go_on(copying)

    def _asks_by_epoch(self, copying: Copying) -> bool:
        return self._version >= WITH_EPOCHS and not copying.takes_over

    def _wait(self, copying: Copying, reason: str) -> None:
        self._stop_timer(copying)
        pause_s = min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * (1 << min(copying.waits, 20)))
        copying.wait(reason)
        self._not_ready(copying)
        self._timers[copying] = self._context.reactor.callLater(pause_s, self._waited, copying)

    def _waited(self, copying: Copying) -> None:
        self._timers.pop(copying, None)
        self._go_on(copying)

    def _stop_timer(self, copying: Copying) -> None:
        timer = self._timers.pop(copying, None)
        if timer is not None and timer.active():
            timer.cancel()

    def _stop(self, copying: Copying, reason: str) -> None:
        copying.stop(reason)
        self._not_ready(copying)
        self._tell(copying, f"{reason}; it is copied no more until {self._context.resumed_by}")

    def _tell(self, copying: Copying, sentence: str) -> None:
        self._context.warn(f"mirror {self._context.link}: {copying.key[0]}-{copying.key[1]}: {sentence}")

    # Acts

    def _append_to(self, copy: Copy, records: Any) -> Appended:
        """Raises as `Copy.append`."""
        end = copy.end
        try:
            return copy.append(records)
        finally:
            # What was written before it failed stays.
            for counts in self._context.counts if copy.end > end else ():
                counts.appended(copy.topic, records, end, copy.end)

    async def _begin_with(self, copying: Copying, offset: int, records: bytes) -> None:
        """Have the empty copy begin with these."""
        copy = copying.copy
        copying.begun_at = offset
        if await copy.begin_at(offset) and self._is_current(copying) and copy.is_ours:
            self._append_to(copy, records)
        self._go_on(copying)

    def _may_act(self, copying: Copying) -> bool:
        """Whether the copy may be changed. A leader whose session is in doubt may not for a moment, and may lead on in the same epoch: then
        it is found out anew."""
        if not self._is_current(copying):
            return False
        if not copying.copy.is_ours:
            self._wait(copying, "it is led elsewhere, or is no mirror any more")
            return False
        return True

    async def _do(self, copying: Copying, found: Resumption) -> None:
        copy = copying.copy
        if not self._may_act(copying):
            return
        if found.step is Step.CUT and not copy.may_be_cut:
            # Nothing is told yet: whoever copies it then finds the same, or something else.
            self._wait(copying, f"offsets from {found.offset} on are to be cut; {copy.see_to_a_cut()}")
            return
        if found.step is Step.BEGIN_AT and found.offset < copy.start and copy.has_followers:
            # A follower that is empty, too, has no leader epoch to notice by. One that is late would stay where it is, with a hole below.
            sentence = f"the source starts at {found.offset} by now, below {copy.start}, where the empty copy and its followers do"
            found = Resumption(Step.STOP, copy.end, sentence=f"{sentence}: delete the copy, and it is made anew")
        copying.account(found)
        if found.lost is not None or found.cut is not None:
            # First the account, then the act: who is killed between the two meets the same again, and it is counted once.
            if not await self._context.keep(copying):
                raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "what was lost could not be written down, and is met again")
            if not self._may_act(copying):
                return
        match found.step:
            case Step.STOP:
                self._stop(copying, found.sentence)
                return
            case Step.JUMP:
                copying.jump(found.offset)
                copying.begun_at = copying.anew_at = 0
            case Step.BEGIN_AT | Step.START_ANEW:
                copying.jump(0)
                if found.step is Step.BEGIN_AT:
                    copying.begun_at = found.offset
                else:
                    # What goes at the source from there on before it is copied is lost.
                    copying.anew_at = found.offset
                await copy.begin_at(found.offset)
            case Step.CUT:
                copying.jump(0)
                await copy.cut(found.offset)
            case _:
                # In range by now; not at once, lest somebody who says both is asked for ever.
                if self._is_current(copying):
                    self._wait(copying, "")
                return
        if found.sentence:
            self._tell(copying, found.sentence)
        self._go_on(copying)

    # What takes longer

    def _begin(self, copying: Copying, work: Callable[[], Any]) -> None:
        copying.phase = Phase.BUSY
        self._not_ready(copying)
        Deferred.fromCoroutine(self._do_work(copying, work)).addErrback(
            lambda failure: self._log.failure("a mistake in copying {copying}", failure, copying=copying)
        )

    async def _do_work(self, copying: Copying, work: Callable[[], Any]) -> None:
        try:
            await work()
        except ClientStopped:
            return
        except (KlogError, OSError) as error:
            if self._is_current(copying):
                self._wait(copying, str(error))
        except Exception:
            if self._is_current(copying):
                self._wait(copying, "a mistake of klog's own; the log has it")
            raise

    async def _resume(self, copying: Copying) -> None:
        """The offset is out of range at the source: find out why."""
        knows_epochs = self._asks_by_epoch(copying) and copying.copy.last_epoch >= 0
        source_start, source_end = await self._source_log(copying).extent()
        if not self._is_current(copying):
            return
        copy = copying.copy
        says_nothing = copying.takes_over or (not knows_epochs and not copy.is_compacted)
        if says_nothing and source_end < copying.position and copy.start < copy.end:
            # Where they part batches say.
            copying.jump(0)
            await self._compare(copying, is_shorter=True)
            return
        if not source_start <= copying.position <= source_end:
            # Where it was to go on behind a loss is nowhere any more: what counts is what the copy has.
            copying.jump(0)
        found = after_out_of_range(
            copy.start,
            copying.position,
            source_start,
            source_end,
            self._context.on_loss(),
            knows_epochs=knows_epochs,
            begun_at=copying.begun_at,
        )
        if found.step is Step.ASK_EPOCH:
            found = await self._parting(copying)
        await self._do(copying, found)

    def _source_log(self, copying: Copying) -> SourceLog:
        return SourceLog(self._routing, self._node_id, TopicPartition(*copying.key))

    async def _compare(self, copying: Copying, *, is_shorter: bool = False) -> None:
        """Look whether the source still begins where the copy goes on from its start, and hold the copy's batches against the source's.

        :param is_shorter: whether the source ends below the copy, as it has said.
        """
        copy, doubts = copying.copy, copying.doubts
        theirs = self._source_log(copying)
        source_start, source_end = await theirs.extent()
        start, end = copy.start, copy.end
        is_open = False
        if not self._compares(copying) or (not copying.takes_over and not is_shorter and not source_start < end <= source_end):
            # The first answer says so, too, unless the source has gone on by then.
            found = Resumption(Step.GO_ON, end)
            is_open = self._compares(copying) and source_end < end
        else:
            first, last = max(start, source_start), min(end, source_end)
            parting = await where_they_part(first, last, partial(_batch_at, copy), theirs.batch_at) if first < last else first
            on_loss = self._context.on_loss()
            found = after_comparing(
                parting,
                first,
                end,
                on_loss,
                takes_over=copying.takes_over,
                is_compacted=copy.is_compacted,
                was_equal=copying.was_equal,
            )
        if (copy.start, copy.end) != (start, end):
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "the copy has changed while it was compared; it is compared again")
        if not self._is_current(copying):
            # Whoever leads at the source by now compares for itself.
            return
        if doubts != copying.doubts:
            # Some of this may be what the source said before it lost it.
            self._go_on(copying)
            return
        if copying.is_at_a_start and source_start < copying.position:
            # Some of what was lost is there again, perhaps with other records.
            if copying.is_behind_a_loss:
                copying.jump(0)
            elif start <= source_end:
                found = after_looking(start, source_start, self._context.on_loss(), has_followers=copy.has_followers)
        copying.is_compared, copying.was_ahead = found.step is Step.GO_ON, is_open
        if copying.is_compared:
            copying.was_equal = True
            self._go_on(copying)
        else:
            await self._do(copying, found)

    async def _parting(self, copying: Copying) -> Resumption:
        """Where the logs part, where the source has never had our last leader epoch: by an older one that it knows."""
        copy = copying.copy
        theirs = self._source_log(copying)
        epoch = copy.last_epoch
        for _ in range(_MOST_EPOCHS):
            known = await theirs.end_of_epoch(epoch)
            if known.end_offset != UNDEFINED:
                cut = where_to_cut(known, copy, copy.end, copy.end)
                return may_cut(cut.offset, copy.end, self._context.on_loss())
            older, _ = copy.end_offset_for_epoch(epoch - 1) if epoch > 0 else (UNDEFINED, UNDEFINED)
            if not 0 <= older < epoch:
                break
            epoch = older
        return Resumption(Step.STOP, copy.end, sentence="the source knows none of the leader epochs that the copy has: it is another log")


async def _batch_at(copy: Copy, offset: int) -> Batch | None:
    return first_batch(await copy.batch_at(offset))
