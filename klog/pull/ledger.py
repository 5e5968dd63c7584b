"""The ledger: what was pulled, how far, and in which files; one version for each job that found something.

Below the target::

    _klog/log/00000000000000000007.json         version 7: ranges, files, and how far every partition is after it
    _klog/log/00000000000000000007.published    its files are at their final names, durably
    _klog/log/00000000000000000004.checkpoint   all versions up to 4 in one file

1. A version is written whole and synced under another name, then *linked* to its own: of several jobs that want to be version 7 one gets
   it, the others a `Conflict`. So one act makes files and end offsets valid, together.
2. The newest version alone says how far all partitions are; earlier ones are history, for `klog.pull.verify`.
3. Whoever commits version 8 has seen to it that version 7 is published (``recover`` comes first in a job). So only the newest may be
   unpublished, and only it needs to be rolled forward.
4. Now and then versions are folded into a checkpoint and removed but for the last few. A job that slept meanwhile would find "its" name
   free again; so after linking it looks whether later ones are there, and if its own is not among their ancestors, nothing was committed.

Records are JSON with a checksum; a damaged one is an error that names the file (`klog.pull.errors.LedgerDamaged`).
"""

from __future__ import annotations

import dataclasses
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from klog.arrow.window_counts import CountedWindow
from klog.model import topic_id_from_text, topic_id_to_text
from klog.pull.errors import BaseTooOld, Conflict, LedgerDamaged, PullError
from klog.pull.files import Files

LOG = "_klog/log"
FORMAT = 1
#: In `Record.fixed` of an audited target, in ms: see `klog.pull.audit.begun_ms`.
AUDIT_BEGUN = "audit_begun_ms"
#: The same: by topic, when the first plan was made that had it.
AUDIT_TOPICS = "audit_topics"
#: No record comes near this: 100,000 files and 100,000 partitions make 60 MB.
MAX_RECORD_BYTES = 512 << 20
MAX_CHECKPOINT_BYTES = 4 << 30
#: So many records are left behind a checkpoint, for readers that are slow.
KEPT = 16
#: A checkpoint is made after so many versions, if they are a good part of all; after so many in any case.
FOLD_AFTER, FOLD_AT_LAST = 64, 1024
#: How often a reader looks again when what it saw listed was folded away.
_LOOKS = 10

_NAME = re.compile(r"(\d{20})\.(json|published|checkpoint)")


@dataclasses.dataclass(frozen=True)
class TopicState:
    """How far a topic was pulled."""

    #: Sixteen zero bytes where the broker gave none.
    topic_id: bytes
    #: How often the topic was found made anew, or cut; 0 at first.
    generation: int
    #: Partition → the next offset to be pulled.
    ends: Mapping[int, int]


@dataclasses.dataclass(frozen=True)
class RangeRecord:
    """One range of offsets that a version covers; those of a partition follow one another without a gap, over all versions."""

    topic: str
    generation: int
    partition: int
    start: int
    end: int
    rows: int
    #: Damaged records that were left out.
    skipped: int = 0
    #: Records left out or nulled for values that did not decode.
    bad: int = 0
    #: Offsets within that were gone at the broker.
    lost: tuple[tuple[int, int], ...] = ()
    #: Its rows by window, (start, end in ms, rows, and the sum of their hashes where they have some), where the target is audited.
    windows: tuple[CountedWindow, ...] = ()


@dataclasses.dataclass(frozen=True)
class FileRecord:
    """One file: where it was staged and where it goes, relative to the target, and what it holds."""

    staged: str
    path: str
    topic: str
    generation: int
    partition: int
    start: int
    end: int
    date: str
    rows: int
    size_bytes: int
    first_offset: int
    last_offset: int
    min_timestamp_ms: int
    max_timestamp_ms: int


