"""The other committer: a Delta table, through ``deltalake``, without Java.

Delta's log does what klog's ledger does: one commit adds files and sets *application transactions*, each a name and a number, and of two
commits that set the same names from the same snapshot the second is rejected. So the table itself says how far it goes, and there is
nothing beside it that could disagree::

    klog:<topic>:<partition>     the next offset to be pulled
    klog:<topic>:generation      see `klog.pull.plan`
    klog:<topic>:id0 … id2       the topic's id, in three parts of six bytes
    klog:setting:<name>          a fingerprint of what may not change

Before the commit files are moved to ``topic=<t>/partition=<p>/[date=<d>/]<start>-<end>-<job>.parquet``, where readers of the table do not
see them yet: read the table, not the folder. After it there is nothing to publish. What a stopped job moved and did not commit stays
until ``DeltaTable.vacuum``; one that was beaten takes it back itself.

Not noticed here, because transactions can be asked for by name only: that a topic which a pattern found before is gone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

from klog.pull.committers import make_target
from klog.pull.decoding import Decoder
from klog.pull.errors import Conflict, PullError
from klog.pull.files import Files, make_directories
from klog.pull.ledger import LOG, FileRecord, RangeRecord, Record, TopicState
from klog.pull.plan import SeenTopic
from klog.pull.publish import Staging
from klog.pull.settings import PullSettings
from klog.pull.types import NO_DATE

#: So many newest commits are looked at to find one's own behind an error.
_LOOK_BACK = 100
_ID_BYTES = 6
_NAME = re.compile(r"(\d+)-(\d+)(?:\.g(\d+))?-[0-9a-f]+\.parquet")


def load() -> Any:
    """The module ``deltalake``.

    :raises PullError: it is not installed.
    """
    try:
        import deltalake
        import deltalake.exceptions
        import deltalake.transaction
    except ImportError:
        raise PullError("A Delta table needs the package deltalake, which is not installed: pip install 'klog[delta]'") from None
    return deltalake


class DeltaCommitter:
    """Files in a Delta table. See the module."""

    def __init__(self, settings: PullSettings, files: Files) -> None:
        self._settings = settings
        self._files = files
        self._target = settings.target
        self._delta = load()
        self._table: Any = None
        self._before: Record | None = None

    def recover(self) -> None:
        """There is nothing to do; how far the table goes is asked topic by topic, in `state_of`.

        :raises PullError: the target has a ledger of klog's own, or a table that is not klog's.
        """
        make_target(self._files, self._target)
        if self._files.list(f"{self._target}/{LOG}"):
            raise PullError(f"{self._target} was begun with format 'parquet', and this pull has 'delta'; pull into another directory")
        self._table = self._open()

    def state_of(self, head: Record | None, seen: Mapping[str, SeenTopic]) -> Record | None:
        """How far `seen` topics are."""
        table = self._table
        if table is None:
            return None
        if self._is_foreign(table):
            raise PullError(f"{self._target} is a Delta table that klog pull did not begin; pull into another directory")
        topics = {}
        for name, topic in seen.items():
            state = _state(table, name, topic.partitions)
            if state is not None:
                topics[name] = state
        fixed = {}
        for name, value in self._settings.fixed().items():
            found = table.transaction_version(f"klog:setting:{name}")
            fixed[name] = value if found in (None, _fingerprint(value)) else "another value"
        self._before = Record(table.version(), "", "", 0, "", fixed, topics, (), ())
        return self._before

    def commit(self, record: Record, staging: Staging) -> int:
        """Move the files, and commit them with all ends. Raises Conflict."""
        table = self._table or self._create()
        moved = self._move(record)
        before = self._before.topics if self._before is not None else {}
        transactions = dict(_transactions(before, record.topics))
        if table.transaction_version("klog:setting:format") is None:
            transactions.update({f"klog:setting:{name}": _fingerprint(value) for name, value in record.fixed.items()})
        from deltalake.transaction import AddAction, CommitProperties, Transaction

        actions = [
            AddAction(
                path=path,
                size=file.size_bytes,
                partition_values=self._partition_values(file),
                modification_time=record.committed_ms,
                data_change=True,
                stats=json.dumps(
                    {
                        "numRecords": file.rows,
                        "minValues": {"offset": file.first_offset},
                        "maxValues": {"offset": file.last_offset},
                        "nullCount": {"offset": 0},
                    }
                ),
            )
            for path, file in moved.items()
        ]
        properties = CommitProperties(
            custom_metadata={"klog.job": record.job},
            app_transactions=[Transaction(name, version) for name, version in transactions.items()],
        )
        try:
            table.create_write_transaction(
                actions, mode="append", schema=self._schema(), partition_by=self._partition_by(), commit_properties=properties
            )
        except self._delta.exceptions.DeltaError as error:
            began = table.version()
            self._table = self._open()
            if not self._is_committed(record.job):
                for path, file in moved.items():
                    with contextlib.suppress(OSError):
                        self._files.rename(f"{self._target}/{path}", f"{self._target}/{file.staged}")
                # A table that stands where it stood has no other commit to be in the way of: planning again would not help.
                if self._table is not None and self._table.version() > began:
                    raise Conflict(f"Another pull committed to the table {self._target} first") from None
                raise PullError(f"The Delta table {self._target} does not take the commit: {' '.join(str(error).split())}") from None
        self._table = self._open()
        version = int(self._table.version())
        # deltalake does not wait for the disk.
        for name in self._files.list(f"{self._target}/_delta_log"):
            if name == f"{version:020}.json":
                self._files.sync_file(f"{self._target}/_delta_log/{name}")
        self._files.sync_directory(f"{self._target}/_delta_log")
        return version

    def publish(self, record: Record) -> None:
        """Nothing is left to do: what the table names is published."""

    def sweep(self, staging: Staging) -> None:
        """Remove what dead jobs staged."""
        staging.sweep(self._settings.staging_age_ms, lambda: "")

    def _open(self) -> Any:
        if not self._files.is_directory(f"{self._target}/_delta_log"):
            return None
        try:
            return self._delta.DeltaTable(self._target)
        except self._delta.exceptions.TableNotFoundError:
            return None
        except self._delta.exceptions.DeltaError as error:
            raise PullError(f"The Delta table {self._target} cannot be read: {' '.join(str(error).split())}") from None

    def _is_foreign(self, table: Any) -> bool:
        return table.transaction_version("klog:setting:format") is None and bool(table.file_uris())

    def _is_committed(self, job: str) -> bool:
        return self._table is not None and any(commit.get("klog.job") == job for commit in self._table.history(_LOOK_BACK))

    def _create(self) -> Any:
        try:
            return self._delta.DeltaTable.create(self._target, schema=self._schema(), mode="error", partition_by=self._partition_by())
        except self._delta.exceptions.DeltaError as error:
            self._table = self._open()
            if self._table is None:
                raise PullError(f"The Delta table {self._target} cannot be made: {' '.join(str(error).split())}") from None
            raise Conflict(f"Another pull began the table {self._target} first") from None

    def _schema(self) -> Any:
        fields = [pa.field("topic", pa.string()), pa.field("partition", pa.int32())]
        if self._settings.by_date:
            fields.append(pa.field("date", pa.date32()))
        return pa.schema([*Decoder(self._settings, "", 0).schema, *fields])

    def _partition_by(self) -> list[str]:
        return ["topic", "partition", "date"] if self._settings.by_date else ["topic", "partition"]

    def _partition_values(self, file: FileRecord) -> dict[str, str | None]:
        values: dict[str, str | None] = {"topic": file.topic, "partition": str(file.partition)}
        if self._settings.by_date:
            values["date"] = None if file.date == NO_DATE else file.date
        return values

    def _move(self, record: Record) -> dict[str, FileRecord]:
        moved: dict[str, FileRecord] = {}
        folders = {file.path.rpartition("/")[0] for file in record.files}
        make_directories(self._files, self._target, *folders)
        for file in record.files:
            path = f"{file.path.removesuffix('.parquet')}-{record.job}.parquet"
            self._files.rename(f"{self._target}/{file.staged}", f"{self._target}/{path}")
            moved[path] = file
        for folder in folders:
            self._files.sync_directory(f"{self._target}/{folder}")
        return moved


def _fingerprint(value: Any) -> int:
    return int.from_bytes(hashlib.sha256(json.dumps(value).encode()).digest()[:7], "big")


def _state(table: Any, topic: str, partitions: Iterable[int]) -> TopicState | None:
    generation = table.transaction_version(f"klog:{topic}:generation")
    if generation is None:
        return None
    ends: dict[int, int] = {}
    highest = max(partitions, default=-1)
    partition = 0
    while True:
        end = table.transaction_version(f"klog:{topic}:{partition}")
        if end is not None:
            ends[partition] = end
        elif partition > highest:
            break
        partition += 1
    parts = [table.transaction_version(f"klog:{topic}:id{part}") or 0 for part in range(3)]
    return TopicState(b"".join(part.to_bytes(_ID_BYTES, "big") for part in parts)[:16], generation, ends)


def _transactions(before: Mapping[str, TopicState], after: Mapping[str, TopicState]) -> Iterable[tuple[str, int]]:
    """What changes, as names and numbers."""
    for topic, state in after.items():
        old = before.get(topic)
        if state == old:
            continue
        # Always, so that two pulls of one topic meet in at least one name.
        yield f"klog:{topic}:generation", state.generation
        if old is None or old.topic_id != state.topic_id:
            padded = state.topic_id.ljust(3 * _ID_BYTES, b"\0")
            for part in range(3):
                yield f"klog:{topic}:id{part}", int.from_bytes(padded[part * _ID_BYTES : (part + 1) * _ID_BYTES], "big")
        for partition, end in state.ends.items():
            if old is None or old.ends.get(partition) != end:
                yield f"klog:{topic}:{partition}", end


def contents(settings: PullSettings) -> tuple[Record | None, list[FileRecord]]:
    """How far the table goes, and its files, for `klog.pull.verify`.

    :raises PullError: there is no table, or no deltalake.
    """
    delta = load()
    try:
        table = delta.DeltaTable(settings.target)
    except delta.exceptions.TableNotFoundError:
        raise PullError(f"There is no Delta table in {settings.target}") from None
    actions = pa.table(table.get_add_actions(flatten=True)).to_pylist()
    files = []
    for one in actions:
        match = _NAME.fullmatch(one["path"].rpartition("/")[2])
        # A table that was compacted has names of others'; their generations are not known then.
        start, end, generation = (int(match[1]), int(match[2]), int(match[3] or 0)) if match else (0, 2**63 - 1, 0)
        day = one.get("partition.date")
        has_date = "partition.date" in one
        files.append(
            FileRecord(
                staged="",
                path=one["path"],
                topic=str(one["partition.topic"]),
                generation=generation,
                partition=int(one["partition.partition"]),
                start=start,
                end=end,
                date=(NO_DATE if day is None else str(day)) if has_date else "",
                rows=one["num_records"],
                size_bytes=one["size_bytes"],
                first_offset=-1,
                last_offset=-1,
                min_timestamp_ms=-1,
                max_timestamp_ms=-1,
            )
        )
    topics: dict[str, TopicState] = {}
    for name in sorted({file.topic for file in files} | set(settings.topics)):
        state = _state(table, name, {file.partition for file in files if file.topic == name})
        if state is not None:
            topics[name] = state
    ranges: tuple[RangeRecord, ...] = ()
    return Record(table.version(), "", "", 0, "", {}, topics, ranges, ()), files
