"""Who is looked for before a run, and what is said of those that are not there."""

from __future__ import annotations

import pathlib
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.host.site import SCRIPTS, Site
from klog.cli.suite.loads.mirror.pair import MIRROR_MAKER
from klog.cli.suite.loads.python_clients import CLIENTS
from klog.cli.suite.loads.spark import CONNECTOR, TUNED
from klog.cli.suite.sides.old_kafka import OLD
from klog.cli.suite.steps.available_sides import broker_sides, look_for_own_side, look_for_sides, own_sides
from klog.cli.suite.steps.scratch_folder import Scratch
from tests.cli.suite.samples import load, plan


class AvailableSidesTests(SynchronousTestCase):
    def test_who_is_looked_for(self) -> None:
        planned = plan([load("a"), load("b", sides=("klog", "aiokafka"))], against=["kafka", "rabbitmq"])
        self.assertEqual(broker_sides(planned), ["klog", "kafka"], "clients are no brokers, and nobody needs RabbitMQ here")
        self.assertEqual(own_sides(planned), ["aiokafka"])

    def test_sides_that_a_load_brings_are_looked_for(self) -> None:
        """As far as that is done at once: no package, no script of the peers'."""
        no_modules = dict.fromkeys(CLIENTS[1:], "no_module_of_this_name")
        folder = pathlib.Path(self.mktemp())
        scripts = folder / "scripts"
        scripts.mkdir(parents=True)
        for name in ("kafka", "spark_kafka"):
            (scripts / name).touch(0o755)
        site = Site(folder, "quick", Machine(), {})
        with mock.patch.dict("klog.cli.suite.loads.python_clients._MODULES", no_modules):
            for name in (*CLIENTS[1:], CONNECTOR, TUNED, OLD, MIRROR_MAKER):
                with self.subTest(name=name), self.assertRaisesRegex(Skip, "is not installed"):
                    look_for_own_side(name, site)
        site.environment = {SCRIPTS: str(scripts)}
        with mock.patch("importlib.util.find_spec", return_value=object()):
            for name in (*CLIENTS, CONNECTOR, TUNED, OLD, MIRROR_MAKER):
                look_for_own_side(name, site)

    def test_kafkas_tools_are_there_before_a_step_is_measured(self) -> None:
        """Also where Kafka's broker takes no part: its tools put the load on klog."""
        with (
            mock.patch("klog.cli.suite.steps.available_sides.install") as install,
            mock.patch("klog.cli.suite.sides.klog_broker.KlogBrokers.prepare", return_value="klog 1"),
            Scratch(self.mktemp()) as scratch,
        ):
            found = look_for_sides(plan([load("a")], against=[]), scratch, Machine(), lambda what: None)
        self.assertEqual((found, install.call_count), (({"klog": "klog 1"}, {}), 1))
