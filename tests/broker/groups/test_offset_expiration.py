"""Deletions in steps, with requests between the steps: what came last counts, and nothing that was acknowledged is taken back."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.logger import LogLevel, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators import expiration
from klog.broker.groups import offsets as groups
from klog.broker.groups.offset_values import partition_key
from klog.broker.groups.offsets import OffsetStore
from klog.broker.steps import Steps
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests.broker.groups.offsets_rig import TOPIC_ID, OffsetsBroker, entry, make_environment, make_shard

GROUPS = ("a", "b", "c", "d")


class BetweenStepsTests(SynchronousTestCase):
    """A whole broker that takes one step at a time, and clients that act between any two."""

    def setUp(self) -> None:
        # One shard, and more partitions of the topic than one, so that there are several things to look at.
        self.broker = OffsetsBroker(partitions=1)

    def begin_expiry(self) -> None:
        """Every group has an offset that is too old; the first step is taken."""
        for group in GROUPS:
            for partition in (0, 1):
                self.assertEqual(self.broker.commit(group, partition, 5, version=4, retention_time_ms=1000), 0)
        self.broker.memory.advance(2)
        self.broker.in_single_steps = True
        self.broker.coordinator.expire()

    def step(self) -> None:
        self.broker.memory.advance(self.broker.STEP_S)

    def finish(self) -> None:
        for _ in range(40):
            self.step()

    def test_a_commit_between_two_steps_of_an_expiry(self) -> None:
        for step in range(6):
            self.setUp()
            self.begin_expiry()
            for _ in range(step):
                self.step()
            for group in GROUPS:
                self.assertEqual(self.broker.commit(group, 0, 9), 0)
            self.finish()
            for group in GROUPS:
                self.assertEqual(self.broker.offsets(group), {("t", 0): 9}, (step, group))
            self.broker.in_single_steps = False
            self.broker.restart()
            for group in GROUPS:
                self.assertEqual(self.broker.offsets(group), {("t", 0): 9}, (step, group))

    def test_a_join_between_two_steps_of_an_expiry(self) -> None:
        for step in range(6):
            self.setUp()
            self.begin_expiry()
            for _ in range(step):
                self.step()
            self.broker.client.send((self.join(), 3))
            self.finish()
            self.broker.memory.advance(4)
            [joined] = self.broker.client.receive()
            self.broker.client.answers = []
            self.assertEqual(joined.error_code, 0, step)
            who = {"group_id": "a", "generation_id": joined.generation_id, "member_id": joined.member_id}
            assignments = [SyncGroupRequestAssignment(member_id=joined.member_id, assignment=b"all")]
            self.assertEqual(self.broker.ask(SyncGroupRequest(assignments=assignments, **who), 3).error_code, 0)
            self.broker.in_single_steps = False
            self.broker.restart()
            self.assertEqual(self.broker.ask(HeartbeatRequest(**who), 3).error_code, 0, step)

    @staticmethod
    def join() -> JoinGroupRequest:
        protocols = [JoinGroupRequestProtocol(name="p", metadata=b"")]
        return JoinGroupRequest(
            group_id="a", session_timeout_ms=10_000, rebalance_timeout_ms=10_000, protocol_type="own", protocols=protocols
        )

    def delete_topic(self) -> None:
        self.broker.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 4)

    def test_a_commit_for_the_next_topic_of_the_name(self) -> None:
        """What is committed for a topic that was made anew is not forgotten with the one before, whether or not it names the id."""
        for more in ({"version": 8}, {"version": 4, "retention_time_ms": 10**6}):
            for step in range(6):
                self.setUp()
                for group in GROUPS:
                    for partition in (0, 1):
                        self.broker.commit(group, partition, 5)
                self.broker.in_single_steps = True
                self.delete_topic()
                self.broker.create_topic()
                for _ in range(step):
                    self.step()
                for group in GROUPS:
                    self.assertEqual(self.broker.commit(group, 0, 9, **more), 0)  # type: ignore[arg-type]
                self.finish()
                for group in GROUPS:
                    self.assertEqual(self.broker.offsets(group), {("t", 0): 9}, (step, more))

    def test_a_shard_that_comes_back_while_a_topic_is_forgotten(self) -> None:
        """Its offsets go all the same, though another shard was there when the topic was deleted."""
        broker = self.broker = OffsetsBroker(partitions=2)
        for group in GROUPS:
            broker.commit(group, 0, 5)
        coordinator = broker.coordinator
        broker.in_single_steps = True
        self.delete_topic()
        broker.in_single_steps = False
        coordinator._close_shards()
        coordinator.open()
        self.finish()
        for group in GROUPS:
            self.assertEqual(broker.offsets(group), {}, group)

    def test_a_topic_is_forgotten_when_the_log_takes_it_again(self) -> None:
        """What cannot be deleted now is deleted in a later round, but for what was committed for the next topic of the name."""

        def refuse(*_: object) -> None:
            raise KlogError(ErrorCode.NOT_COORDINATOR)

        for owner, name, trouble in (
            (OffsetStore, "is_far_ahead", property(lambda _: True)),
            (expiration.Tombstones, "write", refuse),
        ):
            broker = self.broker = OffsetsBroker(partitions=2)
            for group in GROUPS:
                for partition in (0, 1):
                    broker.commit(group, partition, 5)
            patch = self.patch(owner, name, trouble)
            self.delete_topic()
            broker.memory.advance(1)
            # A whole round finds the same.
            broker.coordinator.expire()
            broker.memory.advance(1)
            patch.restore()
            broker.create_topic()
            self.assertEqual(broker.commit("a", 0, 9, version=4, retention_time_ms=10**6), 0)
            broker.coordinator.expire()
            broker.memory.advance(1)
            for group in GROUPS:
                self.assertEqual(broker.offsets(group), {("t", 0): 9} if group == "a" else {}, (name, group))
            # Nothing of it is left to be done again.
            self.assertEqual(broker.commit("b", 0, 7, version=4, retention_time_ms=10**6), 0)
            broker.coordinator.expire()
            broker.memory.advance(1)
            self.assertEqual(broker.offsets("b"), {("t", 0): 7})

    def test_a_mistake_in_one_shard_is_no_other_shards(self) -> None:
        broker = self.broker = OffsetsBroker(partitions=4)
        for group in GROUPS:
            broker.commit(group, 0, 5)
        shards = [shard.offsets for shard in broker.coordinator.shards.values()]
        self.assertGreater(sum(bool(store.groups) for store in shards), 2)
        step, first = expiration._step, shards[0]

        def mistaken(shard: Any, *rest: Any) -> Any:
            if shard is first.shard:
                raise ValueError("a mistake")
            return step(shard, *rest)

        self.patch(expiration, "_step", mistaken)
        self.delete_topic()
        broker.memory.advance(1)
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1)
        self.assertEqual([sum(map(len, store.groups.values())) for store in shards[1:]], [0, 0, 0])
        self.assertEqual([store._noting for store in shards], [[]] * 4)

    def test_a_mistake_in_one_shard_keeps_no_other_from_expiry(self) -> None:
        broker = self.broker = OffsetsBroker(partitions=4)
        for group in GROUPS:
            broker.commit(group, 0, 5, version=4, retention_time_ms=1000)
        shards = [shard.offsets for shard in broker.coordinator.shards.values()]
        step, first = expiration._step, shards[0]

        def mistaken(shard: Any, *rest: Any) -> Any:
            if shard is first.shard:
                raise ValueError("a mistake")
            return step(shard, *rest)

        self.patch(expiration, "_step", mistaken)
        broker.memory.advance(2)
        for rounds in (1, 2):
            broker.coordinator.expire()
            self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1, rounds)
        self.assertEqual([sum(map(len, store.groups.values())) for store in shards[1:]], [0, 0, 0])

    def test_a_shard_that_goes_ends_it_without_a_word(self) -> None:
        self.begin_expiry()
        logged: list[Any] = []
        globalLogPublisher.addObserver(logged.append)
        self.addCleanup(globalLogPublisher.removeObserver, logged.append)
        self.broker.coordinator._close_shards()
        self.finish()
        self.assertEqual([event for event in logged if event["log_level"] >= LogLevel.warn], [])

    def test_one_expiry_at_a_time(self) -> None:
        self.begin_expiry()
        batches = self.broker.coordinator.shards[0].log.end
        for _ in range(3):
            self.broker.coordinator.expire()
        self.assertEqual(self.broker.coordinator.shards[0].log.end, batches)
        self.finish()
        self.broker.commit("a", 0, 5, version=4, retention_time_ms=1000)
        self.broker.memory.advance(2)
        self.broker.coordinator.expire()
        self.finish()
        self.assertEqual(self.broker.offsets("a"), {})


class NothingIsKeptTests(SynchronousTestCase):
    """The room's code, read: a generator, which others come between, writes nothing itself."""

    WRITES = frozenset({"OffsetTombstones", "append", "append_encoded", "write", "commit", "delete_group"})

    def calls(self, function: ast.FunctionDef) -> set[str]:
        """Names of what a function calls by itself that writes to a shard's log."""
        found = set()
        for node in ast.walk(function):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            if isinstance(called, ast.Name):
                found.add(called.id)
            elif isinstance(called, ast.Attribute):
                owner = called.value.attr if isinstance(called.value, ast.Attribute) else getattr(called.value, "id", "")
                # Lists are appended to everywhere.
                if called.attr != "append" or owner in ("log", "_log"):
                    found.add(called.attr)
        return found & self.WRITES

    def generators(self) -> list[tuple[str, ast.FunctionDef]]:
        found = []
        for path in sorted(path for module in (expiration, groups) for path in Path(module.__file__).parent.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node)):
                    found.append((path.name, node))
        return found

    def test_generators_write_nothing(self) -> None:
        generators = self.generators()
        self.assertIn("sweep", [function.name for _, function in generators])
        self.assertIn("_load_all", [function.name for _, function in generators])
        writing = [(name, function.name, self.calls(function)) for name, function in generators if self.calls(function)]
        self.assertEqual(writing, [])

    def test_the_check_can_fail(self) -> None:
        body = "def expire(self):\n  tombstones = OffsetTombstones(self)\n  yield\n  tombstones.write()\n  shard.log.append(records)\n"
        [function] = ast.parse(body).body
        assert isinstance(function, ast.FunctionDef)
        self.assertEqual(self.calls(function), {"OffsetTombstones", "write", "append"})


