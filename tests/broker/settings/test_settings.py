"""The broker's settings: sources, synonyms, what is honoured and what is refused."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.config_entries import ConfigSource, Synonym
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError


class CopiesTests(SynchronousTestCase):
    """How many copies a broker may be told to keep."""

    def test_copies_that_klog_does_not_keep(self) -> None:
        [warning] = BrokerSettings({"default.replication.factor": "3"}).warnings
        self.assertIn("default.replication.factor=3", warning)
        self.assertIn("refused", warning)
        self.assertEqual(BrokerSettings({"default.replication.factor": "1"}).warnings, [])

    def test_copies_that_several_brokers_keep(self) -> None:
        settings = BrokerSettings({"default.replication.factor": "3", "min.insync.replicas": "2", "zookeeper.connect": "z:2181"})
        self.assertEqual((settings.warnings, settings.integer("min.insync.replicas")), ([], 2))
        settings.validate_dynamic({"min.insync.replicas": "3"}, per_broker=False)


class StartTests(SynchronousTestCase):
    """The table of what klog does with a name at start."""

    def refused(self, words: str, **properties: str) -> None:
        error = self.assertRaises(ConfigError, BrokerSettings, {name.replace("_", "."): text for name, text in properties.items()})
        self.assertIn(words, str(error))

    def test_honoured_names_are_quiet(self) -> None:
        settings = BrokerSettings({"num.partitions": "3", "klog.shutdown.timeout.ms": "5", "log.dirs": "/x"})
        self.assertEqual(settings.warnings, [])
        self.assertEqual(settings.integer("num.partitions"), 3)
        self.assertEqual(settings.data_directories, ["/x"])

    def test_known_names_without_effect_are_one_warning(self) -> None:
        settings = BrokerSettings(
            {
                "num.io.threads": "8",
                "zookeeper.max.in.flight.requests": "9",
                "background.threads": "4",
                "allow.everyone.if.no.acl.found": "true",
            }
        )
        [warning] = settings.warnings
        self.assertIn("allow.everyone.if.no.acl.found, background.threads, num.io.threads, zookeeper.max.in.flight.requests", warning)

    def test_unknown_names(self) -> None:
        self.assertEqual(
            BrokerSettings({"log.retension.ms": "1"}).warnings, ["unknown setting log.retension.ms; did you mean log.retention.ms?"]
        )

    def test_bad_values(self) -> None:
        self.refused("Not a number of type INT", num_partitions="many")
        self.refused("at least 1", num_partitions="0")
        self.refused("Invalid value yes for configuration auto.create.topics.enable", auto_create_topics_enable="yes")
        self.refused("Not a number", num_io_threads="x")

    def test_what_changes_durability_or_security(self) -> None:
        self.refused("one copy", min_insync_replicas="2")
        self.refused("no Java classes", authorizer_class_name="x.Y")
        self.refused("policies", create_topic_policy_class_name="x.Y")
        self.refused("PLAIN and SCRAM", sasl_server_callback_handler_class="x.y.Z")
        self.refused("PLAIN and SCRAM", sasl_kerberos_service_name="kafka")
        self.refused("PLAIN and SCRAM", **{"listener.name.a.oauthbearer.sasl.server.callback.handler.class": "x.y.Z"})
        self.refused("tiered", remote_log_storage_system_enable="true")
        self.refused("elsewhere", config_providers="file")
        self.assertEqual(BrokerSettings({"min.insync.replicas": "1", "ssl.client.auth": "none"}).warnings, [])

    def test_what_brokers_speak_among_themselves(self) -> None:
        self.assertEqual(BrokerSettings().request_versions.protocol, "3.9-IV0")
        self.assertEqual(BrokerSettings({"inter.broker.protocol.version": "2.8"}).request_versions.fetch, 12)
        for text in ("2.8-IV1", "3.0-IV0", "3.1", "3.4.1", "3.5-IV1", "3.9"):
            self.assertEqual(BrokerSettings({"inter.broker.protocol.version": text}).warnings, [])
        for text, words in {"2.7": "klog speaks 2.8 to 3.9 among brokers", "2.8-IV0": "klog speaks 2.8", "4.0": "from 1.0 to 3.9"}.items():
            error = self.assertRaises(ConfigError, BrokerSettings, {"inter.broker.protocol.version": text})
            self.assertIn(f"Invalid value {text} for configuration inter.broker.protocol.version: ", str(error))
            self.assertIn(words, str(error))

    def test_segments_as_small_as_kafka_3_takes_them(self) -> None:
        """Where its brokers may be in the cluster; else Kafka 4's limit holds."""
        small = {"log.segment.bytes": "14"}
        self.refused("at least 1048576", log_segment_bytes="14")
        beside = BrokerSettings({**small, "inter.broker.protocol.version": "3.9"})
        self.assertEqual((beside.integer("log.segment.bytes"), beside.describe("log.segment.bytes").value), (14, "14"))
        self.refused("at least 14", **{"log.segment.bytes": "13", "inter.broker.protocol.version": "3.9"})
        for settings, bytes_used in ((BrokerSettings({"inter.broker.protocol.version": "2.8"}), 14), (BrokerSettings(), 1 << 30)):
            settings.set_dynamic({}, small)
            self.assertEqual(settings.integer("log.segment.bytes"), bytes_used)
        self.assertRaises(KlogError, BrokerSettings().validate_dynamic, small, per_broker=False)
        beside.validate_dynamic(small, per_broker=False)

    def test_secrets_are_not_told(self) -> None:
        error = self.assertRaises(ConfigError, BrokerSettings, {"sasl.oauthbearer.client.credentials.client.secret": "hunter2"})
        self.assertNotIn("hunter2", str(error))

    def test_together(self) -> None:
        self.refused("must be the same", broker_id="1", node_id="2")
        self.assertEqual(BrokerSettings({"log.dirs": " /a , /b"}).data_directories, ["/a", "/b"])
        self.refused("keep records for ever", log_retention_ms="0")
        self.refused("at least 0", broker_id="-2")
        self.refused("name a directory", log_dirs=" ")

    def test_broker_id(self) -> None:
        self.assertIsNone(BrokerSettings({}).broker_id)
        self.assertIsNone(BrokerSettings({"broker.id": "-1"}).broker_id)
        self.assertEqual(BrokerSettings({"node.id": "7"}).broker_id, 7)
        self.assertEqual(BrokerSettings({"node.id": "7", "broker.id": "7"}).broker_id, 7)


