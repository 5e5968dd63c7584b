"""Reads that wait for the disk while the reactor does not: what is asked of a log is asked again when a thread has read what was missing.

Who reads a log is answered at once or by a `klog.storage.cold_read.ColdRead`, a piece of work for a thread. `ColdReads` has it done:

* so many at a time for each data directory, and as many for what reads several of them; each *owner* (a connection) has one under way and
  the others behind it, owners by turns. So a client that pipelines a hundred fetches of cold bytes holds up its own, and a disk that hangs
  holds up those who ask for what is on it;
* what waits is bounded by who asks: a request has one piece of work, however many partitions it names;
* a request whose connection goes is cancelled: what waits is not begun, and what a thread finds for it is dropped;
* a client's request waits no longer than `LONGEST_LOOK_MS`: then it is answered without what is missing. A round of retention ends then,
  and the loading of groups goes on with other partitions. Only the cleaner waits for a disk as long as that hangs; a stop waits for none of
  it for ever.

Between asking and asking again anything may have become of the log and its partition. So the whole question is asked again, on what is
there then; only bytes of segments, which never change, are taken over.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, fail, inlineCallbacks, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from klog.errors import ErrorCode, KlogError
from klog.in_thread import InThread
from klog.storage.cold_read import ColdRead, without_stack

T = TypeVar("T")

#: Reads of a disk at a time: so many of its threads for reading (`klog.broker.disk.threads`), so that others find one free.
LIMIT = 4
#: How often the same is asked: each time something else was missing, or the log had changed meanwhile.
MOST_ASKS = 8
#: So long a client's request waits for a thread to read at most, or its own wait where that is longer.
LONGEST_LOOK_MS = 10_000


class _Waiting:
    """A piece of work that was not begun, or runs."""

    __slots__ = ("cold", "deferred", "owner")

    def __init__(self, owner: object, cold: ColdRead, cancelled: Callable[[_Waiting], None]) -> None:
        self.owner = owner
        self.cold = cold
        self.deferred: Deferred[None] = Deferred(lambda _: cancelled(self))


class _Line:
    """Owners who wait for one disk.

    :ivar running: reads under way.
    :ivar turns: the owners' identities; whose turn is next is in front.
    """

    __slots__ = ("running", "turns")

    def __init__(self) -> None:
        self.running = 0
        self.turns: OrderedDict[int, None] = OrderedDict()


class ColdReads:
    """Has `ColdRead`s run.

    :param in_thread_of: for a data directory, what runs a function in one of its threads.
    :param limit: how many at a time, of each.
    """

    def __init__(self, in_thread_of: Callable[[str], InThread[Any]], limit: int = LIMIT) -> None:
        self._in_thread_of = in_thread_of
        self._limit = limit
        #: By data directory.
        self._lines: dict[str, _Line] = {}
        #: What waits, by its owner's identity: in line for the first of it; what waits knows its owner, so that no other can come to have
        #: that. An owner with something under way is not here: it is in `_busy`.
        self._ready: dict[int, deque[_Waiting]] = {}
        self._busy: dict[int, deque[_Waiting]] = {}
        #: How many pieces of work were run so far.
        self.count = 0

    def __len__(self) -> int:
        """How many wait or run."""
        return len(self._busy) + sum(map(len, self._ready.values())) + sum(map(len, self._busy.values()))

    def read(self, owner: object, cold: ColdRead) -> Deferred[None]:
        """Have `cold` run and applied; fires in the turn in which it was applied, for the question to be asked again. May be cancelled."""
        waiting = _Waiting(owner, without_stack(cold), self._drop)
        key = id(owner)
        if key in self._busy:
            self._busy[key].append(waiting)
        elif key in self._ready:
            self._ready[key].append(waiting)
        else:
            self._begin(self._stand_in_line(key, deque([waiting])))
        return waiting.deferred

    def _stand_in_line(self, key: int, queue: deque[_Waiting]) -> _Line:
        """The owner waits for the disk of the first in `queue`; the line."""
        self._ready[key] = queue
        disk = queue[0].cold.disk
        line = self._lines.get(disk)
        if line is None:
            line = self._lines[disk] = _Line()
        line.turns[key] = None
        return line

    def _drop(self, waiting: _Waiting) -> None:
        """Nobody wants it any more. It must not be kept until its turn, which does not come while the disk hangs."""
        key = id(waiting.owner)
        queue = self._busy.get(key)
        if queue is not None and waiting in queue:
            queue.remove(waiting)
        queue = self._ready.get(key)
        if queue is not None and waiting in queue:
            disk = queue[0].cold.disk
            queue.remove(waiting)
            if not queue or queue[0].cold.disk != disk:
                del self._lines[disk].turns[key], self._ready[key]
                if queue:
                    self._begin(self._stand_in_line(key, queue))

    def ask(self, owner: object, question: Callable[[], T]) -> T | Deferred[T]:
        """The answer to `question`, at once where nothing has to be read for it. Raises what it raises, but for `ColdRead`; the Deferred
        fails with that, or with KlogError (KAFKA_STORAGE_ERROR) where no end of reading is to be seen."""
        try:
            return question()
        except ColdRead as cold:
            return self.ask_again(owner, question, cold)

    def answer(self, owner: object, question: Callable[[], T]) -> Deferred[T]:
        """As `ask`, always by a Deferred."""
        try:
            result = self.ask(owner, question)
        except Exception:  # noqa: BLE001
            return fail()
        return result if isinstance(result, Deferred) else succeed(result)

    @inlineCallbacks
    def ask_again(self, owner: object, question: Callable[[], T], cold: ColdRead) -> Generator[Deferred[None], None, T]:
        """`ask`, where `question` was asked already and raised `cold`."""
        for _ in range(MOST_ASKS):
            try:
                yield self.read(owner, cold)
            except OSError as error:
                raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, str(error)) from error
            try:
                return question()
            except ColdRead as another:
                cold = another
        raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "a log changes faster than it can be read")

    def ask_in_time(
        self, owner: object, question: Callable[[], T], cold: ColdRead, clock: IReactorTime, otherwise: Callable[[], T]
    ) -> Deferred[T]:
        """As `ask_again`; after `LONGEST_LOOK_MS` on `clock` the answer is that of `otherwise`, which reads nothing. May be cancelled."""
        answer = self.ask_again(owner, question, cold)
        timer = clock.callLater(LONGEST_LOOK_MS / 1000, answer.cancel)

        def ended(result: T | Failure) -> T | Failure:
            if timer.active():
                timer.cancel()
                return result
            return otherwise()

        return answer.addBoth(ended)

    def _begin(self, line: _Line) -> None:
        while line.turns and line.running < self._limit:
            key, _ = line.turns.popitem(last=False)
            queue = self._ready.pop(key)
            waiting = queue.popleft()
            self._busy[key] = queue
            line.running += 1
            self.count += 1
            self._in_thread_of(waiting.cold.disk)(waiting.cold.run).addBoth(self._ended, waiting, line)

    def _ended(self, result: object, waiting: _Waiting, line: _Line) -> None:
        line.running -= 1
        key = id(waiting.owner)
        queue = self._busy.pop(key)
        # Before anybody is told, who may ask for more.
        following = self._stand_in_line(key, queue) if queue else line
        if not waiting.deferred.called:
            if isinstance(result, Failure):
                # No thread could be started; or a mistake.
                waiting.deferred.errback(result)
            else:
                try:
                    waiting.cold.apply()
                except Exception:  # noqa: BLE001
                    waiting.deferred.errback(Failure())  # type: ignore[no-untyped-call]
                else:
                    waiting.deferred.callback(None)
        self._begin(line)
        if following is not line:
            self._begin(following)
