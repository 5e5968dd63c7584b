"""``klog cat -P`` on a broker in memory; the input is a pipe or a file."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import random
import shutil
import tempfile
import zlib
from typing import Any
from unittest import mock

from twisted.internet.defer import succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cat import produce as cat_produce
from klog.cli.cat.options import Mode
from klog.cli.cat.produce import fnv1a, partitioner, produce, producer_options
from klog.cli.exit_codes import as_failure
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import Captured, cat_options, connection_to
from tests.committed_values import committed_values


class ProduceTests(SynchronousTestCase):
    """`produce`."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 1, "four": 4})
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def file(self, data: bytes, name: str = "input") -> str:
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def run_it(self, *pairs: tuple[str, str], data: bytes | None = None, topic: str = "t", **more: Any) -> Captured:
        out = Captured()
        if data is not None:
            more |= {"arguments": (self.file(data),), "lines": True}
        options = cat_options(Mode.PRODUCE, topic, **more)
        try:
            self.broker.reactor.until(produce(self.broker.reactor, connection_to(self.broker, *pairs), options, out))
        except Exception as error:
            failure = as_failure(error)
            assert failure is not None, error
            out.note(f"{int(failure.code)} {failure.sentence}")
        return out

    def values(self, topic: str = "t") -> list[bytes | None]:
        return [message.value for message in self.broker.messages(topic)]

    def test_nobody_answers(self) -> None:
        """It says so after a second, and ends when ``-m`` is over."""
        self.broker.stop()
        begun_s = self.broker.reactor.seconds()
        out = Captured()
        options = cat_options(Mode.PRODUCE, "t", arguments=(self.file(b"a\n"),), lines=True)
        connection = dataclasses.replace(connection_to(self.broker, timeout_s=7), first_contact_s=7)
        running = produce(self.broker.reactor, connection, options, out)
        error = self.assertRaises(KlogError, self.broker.reactor.until, running, most_seconds=200)
        ended = as_failure(error)
        assert ended is not None
        self.assertEqual(ended.code, 3)
        took_s = self.broker.reactor.seconds() - begun_s
        self.assertTrue(5 < took_s < 9, took_s)
        self.assertIn("no broker answers", out.err.text)

    def test_lines(self) -> None:
        out = self.run_it(data=b"a\nb\n\nlast")
        self.assertEqual(self.values(), [b"a", b"b", b"last"])
        self.assertEqual((out.out.text, out.err.text), ("", ""))

    def test_keys_headers_and_nulls(self) -> None:
        self.run_it(data=b"k:v\n:w\nx:\nplain", key_delimiter=b":", fixed_key=b"f", headers=(("h", b"1"), ("n", None)), nulls=True)
        found = [(message.key, message.value) for message in self.broker.messages("t")]
        self.assertEqual(found, [(b"k", b"v"), (b"f", b"w"), (b"x", None), (b"f", b"plain")])
        self.assertEqual([tuple(header) for header in self.broker.messages("t")[0].headers], [("h", b"1"), ("n", None)])

    def test_counts_tee_and_delimiters(self) -> None:
        out = self.run_it(data=b"a--b--c", delimiter=b"--", count=2, tee=True)
        self.assertEqual(self.values(), [b"a", b"b"])
        self.assertEqual(out.out.data, b"ab")

    def test_a_partition_at_random_for_each_record(self) -> None:
        self.run_it(data=b"x\n" * 200, topic="four", partition=-1)
        counts = [len(self.broker.messages("four", number)) for number in range(4)]
        self.assertEqual(sum(counts), 200)
        self.assertGreater(min(counts), 20, "sticky fills one after the other")

    def test_whole_files(self) -> None:
        paths = (self.file(b"one\ntwo\n", "1"), self.file(b"", "2"), str(self.folder / "none"))
        out = self.run_it(arguments=paths)
        self.assertEqual(self.values(), [b"one\ntwo\n"])
        self.assertIn("cannot read", out.err.text)
        self.assertIn("% Failed to produce from 1/3 files", out.err.text)
        out = self.run_it(arguments=(str(self.folder / "none"),))
        self.assertIn("4 none of the files", out.err.text)

    def test_standard_input(self) -> None:
        receiving, sending = os.pipe()
        self.addCleanup(os.close, receiving)
        os.write(sending, b"typed\nmore")
        os.close(sending)
        # What a pipe is to the real reactor is a file to this one.
        with mock.patch.object(cat_produce.os, "open", lambda path, flags: os.dup(receiving)):
            with mock.patch("klog.cli.cat.input.stat.S_ISREG", return_value=True):
                self.run_it(arguments=("-",), lines=True)
        self.assertEqual(self.values(), [b"typed", b"more"])

    def test_partitions(self) -> None:
        self.run_it(data=b"a\nb", topic="four", partition=3)
        self.assertEqual([message.partition for message in self.broker.messages("four")], [3, 3])
        keys = [b"key%d" % number for number in range(50)]
        self.run_it(data=b"\n".join(key + b":v" for key in keys), topic="four", key_delimiter=b":")
        for message in self.broker.messages("four"):
            if message.key is not None:
                self.assertEqual(message.partition, zlib.crc32(message.key) % 4)

    def test_what_is_not_delivered(self) -> None:
        out = self.run_it(data=b"a", topic="bad topic")
        self.assertIn("delivery failed", out.err.text)
        self.assertIn("1 1 record was not delivered", out.err.text)
        out = self.run_it(data=b"a\nb", partition=9)
        self.assertIn("no partition 9", out.err.text)
        out = self.run_it(data=b"x" * 2_000_000)
        self.assertIn("larger than message.max.bytes (1048576) (1 record of a bulk)", out.err.text)
        # The brokers go away when one has answered.
        self.patch(cat_produce, "first_contact", lambda routing, connection: succeed(None))
        self.broker.reactor.refuse()
        out = self.run_it(("message.timeout.ms", "2000"), data=b"a\nb")
        self.assertIn("2 records were not delivered", out.err.text)

    def test_one_transaction(self) -> None:
        """All of the input: committed at its end."""
        out = self.run_it(("transactional.id", "x"), ("transaction.timeout.ms", "30000"), data=b"a\nb")
        self.assertEqual((committed_values(self.broker, TopicPartition("t", 0)), out.err.text), ([b"a", b"b"], ""))
        self.run_it(("transactional.id", "x"), data=b"")
        self.run_it(("transactional.id", "x"), data=b"k:c", key_delimiter=b":")
        self.assertEqual(committed_values(self.broker, TopicPartition("t", 0)), [b"a", b"b", b"c"])

    def test_a_transaction_that_fails(self) -> None:
        """Nothing of it counts where one record is not delivered."""
        data = b"small\n" + b"x" * 5_000 + b"\nmore"
        out = self.run_it(("transactional.id", "x"), ("message.max.bytes", "2000"), data=data, key_delimiter=b":")
        self.assertIn("not delivered", out.err.text)
        self.assertIn("nothing of the transaction counts", out.err.text)
        self.assertEqual(committed_values(self.broker, TopicPartition("t", 0)), [])
        out = self.run_it(("transactional.id", "x"), ("transaction.timeout.ms", "100000000"), data=b"a")
        self.assertIn("transaction.max.timeout.ms", out.err.text)

    def test_bounded_reading(self) -> None:
        with mock.patch.object(cat_produce, "MAX_WAITING_RECORDS", 10):
            self.run_it(data=b"\n".join(b"k:%d" % number for number in range(100)), key_delimiter=b":")
        self.assertEqual(len(self.values()), 100)


