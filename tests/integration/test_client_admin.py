"""`Admin` against klog and Apache Kafka 2.8.2, 3.9.2 and 4.3.1: the same tests, one broker for each class."""

from __future__ import annotations

import time
import unittest
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import pytest
from confluent_kafka import Producer as ConfluentProducer
from twisted.internet import reactor
from twisted.internet.task import deferLater
from twisted.trial.unittest import SkipTest, SynchronousTestCase, TestCase

from klog.acls import Acl, AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.client.admin.admin import Admin
from klog.client.admin.reset import ResetTo
from klog.client.admin.types import ConfigChange, ConfigOperation, ConfigResource, ConfigSource, NewTopic, Outcomes, ResourceType
from klog.client.offsets import Committed, OffsetAt
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, MAX_TIMESTAMP, TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.wire.consumer_protocol import (
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    encode_assignment,
    encode_subscription,
)
from klog.wire.consumer_protocol import TopicPartition as Owned
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol, JoinGroupResponse
from klog.wire.messages.produce import PartitionProduceData, PartitionProduceResponse, ProduceRequest, TopicProduceData
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests import peers
from tests.bench import lag as bench_lag
from tests.integration.group_brokers import QUICK
from tests.integration.one_broker import OneBroker

T = TypeVar("T")

SETTINGS = {**QUICK, "offsets.topic.num.partitions": "4", "auto.create.topics.enable": "false"}

#: What a coordinator says that has just begun.
NOT_YET = (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.NOT_COORDINATOR)


def code_of(outcomes: Outcomes[Any, Any], key: Any) -> ErrorCode:
    """The error of one item."""
    return outcomes.errors[key].code


