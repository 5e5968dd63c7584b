"""Who is asked, and what happens when nobody is there: on a cluster of dicts, and on klog's broker in memory."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.retry import ClientStopped, NobodyAnswers
from klog.client.routing import Routing, error_codes
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.client.errors import AuthenticationFailed, BrokerUnreachable
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicResult, CreateTopicsRequest, CreateTopicsResponse
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.messages.list_groups import ListGroupsRequest, ListGroupsResponse
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse
from tests.client.fake_cluster import FakeCluster

TP = TopicPartition("a", 0)


class RoutingCase(SynchronousTestCase):
    """A routing on a fake cluster."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.cluster.topics["a"] = [(1, 1), (2, 1)]
        self.routing = self.make()

    def make(self, bootstrap: str = "host1,host2,host3", **options: Any) -> Routing:
        settings = ClientSettings(bootstrap_servers=bootstrap, **options)
        return Routing(self.clock, settings, random=random.Random(5), connect=self.cluster.connect)

    def until(self, condition: Callable[[], object], limit_s: float = 100) -> None:
        """Let time pass."""
        for _ in range(int(limit_s / 0.005)):
            if condition():
                return
            self.clock.advance(0.005)
        self.fail(f"not within {limit_s} s")

    def result(self, deferred: Deferred[Any], limit_s: float = 100) -> Any:
        """Of a Deferred that fires in time; its exception is raised."""
        self.until(lambda: deferred.called, limit_s)
        return self.successResultOf(deferred)

    def error(self, deferred: Deferred[Any], kind: type[BaseException], limit_s: float = 100) -> Any:
        self.until(lambda: deferred.called, limit_s)
        return self.failureResultOf(deferred, kind).value


