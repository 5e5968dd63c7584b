"""What both directions of a takeover have in common."""

from __future__ import annotations

import os
import pathlib
import random
import shutil
import tempfile
import unittest

from tests.integration import disk
from tests.integration.running import KlogBroker

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
CONFIGS = {"retention.ms": "987654321", "segment.bytes": str(2 << 20), "index.interval.bytes": "600", "max.message.bytes": "900000"}


class Folder(unittest.TestCase):
    """A folder per test; values by a seeded source."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-takeover-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.random = random.Random(int(os.environ.get("KLOG_SEED", "5")))

    def values(self, name: str, count: int) -> list[bytes]:
        return [b"%s %d " % (name.encode(), number) + self.random.randbytes(self.random.randrange(100)) for number in range(count)]

    def broker(self, data: pathlib.Path, **settings: str) -> KlogBroker:
        """klog on a directory that exists."""
        broker = KlogBroker(self.folder, settings={name.replace("_", "."): value for name, value in settings.items()})
        broker.data = data
        return broker

    def in_every_codec(self, address: str, topic: str, partitions: int) -> None:
        for number, codec in enumerate(CODECS):
            values = {partition: self.values(f"{codec} {partition}", 150) for partition in range(partitions)}
            disk.produce_all(address, topic, values, **{"compression.codec": codec, "enable.idempotence": number % 2 == 0})