class PartitionerTests(SynchronousTestCase):
    """librdkafka's partitioners."""

    def choose(self, name: str, key: bytes | None) -> int:
        made = partitioner(name, random.Random(1))
        assert callable(made)
        return made("t", key, b"v", 7, [5])

    def test_hashes(self) -> None:
        self.assertEqual(self.choose("consistent", b"key"), zlib.crc32(b"key") % 7)
        self.assertEqual(self.choose("consistent", None), zlib.crc32(b"") % 7)
        self.assertEqual(self.choose("consistent_random", b""), 5)
        self.assertEqual(self.choose("murmur2_random", None), 5)
        self.assertNotEqual(self.choose("murmur2_random", b""), 5 if self.choose("murmur2", b"") != 5 else -1)
        self.assertEqual(self.choose("fnv1a", b"key"), fnv1a(b"key") % 7)
        self.assertEqual(partitioner("sticky", random.Random(1)), "sticky")

    def test_fnv1a(self) -> None:
        # Known answers of librdkafka's own unit test (rdfnv1a.c).
        for key, hashed in ((b"kafka", 0xD33C4E1), (b"giberish123456789", 0x77A58295), (b"1234", 0x23BDD03), (b"", 0x7EE3623B)):
            self.assertEqual(fnv1a(key), hashed, key)

    def test_options(self) -> None:
        broker = MemoryBroker()
        keyed = cat_options(Mode.PRODUCE, "t", fixed_key=b"k")
        self.assertTrue(callable(producer_options(connection_to(broker), keyed)["partitioner"]))
        self.assertEqual(producer_options(connection_to(broker), cat_options(Mode.PRODUCE, "t"))["partitioner"], "sticky")
        random_ = connection_to(broker, ("partitioner", "random"))
        self.assertEqual(producer_options(random_, keyed)["partitioner"], "random")
        large = producer_options(connection_to(broker, ("message.max.bytes", "100000000")), keyed)
        self.assertGreaterEqual(large["backlog_bytes"], 200_000_000)
