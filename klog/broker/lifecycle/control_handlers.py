"""The handlers for what brokers ask of each other: the controller of all, and all of the controller.

A broker that is alone has them, too, and does not announce them in ApiVersions: whoever sends such a request all the same is refused. The
rest of replication (`klog.broker.lifecycle.replication_assembly`) it does without, and does not import.
"""

from __future__ import annotations

from klog.broker.handler import Handler
from klog.broker.handlers.allocate_producer_ids import AllocateProducerIdsHandler
from klog.broker.handlers.alter_partition import AlterPartitionHandler
from klog.broker.handlers.controlled_shutdown import ControlledShutdownHandler
from klog.broker.handlers.leader_and_isr import LeaderAndIsrHandler
from klog.broker.handlers.stop_replica import StopReplicaHandler
from klog.broker.handlers.update_metadata import UpdateMetadataHandler
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.replicas.replica_control import ReplicaControl
from klog.cluster.interfaces import ICoordination


def control_handlers(control: ReplicaControl | None, coordination: ICoordination, inter_broker_guard: InterBrokerGuard) -> list[Handler]:
    """For what brokers ask of each other.

    :param control: None: this broker is alone, and nobody may ask.
    """
    told = control is not None
    return [
        LeaderAndIsrHandler(control, inter_broker_guard, is_announced=told),
        StopReplicaHandler(control, inter_broker_guard, is_announced=told),
        UpdateMetadataHandler(control, coordination, inter_broker_guard, is_announced=told),
        ControlledShutdownHandler(coordination, inter_broker_guard, is_announced=told),
        AlterPartitionHandler(coordination, inter_broker_guard, is_announced=told),
        AllocateProducerIdsHandler(coordination, inter_broker_guard, is_announced=told),
    ]
