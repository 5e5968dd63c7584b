"""klog.mirror.releasing: a copy becomes an ordinary topic, whatever is open in it."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import deferLater

from klog.client.admin.types import OpenTransaction, Outcomes
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode, KlogError
from klog.mirror.decisions.records import TopicRecord, encode_value
from klog.mirror.decisions.states import Event, TopicState
from klog.mirror.decisions.topics import LINK_CONFIG
from klog.mirror.releasing import MOST_REPORTED
from tests.mirror.rig import TwoClusters


class ReleaseTests(TwoClusters):
    def test_failed_over_with_an_open_transaction(self) -> None:
        """It is told, and aborted: readers of committed data go on."""
        self.source.create_topics({"web.a": 1})
        producer = Producer(self.reactor, self.source.bootstrap, transactional_id="t")
        over: Deferred[None] = Deferred()

        async def transact() -> None:
            async with producer.transaction() as transaction:
                transaction.send("web.a", b"open")
                await producer.flush()
                await over

        done = Deferred.fromCoroutine(transact())
        self.run_until(lambda: self.end(self.source, "web.a") == 1)
        self.link()
        self.until_level("web.a")
        self.wish("web.a", Event.FAIL_OVER)
        self.run_until(lambda: self.state("web.a") is TopicState.FAILED_OVER)
        [row] = self.picture().topics["web.a"].report
        self.assertEqual((row["end"], len(row["open"]), row["open"][0]["start_offset"]), (1, 1, 0))
        partition = self.destination.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        self.assertEqual(partition.log.end_offset, 2)
        self.assertEqual(partition.log.last_stable_offset, 2)
        self.assertEqual(partition.log.aborted_transactions(0, 2)[0].first_offset, 0)
        over.callback(None)
        self.until(done)
        self.until(producer.stopService())

    def test_interrupted_when_it_was_freed_already(self) -> None:
        """Whoever comes next ends what was begun; it is not taken for somebody's own topic, and what was open is aborted."""
        self.source.create_topics({"web.a": 1})
        producer = Producer(self.reactor, self.source.bootstrap, transactional_id="t")
        over: Deferred[None] = Deferred()

        async def transact() -> None:
            async with producer.transaction() as transaction:
                transaction.send("web.a", b"open")
                await producer.flush()
                await over

        done = Deferred.fromCoroutine(transact())
        self.run_until(lambda: self.end(self.source, "web.a") == 1)
        self.link()
        self.until_level("web.a")
        releasing = self.engine._coordinator._releasing
        with mock.patch.object(releasing, "_abort", side_effect=KlogError(ErrorCode.NOT_LEADER_OR_FOLLOWER)):
            self.wish("web.a", Event.PROMOTE)
            self.run_until(lambda: self.destination.broker.coordination.topic_configs("web.a").get(LINK_CONFIG) is None)  # type: ignore[union-attr]
            self.run_for(12)
        self.destination.kill()
        self.destination.start()
        self.run_until(lambda: self.state("web.a") is TopicState.PROMOTED)
        partition = self.destination.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        self.assertEqual((partition.log.end_offset, partition.log.last_stable_offset), (2, 2))
        over.callback(None)
        self.until(done)
        self.until(producer.stopService())

    def test_a_transaction_that_begins_while_it_is_freed(self) -> None:
        """It came between the report and the last batch: nobody else will end it, so it is aborted, too. What clients have begun here is
        theirs."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.until_level("web.a")
        theirs = Producer(self.reactor, self.source.bootstrap, transactional_id="t")
        ours = Producer(self.reactor, self.destination.bootstrap, transactional_id="t")
        over: Deferred[None] = Deferred()

        async def transact(producer: Producer) -> None:
            async with producer.transaction() as transaction:
                transaction.send("web.a", b"open")
                await producer.flush()
                await over

        running: list[Deferred[None]] = []
        releasing = self.engine._coordinator._releasing
        report, abort = releasing._report, releasing._abort

        async def report_and_wait(*arguments: Any) -> Any:
            rows = await report(*arguments)
            running.append(Deferred.fromCoroutine(transact(theirs)))
            await deferLater(self.reactor, 3, lambda: None)
            return rows

        async def wait_and_abort(*arguments: Any) -> None:
            running.append(Deferred.fromCoroutine(transact(ours)))
            await deferLater(self.reactor, 3, lambda: None)
            await abort(*arguments)

        with mock.patch.multiple(releasing, _report=report_and_wait, _abort=wait_and_abort):
            self.wish("web.a", Event.FAIL_OVER)
            self.run_until(lambda: self.state("web.a") is TopicState.FAILED_OVER)
        partition = self.destination.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        self.assertEqual([one.first_offset for one in partition.log.aborted_transactions(0, 9)], [0])
        self.assertEqual(partition.log.last_stable_offset, 1)
        over.callback(None)
        for one in running:
            self.until(one)
        self.assertEqual(partition.log.last_stable_offset, partition.log.end_offset)
        self.assertEqual(len(partition.log.aborted_transactions(0, 9)), 1)
        for producer in (theirs, ours):
            self.until(producer.stopService())

    def test_more_is_open_than_a_record_holds(self) -> None:
        """A failover does not fail for it: they are counted."""
        self.source.create_topics({"web.a": 2})
        self.link()
        self.until_level("web.a", 2)
        releasing = self.engine._coordinator._releasing
        many = {
            self.tp("web.a", number): tuple(
                OpenTransaction(self.tp("web.a", number), 1 << 40, 9, 9, 1 << 40, 1 << 41) for _ in range(9_000)
            )
            for number in range(2)
        }
        with mock.patch.object(releasing._own, "find_open_transactions", return_value=succeed(Outcomes(many, {}))):
            report = self.until(releasing._report(self.picture(), "web.a", 2))
        self.assertEqual([(len(row["open"]), row["open_count"]) for row in report], [(MOST_REPORTED, 9_000), (0, 9_000)])
        self.assertLess(len(encode_value(TopicRecord(TopicState.FAILED_OVER, report=report))), 1_000_000)
