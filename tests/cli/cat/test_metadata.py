"""``klog cat -L`` and ``-Q`` on a broker in memory."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cat.metadata import list_metadata, metadata_json, metadata_text, query_offsets, words
from klog.cli.cat.options import Mode, Question
from klog.cli.exit_codes import CommandFailed, Exit
from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.wire.messages.metadata import MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic
from tests.cli.rig import Captured, cat_options, connection_to


class ListingTests(SynchronousTestCase):
    """`list_metadata`."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 2})

    def run_it(self, topic: str | None = None, *, as_json: bool = False) -> Captured:
        out = Captured()
        options = cat_options(Mode.LIST, topic, json=as_json)
        self.broker.reactor.until(list_metadata(self.broker.reactor, connection_to(self.broker), options, out))
        return out

    def test_text(self) -> None:
        text = self.run_it("t").out.text
        address = self.broker.bootstrap
        self.assertEqual(
            text,
            f"Metadata for t (from broker 1: {address}/1):\n 1 brokers:\n  broker 1 at {address} (controller)\n 1 topics:\n"
            '  topic "t" with 2 partitions:\n    partition 0, leader 1, replicas: 1, isrs: 1\n'
            "    partition 1, leader 1, replicas: 1, isrs: 1\n",
        )
        self.assertTrue(self.run_it().out.text.startswith("Metadata for all topics (from broker 1"))

    def test_json(self) -> None:
        found = json.loads(self.run_it(as_json=True).out.text)
        self.assertEqual(found["query"], {"topic": "*"})
        self.assertEqual([len(topic["partitions"]) for topic in found["topics"] if topic["topic"] == "t"], [2])

    def test_a_topic_that_is_not_there_is_not_made(self) -> None:
        for _ in range(2):
            with self.assertRaises(CommandFailed) as caught:
                self.run_it("nix")
            self.assertIs(caught.exception.code, Exit.NOT_FOUND)

    def test_nobody_answers(self) -> None:
        self.broker.reactor.refuse()
        with self.assertRaises(Exception) as caught:
            self.run_it()
        self.assertIn(self.broker.bootstrap, str(caught.exception))

    def test_errors_in_words(self) -> None:
        partition = MetadataResponsePartition(error_code=5, partition_index=0, leader_id=-1, replica_nodes=[1, 2], isr_nodes=[2])
        topics = [
            MetadataResponseTopic(name="a", error_code=3),
            MetadataResponseTopic(name="b\x1b", error_code=5, partitions=[partition]),
        ]
        answer = MetadataResponse(brokers=[MetadataResponseBroker(node_id=1, host="h", port=9)], controller_id=2, topics=topics)
        text = metadata_text(answer, (1, "h:9"), None)
        self.assertIn('topic "a" with 0 partitions: Broker: Unknown topic or partition\n', text)
        self.assertIn("with 1 partitions: Broker: Leader not available (try again)\n", text)
        self.assertIn("leader -1, replicas: 1,2, isrs: 2, Broker: Leader not available\n", text)
        self.assertNotIn("\x1b", text)
        self.assertEqual(json.loads(metadata_json(answer, (1, "h:9"), None))["topics"][0]["error"], "Broker: Unknown topic or partition")
        self.assertTrue(words(ErrorCode.CLUSTER_AUTHORIZATION_FAILED).startswith("Broker: "))


class QueryTests(SynchronousTestCase):
    """`query_offsets`."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 2})
        self.broker.put("t", [b"a", b"b"])
        self.broker.advance(10)
        self.later = self.broker.now_ms()
        self.broker.put("t", [b"c"])

    def run_it(self, *questions: Question, as_json: bool = False) -> Captured:
        out = Captured()
        options = cat_options(Mode.QUERY, questions=questions, json=as_json)
        try:
            self.broker.reactor.until(query_offsets(self.broker.reactor, connection_to(self.broker), options, out))
        except CommandFailed as failure:
            out.note(f"{int(failure.code)} {failure.sentence}")
        return out

    def test_times(self) -> None:
        out = self.run_it(Question("t", 1, -1), Question("t", 0, self.later))
        self.assertEqual(out.out.text, "t [0] offset 2\nt [1] offset 0\n")
        out = self.run_it(Question("t", 0, -2), as_json=True)
        self.assertEqual(out.out.text, '{"t":{"topic":"t","0":{"partition":0,"offset":0}}}')
        self.assertEqual(self.run_it(Question("t", 0, self.later + 10**6)).out.text, "t [0] offset -1\n")

    def test_what_is_not_there(self) -> None:
        out = self.run_it(Question("t", 0, -1), Question("nix", 0, 5))
        self.assertEqual(out.out.text, "nix [0] offset 5: Broker: Unknown topic or partition\nt [0] offset 3\n")
        self.assertIn("4 nix [0]", out.err.text)
        out = self.run_it(Question("nix", 0, 5))
        self.assertEqual(out.out.text, "")
        found = json.loads(self.run_it(Question("t", 0, -1), Question("t", 9, 5), as_json=True).out.text)
        self.assertIn("error", found["t"]["9"])
