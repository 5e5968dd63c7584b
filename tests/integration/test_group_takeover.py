"""Groups and offsets that Apache Kafka wrote, under klog; klog's, under Apache Kafka.

Each life of klog is on a copy of Kafka's directory, so that Kafka can go on with the original and end the transaction that it left open.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import shutil
import struct
import subprocess
import time
import unittest
from typing import Any

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient

from klog.errors import ErrorCode
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup
from tests import peers
from tests.integration import disk
from tests.integration.disk import Row
from tests.integration.group_brokers import QUICK, AnyBroker, KafkaBroker
from tests.integration.group_case import KIP_848
from tests.integration.group_members import Member, committed, fill
from tests.integration.group_raw import RawGroup, commit_request
from tests.integration.running import KlogBroker, run_tool
from tests.integration.takeover import Folder

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

PARTITIONS = 4
COUNT = 50
#: Kinds of keys that klog does not know: share groups from 9 to 16 without those of KIP-848.
KNOWN_KINDS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16}
OFFSETS_PARTITIONS = 50
SETTINGS = {**QUICK, "group.share.heartbeat.interval.ms": "1000", "group.share.min.heartbeat.interval.ms": "1000"}
Facts = dict[str, Any]


def all_offsets(address: str, groups: list[str], *, require_stable: bool = False) -> Facts:
    """Offset, leader epoch and metadata of everything that is committed; or the error code."""
    with RawGroup(address) as client:
        client.wait_loaded(*groups)
        asked = [OffsetFetchRequestGroup(group_id=group, topics=None) for group in groups]
        answer = client.ask(OffsetFetchRequest(groups=asked, require_stable=require_stable), 8)
    failed = {group.group_id: group.error_code for group in answer.groups if group.error_code}
    assert not failed, failed
    return {
        group.group_id: {
            (topic.name, each.partition_index): (each.committed_offset, each.committed_leader_epoch, each.metadata, each.error_code)
            for topic in group.topics
            for each in topic.partitions
        }
        for group in answer.groups
    }


def states(address: str) -> dict[str, tuple[str, str]]:
    """State and type of every group that is listed."""
    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    until_s = time.monotonic() + 60
    while (found := admin.list_consumer_groups().result(20)).errors and time.monotonic() < until_s:
        # A partition in which none of the groups is that were waited for may still be read.
        time.sleep(0.1)
    assert not found.errors, found.errors
    return {each.group_id: (each.state.name, each.type.name) for each in found.valid}


def group_records(address: str) -> list[Row]:
    """All of __consumer_offsets."""
    found = disk.read_topics(address, {"__consumer_offsets": OFFSETS_PARTITIONS})["__consumer_offsets"]
    return [row for rows in found.values() for row in rows]


def unknown_records(rows: list[Row]) -> dict[bytes, bytes | None]:
    """The last value of each key of a kind that klog does not know, tombstones aside."""
    last: dict[bytes, bytes | None] = {}
    for row in rows:
        if row.key is not None and struct.unpack_from(">h", row.key)[0] not in KNOWN_KINDS:
            last[row.key] = row.value
    return {key: value for key, value in last.items() if value is not None}


class KlogGoesOnTests(Folder):
    """klog over Kafka's groups."""

    def test_after_kafka_4_3_1(self) -> None:
        self.go_on("4.3.1")

    @unittest.skipUnless(peers.SOAK, "4.3.1 is in every run: make soak")
    def test_after_kafka_3_9_2(self) -> None:
        self.go_on("3.9.2")

    def go_on(self, version: str) -> None:
        modern = version == "4.3.1"
        with KafkaBroker(version, self.folder / "kafka", settings=SETTINGS) as kafka:
            self.first_life(kafka.address, modern)
            groups = sorted(states(kafka.address))
            self.assertNotIn("gone", groups)
            before = all_offsets(kafka.address, groups)
            records = group_records(kafka.address)
            if modern:
                self.assertTrue(unknown_records(records), "a share group left its records")
            kafka.stop()
            data = self.copy(kafka.data, "one")
            with self.klog(data) as broker:
                self.assertEqual(all_offsets(broker.address, groups), before)
                self.check_groups(broker, groups, modern)
                self.check_pending(broker.address, 11)
                self.check_members_go_on(broker.address, modern)
                self.check_unknown_records(broker, records)
            # Kafka again: the open transaction ends.
            kafka.start()
            self.commit_pending(kafka.address)
            disk.wait_for("the marker", lambda: committed(kafka.address, "txn") == {("t", 0): 99, ("t", 1): 55})
            kafka.stop()
            with self.klog(self.copy(kafka.data, "two")) as broker:
                self.check_pending(broker.address, 99)
                self.assertEqual(committed(broker.address, "only-pending"), {("t", 2): 7})

    def copy(self, data: pathlib.Path, name: str) -> pathlib.Path:
        target = self.folder / name
        shutil.copytree(data, target, ignore=shutil.ignore_patterns(".lock"))
        return target

    def klog(self, data: pathlib.Path) -> KlogBroker:
        broker = KlogBroker(data.parent / f"{data.name}-home", settings={**QUICK, "log.cleaner.backoff.ms": "100"})
        broker.data = data
        return broker

    # Kafka's life

    def first_life(self, address: str, modern: bool) -> None:
        fill(address, "t", PARTITIONS, COUNT)
        for group, settings in (("classic", {}), *((("modern", KIP_848),) if modern else ())):
            with Member("confluent", address, group, ["t"], settings=settings) as member:
                member.wait_read(PARTITIONS * COUNT)
        if modern:
            with Member("confluent", address, "expression", pattern="^t$", settings=KIP_848) as member:
                member.wait_read(PARTITIONS * COUNT)
        # Members that are still in it when Kafka ends: a static one that left in order, and one of KIP-848 that died.
        static = {"group.instance.id": "me", "session.timeout.ms": 120_000}
        with Member("confluent", address, "static", ["t"], settings=static) as member:
            member.wait_read(PARTITIONS * COUNT)
        if modern:
            member = Member("confluent", address, "orphaned", ["t"], settings=KIP_848).wait_read(PARTITIONS * COUNT)
            member.wait("commits", lambda member: len(member.committed) == PARTITIONS)
            member.kill()
            self.share(address)
        with RawGroup(address) as client:
            client.wait_loaded("plain", "gone", "partly")
            for offset, metadata in ((3, "first"), (5, "with metadata: äöü"), (4, None)):
                self.assertEqual(set(client.commit("plain", {("t", 0): offset, ("t", 3): offset + 1}, metadata=metadata).values()), {0})
            for group in ("gone", "partly"):
                client.commit(group, {("t", number): 10 + number for number in range(PARTITIONS)})
        server = ("--bootstrap-server", address)
        run_tool("4.3.1", "consumer-groups", *server, "--delete", "--group", "gone")
        run_tool("4.3.1", "consumer-groups", *server, "--delete-offsets", "--group", "partly", "--topic", "t:1,2")
        self.assertEqual(committed(address, "partly"), {("t", 0): 10, ("t", 3): 13})
        self.transactions(address)

    def share(self, address: str) -> None:
        """A share group, which klog does not know. Its consumer gives up where there is nothing to read, and on a busy machine before it
        is a member."""
        for timeout_ms in ("3000", "10000", "30000"):
            run_tool(
                "4.3.1", "java", "org.apache.kafka.tools.consumer.ConsoleShareConsumer", "--bootstrap-server", address, "--topic", "t",
                "--group", "shared", "--timeout-ms", timeout_ms, check=False,
            )  # fmt: skip
            if unknown_records(group_records(address)):
                break

    def transactions(self, address: str) -> None:
        """Offsets in transactions: committed, aborted, and one that is open when Kafka ends."""

        def metadata(group: str) -> Any:
            self.consumers.append(Consumer({**disk.QUIET, "bootstrap.servers": address, "group.id": group}))
            return self.consumers[-1].consumer_group_metadata()

        self.consumers: list[Any] = []
        txn, only = metadata("txn"), metadata("only-pending")
        settings = {**disk.QUIET, "bootstrap.servers": address, "transactional.id": "x", "transaction.timeout.ms": 300_000}
        self.producer: Any = Producer({**settings, "reconnect.backoff.max.ms": 200})
        self.producer.init_transactions(60)
        for offset, commit in ((11, True), (22, False)):
            self.producer.begin_transaction()
            self.producer.produce("t", b"in a transaction", None, 3)
            self.producer.send_offsets_to_transaction([TopicPartition("t", 0, offset), TopicPartition("t", 1, offset + 44)], txn, 30)
            (self.producer.commit_transaction if commit else self.producer.abort_transaction)(60)
        self.producer.begin_transaction()
        self.producer.send_offsets_to_transaction([TopicPartition("t", 0, 99)], txn, 30)
        self.producer.send_offsets_to_transaction([TopicPartition("t", 2, 7)], only, 30)
        disk.wait_for("what was committed", lambda: committed(address, "txn") == {("t", 0): 11, ("t", 1): 55})

    def commit_pending(self, address: str) -> None:
        deadline = time.monotonic() + 40
        while True:
            try:
                self.producer.commit_transaction(10)
                return
            except Exception as error:
                # Kafka's port opens before its coordinators are ready.
                if time.monotonic() > deadline or not getattr(error.args[0], "retriable", lambda: False)():
                    raise

    # klog's

    def check_groups(self, broker: AnyBroker, groups: list[str], modern: bool) -> None:
        found = states(broker.address)
        self.assertEqual(set(found) - {"shared"}, set(groups) - {"shared"})
        self.assertEqual(found["plain"], ("EMPTY", "CLASSIC"))
        self.assertEqual(found["classic"], ("EMPTY", "CLASSIC"))
        self.assertEqual(found["static"], ("STABLE", "CLASSIC"))
        if modern:
            self.assertEqual(found["modern"], ("EMPTY", "CONSUMER"))
            self.assertEqual(found["expression"], ("EMPTY", "CONSUMER"))
            # Until its session is over.
            self.assertIn(found["orphaned"], (("STABLE", "CONSUMER"), ("EMPTY", "CONSUMER")))
        admin = AdminClient({"bootstrap.servers": broker.address, "log_level": 0})
        described = admin.describe_consumer_groups(["static"])["static"].result(20)
        (member,) = described.members
        self.assertEqual(member.group_instance_id, "me")
        self.assertEqual(len(member.assignment.topic_partitions), PARTITIONS)

    def check_pending(self, address: str, offset: int) -> None:
        """The open transaction's offsets do not show, and whoever wants to be sure is told to wait."""
        self.assertEqual(all_offsets(address, ["txn"])["txn"]["t", 0][0], offset)
        self.assertEqual(all_offsets(address, ["txn"])["txn"]["t", 1][0], 55)
        stable = all_offsets(address, ["txn"], require_stable=True)["txn"]
        if offset == 11:
            self.assertEqual(stable["t", 0][3], ErrorCode.UNSTABLE_OFFSET_COMMIT)
            self.assertEqual([each for each in all_offsets(address, ["only-pending"])["only-pending"].values() if each[0] >= 0], [])
        else:
            self.assertEqual((stable["t", 0][0], stable["t", 0][3]), (offset, 0))

    def check_members_go_on(self, address: str, modern: bool) -> None:
        """From the offset where Kafka's members ended."""
        static = {"group.instance.id": "me", "session.timeout.ms": 60_000}
        cases: list[tuple[str, dict[str, Any]]] = [("classic", {}), ("static", static)]
        if modern:
            cases += [("modern", KIP_848), ("orphaned", KIP_848)]
        places = {("t", number): COUNT for number in range(PARTITIONS)}
        # Behind the numbered ones, Kafka's transactions left a record, and their markers.
        offsets = disk.produce(address, "t", 0, [b"after"])
        self.assertGreaterEqual(offsets[0], COUNT)
        for group, settings in cases:
            with Member("confluent", address, group, ["t"], settings=settings, name=group) as member:
                member.wait_assigned(PARTITIONS)
                member.wait("the new record", lambda member, places=places: any(place[1] == 0 for place in member.read))
                starts = {place: spans[0][0] for place, spans in member.read.items()}
                self.assertTrue(all(places[place] <= start for place, start in starts.items()), (group, starts))

    def check_unknown_records(self, broker: KlogBroker, before: list[Row]) -> None:
        """They outlive compaction and restarts."""
        address = broker.address
        wanted = unknown_records(before)
        self.assertEqual(unknown_records(group_records(address)), wanted)
        for name, value in (("min.cleanable.dirty.ratio", "0.0"), ("segment.ms", "1"), ("min.compaction.lag.ms", "0")):
            disk.set_topic_config(address, "__consumer_offsets", name, value)
        names = [f"filler-{number}" for number in range(300)]
        with RawGroup(address) as client:
            for _ in range(2):
                for name in names:
                    client.send(commit_request(name, {("t", 0): 1}), 8)
                count = 0
                while count < len(names):
                    count += len(client.answers())
                time.sleep(0.05)
        total = len(before) + 2 * len(names)
        disk.wait_for("compaction", lambda: len(group_records(address)) < total - 100, 90)
        self.assertEqual(unknown_records(group_records(address)), wanted)
        left = all_offsets(address, ["plain", "classic"])
        broker.restart()
        self.assertEqual(unknown_records(group_records(broker.address)), wanted)
        self.assertEqual(all_offsets(broker.address, ["plain", "classic"]), left)
        self.assertEqual(all_offsets(broker.address, ["filler-7"])["filler-7"]["t", 0][0], 1)


