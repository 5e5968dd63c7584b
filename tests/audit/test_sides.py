"""`klog.audit.sides`."""

import unittest

from klog.audit.cells import Tier, Writer
from klog.audit.sides import BROKERS, Side, side_of


class SideTests(unittest.TestCase):
    def test_producers_go_by_client_id_readers_by_name_and_brokers_together(self) -> None:
        for tier, side in (
            (Tier.PRODUCER, Side(Tier.PRODUCER, "app")),
            (Tier.BROKER, BROKERS),
            (Tier.SINK, Side(Tier.SINK, "name")),
            (Tier.MIRROR, Side(Tier.MIRROR, "name")),
        ):
            self.assertEqual(side_of(Writer(tier, "name", "dc", "app", "", "guid")), side)

    def test_how_it_is_shown(self) -> None:
        self.assertEqual((str(BROKERS), str(Side(Tier.SINK, "files"))), ("broker", "sink files"))
