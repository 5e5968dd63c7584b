"""Apache Kafka's own tools on groups: those that consume in one, and those that look at groups and change their offsets.

One broker for all; each test has topics and groups of its own. What a tool prints is parsed: most end with exit code 0 whatever happens.
"""

from __future__ import annotations

import collections
import contextlib
import json
import pathlib
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.group_case import KIP_848, GroupCase, java_assignor
from tests.integration.group_members import Member, committed, fill, together
from tests.integration.kafka_tools import run_warm
from tests.integration.running import run_tool

PARTITIONS = 3
COUNT = 50
VERSIONS = ("1.1.1", "2.8.2", "4.3.1")


def values(text: str) -> collections.Counter[str]:
    """The numbered records among what was printed."""
    return collections.Counter(line for line in text.splitlines() if re.fullmatch(r"#\d+/\d+", line))


def numbered(first: int, count: int) -> collections.Counter[str]:
    return collections.Counter(f"#{partition}/{number}" for partition in range(PARTITIONS) for number in range(first, count))


def rows(text: str) -> list[dict[str, str]]:
    """The table that consumer-groups prints, by its headings."""
    lines = [line for line in text.splitlines() if line.strip()]
    for index, line in enumerate(lines):
        if "GROUP" in line.split() or "TOPIC" in line.split():
            names = line.split()
            return [dict(zip(names, each.split(), strict=False)) for each in lines[index + 1 :] if len(each.split()) >= 3]
    return []


@pytest.mark.soak
class ConsumingTests(GroupCase):
    """Tools that consume in a group."""

    def console(self, version: str, topic: str, group: str, count: int, *more: str) -> str:
        arguments = ["--bootstrap-server", self.address, "--topic", topic, "--group", group, "--max-messages", str(count)]
        return run_tool(version, "console-consumer", *arguments, "--timeout-ms", "60000", "--from-beginning", *more)

    def console_journey(self, version: str, label: str, *settings: str) -> None:
        """Part, part, the rest: each run goes on where the one before committed."""
        topic = group = f"console-{version}-{label}"
        fill(self.address, topic, PARTITIONS, COUNT)
        option = "--command-property" if version == "4.3.1" else "--consumer-property"
        more = [text for setting in settings for text in (option, setting)]
        found: collections.Counter[str] = collections.Counter()
        # That of 1.1.1 commits what it fetched, printed or not.
        for part in (60, PARTITIONS * COUNT - 60) if version != "1.1.1" else (PARTITIONS * COUNT,):
            said = values(self.console(version, topic, group, part, *more))
            self.assertEqual(said.total(), part)
            found += said
        self.assertEqual(found, numbered(0, COUNT))
        self.assertEqual(committed(self.address, group), {(topic, number): COUNT for number in range(PARTITIONS)})

    def test_console_consumer(self) -> None:
        for version in VERSIONS:
            with self.subTest(version=version):
                self.console_journey(version, "plain")

    def test_console_consumer_with_other_assignors(self) -> None:
        (sticky,) = java_assignor("CooperativeSticky").items()
        self.console_journey("4.3.1", "848", "group.protocol=consumer")
        if peers.SOAK:
            self.console_journey("4.3.1", "cooperative", "=".join(sticky))
            self.console_journey("4.3.1", "static", "group.instance.id=one")

    def test_consumer_perf_test(self) -> None:
        for version in VERSIONS if peers.SOAK else ("1.1.1", "4.3.1"):
            with self.subTest(version=version):
                topic = group = f"perf-{version}"
                fill(self.address, topic, PARTITIONS, 1000)
                server = "--broker-list" if version == "1.1.1" else "--bootstrap-server"
                count = "--num-records" if version == "4.3.1" else "--messages"
                # How long it waits for a record, a cold start among it; 1.1.1 has its ten seconds.
                more = () if version == "1.1.1" else ("--timeout", "60000")
                of = ["--topic", topic, "--group", group, *more]
                said = run_tool(version, "consumer-perf-test", server, self.address, *of, count, "3000")
                fields = [line.split(", ") for line in said.splitlines() if line.startswith("20")]
                self.assertEqual(int(fields[0][4]), 3000, said)
                self.assertEqual(set(committed(self.address, group).values()), {1000})

    def verifiable(self, version: str, topic: str, count: int, *more: str, group: str = "") -> list[dict[str, object]]:
        server = "--bootstrap-server" if version != "1.1.1" else "--broker-list"
        arguments = [server, self.address, "--topic", topic, "--group-id", group or topic, "--max-messages", str(count), *more]
        said = run_tool(version, "verifiable-consumer", *arguments, "--reset-policy", "earliest")
        return [json.loads(line) for line in said.splitlines() if line.startswith("{")]

    def verifiable_journey(self, version: str, label: str, *more: str) -> None:
        topic = f"verifiable-{version}-{label}"
        fill(self.address, topic, PARTITIONS, COUNT)
        events = self.verifiable(version, topic, PARTITIONS * COUNT, *more)
        names = [event["name"] for event in events]
        self.assertIn("partitions_assigned", names)
        self.assertEqual(sum(int(str(event["count"])) for event in events if event["name"] == "records_consumed"), PARTITIONS * COUNT)
        commits = [event for event in events if event["name"] == "offsets_committed"]
        self.assertTrue(all(event["success"] for event in commits), commits)
        self.assertEqual(set(committed(self.address, topic).values()), {COUNT})
        fill(self.address, topic, PARTITIONS, COUNT + 10, COUNT)
        events = self.verifiable(version, topic, PARTITIONS * 10, *more)
        for event in events:
            if event["name"] == "records_consumed":
                for part in event["partitions"]:  # type: ignore[attr-defined]
                    self.assertGreaterEqual(part["minOffset"], COUNT)

    def test_verifiable_consumer(self) -> None:
        for version in VERSIONS if peers.SOAK else ("1.1.1", "4.3.1"):
            with self.subTest(version=version):
                self.verifiable_journey(version, "plain")

    def test_verifiable_consumer_with_other_assignors(self) -> None:
        if peers.SOAK:
            strategy = java_assignor("CooperativeSticky")["partition.assignment.strategy"]
            self.verifiable_journey("4.3.1", "cooperative", "--assignment-strategy", strategy)
        for remote in ("uniform", "range") if peers.SOAK else ("range",):
            self.verifiable_journey("4.3.1", f"848-{remote}", "--group-protocol", "consumer", "--group-remote-assignor", remote)

    def test_two_console_consumers_share(self) -> None:
        if not peers.SOAK:
            self.skipTest("in make soak")
        topic = group = "shared"
        fill(self.address, topic, 4, COUNT)
        said: list[str] = []

        def consume() -> None:
            arguments = ["--bootstrap-server", self.address, "--topic", topic, "--group", group, "--timeout-ms", "6000", "--from-beginning"]
            said.append(run_tool("4.3.1", "console-consumer", *arguments))

        def write() -> None:
            for number in range(1, 8):
                time.sleep(0.7)
                fill(self.address, topic, 4, (number + 1) * COUNT, number * COUNT)

        together(consume, consume, write)
        written = collections.Counter(f"#{partition}/{number}" for partition in range(4) for number in range(8 * COUNT))
        self.assertEqual(values("\n".join(said)), written)
        self.assertTrue(all(values(each) for each in said), "one of them read nothing")


