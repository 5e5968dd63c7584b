"""``klog mirror list`` and ``describe``."""

from __future__ import annotations

from klog.cli.mirror.listing import describe_link, link_rows, show
from klog.cli.output import Format
from klog.errors import KlogError
from tests.cli.mirror.link_rig import LinkCase
from tests.cli.rig import Captured


class ListingTests(LinkCase):
    """How far mirrors are."""

    def test_rows(self) -> None:
        self.make()
        self.run_until(lambda: self.picture().copies["web.a", 0].source_end == 1 and self.picture().synced)
        [row] = self.command(link_rows)
        self.assertEqual((row["link"], row["state"], row["topics"], row["records_behind"], row["lost"]), ("dc1", "active", 1, 0, 0))
        found = self.command(lambda mirrors: describe_link(mirrors, "dc1"))
        self.assertEqual([(one["topic"], one["state"]) for one in found["topics"]], [("web.a", "active")])
        self.assertEqual(found["partitions"][0]["end"], 1)
        self.assertEqual([one["kind"] for one in found["beside_the_data"]], ["configurations"])
        for format in Format:
            out = Captured(format)
            show(out, found, True)
            self.assertIn("web.a", out.out.text)

    def test_no_such_link(self) -> None:
        with self.assertRaises(KlogError):
            self.command(lambda mirrors: describe_link(mirrors, "dc9"))
