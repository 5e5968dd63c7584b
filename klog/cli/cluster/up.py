"""``klog cluster up``: ZooKeeper and some brokers as children of one command, and a picture of them.

::

    STARTING ──READY line──▶ READY ──SIGTERM──▶ ENDING ──▶ ENDED
        └───────── it ends by itself ────┴───────────────────▶ DIED

1. ZooKeeper is started, and when it serves, what killed brokers left in it is taken away (`klog.cli.cluster.stale_registrations`), and all
   brokers are started at once. Each is ``twistd klog-broker --zookeeper …`` in a folder and with a log of its own; none of them outlives
   this process, however it ends (``klog.zookeeper.embedded.end_with_parent``).
2. The picture changes with the processes, and every two seconds with what the brokers say: controller, partitions, leaders, in how many
   partitions each broker is in sync, and how many partitions lack something. Topics that do not say otherwise have three copies where there
   are three brokers, of which two have to be in sync (`Plan.copies`); what ``--set`` says comes later and wins.
3. A broker that dies is told and stays dead: the others go on, as they would in earnest. When ZooKeeper or the last broker has died there
   is no cluster any more, and the command ends.
4. At the end the brokers go first, so that they can say good-bye to ZooKeeper; then ZooKeeper.
"""

from __future__ import annotations

import dataclasses
import enum
import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from klog.cli.cluster.stale_registrations import remove_stale_registrations
from klog.cli.cluster.view import View
from klog.cli.exit_codes import CommandFailed, usage
from klog.cli.output import Output

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred
    from twisted.python.failure import Failure

    from klog.zookeeper.embedded.ensemble import Ensemble

#: How often brokers are asked for the picture, and what they may take to end, seconds.
ASK_S = 2.0
BROKER_GRACE_S = 60.0
#: Of what a broker prints, so much is kept to tell why it died.
_KEPT_BYTES = 4096
_READY = re.compile(r"klog-broker READY .*?listeners=\w+://(\[[^\]]+\]|[^\s,:]+):(\d+)[\s,]")
#: Runs twistd wherever klog itself was imported from, with or without a script on the PATH.
#: As `klog.cli.broker.serve` does.
_TWISTD = (
    "from klog.net.twisted_without_openssl import import_transports, own_process; own_process(); import_transports(); "
    "from twisted.scripts.twistd import run; run()"
)

Describe = Callable[[Any], Awaitable[dict[str, Any]]]


#: What the configuration that Kafka ships says "for development and testing": new groups do not wait for members that may come.
_FOR_DEVELOPMENT = ("group.initial.rebalance.delay.ms=0",)


@dataclasses.dataclass(frozen=True)
class Plan:
    """What the user asked for; see the options of the command."""

    brokers: int = 3
    directory: str = "klog-cluster"
    base_port: int = 9092
    zookeeper_port: int = 2181
    ensemble: int = 1
    settings: Sequence[str] = ()
    java: str | None = None
    jars: str | None = None
    heap_mb: int = 256

    def check(self) -> None:
        """Raises CommandFailed for what cannot be."""
        for text in self.settings:
            name, equals, _ = text.partition("=")
            if not equals or not name.strip():
                raise usage(f"--set {text}: write name=value")
            if name.strip() in ("broker.id", "listeners", "log.dirs", "log.dir", "zookeeper.connect"):
                raise usage(f"--set {name.strip()}: every broker has its own, which `klog cluster up` gives it")
        if self.base_port and self.base_port + self.brokers - 1 > 65535:
            raise usage(f"--base-port {self.base_port}: the ports of {self.brokers} brokers would go beyond 65535")

    def folder(self, broker_id: int) -> str:
        """Where a broker keeps its data."""
        return os.path.join(os.path.abspath(self.directory), f"broker-{broker_id}")

    def log(self, broker_id: int) -> str:
        """Where a broker's log is."""
        return self.folder(broker_id) + ".log"

    def command(self, broker_id: int, zookeeper: str) -> list[str]:
        """The command line of a broker."""
        port = self.base_port + broker_id - 1 if self.base_port else 0
        command = [sys.executable, "-c", _TWISTD, "-n", "--pidfile=", "--logfile", self.log(broker_id), "klog-broker"]
        command += ["--zookeeper", zookeeper, "--broker-id", str(broker_id), "--port", str(port), "--log-dir", self.folder(broker_id)]
        for text in (*self.copies(), *_FOR_DEVELOPMENT, *self.settings):
            command += ["--set", text]
        return command

    def copies(self) -> list[str]:
        """The settings by which topics have as many copies as a cluster of this size can lose brokers for: three where there are three
        brokers, of which two have to be in sync for acks=all."""
        copies = min(self.brokers, 3)
        least = 2 if copies == 3 else 1
        names = ("default.replication.factor", "offsets.topic.replication.factor", "transaction.state.log.replication.factor")
        return [
            *(f"{name}={copies}" for name in names),
            f"min.insync.replicas={least}",
            f"transaction.state.log.min.isr={least}",
        ]


