"""From a web log to files, and a proof that nothing was lost on the way.

::

    python audited_load.py --kafka 127.0.0.1:9092 --log access.log --to ./lake
    klog audit status -b 127.0.0.1:9092 clicks

Brokers have to run with ``klog.audit.counts=true``. Three parties count, each on its own: the producer what it sends, the brokers what is
appended, and `klog pull` what is in its Parquet files. All of them tell it in ``__klog_audit``; the last step compares.

The program ends with 0 where the verdict on every step is *complete*, with 1 where something is missing, with 2 where that is not known
yet: a window has to be over first, and is only judged as a whole where brokers have counted from its beginning.

Each line of the log becomes a record that has the time of the event (the first field, seconds since 1970), and its number, so that what is
missing would be known one by one: ``klog audit explain clicks --read``.
"""

from __future__ import annotations

import argparse
import sys
import time

from klog import EARLIEST_TIMESTAMP, Audit, BlockingClient, BlockingProducer, ClientSettings, TopicPartition
from klog.audit.balance import Ledger
from klog.audit.cells import AUDIT_TOPIC
from klog.audit.verdicts import EXIT_MISSING, EXIT_UNKNOWN, Verdict, exit_code, worst
from klog.pull.job import pull
from klog.pull.runner import LocalRunner
from klog.pull.settings import PullSettings

TOPIC = "clicks"


def send(kafka: str, path: str, window_ms: int) -> int:
    """The log into the topic; how many lines it has."""
    count = 0
    audit = Audit(numbers=True, window_ms=window_ms)
    with BlockingProducer(kafka, client_id="web", audit=audit) as producer, open(path, "rb") as lines:
        for line in lines:
            seconds, _, request = line.rstrip(b"\n").partition(b" ")
            producer.send(TOPIC, request, timestamp_ms=int(seconds) * 1000)
            count += 1
    return count


def load(kafka: str, target: str, window_ms: int) -> int:
    """The topic into Parquet files; how many rows there are new."""
    client = ClientSettings(bootstrap_servers=kafka, client_id="loader")
    with LocalRunner(workers=1) as runner:
        settings = PullSettings(client=client, target=target, topics=(TOPIC,), audit="lake", audit_window_ms=window_ms)
        return pull(settings, runner).rows


def verdicts(kafka: str) -> dict[str, Verdict]:
    """What the counts come to, by step."""
    ledger = Ledger()
    with BlockingClient(kafka, client_id="auditor") as client:
        client.refresh([AUDIT_TOPIC])
        known = client.metadata.topic(AUDIT_TOPIC)
        partitions = [TopicPartition(AUDIT_TOPIC, one.partition) for one in known.partitions] if known is not None else []
        for tp, start in client.list_offsets(partitions, EARLIEST_TIMESTAMP).items():
            for record in client.read(tp, start.offset):
                ledger.add(record.key, record.value, record.timestamp_ms)
    found: dict[str, list[Verdict]] = {}
    for edge in ledger.balance(int(time.time() * 1000), grace_ms=0, settle_ms=0, topics=[TOPIC]).edges:
        found.setdefault(f"{edge.sender} -> {edge.receiver}", []).append(edge.judgment.verdict)
    return {step: worst(judged) for step, judged in found.items()}


def main(arguments: list[str]) -> int:
    """All of it."""
    parser = argparse.ArgumentParser(description="A log into a topic, the topic into files, audited.")
    parser.add_argument("--kafka", required=True, help="the brokers, host:port")
    parser.add_argument("--log", required=True, help="lines of: seconds since 1970, a space, the request")
    parser.add_argument("--to", required=True, help="the directory for the files")
    parser.add_argument("--patience", type=float, default=60, help="how many seconds to wait for the brokers' counts")
    parser.add_argument("--window-ms", type=int, default=600_000, help="how long windows are, as klog.audit.counts.window.ms has it")
    given = parser.parse_args(arguments)
    print("sent", send(given.kafka, given.log, given.window_ms))
    print("loaded", load(given.kafka, given.to, given.window_ms))
    until_s = time.monotonic() + given.patience
    while True:
        judged = verdicts(given.kafka)
        code = exit_code(list(judged.values()))
        is_complete = bool(judged) and set(judged.values()) == {Verdict.COMPLETE}
        if is_complete or code == EXIT_MISSING or time.monotonic() > until_s:
            break
        # Brokers tell what they have counted now and then, and a sink is asked again what was there by then.
        time.sleep(1)
        load(given.kafka, given.to, given.window_ms)
    for step, verdict in sorted(judged.items()):
        print(f"{step}: {verdict.value}")
    return code if is_complete or code == EXIT_MISSING else EXIT_UNKNOWN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
