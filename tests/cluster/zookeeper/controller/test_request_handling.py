"""Tests of klog.cluster.zookeeper.controller.request_handling: what brokers and clients ask of the controller of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import CancelledError, Deferred

from klog.cluster.zookeeper.controller.controller import FIRST_BALANCE_S
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from klog.wire.messages.alter_partition import (
    AlteredPartition,
    AlteredTopic,
    AlterPartitionPartitionResponse,
    AlterPartitionRequest,
    AlterPartitionResponse,
    BrokerState,
)
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse
from klog.zookeeper.errors import ConnectionLossException, NoAuthException
from klog.zookeeper.znodes import PRODUCER_ID_BLOCK, PartitionState, ProducerIdBlock
from tests.cluster.zookeeper.controller.controlled import settings
from tests.cluster.zookeeper.controller.test_term import TermCase
from tests.cluster.zookeeper.controller.worlds import at
from tests.cluster.zookeeper.tree import topic_id


class ServiceCase(TermCase):
    """`ask` waits for the answer."""

    settings = settings(auto_leader_rebalance=False)

    @property
    def controller(self) -> Any:
        """The active one."""
        return self.world.active.controller

    def ask(self, asked: Deferred[Any]) -> Any:
        """What it fires with."""
        answers: list[Any] = []
        asked.addBoth(answers.append)
        self.world.settle()
        self.assertEqual(len(answers), 1, "it is answered")
        return answers[0]

    def code(self, asked: Deferred[Any]) -> ErrorCode:
        """Of the error that it fails with."""
        error = self.ask(asked).value
        assert isinstance(error, KlogError)
        return error.code

    def before_write(self, act: Callable[[], object]) -> None:
        """`act` comes just before the controller's next multi."""
        client = self.world.active.client
        multi = client.multi

        def interfered(operations: Any) -> Any:
            client.multi = multi  # type: ignore[method-assign]
            client.before = [act]
            return multi(operations)

        client.multi = interfered  # type: ignore[method-assign]


