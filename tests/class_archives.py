"""Java's archives of classes that are loaded already, for other people's programs that the tests start again and again.

A tool of Apache Kafka's lives for a second, most of which it spends on finding, checking and linking the same two thousand classes; a
broker takes twice as many. The JVM can write what a program has loaded into a file when that ends (``-XX:ArchiveClassesAtExit``), and map
it in at the next start (``-XX:SharedArchiveFile``), which spares about half of the CPU time. Such a file fits one Java and one class path
to the letter, so that its name is made of both; one that does not fit is passed over by the JVM.

An archive is made once, by the first process that asks, while the others wait for its lock. Where it cannot be made, all goes without.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence

FOLDER = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "klog-tests"
#: The shell gives the archive to the JVM with whatever options the caller has in his environment.
_WITH_ARCHIVE = 'archive=$1; shift; KAFKA_HEAP_OPTS="$KAFKA_HEAP_OPTS -XX:SharedArchiveFile=$archive" exec "$@"'


@functools.cache
def _java_version() -> str:
    return subprocess.run(["java", "-version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def key(jars: Sequence[pathlib.Path], *more: str) -> str:
    """Names whatever an archive depends on: Java, the jars with their times, and `more`."""
    parts = [_java_version(), *more, *(f"{jar}:{jar.stat().st_size}:{jar.stat().st_mtime_ns}" for jar in jars)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def made(name: str, make: Callable[[pathlib.Path], None]) -> pathlib.Path | None:
    """The file `name`, by `make` where nobody has made it yet.

    :param make: writes the file at a path. Where it writes none, or raises `OSError` or `subprocess.SubprocessError`, there is none.
    :return: None where it cannot be made.
    """
    target = FOLDER / name
    if not target.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        with open(FOLDER / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not target.exists():
                unfinished = FOLDER / f"{name}.{os.getpid()}"
                with contextlib.suppress(OSError, subprocess.SubprocessError):
                    make(unfinished)
                    unfinished.rename(target)
    return target if target.exists() else None


def _trained(command: list[str], port: int, environment: dict[str, str], archive: pathlib.Path) -> None:
    """A broker that was asked for a topic once, and its classes."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-classes-"))
    options = f"-Xmx512m -XX:TieredStopAtLevel=1 -XX:ArchiveClassesAtExit={archive}"
    arguments = ["serve", "--port", str(port), "--dir", str(folder), "--quiet"]
    try:
        server = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**environment, "KAFKA_HEAP_OPTS": options},
            text=True,
        )
        try:
            assert server.stdout is not None
            if "READY" in server.stdout.readline():
                tool = [*command, "topics", "--bootstrap-server", f"127.0.0.1:{port}", "--create", "--topic", "t"]
                subprocess.run(tool, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        finally:
            server.terminate()
            try:
                server.wait(120)
            finally:
                server.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _trained_by_a_tool(command: list[str], environment: dict[str, str], archive: pathlib.Path) -> None:
    """A tool that asked a broker of klog's for its groups, and its classes."""
    # klog's broker is no part of what needs Java only.
    from klog.testing.embedded import Broker

    options = f"{environment['KAFKA_HEAP_OPTS']} -XX:ArchiveClassesAtExit={archive}"
    with Broker() as broker:
        tool = [*command, "consumer-groups", "--bootstrap-server", broker.bootstrap, "--list"]
        subprocess.run(tool, env={**environment, "KAFKA_HEAP_OPTS": options}, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)


@functools.cache
def of_kafka(version: str, libraries: pathlib.Path, script: str, free_port: Callable[[], int]) -> pathlib.Path | None:
    """The classes of Apache Kafka `version`: of its broker, which are those of its tools for the most part, or of a tool where a broker
    needs a ZooKeeper."""
    jars = sorted(libraries.glob("*.jar"))

    def make(archive: pathlib.Path) -> None:
        environment = {**os.environ, "KAFKA_HEAP_OPTS": "-Xmx256m -XX:TieredStopAtLevel=1"}
        if version >= "3.3":
            _trained([script, version], free_port(), environment, archive)
        else:
            _trained_by_a_tool([script, version], environment, archive)

    return made(f"kafka-{version}-{key(jars)}.jsa", make)


@functools.cache
def of_program(version: str, libraries: pathlib.Path, source: pathlib.Path) -> pathlib.Path | None:
    """A jar of the classes of one Java file, compiled against the jars of Apache Kafka `version`."""
    jars = sorted(libraries.glob("*.jar"))

    def make(jar: pathlib.Path) -> None:
        with tempfile.TemporaryDirectory(prefix="klog-classes-") as folder:
            subprocess.run(["javac", "-nowarn", "-d", folder, "-cp", f"{libraries}/*", str(source)], check=True, capture_output=True)
            subprocess.run(["jar", "--create", "--file", str(jar), "-C", folder, "."], check=True, capture_output=True)

    return made(f"{source.stem}-{version}-{key(jars, source.read_text(encoding='utf-8'))}.jar", make)


def of_formatted(version: str, libraries: pathlib.Path, tool: Sequence[str]) -> pathlib.Path | None:
    """What ``kafka-storage format`` makes of a data directory of node 1 that is broker and controller.

    :param tool: the command that runs Kafka's tools of `version`.
    """
    settings = {
        "process.roles": "broker,controller",
        "node.id": "1",
        "controller.listener.names": "CONTROLLER",
        "listeners": "PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093",
        "controller.quorum.voters": "1@127.0.0.1:9093",
    }

    def make(directory: pathlib.Path) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".properties") as file:
            file.write("".join(f"{name}={value}\n" for name, value in {**settings, "log.dirs": str(directory)}.items()))
            file.flush()
            command = [*tool, "storage", "format", "-t", "klog-peer-cluster-id00", "-c", file.name]
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)

    return made(f"kafka-{version}-formatted-{key(sorted(libraries.glob('*.jar')))}", make)


def run_program(libraries: pathlib.Path, jar: pathlib.Path, main: str, archive: pathlib.Path | None) -> list[str]:
    """The command that runs class `main` of `jar`, with the options of ``KAFKA_HEAP_OPTS``; append its arguments."""
    # Without a configuration log4j writes errors among the answers on standard output.
    options = "-Dlog4j2.level=OFF" + ("" if archive is None else f" -XX:SharedArchiveFile={archive}")
    return ["/bin/sh", "-c", f'exec java $KAFKA_HEAP_OPTS {options} "$@"', "sh", "-cp", f"{libraries}/*:{jar}", main]


def with_archive(archive: pathlib.Path | None, command: list[str]) -> list[str]:
    """`command` with `archive` among the options that ``KAFKA_HEAP_OPTS`` has when it is run; it keeps its process id."""
    return command if archive is None else ["/bin/sh", "-c", _WITH_ARCHIVE, "sh", str(archive), *command]
