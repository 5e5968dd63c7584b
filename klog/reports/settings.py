"""Settings as rows: what a topic, a broker or a group is told, and who said so.

Pure functions from the values of administration to dictionaries of a fixed shape, which are JSON as they stand. The names of their fields
are what scripts rely on: they stay. The value of a secret is None, and `secret` says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

from klog.reports.rights import word

if TYPE_CHECKING:
    from klog.client.admin.types import ConfigEntry, ConfigResource


class SettingRow(TypedDict):
    """One setting: its value, and where that comes from (`own`: somebody changed it at run time)."""

    kind: str
    name: str
    setting: str
    value: str | None
    source: str
    own: bool
    read_only: bool
    secret: bool
    documentation: str | None


class ResourceRow(TypedDict):
    """Something that has settings."""

    kind: str
    name: str


def setting_row(resource: ConfigResource, entry: ConfigEntry) -> SettingRow:
    """One setting of one resource."""
    return {
        "kind": word(resource.resource_type.name),
        "name": resource.name,
        "setting": entry.name,
        "value": None if entry.sensitive else entry.value,
        "source": word(entry.source.name),
        "own": is_own(resource, entry),
        "read_only": entry.read_only,
        "secret": entry.sensitive,
        "documentation": entry.documentation,
    }


def setting_rows(found: Mapping[ConfigResource, Mapping[str, ConfigEntry]], *, everything: bool) -> list[SettingRow]:
    """Settings by name, of each resource in the order given.

    :param everything: also what nobody changed.
    """
    return [
        setting_row(resource, entries[name])
        for resource, entries in found.items()
        for name in sorted(entries)
        if everything or is_own(resource, entries[name])
    ]


def is_own(resource: ConfigResource, entry: ConfigEntry) -> bool:
    """Whether somebody changed it at run time: on the resource itself, or, of a broker, for all brokers."""
    if resource.resource_type.name == "BROKER":
        return entry.source.name in ("BROKER", "CLUSTER_DEFAULT")
    return entry.source.name == resource.resource_type.name


def resource_rows(resources: Iterable[ConfigResource]) -> list[ResourceRow]:
    """What has settings."""
    return [{"kind": word(one.resource_type.name), "name": one.name} for one in sorted(resources)]