@dataclasses.dataclass(frozen=True)
class Record:
    """One version."""

    version: int
    job: str
    #: The job of the version before; empty at version 0.
    previous_job: str
    committed_ms: int
    cluster_id: str
    #: `klog.pull.settings.PullSettings.fixed` of the first version; where the target is audited `AUDIT_BEGUN` and
    #: `AUDIT_TOPICS`, too, of this one.
    fixed: Mapping[str, Any]
    #: How far all topics are after it. Empty in history that was folded.
    topics: Mapping[str, TopicState]
    ranges: tuple[RangeRecord, ...]
    files: tuple[FileRecord, ...]

    @property
    def rows(self) -> int:
        """Records in all files."""
        return sum(one.rows for one in self.ranges)

    @property
    def audit_begun_ms(self) -> int:
        """Since when all rows are counted for the audit; 0: since ever."""
        found = self.fixed.get(AUDIT_BEGUN, 0)
        return found if type(found) is int else 0

    @property
    def audit_topics(self) -> dict[str, int]:
        """When each topic was taken up, in ms, for the audit."""
        found = self.fixed.get(AUDIT_TOPICS, {})
        if not isinstance(found, dict):
            return {}
        return {topic: begun_ms for topic, begun_ms in found.items() if type(begun_ms) is int and begun_ms >= 0}


@dataclasses.dataclass
class _Listing:
    records: list[int]
    checkpoint: int


