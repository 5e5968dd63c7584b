"""``python -m tests.bench [NAME ...]``: measure klog beside Apache Kafka, print tables with ratios, keep JSON on request.

Every comparison runs both brokers in this one call, in turn, on the same machine; quote ratios rather than single figures.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

from tests.bench import audit as audit_
from tests.bench import before as before_
from tests.bench import clients as clients_
from tests.bench import columns as columns_
from tests.bench import compaction as compaction_
from tests.bench import embedded as embedded_
from tests.bench import heartbeats as heartbeats_
from tests.bench import lag as lag_
from tests.bench import logins as logins_
from tests.bench import measure, perf_tools
from tests.bench import metadata as metadata_
from tests.bench import offsets as offsets_
from tests.bench import pull as pull_
from tests.bench import request_cost as request_cost_
from tests.bench import rights as rights_
from tests.bench import spark_latency as spark_latency_
from tests.bench import spark_sink as spark_sink_
from tests.bench import spark_source as spark_source_
from tests.bench import tls as tls_
from tests.bench import topics as topics_
from tests.bench import transactions as transactions_
from tests.bench import zookeeper as zookeeper_
from tests.bench import zookeeper_groups as zookeeper_groups_
from tests.bench import zookeeper_start as zookeeper_start_
from tests.bench.heartbeats import await_coordinators
from tests.bench.measure import BROKERS, Measured, medians
from tests.bench.perf_tools import Figure
from tests.integration.running import BrokerFailed, KlogBroker

PRODUCE = {
    "100 B, batch.size 8196": (2_000_000, 100, {"batch_size": 8196, "acks": 1}),
    "100 B, batch.size 65536": (5_000_000, 100, {"batch_size": 65536, "linger_ms": 10, "acks": 1}),
    "1000 B, batch.size 65536": (800_000, 1000, {"batch_size": 65536, "linger_ms": 10, "acks": 1}),
}


def say(title: str, heads: list[str], rows: list[list[str]]) -> None:
    """A Markdown table, which reads well in a terminal too."""
    print(f"\n### {title}\n\n| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.stdout.flush()


def compare(runs: int, work: Callable[[Measured, int], dict[str, Figure]]) -> dict[str, dict[str, Figure]]:
    """Medians per experiment and broker; the brokers take turns."""
    gathered: dict[str, dict[str, list[Figure]]] = {}
    for _ in range(runs):
        for key, start in BROKERS.items():
            with start() as broker:
                for turn in range(2):  # the first is the warm-up, smaller
                    for name, figure in work(broker, turn).items():
                        if turn:
                            gathered.setdefault(name, {}).setdefault(key, []).append(figure)
    return {name: {key: medians(Figure, figures) for key, figures in sides.items()} for name, sides in gathered.items()}


def table(title: str, results: dict[str, dict[str, Figure]]) -> None:
    """klog, Kafka, ratios."""
    rows = []
    for name, sides in results.items():
        ours, theirs = sides["klog"], sides["kafka"]
        rows.append(
            [
                name,
                f"{ours.per_second:,.0f}",
                f"{theirs.per_second:,.0f}",
                f"{ours.per_second / theirs.per_second:.2f}",
                f"{ours.cpu_per_million:.3f}",
                f"{theirs.cpu_per_million:.3f}",
                f"{ours.cpu_per_million / theirs.cpu_per_million:.2f}",
            ]
        )
    say(title, ["", "klog records/s", "Kafka records/s", "ratio", "klog CPU s per M", "Kafka CPU s per M", "ratio"], rows)


def produce(runs: int) -> object:
    """Kafka's producer-perf-test."""

    def work(broker: Measured, turn: int) -> dict[str, Figure]:
        figures = {}
        for number, (name, (records, size, settings)) in enumerate(PRODUCE.items()):
            topic = f"perf-{turn}-{number}"
            perf_tools.create_topic(broker, topic)
            figures[name] = perf_tools.producer_perf(broker, topic, records if turn else 300_000, size, **settings)
        return figures

    results = compare(runs, work)
    table("producer-perf-test, acks 1", results)
    return results


