"""Real ZooKeeper servers for tests: one, or an ensemble, with everything that can happen to them.

::

    class SomeTests(TestCase):
        @classmethod
        def setUpClass(cls) -> None:
            cls.keeper = RealZooKeeper.of_class(cls)          # one server for all tests of the class; gone at its end

        def test_it(self) -> None:
            client = ZookeeperClient(self.keeper.connect + "/some-chroot", reactor=...)

    with RealEnsemble(3) as ensemble:
        ensemble.leader().kill()

The servers are what ``klog.zookeeper.embedded`` starts, with a small tick and without syncing to disk. They end with the test process,
however that ends. Everything here blocks; call it from a thread (``deferToThread``) where a reactor has to go on meanwhile.

The jars are those of ``KLOG_ZOOKEEPER_JARS`` (a folder), pyspark's, those of Apache Kafka 3.9.2, or Debian's: the first that are there.
Where there are none, or no Java, the tests are skipped by the name ``zookeeper``.
"""

from __future__ import annotations

import concurrent.futures
import functools
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self

from klog.zookeeper.embedded import configuration, end_with_parent, four_letters
from klog.zookeeper.embedded.jars import Jars, find_jars
from klog.zookeeper.embedded.java import CannotStart, Java, find_java, package_folder
from tests import peers

#: How long anything may take on a machine that has other things to do, in seconds.
PATIENCE_S = 60.0


class Runtime(NamedTuple):
    """What servers run on."""

    java: Java
    jars: Jars


class Tls(NamedTuple):
    """For a server that also listens with TLS: PEM files (key and chain in the first; of the clients' CA in the second, where clients have
    to show a certificate)."""

    keystore: str
    truststore: str | None = None


@functools.cache
def runtime() -> Runtime:
    """Java and jars; the test is skipped, by the name ``zookeeper``, where they are missing."""
    try:
        java = find_java(None, os.environ)
    except CannotStart as error:
        peers.missing("zookeeper", str(error))
    given: str | None = os.environ.get("KLOG_ZOOKEEPER_JARS")
    if given is None and package_folder("pyspark") is None:
        libraries = peers.kafka_libraries("3.9.2")
        given = None if libraries is None else str(libraries)
    try:
        return Runtime(java, find_jars(given, os.environ))
    except CannotStart as error:
        peers.missing("zookeeper", str(error))


@functools.cache
def _starter() -> concurrent.futures.Executor:
    """A thread that lives as long as the test process."""
    return concurrent.futures.ThreadPoolExecutor(1, "zookeepers")