class KnowingTests(RoutingCase):
    """Topics."""

    def test_topics_are_asked_for_once(self) -> None:
        self.result(self.routing.know(["a"]))
        self.assertEqual(self.routing.metadata.leader(TP), 1)
        self.assertEqual(self.cluster.count(MetadataRequest), 1)
        self.successResultOf(self.routing.know(["a"]))
        self.assertEqual(self.cluster.count(MetadataRequest), 1)

    def test_those_who_ask_at_once_share_a_round(self) -> None:
        all_of = [self.routing.know(["a"]) for _ in range(10)] + [self.routing.know(["b"])]
        for deferred in all_of:
            self.result(deferred)
        self.assertEqual(self.cluster.count(MetadataRequest), 2)
        topic = self.routing.metadata.topic("b")
        assert topic is not None
        self.assertEqual(topic.error, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_a_topic_that_appears_is_noticed(self) -> None:
        changes: list[int] = []
        self.result(self.routing.know(["later"]))
        self.routing.on_change.append(lambda: changes.append(1))
        self.cluster.topics["later"] = [(3, 0)]
        self.until(lambda: self.routing.metadata.leader(TopicPartition("later", 0)) == 3, 5)
        self.assertTrue(changes)
        count = self.cluster.count(MetadataRequest)
        self.clock.pump([1] * 60)
        self.assertEqual(self.cluster.count(MetadataRequest), count)

    def test_asking_in_vain_slows_down(self) -> None:
        self.result(self.routing.know(["never"]))
        self.clock.pump([0.01] * 6000)
        self.assertTrue(45 < self.cluster.count(MetadataRequest) < 90, self.cluster.count(MetadataRequest))

    def test_a_leader_that_moved_is_found_by_one_complaint_or_many(self) -> None:
        self.result(self.routing.know(["a"]))
        self.cluster.topics["a"] = [(3, 2), (2, 1)]
        for _ in range(100):
            self.routing.stale("a")
        self.until(lambda: self.routing.metadata.leader(TP) == 3, 2)
        self.assertLessEqual(self.cluster.count(MetadataRequest), 3)

    def test_age(self) -> None:
        self.result(self.routing.know(["a"]))
        self.cluster.topics["a"] = [(2, 2), (2, 1)]
        self.clock.pump([1] * 299)
        self.assertEqual(self.routing.metadata.leader(TP), 1)
        self.clock.pump([1] * 3)
        self.assertEqual(self.routing.metadata.leader(TP), 2)

    def test_forgotten_topics_are_not_asked_for(self) -> None:
        self.result(self.routing.know(["a", "b"]))
        self.routing.forget(["a", "b", "c"])
        count = self.cluster.count(MetadataRequest)
        self.clock.pump([1] * 700)
        self.assertEqual(self.cluster.count(MetadataRequest), count)
        self.assertIsNone(self.routing.metadata.topic("a"))

    def test_all_topics(self) -> None:
        self.cluster.topics["z"] = [(1, 1)]
        self.result(self.routing.all_topics())
        self.assertEqual(sorted(self.routing.metadata.topics), ["a", "z"])
        del self.cluster.topics["z"]
        self.result(self.routing.all_topics())
        self.assertEqual(sorted(self.routing.metadata.topics), ["a"])

    def test_a_listener_that_fails_harms_nobody(self) -> None:
        self.routing.on_change.append(lambda: 1 // 0)  # type: ignore[arg-type, return-value]
        self.result(self.routing.know(["a"]))
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_a_broker_that_has_just_started_is_not_believed(self) -> None:
        real = self.cluster.handlers[MetadataRequest]
        self.cluster.handlers[MetadataRequest] = lambda server, request: MetadataResponse()
        known = self.routing.know(["a"])
        self.clock.pump([0.01] * 300)
        self.assertFalse(known.called)
        self.cluster.handlers[MetadataRequest] = real
        self.result(known)


class NobodyThereTests(RoutingCase):
    """Brokers that are away, come back, and move."""

    def test_nobody_answers_and_then_somebody_does(self) -> None:
        self.cluster.up.clear()
        known = self.routing.know(["a"])
        error = self.error(known, NobodyAnswers, 31)
        self.assertIn("30000 ms", str(error))
        self.assertIn("refused the connection", str(error))
        self.cluster.up.add(("host2", 9092))
        self.until(lambda: self.routing.metadata.leader(TP) == 1, 5)

    def test_a_silent_server_does_not_hold_up_the_others(self) -> None:
        self.cluster.silent |= {("host1", 9092), ("host3", 9092)}
        self.result(self.routing.know(["a"]), 4)

    def test_a_broker_that_takes_questions_and_answers_none_does_not_either(self) -> None:
        self.result(self.routing.know(["a"]))
        (asked, _), *_ = self.cluster.asked
        mute = next(server for server in self.cluster.up if f"{server[0]}:{server[1]}" == asked)
        self.cluster.mute.add(mute)
        self.cluster.topics["b"] = [(1, 1)]
        self.result(self.routing.know(["b"]), 6)
        self.assertEqual(self.routing.metadata.leader(TopicPartition("b", 0)), 1)

    def test_refused_credentials_are_told_at_once(self) -> None:
        for server in self.cluster.up:
            self.cluster.refusals[server] = AuthenticationFailed(server[0], "refused the password")
        self.error(self.routing.know(["a"]), AuthenticationFailed, 1)
        self.error(self.routing.ask_any(ListGroupsRequest()), AuthenticationFailed, 1)

    def test_the_whole_cluster_moves(self) -> None:
        self.result(self.routing.know(["a"]))
        waiting = self.routing.ask(1, HeartbeatRequest())
        self.cluster.nodes = {1: ("new", 1), 2: ("new", 2), 3: ("new", 3)}
        for server in list(self.cluster.up):
            self.cluster.crash(server)
        self.clock.pump([0.1] * 50)
        self.cluster.up |= {*self.cluster.nodes.values(), ("host3", 9092)}
        self.until(lambda: self.routing.metadata.nodes[1].host == "new", 3)
        self.error(waiting, BrokerUnreachable, 1)
        self.cluster.handlers[HeartbeatRequest] = lambda server, request: HeartbeatResponse()
        self.result(self.routing.ask(1, HeartbeatRequest()), 1)
        self.assertEqual(self.cluster.asked[-1][0], "new:1")

    def test_a_node_that_was_never_reached_is_looked_for(self) -> None:
        """The first connection to it fails: perhaps it is elsewhere by now."""
        self.result(self.routing.know(["a"]))
        self.cluster.up.discard(("host2", 9092))
        waiting = self.routing.ask(2, HeartbeatRequest(), purpose="group")
        self.clock.pump([0.1] * 20)
        self.cluster.nodes[2] = ("moved", 2)
        self.cluster.up.add(("moved", 2))
        self.error(waiting, BrokerUnreachable, 3)
        self.assertEqual(self.routing.metadata.nodes[2].host, "moved")

    def test_a_dead_broker_that_is_no_longer_listed_holds_nobody(self) -> None:
        self.result(self.routing.know(["a"]))
        self.cluster.crash(("host2", 9092))
        waiting = self.routing.ask(2, HeartbeatRequest())
        del self.cluster.nodes[2]
        self.error(waiting, BrokerUnreachable, 3)
        self.failureResultOf(self.routing.ask(2, HeartbeatRequest()), BrokerUnreachable)

    def test_ask_any_goes_on_until_its_time_is_over(self) -> None:
        self.cluster.handlers[ListGroupsRequest] = lambda server, request: ListGroupsResponse()
        self.cluster.up.clear()
        asked = self.routing.ask_any(ListGroupsRequest(), timeout_ms=5000)
        self.clock.pump([0.1] * 30)
        self.cluster.up.add(("host1", 9092))
        self.result(asked, 2)
        self.cluster.crash(("host1", 9092))
        error = self.error(self.routing.ask_any(ListGroupsRequest(), timeout_ms=5000), NobodyAnswers, 5.1)
        # Not that somebody was asked in the last moment and said nothing.
        self.assertIn("refused the connection", str(error))

    def test_a_round_without_time_tells_what_the_one_before_met(self) -> None:
        before = KlogError(ErrorCode.NETWORK_EXCEPTION, "the wire was cut")

        def ask(before: KlogError | None) -> str:
            self.cluster.up.clear()
            asked = Deferred.fromCoroutine(self.routing.ask_once(lambda ranges: (ListGroupsRequest(), None), 0, before))
            return str(self.error(asked, KlogError, 1))

        self.assertIn("host1", ask(None))
        self.routing._connections.candidates = lambda: ([], [])  # type: ignore[method-assign]
        self.assertIn("nobody was there", ask(None))
        self.assertIn("the wire was cut", ask(before))

    def test_a_bootstrap_connection_becomes_its_brokers(self) -> None:
        self.result(self.routing.know(["a"]))
        made = len(self.cluster.connections)
        (address,) = self.cluster.attempts
        node = next(node for node, (host, port) in self.cluster.nodes.items() if f"{host}:{port}" == address)
        self.cluster.handlers[HeartbeatRequest] = lambda server, request: HeartbeatResponse()
        self.result(self.routing.ask(node, HeartbeatRequest()))
        self.assertEqual(len(self.cluster.connections), made)
        self.result(self.routing.ask(node, HeartbeatRequest(), purpose="fetch"))
        self.assertEqual(len(self.cluster.connections), made + 1)


class ControllerAndCoordinatorTests(RoutingCase):
    """Requests for one certain broker."""

    def test_the_controller_is_found_again(self) -> None:
        def create(server: tuple[str, int], request: object) -> CreateTopicsResponse:
            right = server == self.cluster.nodes[2]
            return CreateTopicsResponse(
                topics=[CreatableTopicResult(name="n", error_code=ErrorCode.NONE if right else ErrorCode.NOT_CONTROLLER)]
            )

        self.cluster.handlers[CreateTopicsRequest] = create
        self.result(self.routing.know(["a"]))
        self.cluster.controller = 2
        answer = self.result(self.routing.ask_controller(CreateTopicsRequest(topics=[CreatableTopic(name="n")])))
        self.assertEqual(answer.topics[0].error_code, 0)
        self.cluster.controller = 3
        self.routing.metadata.controller_id = 3
        self.assertEqual(self.error(self.routing.ask_controller(CreateTopicsRequest()), KlogError).code, ErrorCode.NOT_CONTROLLER)

    def test_coordinators_are_found_once_and_forgotten_when_they_say_so(self) -> None:
        self.cluster.groups["g"] = 2
        codes = [ErrorCode.NONE, ErrorCode.NOT_COORDINATOR]
        self.cluster.handlers[HeartbeatRequest] = lambda server, request: HeartbeatResponse(error_code=codes.pop(0))
        self.result(self.routing.ask_coordinator("g", HeartbeatRequest(group_id="g")))
        self.assertEqual(self.cluster.count(FindCoordinatorRequest), 1)
        answer = self.result(self.routing.ask_coordinator("g", HeartbeatRequest(group_id="g")))
        self.assertEqual((answer.error_code, self.cluster.count(FindCoordinatorRequest)), (ErrorCode.NOT_COORDINATOR, 1))
        self.assertEqual(self.result(self.routing.coordinator("g")), 2)
        self.assertEqual(self.cluster.count(FindCoordinatorRequest), 2)

    def test_a_lost_coordinator_is_looked_for(self) -> None:
        self.cluster.groups["g"] = 2
        self.cluster.handlers[HeartbeatRequest] = lambda server, request: HeartbeatResponse()
        self.result(self.routing.know(["a"]))
        self.result(self.routing.ask_coordinator("g", HeartbeatRequest(group_id="g")))
        self.cluster.groups["g"] = 3
        self.cluster.crash(("host2", 9092))
        self.assertEqual(self.result(self.routing.coordinator("g")), 3)


class StoppingTests(RoutingCase):
    """Nothing is left."""

    def test_everything_fires_and_nothing_stays(self) -> None:
        self.result(self.routing.know(["a"]))
        self.cluster.mute |= set(self.cluster.up)
        given = [
            self.routing.know(["b"]),
            self.routing.refresh(),
            self.routing.all_topics(),
            self.routing.ask(1, HeartbeatRequest()),
            self.routing.ask_any(ListGroupsRequest()),
            self.routing.ask_controller(ListGroupsRequest()),
            self.routing.ask_coordinator("g", HeartbeatRequest()),
            self.routing.coordinator("h"),
            self.routing.coordinator("i"),
            self.routing.coordinator("j"),
            self.routing.wait_ms(1e9),
            self.routing.versions(3, purpose="group"),
        ]
        self.clock.advance(0.001)
        stopped = self.routing.stop()
        self.result(stopped)
        self.clock.advance(0)
        for deferred in given:
            self.failureResultOf(deferred, KlogError)
        after = [
            self.routing.know(["b"]), self.routing.refresh(), self.routing.ask(1, HeartbeatRequest()), self.routing.wait_ms(1),
            self.routing.ask_any(ListGroupsRequest()), self.routing.coordinator("g"), self.routing.versions(1),
        ]  # fmt: skip
        for deferred in after:
            self.failureResultOf(deferred, ClientStopped)
        self.routing.stale("a")
        self.successResultOf(self.routing.stop())
        mine = [call for call in self.clock.getDelayedCalls() if "klog.client" in getattr(call.func, "__module__", "")]
        self.assertEqual(mine, [])

    def test_stopping_while_nobody_answers(self) -> None:
        self.cluster.up.clear()
        known = self.routing.know(["a"])
        self.clock.pump([0.01] * 50)
        self.result(self.routing.stop())
        self.failureResultOf(known, ClientStopped)
        attempts = len(self.cluster.attempts)
        self.clock.pump([0.1] * 100)
        self.assertEqual(len(self.cluster.attempts), attempts)

    def test_one_that_is_forgotten_without_being_stopped_is_collected_quietly(self) -> None:
        self.cluster.silent |= self.cluster.up
        self.routing.know(["a"])
        self.clock.advance(0.02)
        self.clock = Clock()
        self.cluster = self.routing = None  # type: ignore[assignment]
        gc.collect()
        self.assertEqual(self.flushLoggedErrors(), [])

    def test_cancelling(self) -> None:
        self.cluster.up.clear()
        known, waiting = self.routing.know(["a"]), self.routing.wait_ms(50)
        known.cancel()
        waiting.cancel()
        for deferred in (known, waiting):
            self.failureResultOf(deferred)
        self.clock.pump([0.1] * 400)


class BrokerTests(SynchronousTestCase):
    """Against klog's broker, through bytes."""

    def test_a_journey(self) -> None:
        broker = MemoryBroker().start()
        reactor = broker.reactor
        routing = Routing(reactor, ClientSettings(bootstrap_servers=broker.bootstrap), random=random.Random(1))
        created = reactor.until(
            routing.ask_controller(CreateTopicsRequest(topics=[CreatableTopic(name="a", num_partitions=3, replication_factor=1)]))
        )
        self.assertEqual(error_codes(created), {0})
        reactor.until(routing.know(["a"]))
        node = routing.metadata.leader(TopicPartition("a", 2))
        assert node is not None
        ranges = reactor.until(routing.versions(node))
        self.assertTrue(ranges.has(MetadataRequest))
        self.assertEqual(reactor.until(routing.coordinator("g")), node)
        reactor.cut()
        reactor.advance(0.01)
        reactor.until(routing.ask(node, ListGroupsRequest()))
        reactor.until(routing.stop())
        self.flushLoggedErrors()
