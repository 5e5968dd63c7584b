"""`klog.audit.balance`: what is told is true, and what can be told is told. Thousands of histories: ``KLOG_SOAK=1``."""

from __future__ import annotations

import unittest

import pytest
from hypothesis import given, settings

from klog.audit.balance import Edge, Ledger
from klog.audit.cells import (
    OTHER,
    Cell,
    CellKey,
    NumberCell,
    Tier,
    Writer,
    WriterState,
    cell_record,
    encode_key,
    encode_number_cell,
    encode_number_key,
    encode_state_key,
    state_record,
)
from klog.audit.counting import CellBook, Report, writer_of_brokers
from klog.audit.numbers import NumberRanges
from klog.audit.rows import why
from klog.audit.sides import Side
from klog.audit.verdicts import Verdict
from klog.audit.windows import UNTIMED, Window
from tests import peers
from tests.audit.histories import END_MS, INTERVAL_MS, T0, WINDOW_MS, History, histories, live, truth

BROKER = Side(Tier.BROKER, "")


def edges_of(ledger: Ledger, now_ms: int = END_MS, grace_ms: int = WINDOW_MS) -> list[Edge]:
    return ledger.balance(now_ms, grace_ms=grace_ms).edges


@pytest.mark.soak
class HistoryTests(unittest.TestCase):
    @settings(deadline=None, max_examples=peers.soak_share(10_000) // 2 if not peers.SOAK else 10_000)
    @given(histories())
    def test_what_is_told_is_true_and_all_that_can_be_is(self, history: History) -> None:
        happened = truth(history)
        for edge in edges_of(live(history)):
            here = happened[edge.window]
            if edge.sender.tier is Tier.PRODUCER:
                producer = int(edge.sender.name[1:])
                must, may, came, repeats = (
                    here.acknowledged[producer],
                    here.tried[producer],
                    here.written[producer],
                    0,
                )
                is_known = producer not in history.dies
            else:
                must = may = sum(here.written.values())
                came, repeats, is_known = here.read, here.repeated, True
            judgment = edge.judgment
            # What is told is so.
            if judgment.verdict is Verdict.MISSING:
                self.assertGreaterEqual(must - came, judgment.missing)
                self.assertGreater(judgment.missing, 0)
            if judgment.verdict is Verdict.DUPLICATE:
                self.assertLessEqual(judgment.duplicate, max(0, came - may) + repeats)
                self.assertGreater(judgment.duplicate, 0)
            if judgment.verdict is Verdict.COMPLETE:
                self.assertTrue(must <= came <= may and not repeats)
            # And all of it, where nobody has died.
            if is_known:
                self.assertEqual(judgment.missing, max(0, must - came))
                self.assertEqual(judgment.duplicate, max(0, came - may) + repeats)
                self.assertIsNot(judgment.verdict, Verdict.UNKNOWN)
                if must <= came <= may and not repeats and not (history.hashes and must == may):
                    self.assertIs(judgment.verdict, Verdict.COMPLETE)

    @settings(deadline=None, max_examples=100)
    @given(histories())
    def test_nothing_is_lost_that_is_not_told(self, history: History) -> None:
        """Each window in which a record that was acknowledged is not in the log has an edge that is not complete."""
        edges = {(edge.window, edge.sender.name): edge for edge in edges_of(live(history)) if edge.sender.tier is Tier.PRODUCER}
        for window, here in truth(history).items():
            for producer, count in here.acknowledged.items():
                if count > here.written[producer]:
                    edge = edges.get((window, f"p{producer}"))
                    if edge is None:
                        self.assertIn(producer, history.dies)
                    else:
                        self.assertIsNot(edge.judgment.verdict, Verdict.COMPLETE)


class Scene:
    """Books that report when they are told to."""

    def __init__(self, *, begun_ms: int = 0) -> None:
        self.ledger = Ledger()
        self.broker = self.book(writer_of_brokers("c", "b"), begun_ms)

    def book(self, writer: Writer, begun_ms: int = 0, window_ms: int = WINDOW_MS, most_applications: int = 1000) -> CellBook:
        return CellBook(writer, "h", window_ms, begun_ms=begun_ms, interval_ms=INTERVAL_MS, most_applications=most_applications)

    def producer(self, name: str = "p", guid: str = "g", window_ms: int = WINDOW_MS) -> CellBook:
        return self.book(Writer(Tier.PRODUCER, "", "c", name, "", guid), window_ms=window_ms)

    def reader(self, name: str = "readers", tier: Tier = Tier.CONSUMER, begun_ms: int = 0) -> CellBook:
        return self.book(Writer(tier, name, "c", "r", "", f"guid-{name}"), begun_ms)

    def write(self, report: Report, now_ms: int) -> None:
        for key, value in report.records:
            self.ledger.add(key, value, now_ms)

    def sent(self, book: CellBook, at_ms: int, count: int, attempt: int | None = None, topic: str = "t") -> None:
        cell = book.cell(topic, at_ms)
        cell.count += count
        cell.attempt += count if attempt is None else attempt

    def stored(self, at_ms: int, count: int, application: str = "p", topic: str = "t") -> Cell:
        cell = self.broker.cell(topic, at_ms, application, "")
        cell.count += count
        return cell

    def end(self, *books: CellBook, now_ms: int = END_MS) -> None:
        for book in (self.broker, *books):
            self.write(book.report(now_ms, has_ended=True), now_ms)

    def verdicts(self, now_ms: int = END_MS + WINDOW_MS, grace_ms: int = WINDOW_MS) -> list[tuple[str, str, str, int, int]]:
        return [
            (str(edge.sender), str(edge.receiver), edge.judgment.verdict.value, edge.judgment.missing, edge.judgment.duplicate)
            for edge in edges_of(self.ledger, now_ms, grace_ms)
        ]


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

    def test_what_a_dead_broker_has_counted_may_have_been_cut_off_and_sent_again(self) -> None:
        for again, wanted in ((20, ("unknown", 0, 0)), (130, ("duplicate", 0, 30))):
            scene = Scene()
            producer, other = scene.producer(), scene.book(writer_of_brokers("c", "b2"))
            scene.sent(producer, T0, 100)
            scene.stored(T0, 100)
            scene.write(scene.broker.report(T0 + 30_000), T0 + 30_000)
            other.cell("t", T0, "p", "").count += again
            for book in (producer, other):
                scene.write(book.report(T0 + 40_000, has_ended=True), T0 + 40_000)
            self.assertEqual(scene.verdicts(), [("producer p", "broker p", *wanted)])
        # One that has ended in order has lost nothing.
        scene.write(scene.broker.report(T0 + 50_000, has_ended=True), T0 + 50_000)
        self.assertEqual(scene.verdicts(), [("producer p", "broker p", "duplicate", 0, 130)])

    def test_what_a_dead_link_has_counted_may_have_been_cut_off_and_copied_again(self) -> None:
        for is_dead, wanted in ((True, ("unknown", 0, 0)), (False, ("duplicate", 0, 20))):
            scene = Scene()
            first = scene.reader("dc1", Tier.MIRROR)
            second = scene.book(Writer(Tier.MIRROR, "dc1", "c", "r", "", "guid-2"), T0 + 35_000)
            scene.stored(T0, 100)
            scene.sent(first, T0, 90)
            scene.write(first.report(T0 + 30_000, has_ended=not is_dead), T0 + 30_000)
            scene.sent(second, T0, 30)
            scene.end(second)
            self.assertEqual(scene.verdicts(), [("broker", "mirror dc1", *wanted)])

    def test_a_group_that_has_read_twice_has_read_twice(self) -> None:
        scene = Scene()
        first, second = scene.reader(), scene.book(Writer(Tier.CONSUMER, "readers", "c", "r", "", "guid-2"))
        scene.stored(T0, 100)
        scene.sent(first, T0, 90)
        scene.write(first.report(T0 + 30_000), T0 + 30_000)
        scene.sent(second, T0, 30)
        scene.end(second)
        self.assertEqual(scene.verdicts(), [("broker", "consumer readers", "duplicate", 0, 20)])

    def test_a_sender_in_rounds_is_waited_for_until_its_round_is_over(self) -> None:
        scene = Scene()
        writer = Writer(Tier.PRODUCER, "", "c", "p", "", "job")

        def say(at_ms: int, *, has_ended: bool) -> None:
            state = WriterState(writer, at_ms, at_ms, at_ms, 0, has_ended, at_ms)
            scene.ledger.add(*state_record(state, "h"), at_ms)

        def told(guid: str, count: int, at_ms: int) -> None:
            cell = Cell(CellKey(writer._replace(guid=f"job/{guid}"), "t", Window(T0, T0 + WINDOW_MS)))
            cell.count = cell.attempt = count
            scene.ledger.add(*cell_record(cell, at_ms, "h"), at_ms)

        say(T0, has_ended=False)
        told("1", 100, T0 + 1_000)
        say(T0 + 1_000, has_ended=True)
        scene.stored(T0, 100)
        scene.write(scene.broker.report(T0 + 2_000), T0 + 2_000)
        # Its next round writes into the old window, and takes its time.
        begun_ms = END_MS - 20 * WINDOW_MS
        say(begun_ms, has_ended=False)
        scene.stored(T0, 50)
        scene.write(scene.broker.report(begun_ms + 1_000), begun_ms + 1_000)
        scene.write(scene.broker.report(END_MS), END_MS)
        self.assertEqual(scene.verdicts(END_MS + 1)[0][2:], ("late", 0, 50))
        told("2", 50, END_MS + 2)
        say(END_MS + 2, has_ended=True)
        scene.write(scene.broker.report(END_MS + 3), END_MS + 3)
        self.assertEqual(scene.verdicts(END_MS + 4)[0][2:], ("complete", 0, 0))
        # One that was killed, and whose like has run since: what it left is too much.
        say(END_MS + 5, has_ended=False)
        scene.stored(T0, 7)
        scene.write(scene.broker.report(END_MS + 6), END_MS + 6)
        later_ms = END_MS + WINDOW_MS
        say(later_ms, has_ended=True)
        scene.write(scene.broker.report(later_ms), later_ms)
        self.assertEqual(scene.verdicts(later_ms + 31_000 - 1_000)[0][2:], ("duplicate", 0, 7))

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

    def test_a_reader_whose_clock_is_behind_is_not_blamed_for_what_came_before_it(self) -> None:
        begun_ms, behind_ms = T0 + 9 * WINDOW_MS, 120 * 60_000
        scene = Scene()
        scene.stored(T0, 10)
        scene.stored(T0 + 10 * WINDOW_MS, 5)
        group = scene.reader(begun_ms=begun_ms - behind_ms)
        scene.sent(group, T0 + 10 * WINDOW_MS, 5)
        now_ms = T0 + 12 * WINDOW_MS
        scene.write(group.report(now_ms - behind_ms), now_ms)
        scene.end(now_ms=now_ms)
        # Its reports are whole up to then, not up to what its clock says.
        now_ms = END_MS - 5_000
        scene.write(group.report(now_ms - behind_ms), now_ms)
        found = [(edge.window.start_ms, edge.judgment.verdict.value) for edge in edges_of(scene.ledger, END_MS, 0)]
        self.assertEqual(found, [(T0 + 10 * WINDOW_MS, "complete")])

    def test_a_reader_whose_clock_is_ahead_has_not_begun_later(self) -> None:
        ahead_ms = 120 * 60_000
        scene = Scene()
        group = scene.reader(begun_ms=T0 + ahead_ms)
        scene.stored(T0 + WINDOW_MS, 10)
        scene.sent(group, T0 + WINDOW_MS, 7)
        now_ms = T0 + 3 * WINDOW_MS
        scene.write(group.report(now_ms + ahead_ms, has_ended=True), now_ms)
        scene.end(now_ms=now_ms)
        self.assertEqual(scene.verdicts(), [("broker", "consumer readers", "missing", 3, 0)])

    def test_a_state_that_is_written_late_is_no_wrong_clock(self) -> None:
        scene = Scene()
        group = scene.reader(begun_ms=T0)
        scene.stored(T0 + WINDOW_MS, 10)
        scene.sent(group, T0 + WINDOW_MS, 7)
        scene.write(group.report(T0 + WINDOW_MS), T0 + WINDOW_MS)
        # It could not write for minutes, and dies: what it had counted meanwhile nobody knows.
        scene.write(group.report(T0 + WINDOW_MS + 1), T0 + 6 * WINDOW_MS)
        scene.end()
        self.assertEqual(scene.verdicts(), [("broker", "consumer readers", "unknown", 0, 0)])

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

    def test_a_window_is_open_then_late_then_judged(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 8)
        scene.end(producer, now_ms=T0 + 1000)
        end_ms = T0 + WINDOW_MS
        self.assertEqual(scene.verdicts(end_ms - 1)[0][2:], ("open", 2, 0))
        self.assertEqual(scene.verdicts(end_ms)[0][2:], ("late", 2, 0))
        self.assertEqual(scene.verdicts(end_ms + WINDOW_MS)[0][2:], ("missing", 2, 0))

    def test_records_that_come_a_day_late_are_late_until_all_have_counted_them(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 10)
        scene.end(producer, now_ms=T0 + 1000)
        day_ms = T0 + 86_400_000
        late = scene.producer(guid="g2")
        scene.sent(late, T0, 5)
        scene.write(late.report(day_ms, has_ended=True), day_ms)
        self.assertEqual(scene.verdicts(day_ms + 1)[0][2], "late")
        scene.stored(T0, 5)
        scene.end(now_ms=day_ms + 2000)
        self.assertEqual(scene.verdicts(day_ms + 86_400_000)[0][2], "complete")

    def test_a_producer_that_dies_makes_its_windows_unknown_and_no_others(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.write(producer.report(T0 + 65_000), T0 + 65_000)
        scene.stored(T0, 10)
        scene.stored(T0 + 66_000, 4)
        scene.stored(T0 + 300_000, 4)
        scene.end()
        self.assertEqual([verdict[2] for verdict in scene.verdicts()], ["complete", "unknown", "duplicate"])

    def test_a_producer_that_lives_has_still_to_report(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.stored(T0, 10)
        scene.sent(producer, T0 - WINDOW_MS, 1)
        scene.stored(T0 - WINDOW_MS, 1)
        scene.write(producer.report(T0), T0)
        scene.end(now_ms=T0 + 1000)
        self.assertEqual(scene.verdicts(T0 + WINDOW_MS - 30_000 + 1)[-1][2], "open")

    def test_a_broker_that_dies_is_unknown_too(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 6)
        scene.write(scene.broker.report(T0 + 5_000), T0 + 5_000)
        scene.write(producer.report(END_MS, has_ended=True), END_MS)
        self.assertEqual(scene.verdicts(), [("producer p", "broker p", "unknown", 0, 0)])

    def test_a_broker_that_dies_may_have_had_records_of_any_time(self) -> None:
        """A producer whose clock is an hour off; what it had sent before counts."""
        scene = Scene()
        producer = scene.producer()
        hour_ms = 3_600_000
        scene.sent(producer, T0 - hour_ms, 5)
        scene.stored(T0 - hour_ms, 5)
        scene.write(producer.report(T0), T0)
        scene.sent(producer, T0 + hour_ms, 10)
        scene.write(scene.broker.report(T0 + 15_000), T0 + 15_000)
        scene.write(producer.report(T0 + 16_000, has_ended=True), T0 + 16_000)
        self.assertEqual([verdict[2] for verdict in scene.verdicts()], ["complete", "unknown"])

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

    def test_nothing_is_told_while_somebody_alive_has_not_reported_since(self) -> None:
        """A producer that tells every minute, and old records that the broker has told of at once."""
        scene = Scene()
        producer = CellBook(Writer(Tier.PRODUCER, "", "c", "p", "", "g"), "h", WINDOW_MS, begun_ms=0, interval_ms=60_000)
        day_ms = T0 + 86_400_000
        scene.sent(producer, T0, 1)
        scene.write(producer.report(day_ms), day_ms)
        for time_ms in (T0, 5):
            scene.sent(producer, time_ms, 10)
            scene.stored(time_ms, 10)
        scene.stored(T0, 1)
        scene.write(scene.broker.report(day_ms + 5_000), day_ms + 5_000)
        scene.write(scene.broker.report(day_ms + 40_000), day_ms + 40_000)
        self.assertEqual([verdict[2] for verdict in scene.verdicts(day_ms + 50_000)], ["late", "late"])
        scene.write(producer.report(day_ms + 60_000), day_ms + 60_000)
        self.assertEqual([verdict[2] for verdict in scene.verdicts(day_ms + 61_000)], ["complete", "complete"])

    def killed_broker(self, producer: CellBook, killed_ms: int, told_ms: int) -> list[tuple[str, int]]:
        """A broker has told all at `killed_ms`, counts ten records whose window comes an hour later, and is killed; the producer, which
        has them acknowledged, tells them at `told_ms`. Then what is said of that window."""
        scene = Scene()
        scene.stored(T0, 1)
        scene.sent(producer, T0, 1)
        scene.write(scene.broker.report(killed_ms), killed_ms)
        scene.sent(producer, T0 + 3_600_000, 10)
        scene.write(producer.report(told_ms, has_ended=True), told_ms)
        another = scene.book(writer_of_brokers("c", "b2"), killed_ms)
        scene.write(another.report(told_ms, has_ended=True), told_ms)
        edges = edges_of(scene.ledger, END_MS + 7_200_000)
        return [(edge.judgment.verdict.value, edge.judgment.missing) for edge in edges if edge.window.start_ms > T0 + 1_000_000]

    def test_a_producer_that_tells_in_the_millisecond_in_which_a_broker_told_last(self) -> None:
        """What the broker counted between the two, and never told, is unknown."""
        scene = Scene()
        self.assertEqual(self.killed_broker(scene.producer(), T0 + 10_000, T0 + 10_000), [("unknown", 0)])

    def test_a_producer_whose_cells_are_written_by_a_clock_that_is_behind(self) -> None:
        """The audit topic's partitions are stamped by their leaders."""
        scene = Scene()
        self.assertEqual(self.killed_broker(scene.producer(), T0 + 10_000, T0 + 7_000), [("unknown", 0)])

    def test_a_producer_that_tells_once_in_an_hour(self) -> None:
        scene = Scene()
        producer = scene.producer()
        producer = CellBook(producer.writer, "h", WINDOW_MS, begun_ms=0, interval_ms=3_600_000)
        self.assertEqual(self.killed_broker(producer, T0 + 10_000, T0 + 3_500_000), [("unknown", 0)])

    def test_what_was_sent_long_after_a_broker_died_is_judged(self) -> None:
        scene = Scene()
        self.assertEqual(self.killed_broker(scene.producer(), T0 + 10_000, T0 + 300_000), [("missing", 10)])

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


class LedgerTests(unittest.TestCase):
    def test_repeats_and_another_order_change_nothing(self) -> None:
        scene = Scene()
        producer = scene.producer()
        records = []
        for number in range(4):
            scene.sent(producer, T0, 10)
            records += producer.report(T0 + number).records
        for key, value in [*reversed(records), *records, *reversed(records)]:
            scene.ledger.add(key, value, T0)
        self.assertEqual([cell.count for cell in scene.ledger.cells], [40])

    def test_a_state_that_was_written_last_counts_whatever_the_writers_clock_said(self) -> None:
        """An hour ahead, then set right."""
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 1)
        scene.write(producer.report(T0 + 3_600_000), T0)
        scene.write(producer.report(T0 + 10_000), T0 + 10_000)
        self.assertEqual([state.through_ms for state, _ in scene.ledger._states.values()], [T0 + 10_000])

    def test_numbers_of_somebody_else_are_no_cell(self) -> None:
        """Whoever could tell of another's numbers could have its losses look like none."""
        incarnation = bytes(16)
        honest = NumberCell(Writer(Tier.PRODUCER, "", "c", "web", "", incarnation.hex()), "t", {(incarnation, 0): NumberRanges([(0, 5)])})
        forged = NumberCell(Writer(Tier.PRODUCER, "", "c", "evil", "", "1" * 32), "t", {(incarnation, 0): NumberRanges()}, revision=9)
        forged.delivered[incarnation, 0].add(0, 1)
        ledger = Ledger()
        for cell in (honest, forged):
            ledger.add(encode_number_key(cell), encode_number_cell(cell, T0, "h"), T0)
        self.assertEqual((len(ledger.numbers), ledger.unreadable), (1, 1))

    def test_what_is_no_cell_is_counted_and_told(self) -> None:
        ledger = Ledger()
        ledger.add(None, b"{}", T0)
        ledger.add(b"hello", b"world", T0)
        for _ in range(100):
            ledger.add(b"{}", b"{}", T0)
        self.assertEqual((ledger.unreadable, len(ledger), len(ledger.faults)), (102, 0, 20))

    def test_tombstones_delete(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 1)
        scene.end(producer)
        self.assertEqual(len(scene.ledger), 1)
        for cell in scene.ledger.cells:
            scene.ledger.add(encode_key(cell.key), None, END_MS)
        scene.ledger.add(encode_state_key(producer.writer), None, END_MS)
        self.assertEqual(len(scene.ledger), 0)
