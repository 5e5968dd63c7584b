"""The negative matrix: every API that klog and Apache Kafka 4.3.1 both have, in its lowest and highest common version, asked by one user
under many sets of rules, about a topic, a group and a transactional id that are there and about some that are not; both answer with the
same error codes. Lists are asked for as well: which names stand in them, and which operations are said to be allowed (KIP-430).

The requests are those of ``tests/broker/authorization/test_all_apis``, made from their declarations; what must not be told of what is
denied, byte by byte, is tested there.
"""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import time
import unittest
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest

from klog.acls import CLUSTER_NAME, OPERATIONS_OF, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.broker.authorization.api_rights import API_RIGHTS
from klog.errors import ErrorCode, KlogError
from klog.net.blocking_connection import BlockingConnection
from klog.net.security import Security
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_acls import AclCreation, CreateAclsRequest
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_acls import DeleteAclsFilter, DeleteAclsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.describe_topic_partitions import DescribeTopicPartitionsRequest
from klog.wire.messages.describe_transactions import DescribeTransactionsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.list_groups import ListGroupsRequest
from klog.wire.messages.list_transactions import ListTransactionsRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup
from tests import peers
from tests.broker.authorization.test_all_apis import by_name_alone, named
from tests.broker.test_guard import codes, texts, values
from tests.integration.running import KlogBroker, start_kafka
from tests.login_modules import PLAIN

TOPIC, GROUP, CLUSTER, TXN = AclResourceType.TOPIC, AclResourceType.GROUP, AclResourceType.CLUSTER, AclResourceType.TRANSACTIONAL_ID
O = AclOperation  # noqa: E741
DENY, PREFIXED = AclPermission.DENY, AclPattern.PREFIXED
NAMES = ("there", "absent")
LISTED = frozenset({"there", "also", "third", "__consumer_offsets", "__transaction_state"})


def rule(kind: AclResourceType, name: str, operation: O, permission: AclPermission = AclPermission.ALLOW, **more: Any) -> AclCreation:
    fields = {"resource_pattern_type": AclPattern.LITERAL, "principal": "User:anna", "host": "*", **more}
    return AclCreation(resource_type=kind, resource_name=name, operation=operation, permission_type=permission, **fields)


def of(kind: AclResourceType, *operations: O, permission: AclPermission = AclPermission.ALLOW) -> list[AclCreation]:
    """About what is there and what is not, or about the cluster."""
    names = (CLUSTER_NAME,) if kind is CLUSTER else NAMES
    return [rule(kind, name, operation, permission) for name in names for operation in operations]


RULES: dict[str, list[AclCreation]] = {
    "none": [],
    **{f"topic {each.name}": of(TOPIC, each) for each in (O.ALL, *OPERATIONS_OF[TOPIC])},
    **{f"group {each.name}": of(GROUP, each) for each in (O.READ, O.DESCRIBE, O.DELETE, O.DESCRIBE_CONFIGS, O.ALTER_CONFIGS)},
    **{f"transaction {each.name}": of(TXN, each) for each in (O.WRITE, O.DESCRIBE)},
    # Not those by which it could change the rules, or have the brokers do something.
    **{f"cluster {each.name}": of(CLUSTER, each) for each in (O.DESCRIBE, O.CREATE, O.DELETE, O.DESCRIBE_CONFIGS, O.IDEMPOTENT_WRITE)},
    "consumer": of(TOPIC, O.READ) + of(GROUP, O.READ),
    "transactions": of(TOPIC, O.READ, O.WRITE) + of(GROUP, O.READ) + of(TXN, O.WRITE),
    "makes and sees": of(TOPIC, O.CREATE, O.DESCRIBE),
    "all but describing": of(TOPIC, O.ALL) + of(TOPIC, O.DESCRIBE, permission=DENY),
    "a prefix, but not the name": [
        *(rule(TOPIC, name[:2], O.READ, resource_pattern_type=PREFIXED) for name in NAMES),
        *of(TOPIC, O.READ, permission=DENY),
    ],
    "all names, but not the prefixes": [
        rule(TOPIC, "*", O.ALL),
        *(rule(TOPIC, name[:2], O.WRITE, DENY, resource_pattern_type=PREFIXED) for name in NAMES),
    ],
    "a prefix": [rule(kind, "a", O.DESCRIBE, resource_pattern_type=PREFIXED) for kind in (TOPIC, GROUP, TXN)],
    "not from here": [*of(TOPIC, O.ALL), *(rule(TOPIC, name, O.ALL, DENY, host="127.0.0.1") for name in NAMES)],
    "from elsewhere": [rule(TOPIC, name, O.ALL, host="192.0.2.1") for name in NAMES],
    "everybody": [rule(kind, "*", O.READ, principal="User:*") for kind in (TOPIC, GROUP)],
    "somebody else": [rule(TOPIC, name, O.ALL, principal="User:ann") for name in NAMES],
    "another topic": [rule(TOPIC, "zz", O.WRITE, resource_pattern_type=PREFIXED)],
}
#: What is not asked: what brokers say to each other, authentication, and what would change more than the answers to come.
NOT_ASKED = frozenset({4, 5, 6, 7, 17, 18, 27, 29, 30, 31, 34, 36, 43, 45, 51, 56, 67})
#: What differs, and tells nobody anything: a broker that is called by a name is refused by klog when rights are looked at, and by Kafka as
#: no number before; of what is wrong with offsets in a transaction klog tells the member's generation first, and Kafka the producer's id.
LISTED_DIFFERENCES = {33: ((31,), (42,)), 44: ((31,), (42,)), 28: ((22,), (49,))}
LISTS: list[tuple[Any, int]] = [
    (MetadataRequest(topics=None, include_topic_authorized_operations=True), 12),
    (
        MetadataRequest(
            topics=[MetadataRequestTopic(name=name) for name in (*NAMES, "also", "third")],
            allow_auto_topic_creation=False,
            include_topic_authorized_operations=True,
            include_cluster_authorized_operations=True,
        ),
        9,
    ),
    (DescribeTopicPartitionsRequest(topics=[], response_partition_limit=2000, cursor=None), 0),
    (DescribeTopicPartitionsRequest(topics=[], response_partition_limit=1, cursor=None), 0),
    (ListGroupsRequest(), 5),
    (ListTransactionsRequest(), 1),
    (OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=name, topics=None) for name in (*NAMES, "also")]), 8),
    (DescribeClusterRequest(include_cluster_authorized_operations=True), 1),
    (DescribeGroupsRequest(groups=[*NAMES, "also"], include_authorized_operations=True), 5),
    (DescribeTransactionsRequest(transactional_ids=[*NAMES, "also"]), 0),
]


