"""Brokers as processes of their own: klog by ``twistd klog-broker``, Apache Kafka (and its ZooKeeper) by the peers' script.

Each is a context manager; leaving it ends the process in order and, for klog, insists on exit code 0 and on a log without tracebacks.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

from klog.wire.compiled_codec import decode
from klog.wire.messages.metadata import MetadataResponse
from tests import peers
from tests.integration.warm_start import WarmPopen

TWISTD = pathlib.Path(sys.executable).with_name("twistd")
#: A Metadata request, version 1, without a client's name, about no topic.
METADATA_OF_NO_TOPIC = struct.pack(">hhihi", 3, 1, 0, -1, 0)


_LAST_CHARACTERS = 3000
_MOST_COMPLAINTS = 10
_COMPLAINT = re.compile(r"ERROR|FATAL|Exception|OutOfMemory")


class BrokerFailed(AssertionError):
    """A broker did not start, or did not end as it should."""


def insist_on_no_traceback(output: str) -> None:
    """:raises BrokerFailed: there is one in what klog printed."""
    found = output.find("Traceback")
    if found >= 0:
        raise BrokerFailed(f"a traceback in klog's log:\n{output[max(0, found - 1000) : found + 4000]}")


def why(output: str) -> str:
    """What of all that a server has printed says why it did not start: its end, and the first complaints before that. A broker of many
    partitions has a line or more for each to say after the one that matters."""
    last = output[-_LAST_CHARACTERS:]
    complaints = [line for line in output[:-_LAST_CHARACTERS].splitlines() if _COMPLAINT.search(line)]
    return "\n".join([*(line[:300] for line in complaints[:_MOST_COMPLAINTS]), last])


class Process:
    """A server process, its READY line and its log.

    :param is_warm: whether a program of klog's may be one that has its modules loaded (`warm_start`).
    """

    def __init__(
        self, command: Sequence[str], ready: str, *, environment: dict[str, str] | None = None, timeout: float = 60, is_warm: bool = True
    ) -> None:
        self.command = list(command)
        self.log_file = tempfile.TemporaryFile()
        self.started = time.monotonic()
        surroundings = {**os.environ, **(environment or {})}
        # Compiled modules are part of how fast a broker starts.
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        self.process = (WarmPopen if is_warm else subprocess.Popen)(
            self.command, stdout=subprocess.PIPE, stderr=self.log_file, stdin=subprocess.DEVNULL, env=surroundings
        )
        self._lines: list[str] = []
        self._log_text: str | None = None
        self._ready = threading.Event()
        self._ended = threading.Event()
        self._pattern = re.compile(ready)
        self.match: re.Match[str] | None = None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        deadline = time.monotonic() + timeout
        while not self._ready.wait(0.02):
            if self._ended.is_set() or time.monotonic() > deadline:
                # Before it is ended by us.
                what = "ended" if self._ended.is_set() else f"no READY within {timeout} s"
                self.process.kill()
                self.process.wait()
                self._close()
                raise BrokerFailed(f"{what}: {' '.join(self.command)}:\n{why(self.output())}")
        self.ready_seconds = time.monotonic() - self.started

    def _read(self) -> None:
        assert self.process.stdout is not None
        for raw in self.process.stdout:
            line = raw.decode(errors="replace")
            self._lines.append(line)
            if self.match is None:
                self.match = self._pattern.search(line)
                if self.match:
                    self._ready.set()
        self._ended.set()

    def output(self) -> str:
        """All that the process printed so far, both streams."""
        if self._log_text is not None:
            return "".join(self._lines) + self._log_text
        position = self.log_file.tell()
        self.log_file.seek(0)
        text = self.log_file.read().decode(errors="replace")
        self.log_file.seek(position)
        return "".join(self._lines) + text

    @property
    def pid(self) -> int:
        """Of the process we started."""
        return self.process.pid

    def _close(self) -> None:
        """The process has ended: keep what it printed, close its streams."""
        if self._log_text is not None:
            return
        self._reader.join(5)
        self.log_file.seek(0)
        self._log_text = self.log_file.read().decode(errors="replace")
        self.log_file.close()
        if not self._reader.is_alive() and self.process.stdout is not None:
            self.process.stdout.close()

    def kill(self) -> None:
        """SIGKILL: the end of the process, not of the machine."""
        self.process.kill()
        self.process.wait()
        self._close()

    def wait(self, timeout: float = 60) -> int:
        """The exit code of a process that ends by itself."""
        code = self.process.wait(timeout)
        self._close()
        return code

    def terminate(self, timeout: float = 60) -> int:
        """SIGTERM; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise BrokerFailed(f"did not end within {timeout} s of SIGTERM: {' '.join(self.command)}\n{self.output()[-3000:]}") from None


