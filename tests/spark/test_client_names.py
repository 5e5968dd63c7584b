"""klog.spark.client_names: Java's names for klog's settings."""

from __future__ import annotations

import unittest
from typing import Any

from klog.spark.client_names import NAMES, REFUSED, WITHOUT_EFFECT, ClientNames, known_names, translate
from klog.spark.client_security import SECURITY_NAMES
from klog.spark.errors import OptionError

SERVERS = {"bootstrap.servers": "kafka-1:9092,kafka-2:9092"}


def names(**options: str) -> ClientNames:
    return translate({**SERVERS, **{name.replace("__", "."): value for name, value in options.items()}})


class Translate(unittest.TestCase):
    def test_of_the_client(self) -> None:
        settings = names(
            client__id="shop",
            request__timeout__ms=" 4000 ",
            socket__connection__setup__timeout__ms="2000",
            metadata__max__age__ms="1000",
            max__in__flight__requests__per__connection="1",
        ).settings
        self.assertEqual(settings.servers, (("kafka-1", 9092), ("kafka-2", 9092)))
        self.assertEqual((settings.client_id, settings.request_timeout_ms, settings.connect_timeout_ms), ("shop", 4000, 2000))
        self.assertEqual((settings.metadata_max_age_ms, settings.max_in_flight), (1000, 1))
        self.assertEqual(names().settings.client_id, "klog-spark")

    def test_pauses(self) -> None:
        settings = names(retry__backoff__ms="5000", reconnect__backoff__ms="10", reconnect__backoff__max__ms="20").settings
        # In Java a first pause above the longest one is the longest one.
        self.assertEqual((settings.retry_backoff_ms, settings.retry_backoff_max_ms), (5000, 5000))
        self.assertEqual((settings.reconnect_backoff_ms, settings.reconnect_backoff_max_ms), (10, 20))

    def test_of_reading(self) -> None:
        reading = names(
            isolation__level="READ_COMMITTED", group__id="g", default__api__timeout__ms="9", max__partition__fetch__bytes="8"
        ).reading
        self.assertEqual(reading, {"isolation": "read_committed", "group_id": "g", "api_timeout_ms": 9, "fetch_bytes": 8})
        self.assertEqual(names(max__partition__fetch__bytes="8", fetch__max__bytes="5").reading, {"fetch_bytes": 5})
        self.assertEqual(names(fetch__max__bytes="5").reading, {})

    def test_of_the_producer(self) -> None:
        cases: list[tuple[dict[str, str], dict[str, Any]]] = [
            ({"acks": "-1"}, {"acks": "all"}),
            ({"acks": "1"}, {"acks": 1}),
            ({"compression__type": "ZSTD", "compression__zstd__level": "7"}, {"compression": "zstd", "compression_level": 7}),
            ({"compression__type": "lz4", "compression__zstd__level": "7"}, {"compression": "lz4"}),
            ({"linger__ms": "0", "batch__size": "0"}, {"linger_ms": 0, "batch_bytes": 0}),
            ({"enable__idempotence": "false", "acks": "0"}, {"enable_idempotence": False, "acks": 0}),
        ]
        for options, expected in cases:
            with self.subTest(str(options)):
                self.assertEqual(names(**options).producer, expected)

    def test_without_effect(self) -> None:
        self.assertEqual(
            names(max__poll__records="10000").remarks, ["the option kafka.max.poll.records tunes Java's client and has no effect in klog"]
        )

    def test_the_kinds_are_apart(self) -> None:
        kinds = [set(NAMES), set(WITHOUT_EFFECT), set(REFUSED), set(SECURITY_NAMES)]
        self.assertEqual(len(known_names()), sum(map(len, kinds)))
        self.assertEqual(set(known_names()), set().union(*kinds))


class Mistakes(unittest.TestCase):
    def says(self, pattern: str, **options: str) -> None:
        with self.subTest(str(options)), self.assertRaisesRegex(OptionError, pattern):
            names(**options)

    def test_values(self) -> None:
        self.says("Invalid value x for configuration kafka.request.timeout.ms: a whole number", request__timeout__ms="x")
        self.says("a number from 1 to", request__timeout__ms="0")
        self.says("a number from 1 to", request__timeout__ms="9" * 19)
        self.says("a whole number", request__timeout__ms="9" * 5000)
        self.says("kafka.acks: String must be one of: all, -1, 0, 1", acks="2")
        self.says("String must be one of: none, gzip", compression__type="rar")
        self.says("true or false", enable__idempotence="yes")
        self.says("Must set acks to all", enable__idempotence="true", acks="1")
        self.says("Invalid value .* for configuration kafka.bootstrap.servers", bootstrap__servers=" , ")
        self.says("kafka.bootstrap.servers: the port must be a number", bootstrap__servers="kafka:http")
        self.says("kafka.client.id", client__id="x" * 300)

    def test_names(self) -> None:
        self.says("did you mean kafka.isolation.level", isolation__levle="read_committed")
        self.says("there is no Kafka option 'zzz'$", zzz="1")
        self.says("'transactional.id' is not supported: .*idempotent", transactional__id="t")
        self.says("'partitioner.class' is not supported", partitioner__class="x")

    def test_servers_are_needed(self) -> None:
        with self.assertRaisesRegex(OptionError, "Option 'kafka.bootstrap.servers' must be specified"):
            translate({})
