"""How far a group has read, in ``/consumers/G/offsets/T/P``: the next offset to read, as text.

As in Kafka nobody checks versions here. What keeps a member from writing after its time is that it writes within the session in which the
partitions were given to it: once that is over, ZooKeeper takes nothing of it any more, and as long as it is not, nobody else owns them.

One node is written per partition that is committed, in multis. Which nodes exist is remembered, and looked up again where that was wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from klog.client.groups.paper.registries import Parents, Wait, pieces
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.consumer_znodes import decode_offset, encode_offset, offset_path, offsets_path
from klog.zookeeper.errors import NodeExistsException, NoNodeException
from klog.zookeeper.requests import Create, Set
from klog.zookeeper.znode_json import BadZnode

#: Turns for one multi whose nodes are not as remembered.
_TRIES = 20


class Offsets:
    """A group's offsets, within one session.

    :param wait: as for `Registries`.
    """

    def __init__(self, client: ZookeeperClient, group_id: str, wait: Wait, parents: Parents) -> None:
        self.client = client
        self.group_id = group_id
        self._path = offsets_path(group_id)
        self._wait = wait
        self._parents = parents
        #: Whose nodes are there.
        self._known: set[TopicPartition] = set()

    def path(self, place: TopicPartition) -> str:
        """Where the offset of `place` lies."""
        return offset_path(self.group_id, place.topic, place.partition)

    async def write(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Write them all.

        :raises ZookeeperError: some are not, or perhaps not.
        """
        for some in pieces(sorted(offsets), lambda place: len(self._path) + len(place.topic)):
            await self._write_piece({place: offsets[place] for place in some})

    async def _write_piece(self, offsets: Mapping[TopicPartition, int]) -> None:
        places = sorted(offsets)
        for _ in range(_TRIES):
            await self._parents.make_all({offsets_path(self.group_id, place.topic) for place in places if place not in self._known})
            operations = [
                Set(self.path(place), encode_offset(offsets[place]), -1)
                if place in self._known
                else Create(self.path(place), encode_offset(offsets[place]))
                for place in places
            ]
            try:
                await self._wait(self.client.multi(operations))
            except (NodeExistsException, NoNodeException):
                await self._look(places)
            else:
                self._known.update(places)
                return
        raise KlogError(
            ErrorCode.REQUEST_TIMED_OUT, f"group {self.group_id}: somebody makes and deletes nodes in {self._path} all the time"
        )

    async def _look(self, places: list[TopicPartition]) -> None:
        """What is there of `places`."""
        for place, value in zip(places, await self._wait(self.client.get_many([self.path(place) for place in places])), strict=True):
            if isinstance(value, Exception):
                self._known.discard(place)
                self._parents.forget(f"{self._path}/{place.topic}")
            else:
                self._known.add(place)

    async def read(self, places: Collection[TopicPartition]) -> dict[TopicPartition, int]:
        """What was committed; partitions without are left out.

        :raises KlogError: what ZooKeeper has of one is no offset; names it.
        :raises ZookeeperError: ZooKeeper could not be asked.
        """
        wanted = sorted(places)
        found: dict[TopicPartition, int] = {}
        if not wanted:
            return found
        for place, value in zip(wanted, await self._wait(self.client.get_many([self.path(place) for place in wanted])), strict=True):
            if isinstance(value, NoNodeException):
                self._known.discard(place)
                continue
            if isinstance(value, Exception):
                raise value
            self._known.add(place)
            try:
                offset = decode_offset(self.path(place), value[0])
            except BadZnode as error:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"group {self.group_id}: {error}") from error
            # Kafka writes -1 where it knows none.
            if offset >= 0:
                found[place] = offset
        return found
