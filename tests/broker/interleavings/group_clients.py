"""Clients that commit and fetch offsets, and members that come and go; each judges its own answers."""

from __future__ import annotations

import functools
import math
from typing import Any

from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup, OffsetFetchRequestTopics
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests.broker.interleavings.model import Commit, Commits, Topic
from tests.broker.interleavings.topic_clients import TopicClients
from tests.broker.interleavings.world import (
    GROUPS,
    JOINED,
    LOOK_S,
    RETENTION_S,
    SESSION_S,
    E,
    Member,
    Moment,
)


class GroupClients(TopicClients):
    """See the module."""

    def key(self) -> tuple[str, Topic, int] | None:
        """A group, and a partition of a topic."""
        topic = self.steady_topic()
        return None if topic is None else (self.random.choice(GROUPS), topic, self.random.randrange(topic.partitions))

    def commit(self) -> None:
        """An offset, as the group's member where there is one."""
        found = self.key()
        if found is None:
            return
        group, topic, partition = found
        self.number += 1
        commits = self.commits.setdefault((group, topic.name, partition), Commits())
        member, asked = self.members.get(group), self.now
        kept_until_s = self.clock_s + RETENTION_S
        if group in JOINED:
            kept_until_s = -math.inf if member is None else member.until_s
        commit = Commit(self.number, self.clock_s, kept_until_s, topic)
        entry = OffsetCommitRequestPartition(partition_index=partition, committed_offset=commit.value, committed_metadata="")
        request = OffsetCommitRequest(
            group_id=group,
            generation_id_or_member_epoch=-1 if member is None else member.generation,
            member_id="" if member is None else member.member_id,
            topics=[OffsetCommitRequestTopic(name=topic.name, partitions=[entry])],
        )

        def judge(answer: Any) -> None:
            code = answer.topics[0].partitions[0].error_code
            commit.done_s = self.clock_s
            commit.is_acknowledged = code == E.NONE
            if not topic.is_steady:
                commit.topic = None
            # What was appended and not flushed in time may count.
            commit.is_refused = code not in (E.NONE, E.COORDINATOR_NOT_AVAILABLE, E.NOT_COORDINATOR)
            self.note(f"committed {group} {topic.name}-{partition} {commit.value}: {E(code).name}")
            if topic.is_steady:
                is_member = member is not None and self.clock_s < member.until_s
                others = {E.UNKNOWN_MEMBER_ID, E.ILLEGAL_GENERATION, E.GROUP_ID_NOT_FOUND, E.REBALANCE_IN_PROGRESS}
                allowed = {E.REBALANCE_IN_PROGRESS} if is_member and self.members.get(group) is member else others
                self.refused(asked, f"OffsetCommit of {group} for {topic.name}-{partition}", code, allowed)

        def lost() -> None:
            commit.done_s = self.clock_s

        if self.send(request, 9, judge, lost, group=True):
            commits.all.append(commit)

    def fetch_offset(self, key: tuple[str, Topic, int] | None = None) -> None:
        """What is committed."""
        found = key or self.key()
        if found is None:
            return
        group, topic, partition = found
        commits = self.commits.setdefault((group, topic.name, partition), Commits())
        asked = self.now

        def judge(answer: Any) -> None:
            if asked.life != self.life:
                return
            [result] = answer.groups
            entry = result.topics[0].partitions[0] if result.topics else None
            code = result.error_code or (entry.error_code if entry is not None else 0)
            if code:
                if topic.is_steady:
                    self.refused(asked, f"OffsetFetch of {group} for {topic.name}-{partition}", code, {E.UNSTABLE_OFFSET_COMMIT})
                return
            assert entry is not None
            self.note(f"offset of {group} {topic.name}-{partition}: {entry.committed_offset}")
            if topic.is_steady:
                sentence = commits.judge(entry.committed_offset, asked.clock_s, self.clock_s, flush_rule=self.flush_rule)
                if sentence is not None:
                    self.wrong(f"OffsetFetch of {group} for {topic.name}-{partition}: {sentence}")
            for commit in commits.all:
                if commit.value == entry.committed_offset and self.flush_rule and topic.is_steady:
                    commit.is_acknowledged = True
                    commit.done_s = min(commit.done_s, self.clock_s)

        judge.is_last = True  # type: ignore[attr-defined]
        wanted = OffsetFetchRequestTopics(name=topic.name, partition_indexes=[partition])
        request = OffsetFetchRequest(
            groups=[OffsetFetchRequestGroup(group_id=group, topics=[wanted])], require_stable=self.random.random() < 0.5
        )
        self.send(request, 9, judge, group=True)

    def join(self) -> None:
        """A member comes to a group that has none."""
        group = self.random.choice(JOINED)
        if group in self.members or group in self.joining:
            return
        asked = self.now
        request = JoinGroupRequest(
            group_id=group,
            session_timeout_ms=int(SESSION_S * 1000),
            rebalance_timeout_ms=int(SESSION_S * 1000),
            member_id="",
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name="range", metadata=b"")],
        )

        def judge(answer: Any) -> None:
            self.joining.discard(group)
            self.note(f"{group} joined: {E(answer.error_code).name} {answer.generation_id}")
            self.refused(asked, f"JoinGroup of {group}", answer.error_code)
            if not answer.error_code and asked.life == self.life:
                self.members[group] = member = Member(group, answer.member_id, answer.generation_id, self.clock_s - LOOK_S + SESSION_S)
                self.sync(member)

        if self.send(request, 3, judge, lambda: self.joining.discard(group), group=True):
            self.joining.add(group)

    def sync(self, member: Member) -> None:
        """It gets its assignment."""
        request = SyncGroupRequest(
            group_id=member.group,
            generation_id=member.generation,
            member_id=member.member_id,
            assignments=[SyncGroupRequestAssignment(member_id=member.member_id, assignment=b"all")],
        )
        self.send(request, 3, functools.partial(self.judge_member, member, "SyncGroup", self.now), group=True)

    def heartbeat(self) -> None:
        """Of a member, or its leave."""
        if not self.members:
            return
        member = self.random.choice(list(self.members.values()))
        if self.random.random() < 0.2:
            del self.members[member.group]
            request = LeaveGroupRequest(group_id=member.group, members=[MemberIdentity(member_id=member.member_id)])
            self.send(request, 5, lambda answer: None, group=True)
            return
        beat = HeartbeatRequest(group_id=member.group, generation_id=member.generation, member_id=member.member_id)
        self.send(beat, 4, functools.partial(self.judge_member, member, "Heartbeat", self.now), group=True)

    def judge_member(self, member: Member, what: str, asked: Moment, answer: Any) -> None:
        """A member that was let in stays one."""
        code = answer.error_code
        if asked.life != self.life or self.members.get(member.group) is not member:
            return
        if code == E.NONE:
            member.until_s = max(member.until_s, self.clock_s)
        elif self.clock_s < member.until_s:
            self.refused(asked, f"{what} of {member.group}", code, {E.REBALANCE_IN_PROGRESS})
        elif code in (E.UNKNOWN_MEMBER_ID, E.ILLEGAL_GENERATION):
            del self.members[member.group]

    def delete_group(self) -> None:
        """Its offsets go, too."""
        group = self.random.choice(GROUPS)
        for (name, _, _), commits in self.commits.items():
            if name == group:
                commits.removed_s = math.inf
        member = self.members.get(group)

        def over() -> None:
            for (name, _, _), commits in self.commits.items():
                if name == group and commits.removed_s == math.inf:
                    commits.removed_s = self.clock_s

        def judge(answer: Any) -> None:
            code = answer.results[0].error_code
            self.note(f"{group} deleted: {E(code).name}")
            if code == E.NONE and member is not None and self.members.get(group) is member and member.until_s > self.clock_s:
                self.wrong(f"{group} was deleted, though it has a member")
            over()

        if not self.send(DeleteGroupsRequest(groups_names=[group]), 2, judge, over, group=True):
            over()
