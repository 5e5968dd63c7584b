"""Members as values: records in, records out, and what they answer."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.consumer import records as consumer_records
from klog.broker.groups.consumer.member import (
    ClassicMetadata,
    ConsumerMember,
    MemberState,
    client_host_of,
    java_address,
    owns_all,
    without_epochs,
)
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.model import TopicId
from klog.wire.consumer_group_records import ConsumerGroupCurrentMemberAssignmentValue, TopicPartitions
from klog.wire.coordinator_records import decode_value, encode_value

T, U = TopicId(b"t" * 16), TopicId(b"u" * 16)

_TEXTS = st.text(max_size=5)
_ASSIGNED = st.dictionaries(st.sampled_from([T, U]), st.dictionaries(st.integers(0, 5), st.integers(0, 9), min_size=1), max_size=2)
_CLASSIC = st.none() | st.builds(
    ClassicMetadata, st.integers(0, 9), st.lists(st.tuples(_TEXTS, st.binary(max_size=4)), max_size=2).map(tuple)
)
MEMBERS = st.builds(
    ConsumerMember,
    member_id=st.just("m"),
    member_epoch=st.integers(-2, 9),
    previous_member_epoch=st.integers(-1, 9),
    state=st.sampled_from(MemberState),
    instance_id=st.none() | _TEXTS,
    rack_id=st.none() | _TEXTS,
    rebalance_timeout_ms=st.integers(-1, 9),
    client_id=_TEXTS,
    client_host=_TEXTS,
    subscribed_names=st.frozensets(_TEXTS, max_size=3),
    subscribed_regex=st.none() | _TEXTS,
    server_assignor=st.none() | _TEXTS,
    assigned=_ASSIGNED,
    pending_revocation=_ASSIGNED,
    classic=_CLASSIC,
)


class Records(SynchronousTestCase):
    """Through ``__consumer_offsets`` and back."""

    @settings(deadline=None)
    @given(MEMBERS)
    def test_a_member_comes_back_as_it_was(self, member: ConsumerMember) -> None:
        read = ConsumerMember("m")
        for record, take in (
            (consumer_records.member_metadata("g", member), "with_metadata"),
            (consumer_records.current("g", member), "with_assignment"),
        ):
            assert record.value is not None
            read = getattr(read, take)(decode_value(type(record.key), encode_value(record.value, record.value_version)))  # type: ignore[arg-type]
        self.assertEqual(read, member)

    def test_partitions_without_epochs_have_the_members(self) -> None:
        topics = [
            TopicPartitions(topic_id=T, partitions=[0, 1], assignment_epochs=None),
            TopicPartitions(topic_id=U, partitions=[2, 3], assignment_epochs=[1]),
        ]
        value = ConsumerGroupCurrentMemberAssignmentValue(member_epoch=5, previous_member_epoch=4, state=0, assigned_partitions=topics)
        self.assertEqual(ConsumerMember("m").with_assignment(value).assigned, {T: {0: 5, 1: 5}, U: {2: 5, 3: 5}})
        value.member_epoch = -2
        self.assertEqual(ConsumerMember("m").with_assignment(value).assigned[T], {0: 0, 1: 0})

    def test_a_state_that_nobody_knows_is_unknown(self) -> None:
        value = ConsumerGroupCurrentMemberAssignmentValue(member_epoch=5, previous_member_epoch=4, state=9)
        self.assertIs(ConsumerMember("m").with_assignment(value).state, MemberState.UNKNOWN)


class Answers(SynchronousTestCase):
    """What a member answers."""

    def test_reconciled(self) -> None:
        self.assertTrue(ConsumerMember("m", member_epoch=3).is_reconciled_to(3))
        self.assertFalse(ConsumerMember("m", member_epoch=3).is_reconciled_to(4))
        self.assertFalse(ConsumerMember("m", member_epoch=3, state=MemberState.UNRELEASED_PARTITIONS).is_reconciled_to(3))

    def test_since_when_it_has_what(self) -> None:
        member = ConsumerMember("m", assigned={T: {0: 4}}, pending_revocation={T: {1: 3}})
        self.assertEqual([member.commit_epoch(T, number) for number in range(3)], [4, 3, None])
        self.assertIsNone(member.commit_epoch(U, 0))

    def test_no_expression_is_none(self) -> None:
        self.assertEqual([ConsumerMember("m", subscribed_regex=text).regex for text in (None, "", "a")], [None, None, "a"])

    def test_what_a_client_reports(self) -> None:
        has = {T: {0: 1, 1: 1}}
        self.assertTrue(owns_all(has, {}))
        self.assertTrue(owns_all(has, {T: frozenset({1})}))
        self.assertFalse(owns_all(has, {T: frozenset({2})}))
        self.assertFalse(owns_all(has, {U: frozenset()}))
        self.assertFalse(owns_all(has, None))

    def test_partitions_alone(self) -> None:
        self.assertEqual(without_epochs({T: {0: 1, 2: 3}}), {T: frozenset({0, 2})})


class Addresses(SynchronousTestCase):
    """As Java writes them."""

    def test_addresses(self) -> None:
        for host, java in (
            ("127.0.0.1", "/127.0.0.1"),
            ("::1", "/0:0:0:0:0:0:0:1"),
            ("::", "/0:0:0:0:0:0:0:0"),
            ("fe80::00AB:1%eth0", "/fe80:0:0:0:0:0:ab:1"),
            ("1:2:3:4:5:6:7:8", "/1:2:3:4:5:6:7:8"),
        ):
            self.assertEqual(java_address(host), java)

    def test_of_a_request(self) -> None:
        context = RequestContext(68, 1, 1, None, ConnectionInfo("PLAINTEXT", "::1", 9092, "::1", 5))
        self.assertEqual(client_host_of(context), "/0:0:0:0:0:0:0:1")
