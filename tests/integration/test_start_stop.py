"""Starts and stops: many in a row, with clients in the way, where something else is in the way, and with many topics."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from typing import Any

import pytest

from klog.version import __version__
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from tests import peers
from tests.integration import disk
from tests.integration.raw import ConnectionClosed, Raw, fetch_request, produce_request
from tests.integration.running import TWISTD, KlogBroker

CYCLES = 200
TOPICS = 1000
#: What a stop may take beyond klog.shutdown.timeout.ms on a busy machine, in seconds.
SLACK = 8.0


class InFolder(unittest.TestCase):
    """A folder per test."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-start-stop-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def create(self, address: str, *topics: str) -> None:
        made = [CreatableTopic(name=topic, num_partitions=1, replication_factor=1) for topic in topics]
        with Raw(address, 120) as client:
            answer = client.ask(CreateTopicsRequest(topics=made, timeout_ms=60_000), 5)
        self.assertEqual({topic.error_code for topic in answer.topics}, {0})

    def produce(self, address: str, topic: str, value: bytes) -> int:
        """The offset that was acknowledged."""
        with Raw(address) as client:
            answer = client.ask(produce_request(topic, value), 9)
        (partition,) = answer.responses[0].partition_responses
        self.assertEqual(partition.error_code, 0, partition)
        return int(partition.base_offset)


@pytest.mark.soak
class CycleTests(InFolder):
    """Two hundred lives, a message each."""

    def test_cycles(self) -> None:
        count = peers.soak_share(CYCLES)
        seconds = []
        broker = KlogBroker(self.folder)
        for number in range(count):
            begun = time.monotonic()
            with broker:
                if not number:
                    self.create(broker.address, "cycles")
                self.assertEqual(self.produce(broker.address, "cycles", b"%d" % number), number)
                seconds.append(time.monotonic() - begun)
            self.assertNotIn("not closed in order", broker.past_output)
            self.assertEqual(broker.past_output.count("READY"), number + 1)
        with broker:
            values = [row.value for row in disk.read_topic(broker.address, "cycles", 1)[0]]
        self.assertEqual(values, [b"%d" % number for number in range(count)])
        median = statistics.median(seconds)
        print(f"{count} cycles: start to first acknowledged message {median:.2f} s median, {max(seconds):.2f} s at most")
        if peers.SOAK and not os.environ.get("KLOG_NO_EXTENSIONS"):
            self.assertLess(median, 1.5, "0.5 s on a machine with nothing else to do")


