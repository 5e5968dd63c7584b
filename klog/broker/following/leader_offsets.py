"""Where a leader's logs end and start: what a follower asks (ListOffsets) when the offset that it fetched from is out of range there, and
of logs that may lack something (`klog.broker.following.doubtful_logs`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from klog.errors import ErrorCode, KlogError, row_of
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP
from klog.replication.fetch_session import Key
from klog.replication.follower import Resumption, Step, after_out_of_range
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic


class LeaderConnection(Protocol):
    """A connection to the leader (``klog.net.broker_connection.BrokerConnection``)."""

    def request(self, message: Any, *, version: int | None = None, timeout_ms: int | None = None, patient: bool = True) -> Deferred[Any]:
        """Ask in exactly this version."""

    def close(self) -> Deferred[None]:
        """Ask no more."""


class LeaderOffsets:
    """See the module.

    :param us: our broker's number.
    :param connection: to the leader, as it is now; None where there is none.
    :param version: of ListOffsets.
    :param timeout_ms: after which an answer is not waited for any more.
    """

    def __init__(self, us: int, connection: Callable[[], LeaderConnection | None], version: int, timeout_ms: int) -> None:
        self._us = us
        self._connection = connection
        self._version = version
        self._timeout_ms = timeout_ms

    async def resumption(self, key: Key, leader_epoch: int, log_end: Callable[[], int]) -> Resumption:
        """Where to go on. Where the leader's log starts is asked only where it does not end before ours.

        :param log_end: where our log ends.
        :raises KlogError: the leader was not reached, or has refused to say.
        """
        leader_end = await self._ask_one(key, leader_epoch, LATEST_TIMESTAMP)
        found = after_out_of_range(log_end(), leader_end, None)
        if found.step is Step.ASK_START:
            found = after_out_of_range(log_end(), leader_end, await self._ask_one(key, leader_epoch, EARLIEST_TIMESTAMP))
        return found

    async def ends(self, asked: Iterable[tuple[Key, int]]) -> dict[Key, int | KlogError]:
        """Where the leader's logs end, each for itself: an offset, or its refusal.

        :param asked: keys, each with the leader epoch in which it is followed.
        :raises KlogError: the leader was not reached.
        """
        return await self._ask(asked, LATEST_TIMESTAMP)

    async def _ask_one(self, key: Key, leader_epoch: int, timestamp: int) -> int:
        found = (await self._ask([(key, leader_epoch)], timestamp)).get(key)
        if found is None:
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "the leader has not answered for this partition")
        if isinstance(found, KlogError):
            raise found
        return found

    async def _ask(self, asked: Iterable[tuple[Key, int]], timestamp: int) -> dict[Key, int | KlogError]:
        connection = self._connection()
        if connection is None:
            raise KlogError(ErrorCode.NETWORK_EXCEPTION)
        topics: dict[str, ListOffsetsTopic] = {}
        for (name, index), leader_epoch in asked:
            topic = topics.setdefault(name, ListOffsetsTopic(name=name, partitions=[]))
            topic.partitions.append(ListOffsetsPartition(partition_index=index, current_leader_epoch=leader_epoch, timestamp=timestamp))
        request = ListOffsetsRequest(replica_id=self._us, topics=list(topics.values()))
        answer = await connection.request(request, version=self._version, timeout_ms=self._timeout_ms, patient=False)
        return {
            (topic.name, one.partition_index): KlogError(row_of(one.error_code).code) if one.error_code else one.offset
            for topic in answer.topics
            for one in topic.partitions
        }
