"""Apache Kafka 0.8.2.2: what its tools say. The real one is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

from unittest import mock

from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.sides import topics
from klog.cli.suite.sides.old_kafka import OldKafka, check_all_there, old_kafka, old_records, old_zookeeper
from tests.cli.suite import fake_peers
from tests.cli.suite.sides.rig import SiteCase


class OldTests(SiteCase):
    """`old_kafka`, `old_records`, `check_all_there`."""

    def test_ends_of_a_topic(self) -> None:
        tools = mock.Mock()
        tools.run.return_value = Done("log4j: warning\npaper:0:12345\n", 1, 1)
        self.assertEqual(old_records(self.site, tools, "b:1", "paper"), 12_345)
        tools.run.return_value = Done("paper:0:5\npaper:1:7\n", 1, 1)
        self.assertEqual(old_records(self.site, tools, "b:1", "paper", 2), 12)
        for text, partitions in (("paper:0:\n", 1), ("paper:0:5\n", 2)):
            tools.run.return_value = Done(text, 1, 1)
            with self.assertRaises(StepFailed):
                old_records(self.site, tools, "b:1", "paper", partitions)

    def test_its_zookeeper_alone(self) -> None:
        with old_zookeeper(self.site) as connect:
            self.assertRegex(connect, r"^127\.0\.0\.1:\d+$")
            self.assertTrue((self.site.folder / "zookeeper").is_dir())

    def test_one_that_serves_beside_its_zookeeper(self) -> None:
        with old_kafka(self.site) as running:
            zookeeper, broker = running.children
            self.assertIn(f"zookeeper --port {running.connect.rpartition(':')[2]} ", zookeeper.command)
            self.assertIn(f"--zookeeper {running.connect} ", broker.command)
            self.assertEqual(running.folder, self.site.folder / "kafka")
            self.assertGreater(running.cpu_s(), 0.1)
        self.assertTrue(zookeeper.has_ended() and broker.has_ended())

    def test_without_its_jars(self) -> None:
        with fake_peers.wrong("absent"), self.assertRaises(Skip) as caught, old_kafka(self.site):
            self.fail("it serves")
        self.assertIn("Apache Kafka 0.8.2.2 cannot be had", str(caught.exception))

    def test_records_that_do_not_come(self) -> None:
        running = mock.Mock(spec=OldKafka, bootstrap="b:1")
        running.name = "Kafka 0.8.2.2"
        tools = mock.Mock()
        tools.run.side_effect = [Done(f"paper:0:{there}\n", 1, 1) for there in (4, 5)]
        with mock.patch("klog.cli.suite.sides.topics.time.sleep") as paused:
            check_all_there(self.site, tools, running, "paper", 5)
        paused.assert_called_once_with(topics.LOOK_S)
        for there, sentence in ((4, "1 of 5 messages were lost"), (7, "2 messages more than the 5 sent")):
            tools.run.side_effect = [Done(f"paper:0:{there}\n", 1, 1)]
            with mock.patch("klog.cli.suite.sides.topics.time.monotonic", side_effect=[0.0, 31.0]), self.assertRaises(StepFailed) as caught:
                check_all_there(self.site, tools, running, "paper", 5)
            self.assertEqual(str(caught.exception), f"Kafka 0.8.2.2: {sentence}; no rate is printed")
