"""Stats and access control lists."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.jute import Reader
from klog.zookeeper.protocol import OPEN_ACL_UNSAFE, REPLY_HEADER_BYTES, STAT_BYTES, pack_acls, pack_stat, read_acls, read_stat
from tests.zookeeper.samples import ACLS, STAT


class PartsTests(SynchronousTestCase):
    """There and back."""

    def test_stat(self) -> None:
        self.assertEqual(read_stat(Reader(pack_stat(STAT))), STAT)
        self.assertEqual((len(pack_stat(STAT)), STAT_BYTES, REPLY_HEADER_BYTES), (68, 68, 16))

    def test_acls(self) -> None:
        self.assertEqual(read_acls(Reader(pack_acls(ACLS))), ACLS)
        self.assertEqual(read_acls(Reader(pack_acls(None))), [OPEN_ACL_UNSAFE])
