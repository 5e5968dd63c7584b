"""On which brokers a topic's partitions lie. Pure: numbers in, numbers out.

Brokers take turns: partition p's first replica (its preferred leader) is the one after partition p - 1's, and the further replicas
follow it at a distance that grows by one each time all brokers had their turn, so that the partitions of a failed broker are
taken over by all others alike (Kafka's ``AdminUtils.assignReplicasToBrokers`` without racks).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from klog.errors import ErrorCode, KlogError


def start_of(topic: str) -> int:
    """Where in the row of brokers the partitions of `topic` begin (`place`): another place for each topic, the same whoever asks."""
    return zlib.crc32(topic.encode())


def check_copies(replication_factor: int) -> None:
    """Whether klog can keep so many copies.

    :raises KlogError: INVALID_REPLICATION_FACTOR where it is more than one.
    """
    if replication_factor > 1:
        raise KlogError(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            f"Replication factor {replication_factor} cannot be had: klog keeps one copy of each partition for now.",
        )


def place(
    partitions: int, replication_factor: int, broker_ids: Sequence[int], *, first_partition: int = 0, start: int = 0
) -> list[list[int]]:
    """Broker ids for each of `partitions` new partitions, the preferred leader first.

    :param broker_ids: live brokers.
    :param first_partition: number of the first of them (partitions that a topic has already).
    :param start: where in `broker_ids` to begin; spreads the first partitions of many topics.
    :raises KlogError: INVALID_REPLICATION_FACTOR where there are too few brokers.
    """
    count = len(broker_ids)
    if replication_factor <= 0:
        raise KlogError(ErrorCode.INVALID_REPLICATION_FACTOR, "Replication factor must be larger than 0, or -1 to use the default value.")
    if replication_factor > count:
        raise KlogError(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            f"Unable to replicate the partition {replication_factor} time(s): only {count} broker(s) are registered.",
        )
    ordered = sorted(broker_ids)
    result = []
    for partition in range(first_partition, first_partition + partitions):
        leader = (start + partition) % count
        shift = partition // count
        replicas = [ordered[leader]]
        for index in range(replication_factor - 1):
            distance = 1 + (shift + index) % (count - 1)
            replicas.append(ordered[(leader + distance) % count])
        result.append(replicas)
    return result


def still_missing(name: str, assignment: Sequence[Sequence[int]], first: int | None, count: int) -> Sequence[Sequence[int]]:
    """Those of some new partitions that a topic does not have yet. Between the moment in which they were asked for and the one in which
    they are made, somebody else may have added some, or the same ones.

    :param name: of the topic.
    :param first: the number of the first one in `assignment`; None where they come behind those that there are.
    :param count: how many partitions the topic has now.
    :raises KlogError: INVALID_PARTITIONS where it has all of them, or not those before them.
    """
    if first is None or first == count:
        return assignment
    wanted = first + len(assignment)
    if wanted == count:
        sentence = f"Topic already has {count} partition(s)."
    elif wanted < count:
        sentence = f"The topic {name} currently has {count} partition(s); {wanted} would not be an increase."
    elif first < count:
        return assignment[count - first :]
    else:
        sentence = f"The topic {name} has {count} partition(s) by now, and not {first}; it was made again."
    raise KlogError(ErrorCode.INVALID_PARTITIONS, sentence)


def check_assignment(broker_ids: Sequence[int], live: Sequence[int], replication_factor: int | None = None) -> None:
    """Check one partition's replicas as somebody wrote them down.

    :param live: brokers that exist.
    :param replication_factor: how many replicas the topic's other partitions have; None where this is the first.
    :raises KlogError: INVALID_REPLICA_ASSIGNMENT: none, unknown or repeated brokers, another number of them.
    """
    if not broker_ids:
        raise _invalid("The manual partition assignment includes an empty replica list.")
    previous: int | None = None
    for broker_id in sorted(broker_ids):
        if broker_id not in live:
            raise _invalid(f"The manual partition assignment includes broker {broker_id}, but no such broker is registered.")
        if broker_id == previous:
            raise _invalid(f"The manual partition assignment includes the broker {broker_id} more than once.")
        previous = broker_id
    if replication_factor is not None and len(broker_ids) != replication_factor:
        raise _invalid(
            f"The manual partition assignment includes a partition with {len(broker_ids)} replica(s), "
            f"but the partitions before it have {replication_factor} replica(s)."
        )


def _invalid(sentence: str) -> KlogError:
    return KlogError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, sentence)