def _begin(process: Callable[[], Process], passing: str) -> Process:
    """What `process` starts, by the third time at the latest where it fails by what does not last.

    :param passing: what it says then: a program that has nothing to do with the tests may have the port for a moment.
    """
    for _ in range(2):
        try:
            return process()
        except BrokerFailed as failure:
            if passing not in str(failure):
                raise
            print(failure)
            time.sleep(1)
    return process()


class KlogBroker:
    """``twistd -n klog-broker``; `settings` are Kafka's names.

    :param is_warm: as `Process`; False where memory is measured.
    """

    def __init__(
        self,
        folder: pathlib.Path | None = None,
        *,
        port: int = 0,
        settings: dict[str, str] | None = None,
        arguments: Sequence[str] = (),
        prefix: Sequence[str] = (),
        ready: str = r"READY .*?(?:PLAINTEXT|SSL)://([^\s,:]+|\[[^\]]+\]):(\d+)",
        is_warm: bool = True,
    ) -> None:
        self.is_warm = is_warm
        self._own_folder = folder is None
        self.folder = folder if folder is not None else pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.data = self.folder / "data"
        self.port = port
        self.settings = settings or {}
        self.arguments = list(arguments)
        self.prefix = list(prefix)
        self.ready = ready
        self.server: Process | None = None
        self.past_output = ""

    def start(self) -> Self:
        """Start (again) and wait for READY."""
        self.server = _begin(self._process, "Address already in use")
        assert self.server.match is not None
        self.port = int(self.server.match[2])
        return self

    def _process(self) -> Process:
        port = str(self.port or peers.free_port())
        command = [*self.prefix, str(TWISTD), "-n", "--pidfile=", "klog-broker", "--port", port, "--log-dir", str(self.data)]
        for name, value in self.settings.items():
            command += ["--set", f"{name}={value}"]
        return Process([*command, *self.arguments], self.ready, is_warm=self.is_warm)

    @property
    def address(self) -> str:
        """host:port."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Of the twistd process."""
        assert self.server is not None
        return self.server.pid

    def output(self) -> str:
        """What it printed, earlier lives included."""
        return self.past_output + (self.server.output() if self.server else "")

    def kill(self) -> None:
        """kill -9."""
        assert self.server is not None
        self.server.kill()
        self.past_output += self.server.output()
        self.server = None

    def stop(self) -> None:
        """SIGTERM; insist on an orderly end."""
        if self.server is None:
            return
        server, self.server = self.server, None
        if server.process.poll() is None:
            code = server.terminate()
        else:
            code = server.wait()
        self.past_output += server.output()
        if code != 0:
            raise BrokerFailed(f"klog ended with {code}:\n{self.past_output[-3000:]}")

    def restart(self) -> Self:
        """Stop in order, start again on the same port."""
        self.stop()
        return self.start()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        try:
            if kind is None:
                self.stop()
                insist_on_no_traceback(self.past_output)
            elif self.server is not None:
                self.kill()
                print(self.past_output[-3000:])
        finally:
            if self._own_folder:
                shutil.rmtree(self.folder, ignore_errors=True)


def start_kafka(
    version: str,
    folder: pathlib.Path,
    port: int,
    *,
    zookeeper: str | None = None,
    settings: Mapping[str, str] | None = None,
    quiet: bool = True,
    heap: str | None = "512m",
    timeout: float = 180,
) -> Process:
    """Apache Kafka of `version`; without ZooKeeper it is its own controller, on a port that nobody else takes.

    :param heap: None: as large as the script makes it. What matched READY: the port, the JVM's pid, the seconds it took.
    :param timeout: the seconds that it may take to be READY: one that was killed reads all of its logs first.
    """
    command = [*peers.kafka(version), "serve", "--port", str(port), "--dir", str(folder)]
    own: dict[str, str] = {}
    if quiet:
        command.append("--quiet")
    if zookeeper:
        command += ["--zookeeper", zookeeper]
    else:
        controller = f"127.0.0.1:{peers.free_port()}"
        own["listeners"] = f"PLAINTEXT://127.0.0.1:{port},CONTROLLER://{controller}"
        own["controller.quorum.voters"] = f"1@{controller}"
        formatted = None if settings and "log.dirs" in settings else peers.formatted(version)
        if formatted is not None and not (folder / "logs").exists():
            shutil.copytree(formatted, folder / "logs")
    for name, value in {**own, **(settings or {})}.items():
        command += ["--set", f"{name}={value}"]
    environment = {"KAFKA_HEAP_OPTS": peers.jvm(heap)} if heap else None
    # From 2.7 on it gives up where a machine that does other things keeps it from reading one znode for six seconds.
    return _begin(
        lambda: Process(command, r"READY port=(\d+) pid=(\d+) seconds=([\d.]+)", environment=environment, timeout=timeout),
        "FeatureCache to be updated",
    )


