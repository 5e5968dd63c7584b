"""klog.broker.lifecycle.garbage_collection."""

from __future__ import annotations

import errno
import functools
import gc
import math
import weakref
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import StartRefused
from klog.broker.lifecycle.garbage_collection import (
    IMPORTS_LOOK,
    LOOKS_BETWEEN,
    STARTING_THRESHOLDS,
    THRESHOLDS,
    FullLooks,
    go_on_without,
    has_lived,
    held_back,
    hold_back,
    settle_interpreter,
)
from klog.testing.broker import MemoryBroker
from tests.broker.cluster_rig import ClusterRig
from tests.broker.disk.test_cleaner import keyed, produce
from tests.broker.lifecycle.test_service import fetch, make_topic


def tell(broker: MemoryBroker) -> list[str]:
    """What the service of `broker` tells the interpreter from now on."""
    told: list[str] = []
    service: Any = broker.service
    for name in ("begin", "settle", "unsettle"):
        setattr(service, f"_{name}", functools.partial(told.append, name))
    return told


class InterpreterTests(SynchronousTestCase):
    """Of the whole process."""

    def test_it_is_told_once_and_again(self) -> None:
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        self.addCleanup(go_on_without)
        for _ in range(2):
            hold_back()
            self.assertEqual(gc.get_threshold(), STARTING_THRESHOLDS)
            settle_interpreter()
            self.assertGreater(gc.get_freeze_count(), 0)
            self.assertEqual(gc.get_threshold(), THRESHOLDS)

    def test_a_broker_before_it_in_the_same_process(self) -> None:
        """Nothing of it is kept for good, though it was frozen."""
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        self.addCleanup(go_on_without)
        self.addCleanup(gc.unfreeze)
        left: Any = type("Left", (), {})()
        left.itself, gone = left, weakref.ref(left)
        settle_interpreter()
        del left
        gc.collect()
        self.assertIsNotNone(gone())
        hold_back()
        self.assertIsNone(gone())

    def test_full_looks_are_at_what_is_new(self) -> None:
        """What one has left is passed over by those behind it, for a while."""
        looks = FullLooks()
        told: list[str] = []
        self.patch(gc, "freeze", lambda: told.append("freeze"))
        self.patch(gc, "unfreeze", lambda: told.append("unfreeze"))
        for generation in (0, 1):
            for phase in ("start", "stop"):
                looks(phase, {"generation": generation})
        self.assertEqual(told, [])
        for _ in range(2):
            for _ in range(LOOKS_BETWEEN):
                looks("start", {"generation": 2})
                looks("stop", {"generation": 2})
            self.assertEqual(told, ["freeze"] * LOOKS_BETWEEN)
            looks("start", {"generation": 2})
            looks("stop", {"generation": 2})
            self.assertEqual(told[LOOKS_BETWEEN:], ["unfreeze", "freeze"])
            told.clear()

    def test_how_much_garbage_may_wait(self) -> None:
        """A partition that was deleted is in cycles, of 67 objects and 9 kB. Tens of thousands of them may wait, not a million."""
        objects = (LOOKS_BETWEEN + 1) * math.prod(THRESHOLDS)
        self.assertLess(objects / 67, 50_000)

    def test_garbage_among_what_was_passed_over(self) -> None:
        """Goes with the look at everything."""
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        self.addCleanup(gc.unfreeze)
        self.addCleanup(go_on_without)
        settle_interpreter()
        settle_interpreter()
        self.assertEqual(sum(isinstance(one, FullLooks) for one in gc.callbacks), 1)
        left: Any = type("Left", (), {})()
        left.itself, gone = left, weakref.ref(left)
        gc.collect()
        del left
        looks = 0
        while gone() is not None and looks <= LOOKS_BETWEEN:
            gc.collect()
            looks += 1
        self.assertIsNone(gone())
        self.assertGreater(looks, 1)
        hold_back()
        self.assertFalse(any(isinstance(one, FullLooks) for one in gc.callbacks))

    def test_imports_are_not_looked_at(self) -> None:
        """Nor right behind them, as young ones; and whoever imports has his own thresholds back."""
        before = gc.get_threshold()
        with self.assertRaises(ImportError), held_back():
            self.assertEqual(gc.get_threshold(), STARTING_THRESHOLDS)
            kept = [[] for _ in range(10 * before[0])]
            raise ImportError
        self.assertEqual(gc.get_threshold(), before)
        self.assertLess(gc.get_count()[0], before[0])
        del kept

    def test_a_process_that_has_done_nothing_yet_is_not_looked_at(self) -> None:
        """At its start; what waiting for ZooKeeper leaves is."""
        for collections, lived in ((0, False), (IMPORTS_LOOK, False), (IMPORTS_LOOK + 1, True)):
            self.assertIs(has_lived([{"collections": 900}, {"collections": 90}, {"collections": collections}]), lived)
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        self.addCleanup(gc.unfreeze)
        self.patch(gc, "get_stats", lambda: [{"collections": 0}])
        looks: list[None] = []
        self.patch(gc, "collect", lambda: looks.append(None))
        hold_back()
        self.assertEqual((len(looks), gc.get_threshold()), (0, STARTING_THRESHOLDS))
        hold_back()
        self.assertEqual(len(looks), 1)

    def test_a_start_that_fails(self) -> None:
        """Whoever goes on in the process has a collector again."""
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        hold_back()
        go_on_without()
        self.assertEqual(gc.get_threshold(), THRESHOLDS)
        broker = MemoryBroker()
        told = tell(broker)
        broker.file_system.fail_opens(errno.EIO)
        with self.assertRaises(StartRefused):
            broker.start()
        self.assertEqual(told, ["begin", "unsettle"])
        broker.file_system.fail_opens(None)
        broker.start()
        self.assertEqual(told[2:], ["begin", "settle"])
        broker.stop()


