"""One measurement of one client: ``python -m klog.cli.suite.programs.clients.command CLIENT WORK ADDRESS TOPIC COUNT``; prints JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence

from klog.cli.suite.programs.clients import consumers, producers
from klog.cli.suite.programs.clients.timing import Timed

#: By what is done, and by whom.
WORK: dict[str, dict[str, Callable[[str, str, int], Timed]]] = {
    "produce in bulk": {
        "klog": producers.klog_produce,
        "confluent-kafka": producers.confluent_produce,
        "aiokafka": producers.aiokafka_produce,
        "kafka-python": producers.kafka_python_produce,
    },
    "a future per message": {
        "klog": producers.klog_messages,
        "confluent-kafka": producers.confluent_messages,
        "aiokafka": producers.aiokafka_messages,
        "kafka-python": producers.kafka_python_messages,
    },
    "consume in bulk": {
        "klog": consumers.klog_poll,
        "confluent-kafka": consumers.confluent_consume,
        "aiokafka": consumers.aiokafka_getmany,
        "kafka-python": consumers.kafka_python_poll,
    },
    "consume message by message": {
        "klog": consumers.klog_stream,
        "confluent-kafka": consumers.confluent_poll,
        "aiokafka": consumers.aiokafka_iterate,
        "kafka-python": consumers.kafka_python_iterate,
    },
}


def main(arguments: Sequence[str]) -> int:
    """See above."""
    client, work, address, topic, count = arguments
    print(json.dumps(WORK[work][client](address, topic, int(count))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
