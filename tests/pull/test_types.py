"""What goes to the workers and comes back."""

from __future__ import annotations

import pickle
import unittest
from types import SimpleNamespace
from typing import Any, cast

from klog.client.settings import ClientSettings
from klog.pull.settings import PullSettings
from klog.pull.types import StagedFile, TaskResult, TaskSpec


class TypesTests(unittest.TestCase):
    """Specs and results."""

    def spec(self, number: int = 3) -> TaskSpec:
        settings = PullSettings(client=ClientSettings(bootstrap_servers="h:1"), target="/t", topics=("a",))
        where = cast(Any, SimpleNamespace(topic="a", partition=1, start=5, end=9, topic_id=bytes(16)))
        return TaskSpec(number, where, "_klog/staging/job", settings)

    def test_no_two_paths_are_the_same(self) -> None:
        spec = self.spec()
        paths = {spec.staging_path() for _ in range(100)} | {spec.staging_path("2024-02-29") for _ in range(100)}
        self.assertEqual(len(paths), 200)
        for path in paths:
            self.assertRegex(path, r"^_klog/staging/job/3-(2024-02-29-)?[0-9a-f]{32}\.parquet$")

    def test_a_spec_says_what_it_reads(self) -> None:
        self.assertEqual(str(self.spec()), "topic a, partition 1, offsets 5 to 9")

    def test_they_go_through_pickle(self) -> None:
        result = TaskResult(3, (StagedFile("p", "", 4, 100, 5, 8, -1, -1),), 4)
        for thing in (self.spec(), result):
            self.assertEqual(pickle.loads(pickle.dumps(thing)), thing)
