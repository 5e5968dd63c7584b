"""Which broker is asked, over which connection, and how that is known: the one place where clients meet the cluster.

A `Routing` holds what is believed of the cluster (`klog.client.metadata`), which it asks for in rounds (`metadata_refresh`), one connection
per broker and purpose (`connections`), so that a fetch that waits at the broker delays nothing else, and who coordinates which group
(`coordinators`). Names are resolved again with every attempt to connect, and connecting is tried for as long as somebody wants something.

Errors of one request go to whoever asked; nothing here retries what might take effect twice. After `Routing.stop` every Deferred given
out has fired.

Several clients may share all of this: each has a `Routing.branch` of one routing, the trunk. Beliefs, rounds, coordinators and connections
are the trunk's. Its own are what a branch waits for, who is told of changes, and the connections over which questions wait at the broker
(`_OWN_PURPOSES`): the Fetch of one consumer must not hold up that of another.
"""

from __future__ import annotations

import dataclasses
import random as random_
import weakref
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, fail, succeed
from twisted.logger import Logger

from klog.client.broker_questions import Make
from klog.client.connection_race import FirstAnswer
from klog.client.connections import Connect, Connection, Connections, Purpose
from klog.client.coordinators import Coordinators
from klog.client.hooks import HookSet
from klog.client.metadata import ClusterMetadata
from klog.client.metadata_refresh import MetadataRefresh
from klog.client.meter import Meter
from klog.client.pending_answers import PendingAnswers
from klog.client.requests.errors import error_codes
from klog.client.requests.find_coordinator import GROUP, TRANSACTION
from klog.client.retry import LEAST_MS, Action, ClientStopped, NobodyAnswers, trouble_of, what_to_do, what_to_do_about
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BrokerUnreachable
from klog.retry_policy import Backoff, RetryPolicy, Trouble
from klog.wire.schema import Message

__all__ = ["Connect", "Connection", "Make", "Purpose", "Routing", "error_codes"]

T = TypeVar("T")

_log = Logger()

#: What each branch has a connection of its own for.
_OWN_PURPOSES: tuple[Purpose, ...] = ("fetch", "member")
#: Of a client alone: its Metadata comes between its Produce.
_TOGETHER: dict[Purpose, str] = {"produce": "data"}

#: How long one broker's answer is waited for before another broker is asked beside it.
_PATIENCE_MS = 5_000
#: Controllers asked before giving up.
_CONTROLLER_TRIES = 5


