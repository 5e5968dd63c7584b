"""Copies partitions from one broker of the source, over one connection.

One Fetch is under way at a time, for all partitions that are READY (`klog.mirror.copying`), as a consumer asks: up to the high watermark,
transactions undecided or not, in a session (`klog.replication.fetch_session`). What is answered for each is judged by a table
(`klog.mirror.decisions.answers`) and done: batches are appended in the turn in which they come, so that no more than one answer is ever in
memory. Where they do not simply follow, it is found out first where the copy goes on (`klog.mirror.resuming`, the chapter below this one).
A connection that fails costs a pause, longer and longer; nothing is kept but what the copies have.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError, row_of
from klog.mirror.copying import Copying, Phase
from klog.mirror.decisions.answers import Act, may_cut, what_follows
from klog.mirror.lateness import late_sentence
from klog.mirror.resuming import LinkContext, Resuming
from klog.mirror.source_log import MAX_BYTES
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.records.contract import CorruptRecords
from klog.records.implementations import codec
from klog.replication.fetch_session import SESSION_ERRORS, FollowerFetchSession, Key, Wanted
from klog.replication.truncation import EpochEnd, where_to_cut
from klog.wire.messages.fetch import FetchRequest, FetchResponse, PartitionData

#: What a Fetch may wait at the source, and how much an answer may hold of one partition.
MAX_WAIT_MS = 500
PARTITION_MAX_BYTES = 1 << 20
#: How often is noted that there is nothing new of a partition, of thousands perhaps, and of hundreds of answers a second.
_NOTED_EVERY_MS = 1_000
#: Newest version of Fetch that is asked in; from `_WITH_SESSIONS` on the source remembers what was asked for.
_NEWEST = 16
_WITH_SESSIONS = 7
#: From here on (KIP-219) an answer that a quota holds back comes at once and without partitions; before, it came late and said all.
_SAYS_NOTHING_WHEN_THROTTLED = 8
#: A broker hears of a new leader epoch within so many pauses, each twice as long as the one before.
_PATIENCE = 5


class SourceFetcher(Resuming):
    """See the module; it runs as soon as it has something to copy.

    :param node_id: the broker, by its number at the source.
    """

    def __init__(self, context: LinkContext, node_id: int) -> None:
        super().__init__(context, node_id)
        #: READY, and not asked for as they are now.
        self._changed: dict[Key, None] = {}
        #: In the session, and to be asked for no more.
        self._gone: dict[Key, None] = {}
        self._session = FollowerFetchSession(_NEWEST, PARTITION_MAX_BYTES)
        #: What the broker speaks, as it said over the connection that was asked last: each has its own.
        self._ranges: ApiRanges | None = None
        #: When it was noted last of which partitions there was nothing new.
        self._noted_ms = 0
        self._waiting: Deferred[None] | None = None
        self._backoff = context.routing.backoff()
        self._running: Deferred[None] | None = None

    def __len__(self) -> int:
        """How many partitions it copies."""
        return len(self._copies)

    def add(self, copying: Copying) -> None:
        """Copy this one, too."""
        self._copies[copying.key] = copying
        copying.current_leader_epoch = copying.unknown_epoch = -1
        if copying.phase is not Phase.STOPPED:
            copying.doubt()
            self._go_on(copying)
        if self._running is None and not self._is_closed:
            self._running = Deferred.fromCoroutine(self._run())
            self._running.addErrback(self._broke)

    def remove(self, copying: Copying) -> None:
        """Copy it no more; the outcome of what is under way for it is dropped."""
        if self._copies.get(copying.key) is copying:
            del self._copies[copying.key]
        self._stop_timer(copying)
        self._not_ready(copying)

    def close(self) -> None:
        """Ask nothing any more."""
        self._is_closed = True
        for copying in list(self._copies.values()):
            self.remove(copying)
        self._wake()

    # Who is asked for

    def _ready(self, copying: Copying) -> None:
        self._gone.pop(copying.key, None)
        self._changed[copying.key] = None
        self._wake()

    def _not_ready(self, copying: Copying) -> None:
        self._changed.pop(copying.key, None)
        if copying.key in self._session:
            self._gone[copying.key] = None

    # Asking

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.callback(None)

    async def _run(self) -> None:
        while not self._is_closed:
            if not any(one.phase is Phase.READY for one in self._copies.values()):
                self._waiting = Deferred()
                await self._waiting
                continue
            try:
                await self._ask()
            except ClientStopped:
                return
            except KlogError as error:
                self._session.reset()
                if self._is_closed:
                    return
                self._show_trouble(f"broker {self._node_id} of the source: {error.message}")
                self._compare_again()
                try:
                    await self._routing.wait_ms(self._backoff)
                except ClientStopped:
                    return

    def _broke(self, failure: Failure) -> None:
        """A mistake of klog's own: what is READY is asked for anew after a while."""
        self._log.failure("a mistake in copying from broker {node} of mirror {link}", failure, node=self._node_id, link=self._context.link)
        self._running = None
        self._session.reset()
        for copying in list(self._copies.values()):
            if copying.phase is Phase.READY:
                self._wait(copying, "a mistake of klog's own; the log has it")
        if not self._is_closed:
            self._running = Deferred.fromCoroutine(self._run())
            self._running.addErrback(self._broke)

    def _show_trouble(self, reason: str) -> None:
        for copying in self._copies.values():
            if copying.phase is Phase.READY and copying.reason != reason:
                copying.reason = reason
                copying.changes += 1

    async def _ask(self) -> None:
        ranges = await self._routing.versions(self._node_id, purpose="fetch")
        version = ranges.choose(FetchRequest, at_most=_NEWEST)
        if version != self._version:
            # Another broker has the address, or the same one was upgraded.
            self._version = version
            self._session = FollowerFetchSession(version, PARTITION_MAX_BYTES)
            self._gone.clear()
        if ranges is not self._ranges:
            self._ranges = ranges
            self._compare_again()
            if not any(one.phase is Phase.READY for one in self._copies.values()):
                return
        request, version = self._request()
        answer = await self._routing.ask(self._node_id, request, version=version, purpose="fetch")
        if not self._is_closed:
            self._take_all(answer)

    def _request(self) -> tuple[FetchRequest, int]:
        if self._session.is_new:
            self._gone.clear()
            for key, copying in self._copies.items():
                if copying.phase is Phase.READY:
                    self._changed[key] = None
        wanted: list[Wanted] = []
        for key in self._changed:
            copying = self._copies[key]
            copying.asked = copying.position
            # Behind a loss the source is asked for what no epoch of ours was before.
            epoch = copying.copy.last_epoch if self._asks_by_epoch(copying) and copying.asked == copying.copy.end else -1
            wanted.append(Wanted(key[0], copying.topic_id, key[1], copying.asked, self._epoch_to_name(copying), epoch, -1))
        said = self._session.request(wanted, list(self._gone))
        self._changed.clear()
        self._gone.clear()
        request = FetchRequest(max_wait_ms=MAX_WAIT_MS, min_bytes=1, max_bytes=MAX_BYTES, topics=said.topics)
        if said.version >= _WITH_SESSIONS:
            request.session_id, request.session_epoch = said.session_id, said.session_epoch
            request.forgotten_topics_data = said.forgotten
        return request, said.version

    def _epoch_to_name(self, copying: Copying) -> int:
        """The epoch that is named: a broker that only follows by now answers, too, where none is, and where its log parts from ours nothing
        was lost."""
        metadata, tp = self._routing.metadata, TopicPartition(*copying.key)
        if metadata.leader(tp) == self._node_id:
            copying.current_leader_epoch = metadata.leader_epoch(tp)
        return -1 if copying.current_leader_epoch == copying.unknown_epoch else copying.current_leader_epoch

    # What is answered

    def _take_all(self, answer: FetchResponse) -> None:
        if answer.error_code:
            code = row_of(answer.error_code).code
            self._session.reset(is_gone=code is ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
            if code not in SESSION_ERRORS:
                raise KlogError(code)
            return
        self._session.answered(answer.session_id)
        self._backoff = self._routing.backoff()
        if answer.throttle_time_ms > 0 and not answer.responses and self._version >= _SAYS_NOTHING_WHEN_THROTTLED:
            # A quota of the source's is used up: it says nothing of any partition, and takes no request for so long.
            return
        mentioned: set[Key] = set()
        now_ms = self._context.now_ms()
        for topic in answer.responses:
            name = topic.topic or self._session.name_of(topic.topic_id)
            for data in topic.partitions:
                copying = None if name is None else self._copies.get((name, data.partition_index))
                if copying is not None and copying.phase is Phase.READY:
                    mentioned.add(copying.key)
                    try:
                        self._take(copying, data)
                    except Exception:
                        self._log.failure("a mistake in copying {copying}", Failure(), copying=copying)  # type: ignore[no-untyped-call]
                        self._wait(copying, "a mistake of klog's own; the log has it")
        # A clock may be set back.
        is_noted = not self._noted_ms <= now_ms < self._noted_ms + _NOTED_EVERY_MS
        if is_noted:
            self._noted_ms = now_ms
        for copying in self._copies.values():
            # Who has become READY since has not been asked for, and nothing is said of it.
            if copying.phase is not Phase.READY or copying.key in mentioned or copying.key in self._changed:
                continue
            # A session says nothing of those of which there is nothing new.
            if copying.source_end < 0:
                copying.appended(copying.position, -1, now_ms)
            elif copying.reason:
                copying.appended(copying.source_end, -1, now_ms)
            elif is_noted and copying.source_end >= 0:
                copying.unchanged(now_ms)

    def _take(self, copying: Copying, data: PartitionData) -> None:
        diverging = data.diverging_epoch
        match what_follows(data.error_code, diverging.end_offset >= 0, copying.asked, copying.now):
            case Act.APPEND:
                self._append(copying, data)
            case Act.PARTED:
                cut = where_to_cut(EpochEnd(diverging.epoch, diverging.end_offset), copying.copy, copying.copy.end, copying.copy.end)
                self._begin(copying, lambda: self._do(copying, may_cut(cut.offset, copying.copy.end, self._context.on_loss())))
            case Act.ASK_OFFSETS:
                self._begin(copying, lambda: self._resume(copying))
            case Act.LOOK_AGAIN:
                if data.error_code == ErrorCode.UNKNOWN_LEADER_EPOCH and copying.waits >= _PATIENCE:
                    copying.unknown_epoch = copying.current_leader_epoch
                copying.doubt()
                self._routing.stale(copying.key[0])
                self._wait(copying, f"broker {self._node_id} of the source: {row_of(data.error_code).sentence}")
            case Act.WAIT:
                self._wait(copying, f"broker {self._node_id} of the source: {row_of(data.error_code).sentence}")
            case Act.DROP:
                if copying.now is not None:
                    # It ends elsewhere by now.
                    self._changed[copying.key] = None
                else:
                    # Not to be asked for until somebody has taken it away.
                    self._wait(copying, "it is led elsewhere, or is no mirror any more")

    def _append(self, copying: Copying, data: PartitionData) -> None:
        copy = copying.copy
        records: Any = data.records
        newest_ms = -1
        if copying.was_ahead and data.high_watermark >= copy.end:
            # It has gone on where it had less than the copy, perhaps with other records.
            copying.is_compared = False
            self._go_on(copying)
            return
        if records:
            try:
                taken = self._append_to(copy, records)
            except KlogError as error:
                self._not_appended(copying, error, records)
                return
            newest_ms = taken.newest_ms
            late_ms = copying.given(self._context.now_ms())
            if late_ms:
                self._tell(copying, late_sentence(late_ms, copy.tombstones_kept_ms))
            self._changed[copying.key] = None
            if not taken.batches and copy.end == copying.asked:
                # All of it lies below what was asked for: it would be so again.
                self._wait(copying, "the source answers with what was copied already")
                return
        copying.appended(max(data.high_watermark, copying.position), newest_ms, self._context.now_ms())

    def _not_appended(self, copying: Copying, error: KlogError, records: Any) -> None:
        if error.code != ErrorCode.OFFSET_OUT_OF_RANGE:
            # Broken on its way, or at the source, or our disk does not take it: it is asked for again.
            self._wait(copying, error.message)
            return
        copy = copying.copy
        try:
            first = codec.scan(records, 0, 1)
        except CorruptRecords as broken:
            self._wait(copying, str(broken))
            return
        if copy.start == copy.end and first:
            # The source's log starts in the middle of a batch, which comes whole, and only to who asks for that place.
            kept = bytes(records)
            self._begin(copying, lambda: self._begin_with(copying, first[0].base_offset, kept))
        elif first and first[0].base_offset < copy.end <= first[0].last_offset:
            # The source's batch begins within what was copied and ends behind it: it is of another log, and leader epochs, of which the
            # source knows none from before its start, or which it gave out twice, cannot have told so.
            parted = may_cut(max(first[0].base_offset, copy.start), copy.end, self._context.on_loss())
            self._begin(copying, lambda: self._do(copying, parted))
        else:
            self._stop(copying, error.message)

    # What takes longer
