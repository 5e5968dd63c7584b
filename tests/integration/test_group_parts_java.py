"""Kafka 4.3.1's own assignors, metadata hash and regular expressions beside klog's.

``java/GroupCoordinatorParts.java`` is the judge. Assignments must be equal, not only as good: groups keep their partitions where one broker
takes over from the other.
"""

from __future__ import annotations

import pathlib
import random
import subprocess
import unittest
from typing import ClassVar

from klog.broker.groups import metadata_hash, regexes
from klog.broker.groups.assignors.choose import KNOWN
from klog.broker.groups.assignors.contract import Assignment, GroupSpec, MemberSpec
from klog.errors import KlogError
from klog.model import TopicId
from tests import peers

SOURCE = pathlib.Path(__file__).with_name("java") / "GroupCoordinatorParts.java"


class Judge:
    """A process of Kafka's classes."""

    def __init__(self, source: pathlib.Path = SOURCE) -> None:
        command = peers.kafka_program("4.3.1", source)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, *words: object) -> str:
        """The answer, with its "OK " or "ERROR "."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def told(self, *words: object) -> str:
        """The answer, which must be a good one."""
        answer = self.ask(*words)
        if not answer.startswith("OK "):
            raise AssertionError(f"{words}: {answer}")
        return answer[3:]

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


def topic_id(number: int) -> TopicId:
    return TopicId(number.to_bytes(16, "big"))


def listing(assignment: Assignment) -> str:
    """An assignment in the judge's words."""
    rows = [
        f"{member_id}|{int.from_bytes(topic, 'big')}:{'.'.join(map(str, sorted(partitions)))}"
        for member_id, topics in sorted(assignment.items())
        for topic, partitions in sorted(topics.items())
    ]
    return ";".join(rows) or "-"


def question(spec: GroupSpec, topics: dict[TopicId, int]) -> tuple[str, str, str]:
    """A group in the judge's words."""

    def number(topic: TopicId) -> int:
        return int.from_bytes(topic, "big")

    def assigned(member: MemberSpec) -> str:
        texts = [f"{number(topic)}:{'.'.join(map(str, sorted(member.assigned[topic])))}" for topic in sorted(member.assigned)]
        return ",".join(texts) or "-"

    members = []
    for member_id, member in spec.members.items():
        wanted = ",".join(str(number(topic)) for topic in sorted(member.subscribed_topic_ids))
        members.append(f"{member_id}|{member.instance_id or '-'}|{wanted or '-'}|{assigned(member)}")
    sizes = [f"{number(topic)}:{size}" for topic, size in topics.items()]
    return "equal" if spec.homogeneous else "unequal", ",".join(sizes) or "-", ";".join(members) or "-"


def hexed(text: str) -> str:
    return text.encode().hex()


