"""``make demo``: real log lines through a real client into a broker and back, and the proof that nothing changed on the way.

1. A broker is started as its own process (``twistd -n klog-broker``) on a free port with a fresh data directory.
2. librdkafka (confluent-kafka) produces the lines, spread over the partitions; for each partition the demo keeps a count and a running
   SHA-256 of what it sent.
3. The same client reads every partition from its beginning; count and hash of what arrives are compared, partition by partition.

The exit code is 0 only when all of them are equal and the broker stopped in order. Input is, in this order: the file given by the user, the
sample logs named by ``KLOG_SAMPLE_LOGS``, text logs of this machine, or page views that the demo generates.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.table import Table

PARTITIONS = 4
#: Lines that make a demo worth looking at and still end well inside a minute.
ENOUGH_LINES = 400_000
TOPIC = "demo"


class DemoFailed(Exception):
    """The demo cannot go on; the sentence says why and what to do."""


@dataclasses.dataclass
class Side:
    """What went in to, or came out of, one partition."""

    count: int = 0
    size_bytes: int = 0
    digest: hashlib._Hash = dataclasses.field(default_factory=hashlib.sha256)

    def add(self, line: bytes) -> None:
        """Count one record; its length goes into the hash, so that boundaries count too."""
        self.count += 1
        self.size_bytes += len(line)
        self.digest.update(b"%d:" % len(line) + line)


def read_lines(path: pathlib.Path) -> list[bytes]:
    """The lines of a file, without their newline, otherwise byte for byte; gzip is unpacked."""
    data = path.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    lines = data.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines


def page_views(count: int) -> list[bytes]:
    """Made-up page-view events; the same on every run."""
    rng = random.Random(2011)
    pages = ["/", "/jobs", "/people", "/feed", "/search", "/groups", "/inbox"]
    start = 1_300_000_000
    made = []
    for index in range(count):
        member, page, ms = rng.randrange(100_000), rng.choice(pages), rng.randrange(5, 900)
        made.append(b'{"time":%d,"member":%d,"page":"%s","ms":%d}' % (start + index // 50, member, page.encode(), ms))
    return made


def machine_logs() -> list[pathlib.Path]:
    """Text logs of this machine that we may read."""
    found = []
    for pattern in ("*.log", "*/*.log", "syslog", "messages"):
        for path in sorted(pathlib.Path("/var/log").glob(pattern)):
            try:
                if path.is_file() and path.stat().st_size and b"\0" not in path.open("rb").read(4096):
                    found.append(path)
            except OSError:
                continue
    return found


def choose_input(given: str | None) -> tuple[str, list[bytes]]:
    """What the demo sends, and a sentence that says where it comes from.

    :raises DemoFailed: the given file cannot be read or is empty.
    """
    if given:
        try:
            lines = read_lines(pathlib.Path(given))
        except OSError as error:
            raise DemoFailed(f"cannot read {given}: {error.strerror}") from None
        if not lines:
            raise DemoFailed(f"{given} holds no line")
        return f"{given} ({len(lines):,} lines)", lines
    samples = pathlib.Path(os.environ.get("KLOG_SAMPLE_LOGS") or pathlib.Path(__file__).resolve().parents[3] / "shared" / "data" / "loghub")
    logs = sorted(samples.glob("*.log"))
    if logs:
        lines = [line for path in logs for line in read_lines(path)]
        return f"{len(logs)} sample logs ({len(lines):,} lines), repeated", repeat(lines)
    logs = machine_logs()
    lines = [line for path in logs for line in read_lines(path)]
    if len(lines) >= 1000:
        return f"{len(logs)} text logs of this machine ({len(lines):,} lines), repeated", repeat(lines)
    return f"{ENOUGH_LINES:,} page views made up for the demo (no logs found here; give your own with INPUT=file)", page_views(ENOUGH_LINES)


def repeat(lines: list[bytes]) -> list[bytes]:
    """`lines` as often as it takes to be enough."""
    return lines * max(1, -(-ENOUGH_LINES // len(lines)))


class Broker:
    """``twistd klog-broker`` as a process of its own."""

    def __init__(self, folder: pathlib.Path) -> None:
        twistd = pathlib.Path(sys.executable).with_name("twistd")
        command = [
            str(twistd) if twistd.exists() else "twistd",
            "-n",
            "--pidfile=",
            "klog-broker",
            "--port",
            "0",
            "--log-dir",
            str(folder / "data"),
        ]
        self.log = (folder / "broker.log").open("wb+")
        started = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, stdin=subprocess.DEVNULL)
        self.address = self._wait_ready()
        self.seconds = time.monotonic() - started

    def _wait_ready(self) -> str:
        assert self.process.stdout is not None
        for raw in self.process.stdout:
            line = raw.decode(errors="replace")
            if "READY" in line and "PLAINTEXT://" in line:
                return line.split("PLAINTEXT://", 1)[1].split()[0].split(",")[0]
        self.log.seek(0)
        raise DemoFailed("the broker did not start:\n" + self.log.read().decode(errors="replace")[-2000:])

    def stop(self) -> int:
        """Ask it to end in order; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Progress:
    """A live table of both directions; plain lines where the output is no terminal."""

    def __init__(self, console: Console, total: int) -> None:
        self.console, self.total = console, total
        self.rows: dict[str, tuple[int, int, float]] = {}
        self.started: dict[str, float] = {}
        self.live = Live(self._table(), console=console, refresh_per_second=8, transient=False) if console.is_terminal else None

    def __enter__(self) -> Self:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self.live.update(self._table())
            self.live.stop()

    def update(self, name: str, count: int, size_bytes: int, done: bool = False) -> None:
        """Show where `name` stands now."""
        now = time.monotonic()
        begun = self.started.setdefault(name, now)
        self.rows[name] = (count, size_bytes, now - begun)
        if self.live:
            self.live.update(self._table())
        elif done:
            count, size_bytes, seconds = self.rows[name]
            self.console.print(
                f"{name}: {count:,} records, {size_bytes / 1e6:.1f} MB in {seconds:.1f} s, {count / max(seconds, 1e-9):,.0f} records/s"
            )

    def _table(self) -> Table:
        table = Table(box=None)
        for head in ("", "records", "MB", "records/s", "MB/s", "done"):
            table.add_column(head, justify="left" if not head else "right")
        for name, (count, size_bytes, seconds) in self.rows.items():
            seconds = max(seconds, 1e-9)
            table.add_row(
                name,
                f"{count:,}",
                f"{size_bytes / 1e6:.1f}",
                f"{count / seconds:,.0f}",
                f"{size_bytes / 1e6 / seconds:.1f}",
                f"{100 * count / max(self.total, 1):.0f} %",
            )
        return table


