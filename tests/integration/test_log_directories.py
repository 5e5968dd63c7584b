"""Several data directories, judged by Apache Kafka: its tools move partitions between klog's, its broker goes on with klog's and klog with
Kafka's, also in the middle of a move."""

from __future__ import annotations

import json
import pathlib
import threading
import time
import unittest

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.disk import Row
from tests.integration.kafka_tools import run_warm
from tests.integration.running import KlogBroker, kafka_broker, zookeeper
from tests.integration.takeover import Folder

VERSION = "3.9.2"
SEGMENTS = {"segment.bytes": str(1 << 20), "index.interval.bytes": "600"}


class LogDirectoriesTests(Folder):
    """Two of them."""

    def setUp(self) -> None:
        super().setUp()
        # Who has no Kafka is told before anything runs.
        peers.kafka("3.9.2")
        self.one, self.two = self.folder / "one", self.folder / "two"

    def klog(self, **settings: str) -> KlogBroker:
        return self.broker(pathlib.Path(f"{self.one},{self.two}"), **settings)

    def homes(self, future: bool = False) -> dict[str, list[str]]:
        """Folders of ``t`` by directory; those of copies on their way, or the others."""
        return {
            one.name: sorted(
                path.name.partition(".")[0]
                for path in one.glob("t-*")
                if path.name.endswith("-future") == future and "-delete" not in path.name
            )
            for one in (self.one, self.two)
        }

    def move(self, address: str, target: pathlib.Path, partitions: list[int], version: str = VERSION, throttle: int | None = None) -> str:
        """``kafka-reassign-partitions``; where its plan lies."""
        # A broker of Kafka's that was just started may not know its topics yet.
        disk.wait_for("the topic to be known", lambda: "t" in run_warm(version, "topics", "--bootstrap-server", address, "--list").split())
        plan = self.folder / f"to-{target.name}.json"
        moves = [{"topic": "t", "partition": index, "replicas": [1], "log_dirs": [str(target)]} for index in partitions]
        plan.write_text(json.dumps({"version": 1, "partitions": moves}))
        more = () if throttle is None else ("--replica-alter-log-dirs-throttle", str(throttle))
        told = run_warm(
            version, "reassign-partitions", "--bootstrap-server", address, "--reassignment-json-file", str(plan), "--execute", *more
        )
        self.assertIn("Successfully started", told)
        return str(plan)

    def until_moved(self, address: str, plan: str, version: str = VERSION) -> None:
        end = time.monotonic() + 90
        told = ""
        while time.monotonic() < end:
            told = run_warm(
                version, "reassign-partitions", "--bootstrap-server", address, "--reassignment-json-file", plan, "--verify", check=False
            )
            if "still in progress" not in told and "is completed" in told and "FAILED" not in told:
                return
        self.fail(f"not moved:\n{told[-3000:]}")

    def described(self, address: str, version: str = VERSION) -> dict[str, list[tuple[str, bool]]]:
        """``kafka-log-dirs``: partitions by directory, and whether each is on its way."""
        told = run_warm(version, "log-dirs", "--bootstrap-server", address, "--describe", "--topic-list", "t")
        found = json.loads(next(line for line in told.splitlines() if line.startswith("{")))
        return {
            pathlib.Path(one["logDir"]).name: sorted((each["partition"], each["isFuture"]) for each in one["partitions"])
            for one in found["brokers"][0]["logDirs"]
        }

    def everything(self, address: str, partitions: int) -> dict[str, dict[int, list[Row]]]:
        return disk.read_topics(address, {"t": partitions})

    def test_moved_by_kafkas_tools_under_load(self) -> None:
        with self.klog() as broker:
            disk.create_topic(broker.address, "t", 2, SEGMENTS)
            self.assertEqual(self.homes(), {"one": ["t-0"], "two": ["t-1"]})
            values = [b"%d " % number + self.random.randbytes(600) for number in range(20_000)]
            disk.produce(broker.address, "t", 0, values)
            more = [b"%d more" % number for number in range(30_000)]
            offsets: list[int] = []
            load = threading.Thread(target=lambda: offsets.extend(disk.produce(broker.address, "t", 0, more, **{"linger.ms": 1})))
            load.start()
            plan = self.move(broker.address, self.two, [0, 1])
            self.until_moved(broker.address, plan)
            load.join()
            self.assertEqual(offsets, list(range(20_000, 50_000)))
            self.assertEqual(self.described(broker.address), {"one": [], "two": [("t-0", False), ("t-1", False)]})
            found = self.everything(broker.address, 2)
            self.assertEqual([row.value for row in found["t"][0]], [*values, *more])
            broker.stop()
            broker.start()
            self.assertEqual(self.everything(broker.address, 2), found)
            broker.stop()
        dump = disk.dump_log("4.3.1", disk.segment_files(self.two, "t", ".log"), "--deep-iteration")
        self.assertEqual([line for line in dump.complaints if "is followed by" not in line], [])

    def test_kafka_goes_on_with_both_and_klog_again(self) -> None:
        with self.klog() as broker:
            disk.create_topic(broker.address, "t", 3, SEGMENTS)
            self.in_every_codec(broker.address, "t", 3)
            before = self.everything(broker.address, 3)
            homes = self.homes()
            self.assertEqual(homes, {"one": ["t-0", "t-2"], "two": ["t-1"]})
            broker.stop()
        with zookeeper(VERSION, self.folder / "zookeeper") as keeper:
            self.tell_zookeeper(VERSION, keeper, self.one, self.two)
            settings = {"log.dirs": f"{self.one},{self.two}"}
            with kafka_broker(VERSION, self.folder / "kafka", zookeeper=keeper, settings=settings) as address:
                self.assertEqual(self.everything(address, 3), before)
                plan = self.move(address, self.two, [0])
                self.until_moved(address, plan)
                self.in_every_codec(address, "t", 3)
                middle = self.everything(address, 3)
        with self.klog() as broker:
            self.assertEqual(self.everything(broker.address, 3), middle)
            self.assertEqual(self.described(broker.address)["two"], [("t-0", False), ("t-1", False)])
            self.in_every_codec(broker.address, "t", 3)
            broker.stop()

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "KRaft's Kafka beside ZooKeeper's: make soak")
    def test_klog_goes_on_with_both_of_kafka_4_3_1_and_kafka_again(self) -> None:
        # Whose metadata are in the first one.
        self.one = self.folder / "kafka" / "logs"
        settings = {"log.dirs": f"{self.one},{self.two}"}
        with kafka_broker("4.3.1", self.folder / "kafka", settings=settings) as address:
            disk.create_topic(address, "t", 4, SEGMENTS)
            self.in_every_codec(address, "t", 4)
            before = self.everything(address, 4)
        homes = self.homes()
        self.assertEqual([len(some) for some in homes.values()], [2, 2])
        with self.klog() as broker:
            self.assertEqual(self.homes(), homes)
            self.assertEqual(self.everything(broker.address, 4), before)
            self.assertEqual(disk.topic_configs(broker.address, "t"), SEGMENTS)
            plan = self.move(broker.address, self.two, [0, 1, 2, 3], "4.3.1")
            self.until_moved(broker.address, plan, "4.3.1")
            moved = {"logs": [], "two": [(f"t-{n}", False) for n in range(4)]}
            self.assertEqual(self.described(broker.address, "4.3.1"), moved)
            self.in_every_codec(broker.address, "t", 4)
            after = self.everything(broker.address, 4)
            broker.stop()
        with kafka_broker("4.3.1", self.folder / "kafka", settings=settings) as address:
            self.assertEqual(self.described(address, "4.3.1"), moved)
            self.assertEqual(self.everything(address, 4), after)
            self.in_every_codec(address, "t", 4)
            at_last = self.everything(address, 4)
        with self.klog() as broker:
            self.assertEqual(self.everything(broker.address, 4), at_last)
            broker.stop()
        dump = disk.dump_log("4.3.1", disk.segment_files(self.two, "t", ".log"), "--deep-iteration")
        self.assertEqual([line for line in dump.complaints if "is followed by" not in line], [])

    def test_a_move_that_klog_began_is_ended_by_kafka_and_the_reverse(self) -> None:
        values = [b"%d " % number + self.random.randbytes(900) for number in range(6_000)]
        with self.klog() as broker:
            disk.create_topic(broker.address, "t", 2, SEGMENTS)
            disk.produce(broker.address, "t", 0, values)
            before = self.everything(broker.address, 2)
            self.move(broker.address, self.two, [0], throttle=500_000)
            disk.wait_for("a copy that grows", lambda: self.copied(self.two) > 1_200_000)
            broker.kill()
        self.assertEqual(self.homes(future=True)["two"], ["t-0"])
        with zookeeper(VERSION, self.folder / "zookeeper") as keeper:
            self.tell_zookeeper(VERSION, keeper, self.one, self.two)
            settings = {"log.dirs": f"{self.one},{self.two}"}
            moved = {"one": [], "two": [("t-0", False), ("t-1", False)]}
            with kafka_broker(VERSION, self.folder / "kafka", zookeeper=keeper, settings=settings) as address:
                disk.wait_for("Kafka to end the move", lambda: self.described(address) == moved)
                self.assertEqual(self.everything(address, 2), before)
            # And now Kafka begins one, and is killed in it.
            with kafka_broker(VERSION, self.folder / "kafka", zookeeper=keeper, settings=settings, kill=True) as address:
                self.move(address, self.one, [0], throttle=500_000)
                disk.wait_for("a copy that grows", lambda: self.copied(self.one) > 1_200_000)
        self.assertEqual(self.homes(future=True)["one"], ["t-0"])
        with self.klog() as broker:
            moved = {"one": [("t-0", False)], "two": [("t-1", False)]}
            disk.wait_for("klog to end the move", lambda: self.described(broker.address) == moved)
            self.assertEqual(self.everything(broker.address, 2), before)
            broker.stop()

    def copied(self, directory: pathlib.Path) -> int:
        return sum(path.stat().st_size for path in directory.glob("t-0.*-future/*.log"))
