"""`klog.audit.balance`: who is compared with whom, and what is said. Others: `test_histories`, `test_late_and_lost_reports`."""

from __future__ import annotations

import unittest

from klog.audit.cells import OTHER, Tier, Writer
from klog.audit.counting import CellBook, writer_of_brokers
from klog.audit.rows import why
from klog.audit.verdicts import Verdict
from klog.audit.windows import UNTIMED, Window
from tests.audit.histories import END_MS, INTERVAL_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene, edges_of


class SceneTests(unittest.TestCase):
    def test_from_the_producer_to_the_file(self) -> None:
        scene = Scene()
        producer, group, sink = scene.producer(), scene.reader(), scene.reader("hourly", Tier.SINK)
        scene.sent(producer, T0, 100)
        scene.stored(T0, 100)
        scene.stored(T0, 7, "foreign")
        scene.sent(group, T0, 107)
        scene.sent(sink, T0, 104)
        scene.end(producer, group, sink)
        self.assertEqual(
            scene.verdicts(),
            [
                ("producer p", "broker p", "complete", 0, 0),
                ("broker", "consumer readers", "complete", 0, 0),
                ("broker", "sink hourly", "missing", 3, 0),
            ],
        )
        unaudited = scene.ledger.balance(END_MS, grace_ms=0).unaudited
        self.assertEqual([(one.application, one.count) for one in unaudited], [("foreign", 7)])

    def test_a_group_that_has_read_twice_has_read_twice(self) -> None:
        scene = Scene()
        first, second = scene.reader(), scene.book(Writer(Tier.CONSUMER, "readers", "c", "r", "", "guid-2"))
        scene.stored(T0, 100)
        scene.sent(first, T0, 90)
        scene.write(first.report(T0 + 30_000), T0 + 30_000)
        scene.sent(second, T0, 30)
        scene.end(second)
        self.assertEqual(scene.verdicts(), [("broker", "consumer readers", "duplicate", 0, 20)])

    def test_what_a_broker_takes_back_has_not_arrived(self) -> None:
        scene = Scene()
        producer, group = scene.producer(), scene.reader()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 15).cut += 5
        scene.sent(group, T0, 10)
        scene.end(producer, group)
        self.assertEqual([verdict[2:] for verdict in scene.verdicts()], [("complete", 0, 0)] * 2)

    def test_what_may_be_cut_off_yet_is_there_or_not(self) -> None:
        for sent, read, expected in (
            # Known to have arrived 10, of 15 perhaps.
            (10, 10, [("unknown", 0, 0), ("unknown", 0, 0)]),
            (12, 12, [("unknown", 0, 0), ("unknown", 0, 0)]),
            (15, 15, [("unknown", 0, 0), ("unknown", 0, 0)]),
            (16, 9, [("missing", 1, 0), ("missing", 1, 0)]),
            (9, 16, [("duplicate", 0, 1), ("unknown", 0, 0)]),
        ):
            scene = Scene()
            producer, group = scene.producer(), scene.reader()
            scene.sent(producer, T0, sent)
            scene.stored(T0, 15).uncommitted += 5
            scene.sent(group, T0, read)
            scene.end(producer, group)
            self.assertEqual([verdict[2:] for verdict in scene.verdicts()], expected, (sent, read))

    def test_where_no_broker_counts_nothing_is_missing_and_nothing_too_much(self) -> None:
        """At brokers of Kafka's, say."""
        scene = Scene()
        producer, group = scene.producer(), scene.reader()
        scene.sent(producer, T0, 10)
        scene.sent(group, T0, 10)
        for book in (producer, group):
            scene.write(book.report(END_MS, has_ended=True), END_MS)
        self.assertEqual(scene.verdicts(), [("producer p", "broker p", "unknown", 0, 0)])
        [edge] = edges_of(scene.ledger, END_MS + WINDOW_MS)
        self.assertIn("none counts", why(edge))

    def test_records_without_a_time_from_before_brokers_counted_are_not_missing(self) -> None:
        scene = Scene(begun_ms=T0 + WINDOW_MS)
        producer = scene.producer()
        scene.sent(producer, -1, 10)
        scene.write(producer.report(T0), T0)
        scene.sent(producer, -1, 5)
        scene.stored(-1, 5)
        scene.end(producer)
        self.assertEqual(scene.verdicts(), [("producer p", "broker p", "unknown", 0, 0)])

    def test_a_window_as_long_as_a_day_holds_nobody_elses_open(self) -> None:
        scene = Scene()
        producer, forger = scene.producer(), scene.producer("forger", "f", window_ms=86_400_000)
        for minute in range(3):
            scene.sent(producer, T0 + minute * WINDOW_MS, 10)
            scene.stored(T0 + minute * WINDOW_MS, 9)
        scene.sent(forger, T0, 1)
        scene.end(producer, forger, now_ms=T0 + 3 * WINDOW_MS)
        told = scene.verdicts(T0 + 10 * WINDOW_MS)
        self.assertEqual(told.count(("producer p", "broker p", "missing", 1, 0)), 3, told)
        self.assertEqual([verdict[2] for verdict in told if verdict[0] == "producer forger"], ["open"])

    def test_what_spilled_over_at_one_client_is_none_of_the_others(self) -> None:
        scene = Scene()
        producer, group = scene.producer(), scene.reader()
        others = [
            CellBook(Writer(tier, name, "c", "x", "", f"g{name}"), "h", WINDOW_MS, begun_ms=0, interval_ms=INTERVAL_MS, most_cells=0)
            for tier, name in ((Tier.PRODUCER, ""), (Tier.CONSUMER, "others"))
        ]
        for book in others:
            for number in range(3):
                scene.sent(book, T0 + number * WINDOW_MS, 1, topic=f"u{number}")
        scene.sent(producer, T0, 10)
        scene.stored(T0, 10)
        scene.sent(group, T0, 10)
        scene.end(producer, group, *others)
        found = [edge.judgment.verdict.value for edge in edges_of(scene.ledger, END_MS + WINDOW_MS) if edge.topic == "t"]
        self.assertEqual(found, ["complete", "complete"])

    def test_windows_that_were_changed_are_compared_in_what_they_cover_together(self) -> None:
        scene = Scene()
        producer = scene.producer(window_ms=600_000)
        start_ms = T0 - T0 % 600_000
        scene.sent(producer, start_ms, 30)
        for minute in range(10):
            scene.stored(start_ms + minute * WINDOW_MS, 3)
        scene.end(producer)
        balance = scene.ledger.balance(END_MS + WINDOW_MS, grace_ms=0)
        self.assertEqual([edge.window for edge in balance.edges], [Window(start_ms, start_ms + 600_000)])
        self.assertEqual(scene.verdicts(), [("producer p", "broker p", "complete", 0, 0)])

    def test_several_incarnations_and_brokers_add_up(self) -> None:
        scene = Scene()
        one, other = scene.producer(guid="g1"), scene.producer(guid="g2")
        scene.sent(one, T0, 10)
        scene.sent(other, T0, 20)
        scene.stored(T0, 25)
        second = scene.book(writer_of_brokers("c", "b2"))
        second.cell("t", T0, "p", "User:anna").count += 5
        scene.end(one, other, second)
        self.assertEqual(scene.verdicts(), [("producer p", "broker p", "complete", 0, 0)])

    def test_failures_may_have_been_written(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10, attempt=13)
        scene.stored(T0, 12)
        scene.end(producer)
        self.assertEqual(scene.verdicts(), [("producer p", "broker p", "complete", 0, 0)])

    def test_a_group_that_began_inside_a_window_is_not_blamed_for_what_it_had_skipped(self) -> None:
        scene = Scene()
        scene.stored(T0, 10)
        scene.stored(T0 + WINDOW_MS, 10)
        group = scene.reader(begun_ms=T0 + 30_000)
        scene.sent(group, T0, 6)
        scene.sent(group, T0 + WINDOW_MS, 9)
        scene.end(group)
        self.assertEqual([verdict[2:] for verdict in scene.verdicts()], [("unknown", 0, 0), ("missing", 1, 0)])

    def test_what_may_have_been_aborted_is_not_told_as_missing(self) -> None:
        scene = Scene()
        group = scene.reader()
        for number, read in enumerate((10, 7, 3)):
            scene.stored(T0 + number * WINDOW_MS, 10).transactional += 5
            scene.sent(group, T0 + number * WINDOW_MS, read)
        scene.end(group)
        self.assertEqual([verdict[2:4] for verdict in scene.verdicts()], [("complete", 0), ("unknown", 0), ("missing", 2)])
        self.assertIn("up to 5 are of transactions", why(edges_of(scene.ledger, END_MS + WINDOW_MS)[1]))

    def test_records_that_a_reader_knows_to_have_had_already(self) -> None:
        scene = Scene()
        scene.stored(T0, 10)
        group = scene.reader()
        cell = group.cell("t", T0)
        cell.count, cell.repeated = 12, 3
        scene.end(group)
        self.assertEqual(scene.verdicts()[0][2:], ("missing", 1, 3))

    def test_the_other_cell_may_be_anybodys(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 6)
        scene.stored(T0, 5, OTHER)
        scene.end(producer)
        self.assertEqual(scene.verdicts()[0][2:], ("unknown", 0, 0))
        scene.stored(T0, 9)
        scene.end()
        self.assertEqual(scene.verdicts()[0][2:], ("duplicate", 0, 5))

    def test_what_spilled_over_may_be_of_any_window(self) -> None:
        scene = Scene()
        producer, group = scene.producer(), scene.reader()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 6)
        scene.sent(group, T0, 10)
        scene.stored(-1, 4, OTHER)
        scene.end(producer, group)
        self.assertEqual([verdict[2] for verdict in scene.verdicts()[:2]], ["unknown", "unknown"])

    def test_what_spilled_over_may_be_of_any_topic(self) -> None:
        """A broker with more topics than cells: ten records of them are in no topic's cells, and the group has lost as many."""
        scene = Scene()
        producer, group = scene.producer(), scene.reader()
        scene.sent(producer, T0, 16)
        scene.stored(T0, 6)
        scene.sent(group, T0, 6)
        scene.stored(-1, 10, OTHER, topic=OTHER)
        scene.end(producer, group)
        self.assertEqual([verdict[2] for verdict in scene.verdicts()], ["unknown", "unknown"])

    def test_what_spilled_over_at_a_producer_may_be_of_any_window(self) -> None:
        scene = Scene()
        producer = CellBook(Writer(Tier.PRODUCER, "", "c", "p", "", "g"), "h", WINDOW_MS, begun_ms=0, interval_ms=INTERVAL_MS, most_cells=2)
        for number in range(4):
            scene.sent(producer, T0 + number * WINDOW_MS, 10)
            scene.stored(T0 + number * WINDOW_MS, 10)
        scene.end(producer)
        self.assertEqual([verdict[2] for verdict in scene.verdicts()], ["unknown"] * 4)

    def test_a_reader_that_has_lost_whole_windows_from_its_beginning_is_told(self) -> None:
        """It counted since before them, and the first record that it got is of a later one."""
        scene = Scene()
        group = scene.reader(begun_ms=T0 - 1)
        for number in range(3):
            scene.stored(T0 + number * WINDOW_MS, 10)
        scene.stored(T0 - 5 * WINDOW_MS, 10)
        scene.sent(group, T0 + 2 * WINDOW_MS, 10)
        scene.end(group)
        self.assertEqual([verdict[2:] for verdict in scene.verdicts()], [("missing", 10, 0), ("missing", 10, 0), ("complete", 0, 0)])

    def test_a_topic_that_a_group_reads_only_later_is_not_missed_before(self) -> None:
        scene = Scene()
        first = scene.reader(begun_ms=T0 - 1)
        scene.sent(first, T0, 10, topic="u")
        for topic in "tu":
            scene.stored(T0, 10, topic=topic)
            scene.stored(T0 + 2 * WINDOW_MS, 10, topic=topic)
        second = scene.book(Writer(Tier.CONSUMER, "readers", "c", "r", "", "second"), begun_ms=T0 + 2 * WINDOW_MS - 1)
        scene.sent(second, T0 + 2 * WINDOW_MS, 10, topic="t")
        scene.sent(second, T0 + 2 * WINDOW_MS, 10, topic="u")
        scene.end(first, second)
        self.assertEqual([verdict[2] for verdict in scene.verdicts()], ["complete"] * 3)

    def test_records_without_a_time_are_balanced_apart(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, 5, 10)
        scene.stored(5, 9)
        scene.end(producer)
        edges = edges_of(scene.ledger, END_MS + WINDOW_MS)
        self.assertEqual([(edge.window, edge.judgment.verdict, edge.judgment.missing) for edge in edges], [(UNTIMED, Verdict.MISSING, 1)])

    def test_topics_and_clusters_are_apart(self) -> None:
        scene = Scene()
        scene.stored(T0, 1, topic="t")
        scene.stored(T0, 1, topic="u")
        far = scene.book(Writer(Tier.CONSUMER, "g", "elsewhere", "r", "", "x"))
        scene.sent(far, T0, 1)
        scene.end(far, scene.book(writer_of_brokers("elsewhere", "y")))
        balance = scene.ledger.balance(END_MS, grace_ms=0, topics=["t"])
        self.assertEqual({one.topic for one in balance.unaudited}, {"t"})
        self.assertEqual([(edge.datacenter, edge.judgment.duplicate) for edge in balance.edges], [("elsewhere", 1)])
