"""The limit of open files."""

from __future__ import annotations

import subprocess
import sys

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.process_limits import ENOUGH, SystemFileLimits, raise_file_limit, share_for_segments


class Limits:
    """A made-up process."""

    def __init__(self, soft: int, hard: int, refuses: bool = False) -> None:
        self.soft, self.hard, self.refuses = soft, hard, refuses

    def get(self) -> tuple[int, int]:
        return self.soft, self.hard

    def set(self, soft: int, hard: int) -> None:
        if self.refuses:
            raise ValueError("not allowed")
        self.soft, self.hard = soft, hard


class RaiseTests(SynchronousTestCase):
    """`raise_file_limit`."""

    def test_soft_goes_up_to_hard(self) -> None:
        limits = Limits(1024, 524288)
        self.assertEqual(raise_file_limit(limits), (524288, None))
        self.assertEqual(limits.get(), (524288, 524288))

    def test_unlimited(self) -> None:
        self.assertEqual(raise_file_limit(Limits(1024, -1)).files, ENOUGH)
        self.assertEqual(raise_file_limit(Limits(-1, -1)), (ENOUGH, None))

    def test_low_hard_limit_is_named(self) -> None:
        raised = raise_file_limit(Limits(256, 1024))
        self.assertEqual(raised.files, 1024)
        assert raised.warning is not None
        self.assertIn("hard limit is 1024", raised.warning)

    def test_refusal(self) -> None:
        raised = raise_file_limit(Limits(256, 8192, refuses=True))
        self.assertEqual(raised.files, 256)
        self.assertIsNotNone(raised.warning)

    def test_the_real_one(self) -> None:
        soft, hard = SystemFileLimits().get()
        self.assertGreater(soft, 0)
        self.assertTrue(hard == -1 or hard >= soft)

    def test_share(self) -> None:
        self.assertEqual(share_for_segments(1000, -1), 500)
        self.assertEqual(share_for_segments(20, -1), 64)
        self.assertEqual(share_for_segments(1000, 17), 17)


class CodecTests(SynchronousTestCase):
    """What Python reads from files when it is needed first."""

    def test_a_groups_partition_where_no_file_can_be_opened(self) -> None:
        """FindCoordinator was a mistake of klog's own then."""
        program = (
            "import resource\n"
            "from klog.broker.lifecycle.process_limits import load_codecs\n"
            "from klog.wire.java_hash import java_hash\n"
            "load_codecs()\n"
            "resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\n"
            "assert java_hash('a') == 97 and 'host'.encode('idna') == b'host'\n"
        )
        done = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
