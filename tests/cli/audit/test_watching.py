"""`klog.cli.audit.watching`."""

from __future__ import annotations

import json
import unittest
from typing import Any, cast
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.audit.balance import Balance
from klog.audit.ledger import Ledger
from klog.cli.audit.topic_reader import NotReadToTheEnd, TopicReader
from klog.cli.audit.watching import watch_topic
from klog.cli.output import Format
from klog.errors import ErrorCode, KlogError
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene
from tests.cli.rig import Captured


class WatchTests(unittest.TestCase):
    def test_each_change_is_told_once(self) -> None:
        scene, clock, out = Scene(), Clock(), Captured()
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 8)
        scene.end(producer)

        class Reader:
            async def read(self) -> Ledger:
                return scene.ledger

        reader: Any = Reader()
        watching = Deferred.fromCoroutine(
            watch_topic(clock, cast(TopicReader, reader), lambda ledger: ledger.balance(END_MS + WINDOW_MS, grace_ms=0), 10, out)
        )
        clock.advance(10)
        scene.stored(T0, 2)
        scene.end()
        clock.advance(10)
        self.assertEqual(
            out.out.text.splitlines(),
            [
                "ALARM t 2023-11-14 22:20:00: 2 missing from producer p to broker p",
                "well t 2023-11-14 22:20:00: complete from producer p to broker p",
            ],
        )
        watching.addErrback(lambda failure: None)
        watching.cancel()

    def test_as_json_and_over_an_outage(self) -> None:
        """A broker that is away is told of once, and nobody ends in the outage that it is there for."""
        scene, clock, out = Scene(), Clock(), Captured(Format.JSON)
        producer = scene.producer()
        scene.sent(producer, T0, 10)
        scene.stored(T0, 8)
        scene.end(producer)
        answers: list[Ledger | Exception] = [
            KlogError(ErrorCode.NETWORK_EXCEPTION, "nobody answers"),
            KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "no leader"),
            NotReadToTheEnd("a part cannot be read"),
            scene.ledger,
        ]
        watching = Deferred.fromCoroutine(watch_topic(clock, _reader(answers), _look, 10, out))
        clock.pump([10] * 4)
        rows = [json.loads(line) for line in out.out.text.splitlines()]
        self.assertEqual(
            [(row["alarm"], row["sentence"]) for row in rows], [(True, "t 2023-11-14 22:20:00: 2 missing from producer p to broker p")]
        )
        self.assertEqual(out.err.text, "klog: nobody answers; trying again every 10 s\n")
        watching.addErrback(lambda failure: None)
        watching.cancel()

    def test_what_time_does_not_mend_ends_it(self) -> None:
        answers: list[Ledger | Exception] = [KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "no right to read")]
        caught: list[Any] = []
        Deferred.fromCoroutine(watch_topic(Clock(), _reader(answers), _look, 10, Captured())).addErrback(caught.append)
        self.assertEqual([failure.value.code for failure in caught], [ErrorCode.TOPIC_AUTHORIZATION_FAILED])

    def test_a_reader_that_has_gone_ends_it(self) -> None:
        """Where nothing changes no write would tell."""
        clock, out = Clock(), Captured()
        out.check_reader = mock.Mock(side_effect=[None, BrokenPipeError])  # type: ignore[method-assign]
        caught: list[Any] = []
        Deferred.fromCoroutine(watch_topic(clock, _reader([Scene().ledger]), _look, 10, out)).addErrback(caught.append)
        clock.advance(10)
        self.assertEqual([failure.type for failure in caught], [BrokenPipeError])


def _look(ledger: Ledger) -> Balance:
    return ledger.balance(END_MS + WINDOW_MS, grace_ms=0)


def _reader(answers: list[Ledger | Exception]) -> TopicReader:
    """Gives one after the other, and the last one from then on."""

    class Reader:
        async def read(self) -> Ledger:
            found = answers.pop(0) if len(answers) > 1 else answers[0]
            if isinstance(found, Exception):
                raise found
            return found

    return cast(TopicReader, Reader())
