"""What DescribeConfigs tells of a setting: its value, and where that came from."""

from __future__ import annotations

import enum
from typing import NamedTuple

from klog.config import Kind, Setting


class ConfigSource(enum.IntEnum):
    """Where a value came from, as DescribeConfigs numbers it (``DescribeConfigsResponse.ConfigSource``)."""

    TOPIC_CONFIG = 1
    DYNAMIC_BROKER_CONFIG = 2
    DYNAMIC_DEFAULT_BROKER_CONFIG = 3
    STATIC_BROKER_CONFIG = 4
    DEFAULT_CONFIG = 5
    DYNAMIC_BROKER_LOGGER_CONFIG = 6
    CLIENT_METRICS_CONFIG = 7
    GROUP_CONFIG = 8


class Synonym(NamedTuple):
    """One of the places that a setting's value could come from."""

    name: str
    #: None where it is sensitive.
    value: str | None
    source: ConfigSource


class ConfigEntry(NamedTuple):
    """What DescribeConfigs tells of one setting."""

    name: str
    #: None where there is none or where it is sensitive.
    value: str | None
    source: ConfigSource
    kind: Kind | None
    is_sensitive: bool
    read_only: bool
    #: In falling precedence; the first one is in force.
    synonyms: tuple[Synonym, ...]
    documentation: str

    @property
    def is_default(self) -> bool:
        """For DescribeConfigs 0, which knows no sources."""
        return self.source is ConfigSource.DEFAULT_CONFIG

    @classmethod
    def of_override(cls, setting: Setting, value: str | None, synonyms: tuple[Synonym, ...]) -> ConfigEntry:
        """What is told of a setting that a topic or a group may have for itself, and that can therefore be changed at any time."""
        return cls(
            name=setting.name,
            value=value,
            source=synonyms[0].source if synonyms else ConfigSource.DEFAULT_CONFIG,
            kind=setting.kind,
            is_sensitive=setting.sensitive,
            read_only=False,
            synonyms=synonyms,
            documentation=setting.sentence,
        )