class AlterPartitionTests(ServiceCase):
    """In-sync replicas."""

    def request(
        self, *changes: tuple[int, tuple[int, ...]], broker_id: int = 1, partition_epoch: int | None = None
    ) -> AlterPartitionRequest:
        """For partitions of t, with who shall be in sync."""
        partitions = []
        for number, in_sync in changes:
            version = self.tree.nodes[PartitionState.path("t", number)].stat["version"]
            partitions.append(
                AlteredPartition(
                    partition_index=number,
                    leader_epoch=self.state(number).leader_epoch,
                    new_isr_with_epochs=[BrokerState(broker_id=each) for each in in_sync],
                    partition_epoch=version if partition_epoch is None else partition_epoch,
                )
            )
        return AlterPartitionRequest(
            broker_id=broker_id,
            broker_epoch=self.world.lives[broker_id].epoch,
            topics=[AlteredTopic(topic_id=topic_id(7), partitions=partitions)],
        )

    def answers(self, response: AlterPartitionResponse) -> list[AlterPartitionPartitionResponse]:
        self.assertEqual(response.error_code, 0)
        return [each for topic in response.topics for each in topic.partitions]

    def test_shrink_and_expand(self) -> None:
        (answer,) = self.answers(self.ask(self.controller.alter_partition(self.request((0, (1, 3))), 3)))
        self.assertEqual((answer.error_code, answer.isr, answer.partition_epoch, answer.leader_epoch), (0, [1, 3], 1, 0))
        self.assertEqual(self.state(), PartitionState(1, 0, 1, (1, 3)))
        self.assertEqual(self.knows(), {(1, 0, (1, 3), ())}, "everybody hears of it")
        roles = {life.roles[at("t")].partition_epoch for life in self.world.lives.values()}
        self.assertEqual(roles, {0}, "no LeaderAndIsr follows")
        (answer,) = self.answers(self.ask(self.controller.alter_partition(self.request((0, (1, 3, 2))), 3)))
        self.assertEqual((answer.error_code, self.state().isr), (0, (1, 3, 2)))

    def test_one_after_the_other_before_the_mirror_shows_the_first(self) -> None:
        node = self.world.active
        node.mirror.told.clear()
        node.mirror.deliver = lambda: None  # type: ignore[method-assign]
        one = self.controller.alter_partition(self.request((0, (1, 3))), 3)
        two = self.controller.alter_partition(self.request((0, (1,)), partition_epoch=1), 3)
        self.world.advance(0.1)
        self.assertEqual(self.answers(self.successResultOf(one))[0].partition_epoch, 1)
        self.assertEqual(self.answers(self.successResultOf(two))[0].partition_epoch, 2)
        self.assertEqual(self.state().isr, (1,))

    def test_requests_that_wait_share_a_write(self) -> None:
        node = self.world.active
        node.client.is_holding = True
        first = self.controller.alter_partition(self.request((0, (1, 3))), 3)
        node.writes()
        rest = [
            self.controller.alter_partition(self.request((1, (2, 3)), broker_id=2), 3),
            self.controller.alter_partition(self.request((0, (1,)), partition_epoch=1), 3),
            self.controller.alter_partition(self.request((0, (1, 2)), partition_epoch=1), 3),
        ]
        node.client.is_holding = False
        node.client.let_go()
        self.world.settle()
        self.assertEqual([self.answers(self.successResultOf(each))[0].error_code for each in (first, *rest)], [0, 0, 0, 95])
        self.assertEqual([len(each) for each in node.writes()], [3], "the check, and a state each")
        self.assertEqual((self.state().isr, self.state(1).isr), ((1,), (2, 3)))

    def test_somebody_else_wrote_the_state(self) -> None:
        self.before_write(lambda: self.tree.state("t", 0, PartitionState(1, 0, 1, (1, 2))))
        request = self.request((0, (1, 3)), (1, (2,)))
        request.broker_id, request.broker_epoch = 1, self.world.lives[1].epoch
        answers = self.answers(self.ask(self.controller.alter_partition(self.request((0, (1, 3))), 3)))
        self.assertEqual([each.error_code for each in answers], [ErrorCode.INVALID_UPDATE_VERSION])
        self.assertEqual(self.state().isr, (1, 2))

    def test_one_that_cannot_be_written_does_not_hold_up_the_others(self) -> None:
        self.tree.state("t", 1, PartitionState(1, 0, 1, (1, 2, 3)))
        self.world.settle()
        client = self.world.active.client
        multi = client.multi

        def picky(operations: Any) -> Any:
            for index, operation in enumerate(operations):
                if operation.path == PartitionState.path("t", 0):
                    error = NoAuthException(operation="multi", path=operation.path)
                    error.index = index

                    def refuse(error: NoAuthException = error) -> None:
                        raise error

                    client.before = [refuse]
            return multi(operations)

        client.multi = picky  # type: ignore[method-assign]
        answers = self.answers(self.ask(self.controller.alter_partition(self.request((0, (1, 3)), (1, (1, 2))), 3)))
        self.assertEqual([each.error_code for each in answers], [ErrorCode.UNKNOWN_SERVER_ERROR, 0])
        self.assertEqual((self.state().isr, self.state(1).isr), ((1, 2, 3), (1, 2)))

    def test_answer_of_zookeeper_is_lost(self) -> None:
        """It was written; asked once more it is found so."""
        client = self.world.active.client
        multi = client.multi

        def lose(operations: Any) -> Any:
            client.multi = multi  # type: ignore[method-assign]
            done = multi(operations)

            def lost(result: object) -> None:
                raise ConnectionLossException(operation="multi")

            return done.addCallback(lost)

        client.multi = lose  # type: ignore[method-assign]
        (answer,) = self.answers(self.ask(self.controller.alter_partition(self.request((0, (1, 3))), 3)))
        self.assertEqual((answer.error_code, answer.isr, answer.partition_epoch), (0, [1, 3], 1))

    def test_partition_twice_in_one_request(self) -> None:
        asked = self.controller.alter_partition(self.request((0, (1, 3)), (0, (1,))), 3)
        self.assertIs(self.code(asked), ErrorCode.INVALID_REQUEST)

    def test_not_the_controller(self) -> None:
        request = self.request((0, (1, 3)))
        self.assertIs(self.code(self.world.nodes[2].controller.alter_partition(request, 3)), ErrorCode.NOT_CONTROLLER)

    def test_replaced_meanwhile(self) -> None:
        def take_over() -> None:
            self.tree.delete("/controller")
            self.world.nodes[2].mirror.deliver()

        self.before_write(take_over)
        asked = self.controller.alter_partition(self.request((0, (1, 3))), 3)
        self.assertIs(self.code(asked), ErrorCode.NOT_CONTROLLER)
        self.assertEqual((self.state().isr, self.controller.epoch), ((1, 2, 3), 2))

    def test_suspended_meanwhile(self) -> None:
        node = self.world.active
        node.client.is_holding = True
        waits = [self.controller.alter_partition(self.request((0, (1, 3))), 3) for _ in range(2)]
        node.controller.suspend()
        node.client.is_holding = False
        node.client.let_go()
        for asked in waits:
            self.assertIs(self.code(asked), ErrorCode.NOT_CONTROLLER)

    def test_nobody_waits_any_more(self) -> None:
        node = self.world.active
        node.client.is_holding = True
        self.controller.alter_partition(self.request((0, (1, 3))), 3)
        second = self.controller.alter_partition(self.request((1, (2, 3)), broker_id=2), 3)
        second.cancel()
        self.failureResultOf(second, CancelledError)
        node.client.is_holding = False
        node.client.let_go()
        self.world.settle()
        self.assertEqual(self.state(1).isr, (2, 3, 1), "what nobody waits for is not begun")

    def test_has_its_turn_in_a_long_round(self) -> None:
        node = self.world.active
        node.writes()
        self.tree.topic("u", dict.fromkeys(range(2000), (1, 2, 3)), topic_id(8))
        node.mirror.deliver()
        self.controller.alter_partition(self.request((0, (1, 3))), 3)
        self.world.settle()
        writes = [[operation.path for operation in operations] for operations in node.writes()]
        turn = next(index for index, paths in enumerate(writes) if PartitionState.path("t", 0) in paths)
        self.assertLess(turn, 3)
        self.assertGreater(len(writes), 8)