def consume(runs: int) -> object:
    """Kafka's consumer-perf-test, in groups of both protocols; both brokers are up, and asked in turns."""
    records = 3_000_000
    protocols: dict[str, dict[str, object]] = {"classic group": {}, "KIP-848 group": {"group_protocol": "consumer"}}
    at_once = {"group.initial.rebalance.delay.ms": "0"}
    gathered: dict[str, dict[str, list[Figure]]] = {}
    with BROKERS["klog"](at_once) as klog, BROKERS["kafka"](at_once) as kafka:
        sides = {"klog": klog, "kafka": kafka}
        for broker in sides.values():
            await_coordinators(broker.address)
            perf_tools.create_topic(broker, "perf", 4)
            perf_tools.producer_perf(broker, "perf", records, 100, batch_size=65536, linger_ms=10, acks=1)
        for run in range(2 * runs + 1):  # the first is the warm-up
            for name, settings in protocols.items():
                for key in sorted(sides, reverse=bool(run % 2)):
                    group = f"perf-{run}-{name.replace(' ', '-')}"
                    figure = perf_tools.consumer_perf(sides[key], "perf", records, group, **settings)
                    if run:
                        gathered.setdefault(name, {}).setdefault(key, []).append(figure)
    results = {name: {key: medians(Figure, figures) for key, figures in found.items()} for name, found in gathered.items()}
    table(f"consumer-perf-test, {records:,} records of 100 B on four partitions, joining included", results)
    fetching = {
        name: {key: figure._replace(per_second=figure.warm_per_second) for key, figure in found.items()} for name, found in results.items()
    }
    table("the same without the time of joining", fetching)
    return results


def librdkafka(runs: int) -> object:
    """confluent-kafka, 16 KiB batches, produce and fetch."""

    def work(broker: Measured, turn: int) -> dict[str, Figure]:
        topic = f"rd-{turn}"
        records = 2_000_000 if turn else 200_000
        perf_tools.create_topic(broker, topic)
        made = perf_tools.confluent_produce(broker, topic, records, 100)
        return {
            "confluent-kafka produce, 100 B, 16 KiB": made,
            "confluent-kafka fetch": perf_tools.confluent_consume(broker, topic, records),
        }

    results = compare(runs, work)
    table("confluent-kafka, one partition", results)
    return results


def latency(runs: int) -> object:
    """Kafka's e2e-latency."""
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(runs):
        for key, start in BROKERS.items():
            with start() as broker:
                perf_tools.create_topic(broker, "e2e")
                perf_tools.end_to_end(broker, "e2e", 2000)
                found.setdefault(key, []).append(perf_tools.end_to_end(broker, "e2e", 10_000))
    heads = ["", "mean ms", "p50 ms", "p99 ms", "p99.9 ms", "whole run s"]
    rows = [
        [key, *(f"{statistics.median(each[name] for each in all_):.2f}" for name in ("mean", "p50", "p99", "p99.9", "whole run s"))]
        for key, all_ in found.items()
    ]
    say("e2e-latency, acks 1, 100 B", heads, rows)
    return found


def first_message(broker: Measured) -> None:
    """One acknowledged record."""
    from confluent_kafka import Producer

    failed: list[str] = []
    producer = Producer({"bootstrap.servers": broker.address, "linger.ms": 0})
    producer.produce("first", b"x", on_delivery=lambda error, _message: failed.append(str(error)) if error else None)
    if producer.flush(20) or failed:
        raise AssertionError(f"the first message was not acknowledged: {failed}")


def start(runs: int) -> object:
    """Start to the first acknowledged message, and idle memory."""
    found: dict[str, dict[str, list[float]]] = {}
    for key, begin in BROKERS.items():
        for _ in range(runs * (5 if key == "klog" else 1)):
            began = time.monotonic()
            with begin() as broker:
                first_message(broker)
                figures = found.setdefault(key, {})
                figures.setdefault("first message s", []).append(time.monotonic() - began)
                figures.setdefault("ready s", []).append(broker.ready_seconds)
                time.sleep(1)
                figures.setdefault("idle RSS MB", []).append(measure.memory_mb(broker.pid))
    heads = ["", *next(iter(found.values()))]
    say("start", heads, [[key, *(f"{statistics.median(values):.2f}" for values in figures.values())] for key, figures in found.items()])
    return found


