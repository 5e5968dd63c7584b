"""The demo's own logic: input, hashes, and a verdict that can say no."""

from __future__ import annotations

import gzip
import io
import os
import pathlib
import shutil
import tempfile
from unittest import mock

from rich.console import Console
from twisted.trial.unittest import SynchronousTestCase

from klog.cli import demo


class InputTests(SynchronousTestCase):
    """Where the lines come from."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_lines_are_byte_for_byte(self) -> None:
        path = self.folder / "a.log"
        path.write_bytes(b"one\r\n\ntwo \xff\nthree")
        self.assertEqual(demo.read_lines(path), [b"one\r", b"", b"two \xff", b"three"])

    def test_gzip_is_unpacked(self) -> None:
        path = self.folder / "a.gz"
        path.write_bytes(gzip.compress(b"x\ny\n"))
        self.assertEqual(demo.read_lines(path), [b"x", b"y"])

    def test_own_file_is_taken_once(self) -> None:
        path = self.folder / "mine.log"
        path.write_bytes(b"x\ny\n")
        source, lines = demo.choose_input(str(path))
        self.assertEqual(lines, [b"x", b"y"])
        self.assertIn("mine.log", source)

    def test_missing_and_empty_files_are_told(self) -> None:
        with self.assertRaises(demo.DemoFailed):
            demo.choose_input(str(self.folder / "none"))
        (self.folder / "empty").write_bytes(b"")
        with self.assertRaises(demo.DemoFailed):
            demo.choose_input(str(self.folder / "empty"))

    def test_sample_logs_come_before_the_machines_own(self) -> None:
        (self.folder / "s.log").write_bytes(b"sample\n")
        with mock.patch.dict(os.environ, {"KLOG_SAMPLE_LOGS": str(self.folder)}):
            source, lines = demo.choose_input(None)
        self.assertIn("1 sample logs", source)
        self.assertEqual(set(lines), {b"sample"})
        self.assertGreaterEqual(len(lines), demo.ENOUGH_LINES)

    def test_page_views_when_there_is_nothing(self) -> None:
        empty = tempfile.mkdtemp(dir=self.folder)
        with mock.patch.dict(os.environ, {"KLOG_SAMPLE_LOGS": empty}), mock.patch.object(demo, "machine_logs", return_value=[]):
            source, lines = demo.choose_input(None)
        self.assertIn("made up", source)
        self.assertEqual(len(lines), demo.ENOUGH_LINES)
        self.assertEqual(demo.page_views(3), demo.page_views(3))


class VerdictTests(SynchronousTestCase):
    """Equal means equal."""

    def verdict(self, sent: list[bytes], received: list[bytes]) -> bool:
        one, other = demo.Side(), demo.Side()
        for line in sent:
            one.add(line)
        for line in received:
            other.add(line)
        return demo.compare(Console(file=io.StringIO()), [one], [other])

    def test_same(self) -> None:
        self.assertTrue(self.verdict([b"a", b"b"], [b"a", b"b"]))

    def test_order_loss_and_boundaries_show(self) -> None:
        self.assertFalse(self.verdict([b"a", b"b"], [b"b", b"a"]))
        self.assertFalse(self.verdict([b"a", b"b"], [b"a"]))
        self.assertFalse(self.verdict([b"ab", b""], [b"a", b"b"]))
