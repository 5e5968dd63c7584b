"""A classic group as the rest of the broker sees it: commits, deletion, expiry, description, and its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.broker.groups.classic.group import ClassicGroup, keep_classic_groups
from klog.broker.groups.group import GroupKind
from klog.errors import ErrorCode, KlogError
from klog.wire.group_records import GroupMetadataKey, GroupMetadataValue, MemberMetadata
from tests.broker.groups.classic.rig import EPOCH_MS, GROUP, ClassicRig, subscription

OK = ErrorCode.NONE


def code_of(function: Callable[..., Any], *arguments: Any, **fields: Any) -> ErrorCode:
    """What it raises; NONE where it does not."""
    try:
        function(*arguments, **fields)
    except KlogError as error:
        return error.code
    return OK


class Stages:
    """Brings a rig's group into each state."""

    @staticmethod
    def empty(rig: ClassicRig) -> str:
        """No members; the id of one who was."""
        ids = rig.form(1)
        rig.leave((ids[0], None))
        return ids[0]

    @staticmethod
    def preparing(rig: ClassicRig) -> str:
        """A second member has been heard of; the id of the first."""
        ids = rig.form(1)
        rig.join(rig.new_id())
        return ids[0]

    @staticmethod
    def completing(rig: ClassicRig) -> str:
        """The leader has not synced."""
        ids = rig.form(1)
        rig.join(ids[0])
        return ids[0]

    @staticmethod
    def stable(rig: ClassicRig) -> str:
        """All is well."""
        return rig.form(1)[0]

    @staticmethod
    def dead(rig: ClassicRig) -> str:
        """It was forgotten, and somebody still holds it."""
        ids = rig.form(1)
        rig.group.forget()
        return ids[0]

    ALL = (empty, preparing, completing, stable, dead)