class Ledger:
    """The ledger of the target directory `target`."""

    def __init__(self, files: Files, target: str) -> None:
        self._files = files
        self._folder = f"{target}/{LOG}"

    def path_of(self, version: int, kind: str = "json") -> str:
        """Where a version's record lies (or its ``published``, ``checkpoint``)."""
        return f"{self._folder}/{version:020}.{kind}"

    # Reading

    def head(self) -> Record | None:
        """The newest version; None where nothing was ever pulled.

        :raises LedgerDamaged: it cannot be read.
        """
        for _ in range(_LOOKS):
            listing = self._list()
            if not listing.records:
                if listing.checkpoint >= 0:
                    raise LedgerDamaged(self.path_of(listing.checkpoint), "it is missing, though there is a checkpoint of it")
                return None
            newest = listing.records[-1]
            if newest < listing.checkpoint:
                raise LedgerDamaged(self.path_of(listing.checkpoint), "it is missing, though there is a checkpoint of it")
            try:
                return self._read(newest)
            except FileNotFoundError:
                continue
        raise PullError(f"{self._folder} changes faster than it can be read; try again")

    def is_published(self, version: int) -> bool:
        """Whether the version's files are at their final names."""
        return self._files.exists(self.path_of(version, "published"))

    def history(self) -> list[Record]:
        """All versions from the first on; those out of a checkpoint without `Record.topics`.

        :raises LedgerDamaged: something cannot be read, or is missing.
        """
        for _ in range(_LOOKS):
            listing = self._list()
            try:
                found = self._read_checkpoint(listing.checkpoint) if listing.checkpoint >= 0 else []
                found += [self._read(version) for version in listing.records if version > listing.checkpoint]
            except FileNotFoundError:
                continue
            for at, record in enumerate(found):
                if record.version != at:
                    raise LedgerDamaged(self.path_of(at), "it is missing, though there are later ones")
                if record.previous_job != (found[at - 1].job if at else ""):
                    raise LedgerDamaged(self.path_of(at), "it does not follow the one before it")
            return found
        raise PullError(f"{self._folder} changes faster than it can be read; try again")

    def since(self, version: int, head: Record) -> list[Record]:
        """What was committed behind `version`, up to `head`; what was folded already comes without `Record.topics`.

        :raises LedgerDamaged: something cannot be read, or is missing.
        """
        try:
            return [self._read(one) for one in range(version + 1, head.version)] + ([head] if head.version > version else [])
        except FileNotFoundError:
            return self.history()[version + 1 : head.version + 1]

    # Writing

    def append(self, record: Record, scratch: str) -> None:
        """Put `record` in place, durably, unless there is one with its version.

        :param scratch: a path in the job's staging folder for the file before it has its name.
        :raises Conflict: another job has this version. :raises BaseTooOld: and many came after it.
        """
        path = self.path_of(record.version)
        self._files.write_new(scratch, encode(record))
        self._files.sync_file(scratch)
        try:
            self._files.link(scratch, path)
        except OSError as error:
            # Network file systems answer a repeated request with "exists" where the first one was ours.
            if not self._is_ours(record):
                if not isinstance(error, FileExistsError):
                    raise
                raise Conflict(f"Another pull committed version {record.version} of {self._folder} first") from None
        self._files.sync_directory(self._folder)
        listing = self._list()
        if (listing.records[-1] > record.version or listing.checkpoint >= record.version) and not self._is_ancestor(record):
            raise BaseTooOld(f"Other pulls went far beyond version {record.version} of {self._folder} while this one stood still")

    def mark_published(self, version: int) -> None:
        """Note, durably, that all files of `version` are at their final names."""
        try:
            self._files.write_new(self.path_of(version, "published"), b"")
        except FileExistsError:
            pass
        self._files.sync_directory(self._folder)

    def fold(self, scratch: str) -> int:
        """Make a checkpoint where that is due, and remove what is in it; the number of files removed.

        :param scratch: a path in the job's staging folder.
        """
        listing = self._list()
        if not listing.records:
            return 0
        newest = listing.records[-1]
        new = newest - listing.checkpoint
        # In proportion to what there is, so that all of it is written again a few times in its life, not a thousand times.
        if new >= FOLD_AT_LAST or (new >= FOLD_AFTER and 4 * new >= newest):
            history = self.history()
            if history[-1].version < newest:
                return 0
            self._files.write_new(scratch, _encode_checkpoint(history[: newest + 1]))
            self._files.sync_file(scratch)
            try:
                self._files.link(scratch, self.path_of(newest, "checkpoint"))
            except FileExistsError:
                pass
            self._files.sync_directory(self._folder)
        return self._remove_folded()

    def _remove_folded(self) -> int:
        removed = 0
        names = self._names()
        checkpoint = max((version for version, kind in names if kind == "checkpoint"), default=-1)
        for version, kind in names:
            is_old = version < checkpoint if kind == "checkpoint" else version < checkpoint - KEPT
            if is_old:
                try:
                    self._files.remove(self.path_of(version, kind))
                    removed += 1
                except FileNotFoundError:
                    pass
        return removed

    # Inside

    def _names(self) -> list[tuple[int, str]]:
        found = (_NAME.fullmatch(name) for name in self._files.list(self._folder))
        return [(int(match[1]), match[2]) for match in found if match]

    def _list(self) -> _Listing:
        names = self._names()
        checkpoint = max((version for version, kind in names if kind == "checkpoint"), default=-1)
        records = sorted(version for version, kind in names if kind == "json")
        return _Listing(records, checkpoint)

    def _read(self, version: int) -> Record:
        path = self.path_of(version)
        record = decode(path, self._load(path, MAX_RECORD_BYTES))
        if record.version != version:
            raise LedgerDamaged(path, f"it says that it is version {record.version}")
        return record

    def _load(self, path: str, max_bytes: int) -> bytes:
        try:
            return self._files.read(path, max_bytes)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise LedgerDamaged(path, f"it cannot be read ({error.strerror})") from None

    def _read_checkpoint(self, version: int) -> list[Record]:
        path = self.path_of(version, "checkpoint")
        records = _decode_checkpoint(path, self._load(path, MAX_CHECKPOINT_BYTES))
        if not records or records[-1].version != version:
            raise LedgerDamaged(path, "it does not hold the version that its name says")
        return records

    def _is_ours(self, record: Record) -> bool:
        try:
            return self._read(record.version).job == record.job
        except FileNotFoundError:
            return False

    def _is_ancestor(self, record: Record) -> bool:
        history = self.history()
        return record.version < len(history) and history[record.version].job == record.job


# JSON


