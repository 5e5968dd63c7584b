"""Who may say what only brokers say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handler import ConnectionInfo
from klog.broker.handlers.allocate_producer_ids import AllocateProducerIdsHandler
from klog.broker.handlers.alter_partition import AlterPartitionHandler
from klog.broker.handlers.controlled_shutdown import ControlledShutdownHandler
from klog.broker.handlers.elect_leaders import ElectLeadersHandler
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.cluster.uncontrolled import Uncontrolled
from klog.errors import ErrorCode, KlogError
from klog.net.authentication import SaslPolicy, SaslSession
from klog.net.principal import Principal
from klog.span import join_parts
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsResponse
from klog.wire.messages.alter_partition import AlterPartitionResponse
from klog.wire.messages.controlled_shutdown import ControlledShutdownResponse
from tests.broker.replicas.controlled_rig import EPOCH, ControlledCase, ControlledCoordination
from tests.wire.strategies import messages


def by(listener: str) -> ConnectionInfo:
    """A connection."""
    return ConnectionInfo(listener, "h", 1, "p", 2)


class InterBrokerGuardTests(SynchronousTestCase):
    """Listeners, numbers and epochs."""

    def test_listeners(self) -> None:
        gate = InterBrokerGuard(ControlledCoordination(), "REPLICATION")
        self.assertTrue(gate.may_control(by("REPLICATION")) and gate.may_ask_controller(by("REPLICATION")))
        self.assertFalse(gate.may_control(by("CLIENTS")) or gate.may_ask_controller(by("CLIENTS")))
        self.assertFalse(gate.may_replicate(by("CLIENTS"), 2, None))
        self.assertEqual([gate.may_ask_coordinator(by(name)) for name in ("REPLICATION", "CLIENTS")], [True, False])

    def test_a_listener_for_the_controller(self) -> None:
        """``control.plane.listener.name``."""
        gate = InterBrokerGuard(ControlledCoordination(), "REPLICATION", "CONTROL")
        self.assertTrue(gate.may_control(by("CONTROL")) and gate.may_ask_controller(by("REPLICATION")))
        self.assertFalse(gate.may_control(by("REPLICATION")))
        # As Kafka's brokers do it.
        self.assertTrue(gate.may_ask_controller(by("CONTROL")))
        self.assertFalse(gate.may_ask_controller(by("CLIENTS")))

    def test_epochs(self) -> None:
        """The life that is registered, and no other; of a broker that is not there nobody may speak."""
        coordination = ControlledCoordination()
        gate = InterBrokerGuard(coordination, "PLAINTEXT")
        self.assertEqual([gate.may_replicate(by("PLAINTEXT"), 2, epoch) for epoch in (None, 50, 49, 51, -1)], [True, True] + 3 * [False])
        del coordination.epochs[2]
        self.assertEqual([gate.may_replicate(by("PLAINTEXT"), 2, epoch) for epoch in (None, 50, -1)], 3 * [False])

    def test_who_comes_as_somebody_else(self) -> None:
        """Where the listener asks by SASL who comes."""
        gate = InterBrokerGuard(ControlledCoordination(), "INSIDE", brokers=[Principal("User", "broker")])
        for name, is_broker in (("broker", True), ("alice", False), ("Broker", False), ("ANONYMOUS", False)):
            connection = by("INSIDE")
            connection.sasl = SaslSession(SaslPolicy({}), lambda: 0.0, lambda principal: None, lambda reason: None)
            connection.principal = Principal("User", name)
            said = [gate.may_control(connection), gate.may_ask_controller(connection), gate.may_replicate(connection, 2, 50)]
            self.assertEqual([*said, gate.may_ask_coordinator(connection)], 4 * [is_broker], name)

    def test_alone(self) -> None:
        """Nobody controls; who says that it is a broker is told by the partitions that it is no replica."""
        gate = InterBrokerGuard(Uncontrolled(), None)  # type: ignore[arg-type]
        self.assertFalse(gate.may_control(by("PLAINTEXT")) or gate.may_ask_controller(by("PLAINTEXT")))
        self.assertTrue(gate.may_replicate(by("PLAINTEXT"), 2, 7) and gate.may_ask_coordinator(by("PLAINTEXT")))


#: What Kafka's brokers end at where it is malformed, and what its controller goes by.
_ANSWERERS = ("leading", "stopping", "updating", "altering", "shutting", "allocating", "electing")


class AnswersTests(ControlledCase):
    """Every answer to what brokers ask of each other can be read in the version that was asked in: a Kafka broker ends where one cannot
    (``InterBrokerSendThread``)."""

    def begin(self) -> None:
        super().begin()
        self.altering = AlterPartitionHandler(self.coordination, self.between)
        self.shutting = ControlledShutdownHandler(self.coordination, self.between)
        self.allocating = AllocateProducerIdsHandler(self.coordination, self.between)
        self.electing = ElectLeadersHandler(self.coordination)

    def check(self, answer: Any, version: int) -> None:
        written = join_parts(encode(answer, version))
        again, end = decode(type(answer), version, memoryview(written))
        self.assertEqual(join_parts(encode(again, version)), written)
        self.assertEqual(end, len(written))

    def drawn(self, data: st.DataObject, names: Sequence[str]) -> tuple[str, Any, int, Any]:
        """One of the handlers, a version of it, and a request."""
        name = data.draw(st.sampled_from(names))
        handler = getattr(self, name)
        version = data.draw(st.integers(handler.versions[0], handler.versions[1]))
        return name, handler, version, data.draw(messages(handler.request_type, version))

    @settings(max_examples=150, deadline=None, database=None)
    @given(st.data())
    def test_refusals(self, data: st.DataObject) -> None:
        """Of whatever is asked, with whatever code."""
        # The others' are made by the dispatcher, which only fills their error code in.
        named = [name for name in _ANSWERERS if hasattr(getattr(self, name), "error_answer")]
        self.assertIn("leading", named)
        _, handler, version, request = self.drawn(data, named)
        code, sentence = data.draw(st.sampled_from(list(ErrorCode))), data.draw(st.sampled_from([None, "why"]))
        self.check(handler.error_answer(version, request, code, sentence), version)

    @settings(max_examples=150, deadline=None, database=None)
    @given(st.data())
    def test_what_may_not_be_asked_here(self, data: st.DataObject) -> None:
        """By the clients' listener: whatever the request says, it is refused in a way that can be read, and nothing happens."""
        self.listener_name = "CLIENTS"
        _, handler, version, request = self.drawn(data, _ANSWERERS[:-1])
        answer = self.ask(handler, version, request)
        self.check(self.successResultOf(answer) if isinstance(answer, Deferred) else answer, version)
        self.assertEqual((self.coordination.asked, self.coordination.updates, list(self.partitions.replicas())), ([], [], []))

    @settings(max_examples=150, deadline=None, database=None)
    @given(st.data())
    def test_what_is_answered(self, data: st.DataObject) -> None:
        """To requests as they may come, of this controller or an older one, for this life or an earlier one."""
        answers = {"altering": AlterPartitionResponse, "shutting": ControlledShutdownResponse, "allocating": AllocateProducerIdsResponse}
        name, handler, version, request = self.drawn(data, ("stopping", "updating", *answers))
        if hasattr(request, "broker_epoch"):
            request.broker_epoch = data.draw(st.sampled_from([-1, 0, EPOCH - 1, EPOCH, EPOCH + 1]))
        self.coordination.answer = KlogError(ErrorCode.NOT_CONTROLLER)
        if name in answers and data.draw(st.booleans()):
            self.coordination.answer = data.draw(messages(answers[name], version))
        answer = self.ask(handler, version, request)
        self.check(self.successResultOf(answer) if isinstance(answer, Deferred) else answer, version)
