"""Kafka's znodes: the texts that Kafka's releases write, ours, and what cannot be used."""

from __future__ import annotations

import json
import urllib.parse

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicId, TopicPartition
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import (
    CONFIG_TYPES,
    KAFKA_PATHS,
    PERSISTENT_PATHS,
    BrokerRegistration,
    ClusterId,
    ConfigChange,
    ConfigZnode,
    Controller,
    ControllerEpoch,
    CopiedProducerIds,
    DeleteTopic,
    Features,
    IsrChange,
    LogDirEvent,
    PartitionState,
    PreferredElection,
    ProducerIdBlock,
    Reassignment,
    RegisteredEndpoint,
    TombstoneZnode,
    TopicZnode,
    broker_id_of,
    desanitised,
    generated_broker_id,
    partition_path,
    partitions_path,
    sanitised,
)

TOPIC_ID = TopicId(bytes(range(16)))
ID_TEXT = "AAECAwQFBgcICQoLDA0ODw"


def refused(decode: object, path: str, data: bytes) -> str:
    """The sentence that `data` is refused with."""
    try:
        result = decode.decode(path, data)  # type: ignore[attr-defined]
    except BadZnode as error:
        assert error.path == path and path in str(error)
        return error.why
    raise AssertionError(f"taken: {result}")


class Brokers(SynchronousTestCase):
    """Registrations of brokers."""

    def test_what_kafka_wrote(self) -> None:
        """All versions."""
        path = "/brokers/ids/3"
        one = BrokerRegistration.decode(path, b'{"jmx_port":-1,"timestamp":"14","host":"h","version":1,"port":9092}')
        self.assertEqual((one.broker_id, one.endpoints, one.version), (3, (RegisteredEndpoint("PLAINTEXT", "h", 9092),), 1))
        self.assertEqual((one.timestamp_ms, one.rack, one.klog, one.address), (14, None, None, "h:9092"))
        two = BrokerRegistration.decode(
            path, b'{"jmx_port":9,"timestamp":"14","endpoints":["PLAINTEXT://h:1","SSL://[::1]:2"],"host":"h","version":2,"port":1}'
        )
        self.assertEqual(two.endpoints, (RegisteredEndpoint("PLAINTEXT", "h", 1), RegisteredEndpoint("SSL", "::1", 2, "SSL")))
        self.assertEqual(str(two.endpoints[1]), "SSL://[::1]:2")
        five = BrokerRegistration.decode(
            path,
            b'{"features":{"f":{"min_version":1}},"listener_security_protocol_map":{"IN":"PLAINTEXT","OUT":"SASL_SSL"},'
            b'"endpoints":["IN://a.b:9092","OUT://c:9093"],"jmx_port":-1,"host":"a.b","timestamp":"1600000000000","port":9092,'
            b'"version":5,"rack":"r1","more":[1]}',
        )
        self.assertEqual([each.security_protocol for each in five.endpoints], ["PLAINTEXT", "SASL_SSL"])
        self.assertEqual((five.rack, five.jmx_port), ("r1", -1))

    def test_ours(self) -> None:
        """Version 5 with the mark; "host" and "port" for old clients are of the first PLAINTEXT endpoint, or none."""
        ours = BrokerRegistration(1, (RegisteredEndpoint("T", "t", 1, "SSL"), RegisteredEndpoint("P", "p", 2)), "r", 12, klog="0.1")
        value = json.loads(ours.encode())
        self.assertEqual((value["host"], value["port"], value["version"], value["timestamp"]), ("p", 2, 5, "12"))
        self.assertEqual(BrokerRegistration.decode(BrokerRegistration.path(1), ours.encode()), ours)
        value = json.loads(BrokerRegistration(1, (RegisteredEndpoint("SSL", "t", 1, "SSL"),)).encode())
        self.assertEqual((value["host"], value["port"], "klog" in value, "rack" in value), (None, -1, False, False))

    def test_what_cannot_be_used(self) -> None:
        """Refused with what is wrong."""
        path = "/brokers/ids/3"
        for data, words in (
            (b"", "empty"),
            (b"\xff", "UTF-8"),
            (b"{", "not JSON"),
            (b"[" * 100_000, "not JSON"),
            (b'{"version":NaN}', "not JSON"),
            (b"[]", "a JSON object was expected"),
            (b"{}", '"version" (a whole number) is missing'),
            (b'{"version":true}', '"version" should be a whole number'),
            (b'{"version":0}', '"version" should be 1 or more, not 0'),
            (b'{"version":1,"host":null,"port":1}', '"host" should be a text'),
            (b'{"version":2,"endpoints":["x"]}', "should look like"),
            (b'{"version":2,"endpoints":[1]}', '"endpoints" should be a list of texts'),
            (b'{"version":2,"endpoints":[],"jmx_port":99999999999}', '"jmx_port"'),
        ):
            self.assertIn(words, refused(BrokerRegistration, path, data))
        self.assertIn("no broker id", refused(BrokerRegistration, "/brokers/ids/x", b'{"version":2,"endpoints":[]}'))
        self.assertEqual(broker_id_of("/config/brokers/17"), 17)
        self.assertEqual(generated_broker_id(1), 1001)


