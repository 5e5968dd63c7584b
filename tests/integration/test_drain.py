"""A broker with 3,000 partitions is drained (``klog cluster drain --execute``), in a terminal: the bar says what has arrived, and
in the end nothing is left there. Long, and so only in `make soak`.
"""

from __future__ import annotations

import pathlib
import re
import time
import unittest
from typing import ClassVar

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.command import in_terminal
from tests.integration.zookeepers import RealZooKeeper

TOPICS, PARTITIONS = 6, 500
RECORDS, VALUE_BYTES = 20, 2_000
SETTINGS = {"auto.leader.rebalance.enable": "false", "offsets.topic.replication.factor": "1"}
#: The bar is drawn once a second, of what brokers have said a little before.
TOLERANCE = 0.15


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "3,000 partitions: only in make soak (KLOG_SOAK=1)")
class DrainTests(unittest.TestCase):
    """See the module."""

    cluster: ClassVar[ClusterBrokers]

    @classmethod
    def setUpClass(cls) -> None:
        zookeeper = RealZooKeeper.of_class(cls)
        cls.cluster = ClusterBrokers(zookeeper.connect + "/drain", settings=SETTINGS)
        cls.enterClassContext(cls.cluster)

    def bytes_on(self, *numbers: int) -> int:
        """In the segments of all partitions there."""
        found = 0
        for number in numbers:
            for folder in self.cluster.brokers[number].data.glob("drained-*"):
                if re.fullmatch(r"drained-\d-\d+", folder.name):
                    found += sum(self.size(path) for path in folder.glob("*.log"))
        return found

    @staticmethod
    def size(path: pathlib.Path) -> int:
        """Nothing where it has just gone."""
        try:
            return path.stat().st_size
        except FileNotFoundError:
            return 0

    def test_three_thousand_partitions(self) -> None:
        from confluent_kafka.admin import AdminClient, NewTopic

        admin = AdminClient({"bootstrap.servers": self.cluster.bootstrap, **disk.QUIET})
        names = [f"drained-{number}" for number in range(TOPICS)]
        made = admin.create_topics([NewTopic(name, PARTITIONS, replica_assignment=[[3]] * PARTITIONS) for name in names])
        for each in made.values():
            each.result(120)
        values = [b"x" * VALUE_BYTES] * RECORDS
        for name in names:
            disk.produce_all(self.cluster.bootstrap, name, dict.fromkeys(range(PARTITIONS), values))
        whole = self.bytes_on(3)
        told: list[tuple[float, float]] = []

        def seen(piece: bytes) -> None:
            for share in re.findall(rb"(\d+)%", piece)[-1:]:
                told.append((int(share) / 100, self.bytes_on(1, 2) / whole))

        began_s = time.monotonic()
        # So that there is something to be seen.
        arguments = ("cluster", "drain", "3", "--execute", "--throttle", str(whole // 20))
        ended = in_terminal(*arguments, timeout=600, bootstrap=self.cluster.bootstrap, seen=seen)
        took_s = time.monotonic() - began_s
        self.assertEqual(ended.code, 0, ended.text[-3000:])
        worst = max(abs(bar - true) for bar, true in told)
        print(f"  {TOPICS * PARTITIONS} partitions, {whole >> 20} MB in {took_s:.0f} s; bar and disks: {told}, {worst:.2f} apart at most")
        self.assertGreater(len(told), 5)
        self.assertEqual([bar for bar, _ in told], sorted(bar for bar, _ in told), "it never falls")
        self.assertLess(worst, TOLERANCE)
        self.assertEqual((self.bytes_on(3), self.bytes_on(1, 2)), (0, whole))
        for name in names:
            ends = disk.ends(self.cluster.bootstrap, name, PARTITIONS)
            self.assertEqual(set(ends.values()), {RECORDS})


if __name__ == "__main__":
    unittest.main()
