"""Whether a data directory takes writes."""

from __future__ import annotations

import errno
import unittest

from klog.storage.directory_health import DirectoryHealth, is_refusal


class DirectoryHealthTests(unittest.TestCase):
    """What takes it out of service, and what is only a refusal."""

    def test_what_is_no_refusal(self) -> None:
        self.assertEqual([is_refusal(OSError(number, "")) for number in (errno.ENOSPC, errno.EMFILE, errno.EIO)], [True, True, False])
        self.assertFalse(is_refusal(ValueError()))

    def test_the_first_failure_is_kept_and_told(self) -> None:
        health, told = DirectoryHealth(), list[str]()
        first = OSError(errno.EIO, "broken")
        self.assertTrue(health.fail("/d/t-0", first, told.append))
        self.assertFalse(health.fail("/d/t-1", OSError(errno.EIO, "too"), told.append))
        self.assertIs(health.failure, first)
        [sentence] = told
        self.assertIn("/d/t-0: [Errno 5] broken; this data directory takes no writes any more", sentence)

    def test_what_is_no_error_of_the_system(self) -> None:
        health = DirectoryHealth()
        health.fail("/d", ValueError("what"), str)
        self.assertEqual(str(health.failure), "what")


if __name__ == "__main__":
    unittest.main()
