"""The crash matrix: the power cut before, within and after every act of a data directory's life, in every way that is named.

`make soak` looks at 50,000 disks and draws its lives from ``KLOG_SEED``; otherwise it is a twentieth, of the same lives each time.
"""

from __future__ import annotations

import unittest
from collections import Counter

import pytest

from tests import peers
from tests.storage.crash_life import Life

#: Disks that are started, all lives together.
POINTS = 50_000
#: Acts of one life's script.
STEPS = 45


@pytest.mark.soak
class CrashMatrixTests(unittest.TestCase):
    """See the head of the file."""

    def test_every_act(self) -> None:
        wanted = max(2000, peers.soak_share(POINTS))
        first = peers.seed() if peers.SOAK else 0
        print(f"KLOG_SEED={first}")
        acts: Counter[str] = Counter()
        points = lives = cut = 0
        while points < wanted:
            life = Life(self, first + lives // 2, flush_rule=lives % 2 == 0)
            life.run(STEPS, max(wanted - points, wanted // 4))
            points += life.points
            cut += life.cut_records
            acts += life.acts
            lives += 1
        print(f"{points} disks of {acts.total()} acts in {lives} lives; {cut} records cut off behind gaps: {dict(acts)}")
        kinds = {"create", "write", "truncate", "sync", "rename", "remove", "make_directory", "sync_directory", "remove_directory"}
        self.assertEqual(acts.keys(), kinds)
        self.assertGreater(cut, 0)
