"""Asking for metadata in rounds; most of it stands in test_routing, here is what an eye on the rounds themselves tells."""

from __future__ import annotations

from twisted.internet.defer import CancelledError

from klog.client.retry import ClientStopped
from klog.errors import ErrorCode
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse
from tests.client.test_routing import RoutingCase


class RoundsTests(RoutingCase):
    """On a cluster of dicts."""

    def asked(self) -> list[list[str] | None]:
        return [
            None if message.topics is None else [str(topic.name) for topic in message.topics]
            for _, message in self.cluster.asked
            if isinstance(message, MetadataRequest)
        ]

    def test_only_what_is_missing_is_asked_for(self) -> None:
        self.cluster.topics.update(b=[(1, 1)], c=[(1, 1)])
        self.result(self.routing.know(["a", "b"]))
        self.result(self.routing.know(["a", "c"]))
        self.result(self.routing.refresh())
        self.result(self.routing.all_topics())
        self.assertEqual(self.asked(), [["a", "b"], ["c"], ["a", "b", "c"], None])

    def test_a_waiter_joins_the_round_that_asks_for_its_topics(self) -> None:
        first = self.routing.know(["a"])
        self.clock.advance(0.011)
        second = self.routing.know(["a"])
        self.result(first)
        self.successResultOf(second)
        self.assertEqual(len(self.asked()), 1)

    def test_auto_creation_is_asked_for_only_where_wanted(self) -> None:
        for wanted in (False, True):
            routing = self.make(allow_auto_create_topics=wanted)
            self.result(routing.know(["a"]))
            request = self.cluster.asked[-1][1]
            assert isinstance(request, MetadataRequest)
            self.assertEqual(request.allow_auto_topic_creation, wanted)

    def test_a_broker_may_send_us_back_to_the_beginning(self) -> None:
        """KIP-1102."""
        self.result(self.routing.know(["a"]))
        real = self.cluster.handlers[MetadataRequest]
        answers = [MetadataResponse(error_code=ErrorCode.REBOOTSTRAP_REQUIRED)]
        self.cluster.handlers[MetadataRequest] = lambda server, request: answers.pop() if answers else real(server, request)
        self.result(self.routing.refresh(), 2)
        self.assertEqual(len(self.routing.metadata.nodes), 3)

    def test_a_lost_connection_is_followed_by_one_round(self) -> None:
        self.result(self.routing.know(["a"]))
        self.clock.pump([1] * 10)
        for connection in self.cluster.connections:
            connection.lose()
        self.clock.pump([0.1] * 50)
        self.assertEqual(len(self.asked()), 2)

    def test_idle_clients_ask_nothing(self) -> None:
        self.result(self.routing.refresh())
        for connection in self.cluster.connections:
            connection.lose()
        self.clock.pump([1] * 1000)
        self.assertEqual(len(self.asked()), 1)

    def test_whoever_is_told_may_cancel_the_others(self) -> None:
        for how in ("answered", "stopped"):
            first, second, third = (self.routing.know([how]) for _ in range(3))
            first.addBoth(lambda _, second=second: second.cancel())
            if how == "stopped":
                self.routing.stop()
            else:
                self.clock.pump([0.01] * 10)
            self.failureResultOf(second, CancelledError)
            self.assertTrue(third.called, how)
            third.addErrback(lambda failure: failure.trap(ClientStopped))
