"""``meta.properties``: whose data directory this is.

A Java properties file in two forms (`kafka: MetaProperties.java`)::

    version=0                          version=1
    broker.id=1                        node.id=1
    cluster.id=<22 characters>         cluster.id=<22 characters>
                                       directory.id=<22 characters>

Version 0 is that of brokers on ZooKeeper (up to Kafka 3.9), 1 that of KRaft. klog writes version 0 into a directory of its own, and
leaves a file that it finds as it is, apart from what is missing in it. A directory of another broker or cluster is refused.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

from klog.config import ConfigError, parse_properties
from klog.storage.atomic_files import read_parsed, replace_whole
from klog.storage.filenames import META_PROPERTIES
from klog.storage.filesystem import FileSystem

MAX_BYTES = 64 << 10
#: The version of a KRaft node's file.
KRAFT_VERSION = 1
#: A line of klog's own: which ZooKeeper has the cluster that a data directory is part of.
ZOOKEEPER_MARK = "klog.zookeeper"

_BROKER_ID = re.compile(r"[0-9]{1,10}", re.ASCII)


class BadMetaProperties(Exception):
    """The file cannot be read, or the directory belongs to somebody else. The sentence names the file and says what to do."""


@dataclasses.dataclass(frozen=True)
class MetaProperties:
    """What ``meta.properties`` says."""

    cluster_id: str | None
    #: ``broker.id`` or ``node.id``.
    broker_id: int | None
    version: int = 0
    directory_id: str | None = None
    #: Lines that klog does not know, kept as they are.
    others: Mapping[str, str] = dataclasses.field(default_factory=dict)


def parse_meta_properties(path: str, data: bytes) -> MetaProperties:
    """The content of the file; `path` is for errors.

    :raises BadMetaProperties: no properties, another version, no number where one belongs.
    """
    try:
        fields = parse_properties(data.decode("utf-8"))
    except (UnicodeDecodeError, ConfigError) as error:
        raise BadMetaProperties(f"{path} is no properties file: {error}") from None
    version = fields.pop("version", "0").strip()
    if version not in ("0", "1"):
        raise BadMetaProperties(f"{path}: version {version!r} is unknown, this klog reads 0 and 1")
    id_name = "broker.id" if version == "0" else "node.id"
    id_text = fields.pop(id_name, None)
    broker_id: int | None = None
    if id_text is not None:
        # Not all that `strip` takes for blanks is taken so by `int`.
        number = id_text.strip()
        if _BROKER_ID.fullmatch(number) is None or int(number) >= 1 << 31:
            raise BadMetaProperties(f"{path}: {id_name} must be a number from 0 on, not {id_text!r}")
        broker_id = int(number)
    cluster_id = fields.pop("cluster.id", None)
    if version == "1" and (cluster_id is None or broker_id is None):
        raise BadMetaProperties(f"{path}: {'cluster.id' if cluster_id is None else id_name} is missing")
    return MetaProperties(cluster_id, broker_id, int(version), fields.pop("directory.id", None), fields)


def format_meta_properties(properties: MetaProperties) -> bytes:
    """The file's content."""
    fields: dict[str, str] = {"version": str(properties.version)}
    if properties.broker_id is not None:
        fields["broker.id" if properties.version == 0 else "node.id"] = str(properties.broker_id)
    if properties.cluster_id is not None:
        fields["cluster.id"] = properties.cluster_id
    if properties.directory_id is not None:
        fields["directory.id"] = properties.directory_id
    fields.update(properties.others)
    return "".join(f"{_escape(name, True)}={_escape(value, False)}\n" for name, value in fields.items()).encode("ascii")


def _escape(text: str, is_name: bool) -> str:
    """As ``java.util.Properties.store`` does it."""
    escaped: list[str] = []
    for index, character in enumerate(text):
        if character in "\\=:#!" or (character == " " and (is_name or index == 0)):
            escaped.append("\\" + character)
        elif character in "\t\n\r\f":
            escaped.append("\\" + {"\t": "t", "\n": "n", "\r": "r", "\f": "f"}[character])
        elif " " <= character <= "~":
            escaped.append(character)
        else:
            units = character.encode("utf-16-be").hex()
            escaped.extend(f"\\u{units[start : start + 4].upper()}" for start in range(0, len(units), 4))
    return "".join(escaped)


def completed(path: str, found: MetaProperties | None, cluster_id: str, broker_id: int) -> MetaProperties:
    """What the file should say for this broker: what it says already, completed.

    :raises BadMetaProperties: it names another cluster or broker.
    """
    if found is None:
        return MetaProperties(cluster_id, broker_id)
    if found.cluster_id not in (None, cluster_id):
        raise BadMetaProperties(
            f"{path} says that this data directory belongs to cluster {found.cluster_id}, not {cluster_id}; "
            "use another directory, or remove the file if the data is really meant for this cluster"
        )
    if found.broker_id not in (None, broker_id):
        raise BadMetaProperties(
            f"{path} says that this data directory belongs to broker {found.broker_id}, not {broker_id}; "
            f"set broker.id={found.broker_id} or use another directory"
        )
    return dataclasses.replace(found, cluster_id=cluster_id, broker_id=broker_id)


def read_meta_properties(fs: FileSystem, directory: str) -> MetaProperties | None:
    """The properties of a data directory; None where there is no file. Raises OSError and BadMetaProperties."""
    return read_parsed(fs, f"{directory}/{META_PROPERTIES}", parse_meta_properties, MAX_BYTES)


def write_meta_properties(fs: FileSystem, directory: str, properties: MetaProperties) -> None:
    """Replace the file, durably. Raises OSError."""
    replace_whole(fs, f"{directory}/{META_PROPERTIES}", format_meta_properties(properties))
