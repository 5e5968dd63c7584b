"""Configurations of client metrics, as far as klog has them: Kafka's defaults.

Kafka describes them for every name, whether there is such a subscription or not (``ClientMetricsConfigs``). klog shows the same and lets
nobody change them.
"""

from __future__ import annotations

from collections.abc import Mapping

from klog.broker.settings.config_entries import ConfigEntry, ConfigSource
from klog.config import Kind, Setting, index_settings

CLIENT_METRICS_SETTINGS: Mapping[str, Setting] = index_settings(
    [
        Setting("interval.ms", Kind.INT, "300000", "ms", minimum=100, maximum=3_600_000, sentence="How often clients send their metrics."),
        Setting("match", Kind.LIST, "", sentence="Which clients are meant."),
        Setting("metrics", Kind.LIST, "", sentence="Beginnings of the names of the metrics that are wanted."),
    ]
)


def describe_client_metrics() -> list[ConfigEntry]:
    """What every subscription's configurations are (``ConfigHelper.createClientMetricsConfigEntry``)."""
    return [
        ConfigEntry(
            name=setting.name,
            value=setting.default,
            source=ConfigSource.DEFAULT_CONFIG,
            kind=setting.kind,
            is_sensitive=False,
            read_only=False,
            synonyms=(),
            documentation=setting.sentence,
        )
        for setting in CLIENT_METRICS_SETTINGS.values()
    ]
