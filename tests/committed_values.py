"""What a reader of committed data sees of a partition, read from the broker by the rules for clients, all at once."""

from __future__ import annotations

from klog.model import TopicPartition
from klog.records.contract import CONTROL
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic


def committed_values(broker: MemoryBroker, tp: TopicPartition, *, committed: bool = True) -> list[bytes | None]:
    """The values of `tp`, up to the last stable offset; of everything where not `committed`."""
    found: list[bytes | None] = []
    gone: set[int] = set()
    offset = 0
    client = broker.connect()
    while True:
        wanted = FetchPartition(partition=tp.partition, fetch_offset=offset, partition_max_bytes=1 << 24)
        topics = [FetchTopic(topic=tp.topic, partitions=[wanted])]
        request = FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=1 << 24, isolation_level=int(committed), topics=topics)
        (answer,) = client.ask(request, 11).responses[0].partitions
        assert answer.error_code == 0, answer
        data = bytes(answer.records or b"")
        aborted = sorted((one.first_offset, one.producer_id) for one in answer.aborted_transactions or ())
        if not data:
            client.hang_up()
            return found
        for entry in codec.scan(data):
            offset = entry.last_offset + 1
            while aborted and aborted[0][0] <= entry.base_offset:
                gone.add(aborted.pop(0)[1])
            if entry.attributes & CONTROL:
                gone.discard(entry.producer_id)
            elif entry.producer_id not in gone:
                found += [record.value for record in codec.records(data[entry.position : entry.position + entry.size])]
