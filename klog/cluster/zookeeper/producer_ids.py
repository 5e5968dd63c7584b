"""Producer ids, a block at a time (Kafka's ``ProducerIdManager``).

``/latest_producer_id_block`` names the last block that any broker took. A broker takes the next one by writing it there under the condition
that nobody did so in between. Where the answer got lost, the block is read: if it is the one that we wrote, it is ours.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.cluster.zookeeper.attempts import Attempts
from klog.errors import ErrorCode, KlogError
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import PRODUCER_ID_BLOCK, ProducerIdBlock

#: Ids in a block (``ProducerIdsBlock.PRODUCER_ID_BLOCK_SIZE``).
BLOCK_SIZE = 1000
#: Ids end here.
LAST_PRODUCER_ID = 2**63 - 1


def next_block(broker_id: int, data: bytes) -> ProducerIdBlock:
    """The block after the one that `data` tells.

    :raises KlogError: UNKNOWN_SERVER_ERROR: there are no ids left, or `data` cannot be read.
    """
    if not data:
        return ProducerIdBlock(broker_id, 0, BLOCK_SIZE - 1)
    try:
        last = ProducerIdBlock.decode(PRODUCER_ID_BLOCK, data).last
    except BadZnode as error:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, str(error)) from None
    if not 0 <= last <= LAST_PRODUCER_ID - BLOCK_SIZE:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "all producer ids were handed out")
    return ProducerIdBlock(broker_id, last + 1, last + BLOCK_SIZE)


class BlockTaker:
    """Takes one block; `attempt` may be called again after any error of ZooKeeper's."""

    def __init__(self, broker_id: int) -> None:
        self._broker_id = broker_id
        self._written: ProducerIdBlock | None = None

    async def attempt(self, client: ZookeeperClient) -> ProducerIdBlock:
        """The block that is ours now. Raises what `ZookeeperClient` does, among them BadVersion where another broker was faster."""
        data, stat = await client.get(PRODUCER_ID_BLOCK)
        if self._written is not None and data == self._written.encode():
            return self._written
        self._written = next_block(self._broker_id, data)
        await client.set(PRODUCER_ID_BLOCK, self._written.encode(), stat["version"])
        return self._written


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
