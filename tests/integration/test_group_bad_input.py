"""What groups do with requests and files that are wrong: the error codes of Apache Kafka, one client's mistake is nobody else's, and a
broken record costs no more than itself.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import struct
import tempfile
import time
import unittest
from typing import Any

from klog.errors import ErrorCode
from klog.records.crc32c import crc32c
from klog.records.implementations import codec
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.offset_commit import OffsetCommitRequest
from klog.wire.messages.offset_delete import OffsetDeleteRequest, OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.messages.sync_group import SyncGroupRequest
from tests.integration import disk
from tests.integration.group_brokers import INSTEAD, broker
from tests.integration.group_case import KIP_848, GroupCase
from tests.integration.group_members import Member, Place, fill
from tests.integration.group_raw import RawGroup, RawMember, commit_request, join_all, join_request

T: Place = ("t", 0)


class WrongRequestTests(GroupCase):
    """One answer each; the group by hand is unharmed."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        disk.create_topic(cls.broker.address, "t", 2)

    def setUp(self) -> None:
        self.client = RawGroup(self.address)
        self.addCleanup(self.client.close)

    def member(self, group: str) -> RawMember:
        """Alone in a group that is stable."""
        self.client.wait_loaded(group)
        member = RawMember(self.address, group)
        self.addCleanup(member.close)
        join_all(member)
        return member

    def ask(self, message: Any, version: int) -> Any:
        return self.client.ask(message, version)

    def test_joining(self) -> None:
        member = self.member("joining")
        other = [JoinGroupRequestProtocol(name="range", metadata=b"")]
        for expected, changes in (
            (ErrorCode.INVALID_GROUP_ID, {"group": ""}),
            (ErrorCode.INVALID_SESSION_TIMEOUT, {"session_timeout_ms": 1}),
            (ErrorCode.INVALID_SESSION_TIMEOUT, {"session_timeout_ms": 2**31 - 1}),
            (ErrorCode.INVALID_SESSION_TIMEOUT, {"session_timeout_ms": -1}),
            (ErrorCode.UNKNOWN_MEMBER_ID, {"member": "nobody"}),
            (ErrorCode.UNKNOWN_MEMBER_ID, {"member": "nobody", "group": "not-there"}),
            (ErrorCode.INCONSISTENT_GROUP_PROTOCOL, {"protocols": []}),
            (ErrorCode.INCONSISTENT_GROUP_PROTOCOL, {"protocols": other, "protocol_type": ""}),
            (ErrorCode.INCONSISTENT_GROUP_PROTOCOL, {"protocols": other, "protocol_type": "connect"}),
            (ErrorCode.INCONSISTENT_GROUP_PROTOCOL, {"protocols": [JoinGroupRequestProtocol(name="other", metadata=b"")]}),
        ):
            with self.subTest(changes=changes):
                fields = {"group": "joining", **changes}
                self.client.wait_loaded(fields["group"]) if fields["group"] else None
                self.assertEqual(self.ask(join_request(**fields), 9).error_code, expected)
        self.assertEqual(member.heartbeat(), 0)

    def test_generations_and_members(self) -> None:
        member = self.member("members")
        for expected, generation, name in (
            (ErrorCode.ILLEGAL_GENERATION, member.generation + 1, member.member_id),
            (ErrorCode.ILLEGAL_GENERATION, member.generation - 1, member.member_id),
            (ErrorCode.UNKNOWN_MEMBER_ID, member.generation, "nobody"),
            (ErrorCode.UNKNOWN_MEMBER_ID, member.generation, ""),
        ):
            with self.subTest(expected=expected, generation=generation, name=name):
                who: dict[str, Any] = {"group_id": "members", "generation_id": generation, "member_id": name}
                self.assertEqual(self.ask(HeartbeatRequest(**who), 4).error_code, expected)
                sync = SyncGroupRequest(**who, protocol_type="consumer", protocol_name="range")
                self.assertEqual(self.ask(sync, 5).error_code, expected)
                self.assertEqual(self.client.commit("members", {T: 1}, generation=generation, member=name), {T: expected})
        # By nobody, while the group has members.
        self.assertEqual(self.client.commit("members", {T: 1}), {T: ErrorCode.UNKNOWN_MEMBER_ID})
        self.client.wait_loaded("no-such")
        self.assertEqual(
            self.ask(HeartbeatRequest(group_id="no-such", generation_id=1, member_id="x"), 4).error_code, ErrorCode.UNKNOWN_MEMBER_ID
        )
        # With a generation, to a group that has none.
        self.assertEqual(self.client.commit("no-such", {T: 1}, generation=3, member="x"), {T: ErrorCode.ILLEGAL_GENERATION})
        left = self.ask(LeaveGroupRequest(group_id="members", members=[MemberIdentity(member_id="nobody")]), 5)
        self.assertEqual([each.error_code for each in left.members], [ErrorCode.UNKNOWN_MEMBER_ID])
        sync = SyncGroupRequest(
            group_id="members", generation_id=member.generation, member_id=member.member_id, protocol_type="connect", protocol_name="range"
        )
        self.assertEqual(self.ask(sync, 5).error_code, ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
        self.assertEqual((member.heartbeat(), member.commit(5)), (0, 0))

    def test_fenced_static_members(self) -> None:
        self.client.wait_loaded("static")
        ids = []
        for _ in range(2):
            answer = self.ask(join_request("static", group_instance_id="one"), 9)
            self.assertEqual(answer.error_code, 0)
            ids.append(answer.member_id)
        for name, expected in ((ids[0], ErrorCode.FENCED_INSTANCE_ID), (ids[1], ErrorCode.REBALANCE_IN_PROGRESS)):
            beat = HeartbeatRequest(group_id="static", generation_id=answer.generation_id, member_id=name, group_instance_id="one")
            code = self.ask(beat, 4).error_code
            self.assertIn(code, (expected, 0) if name == ids[1] else (expected,))
        self.assertEqual(
            self.client.commit("static", {T: 1}, generation=answer.generation_id, member=ids[0], instance="one"),
            {T: ErrorCode.FENCED_INSTANCE_ID},
        )

    def test_commits(self) -> None:
        self.client.wait_loaded("commits")
        self.assertEqual(self.client.commit("commits", {T: 1}, metadata="x" * 4096), {T: 0})
        too_large = self.client.commit("commits", {T: 2, ("t", 1): 2}, metadata="x" * 4097)
        self.assertEqual(set(too_large.values()), {ErrorCode.OFFSET_METADATA_TOO_LARGE})
        found = self.client.commit("commits", {T: 3, ("t", 7): 3, ("not-there", 0): 3})
        unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.assertEqual(found, {T: 0, ("t", 7): unknown, ("not-there", 0): unknown})
        self.assertEqual(self.client.offsets("commits"), {T: 3})
        self.assertEqual(self.ask(OffsetCommitRequest(group_id="commits", topics=[]), 8).topics, [])

    def test_long_group_ids(self) -> None:
        """300 characters are a group id like any other, and so are 30,000 bytes of UTF-8."""
        for group in ("g" * 300, "ü" * 300, "💧" * 100):
            with self.subTest(length=len(group)):
                member = self.member(group)
                self.assertEqual(member.commit(9), 0)
                self.assertEqual(self.client.offsets(group), {T: 9})
                (described,) = self.ask(DescribeGroupsRequest(groups=[group]), 5).groups
                self.assertEqual((described.group_id, described.group_state), (group, "Stable"))

    def test_deleting(self) -> None:
        self.member("full")
        self.client.wait_loaded("nothing")
        answer = self.ask(DeleteGroupsRequest(groups_names=["", "nothing", "full"]), 2)
        self.assertEqual(
            {each.group_id: each.error_code for each in answer.results},
            {"": ErrorCode.GROUP_ID_NOT_FOUND, "nothing": ErrorCode.GROUP_ID_NOT_FOUND, "full": ErrorCode.NON_EMPTY_GROUP},
        )
        place = OffsetDeleteRequestTopic(name="t", partitions=[OffsetDeleteRequestPartition(partition_index=0)])
        for group, expected in (("", ErrorCode.INVALID_GROUP_ID), ("nothing", ErrorCode.GROUP_ID_NOT_FOUND)):
            self.assertEqual(self.ask(OffsetDeleteRequest(group_id=group, topics=[place]), 0).error_code, expected)
        deleted = self.ask(OffsetDeleteRequest(group_id="full", topics=[place]), 0)
        self.assertEqual(deleted.topics[0].partitions[0].error_code, ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC)

    def test_a_record_without_a_key_in_a_compacted_topic(self) -> None:
        disk.create_topic(self.address, "compacted", 1, {"cleanup.policy": "compact"})
        now = int(time.time() * 1000)

        def produce(*keys: bytes | None) -> int:
            batch = codec.build_batch([(now, key, b"value", ()) for key in keys])
            data = PartitionProduceData(index=0, records=memoryview(batch))
            request = ProduceRequest(acks=-1, timeout_ms=10_000, topic_data=[TopicProduceData(name="compacted", partition_data=[data])])
            return int(self.ask(request, 9).responses[0].partition_responses[0].error_code)

        self.assertEqual(produce(b"a", b"b"), 0)
        self.assertEqual(produce(None), ErrorCode.INVALID_RECORD)
        self.assertEqual(produce(b"c", None, b"d"), ErrorCode.INVALID_RECORD)
        self.assertEqual(produce(b""), 0)
        self.assertEqual([row.key for row in disk.read_topic(self.address, "compacted", 1)[0]], [b"a", b"b", b""])


class WrongHeartbeatTests(GroupCase):
    """KIP-848."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        disk.create_topic(cls.broker.address, "t", 2)

    def setUp(self) -> None:
        self.client = RawGroup(self.address)
        self.addCleanup(self.client.close)

    def beat(self, group: str, **fields: Any) -> Any:
        self.client.wait_loaded(group or "x")
        return self.client.ask(ConsumerGroupHeartbeatRequest(group_id=group, **fields), 1)

    def joining(self, **fields: Any) -> dict[str, Any]:
        """A first heartbeat."""
        all_of_it: dict[str, Any] = {"member_id": "m", "member_epoch": 0, "rebalance_timeout_ms": 10_000}
        all_of_it |= {"subscribed_topic_names": ["t"], "topic_partitions": []}
        return {**all_of_it, **fields}

    def test_heartbeats(self) -> None:
        joined = self.beat("g", **self.joining())
        self.assertEqual(joined.error_code, 0, joined.error_message)
        for expected, group, fields in (
            (ErrorCode.INVALID_REQUEST, "", self.joining()),
            (ErrorCode.INVALID_REQUEST, "  ", self.joining()),
            (ErrorCode.INVALID_REQUEST, "g", self.joining(member_id="")),
            (ErrorCode.INVALID_REQUEST, "g", self.joining(rebalance_timeout_ms=-1)),
            (ErrorCode.INVALID_REQUEST, "g", self.joining(topic_partitions=None)),
            (ErrorCode.INVALID_REQUEST, "g", self.joining(subscribed_topic_names=None)),
            (ErrorCode.INVALID_REQUEST, "g", self.joining(instance_id="")),
            (ErrorCode.INVALID_REQUEST, "g", self.joining(rack_id="")),
            (ErrorCode.INVALID_REQUEST, "g", {"member_id": "m", "member_epoch": -3}),
            (ErrorCode.UNSUPPORTED_ASSIGNOR, "g", self.joining(server_assignor="no-such")),
            (ErrorCode.UNKNOWN_MEMBER_ID, "g", {"member_id": "nobody", "member_epoch": 3}),
            (ErrorCode.GROUP_ID_NOT_FOUND, "no-such", {"member_id": "nobody", "member_epoch": 3}),
            (ErrorCode.FENCED_MEMBER_EPOCH, "g", {"member_id": "m", "member_epoch": 1000}),
        ):
            with self.subTest(expected=expected, group=group, fields=fields):
                self.assertEqual(self.beat(group, **fields).error_code, expected)
        self.assertEqual(self.beat("g", member_id="m", member_epoch=joined.member_epoch).error_code, 0)
        # Its offsets: only in its epoch.
        for expected, epoch, name in (
            (ErrorCode.STALE_MEMBER_EPOCH, joined.member_epoch + 1, "m"),
            (ErrorCode.UNKNOWN_MEMBER_ID, joined.member_epoch, "nobody"),
            (ErrorCode.NONE, joined.member_epoch, "m"),
        ):
            done = self.client.ask(commit_request("g", {T: 1}, generation=epoch, member=name), 9).topics[0].partitions[0].error_code
            self.assertEqual(done, expected)
            asked = OffsetFetchRequestGroup(group_id="g", topics=None, member_id=name, member_epoch=epoch)
            self.assertEqual(self.client.ask(OffsetFetchRequest(groups=[asked]), 9).groups[0].error_code, expected)
        long = self.beat("g" * 300, **self.joining())
        self.assertEqual(long.error_code, 0, long.error_message)

    def test_a_classic_group_that_cannot_be_read(self) -> None:
        """Whose members say of themselves what no consumer says: it stays classic."""
        self.client.wait_loaded("odd")
        protocols = [JoinGroupRequestProtocol(name="range", metadata=b"\xff\xff\xff")]
        first = self.client.ask(join_request("odd", protocols=protocols), 9)
        self.assertEqual(first.error_code, ErrorCode.MEMBER_ID_REQUIRED)
        self.assertEqual(self.client.ask(join_request("odd", first.member_id, protocols=protocols), 9).error_code, 0)
        self.assertEqual(self.beat("odd", **self.joining()).error_code, ErrorCode.GROUP_ID_NOT_FOUND)

    def test_expressions(self) -> None:
        for pattern in ("(", "[", "a{2,1}", "*", "(?<!x)y", r"\1(a)", "(?P<n", "a**b", "\\"):
            with self.subTest(pattern=pattern):
                answer = self.beat("broken", **self.joining(subscribed_topic_names=None, subscribed_topic_regex=pattern))
                self.assertEqual(answer.error_code, ErrorCode.INVALID_REGULAR_EXPRESSION, pattern)
        self.assertEqual(self.beat("empty", **self.joining(subscribed_topic_names=None, subscribed_topic_regex="")).error_code, 0)

    def test_exploding_expressions(self) -> None:
        """Ones that take a backtracking engine longer than anybody waits."""
        names = ["a" * 200 + "_", "a" * 120 + "-b", "b" * 240]
        for name in names:
            disk.create_topic(self.address, name, 1)
        patterns = ("(a+)+$", "(a|a)*$", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){20}", "(x+x+)+y", "((a*)*)*b")
        for number, pattern in enumerate(patterns):
            with self.subTest(pattern=pattern):
                began = time.monotonic()
                fields = self.joining(subscribed_topic_names=[], subscribed_topic_regex=pattern)
                answer = self.beat(f"exploding-{number}", **fields)
                self.assertEqual(answer.error_code, 0, answer.error_message)
                # Others are served meanwhile, and this one as well.
                with RawGroup(self.address) as other:
                    other.wait_loaded("other")
                    self.assertEqual(other.commit("other", {T: number}), {T: 0})
                epoch = answer.member_epoch
                for _ in range(5):
                    answer = self.beat(f"exploding-{number}", member_id="m", member_epoch=epoch)
                    self.assertEqual(answer.error_code, 0)
                    epoch = answer.member_epoch
                    time.sleep(0.05)
                self.assertLess(time.monotonic() - began, 60, "it was tried in all ways that there are")

    def test_a_matching_expression_among_them(self) -> None:
        fill(self.address, "aaaa", 1, 5)
        with Member("confluent", self.address, "matching", pattern="^(a+)+$", settings=KIP_848) as member:
            member.wait_read(5)
            self.assertEqual({topic for topic, _ in member.owned}, {"aaaa"})


@unittest.skipIf(INSTEAD, "of klog's files")
class BrokenFileTests(unittest.TestCase):
    """Broken records in __consumer_offsets: named in the log, the rest loaded."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-broken-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_broken_records(self) -> None:
        with broker(self.folder) as server:
            disk.create_topic(server.address, "t", 2)
            # Of one partition: what is broken must not take its neighbours along.
            names = self.groups_of_one_partition(6)
            with RawGroup(server.address) as client:
                client.wait_loaded(*names)
                for name in names:
                    self.assertEqual(client.commit(name, {T: 1}), {T: 0})
                for name in names:
                    self.assertEqual(client.commit(name, {T: 2}, metadata="second"), {T: 0})
            server.stop()
            (path,) = [path for path in disk.segment_files(server.data, "__consumer_offsets", ".log") if path.stat().st_size]
            entries = disk.valid_entries(path)[0]
            self.assertEqual(len(entries), 12)
            data = bytearray(path.read_bytes())

            def batch(number: int) -> memoryview:
                entry = entries[6 + number]
                return memoryview(data)[entry.position : entry.position + entry.size]

            # A flipped byte: the checksum tells.
            batch(0)[-8] ^= 0x40
            # A value of a version that nobody knows, with a good checksum.
            self.replace(batch(1), b"second", b"\xff\xfe\xfd\xfc\xfb\xfa", version=77)
            # A value that ends too early: the length of its metadata is a lie.
            found = bytes(batch(2)).index(b"second")
            batch(2)[found - 1] = 0x7F
            self.good(batch(2))
            # A key of a kind from the future.
            at = bytes(batch(3)).index(names[3].encode()) - 4
            struct.pack_into(">h", batch(3), at, 4711)
            self.good(batch(3))
            # Its name is not UTF-8.
            at = bytes(batch(4)).index(names[4].encode())
            batch(4)[at] = 0xFF
            self.good(batch(4))
            path.write_bytes(data)
            server.start()
            with RawGroup(server.address) as client:
                client.wait_loaded(*names)
                offsets = [client.offsets(name) for name in names]
                self.assertEqual(offsets, [{T: 1}] * 5 + [{T: 2}])
                self.assertEqual(client.commit(names[0], {T: 3}), {T: 0})
            complaints = [line for line in server.output().splitlines() if path.parent.name in line and "passed over" in line]
            for number in (0, 1, 2, 4):
                offset = entries[6 + number].base_offset
                self.assertTrue(any(re.search(rf"\b{offset}\b", line) for line in complaints), (number, offset, server.output()[-3000:]))
            # And after all that, in order once more.
            server.restart()
            with RawGroup(server.address) as client:
                client.wait_loaded(*names)
                self.assertEqual([client.offsets(name) for name in names], [{T: 3}, *[{T: 1}] * 4, {T: 2}])

    @staticmethod
    def groups_of_one_partition(count: int) -> list[str]:
        from klog.broker.coordinators.runtime import partition_of

        names = (f"group-{number}" for number in range(10_000))
        return [name for name in names if partition_of(name, 50) == 7][:count]

    @staticmethod
    def good(batch: memoryview) -> None:
        """Make its checksum right."""
        struct.pack_into(">I", batch, 17, crc32c(batch[21:]))

    def replace(self, batch: memoryview, old: bytes, new: bytes, version: int) -> None:
        """Other bytes for the metadata, another version before the value."""
        at = bytes(batch).index(old)
        batch[at : at + len(old)] = new
        # Version, offset, leader epoch, length of the metadata.
        struct.pack_into(">h", batch, at - 1 - 4 - 8 - 2, version)
        self.good(batch)
