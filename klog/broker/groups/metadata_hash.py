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

#: The version of the hash (``TOPIC_HASH_MAGIC_BYTE``).
_MAGIC = b"\x00"
#: What stands for a topic that does not exist, and for a group without topics.
NO_HASH = 0


def topic_hash(topic_id: TopicId, name: str, racks: Sequence[Sequence[str]]) -> int:
    """A topic's hash, as a signed 64-bit number.

    :param racks: of each partition the racks of its replicas' brokers, in any order; replicas whose broker has none are left out.
    """
    high, low = struct.unpack(">QQ", topic_id)
    parts = [_MAGIC, struct.pack("<QQ", high, low), _text(name), struct.pack("<i", len(racks))]
    for number, names in enumerate(racks):
        parts.append(struct.pack("<i", number))
        for rack in sorted(names, key=_java_order):
            parts += [struct.pack("<i", len(_java_order(rack)) // 2), _text(rack)]
    return _signed(xxhash.xxh3_64_intdigest(b"".join(parts)))


def topic_hash_of(topic: TopicInfo, brokers: Sequence[BrokerInfo]) -> int:
    """The hash of a topic of the cluster."""
    rack_of = {broker.broker_id: broker.rack for broker in brokers if broker.rack is not None}
    racks = [[rack_of[replica] for replica in partition.replicas if replica in rack_of] for partition in topic.partitions]
    return topic_hash(topic.topic_id, topic.name, racks)


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