class AdminCases(OneBroker):
    """The tests; a class for each broker below."""

    settings = SETTINGS
    #: Whether the broker has KIP-848 groups, settings of groups, and a ListOffsets that knows the largest timestamp.
    has_consumer_groups = True
    has_max_timestamp = True
    has_group_configs = True

    def setUp(self) -> None:
        # What is not there is asked about three times more: twice as fast as by default.
        self.admin = Admin(reactor, self.address, retry_backoff_ms=50)
        self.addCleanup(self.admin.stopService)

    async def produce(
        self, topic: str, stamped: Sequence[int], *, partition: int = 0, compressed: Codec = Codec.NONE, size: int = 10
    ) -> int:
        """Records with these timestamps in one batch; the offset of the first."""
        partitions = (await self.admin.describe_topics([topic]))[topic].partitions
        batch = codec.build_batch(
            [(timestamp, b"k%d" % number, b"v" * size, ()) for number, timestamp in enumerate(stamped)],
            codec=compressed,
        )
        request = ProduceRequest(
            acks=-1,
            timeout_ms=10_000,
            topic_data=[TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=partition, records=batch)])],
        )

        async def ask() -> PartitionProduceResponse:
            return (await self.admin.routing.ask(partitions[partition].leader, request, at_most=9)).responses[0].partition_responses[0]

        # Who leads is known a little earlier than it leads.
        answer = await self.heard(ask, lambda found: found.error_code != ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual(answer.error_code, 0, answer)
        return answer.base_offset

    async def heard(self, ask: Callable[[], Awaitable[T]], right: Callable[[T], bool]) -> T:
        """What `ask` brings, once it is `right`, or after half a minute: a broker of Kafka's knows what its controller told it so far."""
        for _ in range(300):
            found = await ask()
            if right(found):
                break
            await deferLater(reactor, 0.1)
        return found

    async def topic(self, name: str, partitions: int = 1, **configs: str) -> None:
        await self.admin.create_topic(name, partitions, 1, configs={key.replace("_", "."): value for key, value in configs.items()})
        await self.heard(lambda: self.admin.describe_topics([name]), lambda found: not found.errors)

    async def classic_member(self, group: str, topic: str, partitions: Sequence[int], instance: str | None = None) -> str:
        """One member, the leader, which gives itself these partitions."""
        protocol = JoinGroupRequestProtocol(name="range", metadata=encode_subscription(ConsumerProtocolSubscription(topics=[topic])))
        join = JoinGroupRequest(
            group_id=group,
            session_timeout_ms=30_000,
            rebalance_timeout_ms=30_000,
            protocol_type="consumer",
            protocols=[protocol],
            group_instance_id=instance,
        )
        await self.admin.routing.coordinator(group)

        async def ask() -> JoinGroupResponse:
            joined = await self.admin.routing.ask_coordinator(group, join)
            join.member_id = joined.member_id
            return joined

        joined = await self.heard(ask, lambda found: found.error_code not in (ErrorCode.MEMBER_ID_REQUIRED, *NOT_YET))
        self.assertEqual(joined.error_code, 0)
        given = encode_assignment(ConsumerProtocolAssignment(assigned_partitions=[Owned(topic=topic, partitions=list(partitions))]))
        synced = await self.admin.routing.ask_coordinator(
            group,
            SyncGroupRequest(
                group_id=group,
                generation_id=joined.generation_id,
                member_id=joined.member_id,
                group_instance_id=instance,
                protocol_type="consumer",
                protocol_name="range",
                assignments=[SyncGroupRequestAssignment(member_id=joined.member_id, assignment=given)],
            ),
        )
        self.assertEqual(synced.error_code, 0)
        member: str = joined.member_id
        return member

    async def test_topics(self) -> None:
        admin = self.admin
        probe = await admin.create_topics([NewTopic("topics-a", 2, 1), NewTopic("bad name", 1, 1)], validate_only=True)
        self.assertEqual((list(probe.done), code_of(probe, "bad name")), (["topics-a"], ErrorCode.INVALID_TOPIC_EXCEPTION))
        self.assertEqual(probe["topics-a"].partitions, 2)
        self.assertNotIn("topics-a", [topic.name for topic in await admin.list_topics()])
        node = (await admin.describe_cluster()).nodes[0].node_id
        made = await admin.create_topics(
            [
                NewTopic("topics-a", 2, 1, configs={"retention.ms": "1234567"}),
                NewTopic("topics-b", assignments={0: [node], 1: [node], 2: [node]}),
                NewTopic("topics-c"),
                NewTopic("topics-d", 1, 99),
            ]
        )
        self.assertEqual(sorted(made.done), ["topics-a", "topics-b", "topics-c"])
        self.assertEqual(code_of(made, "topics-d"), ErrorCode.INVALID_REPLICATION_FACTOR)
        self.assertIn("topics-d", str(made.errors["topics-d"]))
        configs = made["topics-a"].configs
        assert configs is not None
        self.assertEqual((configs["retention.ms"].value, configs["retention.ms"].source), ("1234567", ConfigSource.TOPIC))
        with self.assertRaises(KlogError) as caught:
            await admin.create_topic("topics-a")
        self.assertEqual(caught.exception.code, ErrorCode.TOPIC_ALREADY_EXISTS)
        made_topics = {"topics-a", "topics-b", "topics-c"}
        topics = await self.heard(admin.list_topics, lambda found: made_topics <= {topic.name for topic in found})
        listed = {topic.name: topic for topic in topics}
        self.assertEqual((listed["topics-a"].partitions, listed["topics-b"].partitions), (2, 3))
        found = await admin.describe_topics(["topics-b", "topics-x"])
        self.assertEqual(code_of(found, "topics-x"), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(
            [(each.partition, each.leader, each.replicas) for each in found["topics-b"].partitions], [(n, node, (node,)) for n in range(3)]
        )
        if self.version != "2.8.2":
            self.assertEqual(found["topics-b"].topic_id, made["topics-b"].topic_id)
        raised = await admin.create_partitions({"topics-a": 4, "topics-b": 1, "topics-x": 2})
        self.assertEqual(list(raised.done), ["topics-a"])
        self.assertEqual(code_of(raised, "topics-b"), ErrorCode.INVALID_PARTITIONS)
        self.assertEqual(code_of(raised, "topics-x"), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        larger = await self.heard(lambda: admin.describe_topics(["topics-a"]), lambda found: len(found["topics-a"].partitions) == 4)
        self.assertEqual(len(larger["topics-a"].partitions), 4)
        gone = await admin.delete_topics(["topics-a", "topics-b", "topics-c", "topics-x"])
        self.assertEqual(
            (sorted(gone.done), code_of(gone, "topics-x")), (["topics-a", "topics-b", "topics-c"], ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        )

    async def test_offsets_and_records(self) -> None:
        admin = self.admin
        await self.topic("records", 2)
        now = int(time.time() * 1000)
        where, empty, none = (TopicPartition("records", number) for number in (0, 1, 7))
        for stamped in ([now - 5000, now - 4000], [now - 1000, now - 3000], [now - 2000]):
            await self.produce("records", stamped)
        found = await admin.list_offsets({where: EARLIEST_TIMESTAMP, empty: LATEST_TIMESTAMP, none: LATEST_TIMESTAMP})
        self.assertEqual((found[where].offset, found[empty].offset), (0, 0))
        self.assertEqual(code_of(found, none), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIn("records-7", str(found.errors[none]))
        self.assertEqual((await admin.list_offsets({where: LATEST_TIMESTAMP}, isolation_level="read_committed"))[where].offset, 5)
        by_time = await admin.list_offsets({where: now - 4500, empty: now})
        self.assertEqual((by_time[where].offset, by_time[where].timestamp_ms, by_time[empty].offset), (1, now - 4000, -1))
        # The special timestamp's own error leaves the others alone.
        mixed = await admin.list_offsets({where: MAX_TIMESTAMP, empty: LATEST_TIMESTAMP})
        self.assertEqual(mixed[empty].offset, 0)
        if self.has_max_timestamp:
            self.assertEqual(mixed[where]._replace(leader_epoch=0), OffsetAt(2, now - 1000, 0))
        else:
            self.assertEqual(code_of(mixed, where), ErrorCode.UNSUPPORTED_VERSION)
        deleted = await admin.delete_records({where: 3, empty: 9})
        self.assertEqual((deleted[where], code_of(deleted, empty)), (3, ErrorCode.OFFSET_OUT_OF_RANGE))
        self.assertEqual((await admin.delete_records({where: -1}))[where], 5)
        producers = await admin.describe_producers([where])
        self.assertEqual(producers[where], ())

    async def test_configs(self) -> None:
        admin = self.admin
        await self.topic("configs", 1, retention_ms="5000")
        topic = ConfigResource.topic("configs")
        node = ConfigResource.broker((await admin.describe_cluster()).nodes[0].node_id)
        found = await admin.describe_configs([topic, node, ConfigResource.broker(99), ConfigResource.topic("nope")], synonyms=True)
        entry = found[topic]["retention.ms"]
        self.assertEqual((entry.value, entry.source, entry.is_default, entry.config_type.name), ("5000", ConfigSource.TOPIC, False, "LONG"))
        self.assertEqual(entry.synonyms[0].value, "5000")
        self.assertIn("log.retention.hours", found[node])
        self.assertEqual(code_of(found, ConfigResource.topic("nope")), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(code_of(found, ConfigResource.broker(99)), ErrorCode.BROKER_ID_NOT_REGISTERED)
        only = await admin.describe_configs([topic], names=["cleanup.policy"], documentation=True)
        self.assertEqual(list(only[topic]), ["cleanup.policy"])
        probe = await admin.alter_configs({topic: {"retention.ms": "6000"}}, validate_only=True)
        self.assertEqual(list(probe.done), [topic])
        changed = await admin.alter_configs(
            {
                topic: [
                    ConfigChange("retention.ms", operation=ConfigOperation.DELETE),
                    ConfigChange("cleanup.policy", "compact", ConfigOperation.APPEND),
                    ConfigChange("max.message.bytes", "2000000"),
                ],
                ConfigResource.topic("nope"): {"retention.ms": "1"},
                node: {"log.cleaner.threads": "2"},
            }
        )
        self.assertEqual(set(changed.done), {topic, node})
        self.assertEqual(code_of(changed, ConfigResource.topic("nope")), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        entries = await self.told(topic, "cleanup.policy", "delete,compact")
        self.assertEqual((entries["cleanup.policy"].value, entries["max.message.bytes"].value), ("delete,compact", "2000000"))
        self.assertEqual(entries["retention.ms"].source, ConfigSource.DEFAULT)
        wrong = await admin.alter_configs({topic: {"retention.ms": "often"}})
        # Kafka 2.8 has no better word for it.
        self.assertIn(code_of(wrong, topic), (ErrorCode.INVALID_CONFIG, ErrorCode.INVALID_REQUEST))
        self.assertEqual(list((await admin.alter_configs({topic: {"max.message.bytes": None}})).done), [topic])
        if self.has_group_configs:
            group = ConfigResource.group("configured")
            (await admin.alter_configs({group: {"consumer.session.timeout.ms": "5000"}})).check()
            await self.told(group, "consumer.session.timeout.ms", "5000")

    async def told(self, resource: ConfigResource, name: str, value: str) -> Mapping[str, Any]:
        """The configuration of `resource`, once `name` has its new value."""
        found = await self.heard(lambda: self.admin.describe_configs([resource]), lambda found: found[resource][name].value == value)
        entries: Mapping[str, Any] = found[resource]
        self.assertEqual(entries[name].value, value, resource)
        return entries

    async def test_groups(self) -> None:
        admin = self.admin
        await self.topic("groups", 2)
        member = await self.classic_member("classic", "groups", [0, 1])
        await self.classic_member("static", "groups", [0], instance="one")
        first, second = TopicPartition("groups", 0), TopicPartition("groups", 1)
        kept = await admin.alter_group_offsets("offsets-only", {first: Committed(0, -1, "note"), second: 0})
        self.assertEqual(sorted(kept.done), [first, second])
        listed = {group.group_id: group for group in await admin.list_groups()}
        self.assertEqual((listed["classic"].protocol_type, listed["classic"].state), ("consumer", "Stable"))
        self.assertEqual(listed["offsets-only"].state, "Empty")
        stable = [group.group_id for group in await admin.list_groups(states=["Stable"])]
        self.assertIn("classic", stable)
        self.assertNotIn("offsets-only", stable)
        described = await admin.describe_groups(["classic", "static", "offsets-only", "nope"])
        classic = described["classic"]
        self.assertEqual((classic.group_type, classic.state, classic.assignor), ("classic", "Stable", "range"))
        self.assertEqual(
            [(each.member_id, each.assignment, each.topics) for each in classic.members], [(member, (first, second), ("groups",))]
        )
        self.assertEqual(described["static"].members[0].instance_id, "one")
        self.assertEqual(described["offsets-only"].members, ())
        self.assertEqual(code_of(described, "nope"), ErrorCode.GROUP_ID_NOT_FOUND)
        deleted = await admin.delete_groups(["classic", "nope"])
        self.assertEqual((code_of(deleted, "classic"), code_of(deleted, "nope")), (ErrorCode.NON_EMPTY_GROUP, ErrorCode.GROUP_ID_NOT_FOUND))
        refused = await admin.alter_group_offsets("classic", {first: 0})
        self.assertEqual(code_of(refused, first), ErrorCode.NON_EMPTY_GROUP)
        removed = await admin.remove_members("classic", [member, "nobody"], reason="test")
        self.assertEqual((list(removed.done), code_of(removed, "nobody")), ([member], ErrorCode.UNKNOWN_MEMBER_ID))
        self.assertEqual(list((await admin.remove_members("static")).done), ["one"])
        self.assertEqual((await admin.delete_groups(["classic", "static"])).check(), {"classic": None, "static": None})
        offsets = (await admin.list_group_offsets(["offsets-only", "nope"])).check()
        self.assertEqual(offsets, {"offsets-only": {first: Committed(0, -1, "note"), second: Committed(0)}, "nope": {}})
        forgotten = await admin.delete_group_offsets("offsets-only", [second])
        self.assertEqual(list(forgotten.done), [second])
        some = await admin.list_group_offsets({"offsets-only": [first, second]})
        self.assertEqual(list(some["offsets-only"]), [first])
        self.assertEqual(list((await admin.delete_groups(["offsets-only"])).done), ["offsets-only"])

    async def test_consumer_group(self) -> None:
        if not self.has_consumer_groups:
            found = await self.admin.describe_groups(["consumer"])
            self.assertEqual(code_of(found, "consumer"), ErrorCode.GROUP_ID_NOT_FOUND)
            return
        admin = self.admin
        await self.topic("consumers", 1)
        await admin.routing.coordinator("consumer")
        beat = ConsumerGroupHeartbeatRequest(
            group_id="consumer",
            member_id="AAAAAAAAAAAAAAAAAAAAAA",
            rebalance_timeout_ms=30_000,
            subscribed_topic_names=["consumers"],
            topic_partitions=[],
        )
        answer = await self.heard(lambda: admin.routing.ask_coordinator("consumer", beat), lambda found: found.error_code not in NOT_YET)
        self.assertEqual(answer.error_code, 0, answer)
        listed = await admin.list_groups(types=["consumer"])
        self.assertEqual([(group.group_id, group.group_type) for group in listed], [("consumer", "consumer")])
        # Kafka's coordinator may hear of the topic after its clients, and looks again when its member speaks.
        for _ in range(300):
            group = (await admin.describe_groups(["consumer"]))["consumer"]
            if group.members and group.members[0].target:
                break
            await deferLater(reactor, 0.1)
            beat.member_epoch = answer.member_epoch
            answer = await admin.routing.ask_coordinator("consumer", beat)
        self.assertEqual((group.group_type, len(group.members), group.members[0].topics), ("consumer", 1, ("consumers",)))
        self.assertEqual(group.members[0].member_id, answer.member_id)
        self.assertEqual(group.members[0].target, (TopicPartition("consumers", 0),))
        # It owns the partition and has committed nothing: neither figure is known.
        lag = (await admin.lag(["consumer"]))["consumer"]
        self.assertIn([(each.committed, each.records_behind, each.seconds_behind) for each in lag.values()], ([], [(None, None, None)]))
        leave = ConsumerGroupHeartbeatRequest(group_id="consumer", member_id=answer.member_id or "", member_epoch=-1)
        await admin.routing.ask_coordinator("consumer", leave)
        self.assertEqual(list((await admin.delete_groups(["consumer"])).done), ["consumer"])

    async def test_reset(self) -> None:
        admin = self.admin
        await self.topic("reset", 2)
        now = int(time.time() * 1000)
        for number in range(6):
            await self.produce("reset", [now - 600_000 + number * 100_000], partition=0)
        first, second = TopicPartition("reset", 0), TopicPartition("reset", 1)

        async def after(to: ResetTo, **where: Any) -> Mapping[TopicPartition, int]:
            return (await admin.plan_reset("resetting", to, **where)).offsets

        with self.assertRaises(KlogError) as caught:
            await admin.plan_reset("resetting", ResetTo.earliest())
        self.assertEqual(caught.exception.code, ErrorCode.INVALID_REQUEST)
        self.assertEqual(await after(ResetTo.latest(), topics=["reset"]), {first: 6, second: 0})
        plan = await admin.plan_reset("resetting", ResetTo.time(now - 350_000), topics=["reset"])
        self.assertEqual(plan.offsets, {first: 3, second: 0})
        self.assertEqual((await admin.execute_reset(plan)).check(), {first: None, second: None})
        self.assertEqual(await after(ResetTo.shift(-2)), {first: 1, second: 0})
        self.assertEqual(await after(ResetTo.earliest(), partitions=[first]), {first: 0})
        self.assertEqual(await after(ResetTo.duration_ago(150_000)), {first: 5, second: 0})
        self.assertEqual(await after(ResetTo.offset(99), partitions=[first]), {first: 6})
        self.assertEqual(await after(ResetTo.current()), {first: 3, second: 0})
        with self.assertRaises(KlogError) as caught:
            await admin.plan_reset("resetting", ResetTo.earliest(), topics=["nope"])
        self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    async def test_lag(self) -> None:
        """Known timestamps, batches of all sizes and codecs, many places in one partition, nothing left, nothing committed."""
        admin = self.admin
        await self.topic("lag", 4, max_message_bytes="2000000")
        plain, large, gone, packed = (TopicPartition("lag", number) for number in range(4))
        now = int(time.time() * 1000)
        await self.produce("lag", [now - 900_000, now - 800_000, now - 700_000])
        await self.produce("lag", [now - 600_000])
        # Larger than what is asked for at first, and than what is asked for next.
        await self.produce("lag", [now - 500_000], partition=1, size=100_000)
        await self.produce("lag", [now - 400_000], partition=1, size=900_000)
        await self.produce("lag", [now - 300_000, now - 200_000, now - 100_000], partition=2)
        await self.produce("lag", [now - 50_000, now - 40_000, now - 30_000], partition=3, compressed=Codec.LZ4)
        (await admin.delete_records({gone: 2})).check()
        committed = {
            "lag-1": {plain: 1, large: 0, gone: 0, packed: 2},
            "lag-2": {plain: 3, large: 1, gone: 3, packed: 3},
            "lag-3": {plain: 4, large: 2, packed: 0},
            "lag-4": {plain: 0, large: 99},
        }
        for group, offsets in committed.items():
            (await admin.alter_group_offsets(group, offsets)).check()
        expected: dict[str, dict[TopicPartition, tuple[int, int | None]]] = {
            "lag-1": {plain: (3, 800_000), large: (2, 500_000), gone: (1, 100_000), packed: (1, 30_000)},
            "lag-2": {plain: (1, 600_000), large: (1, 400_000), gone: (0, None), packed: (0, None)},
            "lag-3": {plain: (0, None), large: (0, None), packed: (3, 50_000)},
            "lag-4": {plain: (4, 900_000), large: (0, None)},
        }
        for outcomes in (await admin.lag(committed), await admin.lag()):
            later = int(time.time() * 1000)
            for group, partitions in expected.items():
                found = outcomes[group]
                self.assertEqual(list(found), sorted(partitions), group)
                for partition, (records, age_ms) in partitions.items():
                    lag = found[partition]
                    self.assertEqual(
                        (lag.committed, lag.records_behind, lag.error), (committed[group][partition], records, None), (group, partition)
                    )
                    assert lag.seconds_behind is not None
                    if age_ms is None:
                        self.assertEqual((lag.seconds_behind, lag.timestamp_ms), (0.0, None))
                    else:
                        self.assertEqual(lag.timestamp_ms, now - age_ms)
                        self.assertTrue(
                            age_ms / 1000 <= lag.seconds_behind <= (later - now + age_ms) / 1000 + 0.01, (group, partition, lag)
                        )
        missing = await admin.lag(["lag-1", "nope"])
        self.assertEqual((list(missing.done), code_of(missing, "nope")), (["lag-1"], ErrorCode.GROUP_ID_NOT_FOUND))

    async def test_lag_of_a_deleted_topic(self) -> None:
        """Its offsets go with it; or where they stay, that is one partition's error."""
        admin = self.admin
        await self.topic("deleted")
        await self.topic("staying")
        where, other = TopicPartition("deleted", 0), TopicPartition("staying", 0)
        (await admin.alter_group_offsets("of-deleted", {where: 0, other: 0})).check()
        await admin.delete_topic("deleted")
        lag = await self.heard(
            lambda: admin.lag(["of-deleted"]),
            lambda found: where not in found["of-deleted"] or found["of-deleted"][where].error is not None,
        )
        found = lag["of-deleted"]
        self.assertEqual((found[other].records_behind, found[other].seconds_behind), (0, 0.0))
        if where in found:
            error = found[where].error
            self.assertTrue(error is not None and error.code is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, found)

    async def test_cluster(self) -> None:
        admin = self.admin
        cluster = await admin.describe_cluster()
        self.assertEqual([node.address for node in cluster.nodes], [self.address])
        self.assertEqual(cluster.controller, cluster.nodes[0])
        self.assertEqual(len(cluster.cluster_id or ""), 22)
        node = cluster.nodes[0].node_id
        self.assertIn(3, (await admin.broker_versions())[node].ranges)
        await self.topic("sized", retention_ms="-1")
        await self.produce("sized", [1] * 10, size=1000)
        found = await admin.describe_log_dirs(topics=["sized"])
        (directory,) = found[node]
        self.assertIsNone(directory.error)
        self.assertEqual(list(directory.replicas), [TopicPartition("sized", 0)])
        self.assertGreater(directory.size_bytes, 10_000)
        self.assertEqual(code_of(await admin.describe_log_dirs([99]), 99), ErrorCode.BROKER_ID_NOT_REGISTERED)
        with self.assertRaises(KlogError):
            await admin.describe_log_dirs(topics=["nope"])

    async def test_leaders_and_moves(self) -> None:
        admin = self.admin
        await self.topic("moves")
        where = TopicPartition("moves", 0)
        elected = await admin.elect_leaders([where])
        if self.version is None:
            self.assertEqual(code_of(elected, where), ErrorCode.UNSUPPORTED_VERSION)
            return
        self.assertEqual(list(elected.done), [where])
        node = (await admin.describe_cluster()).nodes[0].node_id
        moved = await admin.reassign({where: [node], TopicPartition("nope", 0): [node]})
        self.assertEqual(list(moved.done), [where])
        self.assertEqual(code_of(moved, TopicPartition("nope", 0)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(await admin.list_reassignments(), {})
        self.assertEqual(code_of(await admin.reassign({where: None}), where), ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)

    async def test_transactions(self) -> None:
        """A transaction that is open, and one that was aborted: what it leaves is no record to a read_committed group."""
        admin = self.admin
        if self.version is None:
            return
        await self.topic("transactions", retention_ms="-1")
        where = TopicPartition("transactions", 0)
        producer = ConfluentProducer({"bootstrap.servers": self.address, "transactional.id": "tx", "log_level": 0})
        producer.init_transactions(60)
        producer.begin_transaction()
        producer.produce("transactions", b"x", timestamp=1_000)
        producer.flush(60)
        (await admin.alter_group_offsets("reading", {where: 0})).check()
        described = await admin.describe_producers([where])
        self.assertEqual([each.transaction_start for each in described[where]], [0])
        open_ = (await admin.lag(["reading"], isolation_level="read_committed"))["reading"][where]
        self.assertEqual((open_.end, open_.records_behind, open_.seconds_behind), (0, 0, 0.0))
        seen = (await admin.lag(["reading"]))["reading"][where]
        self.assertEqual((seen.end, seen.records_behind, seen.timestamp_ms), (1, 1, 1_000))
        if self.version != "2.8.2":
            self.assertEqual([each.transactional_id for each in await admin.list_transactions()], ["tx"])
            transaction = (await admin.describe_transactions(["tx", "none"]))["tx"]
            self.assertEqual((transaction.state, transaction.partitions), ("Ongoing", (where,)))
        producer.abort_transaction(60)
        stable = await self.heard(
            lambda: admin.list_offsets({where: LATEST_TIMESTAMP}, isolation_level="read_committed"), lambda found: found[where].offset >= 2
        )
        self.assertEqual(stable[where].offset, 2)
        aborted = (await admin.lag(["reading"], isolation_level="read_committed"))["reading"][where]
        self.assertEqual((aborted.end, aborted.records_behind, aborted.seconds_behind), (2, 0, 0.0))
        await self.produce("transactions", [2_000])
        rest = (await admin.lag(["reading"], isolation_level="read_committed"))["reading"][where]
        self.assertEqual((rest.end, rest.timestamp_ms), (3, 2_000))


class SpeedTests(SynchronousTestCase):
    """``python -m tests.bench lag`` shows the figures; here is the limit, in the soak only."""

    @pytest.mark.soak
    def test_a_thousand_groups_in_a_second(self) -> None:
        if not peers.SOAK:
            raise SkipTest("in make soak")
        for broker, shapes in bench_lag.measure(1).items():
            for shape in shapes:
                self.assertLessEqual(shape.seconds, 1, (broker, shape))


class ScramCases(AdminCases):
    """Of brokers that keep users of SCRAM and take changes of them from everybody."""

    async def test_scram(self) -> None:
        admin = self.admin
        await admin.set_scram_password("anna", "secret")
        found = await self.heard(lambda: admin.describe_scram_users(["anna", "nobody"]), lambda found: "anna" in found.done)
        self.assertEqual([(each.mechanism.name, each.iterations) for each in found["anna"]], [("SCRAM_SHA_256", 4096)])
        self.assertEqual(code_of(found, "nobody"), ErrorCode.RESOURCE_NOT_FOUND)
        await admin.delete_scram_password("anna")
        with self.assertRaises(KlogError) as caught:
            await admin.delete_scram_password("anna")
        self.assertEqual(caught.exception.code, ErrorCode.RESOURCE_NOT_FOUND)


class KlogTests(ScramCases, TestCase):
    """klog."""


class Kafka4Tests(ScramCases, TestCase):
    """Apache Kafka 4.3.1."""

    version = "4.3.1"
    settings: ClassVar[Mapping[str, str]] = {
        **SETTINGS,
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": "User:ANONYMOUS",
    }

    async def test_acls(self) -> None:
        admin = self.admin
        read = Acl(AclResourceType.TOPIC, "rights", "User:anna", AclOperation.READ)
        deny = Acl(AclResourceType.GROUP, "rights", "User:*", AclOperation.ALL, AclPermission.DENY, AclPattern.PREFIXED, "127.0.0.1")
        wrong = Acl(AclResourceType.CLUSTER, "rights", "User:anna", AclOperation.ALTER)
        made = await admin.create_acls([read, deny, wrong])
        self.assertEqual((list(made.done), code_of(made, wrong)), ([read, deny], ErrorCode.INVALID_REQUEST))
        self.assertEqual(await self.heard(admin.list_acls, lambda found: len(found) == 2), [read, deny])
        self.assertEqual(await admin.list_acls(AclFilter(principal="User:anna")), [read])
        everything = AclFilter(name="rights")
        self.assertEqual((await admin.delete_acls([everything]))[everything], (read, deny))

    async def test_config_resources(self) -> None:
        await self.topic("has-settings")
        self.assertIn(ConfigResource.topic("has-settings"), await self.admin.list_config_resources([ResourceType.TOPIC]))


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "3.9.2 beside its neighbours: make soak")
class Kafka3Tests(AdminCases, TestCase):
    """Apache Kafka 3.9.2."""

    version = "3.9.2"
    has_group_configs = False
    settings: ClassVar[Mapping[str, str]] = {**SETTINGS, "group.coordinator.rebalance.protocols": "classic,consumer"}


class Kafka2Tests(AdminCases, TestCase):
    """Apache Kafka 2.8.2."""

    has_consumer_groups = False
    has_group_configs = False
    has_max_timestamp = False
    version = "2.8.2"
