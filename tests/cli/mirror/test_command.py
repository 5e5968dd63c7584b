"""`klog.cli.mirror.command`."""

from __future__ import annotations

import unittest

from click.testing import CliRunner

from klog.cli.mirror.command import mirror


class CommandTests(unittest.TestCase):
    """The group."""

    def test_its_commands_are_listed(self) -> None:
        ended = CliRunner().invoke(mirror, ["--help"])
        self.assertEqual(ended.exit_code, 0)
        self.assertIn("verify", ended.output)


if __name__ == "__main__":
    unittest.main()
