"""Groups by hand: requests of members and of committers without a client library, on sockets that may be cut in between."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

from klog.errors import ErrorCode
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests.integration import disk
from tests.integration.group_members import Place
from tests.integration.raw import ConnectionClosed, Raw


class RawGroup(Raw):
    """A connection that speaks of groups."""

    def answer(self) -> Any:
        """The next answer to what was sent before.

        :raises ConnectionClosed: there will be none.
        """
        while True:
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionClosed("the broker closed the connection")
            for _, answer in self.client.receive(data):
                return answer

    def answers(self) -> list[Any]:
        """Those that arrive together; at least one."""
        while True:
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionClosed("the broker closed the connection")
            if found := [answer for _, answer in self.client.receive(data)]:
                return found

    def commit(self, group: str, offsets: Mapping[Place, int], **more: Any) -> dict[Place, int]:
        """Commit and wait; error codes."""
        answer = self.ask(commit_request(group, offsets, **more), 8)
        return {(topic.name, each.partition_index): each.error_code for topic in answer.topics for each in topic.partitions}

    def offsets(self, group: str, *, require_stable: bool = False) -> dict[Place, int]:
        """All that are committed."""
        (found,) = self.ask(
            OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=group, topics=None)], require_stable=require_stable), 8
        ).groups
        assert found.error_code == 0, found
        return {(topic.name, each.partition_index): each.committed_offset for topic in found.topics for each in topic.partitions}

    def wait_loaded(self, *groups: str) -> None:
        """Until the coordinator of these has loaded what it knows of them."""
        for group in groups:

            def ready(group: str = group) -> bool:
                found = self.ask(FindCoordinatorRequest(key_type=0, coordinator_keys=[group]), 4).coordinators[0]
                if found.error_code != 0:
                    return False
                asked = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=group, topics=None)])
                code = self.ask(asked, 8).groups[0].error_code
                waiting = (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE)
                assert code == 0 or code in waiting, code
                return bool(code == 0)

            disk.wait_for(f"the coordinator of {group}", ready)


def commit_request(
    group: str,
    offsets: Mapping[Place, int],
    *,
    generation: int = -1,
    member: str = "",
    instance: str | None = None,
    metadata: str | None = "",
) -> OffsetCommitRequest:
    """For version 8."""
    topics: dict[str, list[OffsetCommitRequestPartition]] = {}
    for (topic, partition), offset in offsets.items():
        topics.setdefault(topic, []).append(
            OffsetCommitRequestPartition(partition_index=partition, committed_offset=offset, committed_metadata=metadata)
        )
    return OffsetCommitRequest(
        group_id=group,
        generation_id_or_member_epoch=generation,
        member_id=member,
        group_instance_id=instance,
        topics=[OffsetCommitRequestTopic(name=topic, partitions=some) for topic, some in topics.items()],
    )


def subscription(*topics: str) -> bytes:
    """What a consumer says of itself when it joins: version 0, no user data."""
    names = b"".join(struct.pack(">h", len(topic)) + topic.encode() for topic in topics)
    return struct.pack(">hi", 0, len(topics)) + names + struct.pack(">i", -1)


def assignment(topic: str, *partitions: int, user_data: bytes | None = None) -> bytes:
    """What a leader gives to a member: version 0."""
    name = struct.pack(">h", len(topic)) + topic.encode()
    numbers = struct.pack(f">i{len(partitions)}i", len(partitions), *partitions)
    data = struct.pack(">i", -1) if user_data is None else struct.pack(">i", len(user_data)) + user_data
    return struct.pack(">hi", 0, 1) + name + numbers + data


def join_request(group: str, member: str = "", topic: str = "t", **more: Any) -> JoinGroupRequest:
    """For versions 5 to 9."""
    fields: dict[str, Any] = {"session_timeout_ms": 10_000, "rebalance_timeout_ms": 20_000, "protocol_type": "consumer"}
    fields["protocols"] = [JoinGroupRequestProtocol(name="range", metadata=subscription(topic))]
    return JoinGroupRequest(group_id=group, member_id=member, **{**fields, **more})


class RawMember:
    """One member of a classic group; its steps one by one."""

    def __init__(self, address: str, group: str, topic: str = "t") -> None:
        self.group = group
        self.topic = topic
        self.member_id = ""
        self.generation = -1
        self.members: list[str] = []
        self.connect(address)

    def connect(self, address: str) -> None:
        """(Again.)"""
        self.connection = RawGroup(address)

    def close(self) -> None:
        self.connection.close()

    def send_join(self) -> None:
        """Known by its id when this returns; the answer is for `finish_join`."""
        if not self.member_id:
            answer = self.connection.ask(join_request(self.group, topic=self.topic), 9)
            assert answer.error_code == ErrorCode.MEMBER_ID_REQUIRED, answer
            self.member_id = answer.member_id
        self.connection.send(join_request(self.group, self.member_id, self.topic), 9)

    def finish_join(self) -> int:
        """The error code."""
        answer = self.connection.answer()
        if answer.error_code == 0:
            self.generation = answer.generation_id
            self.members = [each.member_id for each in answer.members]
        return int(answer.error_code)

    def send_sync(self) -> None:
        """A leader gives partition i to member i."""
        given = [
            SyncGroupRequestAssignment(member_id=member, assignment=assignment(self.topic, number))
            for number, member in enumerate(self.members)
        ]
        self.connection.send(
            SyncGroupRequest(
                group_id=self.group,
                generation_id=self.generation,
                member_id=self.member_id,
                protocol_type="consumer",
                protocol_name="range",
                assignments=given,
            ),
            5,
        )

    def finish_sync(self) -> int:
        """The error code."""
        return int(self.connection.answer().error_code)

    def heartbeat(self) -> int:
        """The error code."""
        request = HeartbeatRequest(group_id=self.group, generation_id=self.generation, member_id=self.member_id)
        return int(self.connection.ask(request, 4).error_code)

    def commit(self, offset: int, partition: int = 0) -> int:
        """The error code."""
        done = self.connection.commit(self.group, {(self.topic, partition): offset}, generation=self.generation, member=self.member_id)
        return done[self.topic, partition]


def join_all(*members: RawMember) -> None:
    """One rebalance from its beginning to its end."""
    for member in members:
        member.send_join()
    for member in members:
        code = member.finish_join()
        assert code == 0, code
    for member in members:
        member.send_sync()
    for member in members:
        code = member.finish_sync()
        assert code == 0, code