def _dump(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _plain(record: Record, with_state: bool = True) -> dict[str, Any]:
    topics = {
        name: {"id": topic_id_to_text(state.topic_id), "generation": state.generation, "ends": {str(p): e for p, e in state.ends.items()}}
        for name, state in record.topics.items()
    }
    return {
        "klog_pull": FORMAT,
        "version": record.version,
        "job": record.job,
        "previous_job": record.previous_job,
        "committed_ms": record.committed_ms,
        "cluster_id": record.cluster_id,
        "fixed": dict(record.fixed),
        "topics": topics if with_state else {},
        "ranges": [_plain_range(one) for one in record.ranges],
        "files": [dataclasses.asdict(one) for one in record.files],
    }


def _plain_range(one: RangeRecord) -> dict[str, Any]:
    plain = dataclasses.asdict(one)
    if not one.windows:
        # As all of klog have written it, and older ones know it.
        del plain["windows"]
    return plain


def _range_record(plain: Mapping[str, Any]) -> RangeRecord:
    fields = _typed(RangeRecord, {"windows": (), **plain})
    fields["lost"] = tuple((_whole(start), _whole(end)) for start, end in fields["lost"])
    fields["windows"] = tuple(map(_window, fields["windows"]))
    return RangeRecord(**fields)


def _window(plain: Any) -> CountedWindow:
    start, end, rows, *hashed = map(_whole, plain)
    if not hashed:
        return start, end, rows
    [total] = hashed
    return start, end, rows, total


def encode(record: Record) -> bytes:
    """A record as the bytes of its file."""
    body = _dump(_plain(record))
    return b'{"crc32":%d,"record":%s}\n' % (zlib.crc32(body), body)


def decode(path: str, data: bytes) -> Record:
    """A record from the bytes of its file.

    :param path: for the error. :raises LedgerDamaged: it cannot be one.
    """
    try:
        outer = json.loads(data)
        body, crc = outer["record"], outer["crc32"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise LedgerDamaged(path, f"it is not a record of a pull ({len(data)} bytes)") from None
    if zlib.crc32(_dump(body)) != crc:
        raise LedgerDamaged(path, "its checksum does not fit its content")
    return _record(path, body)


def _record(path: str, body: Any) -> Record:
    try:
        if body["klog_pull"] != FORMAT:
            raise LedgerDamaged(path, f"it has format {body['klog_pull']}, and this klog knows format {FORMAT} only")
        topics = {
            str(name): TopicState(
                bytes(topic_id_from_text(state["id"])), _whole(state["generation"]), {int(p): _whole(e) for p, e in state["ends"].items()}
            )
            for name, state in body["topics"].items()
        }
        ranges = tuple(_range_record(one) for one in body["ranges"])
        files = tuple(FileRecord(**_typed(FileRecord, one)) for one in body["files"])
        for file in files:
            _check_path(file.staged)
            _check_path(file.path)
        return Record(
            version=_whole(body["version"]),
            job=_text(body["job"]),
            previous_job=_text(body["previous_job"]),
            committed_ms=_whole(body["committed_ms"]),
            cluster_id=_text(body["cluster_id"]),
            fixed=dict(body["fixed"]),
            topics=topics,
            ranges=ranges,
            files=files,
        )
    except LedgerDamaged:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LedgerDamaged(path, f"it is not a record of a pull ({type(error).__name__}: {error})") from None


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _typed(kind: Any, one: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record class out of `one`, each of its type; unknown ones are refused."""
    readers = {"int": _whole, "str": _text}
    fields = {field.name: field.type for field in dataclasses.fields(kind)}
    if set(one) != set(fields):
        raise ValueError(f"fields {sorted(set(one) ^ set(fields))}")
    return {name: readers[str(fields[name])](value) if str(fields[name]) in readers else value for name, value in one.items()}


def _check_path(path: str) -> None:
    """Published and removed is what records say; they may not point out of the target."""
    if path.startswith("/") or ".." in path.split("/"):
        raise ValueError(f"{path!r} leads out of the target")


def _encode_checkpoint(history: Iterable[Record]) -> bytes:
    lines = [_dump(_plain(record, with_state=False)) for record in history]
    data = b"".join(line + b"\n" for line in lines)
    return data + _dump({"versions": len(lines), "crc32": zlib.crc32(data)}) + b"\n"


def _decode_checkpoint(path: str, data: bytes) -> list[Record]:
    at = data.rfind(b"\n", 0, max(0, len(data) - 1)) + 1
    try:
        trailer = json.loads(data[at:])
        count, crc = trailer["versions"], trailer["crc32"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise LedgerDamaged(path, "it is not a checkpoint of a pull, or was cut short") from None
    lines = data[:at].splitlines()
    if zlib.crc32(data[:at]) != crc or len(lines) != count:
        raise LedgerDamaged(path, "its checksum does not fit its content")
    try:
        return [_record(path, json.loads(line)) for line in lines]
    except (ValueError, RecursionError) as error:
        raise LedgerDamaged(path, f"it is not a checkpoint of a pull ({type(error).__name__})") from None
