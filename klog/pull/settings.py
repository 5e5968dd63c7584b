"""What a pull is told: where from, where to, how much at once, what to do about losses.

`PullSettings` is frozen and goes through pickle to the workers. A few settings decide what is in the files already there: these are
written into the ledger with the first version (`PullSettings.fixed`), and a later run with others is refused.
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Mapping
from typing import Any

from klog.audit import windows
from klog.client.settings import ClientSettings
from klog.config import ConfigError

#: The committers: files beside a ledger of klog's own; a Delta table.
FORMATS = ("parquet", "delta")
ISOLATIONS = ("read_uncommitted", "read_committed")
#: How keys and values become columns; see ``klog.pull.decoding``.
DECODINGS = ("binary", "string", "json", "avro", "confluent-avro")
#: What becomes of a record that does not decode: it ends the job, its column is null, it is left out.
ON_BAD = ("fail", "null", "skip")
COMPRESSIONS = ("zstd", "snappy", "lz4", "gzip", "none")

_DAY_MS = 86_400_000


@dataclasses.dataclass(frozen=True, kw_only=True)
class PullSettings:
    """
    ::

        PullSettings(client=ClientSettings(bootstrap_servers="kafka-1:9092"), target="/data/logs", topics=("hdfs", "spark"))

    :raises ConfigError: a value that cannot be, or two that contradict each other; one sentence.
    """

    client: ClientSettings
    #: A directory on a file system that all workers see.
    target: str
    #: The topics by name, or …
    topics: tuple[str, ...] = ()
    #: … all that this regular expression (Python's) matches as a whole.
    pattern: str | None = None
    #: Where partitions begin on the first run: ``earliest``, ``latest``, or an offset for single partitions in `starting_offsets`.
    #: Partitions that appear later begin at the earliest.
    starting: str = "earliest"
    #: ``(topic, partition) -> offset``; -2 is the earliest, -1 the latest.
    starting_offsets: Mapping[tuple[str, int], int] = dataclasses.field(default_factory=dict)
    #: On the first run, begin with the first record of this time or later, milliseconds since 1970.
    starting_timestamp_ms: int | None = None
    isolation: str = "read_uncommitted"
    format: str = "parquet"

    #: At least so many tasks where there is enough to do; None: the runner's number of workers.
    min_tasks: int | None = None
    #: At most so many offsets in one task, and so in one file; None: no limit.
    max_records: int | None = 10_000_000

    include_headers: bool = False
    #: A level ``date=YYYY-MM-DD`` (UTC, of the record's timestamp) below the partition.
    by_date: bool = False
    key_as: str = "binary"
    value_as: str = "binary"
    #: The Avro schemas as JSON text (or what else the decoding needs).
    key_schema: str = ""
    value_schema: str = ""
    #: Records whose key or value does not decode: ``fail``, ``null`` or ``skip``; the latter two are counted.
    on_bad: str = "fail"
    compression: str = "zstd"
    compression_level: int | None = None
    row_group_rows: int = 250_000

    #: Whether records that the broker no longer has, or a topic made anew, end the job; otherwise it goes on behind the gap and says so.
    fail_on_data_loss: bool = True
    #: Whether damaged batches are stepped over and counted; otherwise they end the job.
    skip_corrupt: bool = False
    #: Bounds of one task's memory.
    fetch_bytes: int = 4 << 20
    max_uncompressed_bytes: int = 100 << 20
    #: How long nothing may come from the broker.
    poll_timeout_ms: int = 120_000
    #: How often a task is tried, the first time included (local runner; with Spark, ``spark.task.maxFailures``).
    max_attempts: int = 4
    #: Under what name, as a sink, the target takes part in the audit (docs/audit.md), from its first run on; empty: it does not.
    audit: str = ""
    #: How long its windows are, as the brokers have it.
    audit_window_ms: int = windows.DEFAULT_MS
    #: Whether rows are hashed for it, so that it is known whether one is another than was sent, where its producer hashes, too.
    audit_hashes: bool = False
    #: Files of dead jobs are swept away when nothing in the job's staging folder was touched for so long.
    staging_age_ms: int = _DAY_MS

    def __post_init__(self) -> None:
        if not self.target:
            raise ConfigError("target", "''", "a directory is needed")
        if "://" in self.target:
            raise ConfigError("target", self.target, "a directory that all workers see is needed, not the address of an object store")
        if bool(self.topics) == (self.pattern is not None):
            raise ConfigError("topics", ",".join(self.topics), "give either topics or a pattern")
        if self.pattern is not None:
            try:
                re.compile(self.pattern)
            except re.error as error:
                raise ConfigError("pattern", self.pattern, f"not a regular expression: {error}") from None
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise ConfigError(name, str(value), f"allowed are {', '.join(allowed)}")
        for name, (lowest, highest) in _LIMITS.items():
            number = getattr(self, name)
            if number is None and name in _OPTIONAL:
                continue
            if isinstance(number, bool) or not isinstance(number, int):
                raise ConfigError(name, repr(number), "a whole number is needed")
            if not lowest <= number <= highest:
                raise ConfigError(name, str(number), f"allowed is {lowest} to {highest}")
        if self.audit and self.format != "parquet":
            raise ConfigError("audit", self.audit, "a Delta table has no room for the counts; pull into Parquet files")
        if self.audit_hashes and not self.audit:
            raise ConfigError("audit_hashes", "True", "is of the audit: give audit a name, too")
        if self.audit_hashes and self.on_bad != "fail":
            raise ConfigError("audit_hashes", "True", f"what on_bad={self.on_bad} lets pass is not what was sent, and has no hash")
        if self.starting_timestamp_ms is not None and (self.starting_offsets or self.starting != "earliest"):
            raise ConfigError("starting_timestamp_ms", str(self.starting_timestamp_ms), "give either a time or offsets to start at")
        for (topic, partition), offset in self.starting_offsets.items():
            if offset < -2:
                raise ConfigError("starting_offsets", str(offset), f"{topic}-{partition}: no offset is below -2, the earliest")

    def is_wanted(self, topic: str) -> bool:
        """Whether the settings ask for `topic`."""
        return topic in self.topics if self.pattern is None else re.fullmatch(self.pattern, topic) is not None

    def fixed(self) -> dict[str, Any]:
        """What may not change while the target lives, as JSON values."""
        return {
            **({"audit": self.audit} if self.audit else {}),
            "format": self.format,
            "isolation": self.isolation,
            "include_headers": self.include_headers,
            "by_date": self.by_date,
            "key_as": self.key_as + _fingerprint(self.key_schema),
            "value_as": self.value_as + _fingerprint(self.value_schema),
        }


def _fingerprint(schema: str) -> str:
    return f":{hashlib.sha256(schema.encode()).hexdigest()[:16]}" if schema else ""


_CHOICES: dict[str, tuple[str, ...]] = {
    "starting": ("earliest", "latest"),
    "isolation": ISOLATIONS,
    "format": FORMATS,
    "key_as": DECODINGS,
    "value_as": DECODINGS,
    "on_bad": ON_BAD,
    "compression": COMPRESSIONS,
}
_INT31 = 2**31 - 1
_LIMITS: dict[str, tuple[int, int]] = {
    "starting_timestamp_ms": (0, 2**62),
    "min_tasks": (1, 1_000_000),
    "max_records": (1, 2**62),
    "compression_level": (-131072, 22),
    "row_group_rows": (1, 100_000_000),
    "fetch_bytes": (1, _INT31),
    "max_uncompressed_bytes": (1, _INT31),
    "poll_timeout_ms": (1, _INT31),
    "max_attempts": (1, 1_000),
    "staging_age_ms": (0, 2**62),
    "audit_window_ms": (windows.LEAST_MS, windows.MOST_MS),
}
_OPTIONAL = frozenset({"starting_timestamp_ms", "min_tasks", "max_records", "compression_level"})
