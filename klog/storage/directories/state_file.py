"""``klog.state``: what a lone broker remembers that Kafka's own files have no place for.

One regular file in each data directory (Kafka minds directories that it does not know, not files): a line of ASCII, then JSON::

    klog-state version=1 bytes=<length of the JSON> crc32c=<8 hexadecimal digits>
    {"cluster_id": ..., "next_producer_id": ..., "leader_epoch": ..., "topics": {...}, "deleting": [...], "broker_configs": {...},
     "group_configs": {...}, "user_configs": {...}, "acls": [[type, name, pattern, principal, host, operation, permission], ...],
     "acls_known": false (only where they were lost), "saves": ...}

Of several copies the one with the highest ``leader_epoch``, which rises with every start, and among these the one with the most ``saves``
is the newest (`State.age`). The file is replaced whole (``atomic_files``), so that it holds the old state or the new one. What cannot be
read raises `StateCorrupt`; the caller decides what then. Only its owner may read it: what is kept of passwords stands there.

``next_producer_id`` is the end of the last block of producer ids that was reserved. Whoever hands out ids saves the end of a block
before the first id of it is used and begins at the saved end after a start; `save` refuses to go back.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Protocol

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType, AclTable, ResourcePattern
from klog.model import TopicId, topic_id_from_text, topic_id_to_text
from klog.records.crc32c import crc32c
from klog.storage.atomic_files import read_whole, replace_whole
from klog.storage.filesystem import FileSystem

VERSION = 1
MAX_BYTES = 256 << 20

_HEAD = re.compile(rb"klog-state version=([0-9]{1,9}) bytes=([0-9]{1,10}) crc32c=([0-9a-f]{8})\n")
_HEAD_MAX_BYTES = 100
# Without `indent`: only so is it C.
_encode = json.JSONEncoder(ensure_ascii=False).encode
#: The same for a text; for a hundred thousand rows of them an encoder that is called for each would take a second more.
_encode_text = json.encoder.encode_basestring


class StateCorrupt(ValueError):
    """``klog.state`` cannot be read. The sentence names the file and says what to do."""


@dataclasses.dataclass(frozen=True)
class TopicRecord:
    """One topic as remembered."""

    topic_id: TopicId
    partitions: int
    #: Overrides only.
    configs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    configs_known: bool = True


@dataclasses.dataclass(frozen=True)
class State:
    """All that is remembered."""

    cluster_id: str
    #: The first producer id of which no block was reserved.
    next_producer_id: int = 0
    leader_epoch: int = 0
    topics: Mapping[str, TopicRecord] = dataclasses.field(default_factory=dict)
    #: Ids of topics whose directories may still have to be removed.
    deleting: frozenset[TopicId] = frozenset()
    #: Dynamic configurations by broker id as text; "" are those of all brokers.
    broker_configs: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    #: Dynamic configurations by group id. Files of klog 0.1 do not have them.
    group_configs: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    #: What is kept of users by name: credentials of SCRAM. Files of klog 0.1 do not have them.
    user_configs: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    #: Access control lists by what they are about. Files of klog 0.1 do not have them.
    acls: AclTable = dataclasses.field(default_factory=dict)
    #: False where an earlier state got lost and nobody has set any since.
    acls_known: bool = True
    #: How many times the state had been saved when this was.
    saves: int = 0

    @property
    def age(self) -> tuple[int, int]:
        """Of two copies the newer has the higher one."""
        return self.leader_epoch, self.saves


class TopicLike(Protocol):
    """What `StateFile.save` reads of a topic."""

    @property
    def topic_id(self) -> TopicId: ...
    @property
    def partitions(self) -> int: ...
    @property
    def configs(self) -> Mapping[str, str]: ...
    @property
    def configs_known(self) -> bool: ...


class StateLike(Protocol):
    """What `StateFile.save` reads of a state: `State`, or the cluster's own class with the same fields."""

    @property
    def cluster_id(self) -> str: ...
    @property
    def next_producer_id(self) -> int: ...
    @property
    def leader_epoch(self) -> int: ...
    @property
    def topics(self) -> Mapping[str, TopicLike]: ...
    @property
    def deleting(self) -> AbstractSet[TopicId]: ...
    @property
    def broker_configs(self) -> Mapping[str, Mapping[str, str]]: ...
    @property
    def group_configs(self) -> Mapping[str, Mapping[str, str]]: ...
    @property
    def user_configs(self) -> Mapping[str, Mapping[str, str]]: ...
    @property
    def acls(self) -> AclTable: ...
    @property
    def acls_known(self) -> bool: ...


def format_state(state: StateLike, known: dict[str, tuple[TopicLike, str]] | None = None, saves: int = 0) -> bytes:
    """The file's content: JSON with a line for each topic.

    :param known: the lines of the state before, which topics that are the same object take over; brought up to date. The state grows
        with every topic and is formatted for every change.
    :param saves: see `State`.
    """
    before = known or {}
    lines: dict[str, tuple[TopicLike, str]] = {}
    for name, topic in state.topics.items():
        line = before.get(name)
        lines[name] = line if line is not None and line[0] is topic else (topic, f"{_encode(name)}: {_encode(_topic_tree(topic))}")
    if known is not None:
        known.clear()
        known.update(lines)
    topics = ",".join(f"\n  {lines[name][1]}" for name in sorted(lines))
    fields = {
        "cluster_id": _encode(state.cluster_id),
        "next_producer_id": _encode(state.next_producer_id),
        "leader_epoch": _encode(state.leader_epoch),
        "topics": f"{{{topics}\n }}" if topics else "{}",
        "deleting": _encode(sorted(map(topic_id_to_text, state.deleting))),
        **{
            name: _encode({entity: dict(configs) for entity, configs in sorted(kept.items())})
            for name, kept in (
                ("broker_configs", state.broker_configs),
                ("group_configs", state.group_configs),
                ("user_configs", state.user_configs),
            )
        },
        "acls": _acls_text(state.acls),
        **({} if state.acls_known else {"acls_known": "false"}),
        "saves": _encode(saves),
    }
    text = "{" + ",".join(f'\n "{name}": {value}' for name, value in fields.items()) + "\n}\n"
    body = text.encode("utf-8", "surrogatepass")
    return b"klog-state version=%d bytes=%d crc32c=%08x\n" % (VERSION, len(body), crc32c(body)) + body


