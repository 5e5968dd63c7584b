"""klog.client.groups.group_reader, as `ConsumerGroup`: consumers of one group over the broker in memory."""

from __future__ import annotations

import random
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.group import ConsumerGroup
from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.testing.reactor import MemoryReactor
from tests.client.groups.group_world import GroupWorld, Manner
from tests.seeds import Seeds

KINDS: list[dict[str, Any]] = [
    {"assignors": ["range"]},
    {"assignors": ["cooperative-sticky"]},
    {"assignors": ["sticky", "roundrobin"]},
    {"group_protocol": "consumer"},
]
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
SEEDS = Seeds(50, in_soak=3_500)


class ConsumerGroupTests(SynchronousTestCase):
    def group(self, world: GroupWorld, name: str = "one", topics: Any = "t", **options: Any) -> ConsumerGroup:
        defaults = {"auto_offset_reset": "earliest", "session_timeout_ms": 6000, "heartbeat_interval_ms": 1000}
        return ConsumerGroup(world.reactor, world.broker.bootstrap, "g", topics, client_id=name, **{**defaults, **options})

    def drain(self, world: GroupWorld, group: ConsumerGroup, count: int) -> dict[TopicPartition, list[int]]:
        """Poll until so many records came; their offsets."""
        found: dict[TopicPartition, list[int]] = {}
        while sum(map(len, found.values())) < count:
            for message_set in world.reactor.until(group.poll(timeout_ms=10_000)):
                found.setdefault(TopicPartition(message_set.topic, message_set.partition), []).extend(message_set.offsets())
        return found

    def test_goes_on_where_it_was(self) -> None:
        for kind in KINDS:
            world = GroupWorld(t=2)
            world.write(10)
            one = self.group(world, **kind)
            self.assertEqual(self.drain(world, one, 20), {T0: list(range(10)), T1: list(range(10))})
            world.reactor.until(one.stopService())
            world.write(5)
            two = self.group(world, **kind)
            self.assertEqual(self.drain(world, two, 10), {T0: list(range(10, 15)), T1: list(range(10, 15))})
            self.assertEqual(world.reactor.until(two.committed()), {T0: 10, T1: 10})
            world.reactor.until(two.commit())
            self.assertEqual(world.reactor.until(two.committed()), {T0: 15, T1: 15})
            world.reactor.until(two.stopService())

    def test_new_group_begins_by_policy(self) -> None:
        world = GroupWorld(t=1)
        world.write(10)
        late = self.group(world, auto_offset_reset="latest")
        self.assertEqual(world.reactor.until(late.poll(timeout_ms=3000)), [])
        world.write(2)
        self.assertEqual(self.drain(world, late, 2), {T0: [10, 11]})
        world.reactor.until(late.stopService())
        strict = ConsumerGroup(world.reactor, world.broker.bootstrap, "other", "t", auto_offset_reset="error")
        with self.assertRaises(KlogError) as caught:
            world.reactor.until(strict.poll(timeout_ms=10_000))
        self.assertIn("no position to begin at", str(caught.exception))
        world.reactor.until(strict.stopService())

    def callbacks(self, told: list[str], waiting: Deferred[None], groups: list[ConsumerGroup]) -> tuple[Any, Any]:
        async def assigned(places: Any) -> None:
            told.append(f"assigned {len(places)}")
            if places:
                groups[0].seek(T0, 7)
                groups[0].pause([T1])
                await waiting

        def revoked(places: Any) -> Deferred[None]:
            told.append(f"revoked {len(places)}")
            return groups[0].commit({T0: 8})

        return assigned, revoked

    def test_callbacks(self) -> None:
        """In order, awaited, with seek and pause at work in them; nothing comes before they are done."""
        for kind in KINDS:
            world = GroupWorld(t=2)
            world.write(10)
            told: list[str] = []
            waiting: Deferred[None] = Deferred()
            groups: list[ConsumerGroup] = []
            assigned, revoked = self.callbacks(told, waiting, groups)
            group = self.group(world, on_assigned=assigned, on_revoked=revoked, auto_commit_interval_ms=None, **kind)
            groups.append(group)
            polling = group.poll(timeout_ms=60_000)
            world.reactor.advance(20)
            self.assertNoResult(polling)
            self.assertEqual((told, group.assignment), (["assigned 2"], {T0, T1}))
            waiting.callback(None)
            (message_set,) = world.reactor.until(polling)
            self.assertEqual((message_set.partition, list(message_set.offsets())), (0, [7, 8, 9]))
            group.resume([T1])
            self.assertEqual(self.drain(world, group, 10), {T1: list(range(10))})
            world.reactor.until(group.stopService())
            self.assertEqual(told, ["assigned 2", "revoked 2"])
            after = self.group(world, **kind)
            self.assertEqual(self.drain(world, after, 12)[T0], [8, 9])
            world.reactor.until(after.stopService())

    def test_on_assigned_fails(self) -> None:
        """The group fails: nothing is handed out and nothing committed, and others have the partitions at once."""
        for kind in KINDS:
            world = GroupWorld(t=1)
            world.write(3)
            told: list[str] = []
            group = self.group(
                world,
                on_assigned=lambda _: 1 / 0,
                on_revoked=lambda _, told=told: told.append("revoked"),
                on_lost=lambda places, told=told: told.append(f"lost {len(places)}"),
                auto_commit_interval_ms=100,
                **kind,
            )
            for _ in range(2):
                with self.assertRaises(KlogError) as caught:
                    world.reactor.until(group.poll(timeout_ms=10_000))
                self.assertIn("on_assigned failed: ZeroDivisionError: division by zero", str(caught.exception))
            self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
            self.assertEqual((told, group.assignment), (["lost 1"], frozenset()))
            world.reactor.advance(1)
            other = self.group(world, "two", **kind)
            self.assertEqual(self.drain(world, other, 3), {T0: [0, 1, 2]}, "nothing was committed")
            world.reactor.until(other.stopService())
            world.reactor.until(group.stopService())

    def test_on_revoked_fails(self) -> None:
        world = GroupWorld(t=1)
        world.write(3)
        group = self.group(world, on_revoked=lambda _: 1 / 0)
        self.assertEqual(self.drain(world, group, 3), {T0: [0, 1, 2]})
        world.reactor.until(group.stopService())
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_stopped_by_its_own_callback(self) -> None:
        """A callback that stops the group does not wait for itself, and is called once."""
        for kind in KINDS:
            for when in ("assigned", "revoked"):
                world = GroupWorld(t=2)
                world.write(3)
                told: list[str] = []
                groups: list[ConsumerGroup] = []

                async def stop(places: Any, name: str, *, when: str = when, told: list[str] = told, groups: Any = groups) -> None:
                    told.append(f"{name} {len(places)}")
                    if name == when and places:
                        await groups[0].stopService()

                group = self.group(
                    world,
                    on_assigned=lambda places, stop=stop: stop(places, "assigned"),
                    on_revoked=lambda places, stop=stop: stop(places, "revoked"),
                    **kind,
                )
                groups.append(group)
                group.startService()
                world.reactor.advance(5)
                if when == "revoked":
                    group.subscribe(["u"])
                    world.reactor.advance(2)
                began_s = world.reactor.seconds()
                world.reactor.until(group.stopService())
                self.assertLess(world.reactor.seconds() - began_s, 10, (kind, when))
                self.assertEqual(told, ["assigned 2", "revoked 2"], (kind, when))

    def test_records_at_work_are_waited_for(self) -> None:
        """With automatic commits a rebalance waits a moment for the user to come back; what it was given then is not read again."""
        for manner in ("automatic", "stream"):
            world = GroupWorld(t=2)
            one = world.reader("one", ["t"], manner)  # type: ignore[arg-type]
            one.pause_s = 2.0
            world.write(3)
            world.advance(3)
            world.reader("two", ["t"], "automatic")
            world.check_all_read()
            world.advance(5)
            self.assertEqual(sum(reader.count for reader in world.readers.values()), 6, manner)
            world.finish()

    def test_streams(self) -> None:
        world = GroupWorld(t=4, u=1)
        group = self.group(world, topics=["t", "u"])
        streams = group.create_message_streams({"t": 2})
        (other,) = [group.stream("u")]
        self.assertRaises(ValueError, group.stream, "t")
        self.assertRaises(ValueError, group.create_message_streams, {"v": 0})
        got: list[list[TopicPartition]] = [[], [], []]

        async def read(number: int, stream: Any) -> None:
            async for message in stream:
                got[number].append(TopicPartition(message.topic, message.partition))

        for number, stream in enumerate([*streams["t"], other]):
            Deferred.fromCoroutine(read(number, stream))
        world.write(5)
        world.reactor.advance(10)
        self.assertEqual([len(some) for some in got], [10, 10, 5])
        self.assertEqual([len(set(some)) for some in got], [2, 2, 1])
        world.reactor.until(group.stopService())
        self.assertRaises(ClientStopped, group.poll)

    def test_nobody_takes_records(self) -> None:
        """Then others get them, after max_poll_interval_ms; and it comes back when it asks."""
        for kind in KINDS:
            world = GroupWorld(t=2)
            lost: list[Any] = []
            idle = self.group(world, "idle", max_poll_interval_ms=10_000, on_lost=lost.append, **kind)
            world.reactor.until(idle.poll())
            two = world.reader("two", ["t"], **kind)
            world.reactor.advance(5)
            self.assertEqual(len(idle.assignment), 1)
            world.write(4)
            world.reactor.advance(15)
            self.assertEqual((len(lost), idle.state), (1, "suspended"))
            self.assertEqual((idle.assignment, two.count), (frozenset(), 8))
            again = idle.poll(timeout_ms=10_000)
            world.reactor.advance(5)
            self.assertEqual(len(idle.assignment), 1)
            world.write(1)
            self.assertEqual(len(world.reactor.until(again)), 1)
            # Who waits is alive, however long nothing comes.
            world.reactor.until(idle.poll(timeout_ms=60_000))
            self.assertEqual(len(lost), 1)
            world.reactor.until(idle.stopService())
            world.owners = dict.fromkeys(world.owners, "two")
            world.finish()

    def test_broker_was_away(self) -> None:
        """However long it was: it hears of its members before their sessions are over, so nobody else is given what they hold."""
        for kind in KINDS:
            world = GroupWorld(t=2)
            one = world.reader("one", ["t"], **kind)
            world.advance(5)
            world.broker.stop()
            world.advance(60)
            world.broker.start()
            world.advance(0.1)
            world.reader("two", ["t"], **kind)
            world.write(3)
            world.check_all_read()
            world.advance(10)
            self.assertEqual((one.lost, sorted(world.owners.values())), (0, ["one", "two"]))
            world.finish()

    def test_stream_that_waits_is_alive(self) -> None:
        world = GroupWorld(t=1)
        reader = world.reader("one", ["t"], "stream", max_poll_interval_ms=5_000)
        world.advance(60)
        world.write(3)
        world.advance(3)
        self.assertEqual((reader.count, reader.lost), (3, 0))
        # One that is stuck is not; it is back when it asks for more.
        reader.pause_s = 200
        world.write(3)
        world.advance(15)
        self.assertEqual((reader.lost, reader.group.state), (1, "suspended"))
        reader.pause_s = 0
        world.advance(15)
        world.check_all_read()
        world.finish()

    def test_blocking_code_is_named(self) -> None:
        world = GroupWorld(t=1)
        reactor: MemoryReactor = world.reactor

        def slow(_: Any) -> None:
            reactor._set_now(round((reactor.seconds() + 1.5) * 1e6))

        group = self.group(world, on_assigned=slow)
        world.reactor.until(group.poll(timeout_ms=3000))
        (name,) = group.watchdog.warned
        self.assertIn("test_group_reader.ConsumerGroupTests.test_blocking_code_is_named.<locals>.slow", name)
        # And code that took records, by where it did.
        reactor.callLater(1, slow, None)
        reactor.advance(3)
        self.assertIn("test_group", list(group.watchdog.warned)[1])
        world.reactor.until(group.stopService())

    def test_what_cannot_work_is_said(self) -> None:
        world = GroupWorld(t=1)
        group = self.group(world, session_timeout_ms=100, heartbeat_interval_ms=50)
        for _ in range(3):
            with self.assertRaises(KlogError) as caught:
                world.reactor.until(group.poll(timeout_ms=10_000))
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_SESSION_TIMEOUT)
        self.assertIs(group.failure, caught.exception)
        stream = group.stream()
        with self.assertRaises(KlogError):
            world.reactor.until(stream.next_set())
        world.reactor.until(group.stopService())

    def test_subscribe(self) -> None:
        for kind in KINDS:
            world = GroupWorld(t=1, u=1)
            world.write(2)
            group = self.group(world, **kind)
            self.assertEqual(self.drain(world, group, 2), {T0: [0, 1]})
            group.subscribe(["u"])
            self.assertEqual(self.drain(world, group, 2), {TopicPartition("u", 0): [0, 1]})
            world.reactor.until(group.stopService())

    def test_stop_by_exception_repeats_what_was_at_work(self) -> None:
        world = GroupWorld(t=1)
        world.write(4)

        async def work(group: ConsumerGroup) -> None:
            async with group:
                await group.poll(2, 10_000)
                await group.poll(2, 10_000)
                raise ZeroDivisionError

        self.assertRaises(ZeroDivisionError, world.reactor.until, work(self.group(world)))
        after = self.group(world)
        self.assertEqual(self.drain(world, after, 2), {T0: [2, 3]})
        world.reactor.until(after.stopService())

    def test_a_loop_that_is_left_has_read_its_last_message(self) -> None:
        """An orderly stop writes down what a stream has handed out, as it does of polls and for a `Consumer`; an exception does not."""
        for kind in KINDS:
            for failing in (False, True):
                world = GroupWorld(t=1)
                world.write(4)

                async def work(group: ConsumerGroup, failing: bool = failing) -> None:
                    async with group:
                        async for message in group.stream():
                            if message.offset == 2:
                                break
                        if failing:
                            raise ZeroDivisionError

                working = Deferred.fromCoroutine(work(self.group(world, **kind)))
                if failing:
                    self.assertRaises(ZeroDivisionError, world.reactor.until, working)
                else:
                    world.reactor.until(working)
                after = self.group(world, **kind)
                self.assertEqual(world.reactor.until(after.committed([T0])), {T0: 2 if failing else 3})
                world.reactor.until(after.stopService())

    def test_stopped_while_committed_offsets_are_asked_for(self) -> None:
        """Nobody waits for them, and what the user was never told of is not taken from it."""
        for kind in KINDS:
            world = GroupWorld(t=2)
            told: list[str] = []
            group = self.group(
                world,
                on_assigned=lambda places, told=told: told.append(f"assigned {len(places)}"),
                on_revoked=lambda places, told=told: told.append(f"revoked {len(places)}"),
                **kind,
            )
            group.read_offsets = lambda places: Deferred()  # type: ignore[method-assign, assignment]
            group.startService()
            world.reactor.advance(10)
            self.assertEqual((told, group.assignment), ([], {T0, T1}))
            began_s = world.reactor.seconds()
            world.reactor.until(group.stopService())
            self.assertLess(world.reactor.seconds() - began_s, 5, kind)
            self.assertEqual(told, [], kind)

    def test_every_deferred_fires(self) -> None:
        """Also where no broker answers any more, in whatever state it is stopped."""
        for kind in KINDS:
            for seconds in (0.0, 0.01, 5.0):
                world = GroupWorld(t=2)
                world.write(3)
                group = self.group(world, request_timeout_ms=5_000, **kind)
                group.ensure_started()
                world.reactor.advance(seconds)
                world.reactor.refuse()
                world.reactor.cut()
                asked = [group.poll(timeout_ms=100_000), group.commit({T0: 1}), group.committed([T0]), group.stream().next_set()]
                world.reactor.advance(1)
                stopped = group.stopService()
                world.reactor.advance(100)
                self.successResultOf(stopped)
                for deferred in asked:
                    self.assertTrue(deferred.called)
                    deferred.addErrback(lambda failure: failure.trap(KlogError))
                self.assertEqual(group.assignment, frozenset())

    @pytest.mark.soak
    def test_random_groups(self) -> None:
        """Readers of all manners join, leave and die, callbacks and work take time, connections break: from seeds."""
        for seed in SEEDS:
            run_readers(seed)


