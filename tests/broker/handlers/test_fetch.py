"""Fetch: every version, sessions on the wire, old formats, isolation, leaders."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.errors import ErrorCode, KlogError
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.span import FileSpan
from klog.storage.log.values import AppendEntry
from klog.storage.segments.txn_index import AbortedTxn
from klog.wire.messages.fetch import FetchRequest, ReplicaState
from tests.broker.rig import DataPathTestCase, batch, partitions_of, records_of, values_of


class FetchTests(DataPathTestCase):
    """`FetchHandler` over real logs."""

    def setUp(self) -> None:
        super().setUp()
        self.topic = self.create("t", 2)

    def now(self, *wanted: tuple[str, int, int], **more: Any) -> Any:
        """An answer that does not wait."""
        return self.outcome(self.fetch(*wanted, max_wait_ms=0, **more))

    def one(self, *wanted: tuple[str, int, int], **more: Any) -> Any:
        """Its only partition."""
        [partition] = partitions_of(self.now(*wanted, **more))
        return partition

    def test_every_version(self) -> None:
        """The same records in each, in the format that it carries."""
        self.put(b"a", b"b")
        for version in range(19):
            response = self.now(("t", 0, 0), version=version)
            [topic] = response.responses
            self.assertEqual((topic.topic, topic.topic_id), ("t", bytes(16)) if version < 13 else ("", self.topic.topic_id))
            [one] = topic.partitions
            self.assertEqual(values_of(one), [b"a", b"b"])
            magic = {entry.magic for entry in codec.scan(one.records)}
            self.assertEqual(magic, {0 if version < 2 else 1 if version < 4 else 2})
            self.assertEqual((one.high_watermark, one.error_code, response.session_id), (2, 0, 0))
            self.assertEqual((one.last_stable_offset, one.log_start_offset), (2 if version >= 4 else -1, 0 if version >= 5 else -1))

    def test_spans_go_through(self) -> None:
        """From format 2 on nobody reads the records here."""
        self.put(b"a")
        response = self.fetching.handle(self.context(12), self.fetch_request(("t", 0, 0)))
        assert not hasattr(response, "addCallback")
        self.assertIsInstance(partitions_of(response)[0].records, FileSpan)

    def test_unknown(self) -> None:
        """Names, numbers, ids."""
        self.assertEqual(self.one(("x", 0, 0)).error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.one(("t", 2, 0)).error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.one(("t", 2, 0), version=13).error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        one = self.one(("x", 0, 0), version=13, ids={"x": bytes([7] * 16)})
        self.assertEqual((one.error_code, one.high_watermark, one.records), (ErrorCode.UNKNOWN_TOPIC_ID, -1, b""))

    def test_topics_are_grouped_as_they_come(self) -> None:
        """Neighbours of one topic stand together; unknown ones at the end."""
        self.create("u", 1)
        request = self.fetch_request(("t", 0, 0), ("u", 0, 0), max_wait_ms=0)
        request.topics.insert(0, self.fetch_request(("x", 0, 0)).topics[0])
        request.topics.append(self.fetch_request(("t", 1, 0)).topics[0])
        response = self.ask(self.fetching, 12, request)
        self.assertEqual([topic.topic for topic in response.responses], ["t", "u", "t", "x"])

    def test_old_storage_error(self) -> None:
        """Clients up to version 5 hear NOT_LEADER_OR_FOLLOWER."""
        del self.partitions._by_name["t", 0]
        self.assertEqual(self.one(("t", 0, 0), version=6).error_code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.one(("t", 0, 0), version=5).error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)

    # Sessions

    def test_a_session(self) -> None:
        """Full, incremental without news, with news, closed."""
        self.put(b"a")
        first = self.now(("t", 0, 0), ("t", 1, 0), session_epoch=0, version=13)
        session = first.session_id
        self.assertGreater(session, 0)
        self.assertEqual(len(partitions_of(first)), 2)
        quiet = self.now(("t", 0, 1), session_id=session, session_epoch=1, version=13)
        self.assertEqual((quiet.session_id, quiet.error_code, quiet.responses), (session, 0, []))
        waiting = self.fetch(session_id=session, session_epoch=2, version=13)
        self.assertNoResult(waiting)
        self.put(b"b", index=1)
        news = self.outcome(waiting)
        self.assertEqual([(one.partition_index, values_of(one)) for one in partitions_of(news)], [(1, [b"b"])])
        closed = self.now(("t", 0, 0), session_id=session, session_epoch=-1, version=13)
        self.assertEqual((closed.session_id, len(self.sessions)), (0, 0))

    def test_session_errors(self) -> None:
        """At the top, without partitions."""
        session = self.now(("t", 0, 0), session_epoch=0).session_id
        for fields, version, code in (
            ({"session_id": session + 1, "session_epoch": 1}, 12, ErrorCode.FETCH_SESSION_ID_NOT_FOUND),
            ({"session_id": session, "session_epoch": 5}, 12, ErrorCode.INVALID_FETCH_SESSION_EPOCH),
            ({"session_id": session, "session_epoch": 1}, 13, ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR),
        ):
            response = self.now(version=version, **fields)
            self.assertEqual((response.error_code, response.session_id, response.responses), (code, 0, []))

    def test_inconsistent_topic_id(self) -> None:
        """The topic was deleted and made again while a session knew the old id."""
        session = self.now(("t", 0, 0), session_epoch=0, version=13).session_id
        self.delete()
        [one] = partitions_of(self.now(session_id=session, session_epoch=1, version=13))
        self.assertEqual(one.error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.create("t", 2)
        [one] = partitions_of(self.now(session_id=session, session_epoch=2, version=13))
        self.assertEqual(one.error_code, ErrorCode.INCONSISTENT_TOPIC_ID)

    def test_a_topic_that_comes_later(self) -> None:
        """Unknown in the session until it is there."""
        session = self.now(("t", 0, 0), ("x", 0, 0), session_epoch=0).session_id
        [one] = partitions_of(self.now(session_id=session, session_epoch=1))
        self.assertEqual(one.error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.create("x", 1)
        [one] = partitions_of(self.now(session_id=session, session_epoch=2))
        self.assertEqual((one.error_code, one.high_watermark), (0, 0))

    # Isolation

    def test_read_committed(self) -> None:
        """Without transactions: all, and an empty list of aborted ones; read_uncommitted has none at all."""
        self.put(b"a")
        self.assertEqual(self.one(("t", 0, 0), isolation_level=1).aborted_transactions, [])
        self.assertEqual(self.one(("t", 0, 1), isolation_level=1).aborted_transactions, [])
        self.assertIsNone(self.one(("t", 0, 0)).aborted_transactions)

    def test_open_and_aborted_transactions(self) -> None:
        """The last stable offset holds committed readers back; what was aborted is named."""
        self.put(b"a")
        log = self.partition().log
        log._producers.update(77, 0, 0, 1, 1, 0, True)
        self.partition().append([AppendEntry(batch(b"b"), 9)])
        self.assertEqual((log.high_watermark, log.last_stable_offset), (2, 1))
        committed = self.one(("t", 0, 0), isolation_level=1)
        self.assertEqual((values_of(committed), committed.last_stable_offset, committed.high_watermark), ([b"a"], 1, 2))
        self.assertEqual(values_of(self.one(("t", 0, 0))), [b"a", b"b"])
        waiting = self.fetch(("t", 0, 1), isolation_level=1)
        self.assertNoResult(waiting)
        log._segments.active.note_aborted(AbortedTxn(77, 0, 0, 1))
        named = self.one(("t", 0, 0), isolation_level=1).aborted_transactions
        assert named is not None
        self.assertEqual([(one.producer_id, one.first_offset) for one in named], [(77, 0)])
        self.assertIsNone(self.one(("t", 0, 0)).aborted_transactions)

    def test_unknown_isolation(self) -> None:
        """Kafka's answer to a level that does not exist."""
        error = self.assertRaises(KlogError, self.now, ("t", 0, 0), isolation_level=2)
        self.assertEqual(error.code, ErrorCode.UNKNOWN_SERVER_ERROR)

    # Leaders

    def test_who_leads(self) -> None:
        """From 16 on FENCED_LEADER_EPOCH says who leads, and where."""
        self.partition().leader_epoch = 3
        for version in (15, 16):
            response = self.now(("t", 0, 0), version=version, partition_fields={"current_leader_epoch": 2})
            [one] = partitions_of(response)
            leader = (one.current_leader.leader_id, one.current_leader.leader_epoch)
            self.assertEqual((one.error_code, leader), (ErrorCode.FENCED_LEADER_EPOCH, (-1, -1) if version < 16 else (1, 3)))
            endpoints = [(node.node_id, node.host, node.port) for node in response.node_endpoints]
            self.assertEqual(endpoints, [] if version < 16 else [(1, "h", 9092)])

    def test_brokers_in_version_15(self) -> None:
        """Their id stands in a struct of its own."""
        request = self.fetch_request(("t", 0, 0), version=15, replica_state=ReplicaState(replica_id=4))
        [one] = partitions_of(self.ask(self.fetching, 15, request))
        self.assertEqual(one.error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)

    # Old formats

    def test_hard_limit(self) -> None:
        """Up to version 2 a partition's limit cuts through a message; version 3 gives the first one whole."""
        self.put(b"a" * 100)
        for version, size in ((0, 50), (1, 50), (2, 50)):
            self.assertEqual(len(self.one(("t", 0, 0), version=version, partition_max_bytes=50).records), size)
        self.assertEqual(values_of(self.one(("t", 0, 0), version=3, partition_max_bytes=50)), [b"a" * 100])

    def test_conversion_begins_at_the_offset(self) -> None:
        """Old clients get no record below what they asked for."""
        self.put(b"a", b"b", b"c")
        self.assertEqual([record.offset for record in records_of(self.one(("t", 0, 1), version=2))], [1, 2])
        self.assertEqual([record.offset for record in records_of(self.one(("t", 0, 1), version=4))], [0, 1, 2])

    def test_zstd_and_old_formats(self) -> None:
        """They cannot carry it: an error, or what stands in front of it."""
        self.put(b"a")
        self.produce(batch(b"b", compression=Codec.ZSTD))
        self.assertEqual(values_of(self.one(("t", 0, 0), version=3)), [b"a"])
        one = self.one(("t", 0, 1), version=3)
        self.assertEqual((one.error_code, one.high_watermark, one.records), (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, -1, None))

    def test_zstd_topics(self) -> None:
        """Before version 10 nothing of them is given."""
        self.create("z", 1, compression_type="zstd")
        self.produce(batch(b"a"), topic="z")
        self.assertEqual(self.one(("z", 0, 0), version=9).error_code, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
        self.assertEqual(values_of(self.one(("z", 0, 0), version=10)), [b"a"])

    def test_downconversion_switched_off(self) -> None:
        """UNSUPPORTED_VERSION for who needs it."""
        self.create("n", 1, message_downconversion_enable="false")
        self.put(b"a", topic="n")
        self.assertEqual(self.one(("n", 0, 0), version=3).error_code, ErrorCode.UNSUPPORTED_VERSION)
        self.assertEqual(values_of(self.one(("n", 0, 0), version=4)), [b"a"])

    def test_cold_records_are_read_in_a_thread(self) -> None:
        """Before they are converted, so that nobody else waits for the disk."""
        self.put(b"a")
        self.now(("t", 0, 0))
        self.put(b"b")
        self.fs.evict("/data/t-0/00000000000000000000.log")
        self.thread.slow = True
        waiting = self.fetch(("t", 0, 1), version=2)
        self.assertNoResult(waiting)
        self.thread.run()
        self.assertEqual(values_of(partitions_of(self.outcome(waiting))[0]), [b"b"])

    def test_the_connection_goes_while_a_thread_reads(self) -> None:
        """Nothing happens any more, and nothing is logged."""
        self.put(b"a")
        self.now(("t", 0, 0))
        waiting = self.fetch(("t", 0, 1), version=2, min_bytes=5200)
        self.thread.slow = True
        self.put(b"b" * 5000)
        self.fs.evict("/data/t-0/00000000000000000000.log")
        # What is written is in memory; it shares no page with where the read begins.
        self.put(b"c" * 200)
        self.assertEqual(len(self.thread.waiting), 1)
        waiting.cancel()
        self.failureResultOf(waiting)
        self.thread.run()

    @settings(deadline=None, max_examples=60)
    @given(
        sizes=st.lists(st.integers(0, 80), min_size=1, max_size=8),
        offset=st.integers(0, 8),
        limit=st.integers(0, 400),
        version=st.sampled_from([0, 1, 2, 3, 4, 12]),
        compression=st.sampled_from([Codec.NONE, Codec.GZIP]),
    )
    def test_consumers_get_on(self, sizes: list[int], offset: int, limit: int, version: int, compression: Codec) -> None:
        """From version 3 on, whatever the limits, a consumer reads everything from its offset on, in order."""
        name = f"x{self._count()}"
        self.create(name, 1)
        values = [bytes([number]) * size for number, size in enumerate(sizes)]
        for value in values:
            self.produce(batch(value, compression=compression), topic=name)
        offset = min(offset, len(values))
        got: list[bytes | None] = []
        position = offset
        limit = max(limit, 1) if version >= 3 else 1000
        for _ in range(len(values) + 1):
            one = self.one((name, 0, position), version=version, partition_max_bytes=limit)
            found = [record for record in records_of(one) if record.offset >= position]
            if not found:
                break
            got += [record.value for record in found]
            position = found[-1].offset + 1
        self.assertEqual(got, values[offset:])

    _counter = 0

    def _count(self) -> int:
        FetchTests._counter += 1
        return FetchTests._counter

    def test_error_answer(self) -> None:
        """What the dispatcher answers with when all else fails."""
        request: FetchRequest = self.fetch_request(("t", 0, 0), session_id=5)
        answer = self.fetching.error_answer(12, request, ErrorCode.UNKNOWN_SERVER_ERROR, None)
        self.assertEqual((answer.error_code, [one.error_code for one in partitions_of(answer)]), (-1, [-1]))
        self.assertEqual(self.fetching.error_answer(13, request, ErrorCode.UNKNOWN_SERVER_ERROR, None).responses, [])
