"""Topic configurations: Kafka's names, their broker-wide defaults, and their translation into `LogSettings`.

A topic keeps only what was set for it (its *overrides*); everything else follows the broker's settings, by the synonyms that
Kafka has (``ServerTopicConfigSynonyms``): ``retention.ms`` is ``log.retention.ms``, or ``log.retention.minutes``, or
``log.retention.hours``. Names are those of 4.3.1 and the three that 3.9.2 had besides.

Kafka up to 3.9 takes a ``segment.bytes`` of 14 bytes, for the broker (``log.segment.bytes``) and for a topic. 4.0 wants a mebibyte for the
broker's (KAFKA-16368), 4.1 also for a topic's (KAFKA-19080), and so does klog. Where a topic has a smaller one, klog goes by it all the
same: followers of Kafka's append no more at once than it says, and no larger batch. One is taken anew, and for the broker, where brokers
of Kafka may be in the cluster (``inter.broker.protocol.version``).

The paper's flush rule is asked for where ``flush.messages`` or ``flush.ms`` has a value other than Kafka's default, which is the
largest long and means never.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from klog.broker.settings.config_entries import ConfigEntry, ConfigSource, Synonym
from klog.broker.settings.settings import BrokerSettings
from klog.config import LONG_MAX, ConfigError, Importance, Kind, Setting, Value, index_settings, nearest_name
from klog.errors import ErrorCode, KlogError
from klog.storage.settings import LogSettings

_ALWAYS = str(LONG_MAX)
#: Of so many different configurations `LogSettingsOfTopics` keeps what they mean, at most.
MOST_LOG_SETTINGS = 1000
#: By these records are deleted.
_SAY_WHAT_GOES = frozenset({"cleanup.policy", "retention.bytes", "retention.ms"})
_CODECS = ("uncompressed", "zstd", "lz4", "snappy", "gzip", "producer")
_NO_TIERS = "Kafka's tiered storage, which klog does not have."
#: Kafka's words (``ThrottledReplicaListValidator``), for numbers that an int32 can have.
_REPLICAS = r"[0-9]{1,10}:[0-9]{1,10}"
_REPLICAS_ARE = "the literal '*' or a list of replicas in the following format: [partitionId]:[brokerId],[partitionId]:[brokerId],..."

#: Every topic configuration, with Kafka's own default.
TOPIC_SETTINGS: Mapping[str, Setting] = index_settings(
    [
        Setting("cleanup.policy", Kind.LIST, "delete", choices=("compact", "delete"),
                sentence="What happens to old segments: delete them, compact them, both, or nothing where the list is empty."),
        Setting("compression.gzip.level", Kind.INT, "-1", minimum=1, maximum=9, extra=-1,
                sentence="The level where the broker compresses with gzip; -1 is gzip's own default."),
        Setting("compression.lz4.level", Kind.INT, "9", minimum=1, maximum=17,
                sentence="The level where the broker compresses with lz4."),
        Setting("compression.type", Kind.STRING, "producer", choices=_CODECS,
                sentence="How batches lie on disk: as the producer sent them, or in this codec."),
        Setting("compression.zstd.level", Kind.INT, "3", minimum=-131072, maximum=22,
                sentence="The level where the broker compresses with zstd."),
        Setting("delete.retention.ms", Kind.LONG, "86400000", "ms", minimum=0,
                sentence="How long compaction keeps the mark of a deleted key."),
        Setting("file.delete.delay.ms", Kind.LONG, "60000", "ms", minimum=0,
                sentence="How long a removed segment's files stay before they go from the disk."),
        Setting("flush.messages", Kind.LONG, _ALWAYS, minimum=1,
                sentence="A flush is owed after so many messages; set, it exposes and acknowledges messages only after their flush."),
        Setting("flush.ms", Kind.LONG, _ALWAYS, "ms", minimum=0,
                sentence="A flush is owed after so long; set, it exposes and acknowledges messages only after their flush."),
        Setting("follower.replication.throttled.replicas", Kind.LIST, "", items=_REPLICAS, items_are=_REPLICAS_ARE, all_items="*",
                sentence="Replicas that copy no faster than follower.replication.throttled.rate says: partition:broker, or * for all."),
        Setting("index.interval.bytes", Kind.INT, "4096", "bytes", minimum=0,
                sentence="Bytes of records between two entries of the offset index."),
        Setting("internal.segment.bytes", Kind.INT, None, "bytes", minimum=14, internal=True,
                sentence="segment.bytes without its lower limit, for tests."),
        Setting("klog.mirror.link", Kind.STRING, "", importance=Importance.LOW,
                sentence="The link by which the topic is copied from another cluster; while there is one it takes nothing from clients."),
        Setting("leader.replication.throttled.replicas", Kind.LIST, "", items=_REPLICAS, items_are=_REPLICAS_ARE, all_items="*",
                sentence="Replicas that are copied no faster than leader.replication.throttled.rate says: partition:broker, or * for all."),
        Setting("local.retention.bytes", Kind.LONG, "-2", "bytes", minimum=-2, honoured=False, sentence=_NO_TIERS),
        Setting("local.retention.ms", Kind.LONG, "-2", "ms", minimum=-2, honoured=False, sentence=_NO_TIERS),
        Setting("max.compaction.lag.ms", Kind.LONG, _ALWAYS, "ms", minimum=1,
                sentence="The longest that a record may stay uncompacted."),
        Setting("max.message.bytes", Kind.INT, "1048588", "bytes", minimum=0,
                sentence="The largest record batch, as it comes (compressed)."),
        Setting("message.timestamp.after.max.ms", Kind.LONG, "3600000", "ms", minimum=0,
                sentence="How far in the future a record's timestamp may be."),
        Setting("message.timestamp.before.max.ms", Kind.LONG, _ALWAYS, "ms", minimum=0,
                sentence="How far in the past a record's timestamp may be."),
        Setting("message.timestamp.type", Kind.STRING, "CreateTime", choices=("CreateTime", "LogAppendTime"),
                sentence="Whether records keep their producer's time or get the broker's."),
        Setting("min.cleanable.dirty.ratio", Kind.DOUBLE, "0.5", minimum=0, maximum=1,
                sentence="The share of a log that must be uncompacted before compaction is worth it."),
        Setting("min.compaction.lag.ms", Kind.LONG, "0", "ms", minimum=0,
                sentence="How long a record stays uncompacted at least."),
        Setting("min.insync.replicas", Kind.INT, "1", minimum=1,
                sentence="Replicas that must be in sync before acks=all is taken; a broker alone has one."),
        Setting("preallocate", Kind.BOOL, "false",
                sentence="Whether a segment's file is `segment.bytes` long from its first batch on, until it is rolled or closed."),
        Setting("remote.log.copy.disable", Kind.BOOL, "false", honoured=False, sentence=_NO_TIERS),
        Setting("remote.log.delete.on.disable", Kind.BOOL, "false", honoured=False, sentence=_NO_TIERS),
        Setting("remote.storage.enable", Kind.BOOL, "false", honoured=False, sentence=_NO_TIERS),
        Setting("retention.bytes", Kind.LONG, "-1", "bytes",
                sentence="Bytes that a partition keeps at least before old segments go; -1 keeps all."),
        Setting("retention.ms", Kind.LONG, "604800000", "ms", minimum=-1,
                sentence="How long records are kept; -1 is for ever."),
        Setting("segment.bytes", Kind.INT, "1073741824", "bytes", minimum=1 << 20,
                sentence="The size at which a segment is rolled; 14 at least where the broker has inter.broker.protocol.version."),
        Setting("segment.index.bytes", Kind.INT, "10485760", "bytes", minimum=4,
                sentence="The largest index; a segment whose index is full is rolled."),
        Setting("segment.jitter.ms", Kind.LONG, "0", "ms", minimum=0,
                sentence="The time by which rolling is spread at random."),
        Setting("segment.ms", Kind.LONG, "604800000", "ms", minimum=1,
                sentence="The age at which a segment is rolled even when it is not full."),
        Setting("unclean.leader.election.enable", Kind.BOOL, "false",
                sentence="Whether a replica that missed records may lead where no other is left; without effect on a broker alone."),
        # Kafka 3.9.2 and older.
        Setting("message.downconversion.enable", Kind.BOOL, "true", importance=Importance.LOW,
                sentence="Whether old consumers get records in the old formats."),
        Setting("message.format.version", Kind.STRING, "3.0-IV1", honoured=False,
                sentence="The record format of old brokers; klog always stores the newest."),
        Setting("message.timestamp.difference.max.ms", Kind.LONG, _ALWAYS, "ms", minimum=0,
                sentence="How far a record's timestamp may be from now, where the two newer names do not say."),
    ]
)  # fmt: skip

#: What Kafka up to 3.9 takes besides.
_TAKEN_BY_KAFKA_3: Mapping[str, Setting] = {"segment.bytes": dataclasses.replace(TOPIC_SETTINGS["segment.bytes"], minimum=14)}

#: Only in Kafka 3.9.2 and older: described where they are set.
OLD_TOPIC_SETTINGS = frozenset({"message.downconversion.enable", "message.format.version", "message.timestamp.difference.max.ms"})

#: klog's own: described where they are set, so that tools see of other topics what they see of Kafka's.
OWN_TOPIC_SETTINGS = frozenset({"klog.mirror.link"})

#: The broker setting that is a topic configuration's default (the strongest of its synonyms).
BROKER_SYNONYM: Mapping[str, str] = {
    "cleanup.policy": "log.cleanup.policy",
    "compression.gzip.level": "compression.gzip.level",
    "compression.lz4.level": "compression.lz4.level",
    "compression.type": "compression.type",
    "compression.zstd.level": "compression.zstd.level",
    "delete.retention.ms": "log.cleaner.delete.retention.ms",
    "file.delete.delay.ms": "log.segment.delete.delay.ms",
    "flush.messages": "log.flush.interval.messages",
    "flush.ms": "log.flush.interval.ms",
    "index.interval.bytes": "log.index.interval.bytes",
    "local.retention.bytes": "log.local.retention.bytes",
    "local.retention.ms": "log.local.retention.ms",
    "max.compaction.lag.ms": "log.cleaner.max.compaction.lag.ms",
    "max.message.bytes": "message.max.bytes",
    "message.downconversion.enable": "log.message.downconversion.enable",
    "message.timestamp.after.max.ms": "log.message.timestamp.after.max.ms",
    "message.timestamp.before.max.ms": "log.message.timestamp.before.max.ms",
    "message.timestamp.difference.max.ms": "log.message.timestamp.difference.max.ms",
    "message.timestamp.type": "log.message.timestamp.type",
    "min.cleanable.dirty.ratio": "log.cleaner.min.cleanable.ratio",
    "min.compaction.lag.ms": "log.cleaner.min.compaction.lag.ms",
    "min.insync.replicas": "min.insync.replicas",
    "preallocate": "log.preallocate",
    "retention.bytes": "log.retention.bytes",
    "retention.ms": "log.retention.ms",
    "segment.bytes": "log.segment.bytes",
    "segment.index.bytes": "log.index.size.max.bytes",
    "segment.jitter.ms": "log.roll.jitter.ms",
    "segment.ms": "log.roll.ms",
    "unclean.leader.election.enable": "unclean.leader.election.enable",
}


def validate(
    configs: Mapping[str, str | None], *, is_alone: bool = True, is_beside_kafka: bool = False, present: Mapping[str, str] | None = None
) -> None:
    """Check a topic's overrides as a whole (``LogConfig.validate``).

    :param is_alone: whether nobody follows this broker: then there is one copy of everything.
    :param is_beside_kafka: whether brokers of Kafka up to 3.9 may be in the cluster, and what they take is taken.
    :param present: the overrides until now: what stands there already may stay, if such a broker has taken it.
    :raises KlogError: INVALID_CONFIG with a sentence: an unknown name, a value that is not allowed, or one that klog cannot honour.
    """
    for name, text in configs.items():
        setting = TOPIC_SETTINGS.get(name)
        if setting is None:
            nearest = nearest_name(name, TOPIC_SETTINGS)
            raise _invalid(f"Unknown topic config name: {name}" + (f" (did you mean {nearest}?)" if nearest else ""))
        if text is None:
            raise _invalid(f"Null value not supported for topic configs: {name}")
        if is_beside_kafka or (present is not None and present.get(name) == text):
            setting = _TAKEN_BY_KAFKA_3.get(name, setting)
        try:
            value = setting.parse(text)
        except ConfigError as error:
            raise _invalid(str(error)) from None
        _refuse(name, value, is_alone)
    _check_lags(configs)


def _refuse(name: str, value: Value, is_alone: bool) -> None:
    if name == "remote.storage.enable" and value:
        raise _invalid("Tiered Storage functionality is disabled in the broker. Topic cannot be configured with remote log storage.")
    if name == "min.insync.replicas" and is_alone and isinstance(value, int) and value > 1:
        raise _invalid(f"min.insync.replicas {value}: a broker without ZooKeeper is alone and keeps one copy, so this cannot be honoured")


def _check_lags(configs: Mapping[str, str | None]) -> None:
    shortest = _number("min.compaction.lag.ms", configs.get("min.compaction.lag.ms"))
    longest = _number("max.compaction.lag.ms", configs.get("max.compaction.lag.ms"))
    if shortest > longest:
        raise _invalid(f"conflict topic config setting min.compaction.lag.ms ({shortest}) > max.compaction.lag.ms ({longest})")


def _number(name: str, text: str | None) -> int:
    setting = TOPIC_SETTINGS[name]
    value = setting.parse(setting.default if text is None else text)
    assert isinstance(value, int)
    return value


def _invalid(sentence: str) -> KlogError:
    return KlogError(ErrorCode.INVALID_CONFIG, sentence)


def effective(name: str, overrides: Mapping[str, str], broker: BrokerSettings) -> Value:
    """The value in force for a topic: its own, the broker's, Kafka's default."""
    setting = TOPIC_SETTINGS[name]
    if name in overrides:
        return _TAKEN_BY_KAFKA_3.get(name, setting).parse(overrides[name])
    synonym = BROKER_SYNONYM.get(name)
    value = broker.value(synonym) if synonym is not None else None
    return setting.parse(setting.default) if value is None else value


def unreadable(overrides: Mapping[str, str]) -> dict[str, str]:
    """Values that another broker took and this one cannot use, each with a sentence."""
    found: dict[str, str] = {}
    for name, text in overrides.items():
        setting = _TAKEN_BY_KAFKA_3.get(name) or TOPIC_SETTINGS.get(name)
        try:
            if setting is not None:
                setting.parse(text)
        except ConfigError as error:
            found[name] = str(error)
    return found


def to_log_settings(overrides: Mapping[str, str], broker: BrokerSettings, *, known: bool = True) -> LogSettings:
    """How the logs of a topic behave.

    :param overrides: the topic's own configurations. What is `unreadable` of them counts for nothing; where it says what is deleted,
        nothing is, by retention.
    :param known: False where nobody knows the overrides: likewise.
    """
    strange = unreadable(overrides)
    if strange:
        overrides = {name: text for name, text in overrides.items() if name not in strange}
        known = known and _SAY_WHAT_GOES.isdisjoint(strange)

    def number(name: str) -> int:
        value = effective(name, overrides, broker)
        assert isinstance(value, int)
        return value

    def rule(name: str) -> int | None:
        value = number(name)
        return None if value >= LONG_MAX else value

    cleanup = effective("cleanup.policy", overrides, broker)
    assert isinstance(cleanup, list)
    ratio = effective("min.cleanable.dirty.ratio", overrides, broker)
    assert isinstance(ratio, float | int)
    compression = str(effective("compression.type", overrides, broker))
    before_ms, after_ms = _timestamp_bounds(overrides, broker)
    segment_bytes = number("internal.segment.bytes") if "internal.segment.bytes" in overrides else number("segment.bytes")
    segment_ms = number("segment.ms")
    if "compact" in cleanup:
        # Only what is not in the active segment can be compacted in time (``LogConfig.maxSegmentMs``).
        segment_ms = min(segment_ms, number("max.compaction.lag.ms"))
    return LogSettings(
        segment_bytes=segment_bytes,
        segment_ms=segment_ms,
        segment_jitter_ms=number("segment.jitter.ms"),
        preallocate=bool(effective("preallocate", overrides, broker)),
        segment_index_bytes=number("segment.index.bytes"),
        index_interval_bytes=number("index.interval.bytes"),
        retention_bytes=max(number("retention.bytes"), -1),
        retention_ms=number("retention.ms"),
        file_delete_delay_ms=number("file.delete.delay.ms"),
        max_message_bytes=number("max.message.bytes"),
        flush_messages=rule("flush.messages"),
        flush_ms=rule("flush.ms"),
        cleanup_delete="delete" in cleanup,
        cleanup_compact="compact" in cleanup,
        min_cleanable_dirty_ratio=ratio,
        min_compaction_lag_ms=number("min.compaction.lag.ms"),
        max_compaction_lag_ms=number("max.compaction.lag.ms"),
        delete_retention_ms=number("delete.retention.ms"),
        compression_type="none" if compression == "uncompressed" else compression,
        compression_level=_level(compression, number),
        log_append_time=effective("message.timestamp.type", overrides, broker) == "LogAppendTime",
        message_timestamp_before_max_ms=before_ms,
        message_timestamp_after_max_ms=after_ms,
        min_in_sync_replicas=number("min.insync.replicas"),
        message_downconversion_enable=bool(effective("message.downconversion.enable", overrides, broker)),
        retention_known=known,
        mirror_link=str(effective("klog.mirror.link", overrides, broker)),
    )


class LogSettingsOfTopics:
    """`to_log_settings` for many topics: those with the same configurations share one object. Made anew when the broker's change. One
    thread at a time.

    :param broker: the broker's settings, which topics without their own go by.
    :param warn: told a sentence for what is `unreadable`.
    """

    def __init__(self, broker: BrokerSettings, warn: Callable[[str], None] = lambda sentence: None) -> None:
        self._broker = broker
        self._warn = warn
        self._made: dict[tuple[frozenset[tuple[str, str]], bool], LogSettings] = {}
        #: The broker's dynamic settings that `_made` stands for; `BrokerSettings.set_dynamic` puts others in their place.
        self._dynamic = (broker.dynamic_broker, broker.dynamic_default)

    def of(self, overrides: Mapping[str, str], *, known: bool = True) -> LogSettings:
        """See `to_log_settings`."""
        broker = self._broker
        of_broker, default = self._dynamic
        if of_broker is not broker.dynamic_broker or default is not broker.dynamic_default:
            self._made.clear()
            self._dynamic = (broker.dynamic_broker, broker.dynamic_default)
        key = (frozenset(overrides.items()), known)
        made = self._made.get(key)
        if made is None:
            if len(self._made) >= MOST_LOG_SETTINGS:
                self._made.clear()
            made = self._made[key] = to_log_settings(overrides, broker, known=known)
            for sentence in unreadable(overrides).values():
                self._warn(f"{sentence}; another broker has set it for a topic, which goes by this broker's own until it is set anew")
        return made


def _level(compression: str, number: Callable[[str], int]) -> int | None:
    if compression not in ("gzip", "lz4", "zstd"):
        return None
    level = number(f"compression.{compression}.level")
    return None if compression == "gzip" and level == -1 else level


def _timestamp_bounds(overrides: Mapping[str, str], broker: BrokerSettings) -> tuple[int, int]:
    """The two newer names where they were set, else the old one where it was (``LogConfig.messageTimestampBeforeMaxMs`` of 3.9)."""
    bounds = []
    old = "message.timestamp.difference.max.ms"
    for name in ("message.timestamp.before.max.ms", "message.timestamp.after.max.ms"):
        newer_set = name in overrides or _is_set(BROKER_SYNONYM[name], broker)
        old_set = old in overrides or _is_set(BROKER_SYNONYM[old], broker)
        value = effective(old if old_set and not newer_set else name, overrides, broker)
        assert isinstance(value, int)
        bounds.append(value)
    return bounds[0], bounds[1]


def _is_set(name: str, broker: BrokerSettings) -> bool:
    return any(name in texts for texts in (broker.dynamic_broker, broker.dynamic_default, broker.static))


def describe(overrides: Mapping[str, str], broker: BrokerSettings) -> list[ConfigEntry]:
    """What DescribeConfigs and CreateTopics tell of a topic (``ConfigHelper.createTopicConfigEntry``), by name."""
    entries = []
    strange = unreadable(overrides)
    for name, setting in sorted(TOPIC_SETTINGS.items()):
        if name not in overrides and (setting.internal or name in OLD_TOPIC_SETTINGS | OWN_TOPIC_SETTINGS):
            continue
        value = overrides[name] if name in strange else setting.to_text(effective(name, overrides, broker))
        synonyms: tuple[Synonym, ...] = ()
        if name in BROKER_SYNONYM:
            synonyms = broker.synonyms(BROKER_SYNONYM[name])
        if name in overrides:
            synonyms = (Synonym(name, value, ConfigSource.TOPIC_CONFIG), *synonyms)
        entries.append(ConfigEntry.of_override(setting, value, synonyms))
    return entries
