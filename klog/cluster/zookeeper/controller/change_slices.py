"""A controller's work in slices: `Changes` cut so that no turn of the reactor looks at more than some hundred partitions. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from klog.cluster.zookeeper.view import Changes, ClusterView

#: Partitions looked at in one turn.
MOST_PARTITIONS = 250


def slices(view: ClusterView, changes: Changes, most_partitions: int = MOST_PARTITIONS) -> Iterator[Changes]:
    """Cut `changes`, in the order of names and numbers; together they say the same, with nothing left that stands for "all".

    In each slice `topics` are looked at as such, and `partitions` one by one. A topic stays in one piece where it fits. What is about
    neither (requests, notifications, tombstones) comes last. Of a topic that is to be deleted only that is said. Topics that come while the
    slices are worked on are told of otherwise.

    :param most_partitions: in a slice.
    """
    if changes.everything:
        topics, deletions = set(view.topics), set(view.deletions)
        tombstones, notifications = set(view.tombstones), set(view.notifications)
        isr_changes, log_dir_events = set(view.isr_changes), set(view.log_dir_events)
    else:
        topics, deletions, tombstones = set(changes.topics), set(changes.deletions), set(changes.tombstones)
        notifications, isr_changes, log_dir_events = set(changes.notifications), set(changes.isr_changes), set(changes.log_dir_events)
    whole = topics | deletions
    partitions = {name: set(numbers) for name, numbers in changes.partitions.items()}
    if view.preferred_election is not None and (changes.preferred_election or changes.everything):
        for at in view.preferred_election.partitions:
            partitions.setdefault(at.topic, set()).add(at.partition)
    part, size = Changes(), 0
    for name in sorted(whole | partitions.keys()):
        topic = view.topics.get(name)
        is_deleted = name in view.deletions
        numbers = set() if is_deleted else partitions.get(name, set())
        if topic is not None and name in whole and not is_deleted:
            numbers.update(topic.assignment)
        if part and size + len(numbers) > most_partitions:
            yield part
            part, size = Changes(), 0
        if name in topics:
            part.topics.add(name)
        if name in deletions or is_deleted:
            part.deletions.add(name)
        ordered = sorted(numbers)
        for start in range(0, max(len(ordered), 1), most_partitions):
            if start:
                yield part
                part, size = Changes(), 0
            piece = ordered[start : start + most_partitions]
            part.partitions[name] = set(piece)
            size += len(piece)
    if part:
        yield part
    rest = Changes(
        reassignment=changes.reassignment or changes.everything,
        preferred_election=changes.preferred_election or changes.everything,
        tombstones=tombstones,
        notifications=notifications,
        isr_changes=isr_changes,
        log_dir_events=log_dir_events,
    )
    if rest:
        yield rest
