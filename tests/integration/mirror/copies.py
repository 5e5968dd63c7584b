"""A topic on two brokers that is the same but for one record, and how long it takes to find that one.

``python -m tests.integration.mirror.copies --records 10000000`` starts two brokers, fills both, and has ``klog mirror verify`` compare
them: once as they are, and once for each misdeed. One line of JSON for each.
"""

from __future__ import annotations

import argparse
import enum
import json
import random
import time
from collections.abc import Iterator
from typing import Any

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.producer import BlockingProducer
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from tests.integration import disk
from tests.integration.command import Ended, piped
from tests.integration.running import KlogBroker

#: About 16 KiB a batch with values of this size, as Java's producer makes them.
BATCH_RECORDS = 160
VALUE_BYTES = 100
_BASE_MS = 1_600_000_000_000


class Misdeed(enum.StrEnum):
    """What is done to one record of the copy."""

    NONE = "none"
    FLIPPED = "flipped"
    MISSING = "missing"
    DOUBLED = "doubled"
    EXTRA = "extra"


def batches(records: int, misdeed: Misdeed, at: int, *, kind: Codec = Codec.NONE) -> Iterator[bytes]:
    """A log of so many records, with a misdeed done to the one at offset `at`."""
    filler = random.Random(2011).randbytes(VALUE_BYTES)
    for first in range(0, records, BATCH_RECORDS):
        rows = [
            (_BASE_MS + number, None, number.to_bytes(8, "big") + filler[8:], ())
            for number in range(first, min(records, first + BATCH_RECORDS))
        ]
        index = at - first
        if 0 <= index < len(rows):
            timestamp, key, value, headers = rows[index]
            if misdeed is Misdeed.FLIPPED:
                rows[index] = (timestamp, key, value[:-1] + bytes([value[-1] ^ 1]), headers)
            elif misdeed is Misdeed.MISSING:
                del rows[index]
            elif misdeed is Misdeed.DOUBLED:
                rows.insert(index, rows[index])
            elif misdeed is Misdeed.EXTRA:
                rows.insert(index, (timestamp, key, b"nobody sent this", headers))
        yield codec.build_batch(rows, codec=kind)


def fill(
    address: str, topic: str, records: int, partitions: int, misdeed: Misdeed = Misdeed.NONE, at: int = 0, *, kind: Codec = Codec.NONE
) -> None:
    """Make `topic`, with so many records in each partition; the misdeed is done in the last one."""
    with BlockingClient(address, client_id="mirror-copies") as client:
        make_topic(client, topic, partitions)
        for partition in range(partitions):
            done = misdeed if partition == partitions - 1 else Misdeed.NONE
            for batch in batches(records, done, at, kind=kind):
                client.produce(TopicPartition(topic, partition), batch, acks=1)


def fill_compacted(address: str, topic: str) -> None:
    """Make a topic in which 100 keys come again and again, and tombstones; a cleaner has work at once."""
    disk.create_topic(address, topic, 1, {"cleanup.policy": "compact", "segment.ms": "500", "min.cleanable.dirty.ratio": "0.01"})
    for turn in range(4):
        with BlockingProducer(address, client_id="compacted") as producer:
            for key in range(100):
                value = None if turn == 2 and key % 10 == 0 else b"%d of %d" % (turn, key)
                producer.send(topic, value, key=b"%d" % key, partition=0)
            producer.flush()
        time.sleep(0.6)


def make_topic(client: BlockingClient, topic: str, partitions: int) -> None:
    """Make a topic that keeps records of 2020."""
    configs = [CreatableTopicConfig(name="retention.ms", value="-1")]
    made = CreatableTopic(name=topic, num_partitions=partitions, replication_factor=1, configs=configs)
    client.refresh([])
    client.ask(client.metadata.controller_id, CreateTopicsRequest(topics=[made], timeout_ms=30_000))
    client.find_topic(topic, unknown_ms=30_000)


def verify(a: str, b: str, *arguments: str, timeout: float = 600) -> tuple[Ended, Any]:
    """How the command ended, and its document."""
    ended = piped("mirror", "verify", a, b, *arguments, "-o", "json", timeout=timeout)
    return ended, json.loads(ended.text) if ended.text else None


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000_000, help="in all partitions together")
    parser.add_argument("--partitions", type=int, default=4)
    parser.add_argument("--misdeeds", default=",".join(Misdeed))
    parser.add_argument("--how", default="headers", help="headers, deep or renumbered; several with commas")
    options = parser.parse_args()
    each = options.records // options.partitions
    with KlogBroker() as a, KlogBroker() as b:
        fill(a.address, "topic", each, options.partitions)
        for name in options.misdeeds.split(","):
            misdeed = Misdeed(name)
            at = random.Random(f"{each}{name}").randrange(each)
            fill(b.address, f"{name}.topic", each, options.partitions, misdeed, at)
            for how in options.how.split(","):
                began = time.monotonic()
                flags = [] if how == "headers" else [f"--{how}"]
                ended, document = verify(a.address, b.address, "--topics", "topic", "--prefix", f"{name}.", *flags)
                seconds = time.monotonic() - began
                first = document["findings"][0] if document and document["findings"] else None
                whole = document["verify"] if document else ended.remarks
                print(
                    json.dumps(
                        {
                            "misdeed": name,
                            "how": how,
                            "at": at,
                            "exit": ended.code,
                            "seconds": round(seconds, 2),
                            "verify": whole,
                            "first": first,
                        }
                    ),
                    flush=True,
                )


if __name__ == "__main__":
    main()
