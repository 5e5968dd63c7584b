"""One pipeline as a process of its own: ``python -m tests.integration.transaction_pipeline ADDRESS SOURCE TARGET GROUP [NAME]`` copies a
topic to another within transactions, as one of a group, under a transactional id that is its own where a NAME is given. It goes on until
it is killed, and ends with 1, and says why, where it has ended by itself."""

from __future__ import annotations

import sys
from typing import Any

from twisted.internet import reactor as global_reactor

from klog.client.processing.transactional_processor import TransactionalProcessor

reactor: Any = global_reactor

#: So that a broker that was killed is noticed soon, and what a killed pipeline has left ends soon.
OPTIONS: dict[str, Any] = {
    "auto_offset_reset": "earliest",
    "max_records": 50,
    "max_attempts": None,
    "request_timeout_ms": 3_000,
    "connect_timeout_ms": 1_000,
    "reconnect_backoff_max_ms": 300,
    "delivery_timeout_ms": 15_000,
    "session_timeout_ms": 6_000,
    "transaction_timeout_ms": 10_000,
}


def main(address: str, source: str, target: str, group: str, name: str | None = None) -> None:
    """Copy."""

    def copy(message_sets: Any, transaction: Any) -> None:
        for message_set in message_sets:
            transaction.send_many(target, message_set.values())

    options = OPTIONS if name is None else {**OPTIONS, "transactional_id": name}
    processor = TransactionalProcessor(reactor, address, group, [source], copy, **options)

    def ended(result: object) -> None:
        print(f"ended: {result}", flush=True)
        if reactor.running:
            reactor.stop()

    def start() -> None:
        processor.startService()
        processor.when_finished().addBoth(ended)
        print("READY", flush=True)

    reactor.callWhenRunning(start)
    reactor.run()
    sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