class WaitingTests(ClusterRig):
    """A start that waits for ZooKeeper."""

    def test_what_waiting_has_left_is_looked_at(self) -> None:
        """Before the logs are loaded; a start that is given up ends, too."""
        self.zookeeper.stop()
        for gives_up in (True, False):
            broker = self.brokers[1] = self.make(1)
            self.addCleanup(self.end, broker)
            told = tell(broker)
            broker.start()
            self.reactor.advance(5)
            self.assertEqual(told, ["begin"])
            if gives_up:
                broker.stop()
                self.assertEqual(told, ["begin", "unsettle"])
            else:
                self.zookeeper.start()
                broker.until_ready()
                self.assertEqual(told, ["begin", "begin", "settle"])


class GarbageTests(SynchronousTestCase):
    """There is little for the collector."""

    def test_a_start_leaves_no_cycles_for_each_log(self) -> None:
        for is_clean in (True, False):
            broker = MemoryBroker()
            broker.start()
            broker.create_topics({"t": 40})
            for partition in range(40):
                broker.put("t", [b"x"], partition=partition)
            if is_clean:
                broker.stop()
            else:
                broker.kill()
            # What goes may leave more that goes: of tests before this one, too.
            for _ in range(10):
                if not gc.collect():
                    break
            gc.disable()
            try:
                broker.start()
                self.assertLess(gc.collect(), 40)
            finally:
                gc.enable()
            broker.stop()

    def test_connections_and_requests_leave_no_cycles(self) -> None:
        broker = MemoryBroker()
        broker.start()
        self.addCleanup(broker.stop)
        make_topic(broker.connect(), "t")

        def visit() -> None:
            client = broker.connect()
            client.ask(*produce("t", keyed((b"k", b"v"))))
            fetch(client, "t")
            client.hang_up()
            broker.advance(0.1)

        for _ in range(5):
            visit()
        gc.collect()
        gc.disable()
        self.addCleanup(gc.enable)
        for _ in range(50):
            visit()
        # Far fewer than one for each, whatever else in the process leaves some.
        self.assertLess(gc.collect(), 50)
