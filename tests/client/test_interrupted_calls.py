"""Every public call that gives a Deferred, interrupted at every moment.

Each is made, and after one step of the reactor, after two, and so on until it is answered by itself, something happens:

==================  ====================================================================================================================
`cancelled`         it fires at once; the same call, made again, is answered
`stopped`           the client is stopped, or the `Client` that it shares with others: it fires, with a result or with `ClientStopped`
`cut`               all connections break, so that an answer may be lost: it is answered all the same, and so is the next one
==================  ====================================================================================================================

At the end of each the client stops, and leaves nothing behind: no call of the reactor, no error that nobody was told.

The test command takes every tenth moment; ``KLOG_SOAK=1`` takes all of them, and clients that share a `Client` for all that happens.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest
from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.admin.reset import ResetTo
from klog.client.admin.types import ConfigResource, NewTopic
from klog.client.fetching.consumer import Consumer
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.client.retry import ClientStopped
from klog.client.service import Client, ClientService
from klog.model import TopicPartition
from tests import peers
from tests.client.groups.group_world import GroupWorld

pytestmark = pytest.mark.soak

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
#: More are not gone through.
MOST_MOMENTS = 60

Call = Callable[[Any], Deferred[Any]]
#: A client, of a broker or of a shared `Client`.
Make = Callable[[GroupWorld, Any], ClientService]


def reading(consumer: Consumer) -> Consumer:
    """One that reads."""
    if not consumer.assignment:
        consumer.assign({T0: 0, T1: 0}).addErrback(lambda _: None)
    return consumer


def streamed(consumer: Consumer) -> Deferred[Any]:
    """What its only stream gives next."""
    if not consumer._stream_sets:
        consumer.stream(["t"])
    return consumer._stream_sets[0].streams[0].next_set()


def filled(producer: Producer) -> Deferred[None]:
    """Room, where there is none."""
    for _ in range(60):
        producer.send("t", b"x" * 1000).addErrback(lambda _: None)
    return producer.room()


def flushed(producer: Producer) -> Deferred[None]:
    """Something is flushed."""
    producer.send("t", b"x").addErrback(lambda _: None)
    return producer.flush()


def poured(producer: Producer) -> Deferred[int]:
    """The end of a stream of lines."""
    sink = producer.sink("t")
    sink.write(b"a\nb\n")
    return sink.finish()


MAKE: dict[str, Make] = {
    "producer": lambda world, where: Producer(
        world.reactor, where, linger_ms=3, backlog_bytes=100_000, max_request_bytes=90_000, batch_bytes=20_000
    ),
    "consumer": lambda world, where: Consumer(world.reactor, where, group_id="g", auto_offset_reset="earliest"),
    "group": lambda world, where: ConsumerGroup(world.reactor, where, "g", ["t"], auto_offset_reset="earliest"),
    "admin": lambda world, where: Admin(world.reactor, where),
}
CALLS: dict[str, dict[str, Call]] = {
    "producer": {
        "send": lambda producer: producer.send("t", b"x"),
        "send to a topic that is made": lambda producer: producer.send("new", b"x"),
        "send_many": lambda producer: producer.send_many("t", [b"x"] * 500),
        "flush": flushed,
        "room": filled,
        "sink": poured,
    },
    "consumer": {
        "assign": lambda consumer: consumer.assign([T0, T1]),
        "follow": lambda consumer: consumer.follow(["t"]),
        "poll": lambda consumer: reading(consumer).poll(timeout_ms=2_000),
        "position": lambda consumer: reading(consumer).position(T0),
        "seek_to_time": lambda consumer: reading(consumer).seek_to_time([T0], 1_000),
        "rewind": lambda consumer: reading(consumer).rewind([T0]),
        "partitions_for": lambda consumer: consumer.partitions_for("t"),
        "beginning_offsets": lambda consumer: consumer.beginning_offsets([T0]),
        "end_offsets": lambda consumer: consumer.end_offsets([T0]),
        "offsets_for_times": lambda consumer: consumer.offsets_for_times({T0: 1_000}),
        "commit": lambda consumer: consumer.commit({T0: 1}),
        "committed": lambda consumer: consumer.committed([T0]),
        "next_set": streamed,
    },
    "group": {
        "poll": lambda group: group.poll(timeout_ms=4_000),
        "committed": lambda group: group.committed([T0]),
        "next_set": streamed,
    },
    "admin": {
        "create_topics": lambda admin: admin.create_topics([NewTopic("a", 1), NewTopic("b", 2)]),
        "delete_topics": lambda admin: admin.delete_topics(["t"]),
        "list_topics": lambda admin: admin.list_topics(),
        "describe_topics": lambda admin: admin.describe_topics(["t"]),
        "list_offsets": lambda admin: admin.list_offsets({T0: -1, T1: -2}),
        "describe_configs": lambda admin: admin.describe_configs([ConfigResource.topic("t")]),
        "alter_configs": lambda admin: admin.alter_configs({ConfigResource.topic("t"): {"retention.ms": "1000"}}),
        "list_groups": lambda admin: admin.list_groups(),
        "describe_groups": lambda admin: admin.describe_groups(["g"]),
        "list_group_offsets": lambda admin: admin.list_group_offsets(["g"]),
        "alter_group_offsets": lambda admin: admin.alter_group_offsets("g", {T0: 1}),
        "plan_reset": lambda admin: admin.plan_reset("g", ResetTo.earliest(), topics=["t"]),
        "lag": lambda admin: admin.lag(["g"]),
        "describe_cluster": lambda admin: admin.describe_cluster(),
        "list_transactions": lambda admin: admin.list_transactions(),
    },
}


class InterruptedCallTests(SynchronousTestCase):
    """A broker in memory for each moment."""

    def cancelled(self, world: GroupWorld, client: Any, call: Call, asked: Deferred[Any], outcome: list[Any]) -> None:
        asked.cancel()
        self.assertEqual(len(outcome), 1, "still waiting")
        if isinstance(outcome[0], Failure):
            outcome[0].trap(CancelledError)
        world.reactor.until(call(client), 60)

    def stopped(self, world: GroupWorld, client: Any, call: Call, asked: Deferred[Any], outcome: list[Any]) -> None:
        stopping = (client.shared or client).stopService()
        world.reactor.until(stopping, 60)
        self.assertEqual(len(outcome), 1, "still waiting")
        if isinstance(outcome[0], Failure):
            self.assertIn("stopped", outcome[0].getErrorMessage())
        late: list[Any] = []
        try:
            call(client).addBoth(late.append)
        except ClientStopped:
            return
        world.reactor.advance(1)
        self.assertEqual(len(late), 1, "asked of a client that has stopped, and still waiting")

    def cut(self, world: GroupWorld, client: Any, call: Call, asked: Deferred[Any], outcome: list[Any]) -> None:
        world.reactor.cut()
        for _ in range(2_000):
            if outcome:
                break
            world.reactor.step(0.1)
        self.assertEqual(len(outcome), 1, "still waiting")
        if isinstance(outcome[0], Failure):
            outcome[0].raiseException()
        world.reactor.until(call(client), 60)

    def gone_through(self, make: Make, call: Call, what: str, shares: bool) -> int:
        """At every moment; how many there are."""
        for moment in range(0, MOST_MOMENTS, 1 if peers.SOAK else 10):
            world = GroupWorld(seed=moment, t=2)
            world.write(2)
            world.reactor.delay_s = 0.001
            before = set(world.reactor.calls)
            shared = Client(world.reactor, world.broker.bootstrap) if shares else None
            if shared is not None:
                shared.startService()
            client = make(world, shared or world.broker.bootstrap)
            outcome: list[Any] = []
            asked = call(client).addBoth(outcome.append)
            for _ in range(moment):
                world.reactor.step(0.05)
            was_answered = bool(outcome)
            try:
                getattr(self, what)(world, client, call, asked, outcome)
                for one in (client, shared, world.producer):
                    if one is not None:
                        world.reactor.until(one.stopService(), 120)
            except Exception as error:
                raise AssertionError(f"{what} after {moment} steps: {error!r}") from error
            world.broker.stop()
            left = [one for one in world.reactor.calls if one not in before and _is_klog_client(one)]
            self.assertEqual(left, [], f"{what} after {moment} steps")
            if was_answered:
                return moment
        return MOST_MOMENTS

    def all_calls(self, kind: str, what: str) -> None:
        moments = 0
        for name, call in CALLS[kind].items():
            for shares in (False, True) if peers.SOAK else (what == "stopped",):
                with self.subTest(call=name, shares=shares):
                    moments += self.gone_through(MAKE[kind], call, what, shares)
        self.assertGreaterEqual(moments, 4 * len(CALLS[kind]))
        gc.collect()
        self.assertEqual([str(one) for one in self.flushLoggedErrors()], [])


def _is_klog_client(call: Any) -> bool:
    return "klog.client" in (getattr(call.func, "__module__", None) or "")


def _add_tests() -> None:
    for kind in CALLS:
        for what in ("cancelled", "stopped", "cut"):

            def test(self: InterruptedCallTests, kind: str = kind, what: str = what) -> None:
                self.all_calls(kind, what)

            setattr(InterruptedCallTests, f"test_{kind}_{what}", test)


_add_tests()
