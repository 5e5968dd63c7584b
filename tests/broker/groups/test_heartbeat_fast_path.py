"""A heartbeat's fast path answers what the heartbeat would have been answered, or nothing; after every change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.shard import ShardState
from klog.broker.groups.heartbeat_fast_path import HeartbeatFastPath, heartbeat_fast_path
from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker, MemoryClient
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from klog.wire.server import encode_answer
from tests.broker.groups.classic.rig import GROUP, ClassicRig, subscription

ID = b"\1\2\3\4"


def well(version: int) -> bytes:
    """The answer that all is well."""
    return b"".join(encode_answer(HeartbeatResponse(), version, int.from_bytes(ID, "big")))  # type: ignore[arg-type]


def joining(member_id: str, metadata: bytes) -> JoinGroupRequest:
    """JoinGroup of one consumer."""
    protocols = [JoinGroupRequestProtocol(name="range", metadata=metadata)]
    made = JoinGroupRequest(
        group_id="g", session_timeout_ms=30_000, rebalance_timeout_ms=60_000, protocol_type="consumer", protocols=protocols
    )
    made.member_id = member_id
    return made


class HeartbeatFastPathTests(ClassicRig):
    """Beside the classic protocol."""

    def stand(self, member_id: str, instance_id: str | None = None, version: int = 4) -> HeartbeatFastPath | None:
        """The fast path after a heartbeat of the present generation."""
        generation = self.group.generation
        request = HeartbeatRequest(group_id=GROUP, generation_id=generation, member_id=member_id, group_instance_id=instance_id)
        return heartbeat_fast_path(self.coordinator, request, version)

    def fast_path(self, member_id: str, instance_id: str | None = None) -> HeartbeatFastPath:
        """As `stand`; it must have one."""
        found = self.stand(member_id, instance_id)
        assert found is not None
        self.assertEqual(found(ID), well(4))
        return found

    def test_answers_of_every_version(self) -> None:
        """They are the encoder's."""
        (one,) = self.form(1)
        for version in range(5):
            found = self.stand(one, version=version)
            assert found is not None
            self.assertEqual(found(ID), well(version))

    def test_it_keeps_the_session(self) -> None:
        """As a heartbeat does."""
        one, two = self.form(2, session_ms=10_000)
        fast_path = self.fast_path(one)
        for _ in range(10):
            self.clock.advance(4)
            self.assertEqual(fast_path(ID), well(4))
            self.assertEqual(self.beat(two), ErrorCode.NONE)
        self.clock.advance(11)
        self.assertIsNone(fast_path(ID))
        self.assertEqual(self.group.state.value, "Empty")

    def test_nothing_stands_in_a_rebalance(self) -> None:
        """Neither while members are gathered nor before they have synced."""
        one, two = self.form(2)
        fast_path = self.fast_path(one)
        joined = self.join(two, protocols={"range": subscription("other")})
        self.waits(joined)
        self.assertIsNone(fast_path(ID))
        self.assertEqual(self.beat(one), ErrorCode.REBALANCE_IN_PROGRESS)
        self.answer(self.join(one))
        self.assertEqual(self.group.state.value, "CompletingRebalance")
        self.assertIsNone(fast_path(ID))
        self.assertIsNone(self.stand(one))
        self.answer(self.sync(one, assignments={one: b"", two: b""}))
        self.assertEqual(self.group.state.value, "Stable")
        self.assertIsNone(fast_path(ID))
        self.fast_path(one)

    def test_who_leaves_stands_no_more(self) -> None:
        """And the others hear of it."""
        one, two = self.form(2)
        fast_paths = [self.fast_path(one), self.fast_path(two)]
        self.leave((two, None))
        self.assertEqual([fast_path(ID) for fast_path in fast_paths], [None, None])

    def test_a_fenced_instance(self) -> None:
        """A static member that comes anew without a rebalance: the group stays stable, the old id falls."""
        one, two = self.form(2, instances=["i", "j"])
        fast_path, other = self.fast_path(two, "j"), self.fast_path(one, "i")
        without = self.fast_path(two)
        answer = self.answer(self.join(instance_id="j"))
        self.assertEqual((answer.error_code, self.group.state.value), (0, "Stable"))
        self.assertIsNone(fast_path(ID))
        self.assertIsNone(without(ID))
        self.assertEqual(other(ID), well(4))
        self.assertEqual(self.beat(two, instance_id="j"), ErrorCode.FENCED_INSTANCE_ID)
        self.fast_path(answer.member_id, "j")

    def test_a_group_that_is_gone(self) -> None:
        """Deleted, replaced, or not served any more."""
        for change in (
            lambda: self.shard.groups.pop(GROUP),
            lambda: self.shard.groups.__setitem__(GROUP, object()),  # type: ignore[call-overload]
            lambda: setattr(self.shard, "state", ShardState.FAILED),
            lambda: setattr(self.shard, "state", ShardState.LOADING),
            lambda: self.shard.close(),
        ):
            self.setUp()
            (one,) = self.form(1)
            fast_path = self.fast_path(one)
            change()
            self.assertIsNone(fast_path(ID))

    def test_who_has_none(self) -> None:
        """Unknown groups and members, groups that are not active."""
        (one,) = self.form(1)
        self.assertIsNone(heartbeat_fast_path(self.coordinator, HeartbeatRequest(group_id="nobody", member_id=one), 4))
        self.assertIsNone(self.stand("x"))
        self.shard.state = ShardState.LOADING
        self.assertIsNone(self.stand(one))


