"""The table of loads: who takes part."""

from __future__ import annotations

import unittest

from klog.cli.suite.loads.producing import Producing
from klog.cli.suite.loads.table import LOADS, SIZES, loads_starting


class TableTests(unittest.TestCase):
    """`Load.sides_of`, and what all lines have."""

    def test_sizes(self) -> None:
        for load in LOADS.values():
            with self.subTest(load=load.name):
                self.assertEqual(set(load.seconds), set(SIZES))
                self.assertTrue(all(seconds > 0 for seconds in load.seconds.values()))
                self.assertLessEqual(set(load.most_rounds), set(SIZES))
                counts = getattr(load.run, "records", None) or getattr(load.run, "messages", None)
                if counts is not None:
                    self.assertTrue(counts["smoke"] <= counts["quick"] <= counts["paper"], counts)

    def test_who_takes_part(self) -> None:
        against = ["kafka", "rabbitmq", "activemq", "klog@../old"]
        self.assertEqual(LOADS["paper.batch1"].sides_of(against), ["klog", *against])
        self.assertEqual(LOADS["paper.batch1.long"].sides_of(against), ["klog", "rabbitmq", "klog@../old"])
        self.assertEqual(LOADS["paper.batch50"].sides_of(against), ["klog", "klog-again", "kafka", "klog@../old"])
        self.assertEqual(LOADS["tls"].sides_of(against), ["klog", "kafka", "klog@../old"])
        self.assertEqual(LOADS["tls"].sides_of(["klog", "klog-slowed"]), ["klog", "klog-again", "klog-slowed"])
        self.assertEqual(LOADS["paper.flush.every"].sides_of(against), ["klog"])
        self.assertEqual(LOADS["clients.produce_in_bulk"].sides_of([]), ["klog", "confluent-kafka", "aiokafka", "kafka-python"])
        self.assertEqual(LOADS["tls"].sides_of([]), ["klog"])
        self.assertEqual(LOADS["mirror.copy"].sides_of(["rabbitmq"]), ["klog", "mirrormaker-4.3.1"])

    def test_the_noise_is_measured_whatever_is_asked_for(self) -> None:
        self.assertTrue(any("klog-again" in load.sides_of(["kafka"]) for load in LOADS.values()))

    def test_how_much_is_told(self) -> None:
        self.assertEqual(LOADS["paper.batch1"].amounts("quick"), "500,000 (activemq 100,000, activemq-async 300,000)")
        self.assertEqual(LOADS["2014.one"].amounts("paper"), "50,000,000")
        self.assertEqual(LOADS["start"].amounts("quick"), "")

    def test_a_family_of_loads(self) -> None:
        self.assertEqual(loads_starting("codec.")[:2], ["codec.none", "codec.gzip"])
        self.assertEqual(loads_starting("no such"), [])

    def test_the_posts_own_numbers(self) -> None:
        for name, records, brokers, acks in (
            ("2014.one", 50_000_000, 1, 1),
            ("2014.async", 50_000_000, 3, 1),
            ("2014.sync", 50_000_000, 3, -1),
            ("2014.producers", 150_000_000, 3, 1),
        ):
            run = LOADS[name].run
            assert isinstance(run, Producing)
            self.assertEqual((run.records["paper"], run.brokers, run.settings["acks"]), (records, brokers, acks))
            self.assertEqual(
                (run.record_bytes, run.partitions, run.settings["batch.size"], run.settings["buffer.memory"]), (100, 6, 8196, 67108864)
            )
        for size in (10, 100, 1_000, 10_000, 100_000):
            run = LOADS[f"2014.size.{size}"].run
            assert isinstance(run, Producing)
            self.assertEqual(run.records["paper"], 1000 * 1024 * 1024 // size)
        stored = LOADS["2014.one.stored"].run
        assert isinstance(stored, Producing)
        self.assertEqual(stored.records["paper"] * stored.record_bytes, 20_000_000_000)
