"""A slice of a file on its way to a socket.

Storage answers a read with spans, the codec counts their lengths and passes them through, and only the transport opens
them. A span keeps its file alive: the descriptor is closed when the last reference to the file object goes, so retention
may delete a segment while it is being sent.

Below its end a segment never changes, but for one case: a replica cuts its log on its leader's word, and other records come to stand in the
same places. A span that was made before and reaches behind the cut is *void* (`FileSpan.is_void`): nobody sends another byte of it. And
``sendfile`` lends pages to the kernel, which reads them when it transmits them: so whoever has lent some registers with the segment's
`FileCuts`, and is told when it is cut.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from typing import Protocol


class SpanFile(Protocol):
    """What a transport needs of a file."""

    def fileno(self) -> int:
        """The descriptor for ``sendfile``; -1 where there is none (files in memory)."""

    def read_at(self, position: int, length: int) -> bytes:
        """Up to `length` bytes from `position`; fewer only at the end of the file."""


class SpanSender(Protocol):
    """Who sends spans, and may have lent the kernel pages of a file."""

    def file_was_cut(self, cuts: FileCuts) -> None:
        """What stood behind `cuts.positions[-1]` may be something else soon."""


class FileCuts:
    """Where a file was cut, and who is to hear of it. One for each segment, for as long as it is the same file. One thread.

    :ivar positions: in bytes, one for each cut, oldest first; another tuple after each cut.
    :ivar senders: told of each.
    """

    __slots__ = ("positions", "senders")

    def __init__(self) -> None:
        self.positions: tuple[int, ...] = ()
        # A set in order: an empty one is a third of the size of a set, and each segment that is read has one.
        self.senders: dict[SpanSender, None] = {}

    def cut(self, position: int) -> None:
        """The file is about to be cut at `position`, or behind it: spans of it that reach further are void from now on."""
        self.positions = (*self.positions, position)
        for sender in list(self.senders):
            sender.file_was_cut(self)


class FileSpan:
    """`length` bytes of `file` from `position` on.

    :param cuts: of the file, where it may be cut.
    """

    __slots__ = ("_cut_before", "cuts", "file", "length", "position")

    def __init__(self, file: SpanFile, position: int, length: int, cuts: FileCuts | None = None) -> None:
        self.file = file
        self.position = position
        self.length = length
        self.cuts = cuts
        #: The positions where it was cut before.
        self._cut_before = () if cuts is None else cuts.positions

    def __len__(self) -> int:
        return self.length

    @property
    def is_void(self) -> bool:
        """Whether the file was cut below its end since it was made. May be asked in any thread."""
        cuts = self.cuts
        if cuts is None or cuts.positions is self._cut_before:
            return False
        return min(cuts.positions[len(self._cut_before) :]) < self.position + self.length

    def read(self) -> bytes:
        """The bytes themselves, for transports without sendfile and for conversion. Raises OSError; ESTALE where it is void."""
        return self.read_at(0, self.length)

    def read_at(self, start: int, length: int) -> bytes:
        """Up to `length` of them from the one at `start`. Raises as `read`."""
        data = self.file.read_at(self.position + start, length)
        # Behind the reading: in a thread the cut may come while it reads.
        if self.is_void:
            raise OSError(errno.ESTALE, f"the file was cut under {self!r}")
        return data

    def __repr__(self) -> str:
        return f"FileSpan({self.file!r}, {self.position}, {self.length})"


#: What a response is made of, in order.
Part = bytes | FileSpan


def join_parts(parts: Iterable[Part]) -> bytes:
    """All parts as one `bytes`: for TLS, tests and conversion."""
    return b"".join([part if isinstance(part, bytes) else part.read() for part in parts])