class AtRandomTests(SynchronousTestCase):
    """Whatever happens in between: where the fast path answers, the heartbeat would have been answered well."""

    @settings(deadline=None, max_examples=120)
    @given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 2)), max_size=25))
    def test_never_stale(self, acts: list[tuple[int, int]]) -> None:
        """Joins, syncs, leaves, time, restarts."""
        rig = HeartbeatFastPathTests("test_answers_of_every_version")
        rig.setUp()
        ids: list[str] = rig.form(3, instances=["i", None, None])
        instances = ["i", None, None]
        kept: list[tuple[int, str, int, HeartbeatFastPath]] = []
        for act, number in acts:
            member_id = ids[number]
            if act == 0:
                rig.join(member_id, instance_id=instances[number], protocols={"range": b"%d" % len(kept)})
            elif act == 1 and GROUP in rig.shard.groups:
                rig.sync(member_id, assignments=dict.fromkeys(ids, b"x"))
            elif act == 2:
                rig.leave((member_id, None))
            elif act == 3:
                rig.clock.advance(3)
            elif act == 4:
                answer = rig.settled(rig.join(instance_id="i"))
                ids[0] = getattr(answer, "member_id", "") or ids[0]
            elif act == 5:
                rig.clock.advance(40)
            else:
                rig.restart()
            if GROUP not in rig.shard.groups:
                continue
            for index, each in enumerate(ids):
                found = rig.stand(each, instances[index])
                if found is not None and rig.beat(each, instance_id=instances[index]) == 0:
                    kept.append((index, each, rig.group.generation, found))
            for index, each, generation, fast_path in kept:
                if fast_path(ID) is not None:
                    self.assertEqual(rig.beat(each, generation, instances[index]), 0)