class ValueTests(SynchronousTestCase):
    """Sources and synonyms."""

    def test_retention_synonyms(self) -> None:
        self.assertEqual(BrokerSettings({}).integer("log.retention.ms"), 168 * 3_600_000)
        self.assertEqual(BrokerSettings({"log.retention.hours": "1"}).integer("log.retention.ms"), 3_600_000)
        self.assertEqual(BrokerSettings({"log.retention.hours": "1", "log.retention.minutes": "2"}).integer("log.retention.ms"), 120_000)
        self.assertEqual(BrokerSettings({"log.retention.minutes": "2", "log.retention.ms": "3"}).integer("log.retention.ms"), 3)
        self.assertEqual(BrokerSettings({"log.retention.hours": "-1"}).integer("log.retention.ms"), -1)

    def test_dynamic_values_win(self) -> None:
        settings = BrokerSettings({"log.retention.ms": "3", "message.max.bytes": "100"})
        settings.set_dynamic({"message.max.bytes": "300"}, {"message.max.bytes": "200", "log.retention.minutes": "1"})
        self.assertEqual(settings.integer("message.max.bytes"), 300)
        self.assertEqual(settings.integer("log.retention.ms"), 60_000)
        settings.set_dynamic({}, {"message.max.bytes": "200"})
        self.assertEqual(settings.integer("message.max.bytes"), 200)
        self.assertEqual(settings.integer("log.retention.ms"), 3)
        settings.set_dynamic({}, {"message.max.bytes": "broken"})
        self.assertEqual(settings.integer("message.max.bytes"), 100)

    def test_other_types(self) -> None:
        settings = BrokerSettings({"listeners": "A://:1, B://:2", "auto.create.topics.enable": "False"})
        self.assertEqual(settings.items("listeners"), ["A://:1", "B://:2"])
        self.assertFalse(settings.boolean("auto.create.topics.enable"))
        self.assertIsNone(settings.string("broker.rack"))
        self.assertEqual(settings.items("advertised.listeners"), [])
        self.assertRaises(KeyError, settings.value, "nothing")