class State(enum.Enum):
    """Of a process."""

    STARTING = "starting"
    READY = "ready"
    ENDING = "ending"
    ENDED = "ended"
    DIED = "died"


class BrokerChild:
    """One broker's process.

    :param changed: called after every change of `state`.
    """

    def __init__(self, reactor: Any, plan: Plan, broker_id: int, zookeeper: str, changed: Callable[[BrokerChild], None]) -> None:
        self.broker_id = broker_id
        self.name = f"broker {broker_id}"
        self.state = State.STARTING
        self.address: str | None = None
        self.ready_at_s: float | None = None
        #: Why it died, "" where it did not.
        self.why = ""
        self.exit_code: int | None = None
        self._reactor = reactor
        self._plan = plan
        self._zookeeper = zookeeper
        self._changed = changed
        self._process: Any = None
        self._printed = bytearray()
        self._kill: Any = None
        self._waiting: list[Deferred[None]] = []

    def start(self) -> None:
        """Begin."""
        from klog.zookeeper.embedded import end_with_parent

        os.makedirs(self._plan.folder(self.broker_id), exist_ok=True)
        command = end_with_parent.command(self._plan.command(self.broker_id, self._zookeeper))
        self._process = self._reactor.spawnProcess(_protocol_of(self), command[0], command, env=dict(os.environ))

    @property
    def pid(self) -> int | None:
        """None where it does not run."""
        return None if self._process is None or self.state in (State.ENDED, State.DIED) else self._process.pid

    def row(self, now_s: float) -> dict[str, Any]:
        """Its line of the table."""
        return {
            "name": self.name,
            "address": self.address,
            "state": self.state.value,
            "pid": self.pid,
            "up_s": None if self.ready_at_s is None or self.pid is None else round(now_s - self.ready_at_s, 1),
        }

    def printed(self, data: bytes) -> None:
        """The broker's process has written `data` to its standard output or error."""
        self._printed += data
        if self.state is State.STARTING:
            found = _READY.search(self._printed.decode("utf-8", "replace"))
            if found is not None:
                self.address = f"{found[1]}:{found[2]}"
                self.ready_at_s = self._reactor.seconds()
                self._become(State.READY)
        del self._printed[:-_KEPT_BYTES]

    def stop(self) -> Deferred[None]:
        """SIGTERM, and SIGKILL after `BROKER_GRACE_S`; fires when it has ended."""
        from twisted.internet.defer import Deferred, succeed

        if self.pid is None:
            return succeed(None)
        done: Deferred[None] = Deferred()
        self._waiting.append(done)
        if self.state is not State.ENDING:
            self._become(State.ENDING)
            self._signal(signal.SIGTERM)
            self._kill = self._reactor.callLater(BROKER_GRACE_S, self._signal, signal.SIGKILL)
        return done

    def _signal(self, number: signal.Signals) -> None:
        from twisted.internet.error import ProcessExitedAlready

        try:
            self._process.signalProcess(number.value)
        except ProcessExitedAlready:
            pass

    def ended(self, reason: Failure) -> None:
        """Its process is gone."""
        value: Any = reason.value
        self.exit_code = getattr(value, "exitCode", None)
        killed_by = getattr(value, "signal", None)
        if self._kill is not None and self._kill.active():
            self._kill.cancel()
        how = f"of signal {killed_by}" if killed_by else f"with exit code {self.exit_code}"
        said = [line.strip() for line in self._printed.decode("utf-8", "replace").splitlines() if line.strip() and "READY" not in line]
        self.why = f"{how}: {said[-1]}" if said else f"{how}; its log is {self._plan.log(self.broker_id)}"
        # One that is told to end while it starts has nothing to end in order yet.
        in_order = self.exit_code == 0 or (killed_by == signal.SIGTERM and self.ready_at_s is None)
        self._become(State.ENDED if self.state is State.ENDING and in_order else State.DIED)
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            one.callback(None)

    def _become(self, state: State) -> None:
        self.state = state
        self._changed(self)


