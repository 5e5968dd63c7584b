"""Administration of the cluster, its disks, producers and passwords."""

from __future__ import annotations

import hashlib
from typing import Any

from klog.client.admin.cluster import log_dirs, salted
from klog.client.admin.types import ScramCredential, ScramMechanism
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest,
    AlterUserScramCredentialsResponse,
    AlterUserScramCredentialsResult,
)
from klog.wire.messages.describe_cluster import DescribeClusterRequest, DescribeClusterResponse
from klog.wire.messages.describe_log_dirs import (
    DescribeLogDirsRequest,
    DescribeLogDirsResponse,
    DescribeLogDirsResult,
)
from klog.wire.messages.describe_producers import (
    DescribeProducersRequest,
    DescribeProducersResponse,
    PartitionResponse,
    ProducerState,
    TopicResponse,
)
from klog.wire.messages.describe_user_scram_credentials import (
    CredentialInfo,
    DescribeUserScramCredentialsRequest,
    DescribeUserScramCredentialsResponse,
    DescribeUserScramCredentialsResult,
)
from tests.client.admin.admin_rig import FakeCase, MemoryCase, Server, code_of


class ClusterTests(MemoryCase):
    """On klog."""

    def test_cluster(self) -> None:
        cluster = self.until(self.admin.describe_cluster())
        self.assertEqual([node.address for node in cluster.nodes], [self.broker.bootstrap])
        self.assertEqual((cluster.controller, len(cluster.cluster_id or "")), (cluster.nodes[0], 22))
        self.assertEqual(self.until(self.admin.broker_versions())[1].ranges[18], (0, 4))

    def test_log_dirs(self) -> None:
        for name in ("a", "b"):
            self.until(self.admin.create_topic(name))
        self.broker.put("a", [b"x"])
        (directory,) = self.until(self.admin.describe_log_dirs())[1]
        self.assertEqual(sorted(directory.replicas), [TopicPartition("a", 0), TopicPartition("b", 0)])
        self.assertGreater(directory.size_bytes, 60)
        (one,) = self.until(self.admin.describe_log_dirs([1], topics=["b"]))[1]
        self.assertEqual((list(one.replicas), one.size_bytes), ([TopicPartition("b", 0)], 0))
        self.assertEqual(self.refused(self.admin.describe_log_dirs(topics=["no"])).code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        found = self.until(self.admin.describe_log_dirs([1, 7]))
        self.assertEqual((list(found.done), code_of(found, 7)), ([1], ErrorCode.BROKER_ID_NOT_REGISTERED))

    def test_producers(self) -> None:
        self.until(self.admin.create_topic("a"))
        where, nowhere = TopicPartition("a", 0), TopicPartition("a", 1)
        found = self.until(self.admin.describe_producers([where, nowhere]))
        self.assertEqual((found[where], code_of(found, nowhere)), ((), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))

    def test_users_of_scram(self) -> None:
        self.assertEqual(self.until(self.admin.describe_scram_users()).done, {})
        self.until(self.admin.set_scram_password("anna", "secret", iterations=5000))
        found = self.until(self.admin.describe_scram_users(["anna", "nobody"]))
        self.assertEqual([(each.mechanism.name, each.iterations) for each in found["anna"]], [("SCRAM_SHA_256", 5000)])
        self.assertEqual(code_of(found, "nobody"), ErrorCode.RESOURCE_NOT_FOUND)
        self.until(self.admin.delete_scram_password("anna"))
        self.assertEqual(self.refused(self.admin.delete_scram_password("anna")).code, ErrorCode.RESOURCE_NOT_FOUND)


class AnswerTests(FakeCase):
    """On brokers of dicts."""

    def test_clusters(self) -> None:
        def how(server: Server, request: DescribeClusterRequest) -> DescribeClusterResponse:
            self.assertTrue(request.include_fenced_brokers)
            return DescribeClusterResponse(cluster_id="x", controller_id=9)

        self.answer(DescribeClusterRequest, how)
        cluster = self.until(self.admin.describe_cluster())
        self.assertEqual((cluster.cluster_id, cluster.controller, cluster.nodes), ("x", None, ()))
        self.answer(DescribeClusterRequest, lambda server, request: DescribeClusterResponse(error_code=31))
        self.assertEqual(self.refused(self.admin.describe_cluster()).code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)

    def test_older_than_describe_cluster(self) -> None:
        self.limit(DescribeCluster=-1)
        cluster = self.until(self.admin.describe_cluster())
        self.assertEqual((cluster.cluster_id, len(cluster.nodes), cluster.controller), ("fake", 3, cluster.nodes[0]))

    def test_directories(self) -> None:
        answer = DescribeLogDirsResponse(results=[DescribeLogDirsResult(log_dir="/d", error_code=56, total_bytes=9)])
        found = log_dirs(answer, 4)
        assert not isinstance(found, KlogError) and found[0].error is not None
        self.assertEqual((found[0].error.code, found[0].total_bytes), (ErrorCode.KAFKA_STORAGE_ERROR, 9))
        self.assertIn("/d of broker 4", str(found[0].error))
        self.answer(DescribeLogDirsRequest, lambda server, request: DescribeLogDirsResponse(error_code=31 if server[0] == "host2" else 0))
        each = self.until(self.admin.describe_log_dirs())
        self.assertEqual((list(each.done), code_of(each, 2)), ([1, 3], ErrorCode.CLUSTER_AUTHORIZATION_FAILED))

    def test_producers(self) -> None:
        def how(server: Server, request: DescribeProducersRequest) -> DescribeProducersResponse:
            states = [
                ProducerState(producer_id=5, producer_epoch=1, last_sequence=7, last_timestamp=8, current_txn_start_offset=3),
                ProducerState(producer_id=6),
            ]
            rows = [PartitionResponse(partition_index=each, active_producers=states) for each in request.topics[0].partition_indexes]
            return DescribeProducersResponse(topics=[TopicResponse(name="a", partitions=rows)])

        self.answer(DescribeProducersRequest, how)
        where = TopicPartition("a", 1)
        found = self.until(self.admin.describe_producers([where]))[where]
        self.assertEqual([(each.producer_id, each.transaction_start) for each in found], [(5, 3), (6, None)])

    def test_passwords(self) -> None:
        one = salted("anna", "secret", ScramMechanism.SCRAM_SHA_512, 4096, b"salt")
        self.assertEqual(one.salted_password, hashlib.pbkdf2_hmac("sha512", b"secret", b"salt", 4096))
        for iterations in (4095, 16385):
            error = self.assertRaises(KlogError, salted, "anna", "x", ScramMechanism.SCRAM_SHA_256, iterations, b"")
            self.assertEqual(error.code, ErrorCode.UNACCEPTABLE_CREDENTIAL)
            self.assertNotIn("secret", str(error))

        def how(server: Server, request: AlterUserScramCredentialsRequest) -> AlterUserScramCredentialsResponse:
            rows: list[Any] = [AlterUserScramCredentialsResult(user=each.name) for each in request.upsertions]
            rows += [AlterUserScramCredentialsResult(user=each.name, error_code=91) for each in request.deletions]
            return AlterUserScramCredentialsResponse(results=rows)

        self.answer(AlterUserScramCredentialsRequest, how)
        self.until(self.admin.set_scram_password("anna", "secret"))
        sent = self.asked(AlterUserScramCredentialsRequest)[0][1].upsertions[0]
        self.assertEqual((sent.mechanism, sent.iterations, len(sent.salted_password)), (1, 4096, 32))
        # As Kafka's tools make it, and as strangers are told one.
        self.assertRegex(bytes(sent.salt), rb"[0-9a-z]{20,26}\Z")
        self.assertEqual(self.refused(self.admin.delete_scram_password("anna")).code, ErrorCode.RESOURCE_NOT_FOUND)

    def test_users(self) -> None:
        infos = [CredentialInfo(mechanism=2, iterations=8192), CredentialInfo(mechanism=9, iterations=1)]
        rows = [
            DescribeUserScramCredentialsResult(user="anna", credential_infos=infos),
            DescribeUserScramCredentialsResult(user="nobody", error_code=91),
        ]
        self.answer(DescribeUserScramCredentialsRequest, lambda server, request: DescribeUserScramCredentialsResponse(results=rows))
        found = self.until(self.admin.describe_scram_users())
        self.assertEqual(found["anna"], (ScramCredential(ScramMechanism.SCRAM_SHA_512, 8192),))
        self.assertEqual(code_of(found, "nobody"), ErrorCode.RESOURCE_NOT_FOUND)
        self.answer(DescribeUserScramCredentialsRequest, lambda server, request: DescribeUserScramCredentialsResponse(error_code=31))
        self.assertEqual(self.refused(self.admin.describe_scram_users(["x"])).code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
