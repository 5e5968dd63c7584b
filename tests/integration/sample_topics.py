"""The sixteen sample logs as topics, repeated as often as a test needs, and what a table of their records has to hold.

Each log has a topic of its own with two partitions; a partition repeats its half of the lines. Keys are the record's number in the
partition (every fifth has none), timestamps rise, so that no two rows are the same and order is seen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec as records_codec
from tests import peers

PARTITIONS = 2
BASE_MS = 1_700_000_000_000
#: Records in a batch that is produced.
BATCH = 2_000
#: A record's timestamp is so much behind the one before.
STEP_MS = 7


@dataclasses.dataclass(frozen=True)
class Content:
    """What a partition holds: `count` records, whose values are `lines` over and over."""

    tp: TopicPartition
    lines: tuple[bytes, ...]
    count: int

    def records(self, first: int, end: int) -> list[tuple[int, bytes | None, bytes, tuple[()]]]:
        """For `build_batch`."""
        lines, many = self.lines, len(self.lines)
        return [(BASE_MS + STEP_MS * at, None if at % 5 == 0 else b"%d" % at, lines[at % many], ()) for at in range(first, end)]

    def table(self, first: int = 0) -> Any:
        """The records from `first` on as the columns of a pull's files."""
        import pyarrow as pa

        from klog.arrow.schema import schema
        from klog.pull.decoding import FILE_COLUMNS

        ours = pa.array(self.lines, pa.binary())
        rows = range(first, self.count)
        columns = [
            pa.array((None if at % 5 == 0 else b"%d" % at for at in rows), pa.binary()),
            pa.concat_arrays([ours] * (self.count // len(self.lines) + 1)).slice(first, len(rows)),
            pa.array(rows, pa.int64()),
            pa.array((1000 * (BASE_MS + STEP_MS * at) for at in rows), pa.int64()).cast(pa.timestamp("us", tz="UTC")),
            pa.array([0] * len(rows), pa.int32()),
        ]
        return pa.Table.from_arrays(columns, schema=schema(FILE_COLUMNS))


def contents(total: int) -> list[Content]:
    """`total` records of all sixteen logs, in equal parts."""
    logs = peers.sample_logs()
    parts = len(logs) * PARTITIONS
    found = []
    for path in logs:
        lines = path.read_bytes().splitlines()
        for partition in range(PARTITIONS):
            number = len(found)
            count = total * (number + 1) // parts - total * number // parts
            found.append(Content(TopicPartition(path.stem.lower(), partition), tuple(lines[partition::PARTITIONS]), count))
    return found


def create_topics(address: str, topics: Sequence[str], partitions: int = PARTITIONS) -> None:
    """Through librdkafka; records stay, however old their timestamps say they are."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": address})
    for made in admin.create_topics([NewTopic(topic, partitions, 1, config={"retention.ms": "-1"}) for topic in topics]).values():
        made.result(60)


def batches(content: Content, first: int, compression: Codec) -> Iterator[bytes]:
    """The records from `first` on."""
    for start in range(first, content.count, BATCH):
        yield records_codec.build_batch(content.records(start, min(content.count, start + BATCH)), codec=compression)


def produce(address: str, found: Sequence[Content], first: int = 0, compression: Codec = Codec.NONE) -> None:
    """Append the records from `first` on to the partitions."""
    with BlockingClient(address, client_id="sample-topics") as client:
        for content in found:
            for batch in batches(content, first, compression):
                client.produce(content.tp, batch)