@pytest.mark.soak
class GroupCommandTests(GroupCase):
    """consumer-groups."""

    def groups(self, version: str, *arguments: str) -> str:
        return run_warm(version, "consumer-groups", "--bootstrap-server", self.address, *arguments, check=False)

    @contextlib.contextmanager
    def consumed(self, name: str, settings: dict[str, str] | None = None) -> Iterator[Member]:
        """A member at work in a group, both by this name; all is read and committed."""
        fill(self.address, name, PARTITIONS, COUNT)
        with Member("confluent", self.address, name, [name], settings={"client.id": "me", **(settings or {})}) as member:
            member.wait_read(PARTITIONS * COUNT)
            disk.wait_for("commits", lambda: len(member.committed) == PARTITIONS)
            yield member

    def test_list_and_describe(self) -> None:
        with self.consumed("looked-at"):
            fill(self.address, "looked-at", PARTITIONS, COUNT, COUNT)
            for version in VERSIONS:
                with self.subTest(version=version):
                    self.look(version, "looked-at", "range")
            self.assertRegex(self.groups("4.3.1", "--list", "--state"), r"looked-at\s+Stable")
            if peers.SOAK:
                self.assertRegex(self.groups("4.3.1", "--list", "--type"), r"looked-at\s+Classic")
                self.assertIn("looked-at", self.groups("4.3.1", "--list", "--state", "stable,empty").split())
            self.assertNotIn("looked-at", self.groups("4.3.1", "--list", "--state", "empty").split())

    def test_list_and_describe_a_consumer_group(self) -> None:
        with self.consumed("looked-at-848", KIP_848):
            self.look("4.3.1", "looked-at-848", "uniform")
            self.assertRegex(self.groups("4.3.1", "--list", "--type"), r"looked-at-848\s+Consumer")
            if peers.SOAK:
                self.assertIn("looked-at-848", self.groups("4.3.1", "--list", "--type", "consumer").split())
            self.assertNotIn("looked-at-848", self.groups("4.3.1", "--list", "--type", "classic").split())
            # An old tool does not know the kind, and says so instead of lying.
            self.assertIn("looked-at-848", self.groups("2.8.2", "--list").split())

    def look(self, version: str, group: str, assignor: str) -> None:
        if version != "4.3.1" or peers.SOAK:
            self.assertIn(group, self.groups(version, "--list").split())
        found = rows(self.groups(version, "--describe", "--group", group))
        self.assertEqual({row["PARTITION"] for row in found}, {str(number) for number in range(PARTITIONS)}, found)
        for row in found:
            self.assertEqual((row["TOPIC"], row["CURRENT-OFFSET"], row["LOG-END-OFFSET"], row["LAG"]), (group, str(COUNT), str(COUNT), "0"))
            self.assertIn("127.0.0.1", row["HOST"])
            self.assertEqual(row["CLIENT-ID"], "me")
        if version != "4.3.1" and not peers.SOAK:
            return
        said = self.groups(version, "--describe", "--group", group, "--members", "--verbose")
        self.assertRegex(said, rf"me\s+{PARTITIONS}\s+")
        self.assertRegex(said, rf"{group}\(0,1,2\)|{group}:0,1,2|{group}:0")
        said = self.groups(version, "--describe", "--group", group, "--state")
        self.assertRegex(said, rf"{assignor}\s+Stable\s+1")

    def test_reset_offsets(self) -> None:
        for version in VERSIONS:
            with self.subTest(version=version):
                self.reset(version)

    def reset(self, version: str) -> None:
        topic = group = f"reset-{version}"
        with self.consumed(group):
            if version == "4.3.1" or peers.SOAK:
                said = self.groups(version, "--reset-offsets", "--group", group, "--all-topics", "--to-earliest", "--execute")
                self.assertRegex(said, "(?i)inactive|current state is Stable")
            self.assertEqual(set(committed(self.address, group).values()), {COUNT})
        # How, and what there is then (None: what there was).
        cases: list[tuple[tuple[str, ...], int | None]] = [
            (("--to-earliest", "--dry-run"), None),
            (("--to-offset", "20", "--execute"), 20),
            (("--shift-by", "5", "--execute"), 25),
            (("--shift-by=-10", "--execute"), 15),
            (("--to-latest", "--execute"), COUNT),
            (("--by-duration", "P1D", "--execute"), 0),
            (("--to-offset", "1000", "--execute"), COUNT),
        ]
        if not peers.SOAK:
            # A start of a JVM each.
            cases = {"4.3.1": [*cases[:4], cases[5]], "2.8.2": cases[5:6], "1.1.1": cases[1:2]}[version]
        now = COUNT
        for how, left in cases:
            said = self.groups(version, "--reset-offsets", "--group", group, "--topic", topic, *how)
            now = now if left is None else left
            self.assertEqual(set(committed(self.address, group).values()), {now}, (how, said))
            offsets = {int(row["NEW-OFFSET"]) for row in rows(said) if row.get("NEW-OFFSET", "").isdigit()}
            self.assertEqual(offsets, {0 if left is None else left}, said)

    def test_reset_offsets_of_a_consumer_group(self) -> None:
        with self.consumed("reset-848", KIP_848):
            said = self.groups("4.3.1", "--reset-offsets", "--group", "reset-848", "--all-topics", "--to-earliest", "--execute")
            self.assertRegex(said, "(?i)current state is Stable")
        self.groups("4.3.1", "--reset-offsets", "--group", "reset-848", "--topic", "reset-848:1", "--to-offset", "7", "--execute")
        self.assertEqual(committed(self.address, "reset-848"), {("reset-848", 0): COUNT, ("reset-848", 1): 7, ("reset-848", 2): COUNT})
        with Member("confluent", self.address, "reset-848", ["reset-848"], settings=KIP_848) as member:
            member.wait_read(COUNT - 7)
            self.assertEqual(member.read, {("reset-848", 1): [(7, COUNT - 1)]})

    def test_delete(self) -> None:
        for version in VERSIONS:
            with self.subTest(version=version):
                group = f"delete-{version}"
                whole = version == "4.3.1" or peers.SOAK
                with self.consumed(group):
                    if whole:
                        said = self.groups(version, "--delete", "--group", group)
                        self.assertRegex(said, "(?i)not empty|NON_EMPTY_GROUP|NonEmpty")
                said = self.groups(version, "--delete", "--group", group)
                self.assertRegex(said, "(?i)success")
                self.assertEqual(set(committed(self.address, group).values()) - {-1001}, set())
                if not whole:
                    continue
                self.assertNotIn(group, self.groups(version, "--list").split())
                said = self.groups(version, "--delete", "--group", group)
                self.assertRegex(said, "(?i)not found|does not exist|GROUP_ID_NOT_FOUND|GroupIdNotFound|NOT_COORDINATOR")

    def test_delete_offsets(self) -> None:
        for version in ("2.8.2", "4.3.1") if peers.SOAK else ("4.3.1",):
            with self.subTest(version=version):
                topic = group = f"delete-offsets-{version}"
                with self.consumed(group):
                    said = self.groups(version, "--delete-offsets", "--group", group, "--topic", topic)
                    self.assertRegex(said, "(?i)subscribed to (the )?topic|GROUP_SUBSCRIBED_TO_TOPIC|actively subscribed")
                    self.assertEqual(len(committed(self.address, group)), PARTITIONS)
                said = self.groups(version, "--delete-offsets", "--group", group, "--topic", f"{topic}:0,2")
                self.assertRegex(said, "(?i)success")
                self.assertEqual(committed(self.address, group), {(topic, 1): COUNT})

    def test_many_at_once(self) -> None:
        """--all-groups, and a plan from a file."""
        for number in range(2):
            with self.consumed(f"many-{number}"):
                pass
        said = self.groups("4.3.1", "--describe", "--all-groups")
        for number in range(2):
            self.assertRegex(said, rf"many-{number}\s+many-{number}\s+0\s+{COUNT}\s+{COUNT}\s+0")
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as plan:
            plan.write("many-0,0,3\nmany-0,1,4\n")
            plan.flush()
            self.groups("4.3.1", "--reset-offsets", "--group", "many-0", "--from-file", plan.name, "--execute")
        self.assertEqual(committed(self.address, "many-0"), {("many-0", 0): 3, ("many-0", 1): 4, ("many-0", 2): COUNT})


