"""Kafka's own message schemas (the JSON files in its jars), read for comparison with klog's declarations."""

from __future__ import annotations

import functools
import json
import re
import tempfile
from typing import Any, NamedTuple

from klog.wire.schema import Versions
from tests import peers

#: The newest Kafka, whose names and defaults klog has; the newest one with ZooKeeper, which has them for what the newest has dropped; and
#: an older one, for its old versions.
NEWEST, WITH_ZOOKEEPER, OLDER = "4.3.1", "3.9.2", "2.8.2"
ALL_KAFKAS = (NEWEST, WITH_ZOOKEEPER, OLDER)
#: What the older one calls otherwise.
_OLDER_NAMES = {"AlterPartitionRequest": "AlterIsrRequest", "AlterPartitionResponse": "AlterIsrResponse"}
#: Kafka gives a struct of a request and one of its answer the same name; here they are told apart.
STRUCT_NAMES = {
    "AlteredTopic": "TopicData",
    "AlteredPartition": "PartitionData",
    "AlterPartitionTopicResponse": "TopicData",
    "AlterPartitionPartitionResponse": "PartitionData",
}


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="klog-schemas-")


def name_in(version: str, message: str) -> str:
    """What that Kafka calls the message."""
    return _OLDER_NAMES.get(message, message) if version == OLDER else message


@functools.cache
def schema(version: str, message: str) -> Any:
    """The schema of a message; None where that Kafka has none, or has dropped all of its versions."""
    path = peers.kafka_schemas(version, _folder().name) / f"{name_in(version, message)}.json"
    document = json.loads(path.read_text()) if path.exists() else None
    return None if document is None or document["validVersions"] == "none" else document


def snake(name: str) -> str:
    """``TimeoutMs`` as ``timeout_ms``."""
    name = name.replace("KRaft", "Kraft")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class SchemaField(NamedTuple):
    """One field of a schema, in one version."""

    name: str
    #: Kafka's name; "[]" in front of an array's element.
    type: str
    nullable: bool
    #: None where the field is not among the tagged ones.
    tag: int | None
    default: Any
    ignorable: bool
    #: Of the struct or of the array's elements.
    fields: tuple[SchemaField, ...]


def fields(document: Any, version: int) -> tuple[SchemaField, ...]:
    """The fields that a message has in `version`, in their order."""
    common = {struct["name"]: struct["fields"] for struct in document.get("commonStructs", ())}
    return _fields(document["fields"], version, common)


def _fields(rows: Any, version: int, common: dict[str, Any]) -> tuple[SchemaField, ...]:
    made = []
    for row in rows:
        if version not in Versions.parse(row.get("versions", row.get("taggedVersions"))):
            continue
        kind = row["type"]
        inner = row.get("fields") or common.get(kind.removeprefix("[]")) or ()
        made.append(
            SchemaField(
                name=row["name"],
                type=kind,
                nullable=version in Versions.parse(row.get("nullableVersions")),
                tag=row["tag"] if version in Versions.parse(row.get("taggedVersions")) else None,
                default=_default(row),
                ignorable=str(row.get("ignorable", False)).lower() == "true",
                fields=_fields(inner, version, common),
            )
        )
    return tuple(made)


def _default(row: Any) -> Any:
    """The default as a Python value; a struct's is the text "struct"."""
    kind, text = row["type"], row.get("default")
    if text == "null" or (kind == "records" and text is None):
        return None
    if kind.startswith("[]"):
        return []
    if kind[0].isupper():
        return "struct"
    if kind == "string":
        return text or ""
    if kind == "bytes":
        return b""
    if kind == "uuid":
        return bytes(16)
    if kind == "bool":
        return str(text).lower() == "true"
    if kind == "float64":
        return float(text or 0)
    return int(str(text or 0), 0)
