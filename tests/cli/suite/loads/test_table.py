"""The table of loads: who takes part."""

from __future__ import annotations

import unittest

from klog.cli.suite.loads.amounts import SIZES
from klog.cli.suite.loads.producing import Producing
from klog.cli.suite.loads.table import LOADS, loads_starting


class TableTests(unittest.TestCase):
    """`Load.sides_of`, and what all lines have."""

    def test_sizes(self) -> None:
        for load in LOADS.values():
            with self.subTest(load=load.name):
                self.assertEqual(set(load.seconds), set(SIZES))
                self.assertTrue(all(seconds > 0 for seconds in load.seconds.values()))
                self.assertLessEqual(set(load.most_rounds), set(SIZES))
                smoke, quick, paper = (load.run.counts_by_side(size) for size in SIZES)
                self.assertTrue(smoke.keys() == quick.keys() == paper.keys())
                for side, count in quick.items():
                    self.assertTrue(smoke[side] <= count <= paper[side], side)

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
        self.assertEqual(
            LOADS["clients.a_future_per_message"].amounts("paper"),
            "klog 1,500,000, confluent-kafka 1,500,000, aiokafka 450,000, kafka-python 180,000",
        )

    def test_the_warm_up_is_told(self) -> None:
        for name, told in (
            ("2014.sync", "a fifth of the records, the first ones"),
            ("2014.one", "a fifth of the records, the first ones; a fifth is read once before reading is measured"),
            ("2014.one.stored", ""),
            ("2014.one.together", ""),
            ("old_readers", "as many records, written before, which are those that are read"),
            ("connections.10", "a fifth of the records, before, but one for each connection at least"),
            ("fast.klog", "a fifth of the records, produced and read before"),
            ("clients.produce_in_bulk", "20,000 records, of slow clients a tenth of that"),
            ("clients.consume_in_bulk", "1 record read, by each client"),
            ("start", ""),
            ("2014.literal", ""),
        ):
            self.assertEqual(LOADS[name].warm_up, told, name)
        self.assertTrue(
            all(LOADS[name].warm_up for name in (*loads_starting("mirror."), *loads_starting("spark."), "latency.open", "pull"))
        )

    def test_who_has_nothing_to_tell_is_known(self) -> None:
        """So that nobody is silent because what he tells has another name than it should."""
        self.assertEqual(
            {name for name, load in LOADS.items() if not load.amounts("quick")},
            {"start", "latency.open", "groups.paper", "spark.latency", "mirror.latency", "mirror.idle"},
        )
        self.assertEqual(
            {name for name, load in LOADS.items() if not load.warm_up},
            {"paper.batch1.long", *loads_starting("paper.flush."), *loads_starting("format0."), "groups.paper", "start"}
            | {"2014.literal", "2014.one.together", "2014.together", "2014.one.stored", "2014.stored"},
        )

    def test_loads_whose_figures_are_not_those_of_before(self) -> None:
        behind_warm_up = {name for name, load in LOADS.items() if isinstance(load.run, Producing) and load.run.warm_up}
        self.assertEqual(
            {name for name, load in LOADS.items() if load.version > 1},
            {"paper.batch1", "paper.batch50", "groups.paper", "mirror.copy", "fast.klog", "fast.librdkafka", *behind_warm_up}
            | {"clients.consume_in_bulk", "clients.consume_message_by_message"},
        )
        self.assertEqual(len(behind_warm_up), 30)

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