class Topics(SynchronousTestCase):
    """Topics and partitions."""

    def test_what_kafka_wrote(self) -> None:
        """All versions."""
        path = TopicZnode.path("t")
        self.assertEqual(path, "/brokers/topics/t")
        one = TopicZnode.decode(path, b'{"version":1,"partitions":{"10":[1],"2":[2,3],"0":[1]}}')
        self.assertEqual((one.topic_id, list(one.assignment.items())), (None, [(0, (1,)), (2, (2, 3)), (10, (1,))]))
        three = TopicZnode.decode(
            path,
            b'{"removing_replicas":{},"partitions":{"0":[1]},"topic_id":"%s","adding_replicas":{"0":[4]},"version":3}' % ID_TEXT.encode(),
        )
        self.assertEqual((three.topic_id, three.adding_replicas), (TOPIC_ID, {0: (4,)}))
        self.assertEqual(TopicZnode.decode(path, three.encode()), three)
        self.assertNotIn("topic_id", json.loads(TopicZnode(None, {0: (1,)}).encode()))

    def test_what_cannot_be_used(self) -> None:
        """Refused with what is wrong."""
        for data in (
            b'{"version":3,"partitions":{"a":[1]}}',
            b'{"version":3,"partitions":{"-1":[1]}}',
            b'{"version":3,"partitions":{"1":["1"]}}',
            b'{"version":3,"partitions":{"99999999999":[1]}}',
            b'{"version":3,"partitions":[1]}',
            b'{"version":3,"partitions":{},"topic_id":"x"}',
            b'{"version":3,"partitions":{},"topic_id":7}',
        ):
            self.assertIn("should be", refused(TopicZnode, "/brokers/topics/t", data))

    def test_partitions(self) -> None:
        """States as Kafka writes them, and as klog did before partitions had several copies, with the leader's broker epoch."""
        path = PartitionState.path("t", 4)
        self.assertEqual(path, "/brokers/topics/t/partitions/4/state")
        self.assertEqual((partitions_path("t"), partition_path("t", 4)), ("/brokers/topics/t/partitions", "/brokers/topics/t/partitions/4"))
        kafka = PartitionState.decode(path, b'{"controller_epoch":7,"leader":1,"version":1,"leader_epoch":2,"isr":[1,2]}')
        self.assertEqual(kafka, PartitionState(1, 2, 7, (1, 2)))
        old = b'{"version":1,"leader":1,"leader_epoch":2,"controller_epoch":7,"isr":[1,2],"leader_broker_epoch":1099511627776}'
        self.assertEqual(PartitionState.decode(path, old), kafka)
        self.assertNotIn(b"leader_recovery_state", kafka.encode())
        ours = PartitionState(-1, 2, 7, (), 1)
        self.assertEqual(PartitionState.decode(path, ours.encode()), ours)
        self.assertIn("missing", refused(PartitionState, path, b'{"leader":1}'))
        self.assertIn("isr", refused(PartitionState, path, b'{"leader":1,"leader_epoch":0,"isr":{}}'))


