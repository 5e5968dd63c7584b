"""What a script is made of: steps as data, and the little that builds them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from klog.wire.apis import APIS
from klog.wire.schema import Message
from tests.integration.behaviour.peer import Peer

#: What each judge is asked: the versions that Apache Kafka 4.3.1 has, and of 3.9.2 those that 4.3.1 dropped.
JUDGED: dict[str, dict[str, tuple[int, int]]] = {
    "4.3.1": {
        "Produce": (3, 13),
        "Fetch": (4, 18),
        "ListOffsets": (1, 11),
        "Metadata": (0, 13),
        "OffsetCommit": (2, 10),
        "OffsetFetch": (1, 10),
        "FindCoordinator": (0, 6),
        "JoinGroup": (0, 9),
        "Heartbeat": (0, 4),
        "LeaveGroup": (0, 5),
        "SyncGroup": (0, 5),
        "DescribeGroups": (0, 6),
        "ListGroups": (0, 5),
        "ApiVersions": (0, 4),
        "CreateTopics": (2, 7),
        "DeleteTopics": (1, 6),
        "DeleteRecords": (0, 2),
        "InitProducerId": (0, 5),
        "OffsetForLeaderEpoch": (2, 4),
        "DescribeConfigs": (1, 4),
        "AlterConfigs": (0, 2),
        "AlterReplicaLogDirs": (1, 2),
        "DescribeLogDirs": (1, 5),
        "CreatePartitions": (0, 3),
        "IncrementalAlterConfigs": (0, 1),
        "AlterPartitionReassignments": (0, 1),
        "ListPartitionReassignments": (0, 0),
        "DeleteGroups": (0, 2),
        "OffsetDelete": (0, 0),
        "DescribeCluster": (0, 2),
        "DescribeProducers": (0, 0),
        "ConsumerGroupHeartbeat": (0, 1),
        "ConsumerGroupDescribe": (0, 1),
        "ListConfigResources": (0, 1),
        "DescribeTopicPartitions": (0, 0),
        "AddPartitionsToTxn": (0, 5),
        "AddOffsetsToTxn": (0, 4),
        "EndTxn": (0, 5),
        "WriteTxnMarkers": (1, 2),
        "TxnOffsetCommit": (0, 5),
        "SaslHandshake": (0, 1),
        "SaslAuthenticate": (0, 2),
        "DescribeClientQuotas": (0, 1),
        "DescribeUserScramCredentials": (0, 0),
        "AlterUserScramCredentials": (0, 0),
        "DescribeAcls": (1, 3),
        "CreateAcls": (1, 3),
        "DeleteAcls": (1, 3),
        "DescribeTransactions": (0, 0),
        "ListTransactions": (0, 2),
    },
    "3.9.2": {
        "Produce": (0, 2),
        "Fetch": (0, 3),
        "ListOffsets": (0, 0),
        "OffsetCommit": (0, 1),
        "OffsetFetch": (0, 0),
        "CreateTopics": (0, 1),
        "DeleteTopics": (0, 0),
        "OffsetForLeaderEpoch": (0, 1),
        "DescribeConfigs": (0, 0),
        "AlterReplicaLogDirs": (0, 0),
        "DescribeLogDirs": (0, 0),
        "WriteTxnMarkers": (0, 0),
        "DescribeAcls": (0, 0),
        "CreateAcls": (0, 0),
        "DeleteAcls": (0, 0),
    },
}


class Step(NamedTuple):
    """One request.

    :param name: ``Produce v9: wrong checksum``.
    :param build: makes the message (or, for raw ones, the frame) out of what is known of the broker.
    :param ignore: field paths that are not compared (``fnmatch``), with the reason beside the step.
    :param learn: takes what later steps need out of the answer, before it is compared.
    :param settle: waits until the broker's caches follow.
    :param answered: False for Produce with acks 0.
    :param ordered: whether the order of the answer's lists is Kafka's promise.
    :param prefix: whether of fetched records only as many count as both sent.
    :param patience_seconds: after which no answer counts as silence.
    :param line: the connection, for steps that need one beside the usual one.
    :param parked: the broker is expected to keep the request; a later step collects the answer.
    :param collects: nothing is sent: the answer to what was parked on `line`.
    :param again: whether the answer is one that the broker gives while it makes itself ready.
    """

    name: str
    version: int
    build: Callable[[Peer], Message | bytes]
    ignore: tuple[str, ...] = ()
    learn: Callable[[Peer, Any], None] | None = None
    settle: Callable[[Peer], None] | None = None
    answered: bool = True
    ordered: bool = False
    prefix: bool = False
    again: Callable[[Any], bool] | None = None
    patience_seconds: float = 10
    line: str = ""
    parked: bool = False
    collects: bool = False


class Script:
    """The steps for one judge, in order."""

    def __init__(self, judge: str) -> None:
        self.judge = judge
        self.steps: list[Step] = []
        self._names: set[str] = set()

    def versions(self, api: str) -> Iterable[int]:
        """The versions of `api` that this judge is asked."""
        low, high = JUDGED[self.judge].get(api, (0, -1))
        return range(low, high + 1)

    @property
    def is_main(self) -> bool:
        """Whether this is the script for the newest Kafka, with all that need not be repeated."""
        return self.judge == "4.3.1"

    def unused(self, api: str, version: int, what: str) -> str:
        """`what`, numbered where a step of that name is there already."""
        numbers = itertools.count(2)
        found = what
        while f"{api} v{version}: {found}" in self._names:
            found = f"{what} ({next(numbers)})"
        return found

    def add(self, api: str, version: int, what: str, build: Callable[[Peer], Message | bytes] | Message | bytes, **more: Any) -> None:
        """One more step; `build` may be the message itself where it needs nothing of the broker."""
        name = f"{api} v{version}: {what}"
        if name in self._names:
            raise ValueError(f"two steps named {name}")
        self._names.add(name)
        made = build if callable(build) else (lambda _peer, fixed=build: fixed)
        self.steps.append(Step(name, version, made, **more))


def raw(api_key: int, version: int, body: bytes, *, client_id: bytes | None = b"raw") -> bytes:
    """A request frame with `body` behind a right header."""
    head = api_key.to_bytes(2, "big", signed=True) + version.to_bytes(2, "big", signed=True) + b"\0\0\0\7"
    head += b"\xff\xff" if client_id is None else len(client_id).to_bytes(2, "big") + client_id
    api = APIS.get(api_key)
    if api is not None and version in api.request.flexible_versions:
        head += b"\0"
    return head + body
