"""A slice of a file on its way to a socket.

Storage answers a read with spans, the codec counts their lengths and passes them through, and only the transport opens
them. A span keeps its file alive: the descriptor is closed when the last reference to the file object goes, so retention
may delete a segment while it is being sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class SpanFile(Protocol):
    """What a transport needs of a file."""

    def fileno(self) -> int:
        """The descriptor for ``sendfile``; -1 where there is none (files in memory)."""

    def read_at(self, position: int, length: int) -> bytes:
        """Up to `length` bytes from `position`; fewer only at the end of the file."""


class FileSpan:
    """`length` bytes of `file` from `position` on."""

    __slots__ = ("file", "length", "position")

    def __init__(self, file: SpanFile, position: int, length: int) -> None:
        self.file = file
        self.position = position
        self.length = length

    def __len__(self) -> int:
        return self.length

    def read(self) -> bytes:
        """The bytes themselves, for transports without sendfile and for conversion."""
        return self.file.read_at(self.position, self.length)

    def __repr__(self) -> str:
        return f"FileSpan({self.file!r}, {self.position}, {self.length})"


#: What a response is made of, in order.
Part = bytes | FileSpan


def join_parts(parts: Iterable[Part]) -> bytes:
    """All parts as one `bytes`: for TLS, tests and conversion."""
    return b"".join(part if isinstance(part, bytes) else part.read() for part in parts)
