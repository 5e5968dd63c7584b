"""`klog.cli.audit.outcome`."""

from __future__ import annotations

import unittest

from klog.cli.audit import outcome
from klog.cli.exit_codes import CommandFailed, Exit
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene
from tests.cli.audit.test_pages import a_scene


class OutcomeTests(unittest.TestCase):
    def test_why_it_is_not_known(self) -> None:
        def sentence(scene: Scene, now_ms: int = END_MS + WINDOW_MS) -> str:
            with self.assertRaises(CommandFailed) as caught:
                outcome.end(scene.ledger.balance(now_ms, grace_ms=0))
            return caught.exception.sentence

        # Brokers that began in the middle of a window are not dead.
        scene = Scene(begun_ms=T0 + 1)
        reader = scene.reader()
        for at_ms in (T0, T0 + WINDOW_MS):
            scene.stored(at_ms, 10)
            reader.cell("t", at_ms).count += 10
        scene.end(reader)
        self.assertEqual(
            sentence(scene),
            "unknown: t, window 2023-11-14 22:20:00: broker began to count later than the window did: "
            "10 of 10 records are known to have arrived",
        )
        # A reader may have had before it counted what it has not counted.
        scene = Scene()
        reader = scene.reader(begun_ms=T0 + 1)
        scene.stored(T0, 10)
        reader.cell("t", T0).count += 7
        scene.end(reader)
        self.assertIn("consumer readers began to count later than the window did: 7 of 10 records", sentence(scene))
        self.assertEqual(
            sentence(a_scene(), T0 + 1),
            "unknown: no window is over in which both ends have counted; the next is over at 2023-11-14 22:21:00, UTC",
        )

    def test_how_it_ends(self) -> None:
        def code(stored: int, grace_ms: int = 0) -> tuple[Exit, str]:
            try:
                outcome.end(a_scene(stored).ledger.balance(END_MS + 2 * WINDOW_MS, grace_ms=grace_ms))
            except CommandFailed as failed:
                return failed.code, failed.sentence
            return Exit.FINE, ""

        self.assertEqual(code(10), (Exit.FINE, ""))
        self.assertEqual(code(8), (Exit.FAILED, "missing: 2 missing and 0 duplicate records in 1 window"))
        self.assertEqual(code(11), (Exit.FAILED, "duplicate: 0 missing and 1 duplicate records in 1 window"))
        self.assertEqual(code(8, 1 << 60)[0], 2)
