"""Whoever judges must notice: each kind of wrong history is written down."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import Record
from klog.testing.cluster_history import History

T0 = TopicPartition("t", 0)


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