def produce(address: str, lines: list[bytes], progress: Progress) -> list[Side]:
    """Send every line; the partition is the line's number modulo the partitions.

    :raises DemoFailed: a record was not acknowledged.
    """
    from confluent_kafka import Producer
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": address})
    admin.create_topics([NewTopic(TOPIC, PARTITIONS)])[TOPIC].result(20)
    sides = [Side() for _ in range(PARTITIONS)]
    failures: list[str] = []
    acknowledged = 0

    def report(error: object, _message: object) -> None:
        nonlocal acknowledged
        if error is None:
            acknowledged += 1
        else:
            failures.append(str(error))

    producer = Producer(
        {"bootstrap.servers": address, "linger.ms": 20, "acks": "all", "enable.idempotence": True, "queue.buffering.max.messages": 200_000}
    )
    sent_bytes = 0
    for number, line in enumerate(lines):
        partition = number % PARTITIONS
        while True:
            try:
                producer.produce(TOPIC, value=line, partition=partition, on_delivery=report)
                break
            except BufferError:
                producer.poll(0.05)
        sides[partition].add(line)
        sent_bytes += len(line)
        if number % 5000 == 0:
            producer.poll(0)
            progress.update("in", number, sent_bytes)
    left = producer.flush(60)
    if failures or left or acknowledged != len(lines):
        raise DemoFailed(f"{len(lines) - acknowledged:,} records were not acknowledged: {failures[0] if failures else 'no answer in time'}")
    progress.update("in", len(lines), sent_bytes, done=True)
    return sides


