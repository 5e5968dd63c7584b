"""``klog mirror promote`` and ``failover``."""

from __future__ import annotations

from klog.cli.exit_codes import CommandFailed
from klog.cli.mirror.ends import end_topics
from klog.mirror.decisions.states import Event
from tests.cli.mirror.link_rig import LinkCase


class EndTests(LinkCase):
    """Copies become ordinary topics."""

    def test_promoted(self) -> None:
        self.make()
        rows = self.command(lambda mirrors: end_topics(mirrors, "dc1", (), Event.PROMOTE, 60))
        self.assertEqual([(row["topic"], row["end"], row["open_transactions"]) for row in rows], [("web.a", 1, 0)])
        self.assertEqual(self.destination.put("web.a", [b"ours"]), 1)

    def test_not_in_time(self) -> None:
        """It is said what it waits for; a failover goes all the same."""
        self.make()
        self.source.stop()
        with self.assertRaises(CommandFailed) as caught:
            self.command(lambda mirrors: end_topics(mirrors, "dc1", ("web.*",), Event.PROMOTE, 20))
        self.assertIn("1 of 1 topics are not there after 20 s", caught.exception.sentence)
        rows = self.command(lambda mirrors: end_topics(mirrors, "dc1", (), Event.FAIL_OVER, 60))
        self.assertEqual(rows[0]["missing"], 0)
