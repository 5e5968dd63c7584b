"""The state topic for the length of a command."""

from __future__ import annotations

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.mirror.listing import link_rows
from klog.mirror.decisions.names import STATE_TOPIC
from tests.cli.mirror.link_rig import LinkCase


class MirrorsTests(LinkCase):
    """Where there are none."""

    def test_none(self) -> None:
        self.until(self.here.delete_topic(STATE_TOPIC))
        with self.assertRaises(CommandFailed) as caught:
            self.command(link_rows)
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)
        self.assertEqual(self.command(link_rows, missing=[]), [])
        self.assertEqual(self.command(link_rows, make=True), [])
