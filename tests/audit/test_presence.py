"""`klog.audit.presence`, against brute force and with each rule broken on purpose; and what is said of those who have counted nothing."""

from __future__ import annotations

import inspect
import itertools
import unittest
from collections.abc import Callable, Iterator
from unittest import mock

from klog.audit import presence
from klog.audit.cell_records import decode_cell, decode_key, decode_presence, presence_record
from klog.audit.cells import CellKey, Presence, PresenceKey, Tier, Writer
from klog.audit.counting import CellBook, writer_of_brokers
from klog.audit.presence import CLOCKS_MS, Gap, Span, Taken, gaps_of, is_throughout, spans_of
from klog.audit.rows import why
from klog.audit.windows import Window, window_of
from klog.json_fields import BadRecord
from tests.audit.histories import END_MS, INTERVAL_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene, edges_of

_MINUTE_MS = 60_000


# The rules, by brute force


class _Readers:
    """Readers of one tier, by what they have said; asked moment by moment."""

    def __init__(self, readers: list[Taken]) -> None:
        self._readers = readers

    def _farewells(self) -> list[int]:
        return [
            one.gone_ms if one.gone_ms is not None else one.last_ms for one in self._readers if one.gone_ms is not None or one.has_ended
        ]

    def is_there(self, one: Taken, moment_ms: int) -> bool:
        """Whether one is to count what comes in a moment."""
        if moment_ms < one.begun_ms:
            return False
        if one.gone_ms is not None:
            return moment_ms <= one.gone_ms
        if one.has_ended:
            return moment_ms <= one.last_ms
        if one.is_alive:
            return True
        # It died. Whoever has gone since has gone on without it.
        return moment_ms <= one.last_ms or not any(farewell_ms > one.last_ms for farewell_ms in self._farewells())

    def is_throughout(self, first_ms: int, end_ms: int) -> bool:
        moments = range(first_ms - CLOCKS_MS, end_ms + CLOCKS_MS + 1, CLOCKS_MS)
        return any(all(self.is_there(one, moment_ms) for moment_ms in moments) for one in self._readers)

    def has_left(self, moment_ms: int) -> bool:
        """Whether nobody is there, and the last to go has given it up."""
        before = [one for one in self._readers if one.begun_ms <= moment_ms]
        if not before or any(self.is_there(one, moment_ms) for one in before):
            return False
        ends = [(one.last_ms if one.gone_ms is None else one.gone_ms, one.gone_ms is not None) for one in before]
        return max(ends)[1]


def _small_readers() -> Iterator[list[Taken]]:
    unit = CLOCKS_MS
    kinds = []
    for begun in (0, 1, 3):
        for last in range(begun, 6):
            kinds += [Taken(begun * unit, None, last * unit, has_ended, is_alive) for has_ended, is_alive in ((1, 0), (0, 1), (0, 0))]
            kinds.append(Taken(begun * unit, last * unit, (last + 1) * unit, False, True))
    kinds = [one._replace(has_ended=bool(one.has_ended), is_alive=bool(one.is_alive)) for one in kinds]
    yield []
    yield from ([one] for one in kinds)
    # In any order: who took the topic up later comes first.
    yield from (list(reversed(pair)) for pair in itertools.combinations(kinds, 2))


def _differs(spans: Callable[..., list[Span]], throughout: Callable[..., bool], gaps: Callable[..., list[Gap]]) -> bool:
    """Whether brute force says otherwise in any small case."""
    unit = CLOCKS_MS
    for readers in _small_readers():
        truth, found = _Readers(readers), spans(readers)
        for first, end in ((1, 2), (1, 3), (2, 4)):
            if throughout(found, first * unit, end * unit) != truth.is_throughout(first * unit, end * unit):
                return True
        found_gaps = gaps(found)
        for moment in (*range(8), 100):
            # In between what happens.
            moment_ms = moment * unit + unit // 2
            is_in_gap = any(one.begun_ms < moment_ms and (one.end_ms is None or moment_ms < one.end_ms) for one in found_gaps)
            if is_in_gap != truth.has_left(moment_ms):
                return True
        if any(one.end_ms is not None and one.end_ms <= one.begun_ms for one in found_gaps):
            return True
    return False