@pytest.mark.soak
class LiveVerifiableTests(GroupCase):
    """verifiable-consumer as the system tests of Kafka use it: several at a time, told to end by a signal."""

    def test_members_come_and_go(self) -> None:
        for label, more in (("848", ("--group-protocol", "consumer")), ("classic", ()))[: 2 if peers.SOAK else 1]:
            with self.subTest(more=more), tempfile.TemporaryDirectory() as folder:
                self.come_and_go(f"live-{label}", pathlib.Path(folder), *more)

    def come_and_go(self, topic: str, folder: pathlib.Path, *more: str) -> None:
        fill(self.address, topic, 4, COUNT)
        started = [self.start(topic, folder / str(number), *more) for number in range(2)]
        (first, one), (second, two) = started
        try:
            for path, _ in started:
                disk.wait_for("a share", lambda path=path: self.assigned(path) == 2, 90)
            one.terminate()
            one.wait(60)
            disk.wait_for("all of it", lambda: self.assigned(second) == 4, 90)
            fill(self.address, topic, 4, 2 * COUNT, COUNT)
            disk.wait_for("commits", lambda: set(committed(self.address, topic).values()) == {2 * COUNT}, 90)
        finally:
            for process in (one, two):
                process.terminate()
                process.wait(60)
        events = [event for path in (first, second) for event in self.events(path)]
        self.assertEqual(sum(int(str(event["count"])) for event in events if event["name"] == "records_consumed"), 8 * COUNT)
        self.assertTrue(all(event["success"] for event in events if event["name"] == "offsets_committed"))

    def start(self, topic: str, path: pathlib.Path, *more: str) -> tuple[pathlib.Path, subprocess.Popen[bytes]]:
        command = [*peers.kafka("4.3.1"), "verifiable-consumer", "--bootstrap-server", self.address, "--topic", topic, "--group-id", topic]
        settings = path.with_suffix(".properties")
        settings.write_text("" if more else "heartbeat.interval.ms=300\n")
        command += ["--reset-policy", "earliest", "--command-config", str(settings), *more]
        with path.open("wb") as file:
            return path, subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)

    @staticmethod
    def events(path: pathlib.Path) -> list[dict[str, object]]:
        return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{") and line.endswith("}")]

    def assigned(self, path: pathlib.Path) -> int:
        """How many partitions it has, by its reports."""
        held: set[tuple[str, int]] = set()
        for event in self.events(path):
            if event["name"] in ("partitions_assigned", "partitions_revoked"):
                places = {(each["topic"], each["partition"]) for each in event["partitions"]}  # type: ignore[attr-defined]
                held = held | places if event["name"] == "partitions_assigned" else held - places
        return len(held)
