"""``klog mirror verify`` and ``klog mirror run`` between Apache Kafka and klog.

One record that is not the same is found, and none where all are; a mirror that is killed again and again copies each record once; and
MirrorMaker 2's own client reads where a group goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import time
import unittest
from typing import ClassVar

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec
from tests import peers
from tests.integration.command import KLOG, environment, piped
from tests.integration.group_brokers import QUICK
from tests.integration.mirror.copies import Misdeed, batches, fill, make_topic, verify
from tests.integration.running import KlogBroker, kafka_broker

VERSION = "3.9.2"
COUNTING = {"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "500"}


class KafkaAndKlogTests(unittest.TestCase):
    """Kafka is the source, klog has the copy."""

    a: ClassVar[str]
    b: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        with contextlib.ExitStack() as stack:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
            cls.a = stack.enter_context(kafka_broker(VERSION, folder, settings=QUICK, kill=True))
            cls.b = stack.enter_context(KlogBroker(settings={**QUICK, **COUNTING})).address
            cls.addClassCleanup(stack.pop_all().close)

    def test_each_misdeed_is_found_in_each_way(self) -> None:
        records = 3_000
        fill(self.a, "topic", records, 2)
        for misdeed in Misdeed:
            at = random.Random(misdeed).randrange(records)
            fill(self.b, f"{misdeed}.topic", records, 2, misdeed, at)
            for flags in ((), ("--deep",), ("--renumbered",)):
                ended, document = verify(self.a, self.b, "--topics", "topic", "--prefix", f"{misdeed}.", "--complete", *flags)
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
            ended, document = verify(self.a, self.b, "--topics", "codec-*", *flags)
            self.assertEqual((ended.code, document["verify"]["records"]), (0, 2_500), ended.remarks)

    def mirror(self, source: str, *more: str) -> list[str]:
        """The command line of a mirror towards Kafka, with the source's topic ``numbers``."""
        return [*KLOG, "mirror", "run", "--from", source, "--to", self.a, "--alias", "dc1", "--topics", "numbers", *more]

    def test_a_mirror_towards_kafka_that_is_killed_copies_each_record_once(self) -> None:
        kills = peers.soak_share(60)
        fill(self.b, "numbers", 2_000, 2, kind=Codec.LZ4)
        with BlockingClient(self.b) as client:
            GroupOffsets(client, "billing").commit({TopicPartition("numbers", 0): 1_234})
            generator = random.Random(2011)
            for attempt in range(kills):
                process = subprocess.Popen(self.mirror(self.b), env=environment(), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                # It dies at any time: before its first round, in one of those that follow each other, or behind them.
                for index, batch in enumerate(batches(480, Misdeed.NONE, 0, kind=Codec.ZSTD)):
                    client.produce(TopicPartition("numbers", attempt % 2), batch)
                    if index == 0 and attempt % 3:
                        self.wait_for_a_round()
                    time.sleep(generator.random() * 0.3)
                process.kill()
                process.wait()
        ended = piped(*self.mirror(self.b, "--once", "-o", "json")[len(KLOG) :])
        self.assertEqual(ended.code, 0, ended.remarks)
        verified, document = verify(self.b, self.a, "--topics", "numbers", "--prefix", "dc1.", "--renumbered", "--complete")
        self.assertEqual((verified.code, document["verify"]["behind"]), (0, 0), verified.remarks)
        self.assertEqual(document["verify"]["records"], 4_000 + 480 * kills)
        self.translate()

    def test_what_a_mirror_towards_kafka_has_copied_is_told_at_the_source(self) -> None:
        records = 200_000 if peers.SOAK else 2_000
        with BlockingClient(self.b, client_id="web") as client:
            client.find_topic("__klog_audit", unknown_ms=60_000)
            # In windows that begin after the broker did.
            soon_ms = (time.time_ns() // 1_000_000 // 600_000 + 1) * 600_000
            make_topic(client, "counted", 2)
            for number in range(0, records, 500):
                rows = [(soon_ms + number + at, None, b"%d" % (number + at), ()) for at in range(500)]
                client.produce(TopicPartition("counted", number // 500 % 2), codec.build_batch(rows, codec=Codec.LZ4))
        command = [
            *KLOG,
            "mirror",
            "run",
            "--from",
            self.b,
            "--to",
            self.a,
            "--alias",
            "audited",
            "--topics",
            "counted",
            "--audit",
            "--once",
        ]
        ended = piped(*command[len(KLOG) :])
        self.assertEqual(ended.code, 0, ended.remarks)
        found: list[tuple[str, int, int, int, int]] = []
        deadline = time.monotonic() + 60
        # The broker writes what was sent in its own time, the mirror what it has copied.
        while min(sum(row[side] for row in found) for side in (1, 2)) < records and time.monotonic() < deadline:
            shown = piped("audit", "show", "counted", "--output", "json", bootstrap=self.b)
            rows = json.loads(shown.out)["windows"] if shown.out else []
            found = [
                (row["to"], row["sent"], row["arrived"], row["missing"], row["duplicate"]) for row in rows if row["to"] == "mirror audited"
            ]
        self.assertEqual({(to, missing, double) for to, _, _, missing, double in found}, {("mirror audited", 0, 0)}, found)
        self.assertEqual([(sum(row[1] for row in found)), sum(row[2] for row in found)], [records, records])

    def wait_for_a_round(self) -> None:
        """Until the mirror that was just started has written where something stands."""
        syncs = TopicPartition("mm2-offset-syncs.dc1.internal", 0)
        with BlockingClient(self.a, allow_auto_create_topics=False) as client:
            client.find_topic(syncs.topic, unknown_ms=60_000)
            before = client.list_offsets([syncs])[syncs].offset
            for _ in range(400):
                if client.list_offsets([syncs])[syncs].offset > before:
                    return
                time.sleep(0.02)

    def translate(self) -> None:
        """MirrorMaker 2's client finds where the group goes on, and there is the record that it has not read."""
        # It gives up after half a minute, and says nothing then, on a machine that is busy.
        deadline = time.monotonic() + 90
        found = None
        while found is None:
            told = mirror_client(self.a, "dc1", "billing")
            found = re.search(r"OFFSET dc1\.numbers-0 (\d+)", told)
            assert found is not None or time.monotonic() < deadline, told
        with BlockingClient(self.a) as copy:
            following = next(iter(copy.read(TopicPartition("dc1.numbers", 0), int(found[1]))))
        assert following.value is not None
        self.assertEqual(int.from_bytes(following.value[:8], "big"), 1_234)


def mirror_client(*arguments: str) -> str:
    """What MirrorMaker 2's client says."""
    peers.kafka(VERSION)
    env = {**os.environ, "KAFKA_MORE": "org.apache.kafka:connect-mirror-client:{version}"}
    source = pathlib.Path(__file__).parents[1] / "java" / "TranslateOffsets.java"
    done = subprocess.run([str(peers.SCRIPTS / "kafka"), VERSION, "java", str(source), *arguments], env=env, capture_output=True, text=True)
    return done.stdout + done.stderr[-2_000:]


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
                ended, document = verify(a.address, b.address, "--topics", "topic", "--prefix", f"{misdeed}.", "--complete")
                self.assertEqual(ended.code, int(misdeed is not Misdeed.NONE), ended.remarks)
                if document["findings"]:
                    first = document["findings"][0]
                    self.assertEqual((first["partition"], first["first_a"]), (3, at + (misdeed is Misdeed.DOUBLED)))


if __name__ == "__main__":
    unittest.main()
