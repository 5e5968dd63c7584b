"""`klog.client.auditing.reporter`."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.audit.cell_records import decode_key
from klog.audit.cells import CellKey, Tier, Writer
from klog.audit.counting import CellBook
from klog.client.auditing.reporter import Reporter
from klog.errors import ErrorCode, KlogError

T0 = 1_700_000_400_000


class Sender:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, bytes]] = []
        self.answers: list[Deferred[Any]] = []
        self.holds = False
        self.error: Exception | None = None
        self.is_closed = False

    def send(self, topic: str, value: bytes | None, key: bytes | None = None) -> Deferred[Any]:
        assert value is not None and key is not None
        if self.error is not None:
            return fail(self.error)
        self.sent.append((key, value))
        if self.holds:
            self.answers.append(Deferred())
            return self.answers[-1]
        return succeed(None)

    def stopService(self) -> Deferred[None]:
        self.is_closed = True
        return succeed(None)


class ReporterTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.sender = Sender()
        self.reporter = Reporter(self.clock, lambda: T0 + int(self.clock.seconds() * 1000), 1000, lambda: self.sender)
        self.reporter.start()

    def count(self) -> None:
        if self.reporter.book is None:
            writer = Writer(Tier.PRODUCER, "", "c", "web", "", "g")
            self.reporter.book = CellBook(writer, "h", 60_000, begun_ms=T0, interval_ms=1000)
        cell = self.reporter.book.cell("t", T0)
        cell.count += 1
        cell.attempt += 1

    def told(self) -> list[str]:
        return ["cell" if isinstance(decode_key(key), CellKey) else "state" for key, _ in self.sender.sent]

    def test_nothing_is_told_before_anything_was_counted(self) -> None:
        self.clock.advance(5)
        self.assertEqual(self.told(), [])

    def announce(self, is_there: bool = True) -> list[float]:
        """When its Deferred has fired; the list gets it."""
        writer = Writer(Tier.PRODUCER, "", "c", "web", "", "g")
        self.reporter.book = CellBook(writer, "h", 60_000, begun_ms=T0, interval_ms=1000)
        fired: list[float] = []
        self.reporter.announce(succeed(is_there)).addCallback(lambda _: fired.append(self.clock.seconds()))
        return fired

    def test_who_announces_himself_reports_at_once_and_goes_on_as_ever(self) -> None:
        self.clock.advance(0.7)
        self.assertEqual((self.announce(), self.told()), ([0.7], ["state"]))
        self.count()
        self.clock.advance(0.9)
        self.assertEqual(self.told(), ["state"])
        self.clock.advance(0.2)
        self.assertEqual(self.told(), ["state", "cell", "state"])

    def test_an_announcement_is_waited_for_a_moment_only(self) -> None:
        self.sender.holds = True
        fired = self.announce()
        self.clock.advance(0.9)
        self.assertEqual((fired, self.told()), ([], ["state"]))
        self.clock.advance(0.1)
        self.assertEqual(fired, [1.0])
        # It is on its way; the next report waits for it, and so does the last.
        self.clock.advance(5)
        done: list[object] = []
        self.reporter.stop().addCallback(done.append)
        self.assertEqual((self.told(), done), (["state"], []))
        self.sender.holds = False
        self.sender.answers.pop().callback(None)
        self.assertEqual((self.told(), done, fired), (["state", "state"], [None], [1.0]))

    def test_an_announcement_that_fails_holds_nobody_up(self) -> None:
        self.sender.error = KlogError(ErrorCode.NOT_ENOUGH_REPLICAS)
        self.assertEqual(self.announce(), [0.0])
        self.sender.error = None
        self.clock.advance(1)
        self.assertEqual(self.told(), ["state"])

    def test_where_nobody_listens_nothing_is_announced(self) -> None:
        self.assertEqual((self.announce(is_there=False), self.told()), ([0.0], []))
        self.clock.advance(1)
        self.assertEqual(self.told(), ["state"])
        fired: list[object] = []
        self.reporter.announce(fail(KlogError(ErrorCode.NETWORK_EXCEPTION))).addCallback(fired.append)
        self.assertEqual(fired, [None])
        self.reporter.announce(fail(ZeroDivisionError())).addCallback(fired.append)
        self.assertEqual((fired, len(self.flushLoggedErrors(ZeroDivisionError))), ([None, None], 1))

    def test_who_is_told_to_stop_announces_nothing(self) -> None:
        self.count()
        self.reporter.stop()
        self.reporter.announce(succeed(True))
        self.assertEqual(self.told(), ["cell", "state"])

    def test_one_that_goes_wrong_is_not_the_last(self) -> None:
        self.count()
        faults = [ZeroDivisionError("what is counted cannot be read")]

        def before() -> None:
            if faults:
                raise faults.pop()

        self.reporter._before = before
        self.clock.advance(1)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertEqual(self.told(), [])
        self.clock.advance(1)
        self.assertEqual(self.told(), ["cell", "state"])

    def test_the_state_waits_for_the_cells(self) -> None:
        self.sender.holds = True
        self.count()
        self.clock.advance(1)
        self.assertEqual(self.told(), ["cell"])
        self.sender.answers.pop().callback(None)
        self.assertEqual(self.told(), ["cell", "state"])
        # The next report waits for this one.
        self.clock.advance(10)
        self.assertEqual(self.told(), ["cell", "state"])
        self.sender.answers.pop().callback(None)
        self.clock.advance(1)
        self.assertEqual(self.told(), ["cell", "state", "state"])

    def test_what_was_not_written_goes_with_the_next(self) -> None:
        self.count()
        self.sender.error = KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.clock.advance(3)
        self.sender.error = None
        self.clock.advance(1)
        self.assertEqual(self.told(), ["cell", "state"])

    def test_a_stop_tells_the_rest_and_closes(self) -> None:
        self.count()
        done: list[object] = []
        self.reporter.stop().addCallback(done.append)
        self.assertEqual((self.told(), self.sender.is_closed, done), (["cell", "state"], True, [None]))
        self.clock.advance(10)
        self.assertEqual(len(self.sender.sent), 2)

    def test_a_stop_waits_for_a_report_on_its_way_and_says_again_what_failed(self) -> None:
        """Whoever says that it has told all must have told it."""
        self.sender.holds = True
        self.count()
        self.clock.advance(1)
        done: list[object] = []
        self.reporter.stop().addCallback(done.append)
        self.assertEqual((self.told(), self.sender.is_closed), (["cell"], False))
        self.sender.holds = False
        self.sender.answers.pop().errback(KlogError(ErrorCode.REQUEST_TIMED_OUT))
        self.assertEqual((self.told(), done), (["cell", "cell", "state"], [None]))

    def test_a_stop_says_nothing_of_an_end_while_a_report_hangs(self) -> None:
        self.sender.holds = True
        self.count()
        self.clock.advance(1)
        done: list[object] = []
        self.reporter.stop().addCallback(done.append)
        self.sender.holds = False
        self.clock.advance(11)
        self.assertEqual((self.told(), self.sender.is_closed, done), (["cell"], True, [None]))

    def test_a_stop_does_not_wait_for_ever(self) -> None:
        self.sender.holds = True
        self.count()
        done: list[object] = []
        self.reporter.stop().addCallback(done.append)
        self.assertEqual(done, [])
        self.clock.advance(11)
        self.assertEqual(done, [None])
