"""The values of znodes that Kafka, its tools and its old consumers write, in every version."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from klog.acls import AclResourceType, ResourcePattern
from klog.config import ConfigError
from klog.model import TopicId, TopicPartition
from klog.zookeeper import connect_string, consumer_znodes, znodes
from klog.zookeeper.acl_znodes import AclZnode, resource_at
from klog.zookeeper.embedded.four_letters import data_folder, read_srvr, refusal
from klog.zookeeper.znode_json import BadZnode, decode_json, decode_number
from tests.fuzz.family import Decoder

_ID = TopicId(bytes(range(16)))
_PATH = "/some/7"


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def _samples() -> dict[Any, list[bytes]]:
    """Values that klog writes, and those of older Kafka."""
    plain = znodes.RegisteredEndpoint("PLAINTEXT", "host", 9092)
    secure = znodes.RegisteredEndpoint("SASL", "::1", 9093, "SASL_SSL")
    broker = znodes.BrokerRegistration(7, (plain, secure), "rack", 1_700_000_000_000, -1, "0.2")
    topic = znodes.TopicZnode(_ID, {0: (1, 2), 1: (2,)}, {0: (3,)}, {1: (2,)})
    places = (TopicPartition("t", 0), TopicPartition("ü", 3))
    return {
        znodes.BrokerRegistration: [broker.encode(), _json({"version": 1, "host": "h", "port": 9092, "jmx_port": 1, "timestamp": "5"})],
        znodes.TopicZnode: [topic.encode(), _json({"version": 1, "partitions": {"0": [1]}})],
        znodes.PartitionState: [znodes.PartitionState(1, 5, 3, (1, 2), 1).encode(), znodes.PartitionState(-1, 0, 0, ()).encode()],
        znodes.Controller: [
            znodes.Controller(3, 1_700_000_000_000).encode(),
            _json({"brokerid": 1, "timestamp": 5, "kraftControllerEpoch": 3}),
        ],
        znodes.ControllerEpoch: [znodes.ControllerEpoch(17).encode(), b"-1"],
        znodes.ClusterId: [znodes.ClusterId("abcdefghijklmnopqrstuv").encode()],
        znodes.ProducerIdBlock: [znodes.ProducerIdBlock(1, 0, 999).encode()],
        znodes.CopiedProducerIds: [znodes.CopiedProducerIds(5_999).encode()],
        znodes.ConfigZnode: [znodes.ConfigZnode({"a": "b", "ü": ""}).encode(), _json({"version": 1, "config": {}})],
        znodes.ConfigChange: [
            znodes.ConfigChange.of("topics", "a b").encode(),
            _json({"version": 1, "entity_type": "clients", "entity_name": "c"}),
            _json("topic-of-0.8"),
        ],
        znodes.Reassignment: [znodes.Reassignment(dict.fromkeys(places, (1, 2))).encode()],
        znodes.PreferredElection: [znodes.PreferredElection(places).encode()],
        znodes.IsrChange: [znodes.IsrChange(places).encode()],
        znodes.LogDirEvent: [znodes.LogDirEvent(3).encode()],
        znodes.TombstoneZnode: [znodes.TombstoneZnode("t", (1, 2)).encode()],
        consumer_znodes.ConsumerRegistration: [
            consumer_znodes.ConsumerRegistration({"t": 2, "u": 1}).encode(),
            consumer_znodes.ConsumerRegistration({"a.*": 1}, consumer_znodes.Pattern.WHITE_LIST, 5).encode(),
        ],
    }


def _read(cls: Any) -> Callable[[bytes], object]:
    def decode(data: bytes) -> object:
        found = cls.decode(_PATH, data)
        # What was read can be written, and says the same.
        if cls is znodes.ConfigChange:
            return found, found.kind, found.entity, found.config_path
        return found, cls.decode(_PATH, found.encode())

    return decode


#: Rules as Kafka writes them, and as it wrote none.
_ACLS = [
    _json({"version": 1, "acls": [{"principal": "User:ü", "permissionType": "Deny", "operation": "AlterConfigs", "host": "10.0.0.1"}]}),
    _json({"version": 1, "acls": []}),
]
_RESOURCE = ResourcePattern(AclResourceType.TOPIC, "t")


def _acls(data: bytes) -> object:
    znode = AclZnode.decode(_PATH, data)
    acls = znode.acls(_PATH, _RESOURCE)
    # What was read can be written, and says the same.
    return acls, AclZnode.decode(_PATH, znode.encode()).acls(_PATH, _RESOURCE), resource_at(data.decode("utf-8", "replace"))


def _paths(data: bytes) -> object:
    path = "/brokers/ids/" + data.decode("utf-8", "replace")
    found = []
    for call in (znodes.broker_id_of, consumer_znodes.partition_of, znodes.TombstoneZnode.topic_id_of):
        try:
            found.append(call(path))
        except BadZnode as error:
            found.append(str(error))
    return found, znodes.desanitised(data.decode("utf-8", "replace"))


def _srvr(data: bytes) -> object:
    text = data.decode("utf-8", "replace")
    return read_srvr(text), data_folder(text), refusal(text)


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    bad = (BadZnode,)
    samples = _samples()
    every = [value for values in samples.values() for value in values]
    serving = b"Zookeeper version: 3.9.3-abc, built on\nLatency min/avg/max: 0/0.5/9\nConnections: 1\nZxid: 0x1f\nMode: standalone\n"
    return [
        *(Decoder(cls.__name__, _read(cls), bad, values, is_text=True) for cls, values in samples.items()),
        Decoder("offset of an old consumer", lambda data: consumer_znodes.decode_offset(_PATH, data), bad, [b"17", b"-1"], is_text=True),
        Decoder("access control lists", _acls, bad, _ACLS, is_text=True),
        Decoder("number", lambda data: decode_number(_PATH, data, 2**31 - 1), bad, [b"0", b"+5", b"-2147483648"], is_text=True),
        Decoder("any JSON", lambda data: decode_json(_PATH, data), bad, every, is_text=True),
        Decoder("paths", _paths, (), [b"17", b"2147483647", b"AAECAwQFBgcICQoLDA0ODw", b"a%2Fb"], is_text=True),
        Decoder("answer to srvr", _srvr, (), [serving, b"dataDir=/x/version-2\n"], is_text=True),
        Decoder(
            "connect string",
            lambda data: connect_string.parse(data.decode("utf-8", "replace")),
            (ConfigError,),
            [b"a:2181,[::1]:2182,c/chroot", b"host"],
            is_text=True,
        ),
    ]
