"""Which brokers partitions should lie on: plans for ``klog cluster drain``, ``rebalance``, and other numbers of copies. Pure.

All of them move as little as they can, and spread a partition's copies over as many racks as there are, where brokers say which rack they
are in (``broker.rack``). A partition's brokers come in the order in which they are to lead.

======================= ===============================================================================================================
`drained`               each copy of one broker goes to another one: first to a rack that has none of its partition, then to whoever has
                        fewest
`with_copies`           copies are added in the same way; those that go are first those that share a rack, then those of whoever has most,
                        and never the first one
`rebalanced`            1. copies that share a rack move to one that has none; 2. from brokers with most copies to those with fewest, until
                        no two differ by more than one (or nothing can move without spoiling racks); 3. who leads is changed where that
                        evens it out, which moves no data
======================= ===============================================================================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from klog.model import TopicPartition

#: The brokers of each partition, the preferred leader first.
Places = Mapping[TopicPartition, tuple[int, ...]]
#: Live brokers, with their racks.
Racks = Mapping[int, str | None]


class CannotPlace(Exception):  # noqa: N818 (told as a sentence)
    """There are too few brokers; the sentence says for what."""


def _shares(broker: int, others: Iterable[int], racks: Racks) -> int:
    """How many of `others` are in a broker's rack."""
    rack = racks.get(broker)
    return 0 if rack is None else sum(1 for other in others if racks.get(other) == rack)


def _best(candidates: Iterable[int], others: Collection[int], racks: Racks, counts: Mapping[int, int]) -> int | None:
    """To whom a copy goes that `others` have, too."""
    return min(candidates, key=lambda broker: (_shares(broker, others, racks), counts.get(broker, 0), broker), default=None)


def drained(places: Places, broker: int, racks: Racks) -> dict[TopicPartition, tuple[int, ...]]:
    """What changes so that nothing lies on `broker`.

    :param places: of all partitions.
    :param racks: may name `broker`, or not.
    :raises CannotPlace: a partition has copies on all others already.
    """
    counts = Counter(each for replicas in places.values() for each in replicas)
    leads = Counter(replicas[0] for replicas in places.values() if replicas)
    plan = {}
    for name, replicas in sorted(places.items()):
        if broker not in replicas:
            continue
        others = [each for each in replicas if each != broker]
        to = _best((each for each in racks if each != broker and each not in others), others, racks, counts)
        if to is None:
            raise CannotPlace(
                f"{name.topic}:{name.partition} has {len(replicas)} copies, and there are only {len(racks.keys() - {broker})} other brokers"
            )
        counts[to] += 1
        after = tuple(to if each == broker else each for each in replicas)
        if replicas[0] == broker:
            first = min(after, key=lambda each: (leads[each], each))
            after = (first, *(each for each in after if each != first))
            leads[first] += 1
        plan[name] = after
    return plan


def with_copies(places: Places, wanted: Collection[TopicPartition], count: int, racks: Racks) -> dict[TopicPartition, tuple[int, ...]]:
    """What changes so that the `wanted` partitions have `count` copies each.

    :param places: of all partitions.
    :param count: 1 or more.
    :raises CannotPlace: there are fewer brokers.
    """
    if count > len(racks):
        raise CannotPlace(f"{count} copies need as many brokers, and there are {len(racks)}")
    counts = Counter(each for replicas in places.values() for each in replicas)
    plan = {}
    for name in sorted(wanted):
        replicas = list(places[name])
        while len(replicas) > count:
            others = replicas[1:]
            out = max(
                others,
                key=lambda each: (
                    each not in racks,
                    _shares(each, (other for other in replicas if other != each), racks),  # noqa: B023 (used at once)
                    counts[each],
                    replicas.index(each),  # noqa: B023
                ),
            )
            replicas.remove(out)
            counts[out] -= 1
        while len(replicas) < count:
            to = _best((each for each in racks if each not in replicas), replicas, racks, counts)
            if to is None:
                raise CannotPlace(f"{name.topic}:{name.partition} cannot have {count} copies: there are too few live brokers")
            replicas.append(to)
            counts[to] += 1
        if tuple(replicas) != places[name]:
            plan[name] = tuple(replicas)
    return plan


def rebalanced(places: Places, racks: Racks) -> dict[TopicPartition, tuple[int, ...]]:
    """What changes so that live brokers have equally many copies, and lead equally many partitions. Copies on brokers that do not live stay
    where they are."""
    now = {name: list(replicas) for name, replicas in sorted(places.items())}
    counts = dict.fromkeys(sorted(racks), 0)
    held: dict[int, dict[TopicPartition, None]] = {broker: {} for broker in counts}
    for name, replicas in now.items():
        for each in replicas:
            if each in counts:
                counts[each] += 1
                held[each][name] = None

    def move(name: TopicPartition, source: int, target: int) -> None:
        now[name][now[name].index(source)] = target
        counts[source] -= 1
        counts[target] += 1
        del held[source][name]
        held[target][name] = None

    for name, replicas in now.items():
        for each in list(reversed(replicas)):
            others = [other for other in replicas if other != each]
            if each not in counts or not _shares(each, others, racks):
                continue
            free = [broker for broker in counts if broker not in replicas and not _shares(broker, others, racks)]
            to = _best(free, others, racks, counts)
            if to is not None:
                move(name, each, to)
    while (found := _next_move(now, counts, held, racks)) is not None:
        move(*found)
    _even_leaders(now, racks)
    return {name: tuple(replicas) for name, replicas in now.items() if tuple(replicas) != places[name]}


def _next_move(
    now: Mapping[TopicPartition, list[int]], counts: Mapping[int, int], held: Mapping[int, Mapping[TopicPartition, None]], racks: Racks
) -> tuple[TopicPartition, int, int] | None:
    """A copy that goes from one with too many to one with too few, spoiling no racks; the largest difference first."""
    by_count = sorted(counts, key=lambda broker: (counts[broker], broker))
    for source in reversed(by_count):
        for target in by_count:
            if counts[source] - counts[target] < 2:
                break
            for name in held[source]:
                replicas = now[name]
                if target in replicas:
                    continue
                others = [each for each in replicas if each != source]
                if _shares(target, others, racks) <= _shares(source, others, racks):
                    return name, source, target
    return None


def _even_leaders(now: Mapping[TopicPartition, list[int]], racks: Racks) -> None:
    leads = Counter(dict.fromkeys(racks, 0))
    led: dict[int, dict[TopicPartition, None]] = {broker: {} for broker in racks}
    for name, replicas in now.items():
        if replicas and replicas[0] in racks:
            leads[replicas[0]] += 1
            led[replicas[0]][name] = None

    def change() -> bool:
        for source in sorted(leads, key=lambda broker: (-leads[broker], broker)):
            for name in led[source]:
                replicas = now[name]
                target = min((each for each in replicas if each in racks), key=lambda each: (leads[each], each))
                if leads[source] - leads[target] >= 2:
                    place = replicas.index(target)
                    replicas[0], replicas[place] = target, source
                    leads[source] -= 1
                    leads[target] += 1
                    del led[source][name]
                    led[target][name] = None
                    return True
        return False

    while change():
        pass
