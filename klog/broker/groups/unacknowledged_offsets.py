"""What committed offsets were before writes that are not acknowledged yet.

Under the flush rule a shard's memory runs ahead of what its clients may be told: a write is applied when it is appended, and acknowledged
when the high watermark passes it. Kafka keeps every state of its coordinator from the high watermark on (``SnapshotRegistry``); here the
offset store writes down, for each value that it replaces, what stood there and where in the log the new one ends::

    before, under one key:      (end 7, 100)   (end 9, 120)          in memory now: 150
    high watermark              below 7: 100   7 or 8: 120           from 9 on: 150

Without the flush rule everything is acknowledged when it is appended, and nothing is written down.

Where a flush fails, its writes are never acknowledged, so what was before is told until the shard is closed. What a closed shard had is
forgotten with it: the next leader reads the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

#: Values that may wait for their flush in one shard, before commits are refused: some 20 MB.
MOST_UNACKNOWLEDGED = 100_000

#: Ends of writes in the log, and what stood there before each (None: nothing); the oldest first.
Before = deque[tuple[int, bytes | None]]

_NOTHING: Mapping[bytes, Before] = {}


class UnacknowledgedOffsets:
    """Values of one shard, by group (UTF-8) and key."""

    __slots__ = ("_before", "_order")

    def __init__(self) -> None:
        #: In the order of the writes: end, group, key.
        self._order: deque[tuple[int, bytes, bytes]] = deque()
        self._before: dict[bytes, dict[bytes, Before]] = {}

    def __len__(self) -> int:
        return len(self._order)

    @property
    def is_full(self) -> bool:
        """Whether the disk is so far behind that nothing more should be taken."""
        return len(self._order) >= MOST_UNACKNOWLEDGED

    def note(self, end: int, name: bytes, key: bytes, before: bytes | None) -> None:
        """A value was replaced, by a record below `end`."""
        self._order.append((end, name, key))
        self._before.setdefault(name, {}).setdefault(key, deque()).append((end, before))

    def settle(self, offset: int) -> None:
        """What was written below `offset` is acknowledged: nobody needs to know what was before it."""
        order = self._order
        while order and order[0][0] <= offset:
            _, name, key = order.popleft()
            keys = self._before[name]
            values = keys[key]
            values.popleft()
            if not values:
                del keys[key]
                if not keys:
                    del self._before[name]

    def of(self, name: bytes) -> Mapping[bytes, Before]:
        """For each key of a group with an unacknowledged value, what was before; the first one of each is acknowledged."""
        return self._before.get(name, _NOTHING)
