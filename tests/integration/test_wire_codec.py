"""Messages made by hypothesis cross Kafka's own codec, both ways, in bulk over one pipe.

Each goes in twice: as JSON, to come back as the bytes that klog writes for it, and as klog's bytes, to come back as the JSON that it
stands for. 4.3.1 knows most versions, 3.9.2 those that went with ZooKeeper, 2.8.2 those that all have dropped; what brokers ask each other
crosses each Kafka that knows it. Records: Kafka writes them into JSON as an empty text, and
2.8.2 does not read them from JSON at all, so that there only what has none goes in that way.

`make soak` has 40 messages of each version, the test command 8.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.span import join_parts
from klog.wire.apis import APIS
from klog.wire.compiled_codec import decode, encode
from klog.wire.schema import Field, Kind, Message, Struct, Versions
from tests import peers
from tests.integration.kafka_schemas import NEWEST, OLDER, WITH_ZOOKEEPER, SchemaField, fields, name_in, schema
from tests.wire.strategies import ALL, ALL_INNER, Names, camel, messages, to_json

#: In `make soak` 20,000 of the APIs' messages at least, 3,000 of what is inside others; a fifth and a third of that otherwise.
MESSAGES_OF_EACH, LEAST_CROSSED = (40, 20_000) if peers.SOAK else (8, 4_000)
MESSAGES_OF_EACH_INNER, LEAST_CROSSED_INNER = (96, 3_000) if peers.SOAK else (32, 1_000)
_AT_A_TIME = 8
#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak
#: API keys of what brokers ask each other and nobody else asks.
BETWEEN_BROKERS = (4, 5, 6, 7, 27, 56, 57, 67)


def known(kafka: str, cls: type[Message], version: int) -> bool:
    """Whether that Kafka's codec has this version."""
    document = schema(kafka, cls.__name__)
    return document is not None and version in Versions.parse(document["validVersions"])


def make(cls: type[Message], version: int, count: int) -> list[Any]:
    """`count` messages, the same ones in every run."""
    made: list[Any] = []

    @seed(4711)
    @settings(
        deadline=None,
        max_examples=count // _AT_A_TIME,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(messages(cls, version), min_size=_AT_A_TIME, max_size=_AT_A_TIME))
    def collect(some: list[Any]) -> None:
        made.extend(some)

    collect()
    # Those without choices are few.
    return (made * count)[:count]


def without_records(value: Any) -> Any:
    """A copy with null in place of records."""
    if isinstance(value, list):
        return [without_records(element) for element in value]
    if not isinstance(value, Struct):
        return value
    bare = copy.copy(value)
    for field in value.FIELDS:
        setattr(bare, field.name, None if field.kind is Kind.RECORDS else without_records(getattr(value, field.name)))
    return bare


def names_in(kafka: str, cls: type[Message], version: int) -> Names:
    """What that Kafka calls the fields, where it is not what the newest calls them."""
    found: Names = {}

    def collect(struct: type[Struct], theirs: tuple[SchemaField, ...]) -> None:
        ours: list[Field] = [field for field in struct.FIELDS if version in field.versions]
        for field, other in zip(ours, theirs, strict=True):
            name = other.name[0].lower() + other.name[1:]
            if name != camel(field.name):
                found[struct, field.name] = name
            if field.struct is not None:
                collect(field.struct, other.fields)

    collect(cls, fields(schema(kafka, cls.__name__), version))
    return found


class CodecTests(SynchronousTestCase):
    """Kafka's codec and ours say the same."""

    def ask(self, kafka: str, questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """One answer for each question."""
        environment = {**os.environ, "JAVA_TOOL_OPTIONS": "-Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8"}
        done = subprocess.run(
            peers.kafka_program(kafka, peers.SCRIPTS / "KafkaCodec.java"),
            input="".join(json.dumps(question) + "\n" for question in questions).encode("ascii"),
            capture_output=True,
            env=environment,
        )
        answers = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n") if line]
        self.assertEqual(len(answers), len(questions), done.stderr.decode("utf-8", "replace")[-2000:])
        return answers

    def cross(self, kafka: str, rows: list[tuple[type[Message], int]], json_has_records: bool, of_each: int = MESSAGES_OF_EACH) -> int:
        """Send messages of every row both ways; how many went through."""
        questions: list[dict[str, Any]] = []
        expected: list[dict[str, Any]] = []
        crossed = 0
        for cls, version in rows:
            names = names_in(kafka, cls, version)
            for message in make(cls, version, of_each):
                crossed += 1
                head = {"message": name_in(kafka, cls.__name__), "version": version}
                data = join_parts(encode(message, version))
                given_message = message if json_has_records else without_records(message)
                questions.append({**head, "json": to_json(given_message, version, names=names)})
                expected.append({"hex": join_parts(encode(given_message, version)).hex()})
                questions.append({**head, "hex": data.hex()})
                expected.append({"json": to_json(message, version, records=False, names=names), "left": 0})
                self.assertEqual(decode(cls, version, memoryview(data))[0], message)
        for question, wanted, answer in zip(questions, expected, self.ask(kafka, questions), strict=True):
            self.assertEqual(answer, wanted, f"{question['message']} version {question['version']}")
        return crossed

    def test_both_ways(self) -> None:
        newest = [row for row in ALL if known(NEWEST, *row)]
        with_zookeeper = [row for row in ALL if row not in newest and known(WITH_ZOOKEEPER, *row)]
        older = [row for row in ALL if row not in newest + with_zookeeper]
        self.assertTrue(all(known(OLDER, *row) for row in older))
        self.assertEqual({cls.api_key for cls, _ in newest + with_zookeeper}, set(APIS))
        crossed = self.cross(NEWEST, newest, json_has_records=True) + self.cross(WITH_ZOOKEEPER, with_zookeeper, json_has_records=True)
        crossed += self.cross(OLDER, older, json_has_records=False)
        self.assertGreaterEqual(crossed, LEAST_CROSSED)

    def test_between_brokers(self) -> None:
        """A Kafka of either age may stand on the other end."""
        between = [row for row in ALL if row[0].api_key in BETWEEN_BROKERS]
        # The others cross 3.9.2 in `test_both_ways`.
        of_both = [row for row in between if known(NEWEST, *row) and known(WITH_ZOOKEEPER, *row)]
        crossed = self.cross(WITH_ZOOKEEPER, of_both, json_has_records=True, of_each=16)
        crossed += self.cross(OLDER, [row for row in between if known(OLDER, *row)], json_has_records=True, of_each=16)
        self.assertGreaterEqual(crossed, 1_000)

    def test_what_is_inside_others(self) -> None:
        """Records of ``__consumer_offsets``, and what consumers tell each other through their group."""
        self.assertTrue(all(known(NEWEST, *row) for row in ALL_INNER))
        self.assertGreaterEqual(self.cross(NEWEST, ALL_INNER, json_has_records=True, of_each=MESSAGES_OF_EACH_INNER), LEAST_CROSSED_INNER)
