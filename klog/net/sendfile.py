"""Sends answers made of bytes and file spans, in order, over a Twisted transport.

Theory of operation. What is only bytes goes straight to ``transport.write``: one call for one answer, nothing else. Everything else waits
in a queue and leaves in one of two ways:

* *copy*: pieces of a span are read and written. The sender is registered as a push producer: the transport says when its buffer is full
  (`pauseProducing`) and when it is empty again (`resumeProducing`).
* *sendfile*: the kernel copies from the page cache to the socket. Nothing in Twisted knows of it, so the sender registers as a *pull*
  producer for as long as spans are at the head of the queue: the transport then calls `resumeProducing` whenever its own buffer is empty
  and the socket can take more. `registerProducer` makes such a call at once, while bytes written just before still wait in the
  buffer; that one must do nothing, or the file overtakes the head of the answer. ``transport.startWriting()`` asks to be called again.
  A transport that can tell that its buffer is empty (`klog.net.tcp_transports.BrokerServer.is_flushed`) gets its first step at once, and
  many answers need no second one.

States, and what moves them::

    OPEN     the transport takes more             pauseProducing → FULL · a span for sendfile at the head → PULLING
    FULL     the transport's buffer is full       resumeProducing → OPEN
    PULLING  sendfile, a step per resumeProducing queue empty or only bytes left → OPEN · cold bytes at the head → COLD
    COLD     a thread reads ahead                 done → PULLING (or OPEN, for what is copied)
    CLOSED   connection gone or aborted           (none)

Small spans are read and joined with the bytes around them: up to 32 KiB that is cheaper than a ``sendfile`` of its own. Larger ones leave
in steps, for which all connections take turns (`klog.net.file_steps`). Before bytes of a file are touched, the file is asked whether they
are in the page cache; what is not is read ahead in a thread.

A file that turns out shorter than its span (cut by an administrator) cannot be mended once the answer's length
has been sent: the connection is aborted and the reason given. So it is where a replica cuts its log below the end of a span: what is still
to be sent of it may be another leader's records soon, and so may the pages that ``sendfile`` has lent to the kernel and that it has not
transmitted (`file_was_cut`). And so it is where the disk hangs: nothing read for it within `write_stall_timeout_ms`, or, where it waits in
line, for anybody.

What is unsent and in memory is counted in the `MemoryBudget`: the bytes of the queue, and what waits in the transport, where that can tell
(`waiting_bytes`, and `tell_when_flushed` for the moment when nothing does). Answers of many pieces go through the queue, too, so that each
piece is gone when it has left. A client that takes nothing for `write_stall_timeout_ms` while output
waits is aborted as well; whether it takes something is seen from the sender's own progress and from what the kernel still holds.
"""

from __future__ import annotations

import enum
import errno
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IPullProducer, IPushProducer, IReactorTime
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.memory_budget import Holding, MemoryBudget
from klog.net.file_steps import FileSteps
from klog.net.read_ahead import ReadAhead, doubt, is_cached, read_cached
from klog.net.transport_probes import SendFile, choose_progress_probe, kernel_bytes
from klog.span import FileCuts, FileSpan, Part

#: Read ahead at a time.
READ_AHEAD_BYTES = 1 << 20
#: Most bytes read into memory for one ``transport.write``.
COPY_BYTES = 256 << 10
#: Spans up to here are read and joined with their neighbours: measured, a read and a copy cost less than the turns of a ``sendfile`` up to
#: 32 KiB (89 µs against 156 for an answer with one such span, whole round trip; at 64 KiB they are even).
SMALL_SPAN_BYTES = 32 << 10
#: Files of which a connection remembers how far they were lent to the kernel; half of them, with a span each that is not small, are as much
#: as Linux lets a socket hold.
_MOST_LENT = 256
#: An answer of more pieces, of more than `COPY_BYTES` together, is not joined.
_FEW_PIECES = 4
#: Twisted's transports call their buffer full beyond this.
_TRANSPORT_BUFFER_BYTES = 64 << 10

#: Errors of ``sendfile`` that mean "not with this file": it is copied instead.
_NOT_THIS_FILE = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP})
#: Errors that mean "the client is gone".
_GONE = frozenset({errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN, errno.ETIMEDOUT})