def _protocol_of(child: BrokerChild) -> Any:
    from twisted.internet.protocol import ProcessProtocol

    class Ears(ProcessProtocol):
        def childDataReceived(self, childFD: int, data: bytes) -> None:
            child.printed(data)

        def processEnded(self, reason: Failure) -> None:
            child.ended(reason)

    return Ears()


class Cluster:
    """All of it.

    :param view: is told of every change.
    :param describe: asks an `Admin` what ``klog cluster`` shows.
    """

    def __init__(self, reactor: Any, plan: Plan, view: View, describe: Describe) -> None:
        from klog.zookeeper.embedded.configuration import ServerSettings
        from klog.zookeeper.embedded.service import EmbeddedSettings

        plan.check()
        self.brokers: list[BrokerChild] = []
        self._reactor = reactor
        self._plan = plan
        self._view = view
        self._describe = describe
        self._over: Deferred[None] | None = None
        self._is_ending = False
        self._asking: Deferred[Any] | None = None
        settings = EmbeddedSettings(
            os.path.join(os.path.abspath(plan.directory), "zookeeper"),
            port=plan.zookeeper_port,
            count=plan.ensemble,
            java=plan.java,
            jars=plan.jars,
            server=ServerSettings(heap_mb=plan.heap_mb),
        )
        self.ensemble: Ensemble
        self.ensemble, self.version = settings.ensemble(reactor, os.environ, died=self._zookeeper_died)
        #: What the brokers said last: broker id → fields of its row.
        self._said: dict[int, dict[str, Any]] = {}
        self._zookeeper_state = State.STARTING
        self._zookeeper_since_s: float | None = None

    def rows(self) -> list[dict[str, Any]]:
        """The table as it is now."""
        now_s = self._reactor.seconds()
        since = self._zookeeper_since_s
        rows: list[dict[str, Any]] = [
            {
                "name": "zookeeper" if len(self.ensemble.servers) == 1 else f"zookeeper {server.launch.member.number}",
                "address": server.launch.member.address,
                "state": self._zookeeper_state.value if server.pid or self._zookeeper_state is not State.READY else State.DIED.value,
                "pid": server.pid,
                "up_s": None if since is None or server.pid is None else round(now_s - since, 1),
            }
            for server in self.ensemble.servers
        ]
        for child in self.brokers:
            said = self._said.get(child.broker_id, {}) if child.state is State.READY else {}
            rows.append({**child.row(now_s), **said})
        return rows

    async def run(self) -> None:
        """Until cancelled; everything has ended in order then.

        :raises CommandFailed: it could not be started, or there is no cluster any more.
        """
        from twisted.internet.defer import Deferred, gatherResults
        from twisted.internet.task import LoopingCall

        picture = LoopingCall(self._draw)
        picture.clock = self._reactor
        asking = LoopingCall(self._ask)
        asking.clock = self._reactor
        self._over = Deferred()
        try:
            await self.ensemble.start()
            self._zookeeper_is(State.READY)
            await remove_stale_registrations(self._reactor, self.ensemble.connect, range(1, self._plan.brokers + 1))
            self.brokers = [
                BrokerChild(self._reactor, self._plan, number, self.ensemble.connect, self._broker_changed)
                for number in range(1, self._plan.brokers + 1)
            ]
            for child in self.brokers:
                child.start()
            picture.start(0.5).addErrback(self._broken)
            asking.start(ASK_S, now=False).addErrback(self._broken)
            await self._over
        finally:
            self._is_ending = True
            if asking.running:
                asking.stop()
            if self._asking is not None:
                self._asking.cancel()
            await gatherResults([child.stop() for child in self.brokers])
            if self._zookeeper_state is State.READY:
                self._zookeeper_is(State.ENDING)
            await self.ensemble.stop()
            if self._zookeeper_state is State.ENDING:
                self._zookeeper_is(State.ENDED)
            if picture.running:
                picture.stop()
            self._draw()

    def _broken(self, failure: Failure) -> None:
        if self._over is not None and not self._over.called:
            self._over.errback(failure)

    # -- what happens

    def _zookeeper_is(self, state: State) -> None:
        self._zookeeper_state = state
        if state is State.READY:
            self._zookeeper_since_s = self._reactor.seconds()
        self._view.event(self.rows()[0] | {"address": self.ensemble.connect}, self.rows())

    def _zookeeper_died(self, sentence: str) -> None:
        if self._is_ending:
            return
        alive = sum(1 for server in self.ensemble.servers if server.pid)
        if alive > len(self.ensemble.servers) // 2:
            self._view.remark(f"{sentence}; the others go on")
            return
        self._zookeeper_is(State.DIED)
        self._end(f"{sentence}; without ZooKeeper there is no cluster")

    def _broker_changed(self, child: BrokerChild) -> None:
        rows = self.rows()
        self._view.event(child.row(self._reactor.seconds()), rows)
        if child.state is State.DIED:
            self._view.remark(f"{child.name} ended {child.why}")
            if not self._is_ending and not any(one.pid for one in self.brokers):
                self._end("no broker is left")
        elif child.state is State.READY and all(one.state is State.READY for one in self.brokers):
            self._view.all_ready(self.ensemble.connect, [one.address or "" for one in self.brokers])

    def _end(self, sentence: str) -> None:
        if self._over is not None and not self._over.called:
            self._over.errback(CommandFailed(sentence))

    def _draw(self) -> None:
        self._view.draw(self.rows())

    # -- what brokers say

    def _ask(self) -> None:
        """Begin to ask, where the last question was answered. What goes wrong with that is no matter: the next one comes soon."""
        from twisted.internet.defer import Deferred

        bootstrap = ",".join(one.address for one in self.brokers if one.state is State.READY and one.address)
        if self._asking is not None or not bootstrap or not self._view.wants_answers:
            return

        def after(result: Any) -> None:
            self._asking = None

        self._asking = Deferred.fromCoroutine(self._learn(bootstrap))
        self._asking.addErrback(self._not_told)
        if self._asking is not None:
            self._asking.addBoth(after)

    def _not_told(self, failure: Failure) -> None:
        """What they said before may hold no more."""
        self._said.clear()
        self._view.replication = None

    async def _learn(self, bootstrap: str) -> None:
        from klog.client.admin.admin import Admin

        async with Admin(self._reactor, bootstrap, request_timeout_ms=5000) as admin:
            found = await self._describe(admin)
        self._view.replication = found["replication"]
        self._said = {
            row["broker"]: {
                "controller": "yes" if row["controller"] else "",
                "partitions": row["partitions"],
                "leaders": row["leaders"],
                "in_sync": row["in_sync"],
            }
            for row in found["brokers"]
        }


def up(plan: Plan, out: Output, describe: Describe) -> None:
    """Start, show, wait for a signal, end in order.

    :param describe: asks an `Admin` what ``klog cluster`` shows.
    :raises CommandFailed: it could not be started, there is no cluster any more, or something did not end in order.
    """
    from klog.cli.run_coroutine import Interrupted, run
    from klog.zookeeper.embedded.java import CannotStart

    plan.check()
    view = View(out, plan.directory)
    clusters: list[Cluster] = []
    ended: list[bool] = []

    async def body(reactor: Any) -> None:
        clusters.append(Cluster(reactor, plan, view, describe))
        try:
            await clusters[0].run()
        finally:
            ended.append(True)

    try:
        run(body, grace_s=BROKER_GRACE_S + 30)
    except Interrupted:
        if not ended:
            raise
        broken = [child.name for child in clusters[0].brokers if child.state is State.DIED]
        if broken:
            raise CommandFailed(f"{', '.join(broken)} did not end in order") from None
    except CannotStart as error:
        raise CommandFailed(str(error)) from None
    finally:
        view.close()
