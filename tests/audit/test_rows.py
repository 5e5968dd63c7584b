"""`klog.audit.rows`."""

from __future__ import annotations

import json
import unittest

from klog.audit.rows import cell_rows, status_rows, window_rows
from klog.audit.windows import Window
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene


def a_scene() -> Scene:
    scene = Scene()
    producer = scene.producer()
    scene.sent(producer, T0, 10, attempt=11)
    scene.stored(T0, 10).latencies.add(100, 10)
    scene.sent(producer, T0 + WINDOW_MS, 10)
    scene.stored(T0 + WINDOW_MS, 8).latencies.add(500, 8)
    scene.stored(T0, 3, "kcat")
    scene.end(producer)
    return scene


class RowTests(unittest.TestCase):
    def test_status(self) -> None:
        rows = status_rows(a_scene().ledger.balance(END_MS + WINDOW_MS, grace_ms=0))
        self.assertEqual(
            [(row["from"], row["to"], row["verdict"], row["windows"], row["sent"], row["arrived"], row["missing"]) for row in rows],
            [("producer p", "broker p", "missing", 2, 20, 18, 2), ("client kcat", "broker", "counted", 1, None, 3, None)],
        )
        self.assertEqual((rows[0]["p50_ms"], rows[0]["p99_ms"]), (103, 511))
        json.dumps(rows)

    def test_what_may_still_come_is_not_missing(self) -> None:
        rows = status_rows(a_scene().ledger.balance(END_MS, grace_ms=1 << 60))
        self.assertEqual((rows[0]["verdict"], rows[0]["missing"]), ("late", 0))

    def test_windows(self) -> None:
        rows = window_rows(a_scene().ledger.balance(END_MS + WINDOW_MS, grace_ms=0))
        self.assertEqual(
            [(row["window"], row["verdict"], row["missing"], row["tried"]) for row in rows],
            [
                ("2023-11-14 22:20:00", "complete", 0, 11),
                ("2023-11-14 22:21:00", "missing", 2, 10),
            ],
        )
        json.dumps(rows)

    def test_why_something_is_unknown(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 9)
        scene.write(producer.report(T0 + 1000), T0 + 1000)
        scene.stored(T0, 3)
        scene.end()
        rows = window_rows(scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0))
        self.assertEqual(
            [row["why"] for row in rows], ["a writer of producer p has not said all: 12 records arrived, at least 10 were sent"]
        )

    def test_cells(self) -> None:
        rows = cell_rows(a_scene().ledger.cells, "t", Window(T0, T0 + WINDOW_MS))
        self.assertEqual(
            [(row["tier"], row["application"], row["count"], row["attempt"]) for row in rows],
            [("broker", "kcat", 3, None), ("broker", "p", 10, None), ("producer", "p", 10, 11)],
        )
        self.assertEqual(len(cell_rows(a_scene().ledger.cells, "t", None)), 5)
        self.assertEqual(cell_rows(a_scene().ledger.cells, "u", None), [])
        json.dumps(rows)
