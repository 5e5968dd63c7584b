"""`Delivery` does what Twisted's Deferred does: the same is done to one of each, and both must have seen the same."""

from __future__ import annotations

import gc
import itertools
from typing import Any
from unittest import mock

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred, ensureDeferred, inlineCallbacks, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing import delivery
from klog.client.producing.delivery import Delivery, deliver
from klog.client.producing.producer_types import RecordPlace

PLACE = RecordPlace("t", 0, 5, 17)


def fire(deferred: Deferred[Any]) -> None:
    """As a batch does that is written."""
    deliver([deferred], [17], "t", 0, 5)


class Subject:
    """One Deferred, and what its callbacks have seen."""

    def __init__(self, deferred: Deferred[Any]) -> None:
        self.deferred = deferred
        self.seen: list[object] = []
        #: Handed out by callbacks, to be fired later.
        self.later: list[Deferred[Any]] = []

    def note(self, *what: object) -> None:
        self.seen.append(tuple(one.value.args if isinstance(one, Failure) else one for one in what))

    def callback(self, number: int, answers: str, then: list[Any]) -> Any:
        """A callback that notes what it was called with, does `then`, and answers as told."""

        def call(result: Any, *args: Any, **kwargs: Any) -> Any:
            self.note(number, result, args, kwargs, self.deferred.called)
            for act in then:
                self.do(act)
            match answers:
                case "none":
                    return None
                case "same":
                    return result
                case "value":
                    return number
                case "raise":
                    raise ValueError(number)
                case "exit":
                    raise SystemExit(number)
                case "failure":
                    return Failure(KeyError(number))
                case "fired":
                    return succeed(number)
                case "later":
                    self.later.append(Deferred())
                    return self.later[-1]
            raise AssertionError(answers)

        return call

    def do(self, act: tuple[Any, ...]) -> None:
        what, number, answers, then = act
        deferred = self.deferred
        call = self.callback(number, answers, then)
        match what:
            case "addCallback":
                assert deferred.addCallback(call) is deferred
            case "addErrback":
                assert deferred.addErrback(call) is deferred
            case "addBoth":
                assert deferred.addBoth(call) is deferred
            case "addCallbacks":
                assert deferred.addCallbacks(call, self.callback(-number, answers, [])) is deferred
            case "with arguments":
                assert deferred.addCallback(call, 1, two=2) is deferred
                assert deferred.addErrback(call, 3, four=4) is deferred
            case "pause and go on":
                deferred.pause()
                deferred.addCallback(call)
                deferred.unpause()
            case "cancel":
                deferred.cancel()
            case "chain":
                other: Deferred[Any] = Deferred()
                other.addBoth(lambda result: self.note("chained", result))
                deferred.chainDeferred(other)
            case "wait":

                async def wait() -> None:
                    try:
                        self.note("awaited", number, await deferred)
                    except Exception as error:
                        self.note("awaited", number, error.args)

                ensureDeferred(wait())
            case "inlineCallbacks":

                @inlineCallbacks
                def ask() -> Any:
                    try:
                        self.note("yielded", number, (yield deferred))
                    except Exception as error:
                        self.note("yielded", number, error.args)

                waiting = ask()
                if answers == "raise":
                    waiting.cancel()
            case "pause":
                deferred.pause()
            case "unpause":
                if deferred.paused:
                    deferred.unpause()
            case "later":
                if self.later:
                    self.later.pop(0).callback(number)
            case _:
                raise AssertionError(what)


WHAT = [
    *("addCallback", "addErrback", "addBoth", "addCallbacks", "with arguments"),
    *("pause and go on", "pause", "unpause", "cancel", "chain", "wait", "inlineCallbacks", "later"),
]
#: What is done to it in a callback of its own.
WITHIN = [what for what in WHAT if what not in ("cancel", "wait", "inlineCallbacks", "unpause")]
ANSWERS = ["none", "same", "value", "raise", "exit", "failure", "fired", "later"]


def acts(what: list[str], then: Any) -> Any:
    return st.tuples(st.sampled_from(what), st.integers(1, 99), st.sampled_from(ANSWERS), then)


programs = st.lists(acts(WHAT, st.lists(acts(WITHIN, st.just([])), max_size=2)), max_size=5)