class OneStoreTests(SynchronousTestCase):
    """A store over a log that is a list, its work taken step by step."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.shard, self.store, self.log = make_shard(make_environment(self.clock))

    def commit(self, group: str, *entries: Any, **more: Any) -> None:
        self.store.commit(group, "", None, -1, entries, api_version=8, **more)

    def test_a_large_group_takes_several_steps(self) -> None:
        """No step looks at more than so many offsets, and none leaves behind what it has decided."""
        for first in range(0, 3000, 500):
            self.commit("g", *(entry(partition) for partition in range(first, first + 500)), retention_ms=1000)
        self.clock.advance(2)
        steps, known = 0, 3000
        written = len(self.log.records)
        for _ in self.store.expire():
            steps += 1
            gone = len(self.log.records) - written
            self.assertEqual(len(self.store.groups[b"g"]) + gone, known)
            if steps == 2:
                # One that is gone already, and one that no step has looked at yet.
                self.commit("g", entry(2999, 7), entry(0, 7))
                written += 2
                known += 1
        self.assertGreaterEqual(steps, 4)
        self.assertEqual(sorted(self.store.groups[b"g"]), sorted([partition_key("t", 0), partition_key("t", 2999)]))

    def test_no_step_is_long(self) -> None:
        """However the offsets are spread over groups, where all of them go: in each step so few that it is a part of a slice."""
        self.assertLessEqual(expiration.LOOKED_AT_PER_STEP, 100)
        for count, size in ((500, 1), (30, 60), (3, 400)):
            for number in range(count):
                self.commit(f"{size}-{number}", *(entry(partition, topic_id=TOPIC_ID) for partition in range(size)))
            before = len(self.log.records)
            gone = []
            for _ in self.store.forget_topic("t", TOPIC_ID):
                gone.append(len(self.log.records) - before)
                before += gone[-1]
            self.assertEqual(sum(gone), count * size)
            self.assertLess(max(gone), 2 * expiration.LOOKED_AT_PER_STEP)

    def test_steps_that_are_not_interrupted(self) -> None:
        self.commit("g", entry(0), retention_ms=1000)
        self.clock.advance(2)
        done: Deferred[None] = Steps(self.clock).run(self.store.expire())
        self.successResultOf(done)
        self.assertEqual(self.store.groups, {})

    def test_a_log_that_refuses_ends_it(self) -> None:
        for group in GROUPS:
            self.commit(group, entry(0, topic_id=TOPIC_ID))
        self.log.fail_next = ErrorCode.NOT_COORDINATOR
        list(self.store.forget_topic("t", TOPIC_ID))
        self.assertEqual(len(self.store.groups), 4)
        self.assertTrue(all(self.store.groups.values()))
