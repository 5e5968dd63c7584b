"""Threads in virtual time."""

from __future__ import annotations

import errno
import math
import random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.disk_work import WorkKind
from klog.storage.parallel_io import NotInTime
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.testing.interleaving import Act, Interleaving
from klog.testing.reactor import MemoryReactor
from tests.broker.lifecycle.test_service import batch, make_topic, produce


class InterleavingCase(SynchronousTestCase):
    """A disk, a clock, and threads."""

    def setUp(self) -> None:
        self.begin(1)

    def begin(self, seed: int) -> None:
        """Everything anew."""
        self.reactor = MemoryReactor()
        self.reactor.ties = random.Random(seed)
        self.threads = Interleaving(self.reactor, random.Random(seed))
        self.addCleanup(self.threads.close)
        self.fs = MemoryFileSystem(self.reactor.now_ms)
        self.fs.make_directory("/d")
        self.fs.before_act = self.threads.before_act

    def write(self, name: str, count: int = 3) -> None:
        """Work: a file, byte by byte."""
        file = self.fs.open(f"/d/{name}", create=True)
        for position in range(count):
            file.write_at(position, [b"x"])
        file.sync()


class WorkerTests(InterleavingCase):
    """One at a time, in an order of the seed's."""

    def lives(self, seed: int) -> list[str]:
        """What was done by whom, when three work at once and the reactor between."""
        self.begin(seed)
        done: list[str] = []
        self.fs.on_operation = lambda name, path: done.append(f"{name} {path}")
        ended = [self.threads.run_in_thread(WorkKind.FLUSH, lambda name=name: self.write(name)) for name in "abc"]
        for number in range(5):
            self.reactor.callLater(number * 0.005, lambda number=number: done.append(f"reactor {number}"))
        for deferred in ended:
            self.reactor.until(deferred)
        return done

    def test_the_order_is_the_seeds(self) -> None:
        orders = {tuple(self.lives(seed)) for seed in range(20)}
        self.assertEqual(len(orders), 20)
        self.assertEqual(orders, {tuple(self.lives(seed)) for seed in range(20)})
        self.assertEqual({tuple(sorted(order)) for order in orders}, {tuple(sorted(next(iter(orders))))})

    def test_every_order_of_two_acts_comes(self) -> None:
        """A rename by the reactor comes before, between and behind the two syncs of a thread."""
        seen = set()

        def flush() -> None:
            self.fs.open("/d/file", create=True).sync()
            self.fs.sync_directory("/d")

        for seed in range(60):
            self.begin(seed)
            done: list[str] = []
            self.fs.on_operation = lambda name, path, done=done: done.append(name)
            flushed = self.threads.run_in_thread(WorkKind.FLUSH, flush)
            flushed.addErrback(lambda failure: failure.trap(FileNotFoundError))
            self.reactor.callLater(self.threads.random.random() * 0.08, self.fs.rename, "/d", "/gone")
            self.reactor.advance(1)
            seen.add(tuple(name for name in done if name != "create"))
        self.assertLessEqual(
            {("rename",), ("sync", "rename"), ("sync", "sync_directory", "rename")},
            seen,
        )

    def test_results_and_failures(self) -> None:
        self.assertEqual(self.reactor.until(self.threads.run_in_thread(WorkKind.FLUSH, lambda: 7)), 7)
        self.assertRaises(FileNotFoundError, self.reactor.until, self.threads.run_in_thread(WorkKind.FLUSH, lambda: self.fs.open("/none")))

    def test_so_many_at_once(self) -> None:
        self.threads.limits[WorkKind.FLUSH] = 2
        for number in range(5):
            self.threads.run_in_thread(WorkKind.FLUSH, lambda number=number: self.write(str(number)))
        other = self.threads.run_in_thread(WorkKind.READ, lambda: self.write("other"))
        self.assertEqual(len(self.threads.waiting), 3)
        self.reactor.until(other)
        self.reactor.advance(5)
        self.assertEqual(self.threads.waiting, [])
        self.assertEqual(len(self.fs.list("/d")), 6)

    def test_held(self) -> None:
        self.threads.is_held = True
        self.threads.run_in_thread(WorkKind.FLUSH, lambda: self.write("a"))
        self.reactor.advance(5)
        self.assertEqual(self.fs.list("/d"), [])
        self.assertEqual(self.threads.run_now(), 1)
        self.assertEqual(self.fs.read("/d/a"), b"xxx")

    def test_a_disk_that_hangs_and_the_end(self) -> None:
        self.threads.time_of = lambda act: math.inf if act.name == "sync" else self.threads.drawn_s(act)
        results: list[Any] = []
        self.threads.run_in_thread(WorkKind.FLUSH, lambda: self.write("a")).addBoth(results.append)
        self.reactor.advance(1000)
        self.assertEqual((results, self.threads.waiting), ([], [Act(WorkKind.FLUSH, "sync", "/d/a")]))
        (worker,) = self.threads._workers
        assert worker.thread is not None
        self.assertTrue(worker.thread.is_alive())
        self.threads.close()
        self.assertEqual((results, worker.thread.is_alive()), ([], False))
        self.threads.run_in_thread(WorkKind.FLUSH, lambda: self.write("b"))
        self.reactor.advance(1000)
        self.assertEqual(self.fs.list("/d"), ["a"])

    def test_faults(self) -> None:
        broken = OSError(errno.EIO, "broken")
        seen = []

        def fault(act: Act) -> OSError | None:
            seen.append(act)
            return broken if act.name == "sync" else None

        self.threads.fault = fault
        self.assertRaises(OSError, self.reactor.until, self.threads.run_in_thread(WorkKind.FLUSH, lambda: self.write("a", 1)))
        self.fs.exists("/d/a")
        self.assertEqual([act.name for act in seen], ["open", "write", "sync", "exists"])
        self.assertEqual([act.kind for act in seen], [WorkKind.FLUSH] * 3 + [None])