class DeliveryTests(SynchronousTestCase):
    """The same as Deferred."""

    def run_both(self, before: list[Any], after: list[Any], fires: str = "deliver") -> list[object]:
        found = []
        for made in (Deferred, Delivery):
            subject = Subject(made())
            for act in before:
                subject.do(act)
            if fires == "deliver":
                fire(subject.deferred)
            elif not subject.deferred.called or subject.deferred._suppressAlreadyCalled:
                subject.deferred.errback(ValueError("lost"))
            subject.note("fired")
            for act in after:
                subject.do(act)
            end = getattr(subject.deferred, "result", "none yet")
            subject.note("end", end, subject.deferred.called, subject.deferred.paused)
            subject.deferred.addErrback(lambda _: None)
            for one in subject.later:
                one.addErrback(lambda _: None)
            found.append([repr(one) for one in subject.seen if "Deferred" not in repr(one)])
        self.assertEqual(*found)
        return found[1]

    def test_whatever_is_done_to_it(self) -> None:
        @settings(max_examples=200, deadline=None)
        @given(programs, programs, st.sampled_from(["deliver", "deliver", "fail"]))
        def is_done(before: list[Any], after: list[Any], fires: str) -> None:
            # A coroutine that waits for a Deferred which one of its callbacks pauses goes round without end, within Twisted.
            done = {act[0] for act in [*before, *after]} | {act[0] for outer in [*before, *after] for act in outer[3]}
            assume(not done.issuperset({"wait", "pause"}))
            self.run_both(before, after, fires)

        is_done()
        # Once: it looks at all objects that there are, which are those of the whole run's tests.
        gc.collect()
        self.flushLoggedErrors()

    def test_any_two_things_that_are_done_to_it(self) -> None:
        for first, second, fires, answers in itertools.product(WHAT, WHAT, ("deliver", "fail"), ("none", "raise", "value")):
            self.run_both([(first, 1, answers, []), (second, 2, "none", [])], [("unpause", 0, "none", [])], fires)
        gc.collect()
        self.flushLoggedErrors()

    def test_the_common_case_makes_no_chain(self) -> None:
        seen: list[Any] = []
        deferred = Delivery().addCallback(seen.append).addErrback(self.fail)
        fire(deferred)
        self.assertEqual(seen, [PLACE])
        self.assertIs(vars(deferred)["_kept"], delivery.FIRED)

    def test_what_nobody_listens_to_keeps_where_it_is(self) -> None:
        deferred = Delivery()
        fire(deferred)
        self.assertEqual(self.successResultOf(deferred), PLACE)

    def test_a_callback_that_adds_another_is_followed_by_it(self) -> None:
        seen: list[object] = []
        deferred = Delivery()

        def first(place: object) -> str:
            deferred.addCallback(seen.append)
            seen.append("first")
            return "then"

        deferred.addCallback(first)
        fire(deferred)
        self.assertEqual(seen, ["first", "then"])

    def test_the_others_are_told_where_one_was_fired_by_somebody_else(self) -> None:
        first, second = Delivery(), Delivery()
        first.callback(PLACE)
        deliver([first, second], [17, 18], "t", 0, 5)
        self.assertEqual(self.successResultOf(second), RecordPlace("t", 0, 6, 18))

    def test_a_cancelled_one_says_so_and_takes_no_second_answer(self) -> None:
        from twisted.internet.defer import CancelledError

        deferred = Delivery()
        failures: list[Failure] = []
        deferred.addErrback(failures.append)
        deferred.cancel()
        fire(deferred)
        self.assertTrue(failures[0].check(CancelledError))

    def test_a_timeout(self) -> None:
        clock = Clock()
        deferred = Delivery().addTimeout(3, clock)
        clock.advance(3)
        self.failureResultOf(deferred)
        fire(deferred)

    def test_what_nobody_handled_is_logged(self) -> None:
        deferred = Delivery()

        def bad(place: object) -> None:
            raise KeyError("mine")

        deferred.addCallback(bad)
        fire(deferred)
        del deferred
        gc.collect()
        self.assertEqual(len(self.flushLoggedErrors(KeyError)), 1)

    def test_where_the_broker_did_not_say(self) -> None:
        deferreds = [Delivery(), Delivery()]
        deliver(deferreds, [1, 2], "t", 3, -1, 99)
        self.assertEqual([self.successResultOf(one) for one in deferreds], [RecordPlace("t", 3, -1, 99)] * 2)

    def test_on_this_twisted_it_is_used(self) -> None:
        """Otherwise everything here would pass with Deferreds."""
        self.assertIs(delivery.new_delivery, Delivery)
        self.assertIn(delivery._CHAIN, vars(Deferred()))

    def test_who_debugs_deferreds_gets_twisteds(self) -> None:
        from klog.client.producing.producer import Producer

        with mock.patch.object(Deferred, "debug", True):
            producer = Producer(Clock(), "host1")
        self.assertIs(producer._new_delivery, Deferred)