def cycles(_runs: int) -> object:
    """200 starts, each with one acknowledged message and an orderly stop."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-"))
    seconds = []
    try:
        broker = KlogBroker(folder)
        for _ in range(200):
            began = time.monotonic()
            broker.start()
            first_message(Measured("klog", broker.address, broker.pid, 0))
            seconds.append(time.monotonic() - began)
            broker.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    rows = [[str(len(seconds)), f"{statistics.median(seconds):.3f}", f"{max(seconds):.3f}"]]
    say("start to first acknowledged message, same data directory", ["cycles", "median s", "max s"], rows)
    return seconds


def topics(_runs: int) -> object:
    """Many topics of one partition: starts, memory, open files, idle CPU; recovery of an unflushed tail; turns while groups idle."""
    count = topics_.COUNT
    heads = ["", "start after", "READY s", "first record s", "RSS MB", "open files before", "after", "idle CPU, % of a core"]
    found = []
    for one in topics_.measure(count):
        if isinstance(one, BrokerFailed):
            print(f"it did not start again: {one}", flush=True)
            continue
        found.append(one)
        row = [
            *(one.broker, one.after, f"{one.ready_s:.2f}", f"{one.served_s:.2f}", f"{one.rss_mb:.0f}"),
            *(f"{one.open_before:,}", f"{one.open_after:,}", f"{one.idle_percent:.2f}"),
        ]
        say(f"{count:,} topics of one partition", heads, [row])
    tail = topics_.recovery()
    say("a start behind 1 GiB of one partition", ["unflushed tail, READY s", "clean stop, READY s"], [[f"{each:.2f}" for each in tail]])
    turns = topics_.idle_turns(count)
    longest = max((turn["wall_ms"] for turn in turns["longest"]), default=0.0)
    row = [f"{turns['turns']:,}", f"{longest:.1f}" if longest else "below 8", str(turns["over_20_ms"]), f"{turns['p99_ms']:.2f}"]
    heads = ["turns", "longest ms", "above 20 ms", "p99 of a heartbeat, ms"]
    say(f"{topics_.GROUPS} groups of 10 members idle on {count:,} partitions for {topics_.IDLE_S:.0f} s", heads, [row])
    return {"starts": found, "tail": tail, "turns": turns}


def heartbeats(runs: int) -> object:
    """1,000 groups of 10 members, each on its own connection, one heartbeat each 3 s."""
    found = heartbeats_.measure_all(runs)
    middle = {key: heartbeats_.median(each) for key, each in found.items()}
    base = middle["bare Twisted"].cpu
    rows = []
    for key, each in middle.items():
        latencies = [f"{each.p50_ms:.2f}", f"{each.p99_ms:.2f}"]
        rows.append([key, f"{each.answered:,}", f"{each.cpu:.2f}", f"{each.microseconds:.1f}", f"{each.cpu / base:.2f}", *latencies])
    heads = ["", "heartbeats", f"CPU s in {heartbeats_.SECONDS} s", "CPU µs each", "to bare Twisted", "p50 ms", "p99 ms"]
    say("heartbeats of 1,000 groups of 10 members, every 3 s", heads, rows)
    return found


def offsets(runs: int) -> object:
    """1,000,000 committed offsets at start."""
    found = offsets_.measure(runs)
    rows = []
    for where in dict.fromkeys(each.where for each in found):
        each = sorted((one for one in found if one.where == where), key=lambda one: one.loaded_s)[runs // 2]
        figures = (f"{each.ready_s:.2f}", f"{each.loaded_s:.2f}", f"{each.cpu_s:.2f}", f"{each.rss_mb:.0f}")
        rows.append([where, *figures, str(each.asked), str(each.refused), f"{each.longest_ms:.1f}"])
    heads = ["on", "READY s", "all groups answered s", "CPU s", "RSS MB", "another group's requests", "refused", "longest ms"]
    say("1,000,000 committed offsets, from the start of the process", heads, rows)
    return found


def compaction(runs: int) -> object:
    """1 GiB of 100-byte records, a million keys: on one core, and beside a producer that waits for each answer."""
    found = {
        "one core, nothing else": [compaction_.measure(with_producer=False) for _ in range(runs)],
        "beside a producer": [compaction_.measure(with_producer=True) for _ in range(runs)],
    }
    rows = []
    for name, each in found.items():
        middle = sorted(each, key=lambda one: one.rate)[len(each) // 2]
        times = ["", "", ""]
        if middle.samples:
            ratio = statistics.median(one.busy_p99_ms / one.quiet_p99_ms for one in each)
            times = [f"{middle.quiet_p99_ms:.2f}", f"{middle.busy_p99_ms:.2f}", f"{ratio:.2f}"]
        cpu_rate = middle.megabytes / middle.cpu_seconds
        rows.append([name, f"{middle.rate:.0f}", f"{cpu_rate:.0f}", f"{middle.kept_share:.0%}", *times])
    heads = ["", "MB/s", "MB per CPU s of the broker", "stays", "p99 ms without", "p99 ms meanwhile", "ratio"]
    say("compaction of 1 GiB of 100-byte records", heads, rows)
    return found


def embedded(_runs: int) -> object:
    """A broker inside a test: ready, first answer, a topic, stopped."""
    found = embedded_.measure()
    rows = [[name, *(f"{middle:.1f} ({most:.1f})" for middle, most in times)] for name, times in found.items()]
    heads = ["", "ready", "first answer", "topic", "stop"]
    say(f"a broker inside a test, {embedded_.TIMES} times: milliseconds, median (largest)", heads, rows)
    return found


def lag(runs: int) -> object:
    """The lag of 1,000 groups, in records and in seconds."""
    found = lag_.measure(runs)
    rows = [
        [ours.shape, f"{ours.seconds:.3f}", f"{theirs.seconds:.3f}"] for ours, theirs in zip(found["klog"], found["kafka"], strict=True)
    ]
    say(f"lag of {lag_.GROUPS:,} groups by klog's Admin, seconds", ["groups on", "klog", "Kafka"], rows)
    return found


def clients(runs: int) -> object:
    """klog's client beside confluent-kafka, aiokafka and kafka-python, against klog's broker."""
    found = clients_.measure(runs)
    for work, rates in found.items():
        ours = rates["klog"]
        rows = [
            [client, f"{rate.per_second:,.0f}", f"{ours.per_second / rate.per_second:.2f}", f"{rate.cpu_per_million:.2f}"]
            for client, rate in rates.items()
        ]
        say(f"{work} ({clients_.SETTINGS})", ["", "records/s", "klog to this one", "client's CPU s per M"], rows)
    topics = clients_.measure_topics(runs)
    rows = [[f"{known:,}", f"{rate:,.0f}", f"{topics[5] / rate:.2f}"] for known, rate in topics.items()]
    heads = ["topics in the metadata", "messages per CPU second of the client", "cost to five"]
    say("klog's producer, a Deferred per message", heads, rows)
    return found


def before(runs: int) -> object:
    """This checkout's broker beside an older one's (``KLOG_BENCH_BEFORE``)."""
    return _beside_before(f"before and after, medians of {runs} rounds", before_.measure(runs))


def clients_before(runs: int) -> object:
    """This checkout's clients beside an older one's (``KLOG_BENCH_BEFORE``)."""
    return _beside_before(f"klog's clients before and after, the best of {runs} rounds", before_.measure_clients(runs))


def _beside_before(title: str, found: list[before_.Row]) -> object:
    rows = []
    for row in found:
        rate, cpu = row.records_per_second, row.cpu_s_per_million
        ratios = (rate["after"] / rate["before"], cpu["before again"] / cpu["before"], cpu["after"] / cpu["before"])
        sides = [f"{rate[side]:,.0f} / {cpu[side]:.3f}" for side in before_.SIDES]
        rows.append([row.work, *sides, *(f"{ratio:.3f}" for ratio in ratios)])
    heads = ["records/s / CPU s per M", *before_.SIDES, "rate after to before", "CPU A/A", "CPU after to before"]
    say(title, heads, rows)
    return found


def request_cost(runs: int) -> object:
    """What single requests cost this checkout's broker and an older one's (``KLOG_BENCH_BEFORE``)."""
    found = request_cost_.measure(runs)
    rows = []
    for kind, least, calls, steps in found:
        sides = [f"{least[side]:.1f}" for side in before_.SIDES]
        counts = ["{} / {} / {}".format(*calls[side], steps[side]) for side in ("before", "after")]
        rows.append([kind, *sides, f"{least['before again'] / least['before']:.3f}", f"{least['after'] / least['before']:.3f}", *counts])
    heads = ["CPU µs of one", *before_.SIDES, "A/A", "after to before", "calls (Python / all) and steps before", "after"]
    say("one request, the least of many rounds", heads, rows)
    return found


def audit(runs: int) -> object:
    """What counting for the audit costs a broker and a producer."""
    counted = audit_.count_broker()
    nobody, again, counts = audit_.BROKERS
    rows = []
    for kind, steps in counted:
        rows.append([kind, *(f"{steps[side]:,}" for side in audit_.BROKERS), f"{steps[counts] / steps[nobody]:.4f}"])
    say("instructions of the interpreter for one request at a broker that counts", ["", nobody, again, counts, "ratio"], rows)
    found = audit_.measure_clients(runs)
    rows = []
    for work, least, median in found:
        for side in audit_.CLIENTS:
            more = least[side] - least[audit_.CLIENTS[0]]
            ratio = least[side] / least[audit_.CLIENTS[0]]
            rows.append([work, side, f"{least[side]:.3f}", f"{median[side]:.3f}", f"{more:+.3f}", f"{ratio:.3f}"])
    title = f"klog's producer that counts: CPU s of the client per million records of 100 B; a number takes {audit_.number_bytes()} bytes"
    say(title, ["", "side", "least", "median", "more (least)", "ratio (least)"], rows)
    return {"steps": counted, "clients": found}


def rights(runs: int) -> object:
    """SCRAM, an authorizer and 10,000 rules beside a broker without."""
    counted = rights_.count()
    rows = []
    for kind, steps in counted:
        rows.append([kind, *(f"{steps[side]:,}" for side in rights_.SIDES), f"{steps['closed'] / steps['open']:.3f}"])
    say("instructions of the interpreter for one request", ["", *rights_.SIDES, "closed to open"], rows)
    found = rights_.measure(runs)
    rows = []
    for row in found:
        rate, cpu = row.records_per_second, row.cpu_s_per_million
        sides = [f"{rate[side]:,.0f} / {cpu[side]:.3f}" for side in rights_.SIDES]
        ratios = (rate["closed"] / rate["open"], cpu["open again"] / cpu["open"], cpu["closed"] / cpu["open"])
        rows.append([row.work, *sides, *(f"{ratio:.3f}" for ratio in ratios)])
    heads = ["records/s / CPU s per M", *rights_.SIDES, "rate closed to open", "CPU A/A", "CPU closed to open"]
    say(f"who and what he may: medians of {runs} rounds", heads, rows)
    return {"steps": counted, "load": found}


def tls(runs: int) -> object:
    """klog's TLS beside Kafka's."""
    found = tls_.measure(runs)
    table("TLS 1.3, one certificate", {row.work: {"klog": row.klog, "kafka": row.kafka} for row in found})
    return found


def logins(runs: int) -> object:
    """1,000 logins by SCRAM a second."""
    found = [logins_.measure() for _ in range(runs)]
    rows = [
        [
            f"{one.per_second:,.0f}",
            f"{one.cpu_us:.0f}",
            f"{one.p50_ms:.1f} / {one.p99_ms:.1f}",
            f"{one.turns:,}",
            f"{one.longest_ms:.1f} ({one.longest_cpu_ms:.1f})" if one.longest_ms else "below 8",
            str(one.over_20_ms),
        ]
        for one in found
    ]
    heads = ["logins/s", "CPU µs each", "p50 / p99 ms", "turns", "longest ms (CPU)", "above 20 ms"]
    say(f"{logins_.PER_SECOND:,} logins by SCRAM a second, each on a new connection, for {logins_.SECONDS} s", heads, rows)
    return found


def metadata(runs: int) -> object:
    """5,000 topics in a client's metadata against five."""
    found = metadata_.measure(max(runs, 2))
    few, many = len(metadata_.USED), metadata_.TOPICS
    rows = [[work, f"{each[few]:.2f}", f"{each[many]:.2f}", f"{each[many] / each[few]:.2f}"] for work, each in found.items()]
    say(f"a client that knows {few} topics or {many:,}: CPU seconds per million records", ["", f"{few}", f"{many:,}", "ratio"], rows)
    return found


