"""Blocks of producer ids, and how one is taken (Kafka's ``ZkProducerIdManager``).

``/latest_producer_id_block`` names the last block that anybody took. The next one is taken by writing it there under the condition that
nobody did so in between. Where the answer got lost, the block is read: if it is the one that we wrote, it is ours.

Partitions that are copied from another cluster bring ids which that one has given out, counting from zero, too. Such ids are taken out of
what is given out here (`take_out`), before they stand in any copy: first the block after them is the next that anybody takes, as if
somebody had taken one that ends behind them; then ``/klog/copied_producer_ids`` says so to those who have a block in hand, and look there
before they give out an id of it (`klog.cluster.zookeeper.producer_ids`). Brokers of Kafka's do not look there.
"""

from __future__ import annotations

from klog.errors import ErrorCode, KlogError
from klog.zookeeper import paths
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NodeExistsException, NoNodeException
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import COPIED_PRODUCER_IDS, PRODUCER_ID_BLOCK, CopiedProducerIds, ProducerIdBlock

#: Ids in a block (``ProducerIdsBlock.PRODUCER_ID_BLOCK_SIZE``).
BLOCK_SIZE = 1000
#: Ids end here.
LAST_PRODUCER_ID = 2**63 - 1


def next_block(broker_id: int, data: bytes) -> ProducerIdBlock:
    """The block after the one that `data` tells.

    :raises KlogError: UNKNOWN_SERVER_ERROR: there are no ids left, or `data` cannot be read.
    """
    last = _last_taken(data)
    if not -1 <= last <= LAST_PRODUCER_ID - BLOCK_SIZE:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "all producer ids were handed out")
    return ProducerIdBlock(broker_id, last + 1, last + BLOCK_SIZE)


def _last_taken(data: bytes) -> int:
    """The last id of all blocks that were taken; -1 before the first. Raises KlogError."""
    if not data:
        return -1
    try:
        last = ProducerIdBlock.decode(PRODUCER_ID_BLOCK, data).last
    except BadZnode as error:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, str(error)) from None
    if last < 0:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"{PRODUCER_ID_BLOCK} says that the last producer id is {last}")
    return last


def block_end(producer_id: int) -> int:
    """The last id of the block that an id is in, as blocks are where nobody has taken any out."""
    return producer_id - producer_id % BLOCK_SIZE + BLOCK_SIZE - 1


async def take_out(client: ZookeeperClient, broker_id: int, producer_id: int) -> int:
    """Have no broker give out an id up to this one any more, by both steps of the module; gives the last id of which that is so. May be
    called again after any error of ZooKeeper's, among them BadVersion where somebody was faster.

    :param broker_id: ours.

    :raises KlogError: UNKNOWN_SERVER_ERROR: so few would be left that none could be given out, or what is there cannot be read.
    """
    last = block_end(producer_id)
    if last > LAST_PRODUCER_ID - BLOCK_SIZE:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"a producer id as high as {producer_id} leaves none to give out")
    data, stat = await client.get(PRODUCER_ID_BLOCK)
    taken = _last_taken(data)
    if taken < last:
        await client.set(PRODUCER_ID_BLOCK, ProducerIdBlock(broker_id, taken + 1, last).encode(), stat["version"])
    try:
        data, stat = await client.get(COPIED_PRODUCER_IDS)
    except NoNodeException:
        try:
            await client.create(paths.parent(COPIED_PRODUCER_IDS), None)
        except NodeExistsException:
            # An older klog has made it, or whoever does the same just now.
            pass
        await client.create(COPIED_PRODUCER_IDS, CopiedProducerIds(last).encode())
        return last
    if _copied(data) < last:
        await client.set(COPIED_PRODUCER_IDS, CopiedProducerIds(last).encode(), stat["version"])
    return last


async def taken_out(client: ZookeeperClient) -> int:
    """Ids up to this one were taken out; -1 where none were. It is what ZooKeeper as a whole knows, whatever server we are connected to.

    :raises KlogError: UNKNOWN_SERVER_ERROR: what is there cannot be read.
    """
    await client.sync(COPIED_PRODUCER_IDS)
    try:
        data, _ = await client.get(COPIED_PRODUCER_IDS)
    except NoNodeException:
        return -1
    return _copied(data)


def _copied(data: bytes) -> int:
    try:
        return CopiedProducerIds.decode(COPIED_PRODUCER_IDS, data).last
    except BadZnode as error:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, str(error)) from None


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
