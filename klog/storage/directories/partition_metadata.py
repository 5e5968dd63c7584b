"""``partition.metadata``: the id of the topic that a partition's directory belongs to.

Two lines, ``version: 0`` and ``topic_id: <22 characters>``, the last without a newline (`kafka: PartitionMetadataFile.java`). Kafka
refuses a directory whose id is not the one that its controller knows.
"""

from __future__ import annotations

import re

from klog.model import NO_TOPIC_ID, TopicId, topic_id_from_text, topic_id_to_text
from klog.storage.atomic_files import read_parsed, replace_whole
from klog.storage.filenames import PARTITION_METADATA
from klog.storage.filesystem import FileSystem

MAX_BYTES = 4096

_LINE = re.compile(r"(version|topic_id):\s*(\S+)", re.ASCII)


class CorruptPartitionMetadata(Exception):
    """The file is not what it should be; the sentence names it."""


def parse_partition_metadata(path: str, data: bytes) -> TopicId:
    """The topic id; `path` is for errors.

    :raises CorruptPartitionMetadata: another version or form, or no id.
    """
    fields: dict[str, str] = {}
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        match = _LINE.fullmatch(line)
        if match is None or match[1] in fields:
            raise CorruptPartitionMetadata(f"{path}, line {number}: neither 'version: 0' nor 'topic_id: <id>': {line[:100]!r}")
        fields[match[1]] = match[2]
    if fields.get("version") != "0":
        raise CorruptPartitionMetadata(f"{path}: the version must be 0, not {fields.get('version')}")
    try:
        topic_id = topic_id_from_text(fields.get("topic_id", ""))
    except ValueError as error:
        raise CorruptPartitionMetadata(f"{path}: {error}") from None
    if topic_id == NO_TOPIC_ID:
        raise CorruptPartitionMetadata(f"{path}: the topic id is all zero")
    return topic_id


def format_partition_metadata(topic_id: bytes) -> bytes:
    """The file's content."""
    return f"version: 0\ntopic_id: {topic_id_to_text(topic_id)}".encode()


def read_partition_metadata(fs: FileSystem, directory: str) -> TopicId | None:
    """The topic id of a partition's directory; None where there is no file. Raises OSError and CorruptPartitionMetadata."""
    return read_parsed(fs, f"{directory}/{PARTITION_METADATA}", parse_partition_metadata, MAX_BYTES)


def write_partition_metadata(fs: FileSystem, directory: str, topic_id: bytes) -> None:
    """Write the topic id into a partition's directory, durably. Raises OSError."""
    replace_whole(fs, f"{directory}/{PARTITION_METADATA}", format_partition_metadata(topic_id))