def columns(runs: int) -> object:
    """A partition as Arrow record batches: fetched and decoded, and decoding alone."""
    found = columns_.measure(runs)
    rows = [
        [
            f"{one.step}, from {key}",
            f"{one.cpu_ns:.0f}",
            f"{one.broker_ns:.0f}",
            f"{one.wall_ns:.0f}",
            f"{one.rate:.1f}",
            f"{1000 / one.cpu_ns:.1f}",
        ]
        for key, each in found.items()
        for one in each
    ]
    heads = ["", "CPU ns a record", "broker's", "wall ns", "million records/s", "million per CPU second"]
    say(f"{columns_.RECORDS:,} records of {columns_.RECORD_BYTES} bytes, one partition, one reader", heads, rows)
    alone = columns_.decode_alone()
    rows = [[name, *(f"{figure:.1f}" for figure in figures.values())] for name, figures in alone]
    say("decoding alone: ns a record, the best of many", ["", *alone[0][1]], rows)
    return {"reading": found, "decoding": alone}


def spark_source(_runs: int) -> object:
    """klog's source in Spark beside Spark's own Kafka connector."""
    found = spark_source_.measure()
    for key, sides in found.items():
        rows = []
        for job, ours in sides["klog"].items():
            theirs, tuned = sides["kafka"][job], sides["tuned"].get(job)
            row = [job, f"{ours.rows_per_s / 1e6:.2f}", f"{theirs.rows_per_s / 1e6:.2f}", f"{ours.rows_per_s / theirs.rows_per_s:.2f}"]
            row += ["–", "–"] if tuned is None else [f"{tuned.rows_per_s / 1e6:.2f}", f"{ours.rows_per_s / tuned.rows_per_s:.2f}"]
            rows.append([*row, f"{ours.cpu_s:.1f}", f"{theirs.cpu_s:.1f}", f"{ours.cpu_s / theirs.cpu_s:.2f}"])
        heads = ["", "klog M rows/s", "connector", "ratio", "connector tuned", "ratio", "klog CPU s", "connector CPU s", "ratio"]
        what = f"{spark_source_.RECORDS:,} records of {spark_source_.RECORD_BYTES} bytes, {spark_source_.PARTITIONS} partitions, local[2]"
        say(f"Spark's sources on {key}'s broker: {what}", heads, rows)
    return found


