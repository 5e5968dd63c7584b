"""Two brokers in this process, and topics in both that are the same, but for what a test does to one of them."""

from __future__ import annotations

import itertools
import unittest
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.mirror.verify.settings import VerifySettings
from klog.model import TopicPartition
from klog.records.contract import Header
from klog.records.implementations import codec
from klog.testing.embedded import Broker

#: The records are of 2020.
SETTINGS = {"auto.create.topics.enable": "false", "log.retention.ms": "-1"}
_NUMBERS = itertools.count()


def batch(*values: bytes, key: bytes | None = b"k", timestamp: int = 1_600_000_000_000, **more: Any) -> bytes:
    """A batch as a producer sends it."""
    return codec.build_batch([(timestamp + at, key, value, (Header("h", b"1"),)) for at, value in enumerate(values)], **more)


def batches(count: int, size: int = 10) -> list[bytes]:
    """So many batches, each of so many records that are nowhere else."""
    return [batch(*(f"{at}-{index}".encode() for index in range(size)), timestamp=1_600_000_000_000 + at * 100) for at in range(count)]


class TwoBrokers(unittest.TestCase):
    """A and B."""

    a: ClassVar[Broker]
    b: ClassVar[Broker]
    client_a: ClassVar[BlockingClient]
    client_b: ClassVar[BlockingClient]

    @classmethod
    def setUpClass(cls) -> None:
        for name in ("a", "b"):
            broker = Broker(SETTINGS).start()
            cls.addClassCleanup(broker.stop)
            client = BlockingClient(broker.bootstrap, allow_auto_create_topics=False)
            cls.addClassCleanup(client.close)
            setattr(cls, name, broker)
            setattr(cls, f"client_{name}", client)

    def topic(
        self,
        of_a: Sequence[bytes] = (),
        of_b: Sequence[bytes] | None = None,
        *,
        partitions: int = 1,
        name: str = "",
        configs: Mapping[str, Any] | None = None,
    ) -> str:
        """A topic in both; its first partition holds batches.

        :param of_b: those of B, where they are not those of A.
        """
        name = name or f"topic-{next(_NUMBERS)}"
        for broker, client, content in ((self.a, self.client_a, of_a), (self.b, self.client_b, of_a if of_b is None else of_b)):
            broker.create_topic(name, partitions, configs)
            self.append(client, name, content)
        return name

    def append(self, client: BlockingClient, topic: str, content: Sequence[bytes], partition: int = 0) -> None:
        """More batches for one of them."""
        for one in content:
            client.produce(TopicPartition(topic, partition), one)

    def settings(self, **more: Any) -> VerifySettings:
        """Of a comparison of the two."""
        sides = (ClientSettings(bootstrap_servers=broker.bootstrap, allow_auto_create_topics=False) for broker in (self.a, self.b))
        a, b = sides
        return VerifySettings(a=a, b=b, **more)
