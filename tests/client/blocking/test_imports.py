"""What comes with the clients that need no reactor."""

from __future__ import annotations

import subprocess
import sys
import unittest

PROGRAM = """
import sys
import klog.client.blocking.batch_sender
import klog.client.blocking.client
import klog.client.blocking.groups
import klog.client.blocking.producer
from klog import BlockingClient, BlockingProducer
print(sorted({"twisted", "zope.interface"} & set(sys.modules)))
"""


class ImportTests(unittest.TestCase):
    def test_no_twisted(self) -> None:
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), "[]")