class AnswerTests(ClassicRig):
    """What others ask, in every state."""

    def each(self, ask: Callable[[ClassicGroup, str], ErrorCode]) -> list[ErrorCode]:
        """Ask a group in each state."""
        found = []
        for stage in Stages.ALL:
            self.setUp()
            member_id = stage(self)
            found.append(ask(self.group, member_id))
        return found

    def test_stages(self) -> None:
        """They are what they say."""
        names: list[str] = []
        self.each(lambda group, member_id: names.append(group.state_name) or OK)  # type: ignore[func-returns-value]
        self.assertEqual(names, ["Empty", "PreparingRebalance", "CompletingRebalance", "Stable", "Dead"])

    def test_commit_by_a_member(self) -> None:
        """Of the present generation."""
        unknown, gone, rebalance = ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.REBALANCE_IN_PROGRESS

        def plain(group: ClassicGroup, member_id: str) -> ErrorCode:
            return code_of(group.check_commit, member_id, None, group.generation, api_version=8)

        self.assertEqual(self.each(plain), [unknown, OK, rebalance, OK, gone])

        def transactional(group: ClassicGroup, member_id: str) -> ErrorCode:
            return code_of(group.check_commit, member_id, None, group.generation, is_transactional=True, api_version=3)

        self.assertEqual(self.each(transactional), [unknown, OK, OK, OK, gone])

        def old(group: ClassicGroup, member_id: str) -> ErrorCode:
            return code_of(group.check_commit, member_id, None, group.generation - 1, api_version=8)

        illegal = ErrorCode.ILLEGAL_GENERATION
        self.assertEqual(self.each(old), [unknown, illegal, illegal, illegal, gone])

    def test_commit_by_nobody(self) -> None:
        """An administrator may where nobody consumes, a transactional producer of old always."""
        unknown, gone = ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.COORDINATOR_NOT_AVAILABLE
        found = self.each(lambda group, member_id: code_of(group.check_commit, "", None, -1, api_version=8))
        self.assertEqual(found, [OK, unknown, unknown, unknown, gone])
        found = self.each(lambda group, member_id: code_of(group.check_commit, "", None, -1, is_transactional=True, api_version=0))
        self.assertEqual(found, [OK, OK, OK, OK, gone])
        found = self.each(lambda group, member_id: code_of(group.check_commit, "x", None, -1, api_version=8))
        self.assertEqual(found, [OK, unknown, unknown, unknown, gone])

    def test_commit_by_a_fenced_instance(self) -> None:
        """Another member has the instance id by now."""
        ids = self.form(1, instances=["i"])
        joined = self.answer(self.join(instance_id="i"))
        group = self.group
        self.assertEqual(code_of(group.check_commit, ids[0], "i", 1, api_version=8), ErrorCode.FENCED_INSTANCE_ID)
        self.assertEqual(code_of(group.check_commit, joined.member_id, "i", 1, api_version=8), OK)
        self.assertEqual(code_of(group.check_commit, joined.member_id, "j", 1, api_version=8), ErrorCode.UNKNOWN_MEMBER_ID)

    def test_commit_keeps_the_session(self) -> None:
        """As a heartbeat does; one that is refused does not."""
        ids = self.form(1)
        for _ in range(3):
            self.clock.advance(8)
            self.group.check_commit(ids[0], None, 1, api_version=8)
        self.clock.advance(8)
        code_of(self.group.check_commit, ids[0], None, 5, api_version=8)
        self.clock.advance(8)
        self.assertEqual(self.group.state_name, "Empty")

    def test_other_questions(self) -> None:
        """Fetching, deleting offsets, deleting the group."""
        missing, full = ErrorCode.GROUP_ID_NOT_FOUND, ErrorCode.NON_EMPTY_GROUP
        self.assertEqual(self.each(lambda group, _: code_of(group.check_fetch, "x", 5)), [OK, OK, OK, OK, missing])
        self.assertEqual(self.each(lambda group, _: code_of(group.check_delete)), [OK, full, full, full, missing])
        self.assertEqual(self.each(lambda group, _: code_of(group.check_offset_delete)), [OK, OK, OK, OK, missing])
        self.setUp()
        self.form(1, protocol_type="connect", protocols={"x": b""})
        self.assertEqual(code_of(self.group.check_offset_delete), full)
        self.assertIs(self.group.kind, GroupKind.CLASSIC)

    def test_subscription(self) -> None:
        """All members' topics; what cannot be read is taken for everything."""
        self.form(2, protocols={"range": subscription("t", "u")})
        self.assertEqual([self.group.is_subscribed_to(topic) for topic in "tuv"], [True, True, False])
        for protocol_type, metadata, expected in (("consumer", b"\x00", True), ("connect", subscription("t"), False)):
            self.setUp()
            self.form(1, protocol_type=protocol_type, protocols={"range": metadata})
            self.assertEqual(self.group.is_subscribed_to("t"), expected)
        self.setUp()
        Stages.empty(self)
        self.assertFalse(self.group.is_subscribed_to("t"))

    def test_expiry(self) -> None:
        """Since it is empty, or since the commit where only what nobody consumes goes."""
        found: list[int | None] = []
        self.each(lambda group, _: found.append(group.offsets_expire_from_ms(5)) or OK)  # type: ignore[func-returns-value]
        # It became empty when its member left, 3 s after the beginning.
        self.assertEqual(found, [EPOCH_MS + 3_000, None, None, 5, None])
        self.setUp()
        self.form(1, protocol_type="connect")
        self.assertIsNone(self.group.offsets_expire_from_ms(5))
        self.assertEqual(ClassicGroup("x", self.shard).offsets_expire_from_ms(5), 5)

    def test_describe(self) -> None:
        """Metadata in the state Stable only."""
        ids = self.form(1, client_id="me")
        described = self.group.describe(6)
        self.assertEqual(
            (described.group_id, described.group_state, described.protocol_type, described.protocol_data),
            (GROUP, "Stable", "consumer", "range"),
        )
        [member] = described.members
        self.assertEqual((member.member_id, member.client_id, member.client_host), (ids[0], "me", "/192.0.2.1"))
        self.assertEqual((member.member_metadata, member.member_assignment), (subscription("t"), b"for " + ids[0].encode()))
        self.join(self.new_id())
        described = self.group.describe(6)
        self.assertEqual((described.group_state, described.protocol_data, len(described.members)), ("PreparingRebalance", "", 2))
        self.assertEqual(described.members[0].member_metadata, b"")


