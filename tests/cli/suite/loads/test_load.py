"""A line of the table, with made-up work behind it."""

from __future__ import annotations

import dataclasses
import unittest
from collections.abc import Mapping
from unittest import mock

from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import EVERY_SIDE
from klog.cli.suite.loads.load import Load
from klog.cli.suite.loads.measured import Measured


@dataclasses.dataclass(frozen=True)
class MadeUp:
    """Does nothing, and tells what it is told."""

    counts: Mapping[str, int] = dataclasses.field(default_factory=dict)
    warm_up_told: str = ""

    def counts_by_side(self, size: str) -> Mapping[str, int]:
        return self.counts if size == "quick" else {}

    def __call__(self, site: Site, side: str) -> Measured:
        return Measured({"rate": 1.0})


class LoadTests(unittest.TestCase):
    """`Load`."""

    def test_who_takes_part(self) -> None:
        against = ["rabbitmq", "kafka", "activemq", "klog@../old"]
        whoever = Load("a", "a", MadeUp(), {})
        for load, expected in (
            (whoever, ["klog", "kafka", "klog@../old"]),
            (dataclasses.replace(whoever, queues=("rabbitmq",), without=("kafka",)), ["klog", "rabbitmq", "klog@../old"]),
            (dataclasses.replace(whoever, is_noise=True), ["klog", "klog-again", "kafka", "klog@../old"]),
            (dataclasses.replace(whoever, alone=True), ["klog"]),
            (dataclasses.replace(whoever, sides=("klog", "connector")), ["klog", "connector"]),
        ):
            self.assertEqual(load.sides_of(against), expected)
        self.assertEqual(whoever.sides_of(["klog"]), ["klog", "klog-again"])
        self.assertEqual(whoever.sides_of(["kafka", "klog-slowed"]), ["klog", "klog-again", "kafka", "klog-slowed"])
        self.assertEqual(whoever.sides_of([]), ["klog"])

    def test_amounts(self) -> None:
        for counts, expected in (
            ({}, ""),
            ({EVERY_SIDE: 5_000}, "5,000"),
            ({EVERY_SIDE: 5_000, "activemq": 1_000, "rabbitmq": 5_000}, "5,000 (activemq 1,000)"),
            ({"klog": 4_000, "aiokafka": 500}, "klog 4,000, aiokafka 500"),
        ):
            load = Load("a", "a", MadeUp(counts), {})
            self.assertEqual((load.amounts("quick"), load.amounts("paper")), (expected, ""))

    def test_the_warm_up(self) -> None:
        self.assertEqual(Load("a", "a", MadeUp(warm_up_told="a minute"), {}).warm_up, "a minute")

    def test_a_function_does_where_nobody_asks_for_more(self) -> None:
        load = Load("a", "a", lambda site, side: Measured({"rate": len(side)}), {})  # type: ignore[arg-type]
        self.assertEqual((load.sides_of(["kafka"]), load.run(mock.Mock(), "kafka").figures), (["klog", "kafka"], {"rate": 5}))
