"""On which brokers a topic's partitions lie (Kafka's ``AdminUtils``). Pure: brokers in, numbers out.

Brokers stand in a row and take turns: partition p's first replica (its preferred leader) is on the one after partition p - 1's. Its further
replicas follow at a distance, the *shift*, that grows by one each time all brokers had their turn, so that the partitions of a failed
broker are taken over by all others alike. Six partitions with three replicas on brokers 0 to 4, starting at 0::

    partition       0        1        2        3        4        5
    brokers      0 1 2    1 2 3    2 3 4    3 4 0    4 0 1    0 2 3

**Racks.** Where brokers have racks they stand in the row rack by turns, and of the further replicas none comes to a rack that has one while
another has none. So with as many replicas as racks, or more, each rack has one. Where only some have a rack, nothing is placed.

Kafka starts at random. Here the topic's name says where, so that whoever asks gets the same; the partitions of many topics are spread all
the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from klog.cluster.interfaces import BrokerInfo, TopicInfo
from klog.errors import ErrorCode, KlogError


def check_copies(replication_factor: int, is_controlled: bool) -> None:
    """Whether so many copies can be kept.

    :param is_controlled: whether brokers follow each other (`ICoordination.is_controlled`).
    :raises KlogError: INVALID_REPLICATION_FACTOR where it is more than one and they do not.
    """
    if replication_factor > 1 and not is_controlled:
        raise KlogError(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            f"Replication factor {replication_factor} cannot be had: a broker without ZooKeeper is alone, and keeps one copy.",
        )


def place(topic: str, partitions: int, replication_factor: int, brokers: Sequence[BrokerInfo]) -> list[list[int]]:
    """Broker ids for each partition of a new topic, the preferred leader first.

    :param brokers: live ones.
    :raises KlogError: INVALID_REPLICATION_FACTOR where there are too few brokers; UNKNOWN_SERVER_ERROR where only some have a rack.
    """
    seed = zlib.crc32(topic.encode())
    count = max(len(brokers), 1)
    return assign(partitions, replication_factor, brokers, start=seed % count, shift=seed // count % count)


def place_more(topic: TopicInfo, more: int, brokers: Sequence[BrokerInfo]) -> list[list[int]]:
    """The same for `more` partitions that a topic gets; as many copies as its first one has
    (``AdminZkClient.createNewPartitionsAssignment``).

    :raises KlogError: as `place`.
    """
    replicas = topic.partitions[0].replicas
    ordered = sorted(broker.broker_id for broker in brokers)
    start = next((index for index, broker_id in enumerate(ordered) if broker_id >= replicas[0]), 0)
    return assign(more, len(replicas), brokers, start=start, shift=start, first_partition=len(topic.partitions))


def assign(
    partitions: int, replication_factor: int, brokers: Sequence[BrokerInfo], *, start: int, shift: int, first_partition: int = 0
) -> list[list[int]]:
    """Broker ids for each of `partitions` partitions (``assignReplicasToBrokers``).

    :param start: where in the row partition 0 begins.
    :param shift: the distance that the first of them has.
    :param first_partition: number of the first of them.
    :raises KlogError: as `place`.
    """
    count = len(brokers)
    if replication_factor <= 0:
        raise KlogError(ErrorCode.INVALID_REPLICATION_FACTOR, "Replication factor must be larger than 0, or -1 to use the default value.")
    if replication_factor > count:
        raise KlogError(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            f"Unable to replicate the partition {replication_factor} time(s): only {count} broker(s) are registered.",
        )
    racks = _racks(brokers)
    row = _rack_by_rack(racks) if racks else sorted(broker.broker_id for broker in brokers)
    result = []
    for partition in range(first_partition, first_partition + partitions):
        if partition > 0 and partition % count == 0:
            shift += 1
        first = (start + partition) % count
        if racks:
            result.append(_on_racks(row, racks, first, shift, replication_factor))
        else:
            result.append([row[first], *(row[_place_in_row(first, shift + index, count)] for index in range(replication_factor - 1))])
    return result


def _racks(brokers: Sequence[BrokerInfo]) -> dict[int, str]:
    """Each broker's; none where nobody has one."""
    racks = {broker.broker_id: broker.rack for broker in brokers if broker.rack is not None}
    if racks and len(racks) < len(brokers):
        without = ", ".join(str(broker.broker_id) for broker in brokers if broker.rack is None)
        raise KlogError(
            ErrorCode.UNKNOWN_SERVER_ERROR,
            f"Not all brokers have rack information for replica rack aware assignment: broker.rack is not set on {without}.",
        )
    return racks


def _rack_by_rack(racks: Mapping[int, str]) -> list[int]:
    """One broker of each rack, by the racks' names, then the next of each; by id within a rack."""
    by_rack: dict[str, list[int]] = {}
    for broker_id in sorted(racks):
        by_rack.setdefault(racks[broker_id], []).append(broker_id)
    longest = max(len(broker_ids) for broker_ids in by_rack.values())
    return [by_rack[rack][turn] for turn in range(longest) for rack in sorted(by_rack) if turn < len(by_rack[rack])]


def _on_racks(row: Sequence[int], racks: Mapping[int, str], first: int, shift: int, replication_factor: int) -> list[int]:
    replicas = [row[first]]
    rack_count, used = len(set(racks.values())), {racks[row[first]]}
    step = 0
    while len(replicas) < replication_factor:
        broker_id = row[_place_in_row(first, shift * rack_count + step, len(row))]
        step += 1
        if broker_id not in replicas and (racks[broker_id] not in used or len(used) == rack_count):
            replicas.append(broker_id)
            used.add(racks[broker_id])
    return replicas


def _place_in_row(first: int, distance: int, count: int) -> int:
    return (first + 1 + distance % (count - 1)) % count


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
