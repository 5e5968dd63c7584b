"""What a comparison is told."""

from __future__ import annotations

import dataclasses
import enum

from klog.client.isolation import IsolationLevel
from klog.client.settings import ClientSettings
from klog.mirror.verify.partition_reader import FETCH_BYTES
from klog.mirror.verify.record_fields import Field
from klog.mirror.wanted_topics import check_patterns


class How(enum.StrEnum):
    """What is held against each other."""

    #: Batch headers under the same offsets.
    HEADERS = "by headers"
    #: Records under the same offsets.
    RECORDS = "by records"
    #: Records in their order, whatever their offsets.
    ORDER = "by order"


@dataclasses.dataclass(frozen=True, kw_only=True)
class VerifySettings:
    """See the command's options.

    :raises ConfigError: a value that cannot be.
    """

    a: ClientSettings
    b: ClientSettings
    #: Topics in A: names, and patterns.
    topics: tuple[str, ...] = ("*",)
    #: What names in B have in front of those in A.
    prefix: str = ""
    how: How = How.HEADERS
    #: Fields of records that are not compared.
    ignored: frozenset[Field] = frozenset()
    #: Of comparisons by records and by order; headers are compared up to the high watermark.
    isolation: IsolationLevel = IsolationLevel.READ_COMMITTED
    #: Whether partition leader epochs are compared, too.
    with_epochs: bool = False
    #: Whether a copy that is behind is a difference.
    complete: bool = False
    fetch_bytes: int = FETCH_BYTES
    #: How long a broker may be silent.
    timeout_ms: int = 60_000

    def __post_init__(self) -> None:
        check_patterns("topics", self.topics)

    @property
    def level(self) -> IsolationLevel:
        """Which records count."""
        return IsolationLevel.READ_UNCOMMITTED if self.how is How.HEADERS else self.isolation