class KafkaGoesOnTests(Folder):
    """Apache Kafka 4.3.1 over klog's groups: its own directory, with klog's partitions in place of its own."""

    def test_kafka_goes_on(self) -> None:
        groups = ["classic", "modern", "plain", "static"]
        with KlogBroker(self.folder / "klog", settings=QUICK) as broker:
            address = broker.address
            fill(address, "t", PARTITIONS, COUNT)
            static = {"group.instance.id": "me", "session.timeout.ms": 120_000}
            for group, settings in (("classic", {}), ("modern", KIP_848), ("static", static)):
                with Member("confluent", address, group, ["t"], settings=settings) as member:
                    member.wait_read(PARTITIONS * COUNT)
            with RawGroup(address) as client:
                client.commit("plain", {("t", 0): 3, ("t", 3): 4}, metadata="with metadata: äöü")
                client.commit("gone", {("t", 0): 3})
            run_tool("4.3.1", "consumer-groups", "--bootstrap-server", address, "--delete", "--group", "gone")
            before, listed = all_offsets(address, groups), states(address)
            self.assertEqual(set(listed), set(groups))
            broker.stop()
            self.decode(broker.data, groups)
            with KafkaBroker("4.3.1", self.folder / "kafka", settings=SETTINGS) as kafka:
                fill(kafka.address, "t", PARTITIONS, 1)
                with RawGroup(kafka.address) as client:
                    client.wait_loaded("any")
                kafka.stop()
                self.replace(broker.data, kafka.data)
                kafka.start()
                self.assertEqual(all_offsets(kafka.address, groups), before)
                self.assertEqual(states(kafka.address), listed)
                for group, settings in (("classic", {}), ("modern", KIP_848), ("static", static)):
                    fill(kafka.address, "t", PARTITIONS, COUNT + 5, COUNT) if group == "classic" else None
                    with Member("confluent", kafka.address, group, ["t"], settings=settings, name=group) as member:
                        member.wait_read(PARTITIONS * 5)
                        self.assertEqual(set(map(tuple, member.read.values())), {((COUNT, COUNT + 4),)})

    def replace(self, klog: pathlib.Path, kafka: pathlib.Path) -> None:
        """klog's segments for Kafka's; which topic it is stays Kafka's to say. Without its mark of an orderly end, Kafka looks at them."""
        for folder in [*klog.glob("__consumer_offsets-*"), *klog.glob("t-*")]:
            target = kafka / folder.name
            for path in target.iterdir():
                if path.name != "partition.metadata":
                    path.unlink()
            for path in folder.iterdir():
                if path.suffix == ".log":
                    shutil.copy(path, target / path.name)
        (kafka / ".kafka_cleanshutdown").unlink(missing_ok=True)
        for name in ("recovery-point-offset-checkpoint", "replication-offset-checkpoint", "cleaner-offset-checkpoint"):
            (kafka / name).unlink(missing_ok=True)

    def decode(self, data: pathlib.Path, groups: list[str]) -> None:
        """Kafka's dump-log can read every record, and finds all groups; the deleted one by its tombstones."""
        files = [str(path) for path in disk.segment_files(data, "__consumer_offsets", ".log") if path.stat().st_size]
        command = [*peers.kafka("4.3.1"), "dump-log", "--offsets-decoder", "--files", ",".join(files)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual([line for line in done.stderr.splitlines() if line.strip()], [])
        seen: dict[str, set[str]] = {}
        dead: set[str] = set()
        for line in done.stdout.splitlines():
            if not line.startswith("| offset: ") or " key: " not in line:
                continue
            key_text, _, payload = line.partition(" key: ")[2].partition(" payload: ")
            with contextlib.suppress(ValueError):
                key = json.loads(key_text)
                data_of = key["data"]
                group = data_of.get("group") or data_of.get("groupId")
                seen.setdefault(group, set()).add(str(key["type"]))
                if payload in ("null", "<DELETE>"):
                    dead.add(group)
                    continue
                self.assertIn("data", json.loads(payload), line)
                continue
            self.fail(f"not decoded: {line}")
        self.assertLessEqual({*groups, "gone"}, set(seen))
        self.assertIn("gone", dead)
        self.assertIn("1", seen["plain"])
        self.assertIn("2", seen["classic"])
        self.assertLessEqual({"3", "5", "6", "7", "8"}, seen["modern"])
