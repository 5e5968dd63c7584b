"""Puts the room of groups together: the coordinator with its two protocols, and the handlers that ask it.

Kept apart from ``klog.broker.lifecycle.assembly``, which puts the rooms together and need not know what this one is made of.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.disk.threads import of_kind
from klog.broker.groups.classic.protocol import ClassicProtocol
from klog.broker.groups.consumer.protocol import ConsumerProtocol
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.offsets_topic import offsets_topic
from klog.broker.handler import Handler
from klog.broker.handlers.consumer_group_describe import ConsumerGroupDescribeHandler
from klog.broker.handlers.consumer_group_heartbeat import ConsumerGroupHeartbeatHandler
from klog.broker.handlers.delete_groups import DeleteGroupsHandler
from klog.broker.handlers.describe_groups import DescribeGroupsHandler
from klog.broker.handlers.find_coordinator import Coordinated
from klog.broker.handlers.heartbeat import HeartbeatHandler
from klog.broker.handlers.join_group import JoinGroupHandler
from klog.broker.handlers.leave_group import LeaveGroupHandler
from klog.broker.handlers.list_groups import ListGroupsHandler
from klog.broker.handlers.offset_commit import OffsetCommitHandler
from klog.broker.handlers.offset_delete import OffsetDeleteHandler
from klog.broker.handlers.offset_fetch import OffsetFetchHandler
from klog.broker.handlers.sync_group import SyncGroupHandler
from klog.broker.lifecycle.environment import Environment
from klog.broker.replicas.partitions import Partitions
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import ICoordination
from klog.metrics import Metrics
from klog.storage.disk_work import WorkKind


def make_coordinator(
    settings: BrokerSettings,
    environment: Environment,
    coordination: ICoordination,
    partitions: Partitions,
    *,
    metrics: Metrics,
    random_source: random.Random,
    warn: Callable[[str], None],
) -> GroupCoordinator:
    """The coordinator, told of topics from now on; what ``__consumer_offsets`` holds is being loaded.

    :raises ConfigError: settings of groups that contradict each other.
    """
    surroundings = GroupEnvironment(
        clock=environment.reactor,
        now_ms=environment.now_ms,
        settings=GroupSettings.read(settings),
        coordination=coordination,
        random=random_source,
        in_thread=of_kind(environment.run_in_thread, WorkKind.READ),
        deadlines=Deadlines(environment.reactor),
        metrics=metrics,
        warn=warn,
        pause=environment.pause,
    )
    coordinator = GroupCoordinator(surroundings, partitions)
    coordinator.read_settings = lambda: GroupSettings.read(settings)
    coordinator.classic = ClassicProtocol(coordinator)
    coordinator.consumer = ConsumerProtocol(coordinator)
    coordinator.measure(metrics)
    coordination.subscribe(coordinator)
    coordinator.open()
    return coordinator


def found_groups(coordinator: GroupCoordinator, coordination: ICoordination) -> Coordinated:
    """For FindCoordinator."""
    environment = coordinator.environment
    return Coordinated(offsets_topic(coordination, environment.settings, environment.warn), lambda: coordinator.partition_count)


def group_handlers(coordinator: GroupCoordinator, coordination: ICoordination) -> list[Handler]:
    """One handler for each API of groups and committed offsets."""
    return [
        JoinGroupHandler(coordinator),
        SyncGroupHandler(coordinator),
        HeartbeatHandler(coordinator),
        LeaveGroupHandler(coordinator),
        OffsetCommitHandler(coordinator, coordination),
        OffsetFetchHandler(coordinator, coordination),
        OffsetDeleteHandler(coordinator, coordination),
        ListGroupsHandler(coordinator),
        DescribeGroupsHandler(coordinator),
        DeleteGroupsHandler(coordinator),
        ConsumerGroupHeartbeatHandler(coordinator),
        ConsumerGroupDescribeHandler(coordinator),
    ]
