"""The least that a Twisted server does for a request: read frames, answer each with a fixed one. ``python -m tests.bench.bare_server``.

What a broker written with Twisted cannot be cheaper than; `tests.bench` measures klog's heartbeats beside it.
"""

from __future__ import annotations

import struct
import sys

from twisted.internet import reactor
from twisted.internet.protocol import Factory, Protocol

_LENGTH = struct.Struct(">i")
#: As long as the answer to Heartbeat 4.
ANSWER = struct.pack(">ii", 12, 0) + bytes(8)


class Bare(Protocol):
    """One connection."""

    def __init__(self) -> None:
        self.buffer = b""

    def dataReceived(self, data: bytes) -> None:
        """Answer each whole frame."""
        if self.buffer:
            data = self.buffer + data
        start, end = 0, len(data)
        while end - start >= 4:
            (length,) = _LENGTH.unpack_from(data, start)
            if end - start < 4 + length:
                break
            start += 4 + length
            self.transport.write(ANSWER)  # type: ignore[union-attr]
        self.buffer = data[start:]


if __name__ == "__main__":
    factory = Factory.forProtocol(Bare)
    factory.noisy = False
    port = reactor.listenTCP(0, factory, backlog=1024, interface="127.0.0.1")  # type: ignore[attr-defined]
    print(f"READY 127.0.0.1:{port.getHost().port}", flush=True)
    sys.stdout.flush()
    reactor.run()  # type: ignore[attr-defined]
