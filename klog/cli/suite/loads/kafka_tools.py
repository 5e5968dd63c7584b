"""Kafka's own load programs, by the peers' script: their command lines, and what their reports say. All but `Site.script` is pure.

The reports are those of Apache Kafka 4.3.1. A rate is by the tool's own clock; *warm* is the median rate of the second half of a run that
has no warm-up, since Java's compiler needs ten seconds to get to speed. What several tools do together is divided by one stretch of time,
that of all of them: rates of stretches that are not the same would add up to more than ever went through at once.

A producer leaves a warm-up's records out of its steady state, but not the time that they took: its clock starts when the first record
behind them is handed over, and by then a buffer full of them may wait for a slow broker, on some partitions longer than on others. What
waited is in its time and not in its count. So its own rate behind a warm-up is not taken (`sent_behind_warm_up_per_second`), and of its
windows, of which the first ones are long and nearly empty then, no median; latencies are of the steady state as it tells it.
"""

from __future__ import annotations

import datetime
import math
import re
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.sides.kafka_broker import KAFKA_VERSION

#: The heap that Kafka's own scripts give a tool; and what a producer has for batches that wait, where nothing is said.
TOOL_HEAP_BYTES = 512 << 20
BUFFER_BYTES = 32 << 20
#: Around a small value in a batch of format 2; and what Java's producer keeps for each record under way, rounded up: two callbacks, a
#: future, headers, their places in lists.
AROUND_VALUE_BYTES, OBJECTS_BYTES = 7, 300
#: Fifty records of 200 bytes in one batch of format 2: a header of 61 bytes, nine bytes around each value.
BATCH_OF_50 = 61 + 50 * (200 + 9)
#: The tools count whole milliseconds.
_CLOCK_S = 0.001
#: How often a producer tells its rate; and behind a warm-up, where a fast broker is done within two seconds.
WINDOW_MS, STEADY_WINDOW_MS = 1000, 100
#: Rates are of half a second at least: answers come in lumps.
_LEAST_RATE_S = 0.5
#: Of one record in more than twenty seconds a window tells a rate of 0.0.
_LEAST_PER_S = 0.05


class Window(NamedTuple):
    """What went through between two lines of a producer's report."""

    records: int
    per_second: float

    @property
    def seconds(self) -> float:
        """How long it was; too short where it was longer than twenty seconds for one record."""
        return self.records / max(self.per_second, _LEAST_PER_S)


class Sent(NamedTuple):
    """What a producer's report says.

    :param records: that were sent, those of the warm-up left out.
    :param per_second: by the tool's own clock; behind a warm-up with the time that what waited of it took.
    :param windows: one after the other; of several partitions the first ones may have hardly a record behind the warm-up in them.
    :param latencies_ms: ``mean``, ``p50``, ``p95``, ``p99``, ``p999``, ``max``; from handing over to the answer.
    """

    records: int
    per_second: float
    windows: tuple[Window, ...]
    latencies_ms: Mapping[str, float]

    @property
    def rates(self) -> tuple[float, ...]:
        """One after the other, each of half a second at least."""
        rates, records, seconds = [], 0, 0.0
        for window in self.windows:
            records, seconds = records + window.records, seconds + window.seconds
            if seconds >= _LEAST_RATE_S:
                rates.append(records / seconds)
                records, seconds = 0, 0.0
        return tuple(rates)

    def series(self, record_bytes: int) -> list[tuple[float, float]]:
        """(MB sent, records a second) at the end of each window."""
        return series_over_bytes(self.windows, record_bytes)


class Received(NamedTuple):
    """What a consumer's report says: over all of it, and without the time of joining a group.

    :param began_s: when it began to join, in seconds by the machine's clock. :param fetching_s: likewise, when it began to fetch: where a
    group is shared anew later on, too late by what that took.
    :param ended_s: likewise, when it had all.
    """

    records: int
    per_second: float
    fetching_per_second: float
    began_s: float
    fetching_s: float
    ended_s: float