class Cluster(SynchronousTestCase):
    """The controller, ids, configurations."""

    def test_controller(self) -> None:
        """Kafka's two versions, ours, and the epoch, which is plain text."""
        self.assertEqual(
            Controller.decode("/controller", b'{"version":2,"brokerid":2,"timestamp":"5","kraftControllerEpoch":-1}'), Controller(2, 5)
        )
        self.assertEqual(json.loads(Controller(2, 5).encode()), {"version": 1, "brokerid": 2, "timestamp": "5"})
        self.assertEqual((ControllerEpoch.decode("/controller_epoch", b"12"), ControllerEpoch(3).encode()), (ControllerEpoch(12), b"3"))
        for data in (b"", b"x", b"1.5", b"9" * 30, b"99999999999", "٣".encode()):
            self.assertIn("decimal", refused(ControllerEpoch, "/controller_epoch", data))

    def test_ids(self) -> None:
        """The cluster's and the producers'."""
        data = b'{"version":"1","id":"uYJm-JHyQ_iV7gFkEBwyTA"}'
        self.assertEqual(ClusterId.decode("/cluster/id", data).encode(), data)
        block = ProducerIdBlock.decode("/x", b'{"version":1,"broker":1,"block_start":"0","block_end":"999"}')
        self.assertEqual((block, ProducerIdBlock.decode("/x", block.encode())), (ProducerIdBlock(1, 0, 999), block))
        self.assertIn("as text", refused(ProducerIdBlock, "/x", b'{"broker":1,"block_start":"z","block_end":"9"}'))
        self.assertIn("as text", refused(ProducerIdBlock, "/x", b'{"broker":1,"block_start":[],"block_end":"9"}'))
        self.assertEqual(CopiedProducerIds.decode("/x", CopiedProducerIds(5_999).encode()), CopiedProducerIds(5_999))
        self.assertIn("as text", refused(CopiedProducerIds, "/x", b'{"version":1,"last":{}}'))

    def test_configurations(self) -> None:
        """Kinds, names with any characters, defaults; values are texts."""
        self.assertEqual(ConfigZnode.path("topics", "a.b-c_d"), "/config/topics/a.b-c_d")
        self.assertEqual(ConfigZnode.path("brokers", "<default>"), "/config/brokers/<default>")
        self.assertEqual(ConfigZnode.path("groups", "a/b *~ü"), "/config/groups/a%2Fb%20%2A~%C3%BC")
        self.assertEqual((sanitised(".."), desanitised(sanitised(".."))), ("%2E%2E", ".."))
        for name in ("a%2Fb%20%2a~%C3%BC", "%", "%%41%4", "%zz%C3", "ü%E2%82x%e2%82%ac", "a+b"):
            self.assertEqual(desanitised(name), urllib.parse.unquote(name))
        configs = ConfigZnode.decode("/x", b'{"version":1,"config":{"a":"1","b":"x=y"}}')
        self.assertEqual((configs.configs, ConfigZnode.decode("/x", configs.encode())), ({"a": "1", "b": "x=y"}, configs))
        self.assertEqual((ConfigZnode.decode("/x", b""), ConfigZnode.decode("/x", b"{}")), (ConfigZnode({}), ConfigZnode({})))
        self.assertIn("texts", refused(ConfigZnode, "/x", b'{"version":1,"config":{"a":1}}'))

    def test_changes_of_configurations(self) -> None:
        """The three forms."""
        path = "/config/changes/config_change_0000000000"
        old = ConfigChange.decode(path, b'"my-topic"')
        self.assertEqual((old.kind, old.entity, old.config_path), ("topics", "my-topic", "/config/topics/my-topic"))
        self.assertEqual(ConfigChange.decode(path, b'{"version":1,"entity_type":"topics","entity_name":"t"}'), ConfigChange("topics/t"))
        two = ConfigChange.decode(path, b'{"version":2,"entity_path":"users/u%2Fv/clients/c"}')
        self.assertEqual((two.kind, two.entity_path), ("users", "users/u%2Fv/clients/c"))
        self.assertEqual(ConfigChange.of("groups", "a/b"), ConfigChange("groups/a%2Fb"))
        self.assertEqual(ConfigChange.decode(path, ConfigChange.of("groups", "a/b").encode()).entity, "a/b")
        self.assertTrue(path.startswith(ConfigChange.CREATE_PATH))
        for data in (b'{"version":3}', b'{"version":2,"entity_path":"x"}', b'{"version":2,"entity_path":"y/x"}', b"7", b'""'):
            refused(ConfigChange, path, data)

    def test_paths(self) -> None:
        """What a broker makes sure of."""
        self.assertEqual(len(set(PERSISTENT_PATHS)), len(PERSISTENT_PATHS))
        self.assertIn("/config/ips", KAFKA_PATHS)
        self.assertNotIn("/config/groups", KAFKA_PATHS)
        self.assertIn("/config/groups", PERSISTENT_PATHS)
        self.assertIn("groups", CONFIG_TYPES)


