"""How a broker stops, step by step. The order is told in ``klog.broker.lifecycle.service``.

Each step is done whatever became of the one before, and none waits for ever: after ``klog.shutdown.timeout.ms`` what has not ended is given
up, with a sentence; the jobs and the logs have `LEAST_FLUSH_S` each even where the connections took all of it, and taking leave of the
cluster `LEAVE_S` more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.python.failure import Failure

from klog.broker.lifecycle.assembly import LEAST_FLUSH_S, Broker
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import WorkKind

#: Of ``klog.shutdown.timeout.ms``: what others may take to lead in our place.
HAND_OVER_SHARE = 0.6
#: Of what is left then: what connections may take; the rest is for the logs.
DRAIN_SHARE = 0.8

#: What taking leave of the cluster may take, in seconds. Who takes none is found out by its silence.
LEAVE_S = 2.0


class Stop:
    """The stop of `broker`, which has started.

    :param leave: takes leave of the cluster, where there is anybody to leave.
    :param hurry: called when answers must not wait for the cluster any more.
    """

    def __init__(self, broker: Broker, leave: Callable[[], Deferred[Any]] | None = None, hurry: Callable[[], None] = lambda: None) -> None:
        self._broker = broker
        self._leave = leave
        self._hurry = hurry
        #: When it should be done, by the reactor's clock.
        self._stop_by_s = 0.0

    def steps(self) -> Sequence[tuple[str, Callable[[], Deferred[Any]]]]:
        """What to do, in order, each with its name; the time runs from now on."""
        self._stop_by_s = self._broker.environment.reactor.seconds() + self._timeout_s
        steps: list[tuple[str, Callable[[], Deferred[Any]]]] = [
            ("closing the listeners", self._close_listeners),
            ("draining the connections", self._drain),
            ("ending the jobs", self._end_jobs),
            ("closing the logs", self._close_logs),
        ]
        if self._broker.audit is not None:
            # Nobody writes any more, and the logs still do.
            steps.insert(2, ("the audit's last report", self._report))
        if self._broker.replication is not None:
            # At first: while we still serve.
            steps.insert(0, ("handing over", self._hand_over))
        if self._broker.applications:
            # They are clients of ours.
            steps.insert(0, ("ending the applications", self._end_applications))
        if self._leave is not None:
            # At last: as long as we are registered, nobody else takes our number and our logs.
            steps.append(("leaving the cluster", self.leave))
        return steps

    @property
    def _timeout_s(self) -> float:
        return self._broker.settings.integer("klog.shutdown.timeout.ms") / 1000

    def _left_s(self) -> float:
        left_s: float = max(self._stop_by_s - self._broker.environment.reactor.seconds(), 0.0)
        return left_s

    def _end_applications(self) -> Deferred[Any]:
        """Stop what runs beside the broker, while it still serves."""
        applications, self._broker.applications = self._broker.applications, []
        ended = self._all_of("ending the applications", [maybeDeferred(one.stop) for one in applications])
        most_s = self._timeout_s * HAND_OVER_SHARE / 2
        return self._bounded("ending the applications", ended, most_s, "what runs beside the broker does not end, and is left")

    def _hand_over(self) -> Deferred[Any]:
        """Have others lead what we lead, while we still serve: clients hear of it from us, and lose nothing."""
        broker = self._broker
        assert broker.replication is not None
        most_s = self._timeout_s * HAND_OVER_SHARE
        return self._bounded("handing over", broker.replication.hand_over(), most_s, "the controller lets nobody lead in our place")

    def _close_listeners(self) -> Deferred[Any]:
        broker = self._broker
        return self._all_of("closing the listeners", [maybeDeferred(port.stopListening) for _, port in broker.open_listeners.ports])

    def _drain(self) -> Deferred[Any]:
        broker = self._broker
        self._hurry()
        broker.stop_coordinating()
        if broker.partitions is not None:
            broker.partitions.stop_waiting()
        assert broker.open_listeners.connections is not None
        return broker.open_listeners.connections.drain(round(self._left_s() * 1000 * DRAIN_SHARE))

    def _report(self) -> Deferred[Any]:
        """Nobody writes any more: all that was counted is told."""
        broker = self._broker
        assert broker.audit is not None
        most_s = max(self._left_s(), LEAST_FLUSH_S)
        return self._bounded("the audit's last report", broker.audit.publisher.publish_last(), most_s, "the audit's last report waits")

    def _end_jobs(self) -> Deferred[Any]:
        broker = self._broker
        broker.jobs.stop()
        if broker.moves is not None:
            broker.moves.close()
        broker.steps.close()
        assert broker.partitions is not None
        waits = [broker.partitions.close()]
        if broker.cleaner is not None:
            waits.append(broker.cleaner.stop())
        if broker.audit_file is not None:
            waits.append(broker.audit_file.close())
        # What one of them waited for may have begun something behind the other's back.
        idle = self._all_of("ending the jobs", waits).addCallback(broker.partitions.until_idle)
        left_s = max(self._left_s(), LEAST_FLUSH_S)
        sentence = f"work on {', '.join(broker.data_paths)} does not end; the logs are closed all the same"
        return self._bounded("ending the jobs", idle, left_s, sentence)

    def _all_of(self, what: str, waits: Sequence[Deferred[Any]]) -> Deferred[Any]:
        """Fires when each of `waits` has ended, however: who fails keeps none of the others from being waited for. Each error is told."""
        for wait in waits:
            wait.addErrback(lambda failure: self._tell(what, failure))
        return DeferredList(waits)

    def _tell(self, what: str, failure: Failure) -> None:
        """`what` failed."""
        self._broker.warn(f"{what}: {failure.getErrorMessage()}")

    def _bounded(self, what: str, wait: Deferred[Any], most_s: float, sentence: str) -> Deferred[None]:
        """Fires with `wait`, or after `most_s` seconds, which is told with `sentence`. An error is told with `what` failed."""
        broker = self._broker
        done: Deferred[None] = Deferred()

        def give_up() -> None:
            broker.warn(f"stopping: {sentence}")
            done.callback(None)

        timer = broker.environment.reactor.callLater(most_s, give_up)

        def ended(result: object) -> None:
            if isinstance(result, Failure):
                self._tell(what, result)
            if timer.active():
                timer.cancel()
                done.callback(None)

        wait.addBoth(ended)
        return done

    def _close_logs(self) -> Deferred[Any]:
        broker = self._broker
        assert broker.directories is not None
        environment = broker.environment
        end_s = max(self._stop_by_s, environment.reactor.seconds() + LEAST_FLUSH_S)
        closing = []
        for directory in broker.directories:
            # Here, where nothing can end meanwhile: what a thread does from now on changes nothing any more.
            directory.give_up_work()
            closing.append(self._close_directory(directory, end_s))
        return DeferredList(closing)

    def _close_directory(self, directory: LogDirectory, end_s: float) -> Deferred[None]:
        """One of them, in a thread of its own: a disk that hangs costs the others nothing."""
        broker = self._broker
        environment = broker.environment

        def close() -> bool:
            return directory.close(environment.run_all, lambda: max(0.0, end_s - environment.reactor.seconds()))

        closed = environment.run_in_thread(WorkKind.LOAD_OR_CLOSE, close).addCallback(self._closed, directory)
        closed.addErrback(lambda failure: broker.log.failure("closing the logs failed", failure))
        # The syncs are bounded by themselves; opening and writing may hang as well.
        return self._bounded(
            "closing the logs", closed, end_s - environment.reactor.seconds() + LEAST_FLUSH_S, f"closing {directory.path} does not end"
        )

    def _closed(self, clean: bool, directory: LogDirectory) -> None:
        if not clean:
            path = directory.path
            self._broker.warn(f"{path} was not closed in order and has no clean-shutdown marker: the next start recovers its logs")

    def leave(self) -> Deferred[Any]:
        """Take leave of the cluster; after two seconds without waiting for its answer. Never fails."""
        assert self._leave is not None
        return self._bounded(
            "leaving the cluster",
            maybeDeferred(self._leave),
            LEAVE_S,
            "the cluster does not answer; it finds out by itself that we are gone",
        )
