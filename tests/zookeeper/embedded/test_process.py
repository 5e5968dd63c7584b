"""One server's process: ready or not, and its end."""

from __future__ import annotations

import os
import signal
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.embedded.configuration import ServerSettings, members, plan
from klog.zookeeper.embedded.java import CannotStart
from klog.zookeeper.embedded.process import GRACE_S, ServerProcess, State, ask, reachable
from tests.zookeeper.embedded.rig import JARS, JAVA, Machine, answering


class ProcessTests(SynchronousTestCase):
    """On a machine in memory."""

    def setUp(self) -> None:
        self.machine = Machine()
        self.told: list[str] = []
        self.lines: list[str] = []
        ensemble = members(1, "127.0.0.1", 2181)
        launch = plan(os.path.abspath(self.mktemp()), ensemble[0], ensemble, ServerSettings(), JAVA, JARS)
        self.server = ServerProcess(self.machine, launch, environment={"A": "b"}, died=self.told.append, log=self.lines.append)

    @property
    def child(self) -> Any:
        return self.machine.processes[0]

    def test_ready_when_it_serves(self) -> None:
        self.machine.born = lambda process: self.machine.serve(process, 2181, self.server.launch.data_folder)
        began = self.machine.seconds()
        serving = self.machine.until(self.server.start())
        self.assertEqual(serving.mode, "standalone")
        self.assertEqual((self.server.state, self.server.pid), (State.SERVING, 1000))
        self.assertLess(self.machine.seconds() - began, 0.6)
        self.assertEqual(self.machine.environments, [{"A": "b"}])
        self.assertEqual(tuple(self.child.command[-len(self.server.launch.command) :]), self.server.launch.command)

    def test_another_server_on_the_port_is_not_taken_for_ours(self) -> None:
        self.machine.born = lambda process: self.machine.serve(process, 2181, "/somewhere/else", after_s=0)
        starting = Deferred.fromCoroutine(self.server.start(timeout_s=5))
        self.machine.advance(4)
        self.assertNoResult(starting)
        self.machine.advance(2)
        self.assertIn("does not serve after 5 s", str(self.failureResultOf(starting, CannotStart).value))
        self.assertEqual(self.child.signals, [signal.SIGKILL])
        self.assertEqual(self.told, [])

    def test_a_question_without_an_answer_is_asked_again(self) -> None:
        def born(process: Any) -> None:
            words = self.machine.serve(process, 2181, self.server.launch.data_folder, after_s=0)
            silent, words["conf"] = words["conf"], ""
            del words["conf"]  # never answered
            self.machine.callLater(2, words.__setitem__, "conf", silent)

        self.machine.born = born
        self.machine.until(self.server.start())
        self.assertIs(self.server.state, State.SERVING)

    def test_it_ends_before_it_serves(self) -> None:
        def born(process: Any) -> None:
            process.protocol.errReceived(b"SLF4J: no\nException in thread main java.net.BindException: in use\n\tat somewhere\n")
            process.end(code=3)

        self.machine.born = born
        failure = self.failureResultOf(self._started())
        self.assertEqual(
            str(failure.value),
            "ZooKeeper on 127.0.0.1:2181 ended with exit code 3: Exception in thread main java.net.BindException: in use",
        )
        self.assertEqual(self.told, [])
        self.assertIsNone(self.server.pid)

    def _started(self) -> Deferred[Any]:
        starting = Deferred.fromCoroutine(self.server.start())
        self.machine.advance(2)
        return starting

    def serve(self) -> None:
        self.machine.born = lambda process: self.machine.serve(process, 2181, self.server.launch.data_folder)
        self.successResultOf(self._started())

    def test_it_ends_by_itself(self) -> None:
        self.serve()
        self.child.end(signal=9)
        self.assertEqual(self.told, ["ZooKeeper on 127.0.0.1:2181 ended of signal 9; start it with --log to see what it says"])
        self.assertIs(self.server.state, State.ENDED)
        self.successResultOf(self.server.stop())

    def test_it_is_ended(self) -> None:
        self.serve()
        stopping = [self.server.stop(), self.server.stop()]
        self.machine.advance(1)
        for one in stopping:
            self.successResultOf(one)
        self.assertEqual(self.child.signals[:2], [signal.SIGTERM, signal.SIGCONT])
        self.assertEqual(self.told, [])
        self.assertEqual(self.machine.getDelayedCalls(), [])

    def test_it_does_not_want_to_end(self) -> None:
        self.serve()
        self.child.obeys = False
        stopping = self.server.stop()
        self.machine.advance(GRACE_S - 1)
        self.assertNoResult(stopping)
        self.machine.advance(2)
        self.successResultOf(stopping)
        self.assertEqual(self.child.signals[-1], signal.SIGKILL)

    def test_the_start_is_cancelled(self) -> None:
        for born in (
            lambda process: None,
            lambda process: self.machine.ignore(),
            lambda process: self.machine.serve(process, 2181, "/x", after_s=100),
            self._deaf,
        ):
            self.setUp()
            self.machine.born = born
            starting = Deferred.fromCoroutine(self.server.start())
            self.machine.advance(1)
            starting.cancel()
            self.failureResultOf(starting, CancelledError)
            stopping = self.server.stop()
            self.machine.advance(1)
            self.successResultOf(stopping)
            self.assertEqual(self.child.signals[0], signal.SIGKILL)

    def _deaf(self, process: Any) -> None:
        self.machine.serve(process, 2181, "/x", after_s=0).clear()

    def test_never_started(self) -> None:
        self.successResultOf(self.server.stop())

    def test_its_log(self) -> None:
        self.serve()
        self.child.protocol.errReceived(b"SLF4J: x\nINFO one\nINFO ")
        self.child.protocol.errReceived(b"two\n\n" + b"x" * 100_000)
        self.assertEqual(self.lines, ["INFO one", "INFO two"])
        self.assertLess(len(self.server._printed) + len(self.server._line), 20_000)


class AskTests(SynchronousTestCase):
    """Four-letter words over a reactor."""

    def test_answers(self) -> None:
        machine = Machine()
        machine.listen("127.0.0.1", 7, answering({"ruok": "imok"}))
        self.assertEqual(machine.until(ask(machine, "127.0.0.1", 7, "ruok")), "imok")

    def test_none(self) -> None:
        machine = Machine()
        machine.listen("127.0.0.1", 7, answering({}))
        for port, why in ((7, "no answer within 3 s"), (8, "cannot be reached")):
            asking = Deferred.fromCoroutine(ask(machine, "127.0.0.1", port, "ruok", 3))
            machine.advance(10)
            self.assertIn(why, str(self.failureResultOf(asking, ConnectionError).value))

    def test_addresses(self) -> None:
        self.assertEqual([reachable(host) for host in ("0.0.0.0", "::", "10.0.0.1")], ["127.0.0.1", "::1", "10.0.0.1"])
