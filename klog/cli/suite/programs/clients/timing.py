"""What all client loads have in common: the settings that each of them gets, a warm-up, and a watch.

All get the same linger, batch size, acks=all with idempotence, and values of 100 bytes. Before the watch begins, who produces has had
`WARM_UP` records taken (a tenth of them where a client is slow), and who consumes has read one message, whatever else came with it: leaders
are found and connections made by then.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

LINGER_MS = 5
BATCH_BYTES = 64 << 10
PARTITIONS = 4
VALUE_BYTES = 100
WARM_UP = 20_000
#: What a consumer reads before.
READ_BEFORE = 1
#: Told with the figures.
SETTINGS = (
    f"acks=all, idempotent, linger {LINGER_MS} ms, batches of {BATCH_BYTES >> 10} KiB, no compression, values of {VALUE_BYTES} bytes, "
    f"{PARTITIONS} partitions; librdkafka's consumer so that it does not "
    f"pause where its queue is full; each client in a process of its own beside klog's broker"
)


class Timed(NamedTuple):
    """One measurement."""

    seconds: float
    #: User and system time of the client's process.
    cpu_seconds: float
    #: Records that were sent or read before it.
    warm_up: int = 0


class Watch:
    """Wall and CPU time since it was made.

    :param warm_up: see `Timed`.
    """

    def __init__(self, warm_up: int = 0) -> None:
        self._warm_up = warm_up
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> Timed:
        """What was measured so far."""
        return Timed(time.perf_counter() - self._wall, time.process_time() - self._cpu, self._warm_up)


def turn(reactor: Any) -> Any:
    """A Deferred that lets the reactor have its turn."""
    from twisted.internet.task import deferLater

    return deferLater(reactor, 0)
