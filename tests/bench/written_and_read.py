"""One round of Kafka's load programs against a broker whose clients come by a listener of their own: two kinds of writing, one of reading.

For measurements that put securities beside each other (`tests.bench.rights`, `tests.bench.tls`): topics are made at an open listener.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.bench import perf_tools
from tests.bench.heartbeats import await_coordinators
from tests.bench.measure import Measured
from tests.bench.perf_tools import Figure

#: Written for one round, and read.
RECORDS, READ = 600_000, 2_000_000
PRODUCE = {
    "producer-perf-test, 100 B, batch.size 8196": {"batch_size": 8196, "acks": 1},
    "producer-perf-test, 100 B, batch.size 65536": {"batch_size": 65536, "linger_ms": 10, "acks": 1},
}
CONSUME = "consumer-perf-test, a classic group"
#: What is read.
_READ_TOPIC = "perf"


class Loaded(NamedTuple):
    """Topics are made at the one listener, and loads go to the other; where a broker is open they are the same.

    :ivar client: further arguments of the load programs.
    """

    administered: Measured
    measured: Measured
    client: tuple[str, ...]


def prepare(broker: Loaded) -> None:
    """Write what every round reads."""
    await_coordinators(broker.administered.address)
    perf_tools.create_topic(broker.administered, _READ_TOPIC, 4)
    perf_tools.producer_perf(broker.measured, _READ_TOPIC, READ, 100, more=broker.client, batch_size=65536, linger_ms=10, acks=1)


def one_round(broker: Loaded, run: int) -> dict[str, Figure]:
    """By kind of work, each of it once."""
    found = {}
    for number, (work, settings) in enumerate(PRODUCE.items()):
        topic = f"perf-{run}-{number}"
        perf_tools.create_topic(broker.administered, topic)
        found[work] = perf_tools.producer_perf(broker.measured, topic, RECORDS, 100, more=broker.client, **settings)
    found[CONSUME] = perf_tools.consumer_perf(broker.measured, _READ_TOPIC, READ, f"perf-{run}", more=broker.client)
    return found