class DynamicTests(SynchronousTestCase):
    """`BrokerSettings.validate_dynamic`."""

    def refused(self, words: str, configs: dict[str, str], *, per_broker: bool = True) -> None:
        error = self.assertRaises(KlogError, BrokerSettings().validate_dynamic, configs, per_broker=per_broker)
        self.assertIs(error.code, ErrorCode.INVALID_REQUEST)
        self.assertIn(words, error.message)

    def test_cases(self) -> None:
        self.refused("Cannot update these configs dynamically: [num.partitions]", {"num.partitions": "3"})
        self.refused("per-listener", {"ssl.keystore.location": "x"})
        self.refused("Not a number", {"message.max.bytes": "x"})
        self.refused("one copy", {"min.insync.replicas": "2"}, per_broker=False)
        self.refused("broker id must be specified: [ssl.cipher.suites]", {"ssl.cipher.suites": "A"}, per_broker=False)
        self.refused("broker id must be specified", {"listener.name.a.ssl.keystore.location": "x"}, per_broker=False)
        for name in (
            "sasl.jaas.config",
            "sasl.enabled.mechanisms",
            "listener.name.a.plain.sasl.jaas.config",
            "listener.name.a.sasl.enabled.mechanisms",
            "listener.name.a.ssl.principal.mapping.rules",
            "listener.name.a.klog.ssl.crl.location",
            "listeners",
            "listener.security.protocol.map",
        ):
            # Kafka takes these at once. Who takes a password away, or closes a listener, is not told that it is done.
            self.refused("restart it", {name: "required"}, per_broker=True)
        BrokerSettings().validate_dynamic({"message.max.bytes": "5", "made.up": "x"}, per_broker=False)
        # Whose certificates are believed, as Kafka takes it.
        BrokerSettings().validate_dynamic({"listener.name.a.ssl.truststore.location": "/ca.pem"}, per_broker=True)
        self.refused("broker id must be specified", {"listener.name.a.ssl.truststore.location": "x"}, per_broker=False)
        self.refused("per-listener", {"ssl.truststore.location": "x"})
        # And whether one is asked for.
        BrokerSettings().validate_dynamic({"listener.name.a.ssl.client.auth": "required"}, per_broker=True)
        self.refused("broker id must be specified", {"listener.name.a.ssl.client.auth": "required"}, per_broker=False)
        self.refused("per-listener", {"ssl.client.auth": "required"})
        self.refused("must be one of", {"listener.name.a.ssl.client.auth": "perhaps"})


class DescribeTests(SynchronousTestCase):
    """What DescribeConfigs shows."""

    def test_sources(self) -> None:
        settings = BrokerSettings({"message.max.bytes": " 100", "ssl.key.password": "s", "made.up": "x", "log.retention.hours": "5"})
        settings.set_dynamic({"message.max.bytes": "300"}, {"message.max.bytes": "200"})
        entries = {entry.name: entry for entry in settings.describe_broker()}
        entry = entries["message.max.bytes"]
        self.assertEqual((entry.value, entry.source, entry.read_only), ("300", ConfigSource.DYNAMIC_BROKER_CONFIG, False))
        self.assertEqual(
            entry.synonyms,
            (
                Synonym("message.max.bytes", "300", ConfigSource.DYNAMIC_BROKER_CONFIG),
                Synonym("message.max.bytes", "200", ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG),
                Synonym("message.max.bytes", " 100", ConfigSource.STATIC_BROKER_CONFIG),
                Synonym("message.max.bytes", "1048588", ConfigSource.DEFAULT_CONFIG),
            ),
        )
        self.assertEqual(entries["ssl.key.password"].value, None)
        self.assertEqual(entries["ssl.key.password"].synonyms, (Synonym("ssl.key.password", None, ConfigSource.STATIC_BROKER_CONFIG),))
        self.assertTrue(entries["made.up"].is_sensitive and entries["made.up"].value is None)
        # Synonyms of another name in front of one's own do not count.
        self.assertEqual((entries["log.retention.ms"].value, entries["log.retention.ms"].synonyms), (None, ()))
        self.assertEqual(entries["log.retention.hours"].source, ConfigSource.STATIC_BROKER_CONFIG)
        self.assertNotIn("log.initial.task.delay.ms", entries)
        self.assertNotIn("zookeeper.connect", entries)
        self.assertIn("klog.shutdown.timeout.ms", entries)
        self.assertTrue(entries["num.partitions"].is_default)

    def test_cluster_defaults(self) -> None:
        settings = BrokerSettings({"message.max.bytes": "100"})
        settings.set_dynamic({"message.max.bytes": "300"}, {"message.max.bytes": "200"})
        [entry] = settings.describe_cluster_defaults()
        self.assertEqual((entry.value, entry.source), ("200", ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG))
        self.assertEqual(len(entry.synonyms), 1)