def consume(address: str, expected: int, progress: Progress) -> list[Side]:
    """Read every partition from its beginning until `expected` records came or nothing comes for ten seconds."""
    from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": address, "group.id": "demo", "enable.auto.commit": False, "check.crcs": True})
    consumer.assign([TopicPartition(TOPIC, partition, OFFSET_BEGINNING) for partition in range(PARTITIONS)])
    sides = [Side() for _ in range(PARTITIONS)]
    count = size_bytes = 0
    progress.update("out", 0, 0)
    deadline = time.monotonic() + 10
    while count < expected and time.monotonic() < deadline:
        for message in consumer.consume(20_000, 0.2):
            if message.error():
                raise DemoFailed(f"reading failed: {message.error()}")
            value, partition = message.value() or b"", message.partition()
            assert partition is not None
            sides[partition].add(value)
            count += 1
            size_bytes += len(value)
            deadline = time.monotonic() + 10
        progress.update("out", count, size_bytes)
    consumer.close()
    progress.update("out", count, size_bytes, done=True)
    return sides


def compare(console: Console, sent: list[Side], received: list[Side]) -> bool:
    """Print counts and hashes per partition; whether all are equal."""
    table = Table(title="what came out against what went in")
    for head in ("partition", "records in", "records out", "SHA-256 in", "SHA-256 out", ""):
        table.add_column(head, justify="right" if "records" in head else "left")
    equal = True
    for partition, (one, other) in enumerate(zip(sent, received, strict=True)):
        same = one.count == other.count and one.digest.digest() == other.digest.digest()
        equal = equal and same
        table.add_row(
            str(partition),
            f"{one.count:,}",
            f"{other.count:,}",
            one.digest.hexdigest()[:16],
            other.digest.hexdigest()[:16],
            "equal" if same else "[red]DIFFERENT",
        )
    console.print(table)
    return equal


def run(given: str | None, console: Console) -> int:
    """The whole demo; its exit code."""
    source, lines = choose_input(given)
    console.print(f"input: {source}")
    with scratch() as folder:
        broker = Broker(folder)
        try:
            console.print(f"broker: twistd klog-broker on {broker.address}, ready after {broker.seconds:.2f} s")
            console.print(f"client: confluent-kafka, topic {TOPIC!r} of {PARTITIONS} partitions, acks=all, idempotent")
            with Progress(console, len(lines)) as progress:
                sent = produce(broker.address, lines, progress)
                received = consume(broker.address, len(lines), progress)
            equal = compare(console, sent, received)
        finally:
            code = broker.stop()
    if code:
        raise DemoFailed(f"the broker ended with exit code {code}")
    if not equal:
        raise DemoFailed("what came out is not what went in")
    console.print(
        f"[green]all {len(lines):,} records came out as they went in, partition by partition[/green]; the broker stopped in order"
    )
    return 0


class scratch:
    """A folder for the broker that goes when the demo ends, however it ends."""

    def __enter__(self) -> pathlib.Path:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-demo-"))
        return self.folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def main(arguments: list[str] | None = None) -> int:
    """Command-line entry; returns the exit code."""
    parser = argparse.ArgumentParser(prog="make demo", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--input", help="a text file of your own, one record a line (gzip too)")
    options = parser.parse_args(arguments)
    console = Console()
    try:
        return run(options.input, console)
    except DemoFailed as error:
        console.print(f"[red]demo:[/red] {error}", highlight=False)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