class StopTests(InFolder):
    """Clients in the way of a stop."""

    def stop_in_time(self, broker: KlogBroker, timeout: float) -> float:
        """SIGTERM; exit code 0, in time, and an orderly end. The seconds it took."""
        assert broker.server is not None
        begun = time.monotonic()
        self.assertEqual(broker.server.terminate(timeout + SLACK), 0)
        took = time.monotonic() - begun
        broker.past_output += broker.server.output()
        broker.server = None
        self.assertTrue((broker.data / ".kafka_cleanshutdown").exists())
        return took

    def test_with_a_client_that_does_not_read(self) -> None:
        with KlogBroker(self.folder, settings={"klog.shutdown.timeout.ms": "1000"}) as broker:
            self.create(broker.address, "large")
            disk.produce(broker.address, "large", 0, [os.urandom(500_000) for _ in range(40)])
            with contextlib.ExitStack() as stack:
                clients = [stack.enter_context(Raw(broker.address)) for _ in range(3)]
                for client in clients:
                    for _ in range(5):
                        client.send(fetch_request("large", wait_ms=0, min_bytes=1), 11)
                for client in clients:
                    # An answer is under way.
                    client.socket.recv(1, socket.MSG_PEEK)
                took = self.stop_in_time(broker, 1)
            self.assertGreater(took, 0.5, "answers under way get their time")
            broker.start()
            self.assertEqual(len(disk.read_topic(broker.address, "large", 1)[0]), 40)

    def test_with_requests_half_sent(self) -> None:
        with KlogBroker(self.folder, settings={"klog.shutdown.timeout.ms": "2000"}) as broker:
            self.create(broker.address, "half")
            with contextlib.ExitStack() as stack:
                clients = [stack.enter_context(Raw(broker.address)) for _ in range(4)]
                for client, cut in zip(clients, (2, 10, 60, 5_000), strict=True):
                    client.socket.sendall(client.frame(produce_request("half", b"v" * 10_000), 9)[:cut])
                self.assertEqual(self.produce(broker.address, "half", b"whole"), 0)
                time.sleep(0.2)
                self.stop_in_time(broker, 2)
            broker.start()
            self.assertEqual([row.value for row in disk.read_topic(broker.address, "half", 1)[0]], [b"whole"])

    def test_with_a_fetch_that_waits(self) -> None:
        with KlogBroker(self.folder, settings={"klog.shutdown.timeout.ms": "60000"}) as broker:
            self.create(broker.address, "empty")
            with Raw(broker.address) as client:
                client.send(fetch_request("empty", wait_ms=60_000, min_bytes=1), 11)
                time.sleep(0.3)
                # A minute is there; a waiting fetch has no reason to use it up.
                took = self.stop_in_time(broker, 0)
                self.assertLess(took, SLACK)

    def test_under_load(self) -> None:
        """Whoever got an acknowledgement before the stop finds its message after it; nothing has to be recovered."""
        from confluent_kafka import Producer

        with KlogBroker(self.folder) as broker:
            disk.create_topic(broker.address, "load", 2, {"flush.messages": "10"})
            settings = {
                **disk.QUIET,
                "bootstrap.servers": broker.address,
                "linger.ms": 1,
                "message.timeout.ms": 600_000,
                "enable.idempotence": True,
                "reconnect.backoff.max.ms": 100,
            }
            producer = Producer(settings)
            acknowledged: dict[tuple[int, int], bytes] = {}
            ending = threading.Event()

            def told(error: Any, message: Any) -> None:
                if not error:
                    acknowledged[message.partition(), message.offset()] = message.value()

            def load() -> None:
                number = 0
                while not ending.is_set():
                    for _ in range(20):
                        with contextlib.suppress(BufferError):
                            producer.produce("load", b"%d" % number, partition=number % 2, on_delivery=told)
                            number += 1
                    producer.poll(0.01)

            thread = threading.Thread(target=load, daemon=True)
            thread.start()
            for _ in range(peers.soak_share(40)):
                time.sleep(0.5)
                self.stop_in_time(broker, 10)
                broker.start()
            time.sleep(0.3)
            ending.set()
            thread.join()
            self.assertEqual(producer.flush(60), 0)
            self.assertNotIn("not closed in order", broker.output())
            rows = disk.read_topic(broker.address, "load", 2)
        there = {(partition, row.offset): row.value for partition, some in rows.items() for row in some}
        self.assertEqual(there, acknowledged)
        for partition, some in rows.items():
            self.assertEqual([int(row.value or b"") for row in some], list(range(partition, 2 * len(some) + partition, 2)))

    def test_sigint_and_a_second_signal(self) -> None:
        with KlogBroker(self.folder) as broker:
            assert broker.server is not None
            broker.server.process.send_signal(signal.SIGINT)
            broker.server.process.send_signal(signal.SIGTERM)
            self.assertEqual(broker.server.wait(60), 0)
            self.assertTrue((broker.data / ".kafka_cleanshutdown").exists())


