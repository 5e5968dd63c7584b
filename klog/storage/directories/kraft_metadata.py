"""What a KRaft controller knew of its topics: read from ``__cluster_metadata-0`` in a data directory that Kafka wrote.

The newest snapshot (``<end offset>-<epoch>.checkpoint``, batches like a segment's) gives the state up to its end offset, the segments
of the log the changes behind it. Every record's value is an unsigned varint frame version (1), varint API key and version, and then
fields in the flexible encoding (`kafka: AbstractApiMessageSerde.java`, `message/*Record.json` of the metadata module). Six kinds matter:

====  ===================  =========================================================
key   record               what is taken from it
====  ===================  =========================================================
2     TopicRecord          name and id
3     PartitionRecord      leader epoch
4     ConfigRecord         overrides of topics (resource type 2) and of groups (32); null removes one
5     PartitionChange      the leader epoch rises by one where a leader is named
9     RemoveTopicRecord    topic, its partitions and configurations go
15    ProducerIdsRecord    the first producer id that was not handed out in a block
====  ===================  =========================================================

Records between a begin (23) and an abort (25) of a metadata transaction do not count; those of one that never ended neither.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from klog.records.contract import CONTROL, InvalidRecords
from klog.storage.context import LogContext
from klog.storage.filenames import LOG, parse_file_name
from klog.storage.segments.checked_batches import checked_batches

_SNAPSHOT = re.compile(r"([0-9]{20})-([0-9]{10})\.checkpoint", re.ASCII)
_FRAME_VERSION = 1
_TOPIC_RESOURCE, _GROUP_RESOURCE = 2, 32
_NO_LEADER_CHANGE = -2

_TOPIC, _PARTITION, _CONFIG, _PARTITION_CHANGE, _REMOVE_TOPIC, _PRODUCER_IDS = 2, 3, 4, 5, 9, 15
_BEGIN, _END, _ABORT = 23, 24, 25


@dataclasses.dataclass(slots=True)
class KraftMetadata:
    """Topics as the controller saw them last."""

    topic_ids: dict[str, bytes] = dataclasses.field(default_factory=dict)
    #: Overrides by topic; a topic without any has an empty entry.
    configs: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    leader_epochs: dict[tuple[str, int], int] = dataclasses.field(default_factory=dict)
    #: 0 where no block was ever handed out.
    next_producer_id: int = 0
    #: Configurations by group id, of groups that have some.
    group_configs: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)


class _BadField(ValueError):
    """A record's bytes are not what its kind says."""


