"""Every API that is served, beside an authorizer: what its handler asks for, what it refuses, and what it hides.

The requests are made from their declarations: every text is a name, every id a topic's, every list has one entry. Whoever adds an API or a
version finds it here without writing anything.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from klog.acls import CLUSTER_NAME, Acl, AclOperation, AclPermission, AclResourceType
from klog.broker.authorization.api_rights import API_RIGHTS, DENIALS, Right
from klog.broker.authorization.authorizer import PrincipalRights
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest, AddPartitionsToTxnTopic
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.schema import Field, Kind, Struct
from tests.broker.authorization.closed_broker import ClosedBrokerCase
from tests.broker.rig import batch
from tests.broker.test_guard import codes

NO_ID = bytes(16)
#: Numbers that mean something: what is asked for, and of whom.
CHOICES: dict[str, tuple[int, ...]] = {
    "key_type": (0, 1, 2),
    "replica_id": (-1, 1),
    "resource_type": (2, 4, 32),
    "endpoint_type": (1,),
    "match_type": (0,),
    "num_partitions": (1,),
    "replication_factor": (1,),
    "count": (5,),
}
PLAIN = {
    "timeout_ms": 1000,
    "acks": 1,
    "producer_id": -1,
    "producer_epoch": -1,
    "cursor": None,
    "assignments": [],
    "configs": [],
}
#: What is wrong with a request whoever sends it, and told as such, by API.
BEFORE_RIGHTS = {10: {42}}
#: What is asked for only where there is something.
NEED_SOMETHING: dict[int, set[Right]] = {
    0: {(AclOperation.CLUSTER_ACTION, AclResourceType.CLUSTER)},
    11: {(AclOperation.DESCRIBE, AclResourceType.TOPIC)},
    16: {(AclOperation.DESCRIBE, AclResourceType.GROUP)},
    65: {(AclOperation.DESCRIBE, AclResourceType.TOPIC)},
    66: {(AclOperation.DESCRIBE, AclResourceType.TRANSACTIONAL_ID)},
    69: {(AclOperation.DESCRIBE, AclResourceType.TOPIC)},
}
#: Of the request as a whole: with and without what it may leave out.
OPTIONAL = {22: "transactional_id"}


def _scalar(field: Field, kind: Kind | None, name: str, topic_id: bytes, choice: int) -> Any:
    if field.name in CHOICES:
        options = CHOICES[field.name]
        return options[choice % len(options)]
    match kind:
        case Kind.BOOL:
            # Not validate_only, and operations are told.
            return field.name.startswith("include") or field.name.startswith("allow")
        case Kind.STRING:
            return name
        case Kind.UUID:
            return topic_id
        case Kind.RECORDS:
            # The last one as part of a transaction.
            return batch(b"value", attributes=0x10, producer_id=1, producer_epoch=0, base_sequence=0) if choice == 2 else batch(b"value")
        case Kind.BYTES:
            return b""
        case Kind.FLOAT64:
            return 0.0
        case _:
            return 0


def named(cls: type[Struct], version: int, name: str, topic_id: bytes, choice: int) -> Any:
    """A request that names one thing of each kind.

    :param choice: which of the numbers that mean something.
    """
    fields: dict[str, Any] = {}
    for field in cls.FIELDS:
        if version not in field.versions:
            continue
        if field.name in PLAIN:
            fields[field.name] = PLAIN[field.name]
        elif field.kind is Kind.ARRAY:
            of = _scalar(field, field.element, name, topic_id, choice) if field.struct is None else None
            fields[field.name] = [named(field.struct, version, name, topic_id, choice) if field.struct is not None else of]
        elif field.kind is Kind.STRUCT:
            assert field.struct is not None
            fields[field.name] = named(field.struct, version, name, topic_id, choice)
        else:
            fields[field.name] = _scalar(field, field.kind, name, topic_id, choice)
    return cls(**fields)


def by_name_alone(message: Struct, version: int) -> None:
    """Where a topic may be named or have its id: the name."""
    names = {field.name for field in message.FIELDS if version in field.versions}
    if {"name", "topic_id"} <= names and getattr(message, "name", None) is not None:
        message.topic_id = NO_ID  # type: ignore[attr-defined]
    for field in message.FIELDS:
        if field.struct is not None and version in field.versions:
            value = getattr(message, field.name)
            for one in value if isinstance(value, list) else [value]:
                if one is not None:
                    by_name_alone(one, version)


class AllApisTests(ClosedBrokerCase):
    """On one broker, which has a topic, a group and a transactional id of one name, and nobody has any right to them."""

    def setUp(self) -> None:
        super().setUp()
        coordination = self.coordination
        self.successResultOf(coordination.create_topic("secret", [[1]], {}))
        self.topic_id = coordination.topics()["secret"].topic_id
        dispatcher = self.broker.broker.dispatcher
        assert dispatcher is not None
        self.rows: Any = dispatcher.table.rows
        self._make_group_and_transaction()
        self.asked: dict[int, set[Right]] = {}
        may, somewhere = PrincipalRights.may, PrincipalRights.may_somewhere

        def noting(rights: Any, api_key: int, operation: AclOperation, kind: AclResourceType, name: str, *, tells: bool = True) -> bool:
            self.asked.setdefault(api_key, set()).add((operation, kind))
            return may(rights, api_key, operation, kind, name, tells=tells)

        def noting_somewhere(rights: Any, api_key: int, operation: AclOperation, kind: AclResourceType) -> bool:
            self.asked.setdefault(api_key, set()).add((operation, kind))
            return somewhere(rights, api_key, operation, kind)

        self.patch(PrincipalRights, "may", noting)
        self.patch(PrincipalRights, "may_somewhere", noting_somewhere)

    def _make_group_and_transaction(self) -> None:
        """By one who may do everything, for a moment: a member that consumes the topic, with an offset, and a transaction that is open."""
        kinds = (AclResourceType.TOPIC, AclResourceType.GROUP, AclResourceType.TRANSACTIONAL_ID)
        everything = [Acl(kind, "*", "User:*", AclOperation.ALL) for kind in kinds]
        for acl in everything:
            self.successResultOf(self.coordination.alter_acls(acl.resource, [acl], ()))
        client = self.broker.connect()
        for kind in (0, 1):
            self.assertEqual(client.ask(FindCoordinatorRequest(key="secret", key_type=kind), 3).error_code, 0)
        self.broker.advance(1)
        joined = ConsumerGroupHeartbeatRequest(
            group_id="secret",
            member_id="m",
            member_epoch=0,
            rebalance_timeout_ms=10_000,
            subscribed_topic_names=["secret"],
            topic_partitions=[],
        )
        self.assertEqual(client.ask(joined, 0).error_code, 0)
        producer = client.ask(InitProducerIdRequest(transactional_id="secret", transaction_timeout_ms=60_000), 4)
        self.assertEqual(producer.error_code, 0)
        added = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id="secret",
            v3_and_below_producer_id=producer.producer_id,
            v3_and_below_producer_epoch=producer.producer_epoch,
            v3_and_below_topics=[AddPartitionsToTxnTopic(name="secret", partitions=[0])],
        )
        answer = client.ask(added, 3).results_by_topic_v3_and_below[0].results_by_partition[0]
        self.assertEqual(answer.partition_error_code, 0)
        client.hang_up()
        for acl in everything:
            self.successResultOf(self.coordination.alter_acls(acl.resource, (), [acl]))

    def requests(self, name: str, topic_id: bytes) -> Iterator[tuple[int, int, int, Any]]:
        """API, version, choice, and the request: all choices in the lowest version and the highest, one in those between."""
        # What others need is made first: the topic of offsets, and one of no other's making.
        for (api_key, version), row in sorted(self.rows.items(), key=lambda item: (item[0][0] not in (10, 19), item[0])):
            if not API_RIGHTS[api_key].of_named and not API_RIGHTS[api_key].of_request:
                continue
            cls = row.handler.request_type
            for choice in range(3) if version in row.handler.versions else (version % 3,):
                request = named(cls, version, name, topic_id, choice)
                if version != 13 or api_key not in (0, 1):
                    by_name_alone(request, version)
                yield api_key, version, choice, request
            if api_key in OPTIONAL:
                request = named(cls, version, name, topic_id, 0)
                setattr(request, OPTIONAL[api_key], None)
                yield api_key, version, 3, request

    def answers(self, name: str, topic_id: bytes) -> dict[tuple[int, int, int], Any]:
        found = {}
        for api_key, version, choice, request in self.requests(name, topic_id):
            client = self.broker.connect()
            client.send((request, version))
            found[api_key, version, choice] = None if client.scripted.disconnected else client.receive()
            client.hang_up()
            if api_key == 10:
                self.broker.advance(0.01)
        return found

    def test_nothing_is_told_to_who_may_nothing(self) -> None:
        """What is there is answered as what is not, but for what the request named itself; and by a denial wherever anything is named."""
        there = self.answers("secret", self.topic_id)
        absent = self.answers("absent", self.topic_id)
        denials = {int(code) for code in DENIALS.values()}
        refused: set[int] = set()
        wrong: list[Any] = []
        for key in there:
            mine, other = _shown(there[key], "secret"), _shown(absent[key], "absent")
            found = set(codes(there[key][0], key[1])) - {0} if there[key] else set()
            if mine != other or found - denials - BEFORE_RIGHTS.get(key[0], set()):
                wrong.append((key, mine, other))
            if found & denials:
                refused.add(key[0])
        self.assertEqual(wrong, [])
        # A client that asks for lists gets empty ones; DescribeCluster tells everybody who the brokers are.
        self.assertEqual(set(API_RIGHTS) - refused - {17, 18, 36}, {16, 60, 66})
        self.assertEqual(sorted(self.coordination.topics()), ["__consumer_offsets", "__transaction_state", "secret"])

    def test_what_is_asked_is_what_the_table_says(self) -> None:
        """All of it, by one who has it: what comes after a first question is asked, too."""
        for kind in (AclResourceType.TOPIC, AclResourceType.GROUP, AclResourceType.TRANSACTIONAL_ID):
            acl = Acl(kind, "*", "User:ANONYMOUS", AclOperation.ALL)
            self.successResultOf(self.coordination.alter_acls(acl.resource, [acl], ()))
        self.answers("fresh", self.topic_id)
        metadata = self.rows[3, 9].handler.request_type
        self.broker.connect().ask(named(metadata, 9, "made-on-the-spot", NO_ID, 0), 9)
        missing = {}
        for api_key, rights in API_RIGHTS.items():
            expected = rights.of_named | {(operation, AclResourceType.CLUSTER) for operation in rights.of_request}
            if expected - self.asked.get(api_key, set()):
                missing[api_key] = expected - self.asked.get(api_key, set())
        # These ask for topics that are in what they describe; their handlers' tests have them.
        self.assertEqual({**missing, **NEED_SOMETHING}, NEED_SOMETHING)

    def test_a_denial_counts_for_each_connection_at_once(self) -> None:
        acl = Acl(AclResourceType.CLUSTER, CLUSTER_NAME, "User:*", AclOperation.ALL)
        self.successResultOf(self.coordination.alter_acls(acl.resource, [acl], ()))
        row = self.rows[29, 3]
        client = self.broker.connect()
        ask = row.handler.request_type(
            resource_type_filter=1, resource_name_filter=None, pattern_type_filter=1, operation=1, permission_type=1
        )
        self.assertEqual(client.ask(ask, 3).error_code, 0)
        deny = dataclasses.replace(acl, permission=AclPermission.DENY)
        self.successResultOf(self.coordination.alter_acls(acl.resource, [deny], ()))
        self.assertEqual(client.ask(ask, 3).error_code, 31)


def _shown(value: Any, name: str) -> Any:
    """An answer as something that can be compared, wherever its bytes lie, without the name that was asked for."""
    if isinstance(value, Struct):
        return {field.name: _shown(getattr(value, field.name), name) for field in value.FIELDS if field.name != "session_id"}
    if isinstance(value, list):
        return [_shown(one, name) for one in value]
    if isinstance(value, memoryview | bytes):
        return bytes(value).replace(name.encode(), b"?")
    return value.replace(name, "?") if isinstance(value, str) else value
