"""Whoever judges must notice: each invariant is broken by hand, each kind of wrong history is written down."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import Record
from klog.storage.disk_work import do_now
from klog.testing.cluster import MemoryCluster
from klog.testing.cluster_invariants import ClusterInvariants, History, Violation
from klog.testing.filesystem import Survival
from klog.zookeeper.znodes import PartitionState

T0 = TopicPartition("t", 0)


class InvariantTests(SynchronousTestCase):
    """A cluster of which something is changed by hand."""

    def begin(self, *, may_lose: bool = False, **properties: str) -> None:
        self.cluster = MemoryCluster(2, properties={name.replace("_", "."): value for name, value in properties.items()}).start()
        self.cluster.create_topic("t", 1)
        self.invariants = ClusterInvariants(self.cluster, may_lose=may_lose)
        self.leader = self.cluster.leader("t", 0)
        self.broker = self.cluster.brokers[self.leader]
        self.broker.put("t", [b"a", b"b"])
        self.invariants.look()

    @property
    def log(self) -> Any:
        return self.invariants.present()[self.leader, T0][0]

    def broken(self, name: str) -> str:
        with self.assertRaises(Violation) as caught:
            self.invariants.look()
        self.assertTrue(str(caught.exception).startswith(name), caught.exception)
        return str(caught.exception)

    def test_all_is_well(self) -> None:
        self.begin()
        self.assertEqual(self.invariants.committed_end(T0), 2)
        for _ in range(3):
            self.broker.put("t", [b"c"])
            self.cluster.advance(0.1)
            self.invariants.look()
        self.assertEqual(self.invariants.committed_end(T0), 5)
        self.invariants.check_copies()
        self.assertEqual([record.value for record in self.invariants.records(T0)], [b"a", b"b", b"c", b"c", b"c"])

    def test_offsets_out_of_order(self) -> None:
        self.begin()
        self.log.high_watermark = 3
        self.broken("TypeOk")

    def test_a_watermark_that_falls(self) -> None:
        self.begin()
        self.log.high_watermark = 1
        self.broken("WatermarkNeverFalls")

    def test_a_log_that_is_cut_below_what_was_committed(self) -> None:
        self.begin()
        self.log.truncate_to(0)
        self.broken("WatermarkNeverFalls")

    def test_other_records_in_the_place_of_committed_ones(self) -> None:
        self.begin()
        log = self.log
        self.broker.put("t", [b"c"])
        self.invariants.look()
        log.truncate_to(2)
        self.broker.put("t", [b"d"])
        log.high_watermark = 3
        self.assertIn("Batch(base_offset=2", self.broken("LogMatching"))

    def test_a_leader_without_what_was_committed(self) -> None:
        self.begin()
        self.cluster.kill(self.leader)
        self.invariants.look()
        for name in ("00000000000000000000.log", "leader-epoch-checkpoint"):
            self.broker.file_system.write(f"/data/t-0/{name}", b"")
        self.cluster.start_broker(self.leader)
        self.cluster.until_ready()
        self.cluster.advance(1)
        self.broken("LeaderCompleteness")

    def test_states_that_cannot_be(self) -> None:
        self.begin()
        path = PartitionState.path("t", 0)
        good = self.cluster.state("t", 0)
        assert good is not None
        # Where brokers would hear of it they would act on it.
        for number in self.cluster.brokers:
            self.cluster.freeze(number)
        for wrong, name in (
            (PartitionState(9, good.leader_epoch + 1, good.controller_epoch, good.isr), "LeaderInIsr: 9 leads"),
            (PartitionState(-1, good.leader_epoch + 1, good.controller_epoch, ()), "LeaderInIsr: nobody"),
            (PartitionState(good.leader, good.leader_epoch - 1, good.controller_epoch, good.isr), "LeaderInIsr: the state"),
            (PartitionState(9, good.leader_epoch, good.controller_epoch, (9,)), "LeaderInIsr: t-0 has another leader"),
        ):
            self.cluster.zookeeper.tree.set(path, wrong.encode())
            self.broken(name)

    def test_power_cuts_may_cost_what_was_not_flushed(self) -> None:
        self.begin(may_lose=True)
        self.cluster.power_cut(self.leader, Survival.NOTHING)
        self.cluster.start_broker(self.leader)
        self.cluster.until_ready()
        self.cluster.advance(1)
        self.invariants.look()
        self.assertEqual(self.invariants.committed_end(T0), 0)
        self.assertEqual([batch.last_offset for batch in self.invariants.lost[T0]], [1])

    def test_and_not_what_was(self) -> None:
        self.begin(may_lose=True)
        do_now(self.log.prepare_flush())
        self.invariants.look()
        self.broker.put("t", [b"c"])
        self.cluster.power_cut(self.leader, Survival.NOTHING)
        for name in ("00000000000000000000.log", "leader-epoch-checkpoint"):
            self.broker.file_system.write(f"/data/t-0/{name}", b"")
        self.cluster.start_broker(self.leader)
        self.cluster.until_ready()
        self.cluster.advance(1)
        self.broken("LeaderCompleteness")


class HistoryTests(SynchronousTestCase):
    """`History.violations`."""

    def setUp(self) -> None:
        self.history = History()

    def send(self, value: bytes, offset: int | None = None, *, is_weak: bool = False) -> None:
        sent = self.history.send("p", T0, value, is_weak=is_weak)
        if offset is not None:
            sent.acknowledged(offset)

    def judged(self, *values: bytes, at_risk: int | None = None, readers: tuple[str, ...] = ()) -> list[str]:
        records = [Record(offset, 0, None, value, ()) for offset, value in enumerate(values)]
        found = self.history.violations({T0: records}, None if at_risk is None else {T0: at_risk}, readers=readers)
        return [sentence.partition(":")[0] for sentence in found]

    def test_nothing_wrong(self) -> None:
        self.send(b"a", 0)
        self.send(b"b")
        self.send(b"c", -1)
        self.assertEqual(self.history.waiting, 1)
        for offset, value in enumerate((b"a", b"b", b"c")):
            self.history.polled("c", T0, offset, value)
        self.assertEqual(self.judged(b"a", b"b", b"c", readers=("c",)), [])

    def test_a_lost_write(self) -> None:
        self.send(b"a", 0)
        self.assertEqual(self.judged(), ["lost write"])
        self.assertEqual(self.judged(at_risk=0), [])
        self.assertEqual(self.judged(at_risk=1), ["lost write"])

    def test_a_weak_one_may_be_lost(self) -> None:
        self.send(b"a", 0, is_weak=True)
        self.assertEqual(self.judged(), [])

    def test_what_nobody_sent(self) -> None:
        self.assertEqual(self.judged(b"a"), ["unsent"])

    def test_what_was_refused(self) -> None:
        self.history.send("p", T0, b"a").failed(KlogError(ErrorCode.MESSAGE_TOO_LARGE, "no"))
        self.history.send("p", T0, b"b").failed(KlogError(ErrorCode.REQUEST_TIMED_OUT, "who knows"))
        self.assertEqual(self.judged(b"a", b"b"), ["aborted read"])
        self.assertEqual(self.history.waiting, 0)

    def test_written_twice(self) -> None:
        self.send(b"a", 0)
        self.assertEqual(self.judged(b"a", b"a")[0], "duplicate")

    def test_told_another_offset(self) -> None:
        self.send(b"a", 1)
        self.assertEqual(self.judged(b"a"), ["inconsistent offsets"])

    def test_sent_in_another_order(self) -> None:
        self.send(b"a", 1)
        self.send(b"b", 0)
        self.assertEqual(self.judged(b"b", b"a"), ["non-monotonic send"])

    def test_what_consumers_may_not_be_given(self) -> None:
        for value in (b"a", b"b", b"c", b"d"):
            self.send(value)
        whole = (b"a", b"b", b"c", b"d")
        for polls, expected in (
            ([(0, b"x")], ["inconsistent read"]),
            ([(1, b"b"), (0, b"a")], ["non-monotonic poll"]),
            ([(0, b"a"), (2, b"c")], ["skipped"]),
        ):
            self.history.polls.clear()
            for offset, value in polls:
                self.history.polled("c", T0, offset, value)
            self.assertEqual(self.judged(*whole), expected)
        self.history.polls.clear()
        self.history.polled("c", T0, 2, b"c")
        self.history.moved("c", T0)
        self.history.polled("c", T0, 0, b"a")
        self.assertEqual(self.judged(*whole), [], "elsewhere after a rebalance")
        self.assertEqual(self.judged(*whole, readers=("c",)), ["unseen"])
