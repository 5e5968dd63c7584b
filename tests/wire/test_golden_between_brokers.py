"""Bytes of what brokers tell each other, as brokers of 3.9.2 sent them, field by field.

Broker 1 is a Kafka and mostly the controller; broker 9 is the one that it tells. What stands in front, the headers, is left out.
"""

from __future__ import annotations

from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest
from klog.wire.messages.alter_partition import AlteredPartition, AlteredTopic, AlterPartitionRequest, BrokerState
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, ReplicaState
from klog.wire.messages.leader_and_isr import (
    LeaderAndIsrLiveLeader,
    LeaderAndIsrPartitionState,
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    LeaderAndIsrTopicState,
)
from klog.wire.messages.stop_replica import (
    StopReplicaPartitionError,
    StopReplicaPartitionState,
    StopReplicaRequest,
    StopReplicaResponse,
    StopReplicaTopicState,
)
from klog.wire.messages.update_metadata import UpdateMetadataBroker, UpdateMetadataEndpoint, UpdateMetadataRequest, UpdateMetadataResponse
from tests.wire.golden_case import GoldenCase


def _broker(number: int, port: int) -> UpdateMetadataBroker:
    endpoint = UpdateMetadataEndpoint(port=port, host="127.0.0.1", listener="PLAINTEXT")
    return UpdateMetadataBroker(id=number, endpoints=[endpoint], rack=None)