def spark_sink(_runs: int) -> object:
    """klog's sink in Spark beside Spark's own Kafka connector."""
    found = spark_sink_.measure()
    rows = [
        [f"{key}'s broker, {side}", f"{rate / 1e6:.2f}", f"{rate / sides['kafka']:.2f}"]
        for key, sides in found.items()
        for side, rate in sides.items()
    ]
    what = f"{spark_sink_.RECORDS:,} rows of {spark_sink_.RECORD_BYTES} bytes, {spark_sink_.PARTITIONS} partitions, local[2]"
    say(f"Spark's sinks: {what}", ["", "M rows/s", "to the connector's defaults"], rows)
    return found


def spark_latency(runs: int) -> object:
    """From an appended record to its row in Spark's foreachBatch, beside Spark's own Kafka connector."""
    found = spark_latency_.measure(runs)
    rows = []
    for key, sides in found.items():
        ours = sides["klog"]
        for side, name in (("kafka", "its defaults"), ("tuned", spark_latency_.TUNED)):
            theirs = sides[side]
            row = [f"{key}'s broker, {name}", f"{ours.p50_ms:.0f} / {ours.p95_ms:.0f}", f"{theirs.p50_ms:.0f} / {theirs.p95_ms:.0f}"]
            rows.append([*row, f"{ours.p50_ms / theirs.p50_ms:.2f}"])
    say("append to foreachBatch", ["the connector with", "klog p50 / p95 ms", "connector p50 / p95 ms", "p50, ratio"], rows)
    return found