class Requests(SynchronousTestCase):
    """What tools ask for, and removals."""

    def test_requests(self) -> None:
        """Deletions, reassignments, elections."""
        self.assertEqual(DeleteTopic.path("t"), "/admin/delete_topics/t")
        data = b'{"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[1,2],"log_dirs":["any","any"]}]}'
        moved = Reassignment.decode("/x", data)
        self.assertEqual(moved.partitions, {TopicPartition("t", 0): (1, 2)})
        self.assertEqual(Reassignment.decode("/x", moved.encode()), moved)
        election = PreferredElection.decode("/x", b'{"version":1,"partitions":[{"topic":"t","partition":3}]}')
        self.assertEqual(election.partitions, (TopicPartition("t", 3),))
        self.assertEqual(PreferredElection.decode("/x", election.encode()), election)
        self.assertIn("objects", refused(Reassignment, "/x", b'{"partitions":[1]}'))
        self.assertIn("objects", refused(PreferredElection, "/x", b"{}"))

    def test_what_brokers_tell_the_controller(self) -> None:
        """As Kafka's brokers write it."""
        change = IsrChange((TopicPartition("t", 3),))
        self.assertEqual(change.encode(), b'{"version":1,"partitions":[{"topic":"t","partition":3}]}')
        self.assertEqual(IsrChange.decode("/x", change.encode()), change)
        event = LogDirEvent(4)
        self.assertEqual(event.encode(), b'{"version":1,"broker":4,"event":1}')
        self.assertEqual(LogDirEvent.decode("/x", event.encode()), event)
        self.assertIn("broker", refused(LogDirEvent, "/x", b'{"version":1}'))
        self.assertEqual(Features(1).encode(), b'{"features":{},"version":1,"status":1}')

    def test_removals(self) -> None:
        """klog's own."""
        path = TombstoneZnode.path(TOPIC_ID)
        self.assertEqual((path, TombstoneZnode.topic_id_of(path)), (f"/klog/removals/{ID_TEXT}", TOPIC_ID))
        removal = TombstoneZnode("t", (1, 2))
        self.assertEqual(TombstoneZnode.decode(path, removal.encode()), removal)
        self.assertRaises(BadZnode, TombstoneZnode.topic_id_of, "/klog/removals/x")


class Anything(SynchronousTestCase):
    """Values that nobody expected."""

    @settings(deadline=None, max_examples=150)
    @given(
        st.one_of(
            st.binary(max_size=60),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
                lambda inner: (
                    st.lists(inner, max_size=3)
                    | st.dictionaries(
                        st.sampled_from(
                            [
                                "version",
                                "host",
                                "port",
                                "endpoints",
                                "partitions",
                                "isr",
                                "leader",
                                "config",
                                "id",
                                "brokerid",
                                "entity_path",
                                "topic",
                                "0",
                            ]
                        ),
                        inner,
                        max_size=5,
                    )
                ),
                max_leaves=8,
            ).map(lambda value: json.dumps(value).encode()),
        )
    )
    def test_it_is_read_or_refused(self, data: bytes) -> None:
        """Never another exception, and what was read can be written and read again."""
        for kind in (
            BrokerRegistration,
            TopicZnode,
            PartitionState,
            Controller,
            ControllerEpoch,
            ClusterId,
            ConfigZnode,
            ConfigChange,
            Reassignment,
            PreferredElection,
            IsrChange,
            LogDirEvent,
            ProducerIdBlock,
            CopiedProducerIds,
            TombstoneZnode,
        ):
            try:
                value = kind.decode("/x/1", data)  # type: ignore[attr-defined]
            except BadZnode:
                continue
            if not isinstance(value, BrokerRegistration):
                self.assertEqual(kind.decode("/x/1", value.encode()), value)  # type: ignore[attr-defined]
