"""``klog doctor --migration``: whether brokers of Apache Kafka can be replaced by klog one by one, or the reverse, and which one next.

Pure. What it needs of a cluster, in the order in which it is looked at:

1. it keeps itself in ZooKeeper, is not on its way to KRaft, and all brokers answer;
2. all speak the same ``inter.broker.protocol.version``, one that klog has and that the oldest of them reads;
3. they reach each other by one listener's name, which all of them have;
4. klog would start with what stands in each broker's file, and settings that a controller or coordinator goes by are the same;
5. every topic survives a broker's absence: copies elsewhere, and enough of them for ``min.insync.replicas``;
6. data directories serve and have room;
7. no group is of the new protocol, which brokers of Kafka with ZooKeeper do not have;
8. nothing is being moved, every copy is in sync, and every broker knows it. Only this changes from step to step.

The last lines are the brokers, one each: whether it may be stopped and started as the other kind now. The controller comes last, so that it
moves once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from klog.broker.settings.declared_settings import BROKER_SETTINGS
from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.topic_configs import unreadable
from klog.cli.doctor.checks import Finding, Status, fine, problem, warning
from klog.cli.doctor.cluster_facts import BrokerFacts, ClusterFacts, PartitionFacts
from klog.cli.doctor.disk import LITTLE_ROOM, NO_ROOM
from klog.cli.output import bytes_text
from klog.config import ConfigError, Kind
from klog.net.listeners import Listeners
from klog.replication.inter_broker_versions import SETTING as PROTOCOL
from klog.replication.inter_broker_versions import RequestVersions
from klog.wire.messages.fetch import FetchRequest
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest
from klog.wire.messages.stop_replica import StopReplicaRequest
from klog.wire.messages.update_metadata import UpdateMetadataRequest

#: What whoever is controller or coordinator, or makes a topic, goes by.
_THE_SAME = (
    "zookeeper.connect",
    "auto.create.topics.enable",
    "default.replication.factor",
    "min.insync.replicas",
    "num.partitions",
    "offsets.retention.minutes",
    "offsets.topic.num.partitions",
    "offsets.topic.replication.factor",
    "transaction.state.log.min.isr",
    "transaction.state.log.num.partitions",
    "transaction.state.log.replication.factor",
    "unclean.leader.election.enable",
)
#: Newest version of Fetch that a release of Kafka reads.
_RELEASES = {11: "2.3 to 2.6", 12: "2.7 to 3.0", 13: "3.1 to 3.4", 14: "3.5", 15: "3.5 or 3.6", 16: "3.7 or 3.8", 17: "3.9"}
_GUIDE = "docs/migrating/apache-kafka.md"


def migration_findings(facts: ClusterFacts) -> Iterator[Finding]:
    """Everything that is to be said, one after the other."""
    if any(one.setting("process.roles") for one in facts.brokers):
        # Everything else would be about another world.
        yield from _membership(facts)
        return
    found = [*_membership(facts), *_protocol(facts), *_listeners(facts), *_settings(facts), *_topics(facts), *_disks(facts)]
    found += [*_transactions(facts), *_groups(facts)]
    yield from found
    stands = any(one.status is Status.PROBLEM for one in found)
    waiting = list(_waiting(facts))
    yield from waiting
    yield from _brokers(facts, stands, any(one.status is Status.PROBLEM for one in waiting))


def _asked(facts: ClusterFacts) -> list[BrokerFacts]:
    return [one for one in facts.brokers if one.trouble is None]


def _named(names: Iterable[object], most: int = 5) -> str:
    texts = [str(name) for name in names]
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more" if len(texts) > most else "")


def kind_of(broker: BrokerFacts) -> str:
    """What a broker is, for people."""
    if broker.is_klog:
        return "klog"
    fetch = broker.versions.get(FetchRequest.api_key, (0, 0))[1]
    release = _RELEASES.get(fetch, "before 2.3" if fetch < 11 else "after 3.9")
    return f"Apache Kafka {release}"


# 1. Who is there


def _membership(facts: ClusterFacts) -> Iterator[Finding]:
    for broker in facts.brokers:
        if broker.trouble is not None:
            advice = "start it, or have it answer DescribeConfigs to this user; all brokers must be known before one is changed"
            yield problem("broker", f"broker {broker.number} at {broker.address} cannot be asked: {broker.trouble}", advice)
    asked = _asked(facts)
    kraft = [one.number for one in asked if one.setting("process.roles")]
    if kraft:
        advice = "klog joins clusters that ZooKeeper keeps (Kafka up to 3.9); a KRaft cluster's topics can be copied"
        yield problem("cluster", f"broker {_named(kraft)} keeps its cluster in KRaft (process.roles)", advice)
    moving = [one.number for one in asked if one.setting("zookeeper.metadata.migration.enable").lower() == "true"]
    if moving:
        advice = "end that migration, or take it back, on all brokers first"
        yield problem("cluster", f"broker {_named(moving)} is on its way to KRaft (zookeeper.metadata.migration.enable)", advice)
    controllers: dict[int, list[int]] = {}
    for broker in asked:
        if broker.controller is not None:
            controllers.setdefault(broker.controller, []).append(broker.number)
    if len(controllers) > 1:
        said = "; ".join(f"{controller} (broker {_named(numbers)})" for controller, numbers in sorted(controllers.items()))
        advice = "wait until all have heard who it is now, and ask again"
        yield problem("controller", f"brokers do not agree who is the controller: {said}", advice)
    if facts.controller < 0:
        yield problem("controller", "the cluster has no controller", "wait until the brokers have agreed on one; see their logs")
    if asked and not kraft:
        yield fine("cluster", "; ".join(f"broker {one.number} is {kind_of(one)}" for one in asked))


# 2. What they speak


def _protocol(facts: ClusterFacts) -> Iterator[Finding]:
    asked = _asked(facts)
    spoken: dict[str, list[int]] = {}
    for broker in asked:
        spoken.setdefault(broker.setting(PROTOCOL) or "not told", []).append(broker.number)
    if len(spoken) > 1:
        said = "; ".join(f"{text}: broker {_named(numbers)}" for text, numbers in spoken.items())
        yield problem(PROTOCOL, f"it is not the same everywhere: {said}", f"set {PROTOCOL} to one value, and restart broker by broker")
        return
    for text, numbers in spoken.items():
        try:
            row = BrokerSettings({PROTOCOL: text}).request_versions
        except ConfigError as error:
            yield problem(PROTOCOL, str(error), "raise it on Kafka's brokers first, as for an upgrade of Kafka")
            return
        unread = [one for one in asked if not _reads(one, row)]
        if unread:
            said = ", ".join(f"broker {one.number} ({kind_of(one)})" for one in unread)
            yield problem(
                PROTOCOL, f"{text} is too new for {said}", "set it to the release of the oldest broker, and restart broker by broker"
            )
            return
        silent = [one.number for one in asked if PROTOCOL not in one.in_file]
        if silent:
            yield warning(
                PROTOCOL,
                f"all speak {text}, which does not stand in the file of broker {_named(silent)}",
                f"write {PROTOCOL}={row.release} into it before klog starts there, or klog refuses to stand beside Kafka; "
                "what runs needs no restart for that",
            )
        else:
            yield fine(PROTOCOL, f"all {len(numbers)} speak {text}, and say so")


def _reads(broker: BrokerFacts, row: RequestVersions) -> bool:
    sent = {
        FetchRequest.api_key: row.fetch,
        LeaderAndIsrRequest.api_key: row.leader_and_isr,
        UpdateMetadataRequest.api_key: row.update_metadata,
        StopReplicaRequest.api_key: row.stop_replica,
    }
    # What a listener for clients does not announce says nothing.
    return all(key not in broker.versions or version <= broker.versions[key][1] for key, version in sent.items())


# 3. How they reach each other


def _listeners(facts: ClusterFacts) -> Iterator[Finding]:
    between: dict[tuple[str, str], list[int]] = {}
    names: dict[int, set[str]] = {}
    for broker in _asked(facts):
        try:
            found = _listeners_of(broker)
        except ConfigError as error:
            yield problem(
                "listeners", f"broker {broker.number}: {error}", "klog would not start with this; change it, and restart the broker"
            )
            continue
        between.setdefault((found.inter_broker, found.control_plane or ""), []).append(broker.number)
        names[broker.number] = {endpoint.name for endpoint in found.bound}
    if len(between) > 1:
        said = "; ".join(
            f"broker {_named(numbers)}: {name}{f', the controller by {control}' if control else ''}"
            for (name, control), numbers in between.items()
        )
        advice = "set inter.broker.listener.name (or security.inter.broker.protocol) and control.plane.listener.name to the same on all"
        yield problem("listeners", f"brokers look for each other by listeners of different names: {said}", advice)
        return
    for wanted, numbers in between.items():
        lacking = [number for number, has in names.items() if not {name for name in wanted if name} <= has]
        if lacking:
            yield problem("listeners", f"broker {_named(lacking)} has no listener {wanted[0]}", "give all brokers a listener of that name")
        else:
            yield fine("listeners", f"all {len(numbers)} reach each other by {wanted[0]}")


def _listeners_of(broker: BrokerFacts) -> Listeners:
    """As klog would read them. Raises ConfigError."""

    def text(name: str) -> str | None:
        return broker.setting(name) or None if name in broker.in_file else None

    return Listeners.parse(
        broker.setting("listeners") or "PLAINTEXT://:9092",
        advertised=text("advertised.listeners"),
        protocol_map=text("listener.security.protocol.map"),
        inter_broker=text("inter.broker.listener.name"),
        inter_broker_protocol=text("security.inter.broker.protocol"),
        control_plane=text("control.plane.listener.name"),
        controllers=text("controller.listener.names"),
        is_alone=False,
    )


# 4. Settings


def _settings(facts: ClusterFacts) -> Iterator[Finding]:
    asked = _asked(facts)
    for broker in asked:
        if broker.is_klog:
            continue
        names = sorted(name for name in broker.in_file if name != PROTOCOL and _is_told(name))
        texts = {name: value for name in names if (value := broker.settings.get(name)) is not None}
        # As it will stand beside Kafka; whether what is there can be is said above.
        texts[PROTOCOL] = RequestVersions.newest().release
        try:
            would = BrokerSettings(texts)
        except ConfigError as error:
            advice = f"klog would not start with this file; {_GUIDE} says what stands for it"
            yield problem("settings", f"broker {broker.number}: {error}", advice)
            continue
        hidden = sorted(name for name in broker.in_file if broker.settings.get(name) is None)
        if hidden:
            said = f"broker {broker.number} does not tell {_named(hidden)}"
            yield Finding("settings", Status.NOTE, said, "`klog broker start --config` reads the file itself, and says what is wrong in it")
        if would.warnings:
            yield Finding("settings", Status.NOTE, f"broker {broker.number}: {'; '.join(would.warnings)}")
    for name in _THE_SAME:
        values: dict[str, list[int]] = {}
        for broker in asked:
            values.setdefault(broker.setting(name), []).append(broker.number)
        if len(values) > 1:
            said = "; ".join(f"{value or 'nothing'}: broker {_named(numbers)}" for value, numbers in values.items())
            if name == "zookeeper.connect":
                # Servers may stand in another order.
                chroots = {value.partition("/")[2] for value in values}
                if len(chroots) == 1:
                    continue
                yield problem("settings", f"{name} is not the same everywhere: {said}", "all brokers of one cluster share a chroot")
            else:
                advice = "set it to one value everywhere: whoever is controller, or makes a topic, goes by its own"
                yield warning("settings", f"{name} is not the same everywhere: {said}", advice)


def _is_told(name: str) -> bool:
    setting = BROKER_SETTINGS.get(name)
    return setting is None or setting.kind is not Kind.PASSWORD


# 5. Topics


def _min_in_sync(facts: ClusterFacts, topic: str) -> int:
    text = facts.topics.get(topic, {}).get("min.insync.replicas") or "1"
    return int(text) if text.isascii() and text.isdigit() else 1


def _topics(facts: ClusterFacts) -> Iterator[Finding]:
    alone = sorted({one.topic for one in facts.partitions if len(one.replicas) == 1})
    if alone:
        advice = "they are away while their broker is changed, and come back with it; give them more copies if that must not be"
        yield warning("topics", f"{len(alone)} topics have one copy: {_named(alone)}", advice)
    tight = sorted({one.topic for one in facts.partitions if len(one.replicas) > 1 and _min_in_sync(facts, one.topic) >= len(one.replicas)})
    if tight:
        advice = "lower min.insync.replicas or add a copy; else producers with acks=all wait while a broker is changed"
        yield warning("topics", f"{len(tight)} topics need all of their copies (min.insync.replicas): {_named(tight)}", advice)
    unclean = sorted(name for name, configs in facts.topics.items() if configs.get("unclean.leader.election.enable") == "true")
    if unclean:
        advice = "set unclean.leader.election.enable=false for the time of the migration: with it a broker that dies may cost records"
        yield warning("topics", f"{len(unclean)} topics may be led by who has not all of their records: {_named(unclean)}", advice)
    remote = sorted(name for name, configs in facts.topics.items() if configs.get("remote.storage.enable") == "true")
    if remote:
        yield problem(
            "topics", f"{len(remote)} topics keep segments elsewhere (remote.storage.enable): {_named(remote)}", "klog has no tiers"
        )
    strange = {name: said for name, configs in sorted(facts.topics.items()) if (said := _strange(configs))}
    if strange:
        advice = "set them to what klog takes; else klog goes by its own setting, and where that would say what is deleted, deletes nothing"
        said = f"{len(strange)} topics have settings that klog does not take"
        yield warning("topics", f"{said}: {_named(f'{name} ({why})' for name, why in strange.items())}", advice)
    several = {one.topic for one in facts.partitions if len(one.replicas) > 1}
    hidden = sorted(name for name in several if "min.insync.replicas" not in facts.topics.get(name, {}))
    if hidden:
        advice = "ask as a user who may describe their configurations: whether they go on without a broker is not known"
        yield warning("topics", f"{len(hidden)} topics do not tell their min.insync.replicas: {_named(hidden)}", advice)
    if not (alone or tight or unclean or remote or strange or hidden):
        yield fine("topics", "every topic goes on while one broker is away")


def _strange(configs: Mapping[str, str | None]) -> str:
    """What klog does not take of these, and why."""
    return "; ".join(unreadable({name: value for name, value in configs.items() if value is not None}).values())


# 6. Disks


def _disks(facts: ClusterFacts) -> Iterator[Finding]:
    for broker in _asked(facts):
        if broker.directories is None:
            advice = "ask as a user who may describe the cluster, or look at its disks yourself: a copy that catches up needs room"
            yield warning("disk", f"broker {broker.number} does not tell of its data directories", advice)
        for one in broker.directories or ():
            where = f"{one.path} of broker {broker.number}"
            if one.error is not None:
                yield problem("disk", f"{where} is out of service: {one.error}", "look after the disk and restart the broker first")
            elif one.total_bytes > 0 and one.usable_bytes < LITTLE_ROOM * one.total_bytes:
                sentence = f"{bytes_text(one.usable_bytes)} of {bytes_text(one.total_bytes)} are free for {where}"
                advice = "make room first: a copy that catches up needs it"
                little = one.usable_bytes < NO_ROOM * one.total_bytes
                yield problem("disk", sentence, advice) if little else warning("disk", sentence, advice)


# Transactions


def _transactions(facts: ClusterFacts) -> Iterator[Finding]:
    ids = sorted({name for one in _asked(facts) for name in one.transactional_ids or ()})
    if ids:
        yield Finding(
            "transactions",
            Status.NOTE,
            f"{len(ids)} transactional ids are known: {_named(ids)}",
            "their coordinators move between the two kinds of brokers; a producer whose coordinator moves asks again",
        )


# 7. Groups


def _groups(facts: ClusterFacts) -> Iterator[Finding]:
    names = sorted({name for one in _asked(facts) for name in one.new_groups or ()})
    if names:
        advice = (
            "have their members join with group.protocol=classic, or delete them: a broker of Kafka with ZooKeeper that takes over their"
            " part of __consumer_offsets has no such groups"
        )
        yield problem("groups", f"{len(names)} groups are of the new protocol (KIP-848): {_named(names)}", advice)


# 8. What changes from step to step


def _waiting(facts: ClusterFacts) -> Iterator[Finding]:
    if facts.moving:
        advice = "wait, or cancel it: `kafka-reassign-partitions --list` shows it"
        yield problem("reassignment", f"{len(facts.moving)} partitions are being moved: {_named(facts.moving)}", advice)
    elif facts.moving is None and facts.controller >= 0:
        advice = "ask as a user who may describe the cluster, or see `kafka-reassign-partitions --list`: none should move"
        yield warning("reassignment", "nobody says whether partitions are being moved", advice)
    for broker in facts.brokers:
        if broker.differing:
            said = (
                f"broker {broker.number} tells {len(broker.differing)} partitions otherwise than the controller: {_named(broker.differing)}"
            )
            advice = (
                "wait until it has heard of it, and ask again; where it does not hear of it, the controller cannot reach it: see both logs"
            )
            yield problem("metadata", said, advice)
    leaderless = [one.name for one in facts.partitions if one.leader < 0]
    if leaderless:
        yield problem("replicas", f"{len(leaderless)} partitions have no leader: {_named(leaderless)}", "start the brokers that have them")
    behind = [one for one in facts.partitions if one.leader >= 0 and len(one.in_sync) < len(one.replicas)]
    if behind:
        who = sorted({number for one in behind for number in one.replicas if number not in one.in_sync})
        advice = f"wait until broker {_named(who)} has caught up, and ask again"
        yield problem("replicas", f"{len(behind)} partitions lack copies in sync: {_named(one.name for one in behind)}", advice)


def _brokers(facts: ClusterFacts, stands: bool, waits: bool) -> Iterator[Finding]:
    asked = _asked(facts)
    of = {one.number: [each for each in facts.partitions if one.number in each.replicas] for one in asked}
    for broker in sorted(asked, key=lambda one: (one.number == facts.controller, one.number)):
        about = f"broker {broker.number} ({kind_of(broker)}{', the controller: take it last' if broker.number == facts.controller else ''})"
        mine = of[broker.number]
        if stands or waits:
            yield Finding("next", Status.NOTE, f"{about} must not be stopped yet", "see the problems above")
            continue
        short = _without(broker.number, mine, facts)
        if short:
            said = f"{about} may be stopped, but {len(short)} of its {len(mine)} partitions take no acks=all meanwhile: {_named(short)}"
            yield warning("next", said, "see topics above")
        else:
            yield fine("next", f"{about} may be stopped now, and started as the other kind: {len(mine)} partitions are in sync elsewhere")
    kinds = {one.is_klog for one in asked}
    if len(kinds) == 1 and len(asked) == len(facts.brokers):
        yield Finding("next", Status.NOTE, f"all {len(asked)} brokers are {'klog' if kinds == {True} else 'Apache Kafka'}")


def _without(number: int, partitions: Sequence[PartitionFacts], facts: ClusterFacts) -> list[str]:
    """Those that would not have enough copies in sync without this broker."""
    return [one.name for one in partitions if len(set(one.in_sync) - {number}) < max(1, _min_in_sync(facts, one.topic))]
