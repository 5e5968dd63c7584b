"""What the doctor says of names, ports, answers and clocks; the ports are real ones of this machine."""

from __future__ import annotations

import contextlib
import socket
import threading
import unittest
from collections.abc import Iterator
from typing import Any

from klog.cli.doctor import checks as doctor_checks
from klog.cli.doctor.checks import (
    Finding,
    Status,
    Visit,
    certificate,
    clock_finding,
    cluster_findings,
    log_dir_findings,
    resolve,
    speaks_tls,
    write_findings,
)
from klog.errors import ErrorCode, KlogError
from klog.net.security import Security
from klog.wire.messages.create_topics import CreateTopicsRequest
from klog.wire.messages.describe_configs import DescribeConfigsResourceResult, DescribeConfigsResponse, DescribeConfigsResult
from klog.wire.messages.describe_log_dirs import DescribeLogDirsResponse, DescribeLogDirsResult
from klog.wire.messages.metadata import MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic


@contextlib.contextmanager
def port(answer: bytes | None) -> Iterator[int]:
    """A port that says `answer` (None: hangs up) to everybody."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        ended = threading.Event()

        def serve() -> None:
            while not ended.is_set():
                try:
                    client, _ = server.accept()
                except OSError:
                    continue
                with client:
                    if answer is not None:
                        client.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            ended.set()
            thread.join()


def kinds(found: list[Finding]) -> list[tuple[str, str]]:
    return [(one.check, one.status.value) for one in found]


class VisitTests(unittest.TestCase):
    """`Visit`."""

    def visit(self, host: str, number: int, **more: Any) -> list[Finding]:
        visit = Visit(host, number, more.pop("security", Security()), 2.0, **more)
        found = list(visit.findings())
        self.assertIsNone(visit.connection)
        for one in found:
            self.assertEqual(one.advice is None, one.status in (Status.FINE, Status.NOTE), one)
        return found

    def test_no_such_name(self) -> None:
        def unknown(host: str, number: int) -> Any:
            raise socket.gaierror(-2, "Name or service not known")

        self.assertEqual(kinds(self.visit("kafka.invalid", 9092, resolver=unknown)), [("address", "problem")])

    def test_nobody_listens(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            number = server.getsockname()[1]
        found = self.visit("127.0.0.1", number)
        self.assertEqual(kinds(found), [("port", "problem")])
        self.assertIn("nobody listens", found[0].sentence)

    def test_something_else_listens(self) -> None:
        for answer in (None, b"HTTP/1.1 400 Bad Request\r\n\r\n"):
            with port(answer) as number:
                found = self.visit("127.0.0.1", number)
            self.assertEqual(kinds(found), [("port", "fine"), ("greeting", "problem")])

    def test_tls_to_what_is_none(self) -> None:
        with port(b"hello, I am no TLS") as number:
            found = self.visit("127.0.0.1", number, security=Security(security_protocol="SSL"))
            self.assertEqual(kinds(found)[-1][1], "problem")
            self.assertFalse(speaks_tls("127.0.0.1", number, 1.0))
            self.assertEqual(list(certificate("127.0.0.1", number, 1.0)), [])

    def test_an_alert_is_tls(self) -> None:
        with port(bytes([0x15, 3, 3, 0, 2, 2, 40])) as number:
            self.assertTrue(speaks_tls("127.0.0.1", number, 1.0))

    def test_names(self) -> None:
        self.assertTrue(resolve("127.0.0.1", 1))


class FakeConnection:
    """Answers what it was given, or raises it."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def request(self, message: Any, **_: Any) -> Any:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class ClusterTests(unittest.TestCase):
    """`cluster_findings`, `write_findings`."""

    def answer(self, **more: Any) -> MetadataResponse:
        partition = MetadataResponsePartition(partition_index=0, leader_id=1, replica_nodes=[1, 2], isr_nodes=[1, 2])
        topic = MetadataResponseTopic(name="t", partitions=[partition])
        values = {
            "brokers": [MetadataResponseBroker(node_id=1, host="a", port=9)],
            "controller_id": 1,
            "topics": [topic],
            "cluster_id": "c",
        }
        return MetadataResponse(**{**values, **more})

    def look(self, answer: Any, *, known: bool = True) -> list[Finding]:
        def resolver(host: str, number: int) -> Any:
            if not known:
                raise socket.gaierror(-2, "unknown")
            return [(socket.AF_INET, (host, number))]

        connection: Any = FakeConnection(answer)
        return list(cluster_findings(connection, [("a", 9)], resolver, 0.1))

    def test_all_well(self) -> None:
        found = self.look(self.answer())
        self.assertEqual({one.status for one in found}, {Status.FINE})

    def test_troubles(self) -> None:
        partitions = [
            MetadataResponsePartition(partition_index=0, leader_id=-1, replica_nodes=[1], isr_nodes=[]),
            MetadataResponsePartition(partition_index=1, leader_id=1, replica_nodes=[1, 2], isr_nodes=[1]),
        ]
        broken = self.answer(controller_id=-1, topics=[MetadataResponseTopic(name="t", partitions=partitions)])
        found = kinds(self.look(broken, known=False))
        for expected in (("controller", "problem"), ("advertised", "problem"), ("leaders", "problem"), ("replicas", "warning")):
            self.assertIn(expected, found)
        error = KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        self.assertEqual(kinds(self.look(error)), [("metadata", "problem")])

    def listeners(self, text: str, *, error: int = 0, **more: str) -> list[Finding]:
        """What is said of a cluster of two, of which the first shows these settings."""
        values = {
            "listeners": text,
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,SSL:SSL,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT",
            **{name.replace("_", "."): value for name, value in more.items()},
        }
        configs = [DescribeConfigsResourceResult(name=name, value=value) for name, value in values.items()]
        results = [DescribeConfigsResult(error_code=error, configs=[] if error else configs), DescribeConfigsResult(error_code=42)]
        brokers = [MetadataResponseBroker(node_id=number, host="a", port=9) for number in (1, 2)]
        connection: Any = FakeConnection(self.answer(brokers=brokers), DescribeConfigsResponse(results=results))
        found = list(cluster_findings(connection, [("a", 9)], lambda host, port: [(socket.AF_INET, (host, port))], 0.1))
        return [one for one in found if one.check == "replicas' listener"]

    def test_a_listener_of_clients_and_brokers(self) -> None:
        """CVE-2018-1288: where nothing tells a client from a broker it is said; not where that is known to be otherwise, or not known."""
        for text in ("PLAINTEXT://h:9092", "INSIDE://h:9092", "PLAINTEXT://h:9092,CONTROLLER://h:9093", "SSL://h:9092"):
            (found,) = self.listeners(text, controller_listener_names="CONTROLLER")
            self.assertIs(found.status, Status.WARNING)
            self.assertIn(f"share the listener {text.partition(':')[0]}, which asks nobody", found.sentence)
        for text in ("PLAINTEXT://h:9092,INSIDE://h:9093", "OTHER://h:1", ""):
            self.assertEqual(self.listeners(text), [], text)
        self.assertEqual(self.listeners("SSL://h:9092", ssl_client_auth="required"), [])
        self.assertEqual(self.listeners("PLAINTEXT://h:9092", authorizer_class_name="kafka.security.authorizer.AclAuthorizer"), [])
        self.assertEqual(self.listeners("PLAINTEXT://h:9092", error=29), [])

    def test_log_directories(self) -> None:
        well, broken = DescribeLogDirsResult(log_dir="/one"), DescribeLogDirsResult(log_dir="/two", error_code=56)
        for results, expected in (([well], "fine"), ([well, well], "fine"), ([well, broken], "problem")):
            connection: Any = FakeConnection(DescribeLogDirsResponse(results=results))
            (found,) = log_dir_findings(connection)
            self.assertEqual(found.status.value, expected)
        self.assertIn("/two is out of service", found.sentence)
        connection = FakeConnection(KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED))
        self.assertEqual(kinds(list(log_dir_findings(connection))), [("log directories", "warning")])

    def test_writing_is_refused(self) -> None:
        error = KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        connection: Any = FakeConnection(error)
        found = list(write_findings(connection, lambda: 5, lambda seconds: None))
        self.assertEqual(kinds(found), [("write", "problem")])
        self.assertEqual(CreateTopicsRequest.api_key, 19)

    def test_clocks(self) -> None:
        for broker_ms, status in ((1_000, Status.FINE), (1_060, Status.FINE), (90_000, Status.PROBLEM), (-90_000, Status.PROBLEM)):
            self.assertIs(clock_finding(broker_ms, 1_000, 1_050).status, status)
        self.assertIn("ahead", clock_finding(90_000, 1_000, 1_050).sentence)
        self.assertIn("behind", clock_finding(-90_000, 1_000, 1_050).sentence)
        self.assertEqual(doctor_checks._some([str(number) for number in range(9)]), "0, 1, 2, 3, 4, …")