class Routing:
    """The cluster, as one client sees and reaches it.

    ::

        routing = Routing(reactor, ClientSettings(bootstrap_servers="kafka:9092"))
        await routing.know(["orders"])
        leader = routing.metadata.leader(TopicPartition("orders", 0))
        answer = await routing.ask(leader, FetchRequest(...), purpose="fetch")
        await routing.stop()

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param now_ms: wall clock in milliseconds; the reactor's where not given.
    :param connect: makes connections; for tests.
    :param hooks: see `klog.client.hooks`.
    :ivar meter: counts what happens, and tells hooks.
    :ivar on_change: called, without arguments, after each change of the metadata.
    """

    def __init__(
        self,
        reactor: Any,
        settings: ClientSettings,
        *,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        hooks: object = None,
        trunk: Routing | None = None,
    ) -> None:
        self.reactor = reactor
        self.settings = settings
        self.random = random or random_.Random()
        seconds: Callable[[], float] = reactor.seconds
        self.now_ms: Callable[[], int] = now_ms or (lambda: int(seconds() * 1000))
        self.on_change: list[Callable[[], None]] = []
        self.stopped = False
        self._pauses: dict[Deferred[None], Any] = {}
        self._trunk = trunk
        #: Those that nobody uses any more go by themselves.
        self._branches: weakref.WeakValueDictionary[int, Routing] = weakref.WeakValueDictionary()
        self._branch_count = 0
        self._pending: PendingAnswers | None = None
        #: What connections are called that are for a purpose.
        self._purposes: dict[Purpose, str] = _TOGETHER
        if trunk is None:
            self.metadata = ClusterMetadata()
            self.meter = Meter(reactor.seconds, HookSet(hooks, reactor.seconds), connections=self._connections_now)
            self._connections = Connections(reactor, settings, self.metadata, self.random, connect, self._lost, self.meter)
            self._rounds = MetadataRefresh(self, self._answered)
            self._coordinators = {kind: Coordinators(self, kind) for kind in (GROUP, TRANSACTION)}
        else:
            self.metadata = trunk.metadata
            self.meter = Meter(reactor.seconds, HookSet(hooks, reactor.seconds), parent=trunk.meter)
            self._connections, self._rounds, self._coordinators = trunk._connections, trunk._rounds, trunk._coordinators
            self._pending = PendingAnswers()
            trunk._branch_count += 1
            number = trunk._branch_count
            trunk._branches[number] = self
            self._purposes = {purpose: f"{purpose} {number}" for purpose in _OWN_PURPOSES}

    def _connections_now(self) -> tuple[int, int, int]:
        return self._connections.now()

    def branch(self, settings: ClientSettings, hooks: object = None) -> Routing:
        """One more client's view of the same cluster, over the same connections; it ends by its own `stop`, or with this one.

        :param settings: what of them is about questions (pauses, time limits, whether topics may be made) counts for the branch.
        """
        return Routing(self.reactor, settings, random=self.random, now_ms=self.now_ms, hooks=hooks, trunk=self)

    def _mine(self, deferred: Deferred[T]) -> Deferred[T]:
        """Fails when this branch stops."""
        return deferred if self._pending is None else self._pending.keep(deferred)

    def backoff(self) -> Backoff:
        """A fresh back-off of the settings' ``retry_backoff_ms``."""
        return Backoff(self.settings.retry_backoff_ms, self.settings.retry_backoff_max_ms, self.random)

    def retry_policy(self, timeout_ms: float | None = None) -> RetryPolicy:
        """For one thing that is asked again until `timeout_ms` are over; None: as long as it is wanted."""
        clock = self.reactor.seconds
        return RetryPolicy(clock, self.backoff(), None if timeout_ms is None else clock() + timeout_ms / 1000)

    def use_servers(self, bootstrap_servers: str) -> None:
        """These are the bootstrap servers from now on: ``host:port,host:port``.

        :raises ConfigError: no addresses.
        """
        self.settings = self._connections.settings = dataclasses.replace(self.settings, bootstrap_servers=bootstrap_servers)

    @property
    def nobody_because(self) -> KlogError | None:
        """What the last round of questions met, where no broker answered it; None where one did."""
        return self._rounds.nobody

    # Topics

    def know(self, topics: Iterable[str]) -> Deferred[None]:
        """Fires when the metadata of all `topics` was answered, at once where it was before; they are kept fresh from then on.

        A topic that does not exist is known as that: see `TopicMetadata.error`.

        :raises NobodyAnswers: no broker did within ``request_timeout_ms``; asking goes on meanwhile.
        :raises AuthenticationFailed: the brokers refuse us.
        :raises ClientStopped: by `stop`.
        """
        if self.stopped:
            return fail(ClientStopped())
        missing = self._rounds.keep(topics, self, create=bool(self.settings.allow_auto_create_topics))
        return self._mine(self._rounds.ask_about(missing)) if missing else succeed(None)

    def forget(self, topics: Iterable[str]) -> None:
        """These need not be kept fresh any more; where others need them, they are asked for again."""
        names = list(topics)
        gone = self._rounds.drop(names, self)
        self.metadata.forget(gone)
        for name in names:
            if name in self._rounds.kept:
                self.stale(name)

    def refresh(self) -> Deferred[None]:
        """Ask again for the brokers and all topics that are kept fresh; calls before the round begins share it. Raises like `know`."""
        return fail(ClientStopped()) if self.stopped else self._mine(self._rounds.ask_about_kept())

    def all_topics(self) -> Deferred[None]:
        """Learn of every topic of the cluster; those that are gone are forgotten. Raises like `know`."""
        return fail(ClientStopped()) if self.stopped else self._mine(self._rounds.ask_about_everything())

    def stale(self, topic: str) -> None:
        """What is known of `topic` seems to be wrong: ask again soon."""
        if not self.stopped:
            self._rounds.doubt(topic)

    def _answered(self, changed: bool) -> None:
        self._connections.settle()
        if changed:
            # In the order in which they came.
            branches = [branch for _, branch in sorted(self._branches.items())]
            for notify in [notify for routing in (self, *branches) for notify in routing.on_change]:
                try:
                    notify()
                except Exception:
                    _log.failure("a listener for changed metadata failed")

    def _lost(self, node_id: int, error: KlogError) -> None:
        """A broker's connection broke, or an attempt failed."""
        for coordinators in self._coordinators.values():
            coordinators.node_lost(node_id)
        self._rounds.doubt()

    # Requests

    def ask(
        self,
        node_id: int,
        message: Message,
        *,
        version: int | None = None,
        at_most: int | None = None,
        timeout_ms: int | None = None,
        expects_answer: bool = True,
        purpose: Purpose = "data",
    ) -> Deferred[Any]:
        """Send `message` to broker `node_id`; its answer (None where none is expected).

        :param version: of the API; the highest that both sides speak (and at most `at_most`) where not given.
        :param timeout_ms: for all of it, waiting for the connection included; ``request_timeout_ms`` where not given.
        :raises KlogError: `klog.net.client.errors`, also `BrokerUnreachable` for an unknown node, or `ClientStopped`.
        """
        try:
            connection = self._connection(node_id, purpose)
        except KlogError as error:
            return fail(error)
        return self._mine(
            connection.request(message, version=version, at_most=at_most, timeout_ms=timeout_ms, expects_answer=expects_answer)
        )

    def _connection(self, node_id: int, purpose: Purpose) -> Connection:
        if self.stopped:
            raise ClientStopped()
        try:
            return self._connections.get(node_id, self._purposes.get(purpose, purpose))
        except KlogError:
            self._rounds.doubt()
            raise

    def ask_any(
        self, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None
    ) -> Deferred[Any]:
        """Send `message` to any broker; tries others, and the bootstrap servers again, until one answers or `timeout_ms` are over.

        Only for requests that may take effect twice. Raises like `know`.
        """

        def make(ranges: ApiRanges) -> tuple[Message, int | None]:
            return message, ranges.choose(type(message), at_most) if version is None else version

        return self.ask_any_made(make, timeout_ms=timeout_ms)

    def ask_any_made(self, make: Make, *, timeout_ms: int | None = None) -> Deferred[Any]:
        """Like `ask_any`, for messages whose content depends on what the broker speaks: ``make(ranges) -> (message, version)``."""
        return self._run(self._ask_until(make, timeout_ms))

    def ask_controller(
        self, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None
    ) -> Deferred[Any]:
        """Send `message` to the controller; finds it again where the answer says that it is another."""
        return self._run(self._ask_controller(message, version, at_most, timeout_ms))

    def ask_coordinator(
        self,
        key: str,
        message: Message,
        *,
        version: int | None = None,
        at_most: int | None = None,
        timeout_ms: int | None = None,
        kind: int = GROUP,
    ) -> Deferred[Any]:
        """Send `message` to the coordinator of group `key`, over the connection for groups.

        The coordinator is forgotten when the answer says that it is none, or when the connection breaks; asking again is the caller's.

        :param kind: `klog.client.coordinators.GROUP`, or TRANSACTION: `key` is a transactional id.
        """
        return self._run(self._ask_coordinator(key, message, version, at_most, timeout_ms, kind))

    def coordinator(self, key: str, *, kind: int = GROUP) -> Deferred[int]:
        """The node that coordinates group `key`; asked once and remembered. Raises like `know`, and what the broker says of the key.

        :param kind: as for `ask_coordinator`.
        """
        return fail(ClientStopped()) if self.stopped else self._mine(self._coordinators[kind].find(key))

    def coordinator_lost(self, key: str, *, kind: int = GROUP) -> None:
        """The coordinator of `key` seems to be another one: the next request asks again."""
        self._coordinators[kind].forget(key)

    def versions(self, node_id: int, *, purpose: Purpose = "data") -> Deferred[ApiRanges]:
        """What broker `node_id` speaks; connects where needed. Raises like `ask`."""
        try:
            connection = self._connection(node_id, purpose)
        except KlogError as error:
            return fail(error)
        return self._mine(connection.ready()) if connection.versions is None else succeed(connection.versions)

    # Time

    def wait_ms(self, backoff: Backoff | float) -> Deferred[None]:
        """Fires after `backoff`, milliseconds or a `Backoff` to take the next step of.

        :raises ClientStopped: by `stop`.
        """
        if self.stopped:
            return fail(ClientStopped())
        pause_ms = backoff.next_ms() if isinstance(backoff, Backoff) else backoff
        waiting: Deferred[None] = Deferred(self._cancel_pause)

        def over() -> None:
            del self._pauses[waiting]
            waiting.callback(None)

        self._pauses[waiting] = self.reactor.callLater(max(0.0, pause_ms) / 1000, over)
        return waiting

    def _cancel_pause(self, waiting: Deferred[None]) -> None:
        timer = self._pauses.pop(waiting, None)
        if timer is not None:
            timer.cancel()

    def stop(self) -> Deferred[None]:
        """Close everything that nobody shares. Whoever waits is told `ClientStopped`, or by the connection that it was closed. Never
        fails."""
        if not self.stopped:
            self.stopped = True
            for branch in sorted(self._branches.items()):
                branch[1].stop()
            if self._trunk is None:
                self._rounds.stop()
                for coordinators in self._coordinators.values():
                    coordinators.stop()
            while self._pauses:
                waiting, timer = self._pauses.popitem()
                timer.cancel()
                waiting.errback(ClientStopped())
            if self._pending is not None:
                self._pending.stop(ClientStopped())
                self.metadata.forget(self._rounds.drop(self._rounds.kept_for(self), self))
                self.on_change.clear()
        return self._connections.stop() if self._trunk is None else self._connections.leave(self._purposes.values())

    # Asking somebody

    async def ask_once(self, make: Make, timeout_ms: float, before: KlogError | None = None) -> Any:
        """Ask all candidates in turn until one answers; for `metadata_refresh`.

        :param before: why nobody answered the last time: told again where this time tells nothing.
        :raises KlogError: the last one's error where nobody answers.
        """
        until_s = self.reactor.seconds() + timeout_ms / 1000
        connected, others = self._connections.candidates()
        answers = FirstAnswer(self.reactor)
        race = self._connections.race(others)
        timer = self.reactor.callLater(max(0.0, timeout_ms) / 1000, race.time_over)
        errors: list[KlogError] = []
        try:
            while not self.stopped:
                if connected:
                    connection: Connection | None = connected.pop(0)
                else:
                    following = race.next()
                    await answers.wait(also=following)
                    if answers.came:
                        return answers.answer
                    connection = await following
                left_ms = int((until_s - self.reactor.seconds()) * 1000)
                if connection is None or left_ms <= 0:
                    # Nobody else is there, or too late; those who were asked may still answer.
                    if connection is not None:
                        errors.append(connection.last_error or BrokerUnreachable(connection.address, "did not take a connection in time"))
                    await answers.wait(max(0, left_ms))
                    if answers.came:
                        return answers.answer
                    break
                ranges = connection.versions
                if ranges is None:
                    # Lost again meanwhile.
                    if connection.last_error is not None:
                        errors.append(connection.last_error)
                    continue
                try:
                    message, version = make(ranges)
                except KlogError as error:
                    errors.append(error)
                    continue
                answers.add(connection.request(message, version=version, timeout_ms=left_ms))
                await answers.wait(min(_PATIENCE_MS, max(500, left_ms // 4)))
                if answers.came:
                    return answers.answer
        finally:
            race.end()
            answers.end()
            if timer.active():
                timer.cancel()
        if self.stopped:
            raise ClientStopped()
        errors += answers.errors + race.errors
        if not errors:
            errors.append(before or NobodyAnswers(self.settings.bootstrap_servers, "nobody was there to ask"))
        # A refusal for good is no reason to stop asking: brokers need not all be the same. But it is what is told in the end.
        raise next((error for error in errors if what_to_do_about(error) is Action.FAIL), errors[-1])

    async def _ask_until(self, make: Make, timeout_ms: int | None) -> Any:
        """`ask_once` again and again until the time is over."""
        limit_ms = self.settings.request_timeout_ms if timeout_ms is None else timeout_ms
        retry_policy = self.retry_policy(limit_ms)
        before: KlogError | None = None
        while True:
            try:
                return await self.ask_once(make, retry_policy.left_s * 1000, before)
            except KlogError as error:
                before = error
                trouble = trouble_of(error)
                if self.stopped or trouble is Trouble.LASTING:
                    raise
                pause_ms = retry_policy.pause_after(trouble, rest_ms=LEAST_MS)
                if pause_ms is None:
                    raise NobodyAnswers(self.settings.bootstrap_servers, str(error), limit_ms) from error
            await self.wait_ms(pause_ms)

    async def _ask_controller(self, message: Message, version: int | None, at_most: int | None, timeout_ms: int | None) -> Any:
        backoff = self.backoff()
        for turn in range(_CONTROLLER_TRIES):
            if self.metadata.node(self.metadata.controller_id) is None:
                await self.refresh()
            controller = self.metadata.controller_id
            if self.metadata.node(controller) is not None:
                answer = await self.ask(controller, message, version=version, at_most=at_most, timeout_ms=timeout_ms)
                if ErrorCode.NOT_CONTROLLER not in error_codes(answer):
                    return answer
                self.metadata.controller_id = -1
            if turn + 1 < _CONTROLLER_TRIES:
                await self.wait_ms(backoff)
        raise KlogError(ErrorCode.NOT_CONTROLLER, f"{_CONTROLLER_TRIES} times in a row, no broker said that it is the controller")

    async def _ask_coordinator(
        self, key: str, message: Message, version: int | None, at_most: int | None, timeout_ms: int | None, kind: int
    ) -> Any:
        node_id = await self.coordinator(key, kind=kind)
        try:
            answer = await self.ask(node_id, message, version=version, at_most=at_most, timeout_ms=timeout_ms, purpose="group")
        except KlogError as error:
            if not self.stopped and what_to_do_about(error) is not Action.FAIL:
                self.coordinator_lost(key, kind=kind)
            raise
        if any(what_to_do(code) is Action.FIND_COORDINATOR for code in error_codes(answer)):
            self.coordinator_lost(key, kind=kind)
        return answer

    def _run(self, coroutine: Coroutine[Deferred[Any], Any, T]) -> Deferred[T]:
        if self.stopped:
            coroutine.close()
            return fail(ClientStopped())
        return self._mine(Deferred.fromCoroutine(coroutine))
