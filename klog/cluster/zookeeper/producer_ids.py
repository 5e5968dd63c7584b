"""Producer ids, a block at a time (Kafka's ``ProducerIdManager``); blocks: `klog.cluster.zookeeper.producer_id_blocks`.

Ids are given out in turns. Whoever asks while a turn is under way waits for the next one, so that all that ask at once cost ZooKeeper one
question::

    turn:  a block in hand, or, where there is none, the next one is taken
           ──> which ids were taken out meanwhile, since copies have them? ──> what is left of the block is given out
           ──> on with the next one, where somebody waits still

It is asked about a block that was just taken, too: where ZooKeeper's answer was lost, that it is ours was found out later, and it may have
been taken out in between. What is taken out after that question is as if it had been taken out after the ids were given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.cluster.zookeeper.attempts import Attempts
from klog.cluster.zookeeper.producer_id_blocks import BlockTaker, take_out, taken_out
from klog.zookeeper.client import ZookeeperClient

_T = TypeVar("_T")


class ProducerIds:
    """Single ids out of blocks.

    :param broker_id: ours; asked when a block is taken.
    """

    def __init__(self, attempts: Attempts, broker_id: Callable[[], int]) -> None:
        self._attempts = attempts
        self._broker_id = broker_id
        self._block = range(0)
        #: Those of this turn, and those of the next one.
        self._served: deque[Deferred[int]] = deque()
        self._waiting: deque[Deferred[int]] = deque()
        self._is_serving = False

    def next(self) -> Deferred[int]:
        """An id that nobody was ever given before and nobody will be again, and that stood in no copy when it was asked for."""
        waiter: Deferred[int] = Deferred(self._give_up)
        self._waiting.append(waiter)
        if not self._is_serving:
            self._is_serving = True
            Deferred.fromCoroutine(self._serve())
        return waiter

    def give_above(self, producer_id: int) -> Deferred[int]:
        """Have nobody be given an id up to this one any more, by whatever broker of klog's. Fires when that is so, with the last
        id of which it is.

        :raises KlogError: (from the Deferred) as `take_out`; REQUEST_TIMED_OUT.
        """
        us = self._broker_id()
        return self._ask("copied producer ids", "keeping producer ids apart", lambda client: take_out(client, us, producer_id))

    def _give_up(self, waiter: Deferred[int]) -> None:
        for line in (self._served, self._waiting):
            if waiter in line:
                line.remove(waiter)

    async def _serve(self) -> None:
        while self._waiting:
            self._served, self._waiting = self._waiting, deque()
            try:
                await self._turn()
            except Exception:
                failure = Failure()  # type: ignore[no-untyped-call]
                while self._served:
                    self._served.popleft().errback(failure)
        self._is_serving = False

    async def _turn(self) -> None:
        while self._served:
            if not self._block:
                taker = BlockTaker(self._broker_id())
                block = await self._ask("producer ids", "the reservation of producer ids", taker.attempt)
                self._block = range(block.first, block.last + 1)
            last = await self._ask("producer ids", "the look at copied producer ids", taken_out)
            self._block = range(max(self._block.start, last + 1), max(self._block.stop, last + 1))
            if not self._block:
                # Mostly they are so already; not where somebody has set back which block is the next.
                await self.give_above(last)
            while self._served and self._block:
                first, self._block = self._block[0], self._block[1:]
                self._served.popleft().callback(first)

    def _ask(self, key: str, what: str, question: Callable[[ZookeeperClient], Awaitable[_T]]) -> Deferred[_T]:
        async def ask() -> _T:
            return await self._attempts.attempt(lambda session: question(session.client))

        return self._attempts.change(key, what, ask)
