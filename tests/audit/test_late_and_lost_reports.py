"""What the balance says while reports are late, or never come: writers that die, clocks that are wrong, windows that are still open."""

from __future__ import annotations

import unittest

from klog.audit.cell_records import cell_record, state_record
from klog.audit.cells import Cell, CellKey, Tier, Writer, WriterState
from klog.audit.counting import CellBook, writer_of_brokers
from klog.audit.windows import Window
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene, edges_of


class ReportTests(unittest.TestCase):
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

    def test_a_report_that_was_written_late_says_nothing_of_the_time_in_between(self) -> None:
        """It was made when one record of seven was acknowledged, and took three seconds to be written; brokers have told of all seven in
        between. Then its writer died, and for as long as nobody knows that, it is waited for."""
        scene = Scene()
        producer = scene.producer()
        made_ms = END_MS - 60_000
        # Reports that were written at once, by a clock that is an hour ahead.
        for at_ms in (made_ms - 20_000, made_ms - 10_000):
            scene.write(producer.report(at_ms + 3_600_000), at_ms)
        scene.sent(producer, T0, 1)
        late = producer.report(made_ms + 3_600_000, made_ms + 3_600_000 - 1)
        scene.stored(T0, 7)
        scene.write(scene.broker.report(made_ms + 1_000), made_ms + 1_000)
        # Its state is written when its cells are acknowledged.
        *cells, state = late.records
        for at_ms, records in ((made_ms + 2_990, cells), (made_ms + 3_000, [state])):
            scene.write(late._replace(records=records), at_ms)
        now_ms = made_ms + 9_000
        scene.write(scene.broker.report(now_ms), now_ms)

        def verdict(now_ms: int) -> tuple[str, int, int]:
            [edge] = scene.ledger.balance(now_ms, grace_ms=0, settle_ms=5_000).edges
            return (edge.judgment.verdict.value, edge.judgment.missing, edge.judgment.duplicate)

        self.assertEqual(verdict(now_ms), ("late", 0, 6))
        self.assertEqual(verdict(now_ms + 60_000)[0], "unknown")
        # Of one that was written at once it is known that the rest is too much.
        scene.sent(producer, T0, 2)
        scene.write(producer.report(now_ms + 3_600_000), now_ms)
        self.assertEqual(verdict(now_ms + 5_000), ("late", 0, 4))
        # And where by no clock it can be otherwise.
        for book, ahead_ms in ((producer, 3_600_000), (scene.broker, 0)):
            scene.write(book.report(now_ms + 5_000 + ahead_ms), now_ms + 5_000)
        self.assertEqual(verdict(made_ms + 71_000), ("duplicate", 0, 4))

    def test_what_came_while_the_last_report_hung_is_unknown(self) -> None:
        """It was written 25 seconds after it was made, and its writer died before the next: of what it has counted meanwhile nobody has
        heard, though brokers have told it before that."""
        scene = Scene()
        producer = scene.producer()
        day_ms = T0 + 86_400_000
        scene.write(producer.report(day_ms), day_ms)
        scene.sent(producer, T0, 1)
        scene.write(producer.report(day_ms + 10_000), day_ms + 35_000)
        scene.stored(T0, 2)
        for at_ms in (day_ms + 15_000, day_ms + 600_000):
            scene.write(scene.broker.report(at_ms), at_ms)
        self.assertEqual(scene.verdicts(day_ms + 600_000), [("producer p", "broker p", "unknown", 0, 0)])

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

    def test_a_state_that_a_clock_ahead_has_stamped_is_no_report_of_what_came_after_it(self) -> None:
        """The broker that has the producer's state is eight seconds ahead of that which has the broker's cells: what the producer has sent
        in between it tells with its next report, a minute later."""
        scene = Scene()
        producer = CellBook(Writer(Tier.PRODUCER, "", "c", "p", "", "g"), "h", WINDOW_MS, begun_ms=0, interval_ms=60_000)
        day_ms = T0 + 86_400_000
        scene.sent(producer, T0, 1)
        scene.stored(T0, 1)
        scene.write(producer.report(day_ms), day_ms + 8_000)
        scene.sent(producer, T0, 10)
        scene.stored(T0, 10)
        scene.write(scene.broker.report(day_ms + 5_000), day_ms + 5_000)
        for at_ms in (day_ms + 39_000, day_ms + 60_000):
            scene.write(scene.broker.report(at_ms), at_ms)
            self.assertEqual([verdict[2] for verdict in scene.verdicts(at_ms)], ["late"])
        scene.write(producer.report(day_ms + 60_000), day_ms + 68_000)
        self.assertEqual([verdict[2] for verdict in scene.verdicts(day_ms + 69_000)], ["complete"])

    def test_what_is_too_much_is_told_when_all_have_told_since_by_whatever_clock(self) -> None:
        scene = Scene()
        producer = CellBook(Writer(Tier.PRODUCER, "", "c", "p", "", "g"), "h", WINDOW_MS, begun_ms=0, interval_ms=60_000)
        day_ms = T0 + 86_400_000
        scene.sent(producer, T0, 1)
        scene.write(producer.report(day_ms), day_ms)
        scene.stored(T0, 11)
        scene.write(scene.broker.report(day_ms + 5_000), day_ms + 5_000)
        for at_ms, expected in ((day_ms + 12_000, "late"), (day_ms + 16_000, "duplicate")):
            scene.write(producer.report(at_ms), at_ms)
            scene.write(scene.broker.report(day_ms + 120_000), day_ms + 120_000)
            self.assertEqual([verdict[2] for verdict in scene.verdicts(day_ms + 126_000)], [expected], at_ms)

    def followed(self, *, announces: bool) -> tuple[Scene, CellBook, int]:
        """A producer has ended in order, and one that has begun under its name a day later has written seven records of the same window,
        which the brokers have told; its own report is held up.

        :returns: the scene, the second one, and when brokers told.
        """
        scene = Scene()
        first, second = scene.producer(guid="g1"), scene.producer(guid="g2")
        scene.sent(first, T0, 10)
        scene.stored(T0, 10)
        scene.end(first, now_ms=T0 + 1_000)
        day_ms = T0 + 86_400_000
        if announces:
            scene.write(second.report(day_ms, day_ms - 1), day_ms)
        scene.sent(second, T0, 7)
        scene.stored(T0, 7)
        told_ms = day_ms + 5_000
        for at_ms in (told_ms, told_ms + 200_000):
            scene.write(scene.broker.report(at_ms), at_ms)
        return scene, second, told_ms

    def test_what_a_producer_that_nobody_has_heard_of_has_sent_is_not_doubled(self) -> None:
        scene, second, told_ms = self.followed(announces=False)
        for later_ms in (0, 1_000, 31_000, 69_999):
            edges = scene.ledger.balance(told_ms + later_ms, grace_ms=0, settle_ms=0).edges
            self.assertEqual([edge.judgment.verdict.value for edge in edges], ["late"], later_ms)
        scene.write(second.report(told_ms + 60_000, has_ended=True), told_ms + 60_000)
        self.assertEqual(scene.verdicts(told_ms + 100_000), [("producer p", "broker p", "complete", 0, 0)])

    def test_what_is_too_much_is_told_when_whoever_has_sent_it_would_have_been_heard_of(self) -> None:
        """A minute, as what kills brokers holds up reports, and an interval between two of them, after the brokers told last."""
        scene, _, told_ms = self.followed(announces=False)
        self.assertEqual(scene.verdicts(told_ms + 70_000, 0), [("producer p", "broker p", "duplicate", 0, 7)])

    def test_what_a_producer_has_sent_that_has_announced_itself_and_died_is_unknown(self) -> None:
        """However long ago."""
        scene, _, told_ms = self.followed(announces=True)
        for later_ms in (0, 1_000, 31_000, 70_000, 86_400_000):
            [edge] = scene.ledger.balance(told_ms + later_ms, grace_ms=0, settle_ms=0).edges
            self.assertIn(edge.judgment.verdict.value, ("late", "unknown") if later_ms < 31_000 else ("unknown",), later_ms)

    def test_a_sender_in_rounds_says_so_before_it_writes(self) -> None:
        """Nobody else is waited for."""
        scene = Scene()
        job = CellBook(Writer(Tier.PRODUCER, "", "c", "p", "", "job"), "h", WINDOW_MS, begun_ms=0, interval_ms=0)
        scene.sent(job, T0, 10)
        scene.stored(T0, 13)
        scene.end(job, now_ms=T0 + WINDOW_MS)
        [edge] = scene.ledger.balance(T0 + WINDOW_MS, grace_ms=0, settle_ms=0).edges
        self.assertEqual((edge.judgment.verdict.value, edge.judgment.duplicate), ("duplicate", 3))

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
