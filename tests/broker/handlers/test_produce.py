"""Produce: every version, every error, runs."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from typing import Any

from klog.broker.dispatch import Dispatcher
from klog.broker.handler import CloseConnection, ConnectionInfo
from klog.broker.handlers.produce import ADMIN_CLIENT_ID, ProduceHandler
from klog.cluster.interfaces import TopicInfo
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.span import Part, join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.produce import PartitionProduceResponse, ProduceRequest, TopicProduceData
from klog.wire.server import Request, ServerConnection
from tests.broker.rig import START_S, DataPathTestCase, answers_of, batch, over_the_wire, partitions_of, produce_request, values_of
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0 = TopicPartition("t", 0)


class ProduceTests(DataPathTestCase):
    """`ProduceHandler` over real logs."""

    def setUp(self) -> None:
        super().setUp()
        self.topic = self.create("t", 2)

    def request(self, *entries: tuple[str, int, Any], version: int = 9, **fields: Any) -> ProduceRequest:
        """By name or by id, as the version speaks."""
        asked = produce_request(list(entries), **fields)
        if version >= 13:
            for topic in asked.topic_data:
                known = self.coordination.topics().get(topic.name)
                topic.topic_id = known.topic_id if known else bytes(15) + b"?"
                topic.name = ""
        return asked

    def one(self, records: Any, version: int = 9, topic: str = "t", index: int = 0, **fields: Any) -> Any:
        """The answer for one partition."""
        client_id = fields.pop("client_id", "test")
        response = self.ask(self.producing, version, self.request((topic, index, records), version=version, **fields), client_id=client_id)
        [answer] = answers_of(response)
        return answer

    def stored(self, index: int = 0, topic: str = "t") -> list[bytes | None]:
        """Everything in a partition."""
        return values_of(partitions_of(self.outcome(self.fetch((topic, index, 0), max_wait_ms=0)))[0])

    def test_records_are_let_go_of(self) -> None:
        """Once they are in the log; an error can be answered without them."""
        records = batch(b"x")
        request = self.request(("t", 0, memoryview(records)), ("t", 1, None))
        self.assertEqual(self.producing.let_go(request), len(records))
        self.assertEqual([data.records for topic in request.topic_data for data in topic.partition_data], [None, None])
        answer = self.producing.error_answer(9, request, ErrorCode.UNKNOWN_SERVER_ERROR, None)
        self.assertEqual([one.error_code for one in answers_of(answer)], [ErrorCode.UNKNOWN_SERVER_ERROR] * 2)

    def test_every_version(self) -> None:
        """Offsets, append times and log starts come back in each."""
        message_set = codec.to_old_magic(batch(b"x"), 1)
        for version in range(14):
            records = message_set if version < 3 else batch(b"x")
            answer = self.one(records, version)
            self.assertEqual((answer.error_code, answer.base_offset, answer.index), (0, version, 0), version)
            self.assertEqual(answer.log_start_offset, 0 if version >= 5 else -1)
            self.assertEqual(answer.log_append_time_ms, -1)
        self.assertEqual(self.stored(), [b"x"] * 14)

    def test_answers_name_topics_as_asked(self) -> None:
        """Names up to 12, ids from 13."""
        for version in (12, 13):
            response = self.ask(self.producing, version, self.request(("t", 0, batch(b"a")), version=version))
            [topic] = response.responses
            self.assertEqual((topic.name, topic.topic_id), ("t", bytes(16)) if version < 13 else ("", self.topic.topic_id))

    def test_log_append_time(self) -> None:
        """Where the topic stamps it."""
        self.create("stamped", 1, message_timestamp_type="LogAppendTime")
        self.assertEqual(self.one(batch(b"a"), topic="stamped").log_append_time_ms, START_S * 1000)

    def test_acks(self) -> None:
        """-1, 0 and 1; others are refused, nothing is appended, and the answer comes."""
        for acks in (-1, 1):
            self.assertEqual(self.one(batch(b"a"), acks=acks).error_code, 0)
        self.assertIsNone(self.ask(self.producing, 9, self.request(("t", 0, batch(b"a")), acks=0)))
        for acks in (2, -2, 32767):
            answer = self.one(batch(b"b"), acks=acks)
            self.assertEqual((answer.error_code, answer.base_offset, answer.log_start_offset), (ErrorCode.INVALID_REQUIRED_ACKS, -1, -1))
        self.assertEqual(self.one(batch(b"b"), acks=2, index=7).error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.stored(), [b"a"] * 3)

    def test_unknown(self) -> None:
        """Topics, partitions and ids; nothing is created."""
        for version, topic, index, code in (
            (9, "x", 0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (9, "t", 2, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (9, "t", -1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (13, "x", 0, ErrorCode.UNKNOWN_TOPIC_ID),
            (13, "t", 2, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
        ):
            answer = self.one(batch(b"a"), version, topic, index)
            self.assertEqual((answer.error_code, answer.base_offset, answer.log_start_offset), (code, -1, -1))
        self.assertEqual(set(self.coordination.topics()), {"t"})

    def test_no_records(self) -> None:
        """Null and empty are invalid; Produce 0-2 with an empty set is fine, as it was."""
        for records in (None, b""):
            answer = self.one(records)
            self.assertEqual(answer.error_code, ErrorCode.INVALID_RECORD)
            self.assertTrue(answer.error_message)

    def test_bad_records(self) -> None:
        """A flipped bit, a batch too large, two batches, zstd too early."""
        good = batch(b"a")
        flipped = good[:-1] + bytes([good[-1] ^ 1])
        self.create("small", 1, max_message_bytes="50")
        for answer, code in (
            (self.one(flipped), ErrorCode.CORRUPT_MESSAGE),
            (self.one(batch(b"x" * 100), topic="small"), ErrorCode.MESSAGE_TOO_LARGE),
            (self.one(good + good), ErrorCode.INVALID_RECORD),
            (self.one(batch(b"a", compression=Codec.ZSTD), 6), ErrorCode.UNSUPPORTED_COMPRESSION_TYPE),
            (self.one(batch(b"a", compression=Codec.ZSTD), 7), ErrorCode.NONE),
        ):
            self.assertEqual(answer.error_code, code)

    def test_record_errors(self) -> None:
        """Which records, and why, from version 8 on."""
        self.create("compact", 1, cleanup_policy="compact")
        records = codec.build_batch([(0, b"k", b"1", ()), (0, None, b"2", ())])
        answer = self.one(records, 8, "compact")
        self.assertEqual((answer.error_code, [one.batch_index for one in answer.record_errors]), (ErrorCode.INVALID_RECORD, [1]))
        self.assertTrue(answer.record_errors[0].batch_index_error_message)
        self.assertEqual(answer.log_start_offset, 0)
        answer = self.one(records, 7, "compact")
        self.assertEqual((answer.error_code, answer.record_errors, answer.error_message), (ErrorCode.INVALID_RECORD, [], None))

    def test_other_partitions_are_unaffected(self) -> None:
        """One bad partition, one unknown, one good."""
        asked = self.request(("t", 0, b""), ("t", 1, batch(b"a")), ("x", 0, batch(b"b")))
        response = self.ask(self.producing, 9, asked)
        self.assertEqual(
            [(one.index, one.error_code) for one in answers_of(response)],
            [(0, ErrorCode.INVALID_RECORD), (1, 0), (0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)],
        )
        self.assertEqual((self.stored(0), self.stored(1)), ([], [b"a"]))

    def test_transactions(self) -> None:
        """A batch that says it is part of one, and no transactional id: a definite error for the whole request, nothing stored. With one,
        its coordinator is asked, and where that cannot be the client asks again."""
        definite = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
        marked = batch(b"a", attributes=0x10, producer_id=1, producer_epoch=0, base_sequence=0)
        response = self.ask(self.producing, 9, self.request(("t", 0, batch(b"a")), ("t", 1, marked)))
        self.assertEqual([one.error_code for one in answers_of(response)], [definite, definite])
        self.assertEqual((self.stored(0), self.stored(1)), ([], []))
        result = self.producing.handle_run([(self.context(9), over_the_wire(self.request(("t", 0, marked), acks=0), 9))])
        self.assertIsInstance(result[0], CloseConnection)
        response = self.ask(self.producing, 9, self.request(("t", 0, batch(b"b")), ("t", 1, marked), transactional_id="tx"))
        self.assertEqual([one.error_code for one in answers_of(response)], [ErrorCode.NONE, ErrorCode.NOT_ENOUGH_REPLICAS])
        self.assertEqual((self.stored(0), self.stored(1)), ([b"b"], []))

    def test_named_twice(self) -> None:
        """The last mention is appended and answered, alone; in the first one's place."""
        response = self.ask(self.producing, 9, self.request(("t", 0, batch(b"a")), ("t", 1, batch(b"b")), ("t", 0, batch(b"c"))))
        self.assertEqual([(one.index, one.error_code) for one in answers_of(response)], [(0, 0), (1, 0)])
        self.assertEqual((self.stored(0), self.stored(1)), ([b"c"], [b"b"]))

    def test_topic_without_partitions(self) -> None:
        """Is not in the answer, as in Kafka's."""
        request = self.request(("t", 0, batch(b"a")))
        request.topic_data.insert(0, TopicProduceData(name="x"))
        self.assertEqual([topic.name for topic in self.ask(self.producing, 9, request).responses], ["t"])
        request.topic_data.pop()
        self.assertEqual(self.ask(self.producing, 9, request).responses, [])

    def test_topics_named_twice(self) -> None:
        """Are one topic in the answer."""
        self.create("u", 1)
        response = self.ask(self.producing, 9, self.request(("t", 0, batch(b"a")), ("u", 0, batch(b"b")), ("t", 1, batch(b"c"))))
        self.assertEqual([(topic.name, len(topic.partition_responses)) for topic in response.responses], [("t", 2), ("u", 1)])

    def test_internal_topics(self) -> None:
        """Only the broker's own client writes them."""
        self.create("__consumer_offsets")
        self.assertEqual(self.one(batch(b"a"), topic="__consumer_offsets").error_code, ErrorCode.INVALID_TOPIC_EXCEPTION)
        self.assertEqual(self.one(batch(b"a"), topic="__consumer_offsets", client_id=ADMIN_CLIENT_ID).error_code, 0)

    def test_a_full_disk(self) -> None:
        """KAFKA_STORAGE_ERROR, for clients before version 4 NOT_LEADER_OR_FOLLOWER; and it recovers."""
        self.one(batch(b"a"))
        self.fs.fail_writes(errno.ENOSPC)
        self.assertEqual(self.one(batch(b"b")).error_code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.one(batch(b"b"), 3).error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual(self.stored(), [b"a"])
        self.fs.fail_writes(None)
        self.assertEqual(self.one(batch(b"c")).base_offset, 1)

    def test_idempotence(self) -> None:
        """A duplicate gets the first answer; a gap is refused."""
        first = batch(b"a", producer_id=9, producer_epoch=0, base_sequence=0)
        gap = batch(b"a", producer_id=9, producer_epoch=0, base_sequence=5)
        self.assertEqual([self.one(first).base_offset for _ in range(3)], [0, 0, 0])
        self.assertEqual(self.one(gap).error_code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        self.assertEqual(self.stored(), [b"a"])

    def test_a_run(self) -> None:
        """Everything for one partition goes into one append, in order, across requests; answers are each one's own."""
        calls: list[int] = []
        partition = self.partition()
        append = partition.log.append

        def counted(entries: Any) -> Any:
            calls.append(len(entries))
            return append(entries)

        partition.log.append = counted  # type: ignore[method-assign]
        run = [(self.context(9), over_the_wire(self.request(("t", 0, batch(b"%d" % n)), ("t", 1, batch(b"%d" % n))), 9)) for n in range(5)]
        results = self.producing.handle_run(run)
        self.assertEqual(calls, [5])
        self.assertEqual([[one.base_offset for one in answers_of(result)] for result in results], [[n, n] for n in range(5)])
        self.assertEqual(self.stored(), [b"%d" % n for n in range(5)])
        self.assertEqual(self.stored(1), self.stored())

    def test_a_run_with_everything(self) -> None:
        """Good and bad, answered and not, in order."""
        good, bad = batch(b"a"), b"nonsense that is long enough to be looked at as a batch of some kind, or so"
        run = [
            (self.context(9), over_the_wire(self.request(("t", 0, records), acks=acks), 9))
            for records, acks in ((good, 0), (good, 1), (bad, 1), (good, 0), (bad, 0), (good, 1))
        ]
        results = self.producing.handle_run(run)
        self.assertEqual([results[0], results[3]], [None, None])
        self.assertIsInstance(results[4], CloseConnection)
        self.assertIn("t-0", str(results[4]))
        self.assertEqual([answers_of(results[n])[0].error_code != 0 for n in (1, 2, 5)], [False, True, False])

    def test_without_acknowledgement(self) -> None:
        """An error closes the connection, with a sentence that says what; also by `handle`."""
        error = self.assertRaises(CloseConnection, self.ask, self.producing, 9, self.request(("x", 0, batch(b"a")), acks=0))
        self.assertIn("x-0: UNKNOWN_TOPIC_OR_PARTITION", str(error))
        for version in (3, 13):
            self.assertIsNone(self.ask(self.producing, version, self.request(("t", 0, batch(b"a")), version=version, acks=0)))
        self.assertIsNone(self.ask(self.producing, 9, self.request(("t", 0, batch(b"a")), ("t", 1, batch(b"a")), acks=0)))
        self.assertEqual(len(self.stored()), 3)

    def test_empty_requests(self) -> None:
        """No topics, or a topic without partitions: an answer that says as much."""
        self.assertEqual(self.ask(self.producing, 9, ProduceRequest(acks=1)).responses, [])
        self.assertIsNone(self.ask(self.producing, 9, ProduceRequest(acks=0)))

    def test_error_answer(self) -> None:
        """What the dispatcher answers with when all else fails."""
        asked = self.request(("t", 0, b""), ("t", 1, b""))
        answer = self.producing.error_answer(9, asked, ErrorCode.UNKNOWN_SERVER_ERROR, None)
        self.assertEqual([one.error_code for one in answers_of(answer)], [-1, -1])
        asked.acks = 0
        self.assertIsNone(self.producing.error_answer(9, asked, ErrorCode.UNKNOWN_SERVER_ERROR, None))


class RepeatTests(DataPathTestCase):
    """Requests that are recognised are answered, and stored, as if they had been decoded."""

    def frames(self, topic: TopicInfo, version: int, acks: int) -> list[bytes]:
        """Good and bad requests of one client."""
        good = batch(b"a", b"b")
        flipped = good[:-1] + bytes([good[-1] ^ 1])
        marked = batch(b"a", attributes=0x10, producer_id=1, producer_epoch=0, base_sequence=0)
        client = ClientConnection("me")
        made = []
        for records in (
            good, batch(b"c"), flipped, good, marked, b"short", batch(b"i", producer_id=4, producer_epoch=0, base_sequence=0),
            batch(b"i", producer_id=4, producer_epoch=0, base_sequence=0), batch(b"z", compression=Codec.LZ4), good + good, good,
        ):  # fmt: skip
            message = produce_request([("t", 0, records)], acks=acks)
            if version >= 13:
                message.topic_data[0].topic_id, message.topic_data[0].name = topic.topic_id, ""
            made.append(join_parts(client.request(message, version, expects_answer=acks != 0)[1]))
        return made

    def run_both(self, version: int, acks: int, together: bool, **configs: str) -> None:
        outcomes = []
        for learns in (False, True):
            self.setUp()
            topic = self.create("t", 1, **configs)
            dispatcher = Dispatcher([self.producing])
            connection = WireConnection(learns)
            frames = self.frames(topic, version, acks)
            for data in frames[:1] + [b"".join(frames[1:])] if together else frames:
                dispatcher(connection, connection.receive(data))
                self.thread.run_all()
                self.clock.advance(1)
            outcomes.append((connection.sent.replace(topic.topic_id, b"?" * 16), connection.closed, self.partition().log.end_offset))
            self.assertEqual(connection.recognised > 0, learns)
        self.assertEqual(outcomes[0], outcomes[1])

    def test_as_decoded(self) -> None:
        """In every version that takes batches, one by one and in a run."""
        for version in range(3, 14):
            for acks in (-1, 0, 1):
                for together in (False, True):
                    self.run_both(version, acks, together)

    def test_stamped(self) -> None:
        """The append time differs from answer to answer."""
        self.run_both(9, 1, True, message_timestamp_type="LogAppendTime")

    def test_flush_rule(self) -> None:
        """Answers wait for the flush."""
        self.run_both(9, 1, False, flush_messages="1")
        self.run_both(9, 0, True, flush_messages="1")

    def test_deleted(self) -> None:
        """The plan is made anew when the topic goes and comes."""
        self.create("t", 1)
        connection = WireConnection(True)
        dispatcher = Dispatcher([self.producing])
        client = ClientConnection("me")

        def produce() -> PartitionProduceResponse:
            request = produce_request([("t", 0, batch(b"a"))], acks=1)
            dispatcher(connection, connection.receive(join_parts(client.request(request, 9)[1])))
            [(_, answer)] = client.receive(connection.sent)
            connection.sent = b""
            [found] = answers_of(answer)
            return found

        self.assertEqual([produce().base_offset for _ in range(3)], [0, 1, 2])
        self.partition().delete_records(2)
        self.assertEqual((produce().log_start_offset, produce().log_start_offset), (2, 2))
        self.delete("t")
        self.assertEqual(produce().error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.create("t", 1)
        answer = produce()
        self.assertEqual((answer.error_code, answer.base_offset, answer.log_start_offset), (0, 0, 0))
        self.assertEqual(connection.recognised, 6)


class TransactionRepeatTests(TransactionTestCase):
    """A transactional producer's requests are recognised, too, and answered, and stored, as if they had been decoded."""

    def setUp(self) -> None:
        self.runs: list[int] = []
        handle_run = ProduceHandler.handle_run

        def counted(handler: ProduceHandler, requests: Any) -> Any:
            self.runs.append(len(requests))
            return handle_run(handler, requests)

        self.patch(ProduceHandler, "handle_run", counted)
        super().setUp()

    def test_only_the_first_of_a_transaction_is_looked_at_closely(self) -> None:
        for version in (1, 2):
            producer = Producer(self, f"x{version}", version=version)
            producer.begin()
            for _ in range(3):
                self.runs.clear()
                if version == 1:
                    self.assertEqual(producer.add(T0), [0])
                self.assertEqual([producer.produce(T0) for _ in range(5)], [0] * 5)
                self.assertEqual(self.runs, [1])
                self.assertEqual(self.log(T0).end_offset - self.log(T0).last_stable_offset, 5)
                self.assertEqual(producer.end(), 0)
                self.assertEqual(*self.stable(T0))

    def test_together(self) -> None:
        """The first of a transaction among those of one read, and none of them."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        for is_open in (True, False):
            self.runs.clear()
            before = self.log(T0).end_offset
            self.client.send(*[(producer.produce_request((T0, producer.data(T0))), 12) for _ in range(4)])
            answers = [answers_of(answer)[0] for answer in self.client.receive()]
            self.client.answers.clear()
            self.assertEqual([(one.error_code, one.base_offset) for one in answers], [(0, before + number) for number in range(4)])
            self.assertEqual(self.runs, [] if is_open else [4])
            producer.end()

    def test_as_decoded(self) -> None:
        """Whatever comes on a connection that knows such requests is answered as on one that does not."""
        outcomes = []
        for recognises in (False, True):
            producer, other = Producer(self, f"x{recognises}"), Producer(self, f"y{recognises}")
            at = TopicPartition("u", int(recognises))
            producer.begin()
            other.begin()
            producer.produce(at)
            old = producer.data(at)
            producer.end()
            producer.produce(at)
            producer.produce(at)
            good = producer.data(at)
            plain = batch(b"a", producer_id=producer.producer_id, producer_epoch=producer.epoch, base_sequence=2)
            orphan = batch(b"a", attributes=0x10)
            control = batch(b"a", attributes=0x30, producer_id=producer.producer_id, producer_epoch=producer.epoch, base_sequence=9)
            sequence = producer.sequences[at]
            found = []
            for records in (
                old, plain, orphan, control, other.data(at, sequence=3), good, good, good[:-1] + b"?", good + good, good[:40], b"?",
                producer.data(at, sequence=sequence + 1), batch(b"a"), producer.data(at), producer.data(at),
            ):  # fmt: skip
                if not recognises:
                    self.client = self.broker.connect()
                [answer] = answers_of(self.ask(producer.produce_request((at, records)), 12))
                sentence = re.sub("0x[0-9a-f]+", "crc", answer.error_message or "").replace(str(at), "-")
                for each in (producer, other):
                    sentence = sentence.replace(f"producer {each.producer_id}", each.transactional_id[0])
                found.append((ErrorCode(answer.error_code), answer.base_offset, answer.log_start_offset, sentence))
            outcomes.append((found, self.stable(at)))
        self.assertEqual(outcomes[0], outcomes[1])
        codes = [code for code, _, _, _ in outcomes[0][0]]
        self.assertEqual(codes[:2], [ErrorCode.INVALID_PRODUCER_EPOCH, ErrorCode.INVALID_TXN_STATE])
        self.assertEqual((codes[5], codes[6], codes[-2:]), (0, 0, [0, 0]))

    def test_runs_as_decoded(self) -> None:
        """The same where several come in one read: what the first of them was asked about holds for those of the same producer only."""
        outcomes = []
        for recognises in (False, True):
            producer, other = Producer(self, f"x{recognises}"), Producer(self, f"y{recognises}")
            at = TopicPartition("u", int(recognises))
            producer.begin()
            other.begin()
            self.assertEqual([producer.produce(at) for _ in range(3)], [0] * 3)
            before = producer.sequences[at]

            def good(number: int, producer: Producer = producer, at: TopicPartition = at, before: int = before) -> bytes:
                return producer.data(at, sequence=before + number)

            another_epoch = batch(
                b"a", attributes=0x10, producer_id=producer.producer_id, producer_epoch=producer.epoch + 1, base_sequence=0
            )
            found = []
            for looked_at, run in (
                (False, [good(0), good(1), good(2)]),
                (False, [good(3), good(3), good(4)]),
                (False, [good(5), good(7), good(6)]),
                (False, [good(7), good(8)[:55], good(8)]),
                (False, [good(9), good(10)[:-1] + b"?", good(10)]),
                (True, [good(11), other.data(at, sequence=0), good(12)]),
                (True, [good(13), another_epoch, good(14)]),
                (False, [good(15), batch(b"a"), good(16)]),
                (True, [good(17)[:16] + b"\1" + good(17)[17:], good(17)]),
            ):
                if not recognises:
                    self.client = self.broker.connect()
                self.runs.clear()
                self.client.send(*[(producer.produce_request((at, records)), 12) for records in run])
                self.broker.advance(0.1)
                answers = [answers_of(answer)[0] for answer in self.client.receive()]
                self.client.answers.clear()
                if recognises:
                    self.assertEqual(bool(self.runs), looked_at)
                found.append([(ErrorCode(answer.error_code), answer.base_offset, answer.log_start_offset) for answer in answers])
            outcomes.append((found, self.stable(at)))
        self.assertEqual(outcomes[0], outcomes[1])

    def test_several_partitions_as_decoded(self) -> None:
        """In one request: of an open transaction in all of them, in some, of two producers, and some that are part of none."""
        plain, fast = self.of_several_partitions(False), self.of_several_partitions(True)
        self.assertEqual(plain, fast)
        codes = [[code for _, code, _, _ in answers] for answers in plain[0]]
        self.assertEqual((codes[0], codes[2]), ([0, 0], [ErrorCode.INVALID_PRODUCER_ID_MAPPING] * 2))

    def of_several_partitions(
        self, recognises: bool
    ) -> tuple[list[list[tuple[int, ErrorCode, int, int]]], tuple[int, int], tuple[int, int]]:
        """What becomes of requests for both partitions of u, and of these."""
        self.setUp()
        producer, other = Producer(self, "x"), Producer(self, "y")
        first, second = TopicPartition("u", 0), TopicPartition("u", 1)
        # The first one's transaction is open in both, the other one's in one.
        for one, places in ((producer, (first, second)), (other, (second,))):
            one.begin()
            self.assertEqual([one.produce(at) for at in places], [0] * len(places))
        plain = batch(b"a")
        found = []
        for make in (
            lambda: [(first, producer.data(first)), (second, producer.data(second))],
            lambda: [(second, producer.data(second)), (first, producer.data(first))],
            lambda: [(first, producer.data(first)), (second, other.data(second))],
            lambda: [(first, producer.data(first)), (second, plain)],
            lambda: [(first, plain), (second, producer.data(second))],
            lambda: [(first, plain), (second, plain)],
            lambda: [(first, other.data(first)), (second, other.data(second))],
            lambda: [(first, producer.data(first)[:-1] + b"?"), (second, producer.data(second))],
            lambda: [(first, producer.data(first)), (second, producer.data(second))],
        ):
            request = producer.produce_request(*make())
            request.topic_data[0].partition_data += request.topic_data.pop().partition_data
            if not recognises:
                self.client = self.broker.connect()
            answers = answers_of(self.ask(request, 12))
            found.append([(one.index, ErrorCode(one.error_code), one.base_offset, one.log_start_offset) for one in answers])
        return found, [self.stable(first), self.stable(second)]

    def test_a_second_instance(self) -> None:
        """The first one is fenced, though its requests were recognised."""
        producer = Producer(self)
        producer.begin()
        self.assertEqual([producer.produce(T0) for _ in range(3)], [0] * 3)
        Producer(self).begin()
        self.broker.advance(0.1)
        self.assertEqual(producer.produce(T0), ErrorCode.INVALID_PRODUCER_EPOCH)


class WireConnection:
    """A connection down to the bytes."""

    def __init__(self, learns: bool) -> None:
        self.server = ServerConnection()
        self.info = ConnectionInfo("PLAINTEXT", "127.0.0.1", 9092, "127.0.0.1", 40000)
        self.learns = learns
        self.recognised = 0
        self.sent = b""
        self.closed: str | None = None

    def receive(self, data: bytes) -> list[Request]:
        requests = self.server.receive(data)
        self.recognised += sum(request.repeat is not None for request in requests)
        return requests

    def answer(self, request: Request, message: Any) -> list[Part]:
        return self.server.answer(request, message)

    def answer_run(self, requests: Sequence[Request], answers: Sequence[bytes | None]) -> list[Part]:
        return self.server.answer_run(requests, answers)

    def learn(self, request: Request, message: Any) -> None:
        if self.learns:
            self.server.repeats.learn(request, message)

    def send(self, parts: list[Part]) -> None:
        self.sent += join_parts(parts)

    def close(self, sentence: str) -> None:
        self.closed = sentence
