"""How many records there are in batches whose timestamps lie in one window, added up batch by batch.

Two comparisons and an addition; but a broker does it for every batch that it appends, and what it asks of a `PlainTally` is in its way each
time. This is the plain version of what ``_tally`` does in C; ``implementations`` chooses.
"""

from __future__ import annotations

#: Offsets and timestamps are 64 bits wide wherever they are written.
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


class PlainTally:
    """See the module.

    :ivar start_ms, end_ms: the window, from `start_ms` up to before `end_ms`; nothing lies in it where both are 0.
    :ivar count: records so far.
    """

    __slots__ = ("count", "end_ms", "start_ms")

    def __init__(self) -> None:
        self.start_ms = self.end_ms = self.count = 0

    def add(self, base_offset: int, last_offset: int, min_timestamp: int, max_timestamp: int) -> bool:
        """Count a batch, if its timestamps lie in the window; whether it was counted.

        :param base_offset, last_offset: of its first and last record.
        :param min_timestamp, max_timestamp: the least and the largest of its timestamps, in milliseconds.
        """
        if self.start_ms <= min_timestamp and max_timestamp < self.end_ms and max_timestamp >= _LEAST and min_timestamp <= _MOST:
            self.count += last_offset - base_offset + 1
            return True
        return False
