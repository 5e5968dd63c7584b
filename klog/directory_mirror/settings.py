"""What a mirror into a data directory is told."""

from __future__ import annotations

import dataclasses
import posixpath
import re

from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.wanted_topics import check_patterns

#: A cluster's id: what Kafka's own tools give out has 22 characters, what others wrote may have others.
_CLUSTER_ID = re.compile(r"[A-Za-z0-9_-]{1,100}", re.ASCII)


@dataclasses.dataclass(frozen=True, kw_only=True)
class DirectorySettings:
    """See the module.

    :ivar path: of the directory, absolute.
    :ivar topics: names and patterns (`klog.mirror.decisions.topics.matches`).
    :ivar on_loss: what follows where the source has no longer what was to be copied.
    :ivar cluster_id: of the cluster whose broker will serve the directory; None: what it says, or a new one.
    :ivar broker_id: of that broker; None: what the directory says, or 1.
    :ivar timeout_ms: so long may nothing move where the end of the source is waited for.
    :raises ConfigError: something in it cannot be.
    """

    source: ClientSettings
    path: str
    topics: tuple[str, ...] = ("*",)
    on_loss: OnLoss = OnLoss.STOP
    cluster_id: str | None = None
    broker_id: int | None = None
    timeout_ms: int = 60_000

    def __post_init__(self) -> None:
        check_patterns("--topics", self.topics)
        if not posixpath.isabs(self.path):
            raise ConfigError("--to-directory", self.path, "the whole path is needed")
        if self.cluster_id is not None and _CLUSTER_ID.fullmatch(self.cluster_id) is None:
            raise ConfigError("--cluster-id", self.cluster_id, "1 to 100 letters, digits, dashes and underscores are needed")
        if self.broker_id is not None and not 0 <= self.broker_id < 1 << 31:
            raise ConfigError("--broker-id", str(self.broker_id), "a number from 0 to 2147483647 is needed")
