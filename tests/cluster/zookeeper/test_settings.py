"""Settings keep secrets."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.settings import CoordinationRefused, ZooKeeperSettings, refusal_of
from klog.zookeeper.errors import NoAuthException, NoChroot


class SettingsTests(SynchronousTestCase):
    """What is shown."""

    def test_passwords_are_not_shown(self) -> None:
        """Nor is the error more than its sentence."""
        self.assertNotIn("secret", repr(ZooKeeperSettings("zk:2181", auth=[("digest", "klog:secret")])))
        self.assertEqual((str(CoordinationRefused("No.")), CoordinationRefused("No.").sentence), ("No.", "No."))

    def test_what_can_be_done(self) -> None:
        """Only where credentials would help are they spoken of."""
        self.assertIn("klog.zookeeper.digest", refusal_of(NoAuthException(operation="exists", path="/a")))
        self.assertEqual(refusal_of(NoChroot("no /a")), "no /a")
