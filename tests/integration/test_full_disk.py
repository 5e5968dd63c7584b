"""A full disk under a running broker: producers are refused, readers are served, and when space returns all goes on by itself.

The disk is a small ``tmpfs``, so this needs the right to mount one; it is skipped by name where that is missing.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
import unittest
from typing import Any

from tests.integration import disk
from tests.integration.running import BrokerFailed, KlogBroker
from tests.integration.volumes import fill, mount_memory

SIZE_MB = 24


class FullDiskTests(unittest.TestCase):
    """One broker on a volume of 24 MB."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-full-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(mount_memory(self.folder, SIZE_MB))
        self.ballast = self.folder / "ballast"

    def send(self, address: str, topic: str, count: int, size: int) -> tuple[dict[int, bytes], list[str]]:
        """What was acknowledged by offset, and the names of the errors; nothing is tried twice."""
        from confluent_kafka import Producer

        producer = Producer(
            {**disk.QUIET, "bootstrap.servers": address, "acks": "all", "retries": 0, "batch.size": 100_000, "linger.ms": 1}
        )
        acknowledged: dict[int, bytes] = {}
        errors: list[str] = []

        def told(error: Any, message: Any) -> None:
            if error:
                errors.append(error.name())
            else:
                acknowledged[message.offset()] = message.value()

        for _ in range(count):
            producer.produce(topic, os.urandom(size), partition=0, on_delivery=told)
            producer.poll(0)
        self.assertEqual(producer.flush(60), 0)
        return acknowledged, errors

    def cycle(self, configs: dict[str, str]) -> None:
        kept: dict[int, bytes] = {}
        with KlogBroker(self.folder, settings={"log.flush.offset.checkpoint.interval.ms": "200"}) as broker:
            disk.create_topic(broker.address, "t", 1, configs)
            disk.create_topic(broker.address, "small", 1, configs)
            for time in range(2):
                with self.subTest(time=time):
                    good, errors = self.send(broker.address, "t", 40, 50_000)
                    self.assertEqual(errors, [])
                    kept |= good
                    self.assertEqual(len(self.send(broker.address, "small", 3, 100)[0]), 3)
                    fill(self.ballast)
                    some, errors = self.send(broker.address, "t", 20, 50_000)
                    kept |= some
                    self.assertEqual(set(errors), {"KAFKA_STORAGE_ERROR"}, broker.output()[-2000:])
                    # Readers, and requests that write nothing, go on.
                    self.assertEqual({row.offset: row.value for row in disk.read_topic(broker.address, "t", 1)[0]}, kept)
                    self.assertEqual(set(disk.topic_names(broker.address)), {"t", "small"})
                    with self.assertRaises(Exception) as refused:
                        disk.create_topic(broker.address, "another", 4)
                    self.assertIn("STORAGE", str(refused.exception))
                    self.ballast.unlink()
                    good, errors = self.send(broker.address, "t", 20, 20_000)
                    self.assertEqual(errors, [], broker.output()[-2000:])
                    kept |= good
                    self.assertEqual({row.offset: row.value for row in disk.read_topic(broker.address, "t", 1)[0]}, kept)
            disk.create_topic(broker.address, "another", 4)
            self.assertEqual(sorted(kept), list(range(len(kept))), "no offset was lost to a refusal")
            broker.restart()
            self.assertEqual({row.offset: row.value for row in disk.read_topic(broker.address, "t", 1)[0]}, kept)
            self.assertEqual(len(disk.read_topic(broker.address, "small", 1)[0]), 6)
            # And full at a kill and at the next start, which may need a page: then it says so in one line.
            broker.kill()
            fill(self.ballast)
            try:
                broker.start()
            except BrokerFailed as error:
                self.assertIn("klog-broker: ", str(error))
                self.assertIn("No space left on device", str(error).splitlines()[-1])
                self.assertNotIn("Traceback", str(error))
                self.ballast.unlink()
                broker.start()
            self.assertEqual({row.offset: row.value for row in disk.read_topic(broker.address, "t", 1)[0]}, kept)
            self.ballast.unlink(missing_ok=True)
            good, errors = self.send(broker.address, "t", 3, 20_000)
            self.assertEqual(errors, [], broker.output()[-2000:])
            kept |= good
            self.assertEqual({row.offset: row.value for row in disk.read_topic(broker.address, "t", 1)[0]}, kept)
            broker.stop()
            files = disk.segment_files(broker.data, "t", ".log", ".index", ".timeindex")
            self.assertTrue(files)
            self.assertEqual(sum(len(entries) > 0 for entries in disk.all_entries(broker.data, "t").values()), 1)

    def test_producers_are_refused_until_space_returns(self) -> None:
        self.cycle({"segment.bytes": str(1 << 20)})

    def test_the_same_under_the_flush_rule(self) -> None:
        self.cycle({"segment.bytes": str(1 << 20), "flush.messages": "1"})
