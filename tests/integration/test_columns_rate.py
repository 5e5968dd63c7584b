"""``python -m tests.bench columns`` shows the figures of fetching and decoding alone; here is the limit, in the soak only."""

from __future__ import annotations

import pytest
from twisted.trial.unittest import SkipTest, SynchronousTestCase

from tests import peers
from tests.bench import columns


class SpeedTests(SynchronousTestCase):
    @pytest.mark.soak
    def test_ten_million_rows_a_second_on_one_core(self) -> None:
        if not peers.SOAK:
            raise SkipTest("in make soak")
        for broker, steps in columns.measure(3).items():
            whole = steps[-1]
            # Of the reader's own time: on a quiet machine with a core for the broker the wall's is the same.
            self.assertLessEqual(whole.cpu_ns, 100, (broker, steps))