def _acls_text(acls: AclTable) -> str:
    """A line for each, sorted, so that two files can be compared."""
    rows = [
        [acl.resource_type.name, acl.name, acl.pattern.name, acl.principal, acl.host, acl.operation.name, acl.permission.name]
        for of_resource in acls.values()
        for acl in of_resource
    ]
    return "[" + ",".join(f"\n  [{', '.join(map(_encode_text, row))}]" for row in sorted(rows)) + ("\n ]" if rows else "]")


def _acl(row: Any) -> Acl:
    resource_type, name, pattern, principal, host, operation, permission = map(_text, row)
    return Acl(
        AclResourceType[resource_type],
        name,
        principal,
        AclOperation[operation],
        AclPermission[permission],
        AclPattern[pattern],
        host,
    )


def _acl_table(rows: Any) -> AclTable:
    table: dict[ResourcePattern, set[Acl]] = {}
    for row in rows:
        acl = _acl(row)
        table.setdefault(acl.resource, set()).add(acl)
    return {resource: frozenset(acls) for resource, acls in table.items()}


def _topic_tree(topic: TopicLike) -> dict[str, object]:
    return {
        "topic_id": topic_id_to_text(topic.topic_id),
        "partitions": topic.partitions,
        "configs": dict(topic.configs),
        "configs_known": topic.configs_known,
    }


def parse_state(path: str, data: bytes) -> State:
    """The state in `data`; `path` is for errors.

    :raises StateCorrupt: damaged, cut short, or of a newer klog.
    """
    advice = (
        "; put back a copy of the file, or move it away: then topic configurations are unknown (nothing is deleted by retention until they "
        "are set again) and producer ids continue well above all that were used"
    )
    head = _HEAD.match(data[:_HEAD_MAX_BYTES])
    if head is None:
        raise StateCorrupt(f"{path} does not begin like a state file of klog{advice}")
    if int(head[1]) != VERSION:
        raise StateCorrupt(f"{path} has version {int(head[1])}, this klog reads {VERSION}; start the klog that wrote it{advice}")
    body = data[head.end() :]
    if len(body) != int(head[2]):
        raise StateCorrupt(f"{path} should have {int(head[2])} bytes behind its first line and has {len(body)}{advice}")
    if crc32c(body) != int(head[3], 16):
        raise StateCorrupt(f"{path} is damaged: its checksum does not fit{advice}")
    try:
        return _state(json.loads(body.decode("utf-8", "surrogatepass")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StateCorrupt(
            f"{path} has a good checksum and not the fields that belong there ({type(error).__name__}: {error}){advice}"
        ) from None


def _state(tree: Any) -> State:
    return State(
        cluster_id=_text(tree["cluster_id"]),
        next_producer_id=_number(tree["next_producer_id"]),
        leader_epoch=_number(tree["leader_epoch"]),
        topics={
            _text(name): TopicRecord(
                topic_id_from_text(_text(topic["topic_id"])),
                _number(topic["partitions"]),
                _texts(topic["configs"]),
                bool(topic["configs_known"]),
            )
            for name, topic in tree["topics"].items()
        },
        deleting=frozenset(topic_id_from_text(_text(text)) for text in tree["deleting"]),
        broker_configs={_text(name): _texts(configs) for name, configs in tree["broker_configs"].items()},
        group_configs={_text(name): _texts(configs) for name, configs in tree.get("group_configs", {}).items()},
        user_configs={_text(name): _texts(configs) for name, configs in tree.get("user_configs", {}).items()},
        acls=_acl_table(tree.get("acls", [])),
        acls_known=tree.get("acls_known", True) is True,
        saves=_number(tree.get("saves", 0)),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 63:
        raise TypeError(f"{value!r} is no number from 0 on")
    return value


def _texts(value: Any) -> dict[str, str]:
    return {_text(name): _text(text) for name, text in value.items()}


class StateFile:
    """The file at `path`. One thread at a time, not always the same one."""

    def __init__(self, fs: FileSystem, path: str) -> None:
        self._fs = fs
        self._path = path
        #: No smaller end of a producer-id block may be saved any more.
        self._floor = 0
        self._lines: dict[str, tuple[TopicLike, str]] = {}

    def load(self) -> State | None:
        """What was saved last; None where there is no file. Raises OSError and StateCorrupt."""
        try:
            data = read_whole(self._fs, self._path, MAX_BYTES)
        except FileNotFoundError:
            return None
        state = parse_state(self._path, data)
        self._floor = state.next_producer_id
        return state

    def save(self, state: StateLike, saves: int = 0) -> None:
        """Replace the file; durable when this returns. Raises OSError, after which the old state holds, or (where only the directory
        could not be synced) the new one.

        :raises ValueError: `next_producer_id` would go back, and ids be given out twice: a mistake in the caller.
        """
        if state.next_producer_id < self._floor:
            raise ValueError(f"next_producer_id {state.next_producer_id} is below {self._floor}, which was saved before")
        replace_whole(self._fs, self._path, format_state(state, self._lines, saves), private=True)
        self._floor = state.next_producer_id
