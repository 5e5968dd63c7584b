"""Blocks of producer ids, and how one is taken (Kafka's ``ZkProducerIdManager``).

``/latest_producer_id_block`` names the last block that anybody took. The next one is taken by writing it there under the condition that
nobody did so in between. Where the answer got lost, the block is read: if it is the one that we wrote, it is ours.
"""

from __future__ import annotations

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