#: Each rule, broken.
MUTATIONS = (
    ("if one.gone_ms is not None or one.has_ended]", "if one.gone_ms is not None]"),
    ("if one.gone_ms is not None or one.has_ended]", "if one.has_ended]"),
    ("one.last_ms if one.gone_ms is None else one.gone_ms for", "one.last_ms for"),
    ("if one.gone_ms is not None:\n", "if False:\n"),
    ("one.gone_ms, True", "one.gone_ms, False"),
    ("one.has_ended or (not", "(not"),
    ("not one.is_alive and ", ""),
    (" and one.last_ms < last_farewell_ms", ""),
    ("one.last_ms < last_farewell_ms", "one.last_ms > last_farewell_ms"),
    ("Span(one.begun_ms, one.last_ms)", "Span(one.begun_ms, one.last_ms, True)"),
    ("Span(one.begun_ms, None)", "Span(one.begun_ms, one.last_ms)"),
    ("span.begun_ms + CLOCKS_MS <= first_ms", "span.begun_ms <= first_ms"),
    ("span.begun_ms + CLOCKS_MS <= first_ms and ", ""),
    ("end_ms + CLOCKS_MS <= span.end_ms", "end_ms <= span.end_ms"),
    (" and (span.end_ms is None or end_ms + CLOCKS_MS <= span.end_ms)", ""),
    ("span.end_ms is None or ", "span.end_ms is not None and "),
    ("    return any(", "    return bool(spans) and all("),
    ("        if span.end_ms is None:\n            return gaps\n", "        if span.end_ms is None:\n            continue\n"),
    ("sorted(spans, key=lambda span: span.begun_ms)", "spans"),
    ("max(last, (span.end_ms, span.is_farewell))", "(span.end_ms, span.is_farewell)"),
    ("        if last[1] and last[0] < span.begun_ms", "        if last[0] < span.begun_ms"),
    (" and last[0] < span.begun_ms", ""),
    ("Gap(last[0], span.begun_ms)", "Gap(last[0], None)"),
    (" if last[1] else gaps", ""),
    ("[*gaps, Gap(last[0], None)] if last[1] else gaps", "gaps"),
)


class RuleTests(unittest.TestCase):
    def test_every_small_case_by_brute_force(self) -> None:
        self.assertFalse(_differs(spans_of, is_throughout, gaps_of))

    def test_each_broken_rule_is_noticed(self) -> None:
        source = "\n\n".join(map(inspect.getsource, (spans_of, is_throughout, gaps_of)))

        def made(text: str) -> tuple[Callable[..., list[Span]], Callable[..., bool], Callable[..., list[Gap]]]:
            names = dict(vars(presence))
            exec(text, names)
            return names["spans_of"], names["is_throughout"], names["gaps_of"]

        self.assertFalse(_differs(*made(source)))
        for old, new in MUTATIONS:
            self.assertEqual(source.count(old), 1, old)
            self.assertTrue(_differs(*made(source.replace(old, new))), f"{old!r} instead of {new!r} is not noticed")


# How it is written


class RecordTests(unittest.TestCase):
    writer = Writer(Tier.SINK, "hourly", "c", "app", "User:anna", "guid")

    def test_there_and_back(self) -> None:
        for gone_ms in (-1, T0 + 7):
            one = Presence(PresenceKey(self.writer, "t", window_of(T0 + 5, WINDOW_MS)), T0 + 5, gone_ms, revision=3)
            key, value = presence_record(one, T0 + 9, "host")
            found = decode_key(key)
            self.assertEqual(found, one.key)
            assert isinstance(found, PresenceKey)
            self.assertEqual(decode_presence(found, value), Presence(one.key, T0 + 5, gone_ms, T0 + 9, 3))

    def test_who_knows_of_none_reads_an_empty_cell_that_any_other_replaces(self) -> None:
        one = Presence(PresenceKey(self.writer, "t", window_of(T0, WINDOW_MS)), T0, revision=3)
        key, value = presence_record(one, T0, "host")
        older = decode_key(key.replace(b',"presence":true', b""))
        self.assertEqual(older, CellKey(self.writer, "t", window_of(T0, WINDOW_MS)))
        assert isinstance(older, CellKey)
        cell = decode_cell(older, value)
        self.assertEqual((cell.count, cell.attempt, cell.revision), (0, 0, 0))

    def test_what_says_nothing(self) -> None:
        key = PresenceKey(self.writer, "t", Window(0, 1000))
        for value in (None, b"{}", b'{"begun":-5,"time":1}', b'{"begun":1}', b'{"begun":1,"time":1,"gone":"x"}'):
            with self.assertRaises(BadRecord):
                decode_presence(key, value)