def zookeeper_start(runs: int) -> object:
    """The embedded ZooKeeper: serving after, memory."""
    found = [dataclasses.asdict(one) for one in zookeeper_start_.measure(runs)]
    rows = [[one["kind"], f"{one['java_s']:.2f}", f"{one['whole_s']:.2f}", f"{one['rss_mb']:.0f}"] for one in found]
    say("twistd klog-zookeeper", ["", "serves after s", "from the command's start s", "MiB of a server"], rows)
    return found


def zookeeper(runs: int) -> object:
    """klog's ZooKeeper client beside kazoo."""
    found = zookeeper_.measure(runs)
    rows = []
    for work, sides in found.items():
        ours, theirs = sides["klog"], sides.get("kazoo")
        row = [work, f"{ours['per_second']:,.0f}", f"{ours['cpu_us']:.0f}"]
        if theirs is None:
            row += ["–", "–", "–"]
        else:
            row += [f"{theirs['per_second']:,.0f}", f"{theirs['cpu_us']:.0f}", f"{ours['per_second'] / theirs['per_second']:.2f}"]
        rows.append(row)
    heads = ["", "klog, per second", "CPU µs of one", "kazoo, per second", "CPU µs of one", "klog to kazoo"]
    say(f"ZooKeeper's clients: {zookeeper_.COUNT:,} nodes of 100 bytes, a server that syncs", heads, rows)
    return found


