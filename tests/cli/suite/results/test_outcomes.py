"""Which runs can stand in one table."""

from __future__ import annotations

import dataclasses
import pathlib

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.suite.results.outcomes import SAME_MACHINE
from klog.cli.suite.results.results_file import read_results
from tests.cli.suite.samples import MACHINE, head


class HeadTests(SynchronousTestCase):
    """`Head.difference`."""

    def test_other_machines_and_other_disks(self) -> None:
        for name in SAME_MACHINE:
            told = f"of a machine whose {name} is {MACHINE[name]} and of one where it is else"
            self.assertEqual(head().difference(head(machine={**MACHINE, name: "else"})), told)
        self.assertEqual(head().difference(head(machine={**MACHINE, "governor": "powersave"})), "")

    def test_what_one_of_the_two_does_not_tell_is_no_difference(self) -> None:
        """The disk is told by newer files only."""
        for name in SAME_MACHINE:
            for older in ({**MACHINE, name: None}, {key: value for key, value in MACHINE.items() if key != name}):
                self.assertEqual(head(machine=older).difference(head()), "")
                self.assertEqual(head().difference(head(machine=older)), "")

    def test_the_published_file_can_be_gone_on_with(self) -> None:
        """On the same machine, whatever disk it was on."""
        path = pathlib.Path(__file__).parents[4] / "docs" / "experiments.jsonl"
        found = read_results(str(path)).head
        again = dataclasses.replace(found, machine={**found.machine, "disk": found.machine.get("disk") or "ext4 on /dev/vda"})
        self.assertEqual((found.difference(again), again.difference(found)), ("", ""))
