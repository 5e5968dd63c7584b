"""What a format takes on the disk; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import contextlib
import unittest
from unittest import mock

from klog.cli.suite.loads import old_format
from klog.cli.suite.loads.limits import limit_s
from klog.cli.suite.loads.paper import RECORD_BYTES
from klog.cli.suite.sides import old_kafka


class OldFormatTests(unittest.TestCase):
    """`OldFormat`."""

    def test_bytes_beside_the_message(self) -> None:
        running, site = mock.Mock(bootstrap="b:1"), mock.Mock(size="smoke")
        running.disk_bytes.side_effect = [1_000, 1_000 + 100 * (RECORD_BYTES + 26)]

        with (
            mock.patch.object(old_format, "side_named") as named,
            mock.patch.object(old_kafka, "create_topic"),
            mock.patch.object(old_kafka, "check_nothing_lost") as looked,
            mock.patch.object(old_format.time, "sleep"),
        ):
            named.return_value.serve.return_value = contextlib.nullcontext(running)
            found = old_format.OldFormat({"smoke": 100}, 0)(site, "klog")
        looked.assert_called_once_with(running, "paper", 100, 1)
        self.assertEqual(found.figures, {"disk_bytes": RECORD_BYTES + 26, "overhead_bytes": 26})
        _, words, limit = running.tools.return_value.run.call_args.args
        self.assertLessEqual({"acks=0", "batch.size=0", "bootstrap.servers=b:1"}, {str(word) for word in words})
        self.assertEqual(limit, limit_s(100, RECORD_BYTES, one_by_one=True))
