"""Scripts in the place of the peers': they speak as those do, in seconds and without Java, and can be told to go wrong.

``kafka 4.3.1 serve`` is klog's broker, MirrorMaker is ``klog mirror run``, the load tools send and read by klog's blocking client and
print Kafka's reports; ``rabbitmq`` and ``activemq`` are queues in a file.
What goes wrong is named by ``KLOG_FAKE_PEERS``, several words separated by commas:

| word | |
|---|---|
| loses | the producer says that it sent more than it did |
| dies | the broker ends while the producer works |
| hangs | the producer never ends |
| taken | the first port that a broker is given is taken |
| absent | the jars cannot be had |
| slow_start | the broker is never ready |
"""

from __future__ import annotations

import os
import pathlib
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
WRONG = "KLOG_FAKE_PEERS"


def install(folder: pathlib.Path, *names: str) -> pathlib.Path:
    """Write scripts of these names into `folder`, which is returned."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = folder / name
        path.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom tests.cli.suite import fake_peers\n"
            f"sys.exit(fake_peers.{name}(sys.argv[1:]))\n"
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return folder


@contextmanager
def wrong(*words: str) -> Iterator[None]:
    """These go wrong meanwhile."""
    with mock.patch.dict(os.environ, {WRONG: ",".join(words)}):
        yield


def _goes_wrong(word: str) -> bool:
    return word in os.environ.get(WRONG, "").split(",")


def _option(words: list[str], name: str) -> str:
    return words[words.index(name) + 1]


# -- Kafka


def kafka(words: list[str]) -> int:
    """``kafka VERSION COMMAND …``"""
    _, command, *rest = words
    if command == "install":
        if _goes_wrong("absent"):
            print("kafka: mvn is not installed; Apache Kafka 4.3.1 cannot be had on this machine")
            return 1
        print("/nowhere")
        return 0
    if command == "serve":
        return _serve_klog(rest)
    if command == "zookeeper":
        print(f"READY port={_option(rest, '--port')}", flush=True)
        signal.pause()
    if command == "java":
        return _mirror_maker(pathlib.Path(rest[1]))
    return {"producer-perf-test": _produce, "consumer-perf-test": _consume, "e2e-latency": _latency}[command](rest)


def _serve_klog(words: list[str]) -> int:
    import subprocess
    import time

    port, folder = _option(words, "--port"), pathlib.Path(_option(words, "--dir"))
    folder.mkdir(parents=True, exist_ok=True)
    if _goes_wrong("slow_start"):
        time.sleep(100)
    taken = folder.parent / "taken"
    if _goes_wrong("taken") and not taken.exists():
        taken.touch()
        print("java.net.BindException: Address already in use")
        return 1
    if _goes_wrong("formats"):
        time.sleep(1.0)
    began = time.monotonic()
    code = "from twisted.scripts.twistd import run; run()"
    command = [sys.executable, "-c", code, "-n", "--pidfile=", "klog-broker", "--port", port, "--log-dir", str(folder / "logs")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    broker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    signal.signal(signal.SIGTERM, lambda *_: broker.terminate())
    assert broker.stdout is not None
    for line in broker.stdout:
        if "READY" in line:
            print(f"READY port={port} pid={broker.pid} seconds={time.monotonic() - began:.2f}", flush=True)
            break
    else:
        print("no READY")
    (folder.parent / "pids").write_text(f"{os.getpid()} {broker.pid}")
    broker.stdout.read()
    return broker.wait()


def _mirror_maker(properties: pathlib.Path) -> int:
    told = dict(line.split(" = ", 1) for line in properties.read_text().splitlines())
    words = ["mirror", "run", "--from", told["source.bootstrap.servers"], "--to", told["copy.bootstrap.servers"], "--alias", "source"]
    # Without the markers of transactions offsets are numbers of records, as MirrorMaker's are.
    words += ["--identity", "--no-transactions", "--topics", told["source->copy.topics"].replace(".*", "*")]
    os.environ["PYTHONPATH"] = str(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "klog", *words])


def _properties(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words[words.index("--command-property") + 1 :])


def _produce(words: list[str]) -> int:
    import time

    from klog.client.blocking.producer import BlockingProducer

    topic, records, size = _option(words, "--topic"), int(_option(words, "--num-records")), int(_option(words, "--record-size"))
    warm_up = int(_option(words, "--warmup-records")) if "--warmup-records" in words else 0
    properties = _properties(words)
    if _goes_wrong("hangs"):
        time.sleep(100)
    if _goes_wrong("dies"):
        _kill_the_broker()
        time.sleep(100)
    began = time.monotonic()
    sent = records - 5 if _goes_wrong("loses") else records
    with BlockingProducer(properties["bootstrap.servers"]) as producer:
        for _ in range(sent):
            producer.send(topic, b"x" * size)
        producer.flush()
    rate = records / (time.monotonic() - began)
    for _ in range(5):
        print(f"{records // 5} records sent, {rate:.1f} records/sec (1.00 MB/sec), 1.0 ms avg latency, 2.0 ms max latency.")
    tail = "(1.00 MB/sec), 1.00 ms avg latency, 2.00 ms max latency, 1 ms 50th, 1 ms 95th, 2 ms 99th, 2 ms 99.9th."
    print(f"{records} records sent, {rate:.6f} records/sec {tail}")
    if warm_up:
        print(f"{records - warm_up} steady state records sent, {rate:.6f} records/sec {tail}")
    return 0


def _kill_the_broker() -> None:
    """Of this step: its numbers lie beside its data."""
    import signal

    (path,) = pathlib.Path.cwd().parent.rglob("pids")
    os.kill(int(path.read_text().split()[1]), signal.SIGKILL)


def _consume(words: list[str]) -> int:
    import time

    from klog.client.blocking.client import BlockingClient
    from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition

    topic, records = _option(words, "--topic"), int(_option(words, "--num-records"))
    began, seen = time.monotonic(), 0
    with BlockingClient(_option(words, "--bootstrap-server")) as client:
        while seen < records and time.monotonic() - began < 60:
            seen = 0
            found = client.find_topic(topic, unknown_ms=10_000)
            for partition in range(len(found.partitions)):
                tp = TopicPartition(topic, partition)
                start = client.list_offsets([tp], EARLIEST_TIMESTAMP)[tp].offset
                seen += sum(1 for _ in client.read(tp, start, client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset))
    rate = seen / (time.monotonic() - began)
    if "--show-detailed-stats" in words:
        for part in (1, 2, 3):
            print(f"2026-11-24 03:55:48:{part}00, 0, 0.5, 1.0, {seen * part // 3}, {rate:.1f}, 0, 100, 1.0, {rate:.1f}")
    else:
        print(f"2026-11-24 03:56:00:495, 2026-11-24 03:56:07:286, 57.2, 8.4, {seen}, {rate:.1f}, 100, 200, 1.0, {rate:.1f}")
    return 0


def _latency(words: list[str]) -> int:
    print("Avg latency: 1.5 ms\nPercentiles: 50th = 1, 99th = 3, 99.9th = 5")
    return 0


# -- the queues


def _serve_queue(words: list[str], name: str) -> int:
    import signal
    import socket
    import time

    if _goes_wrong("absent"):
        print(f"{name}: not installed; run `{name} install`")
        return 1
    port = int(_option(words, "--port"))
    with socket.socket() as server:
        try:
            server.bind(("127.0.0.1", port))
        except OSError:
            print(f"{name}: something listens on 127.0.0.1:{port} already")
            return 1
        server.listen()
        ended: list[int] = []
        signal.signal(signal.SIGTERM, lambda *_: ended.append(1))
        print(f"READY port={port} pid={os.getpid()} seconds=0.1", flush=True)
        while not ended:
            time.sleep(0.02)
    return 0


def rabbitmq(words: list[str]) -> int:
    """``rabbitmq COMMAND …``"""
    command, *rest = words
    if command == "install":
        print("/nowhere\nRabbitMQ 3.10.8")
        return 0
    if command == "serve":
        return _serve_queue(rest, "rabbitmq")
    if command == "ctl":
        for path in pathlib.Path.cwd().glob("queue-*"):
            print(f"{path.name.removeprefix('queue-')}\t{path.read_text()}")
        return 0
    if "--pmessages" in rest:
        sent = int(_option(rest, "--pmessages"))
        queue = pathlib.Path.cwd() / f"queue-{_option(rest, '--queue')}"
        queue.write_text(str(sent - 5 if _goes_wrong("loses") else sent))
        print("id: t, time 1.0 s, sent: 100 msg/s\nid: t, sending rate avg: 100 msg/s")
    else:
        print("id: t, time 1.0 s, received: 200 msg/s\nid: t, receiving rate avg: 200 msg/s")
    return 0


def activemq(words: list[str]) -> int:
    """``activemq COMMAND …``"""
    command, *rest = words
    if command == "install":
        print("/somewhere/activemq-6.3.1")
        return 0
    if command == "serve":
        return _serve_queue(rest, "activemq")
    messages = int(_option(rest, "--messages"))
    print(f"total: {messages - 5 if _goes_wrong('loses') else messages} messages in 1.0 s, 50.0 msg/s")
    print("out of order: 0, more than asked for: 0")
    return 0
