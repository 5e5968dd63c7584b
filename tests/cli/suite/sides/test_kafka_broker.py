"""Apache Kafka as a side, by a script in its place: ready, absent, on a port that is taken, never ready."""

from __future__ import annotations

from unittest import mock

from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.host.site import SCRIPTS
from klog.cli.suite.sides import kafka_broker
from klog.cli.suite.sides.certificates import make_certificates
from klog.cli.suite.sides.kafka_broker import KafkaBrokers
from klog.cli.suite.sides.topics import create_topic
from tests.cli.suite import fake_peers
from tests.cli.suite.sides.rig import SiteCase


class KafkaTests(SiteCase):
    """`KafkaBrokers`."""

    def test_one_that_serves_also_where_its_port_is_taken(self) -> None:
        self.assertEqual(KafkaBrokers().prepare(self.site), "Apache Kafka 4.3.1")
        with fake_peers.wrong("taken"), KafkaBrokers().serve(self.site) as running:
            create_topic(running, "t")
            self.assertNotEqual(running.pids[0], running.children[0].keeper_pid)
            self.assertGreater(running.cpu_s(), 0.1)
            command = running.children[0].command
        self.assertIn("controller.quorum.voters=1@127.0.0.1:", command)

    def test_the_making_of_its_directory_is_no_part_of_its_start(self) -> None:
        with fake_peers.wrong("formats"), KafkaBrokers().serve(self.site) as running:
            (child,) = running.children
            self.assertGreater(running.ready_s, 0.05)
            self.assertGreater(child.seconds - running.ready_s, 1.0)

    def test_a_listener_with_tls(self) -> None:
        """Every listener's protocol is told: Kafka 4.3.1 did not start where its controllers' was left away."""
        certificates = make_certificates(self.site.below("certificates"))
        with KafkaBrokers().serve(self.site, certificates=certificates) as running:
            command = running.children[0].command
        self.assertIn("listener.security.protocol.map=SSL:SSL,CONTROLLER:PLAINTEXT", command)
        self.assertIn("listeners=SSL://127.0.0.1:", command)

    def test_one_that_cannot_be_had(self) -> None:
        with fake_peers.wrong("absent"), self.assertRaises(Skip) as caught:
            KafkaBrokers().prepare(self.site)
        self.assertEqual(
            str(caught.exception),
            "Apache Kafka 4.3.1 cannot be had: mvn is not installed; Apache Kafka 4.3.1 cannot be had on this machine",
        )
        self.site.environment = {SCRIPTS: ""}
        with self.assertRaises(Skip):
            KafkaBrokers().prepare(self.site)

    def test_one_that_does_not_get_ready(self) -> None:
        with fake_peers.wrong("slow_start"), mock.patch.object(kafka_broker, "READY_S", 0.5):
            with self.assertRaises(StepFailed) as caught, KafkaBrokers().serve(self.site):
                self.fail("it serves")
        self.assertIn("Kafka 4.3.1 was not ready within 0.5 s", str(caught.exception))
