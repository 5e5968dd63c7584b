"""What ``klog cat -P`` reads: standard input or a file in pieces, and records out of the pieces.

`Splitter` is the decision (pure): pieces in, records out, at a delimiter of one byte or many that may itself be cut in two. `InputReader`
is the act: it waits for a pipe or a terminal with the reactor, so that what was typed is sent while nothing new comes, and reads a file as
fast as it is asked.
"""

from __future__ import annotations

import os
import stat
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReadDescriptor
from zope.interface import implementer

from klog.cli.exit_codes import CommandFailed

PIECE_BYTES = 1 << 18


class Splitter:
    """Cuts a stream at a delimiter.

    :param max_bytes: the longest record.

    >>> splitter = Splitter(b";")
    >>> splitter.feed(b"a;b;c"), splitter.rest()
    ([b'a', b'b'], b'c')
    """

    def __init__(self, delimiter: bytes, max_bytes: int = 1 << 30) -> None:
        if not delimiter:
            raise ValueError("a delimiter has at least one byte")
        self._delimiter = delimiter
        self._max_bytes = max_bytes
        self._pieces: list[bytes] = []
        self._held = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The records that `data` completes.

        :raises CommandFailed: one is longer than allowed.
        """
        # A delimiter of several bytes may begin in what is held: only then is that looked at again.
        if self._pieces and (len(self._delimiter) > 1 or self._delimiter in data):
            data = b"".join(self._pieces) + data
            self._pieces.clear()
            self._held = 0
        if self._delimiter not in data:
            self._hold(data)
            return []
        records = data.split(self._delimiter)
        self._hold(records.pop())
        return records

    def _hold(self, data: bytes) -> None:
        if data:
            self._pieces.append(data)
            self._held += len(data)
        if self._held > self._max_bytes:
            raise CommandFailed(f"the input has a record of more than {self._max_bytes} bytes; is -D the right delimiter?")

    def rest(self) -> bytes:
        """What stands behind the last delimiter."""
        rest = b"".join(self._pieces)
        self._pieces.clear()
        self._held = 0
        return rest


class KeyAndValue(NamedTuple):
    """One line as it is sent."""

    key: bytes | None
    value: bytes | None


def split_key(record: bytes, delimiter: bytes | None, fixed_key: bytes | None, nulls: bool) -> KeyAndValue:
    """Key and value of one line, as kcat takes them: ``-K`` cuts at its first occurrence, ``-k`` is for lines without a key, ``-Z`` makes
    null of what is empty (of lines with a key delimiter only, as in kcat)."""
    key: bytes | None = None
    value: bytes | None = record
    if delimiter:
        front, found, behind = record.partition(delimiter)
        if found:
            key, value = front, behind
            if nulls:
                key, value = key or None, value or None
    if key is None and fixed_key is not None:
        key = fixed_key
    return KeyAndValue(key, value)


@implementer(IReadDescriptor)
class InputReader:
    """Reads a descriptor piece by piece; `read` fires with b"" at the end.

    :param reactor: IReactorFDSet.
    """

    def __init__(self, reactor: Any, fd: int) -> None:
        self._reactor = reactor
        self._fd = fd
        self._waiting: Deferred[bytes] | None = None
        self._selectable = not stat.S_ISREG(os.fstat(fd).st_mode)

    def fileno(self) -> int:
        """What the reactor waits for."""
        return self._fd

    def logPrefix(self) -> str:
        """For the reactor's log."""
        return "input"

    def read(self) -> Deferred[bytes]:
        """The next piece. Fails with OSError."""
        if self._selectable:
            try:
                self._reactor.addReader(self)
            except OSError:  # /dev/null and its like cannot be waited for, and need not
                self._selectable = False
            else:
                self._waiting = Deferred(lambda _: self._reactor.removeReader(self))
                return self._waiting
        waiting: Deferred[bytes] = Deferred()
        self._answer(waiting)
        return waiting

    def doRead(self) -> None:
        """The reactor says that there is something."""
        self._reactor.removeReader(self)
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._answer(waiting)

    def _answer(self, waiting: Deferred[bytes]) -> None:
        try:
            data = os.read(self._fd, PIECE_BYTES)
        except OSError:
            waiting.errback()
        else:
            waiting.callback(data)

    def connectionLost(self, reason: Any) -> None:
        """The reactor's idea of an end; what is left is read by the next `read`."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._answer(waiting)
