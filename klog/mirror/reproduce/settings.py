"""What a mirror that produces again is told."""

from __future__ import annotations

import dataclasses
import re

from klog.audit import windows
from klog.client.isolation import IsolationLevel
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.mirror.decisions.topics import matches
from klog.mirror.reproduce.mirror_maker_formats import checkpoints_topic, offset_syncs_topic
from klog.mirror.wanted_topics import check_patterns

#: Groups that nobody moves over (MirrorMaker 2's default filter).
_NO_GROUPS = re.compile(r"console-consumer-.*|connect-.*|__.*")


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReproduceSettings:
    """See the command's options.

    :raises ConfigError: a value that cannot be.
    """

    source: ClientSettings
    destination: ClientSettings
    #: The source's name; topics of the mirror's own are called by it.
    alias: str
    #: Names, and patterns.
    topics: tuple[str, ...] = ("*",)
    #: Whether copies are called as their sources are; else ``<alias>.<topic>``.
    identity: bool = False
    #: Whether records and the map of their offsets are written in one transaction.
    transactional: bool = True
    #: Whether what the source has lost before it was copied is told and passed over; else it is an end.
    skip_lost: bool = False
    #: Groups whose offsets are translated: names, and patterns; None: none are.
    groups: tuple[str, ...] | None = ("*",)
    #: Whether they are also committed, where nobody is active.
    commit_groups: bool = False
    isolation: IsolationLevel = IsolationLevel.READ_COMMITTED
    #: Whether what is copied is counted for the audit, at the source.
    audit: bool = False
    #: How long the audit's windows are.
    audit_window_ms: int = windows.DEFAULT_MS
    replication_factor: int = -1
    fetch_bytes: int = 2 << 20
    #: About so many bytes are in one round, which is one transaction.
    round_bytes: int = 32 << 20
    timeout_ms: int = 60_000

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9._-]{1,100}", self.alias):
            raise ConfigError("alias", repr(self.alias), "allowed are 1 to 100 letters, digits, dots, underscores and hyphens")
        check_patterns("topics", self.topics)
        fault = windows.length_fault(self.audit_window_ms)
        if fault is not None:
            raise ConfigError("audit_window_ms", str(self.audit_window_ms), fault)
        if self.groups is not None:
            check_patterns("groups", self.groups)

    def wants_group(self, group: str) -> bool:
        """Whether a group is translated."""
        return self.groups is not None and matches(group, self.groups) and _NO_GROUPS.fullmatch(group) is None

    def copy_of(self, topic: str) -> str:
        """What the copy of a topic is called."""
        return topic if self.identity else f"{self.alias}.{topic}"

    @property
    def syncs_topic(self) -> str:
        """Where the map of offsets is."""
        return offset_syncs_topic(self.alias)

    @property
    def checkpoints_topic(self) -> str:
        """Where the groups' translated offsets are."""
        return checkpoints_topic(self.alias)

    @property
    def transactional_id(self) -> str:
        """Whoever has it shuts out an older mirror of the same source."""
        return f"klog-mirror.{self.alias}"
