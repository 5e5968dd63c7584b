"""The audit log in a file of its own: a line of JSON for each decision that is told (`klog.broker.authorization.audit_log` says which).

Nobody waits for it. Lines wait in memory, `MOST_WAITING` at most, and are written together in a thread `DELAY_S` after the first of them
came; while the disk hangs they go on waiting. Lines that found no place, and those that could not be written, are lost: the broker serves
on, its own log says why, and the next line that can be written tells how many are missing::

    {"time": "2026-11-26T21:00:00.123Z", "lost": 17}

A file that would grow past its size becomes ``<path>.1``, the one before it ``<path>.2``, and so on; the oldest goes. Lines are whole: what
a full disk took half of is cut off again. The file is opened anew each time, so that somebody else may move it away; only its owner may
read it. Two brokers that write one file would cut off each other's lines, and move it aside twice: a second one is refused at its start, by
a lock on ``<path>.lock``, which stays there and is empty. The file is not synced: what was written in the last seconds before a power cut
may be missing; half a line that a killed broker left stays, as a line of its own.
"""

from __future__ import annotations

import contextlib
import datetime
import json
from collections.abc import Callable, Mapping

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from klog.config import ConfigError
from klog.in_thread import InThread
from klog.log_rate_limit import LogRateLimit
from klog.storage.filesystem import FileSystem

SETTING = "klog.audit.log"
#: How long lines wait for others, in seconds.
DELAY_S = 0.5
#: Lines that wait, at most.
MOST_WAITING = 10_000
#: Between two complaints about the disk, in seconds.
COMPLAIN_S = 60.0


class AuditFile:
    """See the module.

    :param path: of the newest file.
    :param most_bytes: of one file.
    :param most_files: those that were moved aside, and the newest.
    :param has_allowed: whether what is allowed is written, too.
    :param clock: for delays.
    :param now_ms: wall clock.
    :param run_in_thread: for what waits for the disk; one at a time.
    :param warn: told what the disk does not do.
    :raises ConfigError: the file cannot be written, or another process writes it.
    """

    def __init__(
        self,
        fs: FileSystem,
        path: str,
        *,
        most_bytes: int,
        most_files: int,
        has_allowed: bool,
        clock: IReactorTime,
        now_ms: Callable[[], int],
        run_in_thread: InThread[None],
        warn: Callable[[str], None],
    ) -> None:
        self.has_allowed = has_allowed
        self._fs = fs
        self._path = path
        self._most_bytes = most_bytes
        self._most_files = most_files
        self._clock = clock
        self._now_ms = now_ms
        self._run_in_thread = run_in_thread
        self._warn = warn
        self._complaints = LogRateLimit(clock.seconds, COMPLAIN_S)
        #: Each with how many lines are missing where it is: itself, or those that it tells of.
        self._waiting: list[tuple[bytes, int]] = []
        #: What is being written; fires when that has ended, however.
        self._writing: Deferred[None] | None = None
        self._is_due = False
        self._lost = 0
        try:
            fs.open(path, write=True, create=True, private=True).close()
        except OSError as error:
            raise ConfigError(SETTING, path, f"the file cannot be written: {error.strerror or error}") from None
        # Not on the file itself, which is moved aside, and whose lock would go with the first of its descriptors that is closed.
        guard = f"{path}.lock"
        try:
            self._lock = fs.lock(guard)
        except BlockingIOError:
            sentence = f"another process writes it ({guard} is locked): every broker needs a file of its own"
            raise ConfigError(SETTING, path, sentence) from None
        except OSError as error:
            sentence = f"whether another process writes it cannot be told, for {guard} cannot be locked: {error.strerror or error}"
            raise ConfigError(SETTING, path, sentence) from None

    def tell(self, facts: Mapping[str, object], *, leaves_room: bool = False) -> None:
        """One line, with the time it is now.

        :param leaves_room: whether it is one of those that may be very many, and then finds no place before there is none for others.
        """
        if len(self._waiting) >= (MOST_WAITING // 2 if leaves_room else MOST_WAITING):
            self._lost += 1
            return
        if not self._waiting and self._writing is None:
            self._tell_lost()
        self._waiting.append((self._line(facts), 1))
        self._write_soon()

    def _tell_lost(self) -> None:
        if self._lost:
            self._waiting.append((self._line({"lost": self._lost}), self._lost))
            self._lost = 0

    def _line(self, facts: Mapping[str, object]) -> bytes:
        time = datetime.datetime.fromtimestamp(self._now_ms() / 1000, datetime.UTC).isoformat(timespec="milliseconds")
        # Only ASCII: whatever names hold, no line begins in one.
        return json.dumps({"time": time.replace("+00:00", "Z"), **facts}).encode() + b"\n"

    def _write_soon(self) -> None:
        if not self._is_due and self._writing is None:
            self._is_due = True
            self._clock.callLater(DELAY_S, self._due)

    def _due(self) -> None:
        self._is_due = False
        if self._writing is None:
            self._write_now()

    def _write_now(self) -> None:
        if not self._waiting:
            return
        lines, self._waiting = self._waiting, []
        ended: Deferred[None] = Deferred()
        self._writing = ended

        def over(result: object) -> None:
            self._writing = None
            if isinstance(result, Failure):
                self._failed(result, sum(count for _, count in lines))
            if self._waiting:
                self._write_soon()
            ended.callback(None)

        self._run_in_thread(lambda: self._append(b"".join(line for line, _ in lines))).addBoth(over)

    def _failed(self, failure: Failure, count: int) -> None:
        self._lost += count
        if self._complaints.begin() is not None:
            self._warn(f"{self._path}: the audit log cannot be written, and {self._lost} lines of it are lost: {failure.getErrorMessage()}")

    def close(self) -> Deferred[None]:
        """Write what waits, and let another process have the file. Fires when that has ended, however; a disk that hangs keeps it
        waiting."""
        if self._writing is not None:
            return self._after(self._writing).addCallback(lambda _: self.close())
        self._tell_lost()
        self._write_now()
        ended = succeed(None) if self._writing is None else self._after(self._writing)
        return ended.addCallback(lambda _: self.let_go())

    def let_go(self) -> None:
        """Let another process have the file; nothing more is told."""
        self._lock.release()

    @staticmethod
    def _after(ended: Deferred[None]) -> Deferred[None]:
        waiting: Deferred[None] = Deferred()

        def over(result: None) -> None:
            waiting.callback(None)

        ended.addCallback(over)
        return waiting

    # In a thread

    def _append(self, data: bytes) -> None:
        fs = self._fs
        size = fs.size(self._path) if fs.exists(self._path) else 0
        if size and size + len(data) > self._most_bytes:
            self._rotate()
            size = 0
        file = fs.open(self._path, write=True, create=True, private=True)
        try:
            if size and file.read_at(size - 1, 1) != b"\n":
                data = b"\n" + data
            try:
                file.write_at(size, [data])
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(size)
                raise
        finally:
            file.close()

    def _rotate(self) -> None:
        fs = self._fs
        names = [self._path, *(f"{self._path}.{number}" for number in range(1, self._most_files))]
        if fs.exists(names[-1]):
            fs.remove(names[-1])
        for older, newer in zip(reversed(names), reversed(names[:-1]), strict=False):
            if fs.exists(newer):
                fs.rename(newer, older)