class SendTransport(Protocol):
    """What the sender uses of a Twisted transport; `fileno` and `startWriting` only for sendfile."""

    def write(self, data: bytes) -> object: ...
    def registerProducer(self, producer: Any, streaming: bool) -> None: ...
    def unregisterProducer(self) -> None: ...
    def loseConnection(self) -> None: ...
    def abortConnection(self) -> None: ...
    def resumeProducing(self) -> None: ...
    def fileno(self) -> int: ...
    def startWriting(self) -> None: ...


class _State(enum.Enum):
    OPEN = "open"
    FULL = "full"
    PULLING = "pulling"
    COLD = "cold"
    CLOSED = "closed"


def _nothing() -> None:
    pass


def _cannot_tell() -> int:
    return 0


def _never_tells(tell: Callable[[], None]) -> None:
    pass


def _never() -> bool:
    return False


def _ignore(reason: str) -> None:
    pass


@implementer(IPushProducer, IPullProducer)
class PartSender:
    """Sends parts over one transport, in order.

    :param transport: connected; nobody else may write to it or register a producer with it.
    :param clock: for the stall timeout.
    :param sendfile: see `choose_sendfile`; None copies.
    :param memory: where unsent bytes are counted.
    :param steps: shared with the other connections of this loop; None for one that is alone.
    :param read_ahead: reads what is not in the page cache; None: the loop waits for the disk.
    :param high_watermark_bytes: with more than this unsent, `on_full` is called once;
    :param low_watermark_bytes: and with no more than this again, `on_drained`.
    :param write_stall_timeout_ms: a client that takes nothing for so long while output waits is aborted, as is one for whom the disk hangs.
    :param on_abort: called with a sentence when the sender aborted the connection.
    :param progress_probe: see `choose_progress_probe`; None for this transport's.
    """

    def __init__(
        self,
        transport: SendTransport,
        clock: IReactorTime,
        *,
        sendfile: SendFile | None = None,
        read_ahead: ReadAhead | None = None,
        memory: MemoryBudget | None = None,
        steps: FileSteps | None = None,
        high_watermark_bytes: int = 1 << 20,
        low_watermark_bytes: int = 256 << 10,
        write_stall_timeout_ms: int = 30_000,
        on_full: Callable[[], None] = _nothing,
        on_drained: Callable[[], None] = _nothing,
        on_abort: Callable[[str], None] = _ignore,
        progress_probe: Callable[[], object] | None = None,
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._sendfile = sendfile
        self._read_ahead = read_ahead
        self._steps = FileSteps(clock) if steps is None else steps
        self._high_watermark_bytes = high_watermark_bytes
        self._low_watermark_bytes = low_watermark_bytes
        self._write_stall_timeout_ms = write_stall_timeout_ms
        self._on_full = on_full
        self._on_drained = on_drained
        self._on_abort = on_abort
        self._progress_probe = progress_probe or choose_progress_probe(transport)
        self._state = _State.OPEN
        #: What COLD goes back to.
        self._after_cold = _State.OPEN
        self._queue: deque[Part] = deque()
        #: Bytes of the queue; the first span counts from `_position` on.
        self._queued_bytes = 0
        #: The same without spans.
        self._queued_memory_bytes = 0
        #: What waited in the transport when it was last looked at, and nothing has told since that it left.
        self._waiting_bytes = 0
        self._holding = Holding(MemoryBudget() if memory is None else memory)
        #: Files of which the kernel may hold pages, and how far into them, in the order in which they were lent last.
        self._lent: dict[FileCuts, int] = {}
        #: What has left of the span at the head.
        self._sent_of_head = 0
        #: Up to where the span at the head was read ahead, relative to it: not asked again.
        self._warm_until = 0
        #: What the transport was given before it said "full", at most.
        self._in_transport_bytes = 0
        self._full = False
        self._closing = False
        self._registering = False
        #: Files that sendfile cannot do, by the span at the head.
        self._copy_head = False
        self._progress = 0
        self._stall_check: IDelayedCall | None = None
        self._seen: object = None
        self._stalled_since_s = 0.0
        #: Waits for a turn of the loop in which it may send more of a file.
        self._in_line = False
        #: COLD: the read that is waited for, how many there were, and whether a thread has it.
        self._warming: Deferred[Any] | None = None
        self._warmings = 0
        self._warming_began = False
        #: Bytes that may still leave in this turn.
        self._budget = self._steps.step_bytes
        #: Whether the transport has us as a pull producer.
        self._pulls = False
        self._is_flushed: Callable[[], bool] = getattr(transport, "is_flushed", _never)
        # TLS passes these on to the transport below.
        self._ask_waiting: Callable[[], int] = getattr(transport, "waiting_bytes", _cannot_tell)
        self._tell_when_flushed: Callable[[Callable[[], None]], None] = getattr(transport, "tell_when_flushed", _never_tells)
        transport.registerProducer(self, True)

    # -- for the protocol

    @property
    def pending_bytes(self) -> int:
        """Bytes given to `send` that have not left: exact for the queue, within 64 KiB for the transport's buffer."""
        return self._queued_bytes + self._in_transport_bytes

    @property
    def held_bytes(self) -> int:
        """What is unsent and in memory."""
        return self._holding.held_bytes

    @property
    def is_closing(self) -> bool:
        """Whether `close` was called or the connection is gone."""
        return self._closing or self._state is _State.CLOSED

    def send(self, parts: Sequence[Part]) -> None:
        """Send `parts` behind everything sent before. Never blocks; after `close` or a lost connection it does nothing."""
        if self._closing or self._state is _State.CLOSED:
            return
        if self._state is _State.OPEN and not self._queue:
            for part in parts:
                if isinstance(part, FileSpan):
                    break
            else:
                if len(parts) <= _FEW_PIECES or sum(map(len, parts)) <= COPY_BYTES:
                    data = b"".join(parts)  # type: ignore[arg-type]
                    if self._transport.write(data) != 0:
                        self._wrote(data)
                        if self._in_transport_bytes > self._high_watermark_bytes:
                            self._check_watermarks()
                    return
        for part in parts:
            length = len(part)
            if length:
                self._queue.append(part)
                self._queued_bytes += length
                if not isinstance(part, FileSpan):
                    self._queued_memory_bytes += length
        if self._state is _State.OPEN:
            self._budget = self._steps.step_bytes
            self._pump()
        self._check_watermarks()

    @property
    def is_free(self) -> bool:
        """Whether what is sent now goes straight to the transport."""
        return self._state is _State.OPEN and not self._queue and not self._closing

    def close(self) -> None:
        """Send what is queued, then close the connection."""
        if self._closing or self._state is _State.CLOSED:
            return
        self._closing = True
        self._watch()
        if not self._queue and self._state in (_State.OPEN, _State.FULL):
            self._hang_up()

    def abort(self) -> None:
        """Close the connection at once, dropping what is unsent."""
        if self._state is not _State.CLOSED:
            self.stop()
            self._transport.abortConnection()

    def stop(self) -> None:
        """The connection is gone: forget everything (and let go of the files)."""
        self._state = _State.CLOSED
        # Those who are told hold the sender: no cycle is left for the collector.
        self._on_full = self._on_drained = _nothing
        self._on_abort = _ignore
        self._queue.clear()
        self._queued_bytes = self._in_transport_bytes = self._queued_memory_bytes = self._waiting_bytes = 0
        self._holding.clear()
        self._forget_lent()
        if self._pulls:
            self._pulls = False
            self._steps.leave()
        if self._stall_check is not None and self._stall_check.active():
            self._stall_check.cancel()
        self._stall_check = None
        warming, self._warming = self._warming, None
        if warming is not None:
            warming.cancel()

    # -- for the transport

    def pauseProducing(self) -> None:
        """Push producer: the transport's buffer is full."""
        if self._state is _State.OPEN:
            self._state = _State.FULL
            self._watch()
        elif self._state is _State.COLD and self._after_cold is _State.OPEN:
            self._after_cold = _State.FULL

    def resumeProducing(self) -> None:
        """The transport's buffer is empty."""
        if self._registering:
            return
        self._progress += 1
        if self._state is _State.FULL:
            self._state = _State.OPEN
            self._in_transport_bytes = self._waiting_bytes = 0
            self._resume()
        elif self._state is _State.PULLING:
            self._resume()
        elif self._state is _State.COLD and self._after_cold is _State.FULL:
            self._after_cold = _State.OPEN
            self._in_transport_bytes = self._waiting_bytes = 0
            self._check_watermarks()

    def stopProducing(self) -> None:
        """The transport is gone."""
        self.stop()

    # -- sending

    def _write(self, data: bytes) -> None:
        if self._transport.write(data) != 0:
            self._wrote(data)

    def _wrote(self, data: bytes) -> None:
        """Not all that was written lies in the socket, or nobody can tell."""
        if self._state is _State.FULL:
            self._in_transport_bytes = len(data) + _TRANSPORT_BUFFER_BYTES
        before, self._waiting_bytes = self._waiting_bytes, self._ask_waiting()
        if self._waiting_bytes and not before:
            self._tell_when_flushed(self._flushed)
        self._count()

    def _flushed(self) -> None:
        if self._state is not _State.CLOSED:
            self._waiting_bytes = self._ask_waiting()
            if self._waiting_bytes:
                self._tell_when_flushed(self._flushed)
            self._count()

    def _count(self) -> None:
        if self._state is not _State.CLOSED:
            self._holding.change_to(self._queued_memory_bytes + (self._waiting_bytes or self._in_transport_bytes))

    def _pump(self) -> None:
        """OPEN: hand the transport what it takes, until it is full, the queue is empty, or a span waits for its turn with sendfile."""
        while self._queue and self._state is _State.OPEN and not self._in_line:
            if self._wants_sendfile():
                self._state = _State.PULLING
                if self._is_flushed():
                    self._pull()
                else:
                    self._wait_for_room()
                continue
            if self._budget <= 0 or (self._has_long_head() and self._steps.is_turn_over):
                # A transport that never says "full" must not get a whole segment, nor all of the loop's time.
                self._stand_in_line()
                return
            data = self._gather()
            self._budget -= len(data)
            if len(data) > SMALL_SPAN_BYTES:
                self._steps.spend(len(data))
            if data:
                self._write(data)
        if self._closing and not self._queue and self._state in (_State.OPEN, _State.FULL):
            self._hang_up()

    def _stand_in_line(self) -> None:
        if not self._in_line:
            self._in_line = True
            self._steps.stand_in_line(self._go)

    def _go(self) -> None:
        """This sender's turn in the line has come."""
        self._in_line = False
        self._resume()

    def _resume(self) -> None:
        """A new turn, in OPEN or PULLING: send what it allows."""
        self._budget = self._steps.step_bytes
        if self._is_pulling():
            self._pull()
        self._pump()
        self._check_watermarks()

    def _has_long_head(self) -> bool:
        head = self._queue[0]
        return isinstance(head, FileSpan) and head.length > SMALL_SPAN_BYTES

    def _wants_sendfile(self) -> bool:
        head = self._queue[0]
        return (
            self._sendfile is not None
            and isinstance(head, FileSpan)
            and head.length > SMALL_SPAN_BYTES
            and not self._copy_head
            and head.file.fileno() >= 0
        )

    def _gather(self) -> bytes:
        """Take bytes, small spans and a piece of a span to be copied off the queue, up to COPY_BYTES or the next span for sendfile. Empty
        when the bytes at the head are being read ahead or the connection was aborted."""
        pieces: list[bytes] = []
        room = COPY_BYTES
        while self._queue and room > 0:
            head = self._queue[0]
            if not isinstance(head, FileSpan):
                pieces.append(head)
                room -= len(head)
                self._queued_bytes -= len(head)
                self._queued_memory_bytes -= len(head)
                self._queue.popleft()
                continue
            if self._wants_sendfile():
                break
            position = head.position + self._sent_of_head
            count = min(head.length - self._sent_of_head, COPY_BYTES)
            if count > room and pieces:
                break
            if head.is_void:
                self._give_up(self._was_cut(head))
                return b""
            try:
                # Small ones in one call, instead of asking first.
                piece = read_cached(head.file, position, count) if self._read_ahead is not None and count <= SMALL_SPAN_BYTES else None
                if piece is None:
                    if self._is_cold(head, count):
                        if not pieces:
                            self._warm_head(head)
                        break
                    piece = head.file.read_at(position, count)
            except OSError as error:
                doubt(head.file, position, count)
                self._give_up(f"{head!r} could not be read: {error}")
                return b""
            if len(piece) < count:
                self._give_up(self._cut_short(head, position + len(piece)))
                return b""
            pieces.append(piece)
            room -= count
            self._took(head, count)
        return b"".join(pieces)

    def _took(self, head: FileSpan, count: int) -> None:
        """`count` more bytes of the span at the head have left."""
        self._sent_of_head += count
        self._queued_bytes -= count
        if self._sent_of_head == head.length:
            self._queue.popleft()
            self._sent_of_head = self._warm_until = 0
            self._copy_head = False

    def _wait_for_room(self) -> None:
        """Have `resumeProducing` called when the transport's buffer is empty and the socket takes more."""
        self._watch()
        if not self._pulls:
            self._pulls = True
            self._steps.join()
            self._register(streaming=False)
        if self._is_pulling():
            self._transport.startWriting()

    def _register(self, *, streaming: bool) -> None:
        self._transport.unregisterProducer()
        self._registering = True
        try:
            self._transport.registerProducer(self, streaming)
        finally:
            self._registering = False

    def _is_pulling(self) -> bool:
        return self._state is _State.PULLING

    def _pull(self) -> None:
        """PULLING, and the transport's buffer is empty: one step. OPEN afterwards where no span is left at the head."""
        while self._queue and self._wants_sendfile():
            head = self._queue[0]
            assert isinstance(head, FileSpan)
            if self._in_line:
                return
            if self._steps.is_turn_over:
                self._stand_in_line()
                return
            if self._budget <= 0:
                self._wait_for_room()
                return
            count = min(head.length - self._sent_of_head, self._budget)
            if self._sent_of_head < self._warm_until:
                count = min(count, self._warm_until - self._sent_of_head)
            elif self._is_cold(head, count):
                self._warm_head(head)
                return
            sent = self._send_step(head, count)
            if sent < 0:
                continue
            if sent:
                self._took(head, sent)
                self._steps.spend(sent)
            if sent < count:
                # The socket is full, or the step has ended the connection.
                if self._is_pulling():
                    self._wait_for_room()
                return
            self._budget -= sent
        if not self._pulls:
            self._state = _State.OPEN
            return
        data = self._gather() if self._queue else b""
        if not self._is_pulling():
            return
        if self._queue:
            # Bytes between two spans, or a piece that is copied: no need to change over and back.
            self._write(data)
            return
        self._state = _State.OPEN
        self._pulls = False
        self._steps.leave()
        self._register(streaming=True)
        if data and self._is_open():
            self._write(data)

    def _is_open(self) -> bool:
        return self._state is _State.OPEN

    def _send_step(self, head: FileSpan, count: int) -> int:
        """One ``sendfile``; bytes sent, 0 when the socket is full or the connection was given up, -1 when this span must be copied."""
        assert self._sendfile is not None
        position = head.position + self._sent_of_head
        if head.is_void:
            self._give_up(self._was_cut(head))
            return 0
        if head.cuts is not None:
            self._lend(head.cuts, position + count)
        try:
            sent = self._sendfile(self._transport.fileno(), head.file.fileno(), position, count)
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno in _NOT_THIS_FILE:
                self._copy_head = True
                return -1
            if error.errno in _GONE:
                self.abort()
            else:
                doubt(head.file, position, count)
                self._give_up(f"{head!r} could not be sent: {error}")
            return 0
        if sent == 0:
            self._give_up(self._cut_short(head, position))
        return sent

    # -- files that are cut

    def _lend(self, cuts: FileCuts, end: int) -> None:
        """The kernel is about to get pages of a file up to `end`."""
        lent = self._lent
        before = lent.pop(cuts, -1)
        if before < 0:
            if lent and kernel_bytes(self._transport) == 0:
                # Mostly the client has taken all before it asks again.
                self._forget_lent()
            elif len(lent) >= _MOST_LENT:
                self._forget_lent(_MOST_LENT // 2)
            cuts.senders[self] = None
        lent[cuts] = end if end > before else before

    def _forget_lent(self, most: int = 0) -> None:
        """All but the `most` that were lent last."""
        lent = self._lent
        while len(lent) > most:
            cuts = next(iter(lent))
            del lent[cuts]
            cuts.senders.pop(self, None)

    def file_was_cut(self, cuts: FileCuts) -> None:
        """A replica cuts its log: see the module."""
        if any(isinstance(part, FileSpan) and part.is_void for part in self._queue):
            self._give_up("the log was cut under an answer that is being sent")
        elif self._lent.get(cuts, 0) > cuts.positions[-1] and kernel_bytes(self._transport) != 0:
            self._give_up("the log was cut under an answer that the client has not taken")

    @staticmethod
    def _was_cut(head: FileSpan) -> str:
        return f"the log was cut under {head!r}"

    # -- cold bytes

    def _is_cold(self, head: FileSpan, count: int) -> bool:
        if self._read_ahead is None or self._sent_of_head + count <= self._warm_until:
            return False
        return not is_cached(head.file, head.position + self._sent_of_head, count)

    def _warm_head(self, head: FileSpan) -> None:
        assert self._read_ahead is not None
        self._after_cold = self._state
        self._state = _State.COLD
        position = head.position + self._sent_of_head
        left = head.length - self._sent_of_head
        until = self._sent_of_head + min(left, READ_AHEAD_BYTES)
        self._warmings += 1
        self._warming_began = False

        def wanted() -> bool:
            self._warming_began = True
            return self._state is _State.COLD

        def done(result: object) -> None:
            if self._state is not _State.COLD:
                return
            self._warming = None
            if isinstance(result, Failure) and not isinstance(result.value, OSError):
                self._give_up(f"reading ahead failed: {result.value!r}")
                return
            # After an OSError, sending meets the same one and says which file.
            self._warm_until = until
            self._progress += 1
            self._state = self._after_cold
            if self._state is _State.PULLING:
                self._wait_for_room()
            else:
                self._budget = self._steps.step_bytes
                self._pump()
                self._check_watermarks()

        self._watch()
        self._warming = warming = self._read_ahead.start(
            head.file, position, min(left, READ_AHEAD_BYTES), wanted, advise_bytes=min(left, 4 * READ_AHEAD_BYTES)
        )
        warming.addBoth(done)

    # -- ends

    @staticmethod
    def _cut_short(head: FileSpan, end: int) -> str:
        return f"the file is too short for what was promised: {head!r} ends at {end}"

    def _hang_up(self) -> None:
        # Stays CLOSED only once the transport says so: the stall check goes on until then.
        self._transport.unregisterProducer()
        self._transport.loseConnection()
        # TLS ends when the peer has said that it knows; who is not read cannot say so. Plain TCP reads nothing any more.
        self._transport.resumeProducing()

    def _give_up(self, reason: str) -> None:
        if self._state is not _State.CLOSED:
            tell = self._on_abort
            self.abort()
            tell(reason)

    # -- watching

    def _check_watermarks(self) -> None:
        if self._state is _State.CLOSED:
            return
        pending = self._queued_bytes + self._in_transport_bytes
        if pending or self._holding.held_bytes:
            self._count()
        if not self._full:
            if pending > self._high_watermark_bytes:
                self._full = True
                self._on_full()
        elif pending <= self._low_watermark_bytes:
            self._full = False
            self._on_drained()

    def _watch(self) -> None:
        """Output waits: look at it from time to time. The check ends by itself when nothing waits any more."""
        if self._stall_check is None:
            self._seen = self._look()
            self._stalled_since_s = self._clock.seconds()
            self._stall_check = self._clock.callLater(self._write_stall_timeout_ms / 4000, self._check_stall)

    def _look(self) -> object:
        """What changes while anything moves: at the client's end, or, where the disk is waited for, at that one."""
        if self._state is _State.COLD:
            assert self._read_ahead is not None
            head = self._queue[0]
            assert isinstance(head, FileSpan)
            return self._warmings, None if self._warming_began else self._read_ahead.ended(head.file)
        return self._progress, self._progress_probe()

    def _check_stall(self) -> None:
        self._stall_check = None
        if self._state is _State.OPEN and not self._closing:
            return
        now_s = self._clock.seconds()
        seen = self._look()
        if seen != self._seen:
            self._seen = seen
            self._stalled_since_s = now_s
        elif now_s - self._stalled_since_s >= self._write_stall_timeout_ms / 1000:
            if self._state is _State.COLD:
                reason = f"the disk gave nothing of {self._queue[0]!r} for {self._write_stall_timeout_ms} ms"
            else:
                reason = f"took nothing of its answers for {self._write_stall_timeout_ms} ms"
            self._give_up(f"{reason}, {self.pending_bytes} bytes unsent")
            return
        self._stall_check = self._clock.callLater(self._write_stall_timeout_ms / 4000, self._check_stall)
