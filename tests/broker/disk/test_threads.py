"""Real threads under a reactor that only collects what is given back."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk import threads as disk_threads
from klog.broker.disk.threads import DiskThreads, do_in_thread, of_kind
from klog.storage.disk_work import WorkKind, WorkOwner
from tests.storage.test_disk_work import Work

#: Long enough for any machine; nothing waits for so long where all is well.
WAIT_S = 30.0


class Reactor:
    """Takes calls from threads; `turn` makes one of them."""

    def __init__(self) -> None:
        self.calls: queue.Queue[Callable[[], object]] = queue.Queue()

    def callLater(self, seconds: float, function: Callable[..., object], *args: object) -> None:
        self.calls.put(lambda: function(*args))

    def callFromThread(self, function: Callable[..., object], *args: object) -> None:
        self.calls.put(lambda: function(*args))

    def turn(self) -> None:
        self.calls.get(timeout=WAIT_S)()


class DiskThreadsTests(SynchronousTestCase):
    """`DiskThreads`."""

    def setUp(self) -> None:
        self.reactor = Reactor()
        self.threads = DiskThreads(self.reactor, {WorkKind.FLUSH: 2, WorkKind.READ: 1})  # type: ignore[arg-type]
        self.gate = threading.Event()
        self.addCleanup(self.gate.set)

    def result(self, deferred: Deferred[Any]) -> Any:
        results: list[Any] = []
        deferred.addCallback(results.append)
        while not results:
            self.reactor.turn()
        return results[0]

    def test_results_come_back(self) -> None:
        ran: list[str] = []
        deferred = self.threads(WorkKind.FLUSH, lambda: ran.append(threading.current_thread().name) or 7)
        self.assertNoResult(deferred)
        self.assertEqual((self.result(deferred), ran), (7, ["klog-flush"]))

    def test_errors_come_back(self) -> None:
        def fail() -> None:
            raise OSError("no")

        deferred = of_kind(self.threads, WorkKind.READ)(fail)
        self.reactor.turn()
        self.assertIn("no", str(self.failureResultOf(deferred, OSError).value))

    def test_what_would_end_a_thread_ends_only_its_own_work(self) -> None:
        """The one thread of a kind is not lost by it, and who waits is told."""
        for error in (SystemExit, KeyboardInterrupt, GeneratorExit):

            def leave(error: type[BaseException] = error) -> None:
                raise error

            ended: list[Any] = []
            self.threads(WorkKind.READ, leave).addBoth(ended.append)
            after = self.threads(WorkKind.READ, lambda: "done")
            after.addCallback(ended.append)
            for _ in range(2):
                self.reactor.turn()
            self.assertTrue(ended[0].check(error))
            self.assertEqual(ended[1:], ["done"])

    def test_one_kind_that_hangs_holds_up_no_other(self) -> None:
        """And the number of its threads is bounded; what waits is done in order when one is free."""
        begun: queue.Queue[int] = queue.Queue()

        def hang(number: int) -> int:
            begun.put(number)
            self.gate.wait(WAIT_S)
            return number

        hanging = [self.threads(WorkKind.FLUSH, lambda number=number: hang(number)) for number in range(5)]
        self.assertEqual({begun.get(timeout=WAIT_S), begun.get(timeout=WAIT_S)}, {0, 1})
        self.assertEqual(self.result(self.threads(WorkKind.READ, lambda: "read")), "read")
        self.assertTrue(begun.empty())
        self.gate.set()
        self.assertEqual([self.result(one) for one in hanging], [0, 1, 2, 3, 4])

    def test_one_disk_that_hangs_holds_up_no_other(self) -> None:
        """But for what is done in order, whatever the directory."""
        self.threads = DiskThreads(self.reactor, {WorkKind.FLUSH: 2, WorkKind.CREATE_OR_DELETE: 1})  # type: ignore[arg-type]
        hanging = [self.threads(WorkKind.FLUSH, lambda: self.gate.wait(WAIT_S), "/one") for _ in range(5)]
        hanging.append(self.threads(WorkKind.CREATE_OR_DELETE, lambda: self.gate.wait(WAIT_S), "/one"))
        for disk in ("/two", ""):
            flushes = [self.threads(WorkKind.FLUSH, lambda number=number: number, disk) for number in range(5)]
            self.assertEqual([self.result(one) for one in flushes], [0, 1, 2, 3, 4])
        order: list[str] = []
        made = self.threads(WorkKind.CREATE_OR_DELETE, lambda: order.append("made"), "/two")
        self.assertEqual(order, [])
        self.gate.set()
        for one in (*hanging, made):
            self.result(one)
        self.assertEqual(order, ["made"])

    def test_work_is_done_on_its_owner_s_disk(self) -> None:
        asked: list[tuple[object, str]] = []

        def run_in_thread(kind: WorkKind, function: Callable[[], Any], /, disk: str = "") -> Deferred[Any]:
            asked.append((kind, disk))
            return maybeDeferred(function)

        do_in_thread(run_in_thread, Work(WorkOwner("/one"), turns=2))
        of_kind(run_in_thread, WorkKind.READ, "/two")(int)
        self.assertEqual(asked, [(Work.kind, "/one"), (Work.kind, "/one"), (WorkKind.READ, "/two")])

    def test_threads_are_used_again(self) -> None:
        names = {self.result(self.threads(WorkKind.READ, threading.get_ident)) for _ in range(50)}
        self.assertEqual(len(names), 1)

    def test_a_result_that_nobody_wants(self) -> None:
        deferred = self.threads(WorkKind.READ, lambda: 1)
        deferred.addErrback(lambda failure: None)
        deferred.cancel()
        self.reactor.turn()

    def test_a_process_that_may_have_no_more_threads(self) -> None:
        """What finds no thread waits until one can be had: that nothing was done is no outcome."""
        refused: list[int] = []

        def refuse(*args: object) -> int:
            refused.append(1)
            raise RuntimeError("can't start new thread")

        self.patch(disk_threads._thread, "start_new_thread", refuse)
        waiting = [self.threads(WorkKind.READ, lambda number=number: number) for number in range(3)]
        self.reactor.turn()
        for one in waiting:
            self.assertNoResult(one)
        self.assertGreater(len(refused), 1, "it was tried again")
        self.doCleanups()
        self.gate.clear()
        self.assertEqual([self.result(one) for one in waiting], [0, 1, 2])

    def test_who_waits_may_go(self) -> None:
        """The work is settled when its thread has ended, and not before."""
        owner = WorkOwner()
        work = Work(owner, turns=2)
        deferred = do_in_thread(self.threads, work)
        deferred.addErrback(lambda failure: None)
        deferred.cancel()
        self.assertEqual((work.told, owner.running), ([], {work}))
        while owner.running:
            self.reactor.turn()
        self.assertEqual(work.told, [1, 2])

    def test_work_in_several_turns(self) -> None:
        owner = WorkOwner()
        work = Work(owner, turns=3)
        self.assertEqual(self.result(do_in_thread(self.threads, work)), 3)
        self.assertEqual((work.told, owner.running), ([1, 2, 3], set()))
        failing = Work(owner, fails=1)
        deferred = do_in_thread(self.threads, failing)
        self.reactor.turn()
        self.failureResultOf(deferred, OSError)
        self.assertEqual(failing.told, ["broken"])

    def test_a_process_ends_whatever_hangs(self) -> None:
        """Ten flushes never end; the interpreter does."""
        program = (
            "import threading\n"
            "from klog.broker.disk.threads import DiskThreads\n"
            "from klog.storage.disk_work import WorkKind\n"
            "threads = DiskThreads(None)\n"
            "for _ in range(10):\n"
            "    threads(WorkKind.FLUSH, threading.Event().wait)\n"
        )
        subprocess.run([sys.executable, "-c", program], check=True, timeout=WAIT_S)
