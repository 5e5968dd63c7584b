"""The table of experiments: everything that it names is there."""

from __future__ import annotations

import unittest

from klog.cli.suite.experiments.experiment import YOUNG_JVM
from klog.cli.suite.experiments.table import EXPERIMENTS, UnknownExperiment, chosen, loads_of
from klog.cli.suite.figures import KINDS, kind_name_of, kind_of
from klog.cli.suite.loads.producing import Producing
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.sides.names import UnknownSide, side_named


class ExperimentTests(unittest.TestCase):
    """`EXPERIMENTS`, `chosen`."""

    def test_every_name_means_something(self) -> None:
        for experiment in EXPERIMENTS.values():
            with self.subTest(experiment=experiment.name):
                self.assertTrue(experiment.loads)
                self.assertLessEqual(set(experiment.loads), set(LOADS))
                self.assertLessEqual({key.partition(" ")[0] for key in experiment.published}, set(experiment.loads))
                self.assertLessEqual(set(experiment.columns), set(KINDS))
                self.assertIn(experiment.plotted, KINDS)
                for goal in experiment.goals:
                    self.assertIn(goal.load, experiment.loads)
                    kind_of(goal.figure)
                    sides = LOADS[goal.load].sides
                    if goal.versus and not sides:
                        side_named(goal.versus)
                    elif goal.versus:
                        self.assertIn(goal.versus, sides)
                goals = {(goal.load, goal.figure, goal.versus) for goal in experiment.goals}
                self.assertLessEqual(set(experiment.reasons), goals)

    def test_that_a_reading_broker_in_a_jvm_is_a_young_one_is_told(self) -> None:
        """Where a step is over before Java's compilers are, and its warm-up is a fifth of that."""
        self.assertIn(YOUNG_JVM, EXPERIMENTS["fig5"].differs)
        self.assertIn(YOUNG_JVM, EXPERIMENTS["fast_clients"].shows)
        self.assertIn("Of size `quick` there are half a million messages", EXPERIMENTS["fig5"].differs)
        self.assertTrue(LOADS["paper.batch1"].amounts("quick").startswith("500,000"))

    def test_every_load_is_in_an_experiment(self) -> None:
        self.assertEqual(set(loads_of(list(EXPERIMENTS.values()))), set(LOADS))

    def test_what_the_issue_lists_is_there(self) -> None:
        names = {*EXPERIMENTS}
        self.assertLessEqual({"fig4", "fig5", "storage", *(f"2014.{number}" for number in range(1, 11))}, names)
        self.assertLessEqual(
            {
                "codecs",
                "partitions",
                "connections",
                "idempotence",
                "tls",
                "old_readers",
                "latency",
                "clients",
                "groups",
                "spark",
                "pull",
                "mirror",
                "fast_clients",
                "2014.literal",
            },
            names,
        )
        self.assertLessEqual({"paper.flush.every", "paper.flush.thousand", "paper.flush.time", "format0.batch1"}, set(LOADS))
        self.assertLessEqual({f"codec.{codec}" for codec in ("none", "gzip", "snappy", "lz4", "zstd")}, set(LOADS))
        self.assertLessEqual({f"size.{size}" for size in (10, 100, 1_000, 10_000, 100_000, 1_000_000)}, set(LOADS))
        self.assertLessEqual({f"{kind}.{count}" for kind in ("partitions", "connections") for count in (1, 10, 100, 1_000)}, set(LOADS))

    def test_no_shape_of_load_is_without_a_goal(self) -> None:
        """Whoever is held against Kafka by a producer's or a consumer's rate is to be no slower and at most 0.6 as dear, or better."""
        goals = {(one.load, one.figure): one for each in EXPERIMENTS.values() for one in each.goals if one.versus == "kafka"}
        for load in LOADS.values():
            run = load.run
            if load.sides or load.alone or not isinstance(run, Producing):
                continue
            for phase in ("produce", *(phase for phase in run.readers)):
                with self.subTest(load=load.name, phase=phase):
                    rate, cpu = goals[load.name, f"{phase}.rate"], goals[load.name, f"{phase}.cpu"]
                    self.assertTrue(rate.at_least and rate.bound >= 1.0 and not cpu.at_least and cpu.bound <= 0.6)
        for name in ("2014.one.latency", "2014.one.latency.all"):
            self.assertEqual({goals[name, kind].text for kind in ("mean_ms", "p99_ms", "p999_ms")}, {"≤ 0.8"})

    def test_no_load_that_kafka_takes_part_in_is_without_a_goal(self) -> None:
        """How fast, or how late, and what the broker uses for it, of whatever kind the load is."""
        # A start has no records to be dear, and of fixed rates the latency alone is told.
        without_cpu = {"start", "latency.open"}
        for load in LOADS.values():
            if "kafka" not in load.sides_of(["kafka"]):
                continue
            kinds = {
                kind_name_of(goal.figure)
                for each in EXPERIMENTS.values()
                for goal in each.goals
                if goal.load == load.name and goal.versus == "kafka"
            }
            with self.subTest(load=load.name):
                self.assertTrue(kinds & {"rate", "mean_ms", "first_ack_s"})
                self.assertTrue("cpu" in kinds or load.name in without_cpu)

    def test_chosen(self) -> None:
        self.assertEqual([one.name for one in chosen(["fig5", "fig4"])], ["fig4", "fig5"])
        self.assertEqual([one.name for one in chosen(["2014"])][:2], ["2014.1", "2014.2"])
        self.assertEqual([one.name for one in chosen(["2014.1"])], ["2014.1"], "not the tenth")
        self.assertEqual(len(chosen([])), len(EXPERIMENTS))
        self.assertEqual([(one.name, one.loads) for one in chosen(["size.10", "tls"])], [("2014.9", ["size.10"]), ("tls", ["tls"])])
        (part,) = chosen(["bulk.100"])
        self.assertEqual({goal.load for goal in part.goals}, {"bulk.100"})
        self.assertEqual([one.name for one in chosen(["2014.one"])], ["2014.1", "2014.6", "2014.6.disk", "2014.7"])
        self.assertEqual(loads_of(chosen(["2014.one", "2014.1"])), ["2014.one"])
        with self.assertRaises(UnknownExperiment) as caught:
            chosen(["fig4", "fig6"])
        self.assertIn("there is no experiment fig6; there are fig4", str(caught.exception))

    def test_sides(self) -> None:
        with self.assertRaises(UnknownSide):
            side_named("connector")