class Side:
    """One broker: a connection that may do everything, and one of the user."""

    def __init__(self, open_port: int, port: int) -> None:
        self.admin = BlockingConnection("127.0.0.1", open_port)
        security = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_username="anna", sasl_password="pw")
        self.user = BlockingConnection("127.0.0.1", port, security=security)

    def close(self) -> None:
        self.admin.close()
        self.user.close()

    def until(self, ask: Callable[[], int]) -> None:
        """Ask until there is no error: who has just begun is not ready at once."""
        end = time.monotonic() + 30
        while code := ask():
            if time.monotonic() > end:
                raise AssertionError(ErrorCode(code).name)
            time.sleep(0.1)

    def make(self) -> None:
        """What is there: two groups with offsets, two transactional ids, and the topics."""
        self.reset()
        self.admin.request(
            CreateTopicsRequest(
                topics=[CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in ("also", "third")], timeout_ms=10_000
            )
        )
        for name in ("there", "also"):
            for kind in (0, 1):
                find = FindCoordinatorRequest(key=name, key_type=kind)
                self.until(lambda find=find: self.admin.request(find, at_most=3).error_code)  # type: ignore[misc]
            partition = OffsetCommitRequestPartition(partition_index=0, committed_offset=0, committed_metadata="")
            commit = OffsetCommitRequest(
                group_id=name,
                generation_id_or_member_epoch=-1,
                topics=[OffsetCommitRequestTopic(name=topic, partitions=[partition]) for topic in ("there", "also", "third")],
            )
            self.until(
                lambda commit=commit: max(one.partitions[0].error_code for one in self.admin.request(commit, at_most=8).topics)  # type: ignore[misc]
            )
            begin = InitProducerIdRequest(transactional_id=name, transaction_timeout_ms=60_000)
            self.until(lambda begin=begin: self.admin.request(begin, at_most=4).error_code)  # type: ignore[misc]

    def reset(self) -> bytes:
        """The topic that is there, there; the one that is not, gone. Its id."""
        self.admin.request(DeleteTopicsRequest(topics=[DeleteTopicState(name="absent")], timeout_ms=10_000))
        made = CreatableTopic(name="there", num_partitions=1, replication_factor=1)
        self.admin.request(CreateTopicsRequest(topics=[made], timeout_ms=10_000))
        ask = MetadataRequest(topics=[MetadataRequestTopic(name="there")], allow_auto_topic_creation=False)

        def code() -> int:
            topic = self.admin.request(ask).topics[0]
            return int(topic.error_code or topic.partitions[0].error_code)

        self.until(code)
        return bytes(self.admin.request(ask).topics[0].topic_id)

    def set_rules(self, rules: list[AclCreation]) -> None:
        """These and no others."""
        anything = DeleteAclsFilter(resource_type_filter=1, pattern_type_filter=1, operation=1, permission_type=1)
        anything.resource_name_filter = anything.principal_filter = anything.host_filter = None
        self.admin.request(DeleteAclsRequest(filters=[anything]))
        if rules:
            results = self.admin.request(CreateAclsRequest(creations=rules)).results
            assert not any(one.error_code for one in results), results

    def codes(self, request: Any, version: int) -> tuple[object, ...]:
        """What the user is answered."""
        try:
            return tuple(sorted(set(map(int, codes(self.user.request(request, version=version), version)))))
        except KlogError as error:
            return (error.code.name,)

    def picture(self, request: Any, version: int) -> tuple[object, ...]:
        """The names, codes and operations in an answer."""
        answer = self.user.request(request, version=version)
        operations = sorted(values(answer, version, lambda field: "authorized_operations" in field.name))
        return sorted(texts(answer, version) & LISTED), sorted(map(int, codes(answer, version))), operations


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "Kafka 4.3.1 beside klog, and ten thousand questions: make soak")
class MatrixTests(unittest.TestCase):
    """klog's broker and Kafka's, each alone."""

    klog: ClassVar[Side]
    kafka: ClassVar[Side]
    rows: ClassVar[dict[int, tuple[type[Any], int, int]]]

    @classmethod
    def setUpClass(cls) -> None:
        peers.kafka("4.3.1")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-matrix-"))
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        ports = [(peers.free_port(), peers.free_port()) for _ in range(2)]
        made = [cls.settings(*each) for each in ports]
        controller = f"127.0.0.1:{peers.free_port()}"
        advertised = made[1]["listeners"]
        made[1] |= {
            "listeners": f"{advertised},CONTROLLER://{controller}",
            "advertised.listeners": advertised,
            "controller.quorum.voters": f"1@{controller}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
            "offsets.topic.replication.factor": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
        }
        klog = KlogBroker(settings=made[0]).start()
        cls.addClassCleanup(klog.stop)
        kafka = start_kafka("4.3.1", folder / "kafka", ports[1][0], settings=made[1], heap="256m")
        cls.addClassCleanup(kafka.terminate)
        cls.klog, cls.kafka = (Side(*each) for each in ports)
        for side in (cls.klog, cls.kafka):
            cls.addClassCleanup(side.close)
            side.make()
        cls.rows = dict(cls.common())

    @staticmethod
    def settings(open_port: int, port: int) -> dict[str, str]:
        return {
            "listeners": f"PLAINTEXT://127.0.0.1:{open_port},SASL_PLAINTEXT://127.0.0.1:{port}",
            "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users": "User:ANONYMOUS",
            "sasl.enabled.mechanisms": "PLAIN",
            "listener.name.sasl_plaintext.plain.sasl.jaas.config": f'{PLAIN} user_anna="pw";',
            "auto.create.topics.enable": "false",
            "offsets.topic.num.partitions": "1",
            "transaction.state.log.num.partitions": "1",
        }

    @classmethod
    def common(cls) -> Iterator[tuple[int, tuple[type[Any], int, int]]]:
        """By API: the request, and the lowest and highest version that both have."""
        ranges = cls.kafka.user.connect()
        memory = MemoryBroker().start()
        dispatcher = memory.broker.dispatcher
        assert dispatcher is not None
        for api_key in sorted(API_RIGHTS.keys() - NOT_ASKED):
            low, high = dispatcher.table.versions[api_key]
            request_type = dispatcher.table.rows[api_key, low].handler.request_type
            there = [version for version in range(low, high + 1) if _has(ranges, request_type, version)]
            # Kafka tells of Produce from 0 on, for old clients' sake, and speaks it from 3 on.
            there = [version for version in there if api_key or version >= 3]
            if there:
                yield api_key, (request_type, there[0], there[-1])
        memory.stop()

    def test_codes(self) -> None:
        found = []
        asked = 0
        for title, rules in RULES.items():
            ids = []
            for side in (self.klog, self.kafka):
                side.set_rules(rules)
                ids.append(side.reset())
            for name in NAMES:
                for api_key, (request_type, low, high) in self.rows.items():
                    for version in sorted({low, high}):
                        for choice in range(3):
                            answers = []
                            for side, topic_id in zip((self.klog, self.kafka), ids, strict=True):
                                request = named(request_type, version, name, topic_id if name == "there" else bytes([1] * 16), choice)
                                if not (version == 13 and api_key in (0, 1)):
                                    by_name_alone(request, version)
                                answers.append(side.codes(request, version))
                            asked += 1
                            if answers[0] != answers[1] and LISTED_DIFFERENCES.get(api_key) != tuple(answers):
                                found.append((title, name, api_key, version, choice, *answers))
        self.assertEqual(found, [])
        self.assertGreater(asked, 7000)

    def test_lists(self) -> None:
        found = []
        for title, rules in RULES.items():
            for side in (self.klog, self.kafka):
                side.set_rules(rules)
                side.reset()
            for request, version in LISTS:
                answers = [side.picture(request, version) for side in (self.klog, self.kafka)]
                if answers[0] != answers[1]:
                    found.append((title, type(request).__name__, *answers))
        self.assertEqual(found, [])


def _has(ranges: Any, request_type: type[Any], version: int) -> bool:
    try:
        return bool(ranges.check(request_type, version) == version)
    except KlogError:
        return False
