"""The fingerprint of the topics that a KIP-848 group consumes (Kafka 4.3.1's ``Utils.computeTopicHash`` and ``computeGroupHash``).

``ConsumerGroupMetadataValue.MetadataHash`` keeps it, so that a broker which loads the group sees whether topics have changed since the
last assignment. The value must be Kafka's, or a group would be assigned anew each time that the one broker takes over from the other.

XXH3 with 64 bits over little-endian numbers and UTF-16 texts, each text followed by its length, as hash4j's streams write them.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

import xxhash

from klog.cluster.interfaces import BrokerInfo, TopicInfo
from klog.model import TopicId

_INT32 = struct.Struct("<i")
#: The version of the hash (``TOPIC_HASH_MAGIC_BYTE``).
_MAGIC = b"\x00"
#: What stands for a topic that does not exist, and for a group without topics.
NO_HASH = 0


def topic_hash(topic_id: TopicId, name: str, racks: Sequence[Sequence[str]]) -> int:
    """A topic's hash, as a signed 64-bit number.

    :param racks: of each partition the racks of its replicas' brokers, in any order; replicas whose broker has none are left out.
    """
    return _hash(topic_id, name, [_racks(names) for names in racks])


def _hash(topic_id: TopicId, name: str, racks: Sequence[bytes]) -> int:
    """:param racks: of each partition what `_racks` makes of them."""
    high, low = struct.unpack(">QQ", topic_id)
    count = len(racks)
    head = b"".join((_MAGIC, struct.pack("<QQ", high, low), _text(name), struct.pack("<i", count)))
    if any(racks):
        numbered = b"".join([_INT32.pack(number) + names for number, names in enumerate(racks)])
    else:
        numbered = struct.pack(f"<{count}i", *range(count))
    return _signed(xxhash.xxh3_64_intdigest(head + numbered))


def topic_hash_of(topic: TopicInfo, brokers: Sequence[BrokerInfo]) -> int:
    """The hash of a topic of the cluster."""
    rack_of = {broker.broker_id: broker.rack for broker in brokers if broker.rack is not None}
    # A topic may have thousands of partitions, and they have few sets of replicas.
    by_replicas = {
        replicas: _racks([rack_of[replica] for replica in replicas if replica in rack_of])
        for replicas in {partition.replicas for partition in topic.partitions}
    }
    return _hash(topic.topic_id, topic.name, [by_replicas[partition.replicas] for partition in topic.partitions])


def _racks(names: Sequence[str]) -> bytes:
    """What goes into the hash of the racks of one partition."""
    return b"".join([_INT32.pack(len(_java_order(rack)) // 2) + _text(rack) for rack in sorted(names, key=_java_order)])


def group_hash(hashes: Mapping[str, int]) -> int:
    """A group's hash from those of its topics by name; 0 without topics. Topics that do not exist are left out by the caller."""
    if not hashes:
        return NO_HASH
    ordered = [hashes[name] for name in sorted(hashes, key=_java_order)]
    return _signed(xxhash.xxh3_64_intdigest(struct.pack(f"<{len(ordered)}q", *ordered)))


def _java_order(text: str) -> bytes:
    """Java compares texts by their UTF-16 units, and counts their length in them."""
    return text.encode("utf-16-be", "surrogatepass")


def _text(text: str) -> bytes:
    units = text.encode("utf-16-le", "surrogatepass")
    return units + struct.pack("<i", len(units) // 2)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value
