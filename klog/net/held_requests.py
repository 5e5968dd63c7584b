"""Requests of one connection that were read and cannot be handled yet, with the memory that they hold.

A request is a view on what one read brought or, where it is large, on a buffer of its own. What is held is therefore not the sum of the
requests but of what they are views on, until the last of its requests is gone. They come and go in one order, so requests that share a
buffer stand next to each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from klog.memory_budget import Holding, MemoryBudget
from klog.wire.request import Request


class HeldRequests:
    """First come, first served.

    :param memory: where the buffers are counted.
    """

    __slots__ = ("_buffers", "_holding", "_requests")

    def __init__(self, memory: MemoryBudget) -> None:
        self._requests: deque[Request] = deque()
        #: What the requests are views on, its size, and how many of them there are.
        self._buffers: deque[tuple[object, int, int]] = deque()
        self._holding = Holding(memory)

    def __len__(self) -> int:
        return len(self._requests)

    def __iter__(self) -> Iterator[Request]:
        return iter(self._requests)

    @property
    def first(self) -> Request:
        """The next one; there must be one."""
        return self._requests[0]

    @property
    def held_bytes(self) -> int:
        """What they hold."""
        return self._holding.held_bytes

    def extend(self, requests: Iterable[Request]) -> None:
        """Some more, in order."""
        buffers = self._buffers
        more = 0
        for request in requests:
            self._requests.append(request)
            buffer: object = request.body.obj
            if buffers and buffers[-1][0] is buffer:
                _, size, count = buffers.pop()
            else:
                count, size = 0, len(buffer)  # type: ignore[arg-type]
                more += size
            buffers.append((buffer, size, count + 1))
        self._holding.add(more)

    def popleft(self) -> Request:
        """The next one, which is somebody else's from now on."""
        request = self._requests.popleft()
        buffer, size, count = self._buffers.popleft()
        if count > 1:
            self._buffers.appendleft((buffer, size, count - 1))
        else:
            self._holding.add(-size)
        return request

    def clear(self) -> None:
        """All are gone."""
        self._requests.clear()
        self._buffers.clear()
        self._holding.clear()
