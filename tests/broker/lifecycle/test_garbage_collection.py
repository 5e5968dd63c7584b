"""klog.broker.lifecycle.garbage_collection."""

from __future__ import annotations

import gc

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.garbage_collection import STARTING_THRESHOLDS, THRESHOLDS, hold_back, settle_interpreter
from klog.testing.broker import MemoryBroker
from tests.broker.disk.test_cleaner import keyed, produce
from tests.broker.lifecycle.test_service import fetch, make_topic


class InterpreterTests(SynchronousTestCase):
    """Of the whole process."""

    def test_it_is_told_once_and_again(self) -> None:
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        for _ in range(2):
            hold_back()
            self.assertEqual(gc.get_threshold(), STARTING_THRESHOLDS)
            settle_interpreter()
            self.assertGreater(gc.get_freeze_count(), 0)
            self.assertEqual(gc.get_threshold(), THRESHOLDS)


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
            gc.collect()
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
