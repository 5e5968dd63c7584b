"""Producer ids, a block at a time (Kafka's ``ProducerIdManager``); blocks: `klog.cluster.zookeeper.producer_id_blocks`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.cluster.zookeeper.attempts import Attempts
from klog.cluster.zookeeper.producer_id_blocks import BlockTaker
from klog.zookeeper.znodes import ProducerIdBlock


class ProducerIds:
    """Single ids out of blocks; who asks while there are none left waits for the next block.

    :param broker_id: ours; asked when a block is taken.
    """

    def __init__(self, attempts: Attempts, broker_id: Callable[[], int]) -> None:
        self._attempts = attempts
        self._broker_id = broker_id
        self._block = range(0)
        self._waiters: deque[Deferred[int]] = deque()
        self._is_taking = False

    def next(self) -> Deferred[int]:
        """An id that nobody was ever given before and nobody will be again."""
        if self._block and not self._waiters:
            return succeed(self._take())
        waiter: Deferred[int] = Deferred(self._waiters.remove)
        self._waiters.append(waiter)
        self._take_block()
        return waiter

    def _take(self) -> int:
        first, self._block = self._block[0], self._block[1:]
        return first

    def _take_block(self) -> None:
        if self._is_taking:
            return
        self._is_taking = True
        taker = BlockTaker(self._broker_id())

        async def take() -> ProducerIdBlock:
            return await self._attempts.attempt(lambda session: taker.attempt(session.client))

        change = self._attempts.change("producer ids", "the reservation of producer ids", take)
        change.addCallbacks(self._taken, self._not_taken)

    def _taken(self, block: ProducerIdBlock) -> None:
        self._is_taking = False
        self._block = range(block.first, block.last + 1)
        while self._waiters and self._block:
            self._waiters.popleft().callback(self._take())
        if self._waiters:
            self._take_block()

    def _not_taken(self, failure: Failure) -> None:
        self._is_taking = False
        waiters, self._waiters = self._waiters, deque()
        for waiter in waiters:
            waiter.errback(failure)