class BookTests(unittest.TestCase):
    def book(self) -> CellBook:
        return CellBook(RecordTests.writer, "h", WINDOW_MS, begun_ms=T0, interval_ms=INTERVAL_MS)

    def told(self, book: CellBook, now_ms: int) -> list[tuple[str, int, int, int]]:
        found = []
        for key, value in book.report(now_ms).records:
            about = decode_key(key)
            if isinstance(about, PresenceKey):
                one = decode_presence(about, value)
                found.append((about.topic, one.begun_ms - T0, one.gone_ms if one.gone_ms < 0 else one.gone_ms - T0, one.revision))
        return found

    def test_it_is_told_once_and_once_more_when_it_is_over(self) -> None:
        book = self.book()
        book.take_up("t", T0 + 1)
        book.take_up("t", T0 + 2)
        self.assertEqual(self.told(book, T0 + 3), [("t", 1, -1, 1)])
        self.assertEqual((self.told(book, T0 + 4), list(book.topics)), ([], ["t"]))
        book.give_up("t", T0 + 5)
        book.give_up("u", T0 + 5)
        self.assertEqual((self.told(book, T0 + 6), list(book.topics)), ([("t", 1, 5, 2)], []))
        # Again in the same window, and in another.
        book.take_up("t", T0 + 7)
        self.assertEqual(self.told(book, T0 + 8), [("t", 1, -1, 3)])
        book.give_up("t", T0 + 9)
        book.take_up("t", T0 + 9 + WINDOW_MS)
        self.assertEqual(self.told(book, T0 + WINDOW_MS + 10), [("t", 1, 9, 4), ("t", WINDOW_MS + 9, -1, 1)])

    def test_what_was_not_written_is_told_again(self) -> None:
        book = self.book()
        book.take_up("t", T0 + 1)
        report = book.report(T0 + 2)
        book.give_up("t", T0 + 3)
        report.failed()
        self.assertEqual(self.told(book, T0 + 4), [("t", 1, -1, 1), ("t", 1, 3, 2)])
        book.tell_all_again()
        self.assertEqual(self.told(book, T0 + 5), [("t", 1, 3, 2)])

    def test_it_is_bounded(self) -> None:
        book = CellBook(RecordTests.writer, "h", WINDOW_MS, begun_ms=T0, interval_ms=INTERVAL_MS, most_cells=3)
        for number in range(5):
            book.take_up(f"t{number}", T0)
        self.assertEqual(len(list(book.topics)), 3)


# What follows


class _Present(Scene):
    """A broker that counts ten records in each of ten windows, and whoever reads them, or does not."""

    def __init__(self) -> None:
        super().__init__()
        self.producing = self.producer()
        for number in range(10):
            self.stored(T0 + number * WINDOW_MS, 10)
            self.sent(self.producing, T0 + number * WINDOW_MS, 10)
            self.write(self.broker.report(T0 + (number + 1) * WINDOW_MS), T0 + (number + 1) * WINDOW_MS)

    def group(self, guid: str, begun_ms: int) -> CellBook:
        writer = Writer(Tier.CONSUMER, "readers", "c", "r", "", guid)
        return CellBook(writer, "h", WINDOW_MS, begun_ms=begun_ms, interval_ms=INTERVAL_MS)

    def taken_up(self, guid: str, minute: float) -> CellBook:
        """By who tells it in the same moment."""
        at_ms = T0 + int(minute * _MINUTE_MS)
        book = self.group(guid, at_ms)
        book.take_up("t", at_ms)
        self.write(book.report(at_ms), at_ms)
        return book

    def say(self, book: CellBook, minute: float, *, has_ended: bool = False) -> None:
        at_ms = T0 + int(minute * _MINUTE_MS)
        self.write(book.report(at_ms, has_ended=has_ended), at_ms)

    def readers(self, *alive: CellBook, now_ms: int = END_MS + WINDOW_MS) -> dict[int, str]:
        """By number of the window, what is said of readers there."""
        self.end(self.producing)
        for at_ms in (now_ms - WINDOW_MS, now_ms):
            for book in alive:
                self.write(book.report(at_ms), at_ms)
        edges = [edge for edge in edges_of(self.ledger, now_ms) if edge.receiver.tier is not Tier.BROKER and edge.topic == "t"]
        return {
            (edge.window.start_ms - T0) // WINDOW_MS: f"{edge.judgment.verdict.value} {edge.judgment.missing}".removesuffix(" 0")
            for edge in edges
        }


_ALL_LOST = "missing 10"


