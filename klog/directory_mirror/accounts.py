"""``klog.mirror``: what a mirror remembers of a data directory that its logs do not say.

One regular file (Kafka minds directories that it does not know, not files): a line of ASCII, then JSON::

    klog-mirror version=1 bytes=<length of the JSON> crc32c=<8 hexadecimal digits>
    {"source": ..., "runs": ..., "meta_properties": ..., "klog_state": ..., "highest_producer_id": ..., "configs": {...}, "records": [...]}

Positions are not in it: a copy stands where its log ends. The records are those of a link's state topic (`klog.mirror.decisions.records`),
as pairs of key and value: of each topic its id at the source, of each partition all that was lost or cut. The file is replaced whole and
durably, and before what it tells is done.

``meta_properties`` and ``klog_state`` are checksums of the two files of these names as they were left. klog writes the second one with each
start, and some of Kafka's versions the first one; where either has changed, a broker has served the directory since, and it is not the
mirror's any more (`klog.directory_mirror.data_directory` knows more signs of it).
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from typing import Any

from klog.json_fields import BadRecord, fields, json_object, number, text, text_fields
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import CopyRecord, Key, TopicRecord, decode_key, decode_value, encode_value
from klog.records.crc32c import crc32c
from klog.storage.atomic_files import read_parsed, replace_whole
from klog.storage.filesystem import FileSystem

FILE = "klog.mirror"
VERSION = 1
MAX_BYTES = 256 << 20
#: What stands for a link's name in the records.
LINK = "directory"
#: No checksum of a file: there was none.
NOTHING = ""

_HEAD = re.compile(rb"klog-mirror version=([0-9]{1,9}) bytes=([0-9]{1,10}) crc32c=([0-9a-f]{8})\n")
_HEAD_MAX_BYTES = 100
_CHECKSUM = re.compile(r"(?:[0-9a-f]{8})?", re.ASCII)


class BadAccounts(Exception):
    """The file cannot be read. The sentence names it and says what to do."""


@dataclasses.dataclass(slots=True)
class Accounts:
    """What the file says.

    :ivar source: cluster id of the source; empty before it was met.
    :ivar runs: how often a mirror was started on the directory.
    :ivar meta_properties: checksum of that file as it was left; see the module.
    :ivar klog_state: likewise.
    :ivar highest_producer_id: the highest that was met; -1 without any.
    :ivar configs: what is set for each topic.
    :ivar topics: each topic that is or was copied.
    :ivar copies: each of its partitions of which there is something to tell.
    """

    source: str = ""
    runs: int = 0
    meta_properties: str = NOTHING
    klog_state: str = NOTHING
    highest_producer_id: int = -1
    configs: dict[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    topics: dict[str, TopicRecord] = dataclasses.field(default_factory=dict)
    copies: dict[tuple[str, int], CopyRecord] = dataclasses.field(default_factory=dict)

    def picture(self) -> LinkPicture:
        """The same for a link, which goes by it: topics and copies are these very ones."""
        return LinkPicture(source_id=self.source, topics=self.topics, copies=self.copies)


def checksum(data: bytes) -> str:
    """Of a file's content."""
    return f"{crc32c(data):08x}"


def format_accounts(accounts: Accounts) -> bytes:
    """The file's content."""
    records: list[tuple[Key, TopicRecord | CopyRecord]] = [(Key("topic", LINK, name), one) for name, one in sorted(accounts.topics.items())]
    records += [(Key("copy", LINK, *tp), one) for tp, one in sorted(accounts.copies.items())]
    tree: dict[str, Any] = {
        "source": accounts.source,
        "runs": accounts.runs,
        "meta_properties": accounts.meta_properties,
        "klog_state": accounts.klog_state,
        "highest_producer_id": accounts.highest_producer_id,
        "configs": {name: dict(configs) for name, configs in sorted(accounts.configs.items())},
        "records": [[json.loads(key.encode()), json.loads(encode_value(value))] for key, value in records],
    }
    body = json.dumps(tree, indent=1).encode()
    return b"klog-mirror version=%d bytes=%d crc32c=%08x\n" % (VERSION, len(body), crc32c(body)) + body


def parse_accounts(path: str, data: bytes) -> Accounts:
    """What stands in `data`; `path` is for errors.

    :raises BadAccounts: it is damaged, or of a newer klog.
    """
    advice = "; put back a copy of it, or copy into an empty directory: without the file nobody knows what the logs lack"
    head = _HEAD.match(data[:_HEAD_MAX_BYTES])
    if head is None:
        raise BadAccounts(f"{path} does not begin like a file of klog's mirrors{advice}")
    if int(head[1]) != VERSION:
        raise BadAccounts(f"{path} has version {int(head[1])}, this klog reads {VERSION}; use the klog that wrote it")
    body = data[head.end() :]
    if len(body) != int(head[2]) or crc32c(body) != int(head[3], 16):
        raise BadAccounts(f"{path} is damaged: its checksum does not fit{advice}")
    try:
        return _accounts(json_object(body, "file", MAX_BYTES))
    except (BadRecord, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadAccounts(
            f"{path} has a good checksum and not the fields that belong there ({type(error).__name__}: {error}){advice}"
        ) from None


def _accounts(tree: dict[str, Any]) -> Accounts:
    configs = fields(tree, "configs")
    accounts = Accounts(
        source=text(tree, "source"),
        runs=number(tree, "runs"),
        meta_properties=_checksum(tree, "meta_properties"),
        klog_state=_checksum(tree, "klog_state"),
        highest_producer_id=number(tree, "highest_producer_id", -1),
        configs={name: text_fields(configs, name) for name in configs},
    )
    for key_fields, value_fields in tree["records"]:
        key = decode_key(json.dumps(key_fields).encode())
        value = decode_value(key, json.dumps(value_fields).encode())
        match value:
            case TopicRecord():
                accounts.topics[key.topic] = value
            case CopyRecord():
                accounts.copies[key.topic, key.partition] = value
            case _:
                raise BadRecord(f"a record of the kind {key.kind} does not belong there")
    return accounts


def _checksum(tree: dict[str, Any], name: str) -> str:
    found = text(tree, name)
    if _CHECKSUM.fullmatch(found) is None:
        raise BadRecord(f"{name} is no checksum")
    return found


def read_accounts(fs: FileSystem, directory: str) -> Accounts | None:
    """What a directory says; None where there is no file. Raises OSError and BadAccounts."""
    return read_parsed(fs, f"{directory}/{FILE}", parse_accounts, MAX_BYTES)


def write_accounts(fs: FileSystem, directory: str, accounts: Accounts) -> None:
    """Replace the file, durably. Raises OSError."""
    replace_whole(fs, f"{directory}/{FILE}", format_accounts(accounts))
