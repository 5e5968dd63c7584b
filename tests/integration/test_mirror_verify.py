"""``klog mirror verify`` between Apache Kafka and klog: one record that is not the same is found, and none where all are."""

from __future__ import annotations

import contextlib
import pathlib
import random
import tempfile
import unittest
from typing import ClassVar

import pytest

from klog.records.contract import Codec
from tests import peers
from tests.integration.group_brokers import QUICK
from tests.integration.mirror_copies import Misdeed, fill, verify
from tests.integration.running import KlogBroker, kafka_broker

VERSION = "3.9.2"


class KafkaAndKlogTests(unittest.TestCase):
    """Kafka is the source, klog has the copy."""

    a: ClassVar[str]
    b: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        with contextlib.ExitStack() as stack:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
            cls.a = stack.enter_context(kafka_broker(VERSION, folder, settings=QUICK, kill=True))
            cls.b = stack.enter_context(KlogBroker(settings=QUICK)).address
            cls.addClassCleanup(stack.pop_all().close)

    def test_each_misdeed_is_found_in_each_way(self) -> None:
        records = 3_000
        fill(self.a, "topic", records, 2)
        for misdeed in Misdeed:
            at = random.Random(misdeed).randrange(records)
            fill(self.b, f"{misdeed}.topic", records, 2, misdeed, at)
            for flags in ((), ("--deep",), ("--renumbered",)):
                ended, document = verify(self.a, self.b, "-t", "topic", "--prefix", f"{misdeed}.", "--complete", *flags)
                with self.subTest(misdeed=misdeed, flags=flags):
                    if misdeed is Misdeed.NONE:
                        self.assertEqual(
                            (ended.code, document["verify"]["records"], document["findings"]), (0, 2 * records, []), ended.remarks
                        )
                        continue
                    self.assertEqual(ended.code, 1, ended.remarks)
                    first = document["findings"][0]
                    # What was doubled stands before and behind: the second of the two is the one too many.
                    self.assertEqual((first["partition"], first["first_a"]), (1, at + (misdeed is Misdeed.DOUBLED)))
                    if flags == ("--renumbered",):
                        self.assertEqual([row["records"] for row in document["findings"]], [1])

    def test_all_codecs(self) -> None:
        for kind in Codec:
            for address in (self.a, self.b):
                fill(address, f"codec-{kind.name.lower()}", 500, 1, kind=kind)
        for flags in ((), ("--deep",)):
            ended, document = verify(self.a, self.b, "--pattern", "codec-.*", *flags)
            self.assertEqual((ended.code, document["verify"]["records"]), (0, 2_500), ended.remarks)


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "KLOG_SOAK=1 compares ten million records")
class TenMillionTests(unittest.TestCase):
    """One in ten million, on two brokers of klog."""

    def test_one_record(self) -> None:
        each = 2_500_000
        with KlogBroker() as a, KlogBroker() as b:
            fill(a.address, "topic", each, 4)
            for misdeed in Misdeed:
                at = random.Random(misdeed).randrange(each)
                fill(b.address, f"{misdeed}.topic", each, 4, misdeed, at)
                ended, document = verify(a.address, b.address, "-t", "topic", "--prefix", f"{misdeed}.", "--complete")
                self.assertEqual(ended.code, int(misdeed is not Misdeed.NONE), ended.remarks)
                if document["findings"]:
                    first = document["findings"][0]
                    self.assertEqual((first["partition"], first["first_a"]), (3, at + (misdeed is Misdeed.DOUBLED)))


if __name__ == "__main__":
    unittest.main()