class AbsentTests(unittest.TestCase):
    """Those who have counted nothing at all in a topic."""

    def test_who_lives_and_has_counted_nothing_has_lost_everything(self) -> None:
        scene = _Present()
        group = scene.taken_up("g", 2.5)
        found = scene.readers(group)
        self.assertEqual(found, dict.fromkeys(range(3, 10), _ALL_LOST))

    def test_the_window_in_which_it_took_the_topic_up_is_not_judged(self) -> None:
        """It may have begun with what came next. So may who was there a moment before a window began: clocks differ."""
        for minute, first in ((2.0, 3), (1.99, 3), (1.8, 2)):
            scene = _Present()
            self.assertEqual(min(scene.readers(scene.taken_up("g", minute))), first, minute)

    def test_without_a_presence_nobody_is_expected(self) -> None:
        scene = _Present()
        group = scene.group("g", T0)
        scene.say(group, 0)
        self.assertEqual(scene.readers(group), {})

    def test_one_that_has_told_nothing_of_itself_yet(self) -> None:
        scene = _Present()
        group = scene.group("g", T0)
        group.take_up("t", T0)
        *presences, _ = group.report(T0).records
        for key, value in presences:
            scene.ledger.add(key, value, T0)
        self.assertEqual(scene.readers(), {})

    def test_one_that_was_killed_is_expected_when_all_that_it_may_have_had_is_over(self) -> None:
        scene = _Present()
        group = scene.taken_up("g", 0.5)
        scene.say(group, 3.2)
        found = scene.readers()
        # It died with what it had not told.
        self.assertEqual((found[1], found[2], found[3]), (_ALL_LOST, _ALL_LOST, "unknown"))
        self.assertEqual({found[number] for number in range(5, 10)}, {_ALL_LOST})

    def test_one_that_has_ended_in_order_is_expected_until_then(self) -> None:
        scene = _Present()
        group = scene.taken_up("g", 0.5)
        scene.say(group, 4.5, has_ended=True)
        self.assertEqual(scene.readers(), dict.fromkeys((1, 2, 3), _ALL_LOST))

    def test_one_that_has_given_it_up_is_expected_until_then(self) -> None:
        scene = _Present()
        group = scene.taken_up("g", 0.5)
        scene.say(group, 4.4)
        group.give_up("t", T0 + int(4.5 * _MINUTE_MS))
        self.assertEqual(scene.readers(group), dict.fromkeys((1, 2, 3), _ALL_LOST))

    def test_what_comes_late_when_it_has_gone_is_nobodys_to_read(self) -> None:
        scene = _Present()
        group = scene.taken_up("g", 0.5)
        group.give_up("t", T0 + int(4.5 * _MINUTE_MS))
        scene.say(group, 4.6)
        scene.stored(T0 + 2 * WINDOW_MS, 1)
        self.assertEqual(scene.readers(group), dict.fromkeys((1, 3), _ALL_LOST))

    def test_members_that_come_and_go_in_order_are_expected_where_one_was_there(self) -> None:
        scene = _Present()
        first = scene.taken_up("1", 0.5)
        scene.say(first, 4.5, has_ended=True)
        second = scene.taken_up("2", 4.6)
        self.assertEqual(sorted(scene.readers(second)), [1, 2, 3, 5, 6, 7, 8, 9])

    def test_whom_the_others_outlive_and_leave_is_expected_no_more(self) -> None:
        """The last of a group goes in order, an hour after another was killed."""
        scene = _Present()
        scene.taken_up("killed", 0.5)
        second = scene.taken_up("2", 1.5)
        scene.say(second, 5.5, has_ended=True)
        self.assertEqual(sorted(scene.readers()), [2, 3, 4])

    def test_records_from_the_future_came_before_it_did(self) -> None:
        """A producer whose clock is ahead: what is of the fifth window was there when the group began with the end of the log."""
        scene = Scene()
        producer = scene.producer()
        cell = scene.stored(T0 + 5 * WINDOW_MS, 10)
        cell.latencies.add(-4 * WINDOW_MS, 10)
        scene.sent(producer, T0 + 5 * WINDOW_MS, 10)
        at_ms = T0 + 3 * WINDOW_MS
        book = CellBook(Writer(Tier.CONSUMER, "readers", "c", "r", "", "g"), "h", WINDOW_MS, begun_ms=at_ms, interval_ms=INTERVAL_MS)
        book.take_up("t", at_ms)
        # Compaction has left the last of the broker's reports.
        scene.write(book.report(at_ms), at_ms)
        scene.end(producer, book)
        self.assertEqual([receiver for _, receiver, *_ in scene.verdicts()], ["broker p"])

    def test_a_clock_that_is_behind_by_minutes_has_not_begun_earlier(self) -> None:
        for behind_ms in (2 * _MINUTE_MS, 120 * _MINUTE_MS):
            scene = _Present()
            at_ms = T0 + int(3.5 * _MINUTE_MS)
            group = scene.group("g", at_ms - behind_ms)
            group.take_up("t", at_ms - behind_ms)
            scene.write(group.report(at_ms - behind_ms), at_ms)
            now_ms = END_MS + WINDOW_MS
            scene.write(group.report(now_ms - behind_ms), now_ms)
            self.assertEqual(min(scene.readers(now_ms=now_ms)), 4, behind_ms)

    def test_records_without_a_time_are_compared_with_those_only_who_have_counted_such(self) -> None:
        scene = Scene()
        scene.stored(-1, 10)
        group = _Present().group("g", T0)
        group.take_up("t", T0)
        scene.write(group.report(T0), T0)
        scene.end(group)
        self.assertEqual(scene.verdicts(), [])

    def test_a_sink_in_rounds_is_expected_as_far_as_it_has_come(self) -> None:
        scene = _Present()
        sink = CellBook(Writer(Tier.SINK, "hourly", "c", "s", "", "g"), "h", WINDOW_MS, begun_ms=0, interval_ms=0)
        sink.take_up("t", T0 + 30_000)
        scene.write(sink.report(T0 + 30_000), T0 + 30_000)
        scene.write(sink.report(T0 + 5 * WINDOW_MS + 10_000), T0 + 5 * WINDOW_MS + 10_000)
        found = scene.readers()
        self.assertEqual({number: found[number] for number in range(1, 5)}, dict.fromkeys(range(1, 5), _ALL_LOST))
        self.assertEqual({found[number] for number in range(5, 10)}, {"late"})

    def test_who_was_there_is_asked_once_and_not_for_each_window(self) -> None:
        """Of a week's windows, and a reader that is started again every hour, it was asked for minutes."""
        scene = _Present()
        group = scene.taken_up("g", 0.5)
        with mock.patch("klog.audit.report_coverage.spans_of", wraps=spans_of) as asked:
            self.assertEqual(len(scene.readers(group)), 9)
        self.assertEqual(asked.call_count, 1)

    def test_tombstones_delete(self) -> None:
        scene = _Present()
        group = scene.taken_up("g", 0.5)
        for key in list(scene.ledger._presences):
            scene.ledger.add(presence_record(Presence(key, 0), 0, "h")[0], None, END_MS)
        self.assertEqual(scene.readers(group), {})


