"""Topic configurations."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.config_entries import ConfigSource, Synonym
from klog.broker.settings.declared_settings import BROKER_SETTINGS
from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.topic_configs import (
    BROKER_SYNONYM,
    MOST_LOG_SETTINGS,
    OLD_TOPIC_SETTINGS,
    OWN_TOPIC_SETTINGS,
    TOPIC_SETTINGS,
    LogSettingsOfTopics,
    describe,
    effective,
    to_log_settings,
    validate,
)
from klog.errors import ErrorCode, KlogError
from klog.storage.settings import LogSettings


class TableTests(SynchronousTestCase):
    """Names, defaults, synonyms."""

    def test_defaults_are_the_brokers(self) -> None:
        broker = BrokerSettings()
        for name, synonym in BROKER_SYNONYM.items():
            with self.subTest(name):
                self.assertIn(synonym, BROKER_SETTINGS)
                setting = TOPIC_SETTINGS[name]
                self.assertEqual(effective(name, {}, broker), setting.parse(setting.default))

    def test_every_setting_is_told(self) -> None:
        for setting in TOPIC_SETTINGS.values():
            self.assertTrue(setting.sentence.endswith("."), setting.name)

    def test_defaults_make_the_default_log(self) -> None:
        self.assertEqual(to_log_settings({}, BrokerSettings()), LogSettings())


class ValidateTests(SynchronousTestCase):
    """What is refused, with INVALID_CONFIG."""

    def refused(self, words: str, configs: dict[str, str | None], **where: Any) -> None:
        error = self.assertRaises(KlogError, validate, configs, **where)
        self.assertIs(error.code, ErrorCode.INVALID_CONFIG)
        self.assertIn(words, error.message)

    def test_cases(self) -> None:
        self.refused("Unknown topic config name: retntion.ms (did you mean retention.ms?)", {"retntion.ms": "1"})
        self.refused("Unknown topic config name: zzz", {"zzz": "1"})
        self.refused("Null value", {"retention.ms": None})
        for text in ("*,0:1", "0:1,*", "*,*", "x", "0:", f"0:{'9' * 5000}"):
            self.refused("must be the literal '*' or a list", {"leader.replication.throttled.replicas": text})
        for text in ("*", " * ", "0:1, 10:2", ""):
            validate({"follower.replication.throttled.replicas": text})
        self.refused("Invalid value -2 for configuration retention.ms: Value must be at least -1", {"retention.ms": "-2"})
        self.refused("Not a number of type LONG", {"retention.ms": "abc"})
        self.refused("String must be one of: compact, delete", {"cleanup.policy": "keep"})
        self.refused("Tiered", {"remote.storage.enable": "true"})
        self.refused("one copy", {"min.insync.replicas": "2"})
        validate({"min.insync.replicas": "2", "unclean.leader.election.enable": "true"}, is_alone=False)
        self.refused("conflict", {"min.compaction.lag.ms": "5", "max.compaction.lag.ms": "4"})
        self.refused("at least 1048576", {"segment.bytes": "100"})
        validate({"cleanup.policy": "", "retention.ms": "-1", "segment.bytes": "1048576", "internal.segment.bytes": "100"})
        # Beside brokers of Kafka up to 3.9, which take that; and where it stands already.
        validate({"segment.bytes": "100"}, is_beside_kafka=True)
        validate({"segment.bytes": "100", "retention.ms": "5"}, present={"segment.bytes": "100"})
        self.refused("at least 1048576", {"segment.bytes": "101"}, present={"segment.bytes": "100"})
        self.refused("at least 14", {"segment.bytes": "13"}, is_beside_kafka=True, present={"segment.bytes": "13"})
        validate({"message.format.version": "2.8", "message.downconversion.enable": "false", "remote.storage.enable": "false"})

    @given(st.dictionaries(st.sampled_from(sorted(TOPIC_SETTINGS)), st.one_of(st.text(max_size=8), st.integers().map(str)), max_size=4))
    @settings(deadline=None)
    def test_what_passes_makes_a_log(self, configs: dict[str, str]) -> None:
        try:
            validate(dict(configs))
        except KlogError as error:
            self.assertIs(error.code, ErrorCode.INVALID_CONFIG)
        else:
            to_log_settings(configs, BrokerSettings())
            describe(configs, BrokerSettings())


class LogSettingsTests(SynchronousTestCase):
    """Translation."""

    def test_overrides_and_broker_settings(self) -> None:
        broker = BrokerSettings(
            {"log.retention.minutes": "2", "log.segment.bytes": "2097152", "compression.type": "zstd", "log.cleanup.policy": "compact"}
        )
        made = to_log_settings({"segment.bytes": "3145728", "message.timestamp.type": "LogAppendTime"}, broker)
        self.assertEqual((made.retention_ms, made.segment_bytes), (120_000, 3145728))
        self.assertEqual((made.compression_type, made.compression_level), ("zstd", 3))
        self.assertTrue(made.log_append_time and made.cleanup_compact and not made.cleanup_delete)
        self.assertTrue(made.retention_known)
        self.assertFalse(to_log_settings({}, broker, known=False).retention_known)

    def test_small_segments_of_kafka_s_topics(self) -> None:
        """What Kafka up to 3.9 has taken holds: brokers of Kafka that copy the topic go by it."""
        warnings: list[str] = []
        made = LogSettingsOfTopics(BrokerSettings(), warnings.append)
        self.assertEqual(made.of({"segment.bytes": "14"}).segment_bytes, 14)
        self.assertEqual(warnings, [])
        [told] = [entry for entry in describe({"segment.bytes": "100000"}, BrokerSettings()) if entry.name == "segment.bytes"]
        self.assertEqual((told.value, told.source), ("100000", ConfigSource.TOPIC_CONFIG))

    def test_what_another_broker_took(self) -> None:
        """It counts for nothing, which is told; and nothing is deleted by what nobody can read."""
        broker = BrokerSettings()
        warnings: list[str] = []
        made = LogSettingsOfTopics(broker, warnings.append)
        for _ in range(2):
            self.assertEqual(made.of({"segment.bytes": "13", "retention.ms": "5"}), to_log_settings({"retention.ms": "5"}, broker))
        self.assertEqual(len(warnings), 1)
        self.assertRegex(warnings[0], "segment.bytes.*goes by this broker's own")
        [told] = [entry for entry in describe({"segment.bytes": "13"}, broker) if entry.name == "segment.bytes"]
        self.assertEqual((told.value, told.source), ("13", ConfigSource.TOPIC_CONFIG))
        for name in ("retention.ms", "retention.bytes", "cleanup.policy"):
            self.assertFalse(to_log_settings({name: "?"}, broker).retention_known)

    def test_topics_with_the_same_configurations_share_one_object(self) -> None:
        broker = BrokerSettings({"log.retention.ms": "7"})
        made = LogSettingsOfTopics(broker)
        plain = made.of({})
        self.assertEqual(plain, to_log_settings({}, broker))
        self.assertIs(made.of({}), plain)
        own = made.of({"segment.bytes": "3145728", "retention.ms": "8"})
        self.assertIs(made.of({"retention.ms": "8", "segment.bytes": "3145728"}), own)
        self.assertEqual((own.segment_bytes, own.retention_ms), (3145728, 8))
        self.assertFalse(made.of({}, known=False).retention_known)
        self.assertTrue(made.of({}).retention_known)

    def test_the_broker_s_settings_change_those_of_topics(self) -> None:
        broker = BrokerSettings()
        made = LogSettingsOfTopics(broker)
        before = made.of({})
        broker.set_dynamic({"log.retention.ms": "9"}, {})
        self.assertEqual(made.of({}), dataclasses.replace(before, retention_ms=9))
        broker.set_dynamic({"log.retention.ms": "9"}, {"log.segment.bytes": "2097152"})
        self.assertEqual(made.of({}), dataclasses.replace(before, retention_ms=9, segment_bytes=2097152))
        broker.set_dynamic({}, {})
        self.assertEqual(made.of({}), before)

    def test_so_many_different_ones_are_kept_and_no_more(self) -> None:
        broker = BrokerSettings()
        made = LogSettingsOfTopics(broker)
        first = made.of({"retention.ms": "0"})
        for number in range(MOST_LOG_SETTINGS + 1):
            self.assertEqual(made.of({"retention.ms": str(number)}).retention_ms, number)
        self.assertIsNot(made.of({"retention.ms": "0"}), first)
        self.assertEqual(made.of({"retention.ms": "0"}), first)

    def test_compression(self) -> None:
        broker = BrokerSettings()
        self.assertEqual(to_log_settings({"compression.type": "uncompressed"}, broker).compression_type, "none")
        made = to_log_settings({"compression.type": "gzip"}, broker)
        self.assertEqual((made.compression_type, made.compression_level), ("gzip", None))
        self.assertEqual(to_log_settings({"compression.type": "lz4", "compression.lz4.level": "4"}, broker).compression_level, 4)

    def test_flush_rule_only_where_asked_for(self) -> None:
        self.assertFalse(to_log_settings({}, BrokerSettings()).flush_rule)
        self.assertEqual(to_log_settings({"flush.messages": "1"}, BrokerSettings()).flush_messages, 1)
        self.assertEqual(to_log_settings({"flush.ms": "0"}, BrokerSettings()).flush_ms, 0)
        self.assertEqual(to_log_settings({}, BrokerSettings({"log.flush.interval.ms": "7"})).flush_ms, 7)
        self.assertEqual(to_log_settings({}, BrokerSettings({"log.flush.scheduler.interval.ms": "8"})).flush_ms, 8)
        forever = str(2**63 - 1)
        broker = BrokerSettings({"log.flush.interval.messages": "7"})
        self.assertFalse(to_log_settings({"flush.messages": forever}, broker).flush_rule)

    def test_old_timestamp_bound(self) -> None:
        old = {"message.timestamp.difference.max.ms": "5"}
        made = to_log_settings(old, BrokerSettings())
        self.assertEqual((made.message_timestamp_before_max_ms, made.message_timestamp_after_max_ms), (5, 5))
        made = to_log_settings({**old, "message.timestamp.after.max.ms": "9"}, BrokerSettings())
        self.assertEqual((made.message_timestamp_before_max_ms, made.message_timestamp_after_max_ms), (5, 9))

    def test_compaction(self) -> None:
        broker = BrokerSettings({"log.cleaner.min.cleanable.ratio": "0.25", "log.cleaner.delete.retention.ms": "5"})
        made = to_log_settings({"cleanup.policy": "compact,delete", "min.compaction.lag.ms": "7", "max.compaction.lag.ms": "9"}, broker)
        self.assertTrue(made.cleanup_compact and made.cleanup_delete)
        self.assertEqual((made.min_cleanable_dirty_ratio, made.delete_retention_ms), (0.25, 5))
        self.assertEqual((made.min_compaction_lag_ms, made.max_compaction_lag_ms, made.segment_ms), (7, 9, 9))

    def test_internal_segment_bytes(self) -> None:
        self.assertEqual(to_log_settings({"internal.segment.bytes": "1000"}, BrokerSettings()).segment_bytes, 1000)


class DescribeTests(SynchronousTestCase):
    """DescribeConfigs of topics."""

    def test_names(self) -> None:
        names = [entry.name for entry in describe({}, BrokerSettings())]
        self.assertEqual(names, sorted(set(TOPIC_SETTINGS) - OLD_TOPIC_SETTINGS - OWN_TOPIC_SETTINGS - {"internal.segment.bytes"}))
        self.assertEqual(len(names), 33)
        self.assertIn("message.format.version", [entry.name for entry in describe({"message.format.version": "2.8"}, BrokerSettings())])

    def test_sources_and_synonyms(self) -> None:
        broker = BrokerSettings({"log.segment.bytes": "2097152", "log.retention.hours": "1"})
        entries = {entry.name: entry for entry in describe({"retention.ms": " 5", "cleanup.policy": "compact, delete"}, broker)}
        self.assertEqual((entries["retention.ms"].value, entries["retention.ms"].source), ("5", ConfigSource.TOPIC_CONFIG))
        self.assertEqual(entries["retention.ms"].synonyms, (Synonym("retention.ms", "5", ConfigSource.TOPIC_CONFIG),))
        self.assertEqual(entries["cleanup.policy"].value, "compact,delete")
        self.assertEqual((entries["segment.bytes"].value, entries["segment.bytes"].source), ("2097152", ConfigSource.STATIC_BROKER_CONFIG))
        self.assertEqual(entries["segment.ms"].source, ConfigSource.DEFAULT_CONFIG)
        self.assertEqual(entries["flush.ms"].value, str(2**63 - 1))
        plain = {entry.name: entry for entry in describe({}, broker)}
        self.assertEqual((plain["retention.ms"].value, plain["retention.ms"].source), ("3600000", ConfigSource.DEFAULT_CONFIG))
        self.assertEqual(plain["min.cleanable.dirty.ratio"].value, "0.5")