def zookeeper_groups(_runs: int) -> object:
    """Rebalances of a group that ZooKeeper keeps: 10 members, 10,000 partitions."""
    found = zookeeper_groups_.run(members=10, partitions=10_000, topics=1, processes=3)
    say("a group in ZooKeeper: 10 members, 10,000 partitions", ["", "at rest after s"], [[one.what, f"{one.seconds:.2f}"] for one in found])
    return found


def pull(runs: int) -> object:
    """`klog pull` beside Spark's own Kafka connector writing Parquet, on klog's broker."""
    with measure.klog() as broker:
        found = pull_.measure(broker, runs)
    rows = []
    for one in found:
        theirs = one.connector
        rate, cpu = (one.klog.per_second / theirs.per_second, one.klog.cpu_s / theirs.cpu_s) if theirs else (0.0, 0.0)
        row = [f"{one.name}, {one.compression}", f"{one.klog.per_second / 1e6:.2f}", f"{one.klog.cpu_s:.2f}", f"{one.size_mb:.0f}"]
        row += [f"{theirs.per_second / 1e6:.2f}", f"{theirs.cpu_s:.2f}", f"{rate:.1f}", f"{cpu:.2f}"] if theirs else ["–"] * 4
        rows.append([*row, f"{one.command_s:.2f}"])
    heads = ["", "klog pull, M rows/s", "CPU s", "MB", "connector, M rows/s", "CPU s", "rate, ratio", "CPU, ratio", "the whole command, s"]
    say(f"{pull_.RECORDS:,} records to Parquet, {pull_.PARTITIONS} partitions", heads, rows)
    return [dataclasses.asdict(one) for one in found]


