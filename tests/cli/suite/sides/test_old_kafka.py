"""Apache Kafka 0.8.2.2: what its tools say. The real one is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

from unittest import mock

from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.sides import old_kafka as module
from klog.cli.suite.sides.old_kafka import old_kafka, old_records, old_zookeeper, wait_for_old_records
from tests.cli.suite import fake_peers
from tests.cli.suite.sides.rig import SiteCase


class OldTests(SiteCase):
    """`old_kafka`, `old_records`, `wait_for_old_records`."""

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
        wait_for_old_records(lambda: 5, 5)
        with mock.patch.object(module.time, "monotonic", side_effect=[0.0, 31.0, 62.0]), self.assertRaises(StepFailed) as caught:
            wait_for_old_records(lambda: 4, 5)
        self.assertIn("1 of 5 messages were lost", str(caught.exception))
