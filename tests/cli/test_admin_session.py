"""How people write partitions, times and settings; first contact."""

from __future__ import annotations

from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.cli import admin_session
from klog.cli.admin_session import (
    confirm,
    first_contact,
    parse_duration_ms,
    parse_partitions,
    parse_settings,
    parse_time_ms,
    report_failures,
    wall_clock_ms,
)
from klog.cli.cat.metadata import make_routing
from klog.cli.exit_codes import CommandFailed, Exit
from klog.client.admin.types import Outcomes
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import connection_to


class WordsTests(SynchronousTestCase):
    """Parsing."""

    def test_partitions(self) -> None:
        self.assertEqual(
            parse_partitions(["a", "b:1,3-4"]), (["a"], [TopicPartition("b", 1), TopicPartition("b", 3), TopicPartition("b", 4)])
        )
        for text in ("a:x", "a:", ":1", "a:1-", "a:5-99999999", "a:99999999999", "a:1:2", "a:-1", "a:5-3"):
            with self.assertRaises(CommandFailed, msg=text):
                parse_partitions([text])

    def test_durations(self) -> None:
        for text, expected in (
            ("30s", 30_000),
            ("5min", 300_000),
            ("2h", 7_200_000),
            ("7d", 604_800_000),
            ("1.5m", 90_000),
            ("9ms", 9),
            ("2 hours", 7_200_000),
        ):
            self.assertEqual(parse_duration_ms(text), expected)
        for text in ("5", "h", "-2h", "2 fortnights", "", "9" * 400 + "d"):
            with self.assertRaises(CommandFailed, msg=text):
                parse_duration_ms(text)

    def test_times(self) -> None:
        def now() -> int:
            return 10_000_000

        self.assertEqual(parse_time_ms("1307865600000", now), 1307865600000)
        self.assertEqual(parse_time_ms("2011-06-12T08:00", now), 1307865600000)
        self.assertEqual(parse_time_ms("2011-06-12T10:00+02:00", now), 1307865600000)
        self.assertEqual(parse_time_ms("1h", now), 10_000_000 - 3_600_000)
        # Below zero there are no times: brokers take -1 for "behind the last record", -2 for "the first one".
        for text in ("yesterday", "", "2011-13-01", "1969-12-31T23:59:59.999", "0001-01-01", "1970-01-01T00:00+01:00"):
            with self.assertRaises(CommandFailed, msg=text):
                parse_time_ms(text, now)
        self.assertGreater(wall_clock_ms(), 1_700_000_000_000)

    def test_settings(self) -> None:
        self.assertEqual(parse_settings(["a=b=c", "d="]), {"a": "b=c", "d": ""})
        for text in ("a", "=b"):
            with self.assertRaises(CommandFailed):
                parse_settings([text])

    def test_confirmation(self) -> None:
        confirm("Really?", True)
        with mock.patch.object(admin_session.sys.stdin, "isatty", return_value=False, create=True):
            with self.assertRaises(CommandFailed) as caught:
                confirm("Really?", False)
        self.assertIs(caught.exception.code, Exit.USAGE)

    def test_failures(self) -> None:
        said: list[str] = []
        report_failures(Outcomes({"a": 1}), said.append)
        errors = {"b": KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "b is away."), "c": KlogError(ErrorCode.INVALID_CONFIG, "c is odd.")}
        with self.assertRaises(CommandFailed) as caught:
            report_failures(Outcomes({"a": 1}, errors), said.append)
        self.assertEqual(said, ["b is away (UNKNOWN_TOPIC_OR_PARTITION)"])
        self.assertEqual((caught.exception.sentence, caught.exception.code), ("c is odd (INVALID_CONFIG)", Exit.NOT_FOUND))


class ContactTests(SynchronousTestCase):
    """`first_contact`."""

    def test_somebody_and_nobody(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        connection = connection_to(broker)
        routing = make_routing(broker.reactor, connection)
        broker.reactor.until(first_contact(routing, connection))
        broker.reactor.until(routing.stop())
        broker.reactor.refuse()
        routing = make_routing(broker.reactor, connection)
        began = broker.reactor.seconds()
        with self.assertRaises(KlogError) as caught:
            broker.reactor.until(first_contact(routing, connection))
        self.assertIn(broker.bootstrap, str(caught.exception))
        self.assertLess(broker.reactor.seconds() - began, 6)
        broker.reactor.until(routing.stop())
