"""One record at a time; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import contextlib
import unittest
from unittest import mock

from klog.cli.suite.host.processes import Done
from klog.cli.suite.loads import end_to_end
from tests.cli.suite.loads.test_kafka_tools import LATENCY


class EndToEndTests(unittest.TestCase):
    """`EndToEnd`."""

    def test_the_warm_up_is_in_no_figure(self) -> None:
        """One record at least; the watch begins behind it."""
        for records, warm_up in ((3, 1), (100, 20)):
            happened: list[str] = []
            running, site, watch = mock.Mock(bootstrap="b:1"), mock.Mock(size="smoke"), mock.Mock()
            site.script.return_value = "kafka"

            def run(name: str, words: list[object], limit_s: float, happened: list[str] = happened) -> Done:
                told = [str(word) for word in words]
                happened.append(f"{told[told.index('--num-records') + 1]} acks {told[told.index('--producer-acks') + 1]}")
                return Done(LATENCY, 1.0, 1.0)

            def begin(*_: object, happened: list[str] = happened, watch: mock.Mock = watch) -> mock.Mock:
                happened.append("watch")
                return watch

            running.tools.return_value.run.side_effect = run
            watch.figures.return_value = {"cpu": 7.0}
            with (
                mock.patch.object(end_to_end, "side_named") as named,
                mock.patch.object(end_to_end, "create_topic") as made,
                mock.patch.object(end_to_end, "PhaseWatch", side_effect=begin),
            ):
                named.return_value.serve.return_value = contextlib.nullcontext(running)
                found = end_to_end.EndToEnd({"smoke": records}, "all", brokers=3)(site, "klog")
            self.assertEqual(happened, [f"{warm_up} acks all", "watch", f"{records} acks all"])
            self.assertEqual(found.figures, {"mean_ms": 7.5559, "p50_ms": 3.0, "p99_ms": 44.0, "p999_ms": 245.0, "cpu": 7.0})
            watch.figures.assert_called_once_with(records)
            # One partition, so that a record is alone; and as many copies as there are brokers.
            self.assertEqual(made.call_args.args[-2:], (1, 3))