class RefusalTests(InFolder):
    """One clear line, and an exit code."""

    def refused(self, *arguments: str) -> str:
        """Run a broker that should not start; the one line that it says."""
        done = subprocess.run(
            [str(TWISTD), "-n", "--pidfile=", "klog-broker", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("Traceback", done.stdout)
        self.assertNotIn("READY", done.stdout)
        said = [line for line in done.stdout.splitlines() if line.strip() and "[" not in line[:35]]
        self.assertEqual(len(said), 1, done.stdout)
        return said[0]

    def test_a_data_directory_in_use(self) -> None:
        with KlogBroker(self.folder) as broker:
            self.create(broker.address, "t")
            before = disk.snapshot_tree(broker.data)
            line = self.refused("--port", "0", "--log-dir", str(broker.data))
            self.assertIn(f"{broker.data}", line)
            self.assertIn("in use by another broker", line)
            self.assertEqual(disk.snapshot_tree(broker.data), before)
            self.assertEqual(self.produce(broker.address, "t", b"the first broker works on"), 0)

    def test_a_port_in_use(self) -> None:
        with KlogBroker(self.folder) as broker:
            other = self.folder / "other"
            line = self.refused("--port", str(broker.port), "--log-dir", str(other))
            self.assertIn(str(broker.port), line)
            self.assertIn("in use", line.lower())
            # Nothing is locked, and the next start is an ordinary one.
            with KlogBroker(self.folder / "o", port=0) as second:
                self.assertTrue(second.port)
        broker = KlogBroker(self.folder)
        broker.data = other
        with broker:
            self.assertNotIn("not closed in order", broker.output())

    def test_a_directory_that_cannot_be_made(self) -> None:
        file = self.folder / "file"
        file.write_bytes(b"")
        line = self.refused("--port", "0", "--log-dir", str(file / "data"))
        self.assertIn(str(file), line)

    def test_a_directory_of_another_broker(self) -> None:
        with KlogBroker(self.folder) as broker:
            broker.stop()
            line = self.refused("--port", "0", "--log-dir", str(broker.data), "--broker-id", "7")
        self.assertIn("meta.properties", line)
        self.assertIn("broker", line)


class DaemonTests(InFolder):
    """Without ``-n``: twistd's parent waits for its child, whose standard streams are closed."""

    def daemon(self, *arguments: str, seconds: float = 30) -> subprocess.CompletedProcess[str]:
        """Start one; it ends when the broker runs, or cannot."""
        return subprocess.run(
            [str(TWISTD), "--logfile=d.log", "--pidfile=d.pid", "klog-broker", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            cwd=self.folder,
        )

    def end(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            pid = int((self.folder / "d.pid").read_text())
            os.kill(pid, signal.SIGTERM)
            end_s = time.monotonic() + 30
            while (self.folder / "d.pid").exists() and time.monotonic() < end_s:
                time.sleep(0.02)

    def test_one_that_cannot_start(self) -> None:
        (self.folder / "file").write_bytes(b"")
        done = self.daemon("--log-dir", "file")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertRegex(done.stderr, r"(?m)^klog-broker: .*file.*: Not a directory|File exists")
        log = (self.folder / "d.log").read_text()
        self.assertIn(done.stderr.splitlines()[0].removeprefix("klog-broker: "), log)
        self.assertNotIn("Traceback", log)
        self.assertFalse((self.folder / "d.pid").exists())

    def test_a_good_one(self) -> None:
        self.addCleanup(self.end)
        done = self.daemon("--log-dir", "data")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        end_s = time.monotonic() + 30
        while "READY" not in (log := (self.folder / "d.log").read_text()) and time.monotonic() < end_s:
            time.sleep(0.02)
        self.assertIn("klog-broker READY listeners=PLAINTEXT://127.0.0.1:", log)
        self.assertIn(f"klog {__version__}", log)
        self.assertIn(str(self.folder / "data"), log)


class ManyTopicsTests(InFolder):
    """A thousand topics of one partition."""

    def test_a_thousand_topics(self) -> None:
        names = [f"topic-{number}" for number in range(TOPICS)]
        with KlogBroker(self.folder) as broker:
            begun = time.monotonic()
            self.create(broker.address, *names)
            made = time.monotonic() - begun
            for name in names[::100]:
                self.assertEqual(self.produce(broker.address, name, name.encode()), 0)
            broker.restart()
            assert broker.server is not None
            clean = broker.server.ready_seconds
            self.check(broker, names)
            for name in names:
                self.produce(broker.address, name, b"in all")
            files = len(os.listdir(f"/proc/{broker.pid}/fd")) if os.path.isdir("/proc/self/fd") else 0
            broker.kill()
            broker.start()
            assert broker.server is not None
            killed = broker.server.ready_seconds
            self.check(broker, names)
            for name in names:
                self.produce(broker.address, name, b"not flushed")
            begun = time.monotonic()
            broker.stop()
            stopped = time.monotonic() - begun
            print(
                f"{TOPICS} topics: made in {made:.1f} s, started in {clean:.1f} s, after a kill in {killed:.1f} s, "
                f"stopped in {stopped:.1f} s; {files} files open"
            )
            self.assertTrue((broker.data / ".kafka_cleanshutdown").exists())
            broker.start()
            if peers.SOAK and not os.environ.get("KLOG_NO_EXTENSIONS"):
                self.assertLess(clean, 4, "2 s on a machine with nothing else to do")
                self.assertLess(killed, 10, "5 s on a machine with nothing else to do")
                self.assertLess(made, 12, "3 s on a machine with nothing else to do, and no files deleted within the last minute (ext4)")
                self.assertLess(stopped, 6, "3 s on a machine with nothing else to do")

    def check(self, broker: KlogBroker, names: list[str]) -> None:
        self.assertEqual(disk.topic_names(broker.address), dict.fromkeys(names, 1))
        for name in names[::100]:
            row = disk.read_topic(broker.address, name, 1)[0][0]
            self.assertEqual((row.offset, row.value), (0, name.encode()))


class FewFilesTests(InFolder):
    """More partitions and clients than the process may open files."""

    FILES = 128

    def test_a_low_hard_limit(self) -> None:
        topics = {f"topic-{number}": 1 for number in range(300)}
        prefix = ["sh", "-c", f'ulimit -n {self.FILES} && exec "$0" "$@"']
        with KlogBroker(self.folder, prefix=prefix) as broker:
            self.assertIn(f"only {self.FILES} files may be open", broker.output())
            self.create(broker.address, *topics)
            with Raw(broker.address) as client:
                for topic in topics:
                    answer = client.ask(produce_request(topic, topic.encode()), 9)
                    self.assertEqual(answer.responses[0].partition_responses[0].error_code, 0)
            self.check(broker, topics)
            broker.restart()
            self.assertNotIn("not closed in order", broker.output())
            self.check(broker, topics)
            broker.kill()
            broker.start()
            self.check(broker, topics)
            with contextlib.ExitStack() as stack:
                # More clients than there are descriptors left: some wait, and nobody's records suffer.
                clients = []
                for _ in range(self.FILES):
                    client = socket.create_connection(("127.0.0.1", broker.port), 10)
                    clients.append(stack.enter_context(client))
                time.sleep(1)
                self.assertEqual(os.path.exists(f"/proc/{broker.pid}"), os.path.exists("/proc/self"))
            disk.wait_for("room again", lambda: self.works(broker))
            self.check(broker, topics)

    def works(self, broker: KlogBroker) -> bool:
        try:
            with Raw(broker.address, 5) as client:
                answer = client.ask(produce_request("topic-0", b"later"), 9)
                return bool(answer.responses[0].partition_responses[0].error_code == 0)
        except (OSError, ConnectionClosed):
            return False

    def check(self, broker: KlogBroker, topics: dict[str, int]) -> None:
        rows = disk.read_topics(broker.address, topics)
        self.assertEqual({topic: some[0][0].value for topic, some in rows.items()}, {topic: topic.encode() for topic in topics})


class HungDiskTests(unittest.TestCase):
    """A disk that never answers."""

    def test_a_stop_ends_whatever_hangs(self) -> None:
        """Twenty flushes never end: more than any pool has threads. The stop gives them up, the process ends, and says nothing of order."""
        with tempfile.TemporaryDirectory() as place:
            directory = pathlib.Path(place) / "data"
            program = [sys.executable, "-m", "tests.integration.hung_disk", str(directory), "20"]
            done = subprocess.run(program, capture_output=True, text=True, timeout=120)
            self.assertEqual((done.returncode, done.stdout.split()), (0, ["STOPPING", "STOPPED"]), done.stderr)
            self.assertFalse((directory / ".kafka_cleanshutdown").exists())
