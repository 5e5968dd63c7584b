"""Many connections; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import contextlib
import json
import pathlib
import unittest
from unittest import mock

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Done
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import connections
from klog.cli.suite.loads.limits import limit_s


class ConnectionsTests(unittest.TestCase):
    """`Connections`."""

    def test_the_warm_up_is_looked_for_and_in_no_figure(self) -> None:
        """Each connection has a record at least."""
        ran: list[int] = []

        def run(name: str, words: list[object], limit: float) -> Done:
            self.assertEqual(limit, limit_s(1_000, one_by_one=True))
            ran.append(int(str(words[-2])))
            return Done(json.dumps({"seconds": 2.0, "histogram": Histogram.of([0.001] * 10).plain()}), 2.0, 0.5)

        running = mock.Mock(bootstrap="b:1")
        running.tools.return_value.run.side_effect = run

        with (
            mock.patch.object(connections, "side_named") as named,
            mock.patch.object(connections, "create_topic"),
            mock.patch.object(connections, "check_nothing_lost") as looked,
            mock.patch.object(connections, "memory_figures", return_value={}),
            mock.patch.object(connections, "PhaseWatch") as watch,
        ):
            named.return_value.serve.return_value = contextlib.nullcontext(running)
            watch.return_value.figures.return_value = {"cpu": 7.0}
            found = connections.Connections(1_000, {"smoke": 500})(Site(pathlib.Path("/nonexistent"), "smoke", Machine(), {}), "klog")
        self.assertEqual(ran, [1_000, 1_000])
        self.assertEqual(looked.call_args.args[-1], 2_000)
        watch.return_value.figures.assert_called_once_with(1_000, 0.5)
        self.assertEqual((found.figures["rate"], found.figures["cpu"]), (500.0, 7.0))
        self.assertEqual(found.histograms["answers"].count, 10)
