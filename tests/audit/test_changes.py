"""`klog.audit.changes`."""

from __future__ import annotations

import unittest

from klog.audit.changes import changes, judgments
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene


class ChangesTests(unittest.TestCase):
    def test_alarms_and_that_all_is_well_again(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 8)
        scene.end(producer)
        first = scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0)
        self.assertEqual(changes({}, first), [(True, "t 2023-11-14 22:20:00: 2 missing from producer p to broker p")])
        self.assertEqual(changes(judgments(first), first), [])
        scene.stored(T0, 1)
        scene.end()
        second = scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0)
        self.assertEqual(changes(judgments(first), second), [(True, "t 2023-11-14 22:20:00: 1 missing from producer p to broker p")])
        scene.stored(T0, 1)
        scene.end()
        third = scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0)
        self.assertEqual(changes(judgments(second), third), [(False, "t 2023-11-14 22:20:00: complete from producer p to broker p")])
        self.assertEqual(changes({}, third), [])

    def test_why_it_is_unknown(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.write(producer.report(T0 + 1000), T0 + 1000)
        scene.stored(T0, 10)
        scene.end()
        [(is_alarm, sentence)] = changes({}, scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0))
        self.assertTrue(is_alarm)
        self.assertIn("unknown from producer p to broker p (a writer of producer p has not said all", sentence)