class GoldenTests(GoldenCase):
    """Both implementations write and read these bytes."""

    def test_leader_and_isr(self) -> None:
        """Broker 9 follows broker 1 in f-0."""
        state = LeaderAndIsrPartitionState(controller_epoch=1, leader=1, isr=[1, 9], replicas=[1, 9], is_new=True)
        topic = LeaderAndIsrTopicState(topic_name="f", topic_id=bytes.fromhex("20b5b76d14d9498c929d1f6f35dc9752"), partition_states=[state])
        self.golden(
            LeaderAndIsrRequest(
                controller_id=1,
                controller_epoch=1,
                broker_epoch=0x36,
                topic_states=[topic],
                live_leaders=[LeaderAndIsrLiveLeader(broker_id=1, host_name="127.0.0.1", port=29191)],
            ),
            7,
            """
            00000001                # controller_id
            00                      # is_kraft_controller
            00000001                # controller_epoch
            0000000000000036        # broker_epoch
            00                      # type
            02                      # topic_states: 1
              0266                    # topic_name
              20b5b76d14d9498c929d1f6f35dc9752  # topic_id
              02                      # partition_states: 1
                00000000                # partition_index
                00000001                # controller_epoch
                00000001                # leader
                00000000                # leader_epoch
                03 00000001 00000009    # isr
                00000000                # partition_epoch
                03 00000001 00000009    # replicas
                01                      # adding_replicas
                01                      # removing_replicas
                01                      # is_new
                00                      # leader_recovery_state
                00                      # tags
              00                      # tags
            02                      # live_leaders: 1
              00000001                # broker_id
              0a3132372e302e302e31    # host_name
              00007207                # port
              00                      # tags
            00                      # tags
            """,
        )
        self.golden(LeaderAndIsrResponse(), 7, "0000 01 00  # error_code, topics, tags")

    def test_update_metadata(self) -> None:
        """Three brokers live, and no partition has changed."""
        self.golden(
            UpdateMetadataRequest(
                controller_id=1,
                controller_epoch=1,
                broker_epoch=0x36,
                live_brokers=[_broker(2, 29192), _broker(9, 29199), _broker(1, 29191)],
            ),
            8,
            """
            00000001                # controller_id
            00                      # is_kraft_controller
            00000001                # controller_epoch
            0000000000000036        # broker_epoch
            01                      # topic_states
            04                      # live_brokers: 3
              00000002                # id
              02                      # endpoints: 1
                00007208                # port
                0a3132372e302e302e31    # host
                0a504c41494e54455854    # listener
                0000                    # security_protocol
                00                      # tags
              00                      # rack: null
              00                      # tags
              00000009 02 0000720f 0a3132372e302e302e31 0a504c41494e54455854 0000 00 00 00
              00000001 02 00007207 0a3132372e302e302e31 0a504c41494e54455854 0000 00 00 00
            00                      # tags
            """,
        )
        self.golden(UpdateMetadataResponse(), 8, "0000 00  # error_code, tags")

    def test_stop_replica(self) -> None:
        """The topic f is being deleted."""
        partition = StopReplicaPartitionState(leader_epoch=-2, delete_partition=True)
        self.golden(
            StopReplicaRequest(
                controller_id=1,
                controller_epoch=1,
                broker_epoch=0x23,
                topic_states=[StopReplicaTopicState(topic_name="f", partition_states=[partition])],
            ),
            4,
            """
            00000001                # controller_id
            00                      # is_kraft_controller
            00000001                # controller_epoch
            0000000000000023        # broker_epoch
            02                      # topic_states: 1
              0266                    # topic_name
              02                      # partition_states: 1
                00000000                # partition_index
                fffffffe                # leader_epoch
                01                      # delete_partition
                00                      # tags
              00                      # tags
            00                      # tags
            """,
        )
        self.golden(
            StopReplicaResponse(partition_errors=[StopReplicaPartitionError(topic_name="f")]),
            4,
            """
            0000                    # error_code
            02                      # partition_errors: 1
              0266                    # topic_name
              00000000                # partition_index
              0000                    # error_code
              00                      # tags
            00                      # tags
            """,
        )

    def test_alter_partition(self) -> None:
        """Broker 1 is left alone in sync; with ZooKeeper it does not know the epochs of brokers."""
        partition = AlteredPartition(new_isr_with_epochs=[BrokerState(broker_id=1)])
        topic = AlteredTopic(topic_id=bytes.fromhex("ab5f5419572840d3808160d19547d2ee"), partitions=[partition])
        self.golden(
            AlterPartitionRequest(broker_id=1, broker_epoch=30, topics=[topic]),
            3,
            """
            00000001                # broker_id
            000000000000001e        # broker_epoch
            02                      # topics: 1
              ab5f5419572840d3808160d19547d2ee  # topic_id
              02                      # partitions: 1
                00000000                # partition_index
                00000000                # leader_epoch
                02                      # new_isr_with_epochs: 1
                  00000001                # broker_id
                  ffffffffffffffff        # broker_epoch
                  00                      # tags
                00                      # leader_recovery_state
                00000000                # partition_epoch
                00                      # tags
              00                      # tags
            00                      # tags
            """,
        )

    def test_fetch_of_a_follower(self) -> None:
        """The first of a session: who fetches stands among the tagged fields."""
        partition = FetchPartition(
            current_leader_epoch=0, fetch_offset=0, last_fetched_epoch=-1, log_start_offset=0, partition_max_bytes=1 << 20
        )
        topic = FetchTopic(topic_id=bytes.fromhex("ed534e7a09884d1d8a1076fa6a89a297"), partitions=[partition])
        self.golden(
            FetchRequest(
                replica_state=ReplicaState(replica_id=1, replica_epoch=30),
                max_wait_ms=500,
                min_bytes=1,
                max_bytes=10 << 20,
                session_epoch=0,
                topics=[topic],
            ),
            17,
            """
            000001f4                # max_wait_ms
            00000001                # min_bytes
            00a00000                # max_bytes
            00                      # isolation_level
            00000000                # session_id
            00000000                # session_epoch
            02                      # topics: 1
              ed534e7a09884d1d8a1076fa6a89a297  # topic_id
              02                      # partitions: 1
                00000000                # partition
                00000000                # current_leader_epoch
                0000000000000000        # fetch_offset
                ffffffff                # last_fetched_epoch
                0000000000000000        # log_start_offset
                00100000                # partition_max_bytes
                00                      # tags
              00                      # tags
            01                      # forgotten_topics_data
            01                      # rack_id
            01                      # tags: 1
              01 0d                   # replica_state, 13 bytes
                00000001                # replica_id
                000000000000001e        # replica_epoch
                00                      # tags
            """,
        )

    def test_controlled_shutdown_and_allocate_producer_ids(self) -> None:
        """They look alike."""
        text = "00000001 000000000000001e 00  # broker_id, broker_epoch, tags"
        self.golden(ControlledShutdownRequest(broker_id=1, broker_epoch=30), 3, text)
        self.golden(AllocateProducerIdsRequest(broker_id=1, broker_epoch=30), 0, text)
