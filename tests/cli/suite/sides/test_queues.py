"""RabbitMQ and ActiveMQ as sides, by scripts in their place."""

from __future__ import annotations

from klog.cli.suite.host.processes import Skip
from klog.cli.suite.sides.certificates import Certificates
from klog.cli.suite.sides.queues import QueueBroker
from tests.cli.suite import fake_peers
from tests.cli.suite.sides.rig import SiteCase


class QueueTests(SiteCase):
    """`QueueBroker`."""

    def test_those_that_serve(self) -> None:
        for name, version in (("rabbitmq-confirm", "RabbitMQ 3.10.8"), ("activemq", "ActiveMQ 6.3.1")):
            with self.subTest(name=name):
                side = QueueBroker(name)
                self.assertEqual(side.prepare(self.site), version)
                with side.serve(self.site) as running:
                    self.assertGreater(running.port, 0)
                    self.assertGreater(running.memory_mb(), 1)

    def test_one_that_is_not_installed_is_not_installed_by_us(self) -> None:
        with fake_peers.wrong("absent"), self.assertRaises(Skip) as caught:
            QueueBroker("rabbitmq").prepare(self.site)
        self.assertEqual(str(caught.exception), "rabbitmq is not installed: `rabbitmq install` does it")
        self.assertEqual(self.said, [], "its installer was not run")

    def test_what_they_are_not_for(self) -> None:
        for more in ({"brokers": 3}, {"certificates": Certificates(self.folder, self.folder)}):
            with self.assertRaises(Skip), QueueBroker("rabbitmq").serve(self.site, **more):  # type: ignore[arg-type]
                self.fail("it serves")
