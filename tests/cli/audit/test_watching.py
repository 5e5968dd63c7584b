"""`klog.cli.audit.watching`."""

from __future__ import annotations

import unittest
from typing import Any, cast

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.audit.ledger import Ledger
from klog.cli.audit.topic_reader import TopicReader
from klog.cli.audit.watching import watch_topic
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene
from tests.cli.rig import Captured


class WatchTests(unittest.TestCase):
    def test_each_change_is_told_once(self) -> None:
        scene, clock, out = Scene(), Clock(), Captured()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 8)
        scene.end(producer)

        class Reader:
            async def read(self) -> Ledger:
                return scene.ledger

        reader: Any = Reader()
        watching = Deferred.fromCoroutine(
            watch_topic(clock, cast(TopicReader, reader), lambda ledger: ledger.balance(END_MS + WINDOW_MS, grace_ms=0), 10, out)
        )
        clock.advance(10)
        scene.stored(T0, 2)
        scene.end()
        clock.advance(10)
        self.assertEqual(
            out.out.text.splitlines(),
            [
                "ALARM t 2023-11-14 22:20:00: 2 missing from producer p to broker p",
                "well t 2023-11-14 22:20:00: complete from producer p to broker p",
            ],
        )
        watching.addErrback(lambda failure: None)
        watching.cancel()