class WholeBrokerTests(SynchronousTestCase):
    """On connections of a broker in memory: what comes again does not come to the dispatcher, until something changes."""

    def setUp(self) -> None:
        self.broker = MemoryBroker({"group.initial.rebalance.delay.ms": "0"}).start()
        self.addCleanup(self.broker.stop)
        self.one, self.two = self.broker.connect(), self.broker.connect()
        self.ask(self.one, FindCoordinatorRequest(coordinator_keys=["g"]), 4)
        self.handled = 0
        dispatcher: Any = self.broker.broker.dispatcher
        usual: Callable[..., Any] = dispatcher._handle

        def count(connection: Any, state: Any, requests: Any) -> Any:
            self.handled += len(requests)
            return usual(connection, state, requests)

        self.patch(dispatcher, "_handle", count)

    def ask(self, client: MemoryClient, message: Any, version: int) -> Any:
        client.send((message, version))
        self.broker.advance(0.01)
        answers = client.receive()
        return answers[-1] if answers else None

    def join(self, client: MemoryClient, member_id: str = "", metadata: bytes = b"x") -> Any:
        request = joining(member_id, metadata)
        return self.ask(client, request, 3)

    def sync(self, client: MemoryClient, member_id: str, generation: int) -> Any:
        assignments = [SyncGroupRequestAssignment(member_id=member_id, assignment=b"a")]
        request = SyncGroupRequest(group_id="g", generation_id=generation, member_id=member_id, assignments=assignments)
        return self.ask(client, request, 3)

    def beat(self, client: MemoryClient, member_id: str, generation: int, version: int = 4) -> int:
        answer = self.ask(client, HeartbeatRequest(group_id="g", generation_id=generation, member_id=member_id), version)
        assert isinstance(answer, HeartbeatResponse)
        return answer.error_code

    def test_until_something_changes(self) -> None:
        """The first one is handled, those after it are not; one in a rebalance is."""
        member_id = self.join(self.one).member_id
        self.sync(self.one, member_id, 1)
        before = self.handled
        self.assertEqual([self.beat(self.one, member_id, 1) for _ in range(5)], [0] * 5)
        self.assertEqual(self.handled - before, 1)
        self.assertEqual([self.beat(self.one, member_id, 1, 3) for _ in range(5)], [0] * 5)
        self.assertEqual(self.handled - before, 2)
        self.assertEqual([self.beat(self.one, member_id, 2) for _ in range(2)], [ErrorCode.ILLEGAL_GENERATION] * 2)
        self.assertEqual(self.handled - before, 4)
        self.assertEqual([self.beat(self.one, member_id, 1) for _ in range(2)], [0, 0])
        self.assertEqual(self.handled - before, 5)
        self.join(self.two)
        before = self.handled
        self.assertEqual([self.beat(self.one, member_id, 1) for _ in range(2)], [ErrorCode.REBALANCE_IN_PROGRESS] * 2)
        self.assertEqual(self.handled - before, 2)
        generation = self.join(self.one, member_id).generation_id
        self.sync(self.one, member_id, generation)
        before = self.handled
        self.assertEqual([self.beat(self.one, member_id, generation) for _ in range(3)], [0] * 3)
        self.assertEqual(self.handled - before, 1)
        self.ask(self.two, LeaveGroupRequest(group_id="g", members=[MemberIdentity(member_id=member_id)]), 3)
        self.assertEqual(self.beat(self.one, member_id, generation), ErrorCode.UNKNOWN_MEMBER_ID)

    def test_sessions_are_kept(self) -> None:
        """A member that heartbeats this way is not given up."""
        member_id = self.join(self.one).member_id
        self.sync(self.one, member_id, 1)
        for _ in range(20):
            self.broker.advance(10)
            self.assertEqual(self.beat(self.one, member_id, 1), 0)

    def test_answers_keep_their_order(self) -> None:
        """A heartbeat behind a request that waits is answered behind it."""
        member_id = self.join(self.one).member_id
        self.sync(self.one, member_id, 1)
        self.assertEqual(self.beat(self.one, member_id, 1), 0)
        waiting = joining("", b"x")
        heartbeat = HeartbeatRequest(group_id="g", generation_id=1, member_id=member_id)
        known = len(self.one.receive())
        self.one.send((heartbeat, 4), (waiting, 3), (heartbeat, 4))
        self.broker.advance(0.01)
        self.one.send((heartbeat, 4))
        self.broker.advance(0.01)
        self.assertEqual(len(self.one.receive()) - known, 1)
        self.two.send((joining(member_id, b"x"), 3))
        self.broker.advance(0.01)
        # The client itself checks that answers come in the order of its requests.
        kinds = [type(answer).__name__ for answer in self.one.receive()[known:]]
        self.assertEqual(kinds, ["HeartbeatResponse", "JoinGroupResponse", "HeartbeatResponse", "HeartbeatResponse"])