class PartsTests(unittest.TestCase):
    judge: ClassVar[Judge]

    @classmethod
    def setUpClass(cls) -> None:
        cls.judge = Judge()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.judge.close()

    def test_assignments_are_kafkas(self) -> None:
        for seed in range(400):
            rng = random.Random(seed)
            name = rng.choice(["uniform", "uniform", "range"])
            even = rng.random() < 0.5
            topics = {topic_id(n): rng.choice([0, 1, 2, 3, 5, 8, 30]) for n in range(1, rng.randint(2, 12))}
            favourite = set(rng.sample(sorted(topics), rng.randint(0, len(topics))))
            members: dict[str, MemberSpec] = {}

            def newcomer(rng: random.Random = rng, topics: dict[TopicId, int] = topics) -> MemberSpec:
                wanted = set(rng.sample(sorted(topics), rng.randint(0, len(topics))))
                return MemberSpec(wanted, {}, None, f"i{rng.randrange(10**9)}" if rng.random() < 0.2 else None)

            for step in range(8):
                event = rng.random()
                if event < 0.5 or not members:
                    for _ in range(rng.randint(1, 6)):
                        members[f"m{rng.randrange(10**6)}"] = newcomer()
                elif event < 0.7:
                    for gone in rng.sample(sorted(members), rng.randint(1, len(members))):
                        del members[gone]
                elif event < 0.85:
                    grown = rng.choice(sorted(topics))
                    topics[grown] += rng.randint(0, 5)
                elif even:
                    favourite = set(rng.sample(sorted(topics), rng.randint(0, len(topics))))
                else:
                    changed = rng.choice(sorted(members))
                    members[changed] = MemberSpec(newcomer().subscribed_topic_ids, members[changed].assigned)
                if even:
                    members = {key: MemberSpec(favourite, m.assigned, None, m.instance_id) for key, m in members.items()}
                spec = GroupSpec.of(members)
                mine = KNOWN[name].assign(spec, topics)
                theirs = self.judge.told("assign", name, *question(spec, topics))
                self.assertEqual(listing(mine), theirs, (seed, step))
                members = {key: MemberSpec(m.subscribed_topic_ids, mine[key], None, m.instance_id) for key, m in members.items()}

    def test_topics_that_are_not_there(self) -> None:
        for even in (True, False):
            spec = GroupSpec({"a": MemberSpec({topic_id(1)})}, even)
            for name in ("uniform", "range"):
                self.assertTrue(self.judge.ask("assign", name, *question(spec, {})).startswith("ERROR PartitionAssignorException"))
                self.assertRaises(KlogError, KNOWN[name].assign, spec, {})

    def test_hashes_are_kafkas(self) -> None:
        rng = random.Random(848)
        hashes: dict[str, int] = {}
        for name in ("a", "foo", "topic-with.dots_" + "x" * 200, "grün", "日本語", *(f"t{n}" for n in range(60))):
            identity = TopicId(rng.randbytes(16))
            racks = [rng.choices(["r1", "r2", "eu-west-1a", "ü,", "", "🙂"], k=rng.randint(0, 4)) for _ in range(rng.choice([0, 1, 3, 50]))]
            words = [",".join(map(hexed, partition)) if any(partition) else "-" for partition in racks]
            given = [[] if word == "-" else partition for word, partition in zip(words, racks, strict=True)]
            given = [[rack for rack in partition if rack] for partition in given]
            words = [",".join(map(hexed, partition)) or "-" for partition in given]
            hashes[name] = metadata_hash.topic_hash(identity, name, given)
            self.assertEqual(hashes[name], int(self.judge.told("topic_hash", identity.hex(), hexed(name), *words)), name)
        self.assertEqual(metadata_hash.group_hash({}), int(self.judge.told("group_hash")))
        for count in (1, 2, 5, len(hashes)):
            chosen = dict(rng.sample(sorted(hashes.items()), count))
            words = [f"{hexed(name)}={value}" for name, value in chosen.items()]
            self.assertEqual(metadata_hash.group_hash(chosen), int(self.judge.told("group_hash", *words)))

    def test_regular_expressions_are_kafkas(self) -> None:
        texts = ["", "a", "ab", "abc", "foo", "foo-1", "FOO", "foo.bar", "x" * 249, "a\nb", "grün", "__consumer_offsets", "топик"]
        good = [
            "foo.*",
            "^foo$",
            "foo|bar",
            "f(o)+-\\d",
            "[[:alpha:]]+",
            "\\pL+",
            "(?i)foo",
            "(?s).*",
            ".*",
            "a{1,3}",
            "",
            "(a|ab)(c|bcd)?",
        ]
        good += [
            "(?P<n>a)b*",
            "[^_].*",
            "\\Qfoo.bar\\E",
            "\\p{Cyrillic}+",
            "(?:__)?[a-z_]+",
            "a*?",
            "x{249}",
            "(?U)a+",
            "\\w+\\b",
            "(?m)^a$",
        ]
        bad = ["(", "[", "a**", "*a", "(?=a)", "(?!a)", "\\1", "(a)\\1", "a{2,1}", "a{1001}", "[z-a]", "(?P<n", "\\pX", "\\8", "(?<!a)b"]
        for pattern in good:
            mine = "".join("01"[regexes.compile_pattern(pattern).matches(text)] for text in texts)
            self.assertEqual(mine, self.judge.told("regex", hexed(pattern), *map(hexed, texts)), pattern)
        for pattern in bad:
            self.assertTrue(self.judge.ask("regex", hexed(pattern), *map(hexed, texts)).startswith("ERROR PatternSyntax"), pattern)
            self.assertRaises(KlogError, regexes.compile_pattern, pattern)
