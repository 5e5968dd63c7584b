"""From one program to another, and a proof that nothing was lost on the way.

::

    klog broker start --set klog.audit.counts=true --set klog.audit.counts.window.ms=5000
    python audited_topic.py send --kafka 127.0.0.1:9092 --count 1000
    python audited_topic.py read --kafka 127.0.0.1:9092
    klog audit status -b 127.0.0.1:9092 hits --grace 15s

Windows are of five seconds here, ten minutes where nobody says anything, and what is in one is known when it is over, and the grace, too:
half a minute after ``send``; before that the command ends with 2. So it does for windows in which the broker or the reader has begun to
count, which may not know all of them.

Three parties count, each on its own: who sends what it has sent, the broker what is appended, who reads what it was given. All of them tell
it in ``__klog_audit``; the command compares, and ends with 0 where all windows that are over are complete. ``read --leave 3`` instead
leaves the last three records of each partition: then three for each are *missing*, and the command ends with 1.

Both ends add up hashes, so that a record which was altered on its way would show as *changed*.
"""

from __future__ import annotations

import argparse
import sys
import time

from klog import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, Audit, BlockingClient, BlockingProducer, KlogError, TopicPartition

TOPIC = "hits"


def send(kafka: str, count: int, window_ms: int, spread_s: int) -> None:
    """So many records, with times from the window after the next on: who reads them in the next few seconds counts before it begins."""
    begun_ms = (int(time.time() * 1000) // window_ms + 2) * window_ms
    audit = Audit(numbers=True, hashes=True, window_ms=window_ms)
    with BlockingProducer(kafka, client_id="web", audit=audit) as producer:
        for number in range(count):
            at_ms = begun_ms + number * spread_s * 1000 // count
            producer.send(TOPIC, b"hit %d" % number, key=b"visitor %d" % (number % 7), timestamp_ms=at_ms)
    print("sent", count)


def read(kafka: str, leave: int, window_ms: int) -> None:
    """All records that are there, but for some at the end of each partition."""
    count = 0
    audit = Audit(name="billing", hashes=True, window_ms=window_ms)
    with BlockingClient(kafka, client_id="billing", audit=audit) as client:
        client.refresh([TOPIC])
        known = client.metadata.topic(TOPIC)
        partitions = [TopicPartition(TOPIC, one.partition) for one in known.partitions] if known is not None else []
        starts = client.list_offsets(partitions, EARLIEST_TIMESTAMP)
        ends = client.list_offsets(partitions, LATEST_TIMESTAMP)
        for tp in partitions:
            # Whoever iterates has got a record, and it counts.
            for _ in client.read(tp, starts[tp].offset, max(starts[tp].offset, ends[tp].offset - leave)):
                count += 1
    print("read", count)


def main(arguments: list[str]) -> None:
    """One of both."""
    parser = argparse.ArgumentParser(description="Sends records, or reads them, audited.")
    parser.add_argument("what", choices=["send", "read"])
    parser.add_argument("--kafka", required=True, help="the brokers, host:port")
    parser.add_argument("--count", type=int, default=1000, help="how many records to send")
    parser.add_argument("--seconds", type=int, default=4, help="over how many seconds their times are spread")
    parser.add_argument("--leave", type=int, default=0, help="how many at the end of each partition are not read")
    parser.add_argument("--window-ms", type=int, default=5_000, help="how long windows are, as klog.audit.counts.window.ms has it")
    given = parser.parse_args(arguments)
    try:
        if given.what == "send":
            send(given.kafka, given.count, given.window_ms, given.seconds)
        else:
            read(given.kafka, given.leave, given.window_ms)
    except KlogError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