class ControlledShutdownTests(ServiceCase):
    """A broker is about to stop."""

    def shut_down(self, broker_id: int, epoch: int | None = None) -> Deferred[Any]:
        epoch = self.world.lives[broker_id].epoch if epoch is None else epoch
        answer: Deferred[Any] = self.controller.controlled_shutdown(ControlledShutdownRequest(broker_id=broker_id, broker_epoch=epoch), 3)
        return answer

    def remaining(self, broker_id: int) -> list[TopicPartition]:
        response = self.ask(self.shut_down(broker_id))
        assert isinstance(response, ControlledShutdownResponse)
        return [TopicPartition(each.topic_name, each.partition_index) for each in response.remaining_partitions]

    def test_moved(self) -> None:
        self.tree.topic("only", {0: (2,)}, topic_id(8))
        self.world.settle()
        self.assertEqual(self.remaining(2), [], "a single replica stays to the end, and is not counted")
        self.assertEqual((self.state(), self.state(1)), (PartitionState(1, 1, 1, (1, 3)), PartitionState(3, 1, 1, (3, 1))))
        self.assertEqual(self.state(name="only"), PartitionState(2, 0, 1, (2,)))
        two = self.world.lives[2]
        self.assertEqual(
            (two.roles[at("t", 1)].leader, two.stopped), (3, {at("t")}), "it follows where it led, and stops where it followed"
        )
        self.assertEqual(self.knows(1), {(3, 1, (3, 1), (2,))})
        self.assertEqual(self.remaining(2), [], "asked once more nothing happens")
        self.assertEqual(self.state().leader_epoch, 1)
        self.world.stop(2)
        self.world.settle()
        self.assertEqual((self.state(), self.state(1)), (PartitionState(1, 1, 1, (1, 3)), PartitionState(3, 1, 1, (3, 1))))
        self.world.start(2)
        self.world.settle()
        self.assertEqual(self.leads()[2], (1, 1))
        self.assertEqual(self.knows(1), {(3, 1, (3, 1), ())})

    def test_nobody_else_is_in_sync(self) -> None:
        self.join(0, (1,))
        self.assertEqual(self.remaining(1), [at("t")])
        self.assertEqual(self.state(), PartitionState(1, 0, 1, (1,)))
        self.assertEqual(self.state(1), PartitionState(2, 1, 1, (2, 3)))
        self.join(0, (1, 3))
        self.assertEqual(self.remaining(1), [], "somebody has caught up since")

    def test_two_at_once(self) -> None:
        self.assertEqual(self.remaining(1), [])
        self.assertEqual(self.remaining(2), [])
        self.assertEqual(self.remaining(3), [at("t"), at("t", 1)])
        self.assertEqual(self.state().leader, 3)

    def test_no_leader_is_elected_on_who_leaves(self) -> None:
        self.remaining(2)
        self.world.stop(3)
        self.world.settle()
        self.tree.topic("u", {0: (2, 1)}, topic_id(8))
        self.world.settle()
        self.assertEqual(self.state(name="u"), PartitionState(1, 0, 1, (1,)))

    def test_refusals(self) -> None:
        epoch = self.world.lives[2].epoch
        self.assertIs(self.code(self.shut_down(2, epoch - 1)), ErrorCode.STALE_BROKER_EPOCH)
        self.assertIs(self.code(self.shut_down(8, -1)), ErrorCode.BROKER_NOT_AVAILABLE)
        self.assertIs(self.code(self.shut_down(8, 5)), ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIsInstance(self.ask(self.shut_down(2, -1)), ControlledShutdownResponse)
        other = self.world.nodes[2].controller.controlled_shutdown(ControlledShutdownRequest(broker_id=2), 3)
        self.assertIs(self.code(other), ErrorCode.STALE_CONTROLLER_EPOCH)

    def test_many_partitions(self) -> None:
        self.tree.topic("u", dict.fromkeys(range(600), (2, 3, 1)), topic_id(8))
        self.world.settle()
        self.assertEqual(self.remaining(2), [])
        self.assertEqual({self.state(number, "u").leader for number in range(600)}, {3})


class ElectLeadersTests(ServiceCase):
    """On request."""

    def elect(self, election_type: int, *partitions: TopicPartition, timeout_ms: int = 60_000) -> dict[TopicPartition, int]:
        asked = self.controller.elect_leaders(election_type, partitions or None, timeout_ms)
        return {each: 0 if error is None else error.code for each, error in self.ask(asked).items()}

    def test_preferred(self) -> None:
        self.world.start(2)
        self.world.settle()
        self.join(1, (3, 1, 2))
        wanted = [at("t"), at("t", 1), at("t", 7), at("t", 1)]
        self.assertEqual(self.elect(0, *wanted), {at("t"): 84, at("t", 1): 0, at("t", 7): 3})
        self.assertEqual((self.state(1), self.leads(1)[2]), (PartitionState(2, 2, 1, (3, 1, 2)), (2, 2)))
        self.assertEqual(self.elect(0), {}, "of all partitions those that need none are left out")

    def test_preferred_that_is_not_there(self) -> None:
        self.world.stop(2)
        self.world.settle()
        self.assertEqual(self.elect(0), {at("t", 1): 80})
        self.world.start(2)
        self.world.settle()
        self.assertEqual(self.elect(0), {at("t", 1): 80}, "it is not in sync yet")

    def test_unclean(self) -> None:
        self.join(0, (1,))
        self.join(1, (2,))
        self.world.stop(2)
        self.world.stop(1)
        self.world.settle()
        self.assertEqual((self.state().leader, self.state(1).leader), (-1, -1))
        self.assertEqual(self.elect(1), {at("t"): 0, at("t", 1): 0})
        self.assertEqual(self.state(), PartitionState(3, 2, self.controller.epoch, (3,), leader_recovery_state=1))
        self.assertEqual(self.world.lives[3].roles[at("t")].leader_recovery_state, 1)
        self.assertEqual(self.elect(1, at("t")), {at("t"): 84})

    def test_unclean_with_nobody_there(self) -> None:
        self.tree.topic("u", {0: (2,)}, topic_id(8))
        self.world.settle()
        self.world.stop(2)
        self.world.settle()
        self.assertEqual(self.elect(1, at("u")), {at("u"): 83})

    def test_refusals(self) -> None:
        self.assertIs(self.code(self.controller.elect_leaders(5, None, 1000)), ErrorCode.INVALID_REQUEST)
        self.assertIs(self.code(self.world.nodes[2].controller.elect_leaders(0, None, 1000)), ErrorCode.NOT_CONTROLLER)
        self.tree.state("t", 1, PartitionState(3, 1, 1, (3, 2)))
        self.world.settle()
        self.world.active.client.is_holding = True
        asked = self.controller.elect_leaders(0, [at("t", 1)], 1000)
        self.world.advance(2)
        self.world.active.client.is_holding = False
        self.world.active.client.let_go()
        self.assertIs(self.code(asked), ErrorCode.REQUEST_TIMED_OUT)

    def test_topic_that_is_being_deleted(self) -> None:
        self.world.stop(3)
        self.tree.write("/admin/delete_topics/t")
        self.world.settle()
        self.assertEqual(self.elect(0, at("t", 1)), {at("t", 1): ErrorCode.INVALID_TOPIC_EXCEPTION})


class RebalanceTests(ServiceCase):
    """By itself."""

    settings = settings(leader_imbalance_check_interval_s=30.0)

    def test_leaders_come_back(self) -> None:
        self.world.start(2)
        self.world.advance(FIRST_BALANCE_S + 1)
        self.assertEqual(self.state(1).leader, 3)
        self.join(1, (3, 1, 2))
        self.assertEqual(self.state(1).leader, 3, "it takes its time")
        self.world.advance(31)
        self.assertEqual(self.state(1), PartitionState(2, 2, 1, (3, 1, 2)))

    def test_few_may_be_elsewhere(self) -> None:
        self.tree.topic("u", dict.fromkeys(range(9), (2, 3)), topic_id(8))
        self.world.settle()
        self.tree.state("t", 1, PartitionState(3, 1, 1, (2, 3, 1)))
        self.world.advance(60)
        self.assertEqual(self.state(1).leader, 3, "one of ten")

    def test_unclean_where_the_settings_come_to_allow_it(self) -> None:
        self.join(0, (2,))
        self.tree.state("t", 0, PartitionState(2, 1, 1, (2,)))
        self.world.settle()
        self.world.stop(2)
        self.world.settle()
        self.assertEqual(self.state().leader, -1)
        node = self.world.active
        node.controller._term.settings = settings(unclean_topics=frozenset({"t"}))  # type: ignore[union-attr]
        node.controller.configs_changed(["t"])
        self.world.settle()
        self.assertEqual((self.state().leader, self.state().leader_recovery_state), (1, 1))
        node.controller.configs_changed(None)
        self.world.nodes[3].controller.configs_changed(None)
        self.world.settle()


class ProducerIdTests(ServiceCase):
    """Blocks."""

    def allocate(self, broker_id: int, epoch: int | None = None) -> Deferred[Any]:
        epoch = self.world.lives[broker_id].epoch if epoch is None else epoch
        answer: Deferred[Any] = self.controller.allocate_producer_ids(AllocateProducerIdsRequest(broker_id=broker_id, broker_epoch=epoch))
        return answer

    def test_blocks(self) -> None:
        for first in (0, 1000):
            response = self.ask(self.allocate(2))
            assert isinstance(response, AllocateProducerIdsResponse)
            self.assertEqual((response.error_code, response.producer_id_start, response.producer_id_len), (0, first, 1000))
        self.assertEqual(ProducerIdBlock.decode("", self.tree.data(PRODUCER_ID_BLOCK)), ProducerIdBlock(2, 1000, 1999))

    def test_somebody_is_faster(self) -> None:
        client = self.world.active.client
        set_ = client.set

        def slower(path: str, data: bytes, version: int = -1) -> Any:
            client.set = set_  # type: ignore[method-assign]
            self.tree.write(PRODUCER_ID_BLOCK, ProducerIdBlock(9, 0, 999).encode())
            return set_(path, data, version)

        client.set = slower  # type: ignore[method-assign]
        self.assertEqual(self.ask(self.allocate(2)).producer_id_start, 1000)

    def test_refusals(self) -> None:
        epoch = self.world.lives[2].epoch
        self.assertIs(self.code(self.allocate(2, epoch + 1)), ErrorCode.STALE_BROKER_EPOCH)
        self.assertIs(self.code(self.allocate(8, 1)), ErrorCode.BROKER_ID_NOT_REGISTERED)
        self.tree.write(PRODUCER_ID_BLOCK, b"nonsense")
        self.assertIs(self.code(self.allocate(2)), ErrorCode.UNKNOWN_SERVER_ERROR)
        other = self.world.nodes[2].controller.allocate_producer_ids(AllocateProducerIdsRequest())
        self.assertIs(self.code(other), ErrorCode.NOT_CONTROLLER)