class RunAllTests(InterleavingCase):
    """Several waits at once."""

    def run_all(self, names: str, seconds: float | None = None) -> Any:
        """In a worker, one file for each name."""
        acts = [lambda name=name: self.write(name) for name in names]
        return self.reactor.until(self.threads.run_in_thread(WorkKind.FLUSH, lambda: self.threads.run_all(acts, seconds)))

    def test_side_by_side(self) -> None:
        done: list[str] = []
        self.fs.on_operation = lambda name, path: done.append(path)
        self.assertEqual(self.run_all("abcd"), [None] * 4)
        self.assertNotEqual(done, sorted(done))
        self.assertEqual(self.run_all(""), [])

    def test_late(self) -> None:
        self.threads.time_of = lambda act: math.inf if act.path == "/d/b" else self.threads.drawn_s(act)
        outcomes = self.run_all("abc", 5.0)
        self.assertEqual([type(outcome) for outcome in outcomes], [type(None), NotInTime, type(None)])
        self.assertEqual([type(outcome) for outcome in self.run_all("d", 0.0)], [NotInTime])

    def test_what_fails(self) -> None:
        self.threads.fault = lambda act: OSError(errno.EIO, "broken") if act == Act(WorkKind.FLUSH, "sync", "/d/b") else None
        self.assertEqual([type(outcome) for outcome in self.run_all("ab")], [type(None), OSError])

    def test_on_the_reactor_one_by_one(self) -> None:
        outcomes = self.threads.run_all([lambda: self.write("a"), lambda: self.write("")])
        self.assertEqual([type(outcome) for outcome in outcomes], [type(None), IsADirectoryError])
        self.assertEqual([type(outcome) for outcome in self.threads.run_all([lambda: self.write("c")], 0.0)], [NotInTime])


class BrokerTests(SynchronousTestCase):
    """A broker in the mode."""

    def life(self, seed: int) -> list[float]:
        """When each of some records is on the disk."""
        broker = MemoryBroker({"log.flush.interval.messages": "1"}, interleave=seed).start()
        self.addCleanup(broker.end_threads)
        client = broker.connect()
        make_topic(client, "t")
        times = []
        for number in range(5):
            client.ask(*produce("t", batch(b"%d" % number)))
            times.append(broker.clock.seconds())
        self.assertEqual([message.value for message in broker.messages("t")], [b"%d" % number for number in range(5)])
        broker.stop()
        return times

    def test_flushes_take_time(self) -> None:
        times = self.life(3)
        self.assertEqual(times, self.life(3))
        self.assertNotEqual(times, self.life(4))
        self.assertEqual(len(set(times)), 5)

    def test_held_threads(self) -> None:
        broker = MemoryBroker({"log.flush.interval.messages": "1"}, interleave=1).start()
        self.addCleanup(broker.end_threads)
        broker.create_topics({"t": 1})
        client = broker.connect()
        broker.hold_threads = True
        client.send(produce("t", batch(b"1")))
        broker.advance(0.5)
        self.assertEqual(client.receive(), [])
        self.assertEqual(broker.run_threads(), 1)
        self.assertEqual(len(client.receive()), 1)
        broker.hold_threads = False
        broker.stop()

    def test_the_power_goes_between_two_steps(self) -> None:
        broker = MemoryBroker({"log.flush.interval.messages": "1"}, interleave=1).start()
        broker.create_topics({"t": 1})
        client = broker.connect()
        client.ask(*produce("t", batch(b"1")))
        client.send(produce("t", batch(b"2")))
        self.assertEqual(len(broker.interleaving.waiting), 1)
        broker.fail()
        self.addCleanup(broker.end_threads)
        broker.start()
        self.assertEqual(broker.messages("t")[0].value, b"1")
        broker.stop()