class _Fields:
    """The fields of one record, read one after the other."""

    __slots__ = ("_data", "_position")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def raw(self, length: int) -> bytes:
        end = self._position + length
        if length < 0 or end > len(self._data):
            raise _BadField(f"a field of {length} bytes passes the end of the record")
        data = self._data[self._position : end]
        self._position = end
        return data

    def number(self, length: int) -> int:
        return int.from_bytes(self.raw(length), "big", signed=True)

    def uvarint(self) -> int:
        value = shift = 0
        while shift < 35:
            byte = self.raw(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
        raise _BadField("a varint is longer than five bytes")

    def text(self) -> str | None:
        length = self.uvarint()
        return None if length == 0 else self.raw(length - 1).decode("utf-8")

    def skip_numbers(self, length: int) -> None:
        self.raw(length * max(self.uvarint() - 1, 0))

    def tags(self) -> dict[int, bytes]:
        return {self.uvarint(): self.raw(self.uvarint()) for _ in range(self.uvarint())}


class _Replay:
    """Applies records in order."""

    def __init__(self) -> None:
        self._names: dict[bytes, str] = {}
        self._configs: dict[str, dict[str, str]] = {}
        self._group_configs: dict[str, dict[str, str]] = {}
        self._epochs: dict[tuple[bytes, int], int] = {}
        self._next_producer_id = 0
        self._transaction: list[tuple[int, _Fields]] | None = None

    def record(self, value: bytes) -> None:
        fields = _Fields(value)
        frame = fields.uvarint()
        if frame != _FRAME_VERSION:
            raise _BadField(f"frame version {frame} of a metadata record is unknown, this klog reads {_FRAME_VERSION}")
        key = fields.uvarint()
        fields.uvarint()
        if key == _BEGIN:
            self._transaction = []
        elif key in (_END, _ABORT):
            held, self._transaction = self._transaction or [], None
            for one in held if key == _END else ():
                self._apply(*one)
        elif self._transaction is not None:
            self._transaction.append((key, fields))
        else:
            self._apply(key, fields)

    def _apply(self, key: int, fields: _Fields) -> None:
        if key == _TOPIC:
            name = fields.text() or ""
            self._names[fields.raw(16)] = name
        elif key == _PARTITION:
            partition = fields.number(4)
            topic_id = fields.raw(16)
            for _ in range(4):
                fields.skip_numbers(4)
            fields.number(4)
            self._epochs[topic_id, partition] = fields.number(4)
        elif key == _CONFIG:
            self._config(fields.number(1), fields.text(), fields.text(), fields.text())
        elif key == _PARTITION_CHANGE:
            partition = fields.number(4)
            topic_id = fields.raw(16)
            leader = fields.tags().get(1)
            if leader is not None and int.from_bytes(leader, "big", signed=True) != _NO_LEADER_CHANGE:
                self._epochs[topic_id, partition] = self._epochs.get((topic_id, partition), -1) + 1
        elif key == _REMOVE_TOPIC:
            topic_id = fields.raw(16)
            removed = self._names.pop(topic_id, None)
            if removed is not None:
                self._configs.pop(removed, None)
            for place in [place for place in self._epochs if place[0] == topic_id]:
                del self._epochs[place]
        elif key == _PRODUCER_IDS:
            fields.number(4)
            fields.number(8)
            self._next_producer_id = max(self._next_producer_id, fields.number(8))

    def _config(self, resource_type: int, resource: str | None, name: str | None, value: str | None) -> None:
        if resource_type not in (_TOPIC_RESOURCE, _GROUP_RESOURCE) or resource is None or name is None:
            return
        configs = self._configs if resource_type == _TOPIC_RESOURCE else self._group_configs
        if value is None:
            configs.get(resource, {}).pop(name, None)
        else:
            configs.setdefault(resource, {})[name] = value

    def result(self) -> KraftMetadata:
        return KraftMetadata(
            {name: topic_id for topic_id, name in self._names.items()},
            {name: self._configs.get(name, {}) for name in self._names.values()},
            {(self._names[topic_id], partition): epoch for (topic_id, partition), epoch in self._epochs.items() if topic_id in self._names},
            self._next_producer_id,
            {group_id: configs for group_id, configs in self._group_configs.items() if configs},
        )


def _values(context: LogContext, path: str, base_offset: int, from_offset: int) -> Iterator[bytes]:
    """Values of the data records of one file from `from_offset` on, as far as its batches hold."""
    for entry, batch in checked_batches(context, path, context.fs.size(path), base_offset, lambda why: None):
        if entry.attributes & CONTROL or entry.last_offset < from_offset:
            continue
        for record in context.codec.records(batch):
            if record.offset >= from_offset and record.value is not None:
                yield record.value


def read_kraft_metadata(context: LogContext, directory: str) -> KraftMetadata:
    """Replay the newest snapshot and the log behind it. Nothing in `directory` is changed.

    :raises OSError, InvalidRecords: it cannot be read, or holds records of a form that is not known.
    """
    names = context.fs.list(directory)
    replay = _Replay()
    end = 0
    path = directory
    try:
        snapshots = [match for name in names if (match := _SNAPSHOT.fullmatch(name)) is not None]
        if snapshots:
            newest = max(snapshots, key=lambda match: (int(match[1]), int(match[2])))
            path = f"{directory}/{newest[0]}"
            for value in _values(context, path, 0, 0):
                replay.record(value)
            end = int(newest[1])
        files = [name for text in names if (name := parse_file_name(text)) is not None and name.suffix == LOG and not name.stage]
        for name in sorted(files):
            path = f"{directory}/{name.offset:020d}{LOG}"
            for value in _values(context, path, name.offset, end):
                replay.record(value)
    except (_BadField, UnicodeDecodeError) as error:
        raise InvalidRecords(f"{path}: {error}") from error
    finally:
        context.files.forget_directory(directory)
    return replay.result()