def _state(task: pathlib.Path) -> str:
    """Of a thread, by its folder in /proc: T for stopped; X for one that has ended meanwhile."""
    try:
        return (task / "stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return "X"


class RealZooKeeper:
    """One server on a free port of 127.0.0.1. `start` again after `stop` or `kill`: same port, same data.

    :param folder: where its data lie; a temporary one, which goes with `close`, where not given.
    :param durable: whether writes are synced to disk.
    :param settings: more lines of ``zoo.cfg``.
    :param jaas: a JAAS file, of a server that knows its clients by SASL. (Such a server loads netty's classes.)
    :param tls: it listens with TLS too; see `tls_connect`.
    """

    def __init__(
        self,
        folder: pathlib.Path | None = None,
        *,
        tick_ms: int = 200,
        min_session_timeout_ms: int = 400,
        max_session_timeout_ms: int = 60_000,
        durable: bool = False,
        settings: Mapping[str, str] | None = None,
        jaas: str | None = None,
        tls: Tls | None = None,
        member: configuration.Member | None = None,
        ensemble: Sequence[configuration.Member] = (),
    ) -> None:
        self.runtime = runtime()
        self._own_folder = folder is None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-zookeeper-")) if folder is None else folder
        self.member = configuration.Member(1, "127.0.0.1", peers.free_port()) if member is None else member
        self.tls_port = peers.free_port() if tls is not None else 0
        extra = dict(settings or {})
        if (tls is not None or jaas is not None) and not self.runtime.jars.tls:
            peers.missing("zookeeper-tls", f"no netty beside ZooKeeper in {self.runtime.jars.folder}")
        if jaas is not None:
            extra["authProvider.1"] = "org.apache.zookeeper.server.auth.SASLAuthenticationProvider"
        if tls is not None:
            extra |= {"secureClientPort": str(self.tls_port), "secureClientPortAddress": "127.0.0.1"}
            extra |= {"ssl.keyStore.location": tls.keystore, "ssl.keyStore.type": "PEM", "ssl.hostnameVerification": "false"}
            extra["ssl.clientAuth"] = "need" if tls.truststore else "none"
            if tls.truststore:
                extra |= {"ssl.trustStore.location": tls.truststore, "ssl.trustStore.type": "PEM"}
        server_settings = configuration.ServerSettings(
            tick_ms=tick_ms,
            init_limit=100,
            sync_limit=25,
            min_session_timeout_ms=min_session_timeout_ms,
            max_session_timeout_ms=max_session_timeout_ms,
            force_sync=durable,
            heap_mb=96,
            extra=extra,
            properties={} if jaas is None else {"java.security.auth.login.config": jaas},
            tls=tls is not None or jaas is not None,
        )
        self.launch = configuration.plan(
            str(self.folder.resolve()), self.member, ensemble or [self.member], server_settings, self.runtime.java, self.runtime.jars
        )
        self.process: subprocess.Popen[bytes] | None = None
        #: From its start to the first answer to ``srvr``.
        self.ready_seconds = 0.0
        self._frozen = False

    @classmethod
    def of_class(cls, case: Any, **options: Any) -> Self:
        """Started for all tests of a TestCase; to be called in its ``setUpClass``."""
        keeper = cls(**options)
        case.addClassCleanup(keeper.close)
        return keeper.start()

    @classmethod
    def of_test(cls, case: Any, **options: Any) -> Self:
        """Started for one test."""
        keeper = cls(**options)
        case.addCleanup(keeper.close)
        return keeper.start()

    # -- where it is

    @property
    def port(self) -> int:
        """Of the clients."""
        return self.member.client_port

    @property
    def connect(self) -> str:
        """host:port; append a chroot."""
        return self.member.address

    @property
    def tls_connect(self) -> str:
        """host:port of the port with TLS."""
        return f"127.0.0.1:{self.tls_port}"

    @property
    def version(self) -> str:
        """Of ZooKeeper, by the name of its jar."""
        return self.runtime.jars.version

    @property
    def pid(self) -> int:
        """Of Java."""
        assert self.process is not None, "it does not run"
        return self.process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process lives, frozen or not."""
        return self.process is not None and self.process.poll() is None

    # -- start and end

    def spawn(self) -> Self:
        """Start without waiting: members of an ensemble wait for each other."""
        assert not self.is_running, "it runs already"
        configuration.write(self.launch)
        self._frozen = False
        self.started = time.monotonic()
        with (self.folder / f"stderr-{self.member.number}").open("wb") as stderr:
            # A guarded process dies with the *thread* that started it (Linux), and a reactor's threads do not live for ever.
            start = functools.partial(
                subprocess.Popen, end_with_parent.command(self.launch.command), stdin=subprocess.DEVNULL, stdout=stderr, stderr=stderr
            )
            self.process = _starter().submit(start, cwd=self.launch.folder).result()
        return self

    def wait(self, timeout: float = PATIENCE_S) -> Self:
        """Until it serves clients."""
        deadline = time.monotonic() + timeout
        while True:
            process = self.process
            if process is None or process.poll() is not None:
                said = (self.folder / f"stderr-{self.member.number}").read_text(errors="replace")
                raise AssertionError(f"ZooKeeper on port {self.port} ended with {process and process.returncode}:\n{said[-2000:]}")
            if self.serving() is not None:
                self.ready_seconds = time.monotonic() - self.started
                return self
            if time.monotonic() > deadline:
                raise AssertionError(f"ZooKeeper on port {self.port} does not serve after {timeout} s")
            time.sleep(0.01)

    def start(self) -> Self:
        """Start (again), and wait until it serves."""
        return self.spawn().wait()

    def kill(self) -> None:
        """kill -9."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()

    def stop(self) -> None:
        """SIGTERM, and wait for the end."""
        process = self.process
        if process is None:
            return
        self.thaw()
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self.process = None

    def restart(self) -> Self:
        """`stop` and `start`."""
        self.stop()
        return self.start()

    def close(self) -> None:
        """The end of server and folder. What it leaves is not looked at any more, so it is killed."""
        self.kill()
        if self._own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def freeze(self) -> None:
        """SIGSTOP: connections stay and nothing answers."""
        if not self._frozen:
            os.kill(self.pid, signal.SIGSTOP)
            # A thread on another core may run on for a moment, and answer one more request.
            tasks = pathlib.Path(f"/proc/{self.pid}/task")
            while tasks.exists() and any(_state(task) not in "TtZX" for task in tasks.iterdir()):
                time.sleep(0.001)
            self._frozen = True

    def thaw(self) -> None:
        """SIGCONT."""
        if self._frozen and self.is_running:
            os.kill(self.pid, signal.SIGCONT)
        self._frozen = False

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    # -- what it says

    def ask(self, word: str, timeout: float = 5.0) -> str:
        """A four-letter word's answer. Raises OSError."""
        return four_letters.ask("127.0.0.1", self.port, word, timeout)

    def serving(self) -> four_letters.Serving | None:
        """The answer to ``srvr``; None where it does not serve, or is not ours."""
        try:
            # Short: a connection taken before the server is whole may never be answered.
            found = four_letters.read_srvr(self.ask("srvr", 0.5))
            ours = found and four_letters.data_folder(self.ask("conf", 0.5)) == self.launch.data_version_folder
        except OSError:
            return None
        return found if ours else None

    @property
    def mode(self) -> str:
        """standalone, leader, follower; "" where it does not serve."""
        found = self.serving()
        return found.mode if found is not None else ""

    def sessions(self) -> dict[int, int]:
        """The sessions it has connections for: id → negotiated timeout in ms."""
        found = {}
        for line in self.ask("cons").splitlines():
            parts = dict(part.partition("=")[::2] for part in line.rpartition("(")[2].rstrip(")").split(","))
            if parts.get("sid", "0x0") != "0x0" and "to" in parts:
                found[int(parts["sid"], 16)] = int(parts["to"])
        return found


class RealEnsemble:
    """`count` servers that know each other.

    Each is a `RealZooKeeper`, which may be killed, started (``spawn`` where no majority is there to wait for), frozen and thawed by itself.
    """

    def __init__(self, count: int = 3, **options: Any) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-ensemble-"))
        ports = [peers.free_port() for _ in range(3 * count)]
        self.members = [configuration.Member(n + 1, "127.0.0.1", *ports[3 * n : 3 * n + 3]) for n in range(count)]
        self.servers = [RealZooKeeper(self.folder, member=one, ensemble=self.members, **options) for one in self.members]

    @classmethod
    def of_class(cls, case: Any, count: int = 3, **options: Any) -> Self:
        """Started for all tests of a TestCase; to be called in its ``setUpClass``."""
        ensemble = cls(count, **options)
        case.addClassCleanup(ensemble.close)
        return ensemble.start()

    @property
    def connect(self) -> str:
        """All servers: ``host:port,host:port,host:port``; append a chroot."""
        return configuration.connect_string(self.members)

    def start(self) -> Self:
        """Start those that do not run, and wait until all serve."""
        for server in self.servers:
            if not server.is_running:
                server.spawn()
        return self.wait()

    def wait(self, timeout: float = PATIENCE_S) -> Self:
        """Until all that run serve: one leads, the others follow. Frozen ones are not waited for."""
        for server in self.servers:
            if server.is_running and not server._frozen:
                server.wait(timeout)
        return self

    def _in_mode(self, mode: str) -> list[RealZooKeeper]:
        return [server for server in self.servers if server.is_running and not server._frozen and server.mode == mode]

    def leader(self, timeout: float = PATIENCE_S) -> RealZooKeeper:
        """The server that leads, waited for where there is none just now."""
        deadline = time.monotonic() + timeout
        while True:
            found = self._in_mode("leader")
            if len(found) == 1:
                return found[0]
            if time.monotonic() > deadline:
                raise AssertionError(f"no leader after {timeout} s")
            time.sleep(0.02)

    def followers(self) -> list[RealZooKeeper]:
        """Those that follow just now."""
        return self._in_mode("follower")

    def close(self) -> None:
        """The end of all of them."""
        for server in self.servers:
            server.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    stop = close

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()


def _read_frame(connection: socket.socket) -> bytes:
    data = bytearray()
    while len(data) < 4 or len(data) < 4 + struct.unpack_from(">i", data)[0]:
        piece = connection.recv(65536)
        if not piece:
            return b""
        data += piece
        if len(data) >= 4 and struct.unpack_from(">i", data)[0] < 0:
            raise AssertionError("ZooKeeper sent a negative length")
    return bytes(data[4:])


def expire(connect: str, session_id: int, password: bytes, timeout: float = PATIENCE_S) -> None:
    """End somebody's session as expiry does: behind its owner's back, who learns of it at the next connection.

    Connects with the session's id and password and closes it in the same write. The owner's own reconnect may be faster and take the
    session back, so this goes on until the server says that the session is no more.

    :param connect: host:port[,host:port][/chroot].
    :param session_id: signed or not.
    """
    signed = struct.unpack(">q", struct.pack(">Q", session_id & (1 << 64) - 1))[0]
    body = struct.pack(">iqiqi", 0, 0, 30_000, signed, len(password)) + password + b"\x00"
    close = struct.pack(">ii", 1, -11)
    request = struct.pack(">i", len(body)) + body + struct.pack(">i", len(close)) + close
    hosts = connect.partition("/")[0].split(",")
    deadline = time.monotonic() + timeout
    attempt = 0
    while time.monotonic() < deadline:
        host, _, port = hosts[attempt % len(hosts)].rpartition(":")
        attempt += 1
        try:
            with socket.create_connection((host.strip("[]"), int(port)), 2) as connection:
                connection.sendall(request)
                answer = _read_frame(connection)
                if len(answer) < 16:
                    raise ConnectionError
                if struct.unpack_from(">q", answer, 8)[0] == 0:
                    return  # it is no more
                _read_frame(connection)
        except OSError:
            time.sleep(0.02)
    raise AssertionError(f"session {session_id:#x} is still alive after {timeout} s")
