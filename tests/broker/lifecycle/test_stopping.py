"""The steps of a stop; their order in a whole broker is tested in ``test_service``."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.stopping import DRAIN_SHARE, HAND_OVER_SHARE, LEAVE_S, Stop
from klog.storage.disk_work import do_now
from klog.storage.filenames import CLEAN_SHUTDOWN
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState


class StopTests(SynchronousTestCase):
    """`Stop`."""

    def setUp(self) -> None:
        self.memory = MemoryBroker().start()
        self.addCleanup(self.memory.stop)
        self.broker = self.memory.broker

    def test_order(self) -> None:
        names = [name for name, _ in Stop(self.broker).steps()]
        self.assertEqual(names, ["closing the listeners", "draining the connections", "ending the jobs", "closing the logs"])
        self.assertEqual([name for name, _ in Stop(self.broker, lambda: succeed(None)).steps()], [*names, "leaving the cluster"])

    def test_leaving_takes_two_seconds_at_most(self) -> None:
        said: list[str] = []
        self.broker.warn = said.append  # type: ignore[method-assign]
        never: Deferred[Any] = Deferred()
        left = Stop(self.broker, lambda: never).leave()
        self.memory.advance(LEAVE_S - 0.1)
        self.assertNoResult(left)
        self.memory.advance(0.2)
        self.successResultOf(left)
        self.assertIn("does not answer", said[0])
        never.callback(None)

    def test_leaving_never_fails(self) -> None:
        said: list[str] = []
        self.broker.warn = said.append  # type: ignore[method-assign]
        self.successResultOf(Stop(self.broker, lambda: fail(OSError("no"))).leave())
        self.assertEqual(said, ["leaving the cluster: no"])

    def test_answers_do_not_wait_for_the_cluster(self) -> None:
        """Changes are given up before the connections are waited for."""
        done: list[str] = []
        for name, step in Stop(self.broker, lambda: succeed(None), lambda: done.append("hurry")).steps()[:2]:
            step()
            done.append(name)
        self.assertEqual(done, ["closing the listeners", "hurry", "draining the connections"])
        self.memory.advance(1)

    def test_handing_over_is_a_part_of_the_time(self) -> None:
        """Where nobody leads in our place the connections have what is left, and all of it ends when it must."""
        never: Deferred[None] = Deferred()
        said: list[str] = []
        drained: list[int] = []
        self.broker.warn = said.append  # type: ignore[method-assign]
        self.broker.replication = mock.Mock(hand_over=lambda: never)
        self.addCleanup(setattr, self.broker, "replication", None)
        assert self.broker.open_listeners.connections is not None
        drains = self.broker.open_listeners.connections.drain
        self.addCleanup(setattr, self.broker.open_listeners.connections, "drain", drains)
        self.broker.open_listeners.connections.drain = drained.append  # type: ignore[assignment,method-assign]
        timeout_ms = self.broker.settings.integer("klog.shutdown.timeout.ms")
        stop = Stop(self.broker)
        began_s = self.broker.environment.reactor.seconds()
        steps = dict(stop.steps())
        self.assertEqual(next(iter(steps)), "handing over")
        handed_over = steps["handing over"]()
        self.memory.advance(timeout_ms / 1000 * HAND_OVER_SHARE - 0.1)
        self.assertNoResult(handed_over)
        self.memory.advance(0.1)
        self.successResultOf(handed_over)
        self.assertIn("lets nobody lead", said[0])
        self.successResultOf(steps["closing the listeners"]())
        steps["draining the connections"]()
        self.assertEqual(drained, [round(timeout_ms * (1 - HAND_OVER_SHARE) * DRAIN_SHARE)])
        self.assertAlmostEqual(stop._stop_by_s, began_s + timeout_ms / 1000)
        never.callback(None)

    def test_what_begins_while_the_cleaner_ends_is_waited_for(self) -> None:
        cleaner_ended: Deferred[Any] = Deferred()
        assert self.broker.cleaner is not None and self.broker.directories.all[0] is not None
        self.broker.cleaner.stop = lambda: cleaner_ended  # type: ignore[method-assign]
        steps = dict(Stop(self.broker).steps())
        steps["closing the listeners"]()
        ended = steps["ending the jobs"]()
        deletion = self.broker.directories.all[0].prepare_deletion([])
        cleaner_ended.callback(None)
        self.assertNoResult(ended)
        do_now(deletion)
        self.successResultOf(ended)

    def test_what_fails_while_the_jobs_end_is_told(self) -> None:
        """It keeps nothing from being waited for."""
        said: list[str] = []
        self.broker.warn = said.append  # type: ignore[method-assign]
        assert self.broker.cleaner is not None and self.broker.partitions is not None and self.broker.directories.all[0] is not None
        closes = self.broker.partitions.close
        self.broker.partitions.close = lambda: closes().addCallback(lambda _: fail(OSError("no partitions")))  # type: ignore[method-assign]
        self.broker.cleaner.stop = lambda: fail(OSError("no cleaner"))  # type: ignore[method-assign]
        steps = dict(Stop(self.broker).steps())
        steps["closing the listeners"]()
        deletion = self.broker.directories.all[0].prepare_deletion([])
        ended = steps["ending the jobs"]()
        self.assertNoResult(ended)
        do_now(deletion)
        self.successResultOf(ended)
        self.assertEqual(said, ["ending the jobs: no cleaner", "ending the jobs: no partitions"])

    def test_a_listener_that_cannot_be_closed_is_told(self) -> None:
        said: list[str] = []
        self.broker.warn = said.append  # type: ignore[method-assign]
        port = self.broker.open_listeners.ports[0][1]
        stops = port.stopListening
        self.addCleanup(lambda: setattr(port, "stopListening", stops))
        port.stopListening = lambda: fail(OSError("no port"))  # type: ignore[method-assign]
        self.successResultOf(dict(Stop(self.broker).steps())["closing the listeners"]())
        self.assertEqual(said, ["closing the listeners: no port"])


class InterleavedStopTests(SynchronousTestCase):
    """The last work on the disk begins when the stop has begun."""

    def test_deletions_that_begin_behind_each_other(self) -> None:
        for seed in range(20):
            broker = MemoryBroker(interleave=seed).start()
            self.addCleanup(broker.end_threads)
            broker.create_topics({f"t{number}": 2 for number in range(3)})
            for number in range(3):
                client = broker.connect()
                client.send((DeleteTopicsRequest(topics=[DeleteTopicState(name=f"t{number}")], timeout_ms=30_000), 6))
                client.hang_up()
            broker.advance(0.01)
            broker.stop()
            self.assertTrue(broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"), f"seed {seed}")
