"""The room's public face."""

from __future__ import annotations

import subprocess
import sys

from twisted.trial.unittest import SynchronousTestCase

import klog.zookeeper


class FaceTests(SynchronousTestCase):
    """Names are loaded when they are used."""

    def test_every_name_is_there(self) -> None:
        self.assertEqual(set(klog.zookeeper.__all__), set(klog.zookeeper._HOMES))
        for name in klog.zookeeper.__all__:
            self.assertTrue(callable(getattr(klog.zookeeper, name)) or isinstance(getattr(klog.zookeeper, name), int), name)
            self.assertIn(name, dir(klog.zookeeper))
        with self.assertRaises(AttributeError):
            _ = klog.zookeeper.nonsense

    def test_retry_is_the_function(self) -> None:
        from klog.zookeeper import retry
        from klog.zookeeper.retrying import retry as same

        self.assertIs(retry, same)

    def test_importing_it_loads_nothing(self) -> None:
        code = "import sys, klog.zookeeper; sys.exit('twisted.internet' in sys.modules or 'klog.zookeeper.client' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], check=False).returncode, 0)