def run_readers(seed: int) -> None:
    """One group of a seed; every problem raises."""
    rng = random.Random(seed)
    kind = rng.choice(KINDS)
    world = GroupWorld(seed, t=rng.randint(1, 8), u=rng.randint(1, 3))
    world.reactor.delay_s = rng.choice([0, 0.001, 0.03])
    number = 0
    manners: list[Manner] = ["commits", "commits", "automatic", "stream"]
    try:
        for _ in range(rng.randint(5, 14)):
            world.write(rng.randint(0, 20))
            event = rng.random()
            if event < 0.5 or not world.readers:
                number += 1
                reader = world.reader(f"r{number}", rng.choice([["t"], ["t", "u"]]), rng.choice(manners), **kind)
                reader.pause_s = rng.choice([0, 0, 0.05, 0.5])
                reader.callback_s = rng.choice([0, 0, 0.2, 2])
            elif event < 0.7:
                world.end(rng.choice(sorted(world.readers)))
            elif event < 0.82:
                world.kill(rng.choice(sorted(world.readers)))
            elif event < 0.90:
                world.reactor.cut()
            elif event < 0.94:
                world.broker.stop()
                world.reactor.advance(rng.choice([0.1, 1, 5]))
                world.broker.start()
            else:
                world.grow("t", world.sizes["t"] + rng.randint(1, 3))
            world.advance(rng.choice([0, 0.01, 0.1, 1, 3]))
        if not any("u" in reader.topics for reader in world.readers.values()):
            world.reader("last", ["t", "u"], **kind)
        world.write(3)
        world.check_all_read()
        world.advance(3)
        world.finish()
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, {kind}: {error}") from error
