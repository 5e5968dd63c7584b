"""The picture of ``klog cluster up``."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.view import COLUMNS, View
from klog.cli.output import Format, table_text
from tests.cli.rig import Captured

ROW: dict[str, Any] = {"name": "broker 1", "address": "127.0.0.1:9092", "state": "ready", "pid": 4194304, "up_s": 86400.0}


class ViewTests(SynchronousTestCase):
    """In each format."""

    def test_the_table_fits(self) -> None:
        row = ROW | {"controller": "yes", "partitions": 10000, "leaders": 10000}
        for line in table_text(COLUMNS, [row], 80).splitlines():
            self.assertLessEqual(len(line), 80)

    def show(self, out: Captured) -> View:
        view = View(out, "d")
        view.draw([ROW])
        view.event(ROW, [ROW])
        view.event(ROW | {"pid": None, "state": "died", "address": None}, [ROW])
        view.all_ready("z:1", ["a:1", "b:2"])
        view.remark("something\x1b[2J")
        view.close()
        return view

    def test_lines(self) -> None:
        out = Captured(Format.TEXT)
        self.assertFalse(self.show(out).wants_answers)
        self.assertEqual(out.out.text, "broker 1 ready 127.0.0.1:9092 pid 4194304\nbroker 1 died\n")
        self.assertIn("-b a:1,b:2 --zookeeper z:1", out.err.text)
        self.assertNotIn("\x1b", out.err.text)

    def test_objects(self) -> None:
        out = Captured(Format.JSON)
        self.show(out)
        lines = [json.loads(line) for line in out.out.text.splitlines()]
        self.assertEqual([list(line) for line in lines], [["process"], ["process"], ["ready"]])
        self.assertEqual(lines[2]["ready"]["bootstrap"], "a:1,b:2")

    def test_a_terminal(self) -> None:
        out = Captured(Format.TABLE, is_terminal=True)
        self.assertTrue(self.show(out).wants_answers)
        for text in ("broker 1", "CONTROLLER", "-b a:1,b:2", "something"):
            self.assertIn(text, out.out.text)
        self.assertNotIn("\x1b[2J", out.out.text)

    def test_what_partitions_lack(self) -> None:
        """Below the table, as soon as somebody has said it."""
        out = Captured(Format.TABLE, is_terminal=True)
        view = View(out, "d")
        view.draw([ROW])
        self.assertNotIn("partitions:", out.out.text)
        view.replication = {"under_replicated": 3, "under_min_isr": 2, "at_min_isr": 1, "offline": 0}
        view.draw([ROW])
        view.close()
        self.assertIn("partitions: under-replicated 3, below min ISR 2, at min ISR 1, offline 0", out.out.text)

    def test_nobody_looks_any_more(self) -> None:
        for format in Format:
            out = Captured(format, is_terminal=True)
            view = View(out, "d")
            view.draw([ROW])
            out.out.close()
            out.err.close()
            view.event(ROW, [ROW])
            view.all_ready("z:1", ["a:1"])
            view.remark("x")
            view.draw([ROW])
            view.close()
            self.assertFalse(view.wants_answers)