def transactions(runs: int) -> object:
    """Transactions: Kafka's load program, how long ends take, and many open ones."""
    with transactions_.both() as sides:
        gathered = transactions_.rates(sides, runs)
        rates = {name: {key: medians(Figure, figures) for key, figures in found.items()} for name, found in gathered.items()}
        table("producer-perf-test in transactions, 100 B", rates)
        ends: dict[str, dict[str, list[transactions_.Times]]] = {}
        for run in range(runs):
            for key in sorted(sides, reverse=bool(run % 2)):
                for name, times in transactions_.ends(sides[key], run).items():
                    ends.setdefault(name, {}).setdefault(key, []).append(times)
        rows = []
        for name, found in ends.items():
            ours, theirs = (medians(transactions_.Times, found[key]) for key in ("klog", "kafka"))
            row = [name, f"{ours.p50_ms:.2f} / {ours.p99_ms:.2f}", f"{theirs.p50_ms:.2f} / {theirs.p99_ms:.2f}"]
            rows.append([*row, f"{ours.p50_ms / theirs.p50_ms:.2f} / {ours.p99_ms / theirs.p99_ms:.2f}"])
        say("ends of transactions, p50 / p99 ms", ["", "klog", "Kafka", "ratio"], rows)
        opened = {key: transactions_.with_open_ids(broker) for key, broker in sides.items()}
    rows = []
    for key, by_count in opened.items():
        few, many = by_count[transactions_.FEW], by_count[transactions_.MANY]
        for kind, one in few.items():
            row = [key, kind, f"{one.p50_ms:.2f} / {one.p99_ms:.2f}", f"{many[kind].p50_ms:.2f} / {many[kind].p99_ms:.2f}"]
            rows.append([*row, f"{many[kind].p50_ms / one.p50_ms:.2f} / {many[kind].p99_ms / one.p99_ms:.2f}"])
    heads = ["", "", f"{transactions_.FEW} open", f"{transactions_.MANY:,} open", "ratio"]
    say("requests while others have transactions open in the same partition, p50 / p99 ms", heads, rows)
    return {"rates": rates, "ends": ends, "open": opened}


BENCHMARKS: dict[str, Callable[[int], object]] = {
    "produce": produce, "consume": consume, "librdkafka": librdkafka, "latency": latency, "start": start, "cycles": cycles,
    "topics": topics, "heartbeats": heartbeats, "offsets": offsets, "compaction": compaction, "embedded": embedded, "lag": lag,
    "clients": clients, "columns": columns, "metadata": metadata, "spark_source": spark_source, "spark_latency": spark_latency,
    "spark_sink": spark_sink,
    "transactions": transactions,
    "zookeeper_start": zookeeper_start,
    "zookeeper": zookeeper, "zookeeper_groups": zookeeper_groups,
    "audit": audit, "rights": rights, "tls": tls, "logins": logins,
    "pull": pull, "before": before, "clients_before": clients_before, "request_cost": request_cost,
}  # fmt: skip
#: Those that need an older checkout.
BESIDE_BEFORE = ("before", "clients_before", "request_cost")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"of {', '.join(BENCHMARKS)}; all but {' and '.join(BESIDE_BEFORE)} when none is given")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--topics", type=int, default=topics_.COUNT, help="how many the benchmark of that name makes")
    parser.add_argument("--idle-seconds", type=float, default=topics_.IDLE_S, help="how long each of its brokers idles")
    parser.add_argument("--out", type=pathlib.Path, help="append one line of JSON per benchmark")
    options = parser.parse_args()
    topics_.COUNT, topics_.IDLE_S = options.topics, options.idle_seconds
    for name in options.name or [name for name in BENCHMARKS if name not in BESIDE_BEFORE]:
        if name not in BENCHMARKS:
            parser.error(f"no benchmark {name!r}; there are {', '.join(BENCHMARKS)}")
        result = BENCHMARKS[name](options.runs)
        if options.out:
            with options.out.open("a") as out:
                out.write(json.dumps({name: result}) + "\n")


if __name__ == "__main__":
    main()