@contextlib.contextmanager
def kafka_broker(
    version: str,
    folder: pathlib.Path,
    *,
    zookeeper: str | None = None,
    settings: dict[str, str] | None = None,
    quiet: bool = True,
    kill: bool = False,
    controlled: bool = True,
) -> Iterator[str]:
    """Apache Kafka of `version`; yields host:port. Where `kill` is set it ends by ``kill -9``.

    :param controlled: false where no Kafka can become the controller.
    """
    port = peers.free_port()
    server = start_kafka(version, folder, port, zookeeper=zookeeper, settings=settings, quiet=quiet)
    try:
        if controlled and not version.startswith("0.8."):
            _wait_for_controller(f"127.0.0.1:{port}")
        yield f"127.0.0.1:{port}"
    finally:
        if kill:
            kill_kafka(server)
        else:
            server.terminate()


def kill_kafka(server: Process) -> None:
    """kill -9 of the JVM: an end in order takes seconds, which nobody needs whose data are not looked at any more."""
    assert server.match is not None
    os.kill(int(server.match[2]), signal.SIGKILL)
    server.wait()


def _wait_for_controller(address: str, seconds: float = 60) -> None:
    """Until a broker tells its clients who the controller is: librdkafka's admin that was told "none" may ask again only after a minute."""
    deadline = time.monotonic() + seconds
    while _controller_id(exchange(address, METADATA_OF_NO_TOPIC)) < 0:
        if time.monotonic() > deadline:
            raise BrokerFailed(f"the Kafka at {address} names no controller")
        time.sleep(0.05)


def _controller_id(answer: bytes | None) -> int:
    """Of a Metadata v1 response, behind its correlation id; -1 where there is no answer."""
    return -1 if answer is None else int(decode(MetadataResponse, 1, memoryview(answer)[4:])[0].controller_id)


@contextlib.contextmanager
def zookeeper(version: str, folder: pathlib.Path) -> Iterator[str]:
    """The ZooKeeper that came with Kafka `version`; yields host:port once it answers."""
    port = peers.free_port()
    server = Process(
        [*peers.kafka(version), "zookeeper", "--port", str(port), "--dir", str(folder), "--quiet"],
        r"READY port=(\d+)",
        environment={"KAFKA_HEAP_OPTS": peers.jvm("256m")},
    )
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()


def run_tool(version: str, tool: str, *arguments: str, input_bytes: bytes | None = None, timeout: float = 120, check: bool = True) -> str:
    """One of Kafka's tools; what it printed, both streams."""
    done = subprocess.run(
        [*peers.kafka(version), tool, *arguments],
        input=input_bytes,
        stdin=None if input_bytes is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=timeout,
        env={"KAFKA_HEAP_OPTS": "-Xmx256m", **os.environ},
    )
    text = done.stdout.decode(errors="replace")
    if check and done.returncode:
        raise AssertionError(f"Kafka {version} {tool} {' '.join(arguments)} ended with {done.returncode}:\n{text[-3000:]}")
    return text


@contextlib.contextmanager
def tool_lines(version: str, tool: str, *arguments: str, seconds: float) -> Iterator[Iterator[str]]:
    """One of Kafka's tools that goes on until it is ended: its lines of both streams as they come. It is killed at the end, and after so
    many seconds."""
    process = subprocess.Popen(
        [*peers.kafka(version), tool, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"KAFKA_HEAP_OPTS": "-Xmx256m", **os.environ},
    )
    killer = threading.Timer(seconds, process.kill)
    killer.start()
    try:
        assert process.stdout is not None
        yield iter(process.stdout)
    finally:
        killer.cancel()
        process.kill()
        process.communicate()


def exchange(address: str, frame: bytes, timeout: float = 10) -> bytes | None:
    """Send one raw frame (length prefix added) and return the answer's payload; None where the connection was closed instead."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout) as connection:
        connection.sendall(struct.pack(">i", len(frame)) + frame)
        return read_frame(connection)


def read_frame(connection: socket.socket) -> bytes | None:
    """One length-prefixed frame; None at the end of the stream."""
    head = _read_exactly(connection, 4)
    if head is None:
        return None
    return _read_exactly(connection, struct.unpack(">i", head)[0])


def _read_exactly(connection: socket.socket, count: int) -> bytes | None:
    data = bytearray()
    while len(data) < count:
        try:
            piece = connection.recv(count - len(data))
        except ConnectionResetError:
            return None
        if not piece:
            return None
        data += piece
    return bytes(data)