class RecordTests(ClassicRig):
    """Written and read."""

    def test_restart(self) -> None:
        """The group goes on with its members, who have a whole session to be heard of."""
        ids = self.form(3, instances=["i"], session_ms=20_000)
        before = self.log.last
        self.restart()
        self.assertEqual((self.group.state_name, self.group.generation, self.group.protocol_name), ("Stable", 1, "range"))
        self.assertEqual(self.group.membership.static, {"i": ids[0]})
        self.assertEqual(self.group.as_record().value, before)
        self.clock.advance(19)
        self.assertEqual([self.beat(member_id) for member_id in ids[:2]], [0, 0])
        self.clock.advance(2)
        self.assertEqual((self.group.state_name, sorted(self.group.membership.members)), ("PreparingRebalance", sorted(ids[:2])))
        self.assertEqual(self.group.is_subscribed_to("t"), True)

    def test_restart_in_a_rebalance(self) -> None:
        """The last generation that was written is there again; generations rise above it all the same."""
        ids = self.form(2)
        answers = [self.join(member_id) for member_id in ids]
        self.assertEqual([self.answer(answer).generation_id for answer in answers], [2, 2])
        self.restart()
        self.assertEqual(self.group.generation, 1)
        self.assertEqual(self.sync(ids[0], 2), ErrorCode.ILLEGAL_GENERATION)
        self.assertEqual(self.beat(ids[0], 1), 0)

    def test_versions(self) -> None:
        """What old brokers left out has its default."""
        member = MemberMetadata(member_id="m", session_timeout=7_000, subscription=b"?", assignment=b"a")
        value = GroupMetadataValue(protocol_type="consumer", generation=4, protocol="range", leader="m", members=[member])
        group = ClassicGroup.from_record(self.shard, "x", value)
        self.assertEqual(
            (group.state_name, group.state_since_ms, group.membership.members["m"].rebalance_timeout_ms), ("Stable", None, 7_000)
        )
        self.assertEqual(group.as_record().value.current_state_timestamp, -1)  # type: ignore[union-attr]
        empty = ClassicGroup.from_record(self.shard, "y", GroupMetadataValue(protocol_type="", generation=0, protocol=None, leader=None))
        self.assertEqual((empty.state_name, empty.protocol_type, empty.offsets_expire_from_ms(5)), ("Empty", None, 5))
        empty = ClassicGroup.from_record(self.shard, "z", GroupMetadataValue(protocol_type="consumer", generation=3))
        self.assertEqual((empty.generation, empty.offsets_expire_from_ms(5)), (3, 5))

    def test_odd_records(self) -> None:
        """No protocol, an instance id twice, a leader who is nobody: read all the same."""
        members = [MemberMetadata(member_id=name, group_instance_id="i", session_timeout=7_000) for name in "ab"]
        value = GroupMetadataValue(protocol_type="consumer", generation=4, protocol=None, leader="x", members=members)
        group = ClassicGroup.from_record(self.shard, "x", value)
        self.assertEqual(list(group.membership.members), ["a"])
        group.as_record()
        group.loaded()
        self.clock.advance(8)
        self.assertEqual(group.state_name, "Empty")

    def test_records_at_run_time(self) -> None:
        """A tombstone takes the group away; a record puts another one in its place, whose sessions run."""
        self.form(1)
        value, group = self.log.last, self.group
        self.shard.write(group.tombstones())
        self.assertEqual((self.shard.groups, group.state_name), ({}, "Dead"))
        self.shard.apply(GroupMetadataKey(group=GROUP), None)
        self.shard.apply(GroupMetadataKey(group=GROUP), value)
        first = self.group
        self.shard.apply(GroupMetadataKey(group=GROUP), value)
        self.assertEqual(first.state_name, "Dead")
        self.clock.advance(11)
        self.assertEqual((self.group.state_name, first.generation), ("Empty", 1))

    def test_other_kinds_stay(self) -> None:
        """A tombstone is no business of groups of the new protocol."""
        other: Any = object()
        self.shard.groups[GROUP] = other
        keep_classic_groups(self.shard)
        self.shard.apply(GroupMetadataKey(group=GROUP), None)
        self.assertIs(self.shard.groups[GROUP], other)

    def test_forget(self) -> None:
        """Whoever waits is told to look for the coordinator; nothing runs any more."""
        ids = self.form(2)
        join = self.join(ids[0])
        self.new_id()
        self.shard.close()
        answer = self.answer(join)
        self.assertEqual((answer.error_code, answer.member_id), (ErrorCode.NOT_COORDINATOR, ids[0]))
        self.setUp()
        ids = self.form(2)
        for member_id in ids:
            self.join(member_id)
        sync = self.sync(ids[1])
        group = self.group
        group.forget()
        group.forget()
        self.assertEqual(self.answer(sync).error_code, ErrorCode.NOT_COORDINATOR)
        self.clock.advance(1_000)
        self.assertIn("Dead", repr(group))
