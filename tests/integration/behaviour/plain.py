"""Answers as plain values (dicts, lists, text, numbers) in which what no two brokers share is replaced by what it stands for.

Topic ids become the names of their topics, producer and session ids the labels under which the script knows them, addresses "here",
error codes their names; of sentences, times of appending and sizes of volumes only the presence is kept. Everything else stays as it is,
records with every field of their batches included.
"""

from __future__ import annotations

import re
from typing import Any

from klog.errors import ErrorCode
from klog.records.contract import CONTROL, LOG_APPEND_TIME, Record, RecordsError
from klog.records.implementations import codec
from klog.wire.messages import describe_transactions
from klog.wire.messages.fetch import FetchResponse
from klog.wire.schema import NO_UUID, Kind, Struct

#: What the brokers' answers have in common only by presence.
SENTENCES = frozenset({"error_message", "batch_index_error_message", "documentation"})
TIMES = frozenset({"log_append_time_ms", "last_timestamp", "transaction_start_time_ms"})
ERRORS = frozenset({"error_code", "topic_config_error_code", "partition_error_code"})
#: The end of a member id that a broker made: a UUID, in hexadecimal or in base 64.
_MADE = re.compile(r"(^|-)([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_-]{22})$")


class Names:
    """What one broker's identifiers stand for.

    :param address: (host, port) by which the broker is reached.
    """

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self.topics: dict[bytes, str] = {NO_UUID: "none"}
        self.producers: dict[int, str] = {-1: "none"}
        self.sessions: dict[int, str] = {0: "none"}
        #: Of members of groups that the script has a name for: the id by that name.
        self.members: dict[str, str] = {}

    def member(self, member_id: str) -> str:
        """The script's name of a member whose id the broker made; others have the id that they gave themselves."""
        for label, known in self.members.items():
            if known == member_id:
                return f"({label})"
        return "(made)" if _MADE.search(member_id) else member_id

    def topic_id(self, name: str) -> bytes:
        """The newest id of topic `name`; all ones where there is none."""
        found = [topic_id for topic_id, known in self.topics.items() if known == name]
        return found[-1] if found else b"\xff" * 16


def plain(struct: Struct, version: int, names: Names) -> dict[str, Any]:
    """The fields of `struct` that `version` has."""
    found = {}
    for field in struct.FIELDS:
        if version not in field.versions and not field.is_tagged(version):
            continue
        if field.name == "throttle_time_ms":
            continue
        value = getattr(struct, field.name)
        if field.kind is Kind.RECORDS:
            found[field.name] = None if value is None else records(value, names)
        else:
            found[field.name] = _value(field.name, value, version, names)
    if type(struct).__name__ == "TopicPartitions":
        # In which order a member's partitions are told means nothing; where it is chance which ones it has, it still counts how many.
        found["partitions"] = sorted(found["partitions"])
        found["count"] = len(found["partitions"])
    if isinstance(struct, describe_transactions.TopicData):
        # A set.
        found["partitions"] = sorted(found["partitions"])
    if isinstance(struct, FetchResponse):
        found["responses"] = _by_partition(found["responses"])
    return found


def _by_partition(topics: list[Any]) -> list[Any]:
    """Fetch answers name a topic as often as they like; what counts is the order of the partitions."""
    flat = []
    for topic in topics:
        name = topic.get("topic", topic.get("topic_id"))
        flat += [{"name": f"{name}-{data['partition_index']}", **data} for data in topic["partitions"]]
        if not topic["partitions"]:
            flat.append({"name": f"{name} without partitions"})
    return flat


def _value(name: str, value: Any, version: int, names: Names) -> Any:
    if isinstance(value, Struct):
        return plain(value, version, names)
    if name == "subscribed_topic_names":
        # A set.
        return sorted(value)
    if isinstance(value, list):
        return [_value(name, item, version, names) for item in value]
    if name in ERRORS:
        return ErrorCode(value).name if value in ErrorCode._value2member_map_ else value
    if name in SENTENCES:
        return value if not value else "(text)"
    if name in TIMES:
        return value if value < 0 else "(time)"
    if name == "host":
        return "here" if value == names.address[0] else value
    if name == "port":
        return "here" if value == names.address[1] else value
    if name == "cluster_id":
        return "(cluster)" if value else value
    if name == "log_dir":
        return "(directory)" if value else value
    if name in ("total_bytes", "usable_bytes"):
        return value if value < 0 else "(size)"
    if name == "finalized_features_epoch":
        return value if value < 0 else "(epoch)"
    if name == "topic_id":
        return names.topics.get(value, "(unknown)")
    if name in ("producer_id", "ongoing_txn_producer_id"):
        return names.producers.get(value, "(unknown)")
    if name in ("member_id", "leader") and value is not None:
        return names.member(value)
    if name == "session_id":
        return names.sessions.get(value, "(unknown)")
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value


def records(data: Any, names: Names) -> list[Any]:
    """Every batch or message-set entry, with its records; a torn tail as the number of its bytes."""
    view = bytes(data)
    found: list[Any] = []
    end = 0
    for entry in codec.scan(view):
        end = entry.position + entry.size
        one = view[entry.position : end]
        # Markers are stamped by the broker.
        stamped = bool(entry.attributes & (LOG_APPEND_TIME | CONTROL))
        batch: dict[str, Any] = {
            "magic": entry.magic,
            "attributes": entry.attributes,
            "last_offset": entry.last_offset,
            "max_timestamp": "(time)" if stamped else entry.max_timestamp,
        }
        if entry.magic == 2:
            codec.check_crc(one)
            batch |= {
                "size": entry.size,
                "base_offset": entry.base_offset,
                "partition_leader_epoch": entry.partition_leader_epoch,
                "producer_id": names.producers.get(entry.producer_id, "(unknown)"),
                "producer_epoch": entry.producer_epoch,
                "base_sequence": entry.base_sequence,
                "record_count": entry.record_count,
            }
        else:
            codec.check_crc(one)
        try:
            batch["records"] = [_record(record, stamped) for record in codec.records(one)]
        except RecordsError:
            # Apache Kafka stores some that klog refuses.
            batch["records"] = "(unreadable)"
        found.append(batch)
    if end < len(view):
        found.append(f"torn: {len(view) - end} bytes")
    return found


def _record(record: Record, stamped: bool) -> dict[str, Any]:
    return {
        "offset": record.offset,
        "timestamp": "(time)" if stamped else record.timestamp_ms,
        "key": _text(record.key),
        "value": _text(record.value),
        "headers": [(header.key, _text(header.value)) for header in record.headers],
    }


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")
