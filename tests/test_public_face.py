"""``from klog import Producer, Consumer, ConsumerGroup, Admin``: there, and loaded only when used."""

from __future__ import annotations

import subprocess
import sys
import unittest

import klog
import klog.testing
from klog import version


class PublicFaceTests(unittest.TestCase):
    """The package itself."""

    def test_importing_it_loads_nothing(self) -> None:
        code = "import sys, klog; sys.exit(bool({'twisted', 'klog.client', 'klog.errors', 'importlib.resources'} & set(sys.modules)))"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_small_words_load_no_reactor(self) -> None:
        code = "import sys; from klog import TopicPartition, KlogError; sys.exit('twisted' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_no_name_installs_a_reactor(self) -> None:
        code = "import sys; from klog import Producer, Consumer, ConsumerGroup, Admin; sys.exit('twisted.internet.reactor' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_every_name_is_there(self) -> None:
        for face in (klog, klog.testing):
            for name in face.__all__:
                self.assertEqual(getattr(face, name).__name__, name)
                self.assertIn(name, dir(face))
            self.assertEqual(sorted(face.__all__), sorted(face._HOMES))

    def test_what_is_for_tests_loads_nothing_either(self) -> None:
        code = "import sys, klog.testing; sys.exit('twisted' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)
        with self.assertRaises(AttributeError):
            _ = klog.testing.Brokre

    def test_the_version(self) -> None:
        self.assertEqual(klog.__version__, version.__version__)

    def test_a_client_without_a_reactor(self) -> None:
        for make in (klog.Producer, klog.Consumer, klog.Admin):
            with self.assertRaises(TypeError) as caught:
                make(None, "127.0.0.1:9092")
            self.assertIn("reactor", str(caught.exception))

    def test_others_are_not(self) -> None:
        with self.assertRaises(AttributeError) as caught:
            _ = klog.Produzer
        self.assertIn("Produzer", str(caught.exception))
        with self.assertRaises(ImportError):
            exec("from klog import Konsumer")
