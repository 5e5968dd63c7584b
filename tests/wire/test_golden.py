"""Bytes of the hot messages, field by field, as Kafka's own codec writes them (4.3.1, 2.8.2 for what that has dropped).

Every line is one field; what stands behind "#" is its name. The integration tests compare thousands of messages with Kafka itself; these
here show what the format looks like, and hold without Java.
"""

from __future__ import annotations

from klog.wire.messages.api_versions import (
    ApiVersion,
    ApiVersionsRequest,
    ApiVersionsResponse,
    FinalizedFeatureKey,
    SupportedFeatureKey,
)
from klog.wire.messages.fetch import (
    AbortedTransaction,
    EpochEndOffset,
    FetchableTopicResponse,
    FetchPartition,
    FetchRequest,
    FetchResponse,
    FetchTopic,
    ForgottenTopic,
    NodeEndpoint,
    PartitionData,
    ReplicaState,
)
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from klog.wire.messages.list_offsets import (
    ListOffsetsPartition,
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopic,
    ListOffsetsTopicResponse,
)
from klog.wire.messages.metadata import (
    MetadataRequest,
    MetadataRequestTopic,
    MetadataResponse,
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from klog.wire.messages.produce import (
    BatchIndexAndErrorMessage,
    LeaderIdAndEpoch,
    PartitionProduceData,
    PartitionProduceResponse,
    ProduceRequest,
    ProduceResponse,
    TopicProduceData,
    TopicProduceResponse,
)
from tests.wire.golden_case import GoldenCase

ID = bytes(range(16))


class GoldenTests(GoldenCase):
    """Both implementations write and read these bytes."""

    def test_api_versions_request(self) -> None:
        self.golden(ApiVersionsRequest(), 0, "")
        self.golden(
            ApiVersionsRequest(client_software_name="klog", client_software_version="1.0"),
            3,
            """
            05 6b6c6f67         # client_software_name: 4 + 1, "klog"
            04 312e30           # client_software_version: 3 + 1, "1.0"
            00                  # no tagged fields
            """,
        )

    def test_api_versions_response(self) -> None:
        keys = [ApiVersion(api_key=0, min_version=0, max_version=13), ApiVersion(api_key=18, min_version=0, max_version=4)]
        self.golden(
            ApiVersionsResponse(api_keys=keys),
            0,
            """
            0000                # error_code
            00000002            # api_keys: 2
            0000 0000 000d      # [0] api_key, min_version, max_version
            0012 0000 0004      # [1]
            """,
        )
        self.golden(
            ApiVersionsResponse(
                api_keys=keys,
                throttle_time_ms=1,
                supported_features=[SupportedFeatureKey(name="f", min_version=1, max_version=2)],
                finalized_features_epoch=7,
                finalized_features=[FinalizedFeatureKey(name="f", max_version_level=2, min_version_level=1)],
                zk_migration_ready=True,
            ),
            3,
            """
            0000                # error_code
            03                  # api_keys: 2 + 1
            0000 0000 000d 00   # [0] api_key, min_version, max_version, no tagged fields
            0012 0000 0004 00   # [1]
            00000001            # throttle_time_ms
            04                  # four tagged fields
            00 08               # tag 0, 8 bytes: supported_features
            02                  #   1 + 1
            02 66 0001 0002 00  #   name, min_version, max_version, no tagged fields
            01 08               # tag 1: finalized_features_epoch
            0000000000000007
            02 08               # tag 2: finalized_features
            02
            02 66 0002 0001 00  #   name, max_version_level, min_version_level, no tagged fields
            03 01 01            # tag 3: zk_migration_ready
            """,
        )

    def test_metadata_request(self) -> None:
        self.golden(
            MetadataRequest(topics=[MetadataRequestTopic(name="logs")]),
            0,
            """
            00000001            # topics: 1
            0004 6c6f6773       # [0] name
            """,
        )
        self.golden(MetadataRequest(topics=None), 4, "ffffffff 01 # topics: null for all; allow_auto_topic_creation")
        self.golden(
            MetadataRequest(topics=[MetadataRequestTopic(topic_id=ID, name=None)], allow_auto_topic_creation=False),
            12,
            """
            02                  # topics: 1 + 1
            000102030405060708090a0b0c0d0e0f  # [0] topic_id
            00                  # [0] name: null
            00                  # [0] no tagged fields
            00                  # allow_auto_topic_creation
            00                  # include_topic_authorized_operations
            00                  # no tagged fields
            """,
        )

    def test_metadata_response(self) -> None:
        broker = MetadataResponseBroker(node_id=1, host="h", port=9092)
        partition = MetadataResponsePartition(partition_index=0, leader_id=1, replica_nodes=[1], isr_nodes=[1])
        self.golden(
            MetadataResponse(brokers=[broker], topics=[MetadataResponseTopic(name="t", partitions=[partition])]),
            0,
            """
            00000001            # brokers: 1
            00000001 0001 68 00002384  # [0] node_id, host, port
            00000001            # topics: 1
            0000                # [0] error_code
            0001 74             # [0] name
            00000001            # [0] partitions: 1
            0000 00000000 00000001  # error_code, partition_index, leader_id
            00000001 00000001   # replica_nodes
            00000001 00000001   # isr_nodes
            """,
        )
        partition.leader_epoch = 3
        self.golden(
            MetadataResponse(
                throttle_time_ms=1,
                brokers=[MetadataResponseBroker(node_id=1, host="h", port=9092, rack="r")],
                cluster_id="c",
                controller_id=1,
                topics=[MetadataResponseTopic(name="t", topic_id=ID, partitions=[partition])],
            ),
            12,
            """
            00000001            # throttle_time_ms
            02                  # brokers: 1 + 1
            00000001 02 68 00002384 02 72 00  # [0] node_id, host, port, rack, no tagged fields
            02 63               # cluster_id
            00000001            # controller_id
            02                  # topics: 1 + 1
            0000                # [0] error_code
            02 74               # [0] name
            000102030405060708090a0b0c0d0e0f  # [0] topic_id
            00                  # [0] is_internal
            02                  # [0] partitions: 1 + 1
            0000 00000000 00000001 00000003  # error_code, partition_index, leader_id, leader_epoch
            02 00000001         # replica_nodes
            02 00000001         # isr_nodes
            01                  # offline_replicas: none
            00                  # no tagged fields
            80000000            # [0] topic_authorized_operations: not asked for
            00                  # [0] no tagged fields
            00                  # no tagged fields
            """,
        )

    def test_produce_request(self) -> None:
        data = [PartitionProduceData(index=2, records=b"batch")]
        self.golden(
            ProduceRequest(acks=1, timeout_ms=1000, topic_data=[TopicProduceData(name="t", partition_data=data)]),
            0,
            """
            0001                # acks
            000003e8            # timeout_ms
            00000001            # topic_data: 1
            0001 74             # [0] name
            00000001            # [0] partition_data: 1
            00000002            # index
            00000005 6261746368 # records
            """,
        )
        self.golden(
            ProduceRequest(acks=-1, timeout_ms=1000, topic_data=[TopicProduceData(name="t", partition_data=data)]),
            7,
            """
            ffff                # transactional_id: null
            ffff                # acks: all
            000003e8            # timeout_ms
            00000001            # topic_data: 1
            0001 74             # [0] name
            00000001            # [0] partition_data: 1
            00000002            # index
            00000005 6261746368 # records
            """,
        )
        for version, name in ((9, "02 74 # name"), (13, "000102030405060708090a0b0c0d0e0f # topic_id")):
            topic = TopicProduceData(partition_data=data)
            if version == 9:
                topic.name = "t"
            else:
                topic.topic_id = ID
            self.golden(
                ProduceRequest(transactional_id="x", acks=-1, timeout_ms=1000, topic_data=[topic]),
                version,
                f"""
                02 78               # transactional_id
                ffff                # acks: all
                000003e8            # timeout_ms
                02                  # topic_data: 1 + 1
                {name}
                02                  # [0] partition_data: 1 + 1
                00000002            # index
                06 6261746368       # records: 5 + 1
                00                  # no tagged fields
                00                  # [0] no tagged fields
                00                  # no tagged fields
                """,
            )

    def test_produce_response(self) -> None:
        self.golden(
            ProduceResponse(
                responses=[TopicProduceResponse(name="t", partition_responses=[PartitionProduceResponse(index=2, base_offset=9)])]
            ),
            2,
            """
            00000001            # responses: 1
            0001 74             # [0] name
            00000001            # [0] partition_responses: 1
            00000002            # index
            0000                # error_code
            0000000000000009    # base_offset
            ffffffffffffffff    # log_append_time_ms
            00000000            # throttle_time_ms
            """,
        )
        partition = PartitionProduceResponse(
            index=2,
            error_code=87,
            base_offset=-1,
            log_start_offset=4,
            record_errors=[BatchIndexAndErrorMessage(batch_index=3, batch_index_error_message="bad")],
            error_message=None,
            current_leader=LeaderIdAndEpoch(leader_id=1, leader_epoch=5),
        )
        self.golden(
            ProduceResponse(responses=[TopicProduceResponse(name="t", partition_responses=[partition])]),
            10,
            """
            02                  # responses: 1 + 1
            02 74               # [0] name
            02                  # [0] partition_responses: 1 + 1
            00000002            # index
            0057                # error_code: INVALID_RECORD
            ffffffffffffffff    # base_offset
            ffffffffffffffff    # log_append_time_ms
            0000000000000004    # log_start_offset
            02                  # record_errors: 1 + 1
            00000003 04 626164 00  # batch_index, batch_index_error_message, no tagged fields
            00                  # error_message: null
            01                  # one tagged field
            00 09               # tag 0, 9 bytes: current_leader
            00000001 00000005 00  # leader_id, leader_epoch, no tagged fields
            00                  # [0] no tagged fields
            00000000            # throttle_time_ms
            00                  # no tagged fields
            """,
        )

    def test_fetch_request(self) -> None:
        partition = FetchPartition(partition=1, fetch_offset=5, partition_max_bytes=1 << 20)
        self.golden(
            FetchRequest(max_wait_ms=500, min_bytes=1, topics=[FetchTopic(topic="t", partitions=[partition])]),
            0,
            """
            ffffffff            # replica_id
            000001f4 00000001   # max_wait_ms, min_bytes
            00000001            # topics: 1
            0001 74             # [0] topic
            00000001            # [0] partitions: 1
            00000001 0000000000000005 00100000  # partition, fetch_offset, partition_max_bytes
            """,
        )
        self.golden(
            FetchRequest(
                max_wait_ms=500,
                min_bytes=1,
                max_bytes=1 << 20,
                isolation_level=1,
                session_id=7,
                session_epoch=2,
                topics=[FetchTopic(topic="t", partitions=[partition])],
                forgotten_topics_data=[ForgottenTopic(topic="u", partitions=[3])],
                rack_id="r",
            ),
            11,
            """
            ffffffff            # replica_id
            000001f4 00000001   # max_wait_ms, min_bytes
            00100000 01         # max_bytes, isolation_level
            00000007 00000002   # session_id, session_epoch
            00000001            # topics: 1
            0001 74             # [0] topic
            00000001            # [0] partitions: 1
            00000001 ffffffff   # partition, current_leader_epoch
            0000000000000005    # fetch_offset
            ffffffffffffffff    # log_start_offset
            00100000            # partition_max_bytes
            00000001            # forgotten_topics_data: 1
            0001 75 00000001 00000003  # [0] topic, partitions
            0001 72             # rack_id
            """,
        )
        self.golden(
            FetchRequest(
                cluster_id="c",
                replica_state=ReplicaState(replica_id=4, replica_epoch=6),
                max_wait_ms=500,
                min_bytes=1,
                topics=[FetchTopic(topic_id=ID, partitions=[partition])],
            ),
            16,
            """
            000001f4 00000001   # max_wait_ms, min_bytes
            7fffffff 00         # max_bytes, isolation_level
            00000000 ffffffff   # session_id, session_epoch
            02                  # topics: 1 + 1
            000102030405060708090a0b0c0d0e0f  # [0] topic_id
            02                  # [0] partitions: 1 + 1
            00000001 ffffffff   # partition, current_leader_epoch
            0000000000000005    # fetch_offset
            ffffffff            # last_fetched_epoch
            ffffffffffffffff    # log_start_offset
            00100000 00         # partition_max_bytes, no tagged fields
            00                  # [0] no tagged fields
            01                  # forgotten_topics_data: none
            01                  # rack_id: empty
            02                  # two tagged fields
            00 02 02 63         # tag 0, 2 bytes: cluster_id
            01 0d               # tag 1, 13 bytes: replica_state
            00000004 0000000000000006 00  # replica_id, replica_epoch, no tagged fields
            """,
        )

    def test_fetch_response(self) -> None:
        self.golden(
            FetchResponse(
                throttle_time_ms=1,
                responses=[
                    FetchableTopicResponse(
                        topic="t",
                        partitions=[
                            PartitionData(
                                partition_index=1,
                                high_watermark=9,
                                last_stable_offset=8,
                                aborted_transactions=[AbortedTransaction(producer_id=2, first_offset=3)],
                                records=b"batch",
                            )
                        ],
                    )
                ],
            ),
            4,
            """
            00000001            # throttle_time_ms
            00000001            # responses: 1
            0001 74             # [0] topic
            00000001            # [0] partitions: 1
            00000001 0000       # partition_index, error_code
            0000000000000009    # high_watermark
            0000000000000008    # last_stable_offset
            00000001            # aborted_transactions: 1
            0000000000000002 0000000000000003  # [0] producer_id, first_offset
            00000005 6261746368 # records
            """,
        )
        self.golden(
            FetchResponse(
                session_id=7,
                responses=[
                    FetchableTopicResponse(
                        topic_id=ID,
                        partitions=[
                            PartitionData(
                                partition_index=1,
                                high_watermark=9,
                                diverging_epoch=EpochEndOffset(epoch=2, end_offset=3),
                                aborted_transactions=None,
                                records=None,
                            )
                        ],
                    )
                ],
                node_endpoints=[NodeEndpoint(node_id=1, host="h", port=9092)],
            ),
            16,
            """
            00000000 0000 00000007  # throttle_time_ms, error_code, session_id
            02                  # responses: 1 + 1
            000102030405060708090a0b0c0d0e0f  # [0] topic_id
            02                  # [0] partitions: 1 + 1
            00000001 0000       # partition_index, error_code
            0000000000000009    # high_watermark
            ffffffffffffffff    # last_stable_offset
            ffffffffffffffff    # log_start_offset
            00                  # aborted_transactions: null
            ffffffff            # preferred_read_replica
            00                  # records: null
            01                  # one tagged field
            00 0d               # tag 0, 13 bytes: diverging_epoch
            00000002 0000000000000003 00  # epoch, end_offset, no tagged fields
            00                  # [0] no tagged fields
            01                  # one tagged field
            00 0d               # tag 0, 13 bytes: node_endpoints
            02                  #   1 + 1
            00000001 02 68 00002384 00 00  # node_id, host, port, rack: null, no tagged fields
            """,
        )

    def test_list_offsets(self) -> None:
        topic = ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=1, timestamp=-1)])
        self.golden(
            ListOffsetsRequest(replica_id=-1, topics=[topic]),
            0,
            """
            ffffffff            # replica_id
            00000001            # topics: 1
            0001 74             # [0] name
            00000001            # [0] partitions: 1
            00000001 ffffffffffffffff 00000001  # partition_index, timestamp, max_num_offsets
            """,
        )
        self.golden(
            ListOffsetsRequest(replica_id=-1, isolation_level=1, topics=[topic], timeout_ms=1000),
            10,
            """
            ffffffff 01         # replica_id, isolation_level
            02                  # topics: 1 + 1
            02 74               # [0] name
            02                  # [0] partitions: 1 + 1
            00000001 ffffffff ffffffffffffffff 00  # partition_index, current_leader_epoch, timestamp, no tagged fields
            00                  # [0] no tagged fields
            000003e8 00         # timeout_ms, no tagged fields
            """,
        )
        partition = ListOffsetsPartitionResponse(partition_index=1, old_style_offsets=[9, 0])
        self.golden(
            ListOffsetsResponse(topics=[ListOffsetsTopicResponse(name="t", partitions=[partition])]),
            0,
            """
            00000001            # topics: 1
            0001 74             # [0] name
            00000001            # [0] partitions: 1
            00000001 0000       # partition_index, error_code
            00000002 0000000000000009 0000000000000000  # old_style_offsets
            """,
        )
        partition = ListOffsetsPartitionResponse(partition_index=1, timestamp=4, offset=9, leader_epoch=2)
        self.golden(
            ListOffsetsResponse(topics=[ListOffsetsTopicResponse(name="t", partitions=[partition])]),
            6,
            """
            00000000            # throttle_time_ms
            02                  # topics: 1 + 1
            02 74               # [0] name
            02                  # [0] partitions: 1 + 1
            00000001 0000       # partition_index, error_code
            0000000000000004 0000000000000009 00000002 00  # timestamp, offset, leader_epoch, no tagged fields
            00                  # [0] no tagged fields
            00                  # no tagged fields
            """,
        )

    def test_init_producer_id(self) -> None:
        self.golden(
            InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60000),
            0,
            "ffff 0000ea60 # transactional_id: null; transaction_timeout_ms",
        )
        self.golden(
            InitProducerIdRequest(transactional_id="x", transaction_timeout_ms=60000, producer_id=1000, producer_epoch=2),
            4,
            """
            02 78               # transactional_id
            0000ea60            # transaction_timeout_ms
            00000000000003e8 0002  # producer_id, producer_epoch
            00                  # no tagged fields
            """,
        )
        self.golden(
            InitProducerIdResponse(producer_id=1000, producer_epoch=0),
            1,
            "00000000 0000 00000000000003e8 0000 # throttle_time_ms, error_code, producer_id, producer_epoch",
        )
        self.golden(
            InitProducerIdResponse(error_code=90),
            6,
            """
            00000000 005a       # throttle_time_ms, error_code: PRODUCER_FENCED
            ffffffffffffffff 0000  # producer_id, producer_epoch
            ffffffffffffffff ffff  # ongoing_txn_producer_id, ongoing_txn_producer_epoch
            00                  # no tagged fields
            """,
        )
