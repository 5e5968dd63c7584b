"""Lives that are lived in processes of their own, and the record of them."""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import pathlib

from twisted.trial.unittest import SynchronousTestCase

from tests.many_lives import add_options, live_many


class ManyLivesTests(SynchronousTestCase):
    """`live_many`."""

    def setUp(self) -> None:
        self.record = pathlib.Path(self.mktemp())

    def live(self, seeds: str, *more: str) -> tuple[int, str]:
        """Where every thirteenth goes wrong, and the forty-seventh kills its process; the exit code, and what is printed."""
        here = os.getpid()

        def one(seed: int) -> str:
            if gc.isenabled():
                return "collected"
            if seed == 47 and os.getpid() != here:
                os.kill(os.getpid(), 9)
            return f"AssertionError of {seed}" if seed % 13 == 0 else f"ok {seed}"

        parser = argparse.ArgumentParser()
        add_options(parser, "0-9")
        chosen = parser.parse_args(["--seeds", seeds, "--record", str(self.record), *more])
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = live_many(chosen, one)
        return code, out.getvalue()

    def recorded(self) -> dict[int, str]:
        return {int(seed): outcome for seed, _, outcome in (line.partition(" ") for line in self.record.read_text("utf-8").splitlines())}

    def test_all_hold(self) -> None:
        code, out = self.live("1-12")
        self.assertEqual(code, 0)
        self.assertIn("12 lives of 12, 0 of which went wrong; 12 of them now", out)
        self.assertEqual(self.recorded(), {seed: f"ok {seed}" for seed in range(1, 13)})
        self.assertTrue(gc.isenabled())

    def test_some_do_not_and_one_dies(self) -> None:
        code, out = self.live("1-60")
        self.assertEqual(code, 1)
        expected = {seed: f"AssertionError of {seed}" if seed % 13 == 0 else f"ok {seed}" for seed in range(1, 61)}
        expected[47] = "its process ended with -9"
        self.assertEqual(out.splitlines()[:-1], [f"{seed} {expected[seed]}" for seed in (13, 26, 39, 47, 52)])
        del expected[47]
        self.assertEqual(self.recorded(), expected)

    def test_goes_on(self) -> None:
        self.live("1-5")
        code, out = self.live("1-8")
        self.assertEqual(code, 0)
        self.assertIn("8 lives of 8, 0 of which went wrong; 3 of them now", out)
        self.assertEqual(self.live("9", "--minutes", "0")[1].split(",")[0], "0 lives of 1")