def warm(rates: Sequence[float]) -> dict[str, float]:
    """The median of the second half, as a figure; nothing of a run that is too short to have one."""
    return {"warm_rate": statistics.median(rates[len(rates) // 2 :])} if len(rates) > 3 else {}


def sent_together_per_second(sent: Sequence[Sent]) -> float:
    """Of producers that run at the same time, by their own clocks. Their reports say how long each took and not when it began, so that all
    are divided by the longest of these times: by the slowest of them, as if all had begun at once."""
    return sum(one.records for one in sent) / max(one.records / one.per_second for one in sent)


def sent_behind_warm_up_per_second(records: int, there: int, there_at_s: float, told_at_s: Sequence[float]) -> float | None:
    """Of producers with a warm-up, by the machine's clock: from a look at the topic at which as many records were there, until the last
    of them has told its sums. None where there was no such look, or nothing was left behind it.

    :param records: of all of them, with the warm-up. :param there: what the look has found, when `there_at_s`.
    :param told_at_s: when each has written the last line of its report.
    """
    seconds = max(told_at_s) - there_at_s
    return (records - there) / seconds if 0 < there < records and seconds > _CLOCK_S else None


def received_together_per_second(received: Sequence[Received]) -> tuple[float, float]:
    """Of consumers that run at the same time: from when the first of them fetched until the last had all; and from when the first began to
    join the group."""
    records, ended_s = sum(one.records for one in received), max(one.ended_s for one in received)
    fetching_s, began_s = min(one.fetching_s for one in received), min(one.began_s for one in received)
    return records / max(_CLOCK_S, ended_s - fetching_s), records / max(_CLOCK_S, ended_s - began_s)


def heap_words(record_bytes: int, settings: Mapping[str, object]) -> list[object]:
    """What stands in front of a producer's command: a larger heap, where more records may be under way than Kafka's own holds. They are
    small ones, of which more are under way the slower the broker is: with that heap only the slower side's tool would run out of memory."""
    buffer_bytes = int(str(settings.get("buffer.memory", BUFFER_BYTES)))
    needed_bytes = buffer_bytes + buffer_bytes // (record_bytes + AROUND_VALUE_BYTES) * OBJECTS_BYTES
    # A collector wants a quarter to work in.
    heaps = math.ceil(needed_bytes * 4 / 3 / TOOL_HEAP_BYTES)
    return ["env", f"KAFKA_HEAP_OPTS=-Xmx{heaps * (TOOL_HEAP_BYTES >> 20)}m"] if heaps > 1 else []


def producer_words(
    script: str,
    bootstrap: str,
    topic: str,
    records: int,
    record_bytes: int,
    settings: Mapping[str, object],
    *,
    warm_up: int = 0,
) -> list[object]:
    """``kafka-producer-perf-test``.

    :param warm_up: the first so many of `records` are in no figure; rates are told oftener.
    """
    words: list[object] = [*heap_words(record_bytes, settings), script, KAFKA_VERSION, "producer-perf-test", "--topic", topic]
    words += ["--num-records", records, "--record-size", record_bytes, "--throughput", -1]
    words += ["--reporting-interval", STEADY_WINDOW_MS if warm_up else WINDOW_MS]
    if warm_up:
        words += ["--warmup-records", warm_up]
    return [*words, "--command-property", f"bootstrap.servers={bootstrap}", *(f"{name}={value}" for name, value in settings.items())]


_LATENCIES = r"([\d.]+) ms avg latency, ([\d.]+) ms max latency(?:, (\d+) ms 50th, (\d+) ms 95th, (\d+) ms 99th, (\d+) ms 99\.9th)?"
_SENT = re.compile(rf"^(\d+) (steady state )?records sent, ([\d.]+) records/sec \([^)]*\), {_LATENCIES}", re.MULTILINE)


def read_producer(text: str, records: int, warm_up: int = 0) -> Sent:
    """Its report.

    :raises StepFailed: it is not whole, or not all were sent.
    """
    lines = list(_SENT.finditer(text))
    totals = [line for line in lines if line[6] is not None]
    wanted = "steady state " if warm_up else None
    last = next((line for line in reversed(totals) if line[2] == wanted), None)
    if last is None or int(last[1]) != records - warm_up:
        raise StepFailed(f"kafka-producer-perf-test reports no {records - warm_up:,} records: {text.strip()[-300:]}")
    steady = text.partition("In steady state.")[2] if warm_up else text
    windows = tuple(Window(int(line[1]), float(line[3])) for line in _SENT.finditer(steady) if line[6] is None)
    names = ("mean", "max", "p50", "p95", "p99", "p999")
    latencies = {name: float(last[place]) for name, place in zip(names, range(4, 10), strict=True)}
    return Sent(int(last[1]), float(last[3]), windows, latencies)


def consumer_words(
    script: str,
    bootstrap: str,
    topic: str,
    records: int,
    settings: Mapping[str, object] | None = None,
    *,
    group: str | None = None,
    fetch_bytes: int | None = None,
    timeout_ms: int = 30_000,
    each_ms: int | None = None,
) -> list[object]:
    """``kafka-consumer-perf-test``.

    :param timeout_ms: what it waits for a record before it takes that for the end.
    :param each_ms: have a line of rates so often, in the place of the sums.
    """
    words: list[object] = [script, KAFKA_VERSION, "consumer-perf-test", "--bootstrap-server", bootstrap, "--topic", topic]
    words += ["--num-records", records, "--timeout", timeout_ms, "--hide-header"]
    if group is not None:
        words += ["--group", group]
    if fetch_bytes is not None:
        words += ["--fetch-size", fetch_bytes]
    if each_ms is not None:
        words += ["--show-detailed-stats", "--reporting-interval", each_ms]
    for name, value in (settings or {}).items():
        words += ["--command-property", f"{name}={value}"]
    return words


def read_consumer(text: str, records: int) -> Received:
    """Its report.

    :raises StepFailed: it is not whole, or fewer came.
    """
    # Start, end, MB, MB/s, records, records/s, milliseconds of joining, of fetching, and MB/s and records/s of fetching.
    rows = [[cell.strip() for cell in line.split(",")] for line in text.splitlines() if line.count(",") == 9]
    if not rows or not rows[-1][4].isdigit():
        raise StepFailed(f"kafka-consumer-perf-test reports nothing: {text.strip()[-300:]}")
    row = rows[-1]
    if int(row[4]) < records:
        raise StepFailed(f"kafka-consumer-perf-test: only {int(row[4]):,} of {records:,} records came")
    began_s, ended_s = map(_seconds, row[:2])
    return Received(int(row[4]), float(row[5]), float(row[9]), began_s, began_s + int(row[6]) / 1000, ended_s)


def _seconds(text: str) -> float:
    """Of ``2026-11-24 03:56:00:495``."""
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S:%f").timestamp()
    except ValueError:
        raise StepFailed(f"kafka-consumer-perf-test tells no time: {text}") from None


def read_consumer_series(text: str, record_bytes: int) -> list[tuple[float, float]]:
    """Of its detailed report: (MB so far, records a second)."""
    points = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) == 10 and cells[1].isdigit() and cells[4].isdigit():
            points.append((int(cells[4]) * record_bytes / 1e6, float(cells[9])))
    return points


def latency_words(script: str, bootstrap: str, topic: str, records: int, acks: str, record_bytes: int) -> list[object]:
    """``kafka-e2e-latency``: one record at a time, from producing it to having it (a closed loop)."""
    words: list[object] = [script, KAFKA_VERSION, "e2e-latency", "--bootstrap-server", bootstrap, "--topic", topic]
    return [*words, "--num-records", records, "--producer-acks", acks, "--record-size", record_bytes]


def read_latency(text: str) -> dict[str, float]:
    """Its report: kinds of figures, in milliseconds; its percentiles are whole ones.

    :raises StepFailed: it is not whole.
    """
    average = re.search(r"Avg latency: ([\d.]+)", text)
    percentiles = re.search(r"50th = ([\d.]+), 99th = ([\d.]+), 99\.9th = ([\d.]+)", text)
    if average is None or percentiles is None:
        raise StepFailed(f"kafka-e2e-latency reports nothing: {text.strip()[-300:]}")
    return dict(zip(("mean_ms", "p50_ms", "p99_ms", "p999_ms"), map(float, (average[1], *percentiles.groups())), strict=True))


def series_over_bytes(windows: Iterable[tuple[float, float]], record_bytes: int) -> list[tuple[float, float]]:
    """(MB sent, records a second) at the end of each window.

    :param windows: records of each, and records a second.
    """
    points, sent = [], 0.0
    for records, per_second in windows:
        sent += records * record_bytes / 1e6
        points.append((sent, per_second))
    return points
