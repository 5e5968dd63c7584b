"""Which lives a test lives."""

from __future__ import annotations

import os
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from tests import seeds
from tests.seeds import Seeds, named


class SeedsTests(SynchronousTestCase):
    def chosen(self, *, soak: bool = False, **environment: str) -> Seeds:
        others = {name: value for name, value in os.environ.items() if name not in ("KLOG_SEED", "KLOG_SEEDS")}
        with mock.patch.dict(os.environ, {**others, **environment}, clear=True), mock.patch.object(seeds, "SOAK", soak):
            return Seeds(3, in_soak=7, others_from=100)

    def test_as_many_as_the_test_says(self) -> None:
        self.assertEqual(list(self.chosen()), [0, 1, 2])
        self.assertEqual(len(self.chosen(soak=True)), 7)
        self.assertFalse(self.chosen().is_one)

    def test_as_many_as_somebody_asks_for(self) -> None:
        for soak in (False, True):
            self.assertEqual(list(self.chosen(soak=soak, KLOG_SEEDS="4")), [100, 101, 102, 103])

    def test_one(self) -> None:
        found = self.chosen(KLOG_SEED="9", KLOG_SEEDS="4")
        self.assertEqual((list(found), found.is_one), ([9], True))

    def test_parts(self) -> None:
        self.assertEqual([list(self.chosen().part(index, 2)) for index in range(2)], [[0, 2], [1]])
        self.assertEqual([list(self.chosen(KLOG_SEED="9").part(index, 2)) for index in range(2)], [[9], []])

    def test_tests_of_several(self) -> None:
        lived: list[int] = []

        class Case:
            pass

        self.chosen().add_tests(Case, lived.append, each=2)
        names = sorted(name for name in vars(Case) if name.startswith("test_"))
        self.assertEqual(names, ["test_seeds_00000", "test_seeds_00002"])
        for name in names:
            getattr(Case(), name)()
        self.assertEqual(lived, [0, 1, 2])

    def test_named(self) -> None:
        with (
            self.assertRaisesRegex(AssertionError, "^KLOG_SEED=5: ValueError broken\nwhat\nhappened$"),
            named(5, "what", lambda: "happened"),
        ):
            raise ValueError("broken")
        with named(5, self.fail):
            pass