class FarewellTests(unittest.TestCase):
    """Those who have counted something, and have given the topic up since."""

    def test_what_comes_then_is_not_missing(self) -> None:
        for gives_up in (True, False):
            scene = _Present()
            group = scene.taken_up("g", 0)
            for number in range(4):
                scene.sent(group, T0 + number * WINDOW_MS, 10)
            if gives_up:
                group.give_up("t", T0 + int(4.5 * _MINUTE_MS))
            found = scene.readers(group)
            self.assertEqual([found[number] for number in range(4)], ["complete"] * 4)
            self.assertEqual(sorted(found.items())[4:], [] if gives_up else [(number, _ALL_LOST) for number in range(4, 10)])

    def test_what_was_lost_before_is_and_the_last_window_says_why_it_is_unknown(self) -> None:
        scene = _Present()
        group = scene.taken_up("g", 0)
        for number, count in enumerate((10, 7, 10, 10, 3)):
            scene.sent(group, T0 + number * WINDOW_MS, count)
        group.give_up("t", T0 + int(4.5 * _MINUTE_MS))
        found = scene.readers(group)
        self.assertEqual(found, {0: "complete", 1: "missing 3", 2: "complete", 3: "complete", 4: "unknown"})
        [edge] = [edge for edge in edges_of(scene.ledger, END_MS + WINDOW_MS) if edge.judgment.verdict.value == "unknown"]
        self.assertEqual(why(edge), "consumer readers has given the topic up: 3 of 10 records are known to have arrived")

    def test_what_came_before_it_was_taken_up_again_is_not_missing(self) -> None:
        """It may go on with what comes next. A copy goes on where it was, and is to have everything."""
        for tier, is_the_same in itertools.product((Tier.CONSUMER, Tier.MIRROR), (True, False)):
            scene = _Present()
            first, second = (scene.book(Writer(tier, "readers", "c", "r", "", guid), T0) for guid in "12")
            first.take_up("t", T0)
            for number in range(3):
                scene.sent(first, T0 + number * WINDOW_MS, 10)
            first.give_up("t", T0 + int(3.2 * _MINUTE_MS))
            again = first if is_the_same else second
            scene.say(first, 3.3, has_ended=not is_the_same)
            again.take_up("t", T0 + int(7.5 * _MINUTE_MS))
            scene.say(again, 7.6)
            scene.sent(again, T0 + 7 * WINDOW_MS, 4)
            scene.sent(again, T0 + 9 * WINDOW_MS, 9)
            skipped = dict.fromkeys(range(3, 8), _ALL_LOST) | {7: "missing 6"} if tier is Tier.MIRROR else {7: "unknown"}
            expected = dict.fromkeys(range(3), "complete") | skipped | {8: _ALL_LOST, 9: "missing 1"}
            self.assertEqual(scene.readers(again), expected, (tier, is_the_same))

    def test_as_long_as_another_reads_on_it_is_expected(self) -> None:
        scene = _Present()
        first, second = scene.taken_up("1", 0), scene.taken_up("2", 1)
        for number in range(3):
            scene.sent(first, T0 + number * WINDOW_MS, 10)
        first.give_up("t", T0 + 3 * WINDOW_MS)
        found = scene.readers(first, second)
        self.assertEqual([found[number] for number in range(3, 10)], [_ALL_LOST] * 7)

    def test_as_long_as_an_older_one_reads_on_that_tells_nothing_of_it(self) -> None:
        scene = _Present()
        first, older = scene.taken_up("1", 0), scene.group("older", T0)
        scene.sent(first, T0, 5)
        scene.sent(older, T0, 5)
        first.give_up("t", T0 + 3 * WINDOW_MS)
        found = scene.readers(first, older)
        self.assertEqual([found[number] for number in range(1, 10)], [_ALL_LOST] * 9)

    def test_a_topic_that_a_member_takes_up_later_is_not_missed_before(self) -> None:
        """It has counted for hours, of other topics."""
        scene = _Present()
        group = scene.group("g", T0 - 3_600_000)
        scene.sent(group, T0, 1, topic="u")
        scene.say(group, 0)
        group.take_up("t", T0 + int(4.5 * _MINUTE_MS))
        scene.sent(group, T0 + 5 * WINDOW_MS, 10)
        scene.sent(group, T0 + 6 * WINDOW_MS, 9)
        scene.say(group, 4.5)
        found = scene.readers(group)
        self.assertEqual((min(found), found[5], found[6]), (5, "complete", "missing 1"))

    def test_a_link_that_was_made_paused_has_skipped_nothing(self) -> None:
        """It takes the topic up when it is resumed, and copies all that is there: what is gone by then is missing."""
        for tier, expected in ((Tier.MIRROR, "missing 4"), (Tier.CONSUMER, "unknown")):
            scene = _Present()
            writer = Writer(tier, "live", "c", "r", "", "g")
            link = CellBook(writer, "h", WINDOW_MS, begun_ms=T0 - 5_000, interval_ms=INTERVAL_MS)
            link.take_up("t", T0 + 4 * WINDOW_MS + 1)
            for number in range(10):
                scene.sent(link, T0 + number * WINDOW_MS, 6 if number == 2 else 10)
            scene.write(link.report(T0 + 4 * WINDOW_MS + 2), T0 + 4 * WINDOW_MS + 2)
            self.assertEqual(scene.readers(link)[2], expected)

    def test_who_died_last_is_expected(self) -> None:
        scene = _Present()
        first, second = scene.taken_up("1", 0), scene.taken_up("2", 0)
        scene.sent(first, T0, 10)
        first.give_up("t", T0 + 2 * WINDOW_MS)
        scene.say(first, 2)
        scene.say(second, 5)
        self.assertEqual(scene.readers(first)[9], _ALL_LOST)

    def test_brokers_are_no_readers(self) -> None:
        """A presence of theirs, which nobody writes, changes nothing."""
        scene = _Present()
        one = Presence(PresenceKey(writer_of_brokers("c", "b"), "t", window_of(T0, WINDOW_MS)), T0, T0 + 1, T0)
        scene.ledger.add(*presence_record(one, T0, "h"), T0)
        self.assertEqual(scene.readers(), {})
        self.assertEqual({verdict[2] for verdict in scene.verdicts()}, {"complete"})
