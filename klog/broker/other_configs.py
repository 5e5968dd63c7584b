"""Configurations of consumer, share and streams groups and of client metrics, as far as klog has them: Kafka's defaults.

Kafka describes them for every name, whether such a group exists or not (``GroupConfig``, ``ClientMetricsConfigs``). klog shows the same and
lets nobody change them.
"""

from __future__ import annotations

from collections.abc import Mapping

from klog.broker.settings import BROKER_SETTINGS, BrokerSettings, ConfigEntry, Source, Synonym
from klog.config import Kind, Setting, index_settings

#: The broker setting that is a group configuration's default, by group configuration.
GROUP_SYNONYMS: Mapping[str, str] = {
    f"{kind}.{name}": f"group.{kind}.{broker_name}"
    for kind, name, broker_name in (
        ("consumer", "session.timeout.ms", "session.timeout.ms"),
        ("consumer", "heartbeat.interval.ms", "heartbeat.interval.ms"),
        ("consumer", "assignment.interval.ms", "assignment.interval.ms"),
        ("share", "session.timeout.ms", "session.timeout.ms"),
        ("share", "heartbeat.interval.ms", "heartbeat.interval.ms"),
        ("share", "record.lock.duration.ms", "record.lock.duration.ms"),
        ("share", "delivery.count.limit", "delivery.count.limit"),
        ("share", "partition.max.record.locks", "partition.max.record.locks"),
        ("share", "assignment.interval.ms", "assignment.interval.ms"),
        ("streams", "session.timeout.ms", "session.timeout.ms"),
        ("streams", "heartbeat.interval.ms", "heartbeat.interval.ms"),
        ("streams", "num.standby.replicas", "num.standby.replicas"),
        ("streams", "initial.rebalance.delay.ms", "initial.rebalance.delay.ms"),
        ("streams", "assignment.interval.ms", "assignment.interval.ms"),
    )
}
_GROUP_ONLY = (
    Setting("share.auto.offset.reset", Kind.STRING, "latest", sentence="Where a share group begins that has read nothing yet."),
    Setting(
        "share.isolation.level",
        Kind.STRING,
        "read_uncommitted",
        choices=("read_committed", "read_uncommitted"),
        sentence="Whether a share group is shown records of open and aborted transactions.",
    ),
    Setting("share.renew.acknowledge.enable", Kind.BOOL, "true", sentence="Whether members of a share group may extend a record's lock."),
)
CLIENT_METRICS_SETTINGS: Mapping[str, Setting] = index_settings(
    [
        Setting("interval.ms", Kind.INT, "300000", "ms", minimum=100, maximum=3_600_000, sentence="How often clients send their metrics."),
        Setting("match", Kind.LIST, "", sentence="Which clients are meant."),
        Setting("metrics", Kind.LIST, "", sentence="Beginnings of the names of the metrics that are wanted."),
    ]
)


def describe_group(broker: BrokerSettings) -> list[ConfigEntry]:
    """What every group's configurations are (``ConfigHelper.createGroupConfigEntry``)."""
    entries = []
    for name, broker_name in GROUP_SYNONYMS.items():
        setting = BROKER_SETTINGS.get(broker_name)
        if setting is None:
            continue
        synonyms = broker.synonyms(broker_name)
        value = setting.to_text(broker.value(broker_name))
        entries.append(_entry(name, setting, value, synonyms))
    entries += [_default_entry(setting, (Synonym(setting.name, setting.default, Source.DEFAULT_CONFIG),)) for setting in _GROUP_ONLY]
    return sorted(entries)


def describe_client_metrics() -> list[ConfigEntry]:
    """What every subscription's configurations are (``ConfigHelper.createClientMetricsConfigEntry``)."""
    return [_default_entry(setting, ()) for setting in CLIENT_METRICS_SETTINGS.values()]


def _default_entry(setting: Setting, synonyms: tuple[Synonym, ...]) -> ConfigEntry:
    return _entry(setting.name, setting, setting.default, synonyms)


def _entry(name: str, setting: Setting, value: str | None, synonyms: tuple[Synonym, ...]) -> ConfigEntry:
    return ConfigEntry(
        name=name,
        value=value,
        source=synonyms[0].source if synonyms else Source.DEFAULT_CONFIG,
        kind=setting.kind,
        is_sensitive=False,
        read_only=False,
        synonyms=synonyms,
        documentation=setting.sentence,
    )
