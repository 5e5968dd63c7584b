"""Who is the controller: the broker whose session holds ``/controller``, ephemeral.

Winning is one multi: create ``/controller``, and write ``/controller_epoch`` one higher than it was, by its version. Everything that a
controller writes checks that version, so of two that believe in themselves only the later one can write (Kafka does the same,
KAFKA-6082). No broker has to be certain that it is the controller; it only has to check the version that it won with.

*Ambiguity.* A connection lost under the multi leaves it open whether we won. `contend` therefore always looks first: a ``/controller`` of
our own session is ours, whichever attempt made it. The epoch is read **before** ``/controller``: were it read after, another broker could
have taken over in between, and we would check the version of its term. ``/controller`` with our broker id but of another session is one
that we left behind; since only one session can hold our registration, that session is over for us, and we delete its node instead of
waiting until it expires.
"""

from __future__ import annotations

from typing import NamedTuple

from klog.zookeeper import znodes
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import BadVersionException, NodeExistsException, NoNodeException
from klog.zookeeper.protocol import EPHEMERAL
from klog.zookeeper.requests import Create, Operation, Set
from klog.zookeeper.znode_json import INT_MAX, BadZnode
from klog.zookeeper.znodes import CONTROLLER, CONTROLLER_EPOCH, ControllerEpoch


class Won(NamedTuple):
    """A time as the controller.

    :ivar epoch: its number, written into every partition state.
    :ivar version: of ``/controller_epoch``; to be checked by every write.
    """

    epoch: int
    version: int


async def contend(client: ZookeeperClient, broker_id: int, now_ms: int) -> Won | None:
    """Become the controller, or find that we are.

    :param broker_id: ours, registered in `client`'s session.
    :param now_ms: wall clock, for ``/controller``.
    :return: our term; None where somebody else is the controller.
    :raises BadZnode: ``/controller_epoch`` holds no number that another can follow.
    :raises ZookeeperError: ZooKeeper could not be asked; nobody knows whether we won, and asking again tells.
    """
    epoch, version = await _epoch(client)
    try:
        data, stat = await client.get(CONTROLLER)
    except NoNodeException:
        pass
    else:
        if stat["ephemeralOwner"] == client.session_id:
            return Won(epoch, version)
        if not await _left_behind(client, broker_id, data, stat["version"]):
            return None
    if epoch >= INT_MAX:
        raise BadZnode(CONTROLLER_EPOCH, f"no controller can come after {epoch}")
    controller = znodes.Controller(broker_id, now_ms)
    operations: list[Operation] = [
        Create(CONTROLLER, controller.encode(), flags=EPHEMERAL),
        Set(CONTROLLER_EPOCH, ControllerEpoch(epoch + 1).encode(), version),
    ]
    try:
        await client.multi(operations)
    except (NodeExistsException, BadVersionException):
        return None  # somebody was faster; the view tells when that controller ends
    return Won(epoch + 1, version + 1)


async def _epoch(client: ZookeeperClient) -> tuple[int, int]:
    """The number in ``/controller_epoch`` and its version; made where it is missing."""
    try:
        data, stat = await client.get(CONTROLLER_EPOCH)
    except NoNodeException:
        try:
            await client.create(CONTROLLER_EPOCH, ControllerEpoch(0).encode())
        except NodeExistsException:
            pass
        data, stat = await client.get(CONTROLLER_EPOCH)
    return ControllerEpoch.decode(CONTROLLER_EPOCH, data).epoch, stat["version"]


async def _left_behind(client: ZookeeperClient, broker_id: int, data: bytes, version: int) -> bool:
    """Delete a ``/controller`` of an earlier session of ours; whether there is none in our way any more."""
    try:
        if znodes.Controller.decode(CONTROLLER, data).broker_id != broker_id:
            return False
    except BadZnode:
        return False
    try:
        await client.delete(CONTROLLER, version)
    except NoNodeException:
        pass
    except BadVersionException:
        return False
    return True
