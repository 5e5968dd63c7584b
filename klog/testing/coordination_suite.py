"""What every `ICoordination` does, as checks that any implementation can be put through.

``check_coordination(make)`` runs all of them; ``make()`` gives a fresh coordination without topics whose mutations finish at once or when
``settle`` was called. A violation is an AssertionError that names the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from zope.interface.verify import verifyObject

from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId
from klog.testing.coordination import Recorder


class Make(Protocol):
    """Gives a fresh coordination without topics."""

    def __call__(self) -> Any: ...


def check_coordination(make: Make, settle: Callable[[], None] = lambda: None) -> None:
    """Put what `make` gives through every check.

    :param settle: lets what is under way finish.
    """
    for check in CHECKS:
        check(_Subject(make(), settle))


class _Subject:
    """A coordination, and how to wait for it."""

    def __init__(self, coordination: Any, settle: Callable[[], None]) -> None:
        self.it = coordination
        self.settle = settle
        self.us = [self.it.broker_id()]

    def wait(self, deferred: Deferred[Any]) -> Any:
        """Its result; raises what it failed with."""
        results: list[Any] = []
        deferred.addBoth(results.append)
        self.settle()
        assert results, "a mutation never finishes"
        if isinstance(results[0], Failure):
            results[0].raiseException()
        return results[0]

    def refused(self, code: ErrorCode, deferred: Deferred[Any]) -> None:
        """It fails with `code`."""
        try:
            result = self.wait(deferred)
        except KlogError as error:
            assert error.code is code, f"refused with {error.code.name}, not {code.name}"
            assert error.message, "a refusal without a sentence"
        else:
            raise AssertionError(f"done, and should have been refused with {code.name}: {result!r}")

    def create(self, name: str, partitions: int = 1, configs: dict[str, str] | None = None) -> Any:
        """Make a topic on ourselves."""
        return self.wait(self.it.create_topic(name, [self.us] * partitions, configs or {}))


def check_it_is_one(subject: _Subject) -> None:
    """It provides the interface and knows its cluster."""
    it = subject.it
    verifyObject(ICoordination, it)
    assert len(it.cluster_id()) == 22, "a cluster id has 22 characters"
    ids = [broker.broker_id for broker in it.brokers()]
    assert it.broker_id() in ids, "we are among the live brokers"
    assert ids == sorted(ids), "brokers come by id"
    assert it.controller_id() in (-1, *ids), "the controller is a live broker"
    assert dict(it.topics()) == {}
    assert dict(it.broker_configs(None)) == {} == dict(it.broker_configs(it.broker_id()))


def check_create(subject: _Subject) -> None:
    """A topic is there with all it was made with when the Deferred fires."""
    it = subject.it
    info = subject.create("a.b", 3, {"retention.ms": "5"})
    assert info == it.topics()["a.b"], "the result is what everybody sees"
    assert (info.name, len(info.partitions), dict(info.configs)) == ("a.b", 3, {"retention.ms": "5"})
    assert info.configs_known and not info.is_internal
    assert len(info.topic_id) == 16 and info.topic_id != NO_TOPIC_ID
    assert it.topic_by_id(info.topic_id) == info
    for partition in info.partitions:
        assert list(partition.replicas) == subject.us
        assert partition.leader in (-1, *subject.us) and partition.leader_epoch >= 0
    assert subject.create("__consumer_offsets").is_internal
    assert it.topic_by_id(TopicId(b"\x07" * 16)) is None


def check_refusals(subject: _Subject) -> None:
    """What cannot be done changes nothing."""
    it = subject.it
    subject.create("t", 2, {"a": "b"})
    before = dict(it.topics())
    subject.refused(ErrorCode.TOPIC_ALREADY_EXISTS, it.create_topic("t", [subject.us], {}))
    subject.refused(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, it.delete_topic("none"))
    subject.refused(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, it.create_partitions("none", [subject.us]))
    subject.refused(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, it.set_topic_configs("none", {}))
    assert dict(it.topics()) == before, "a refused mutation left something behind"


def check_delete(subject: _Subject) -> None:
    """A deleted topic is gone; one made again under its name is another one."""
    it = subject.it
    first = subject.create("t")
    subject.wait(it.delete_topic("t"))
    assert "t" not in it.topics() and it.topic_by_id(first.topic_id) is None
    second = subject.create("t")
    assert second.topic_id != first.topic_id, "a topic id came back"
    assert dict(second.configs) == {}


def check_partitions(subject: _Subject) -> None:
    """New partitions come behind the old ones, which stay as they are."""
    it = subject.it
    before = subject.create("t", 2, {"x": "1"})
    after = subject.wait(it.create_partitions("t", [subject.us] * 3))
    assert after == it.topics()["t"]
    assert len(after.partitions) == 5 and after.partitions[:2] == before.partitions
    assert (after.topic_id, dict(after.configs)) == (before.topic_id, {"x": "1"})


def check_configs(subject: _Subject) -> None:
    """Configurations are replaced as a whole, each broker's and everybody's apart."""
    it = subject.it
    subject.create("t", 1, {"a": "1", "b": "2"})
    info = subject.wait(it.set_topic_configs("t", {"b": "3"}))
    assert dict(info.configs) == {"b": "3"} == dict(it.topics()["t"].configs)
    us = it.broker_id()
    subject.wait(it.set_broker_configs(None, {"x": "all"}))
    subject.wait(it.set_broker_configs(us, {"y": "us"}))
    assert (dict(it.broker_configs(None)), dict(it.broker_configs(us))) == ({"x": "all"}, {"y": "us"})
    subject.wait(it.set_broker_configs(None, {}))
    assert (dict(it.broker_configs(None)), dict(it.broker_configs(us))) == ({}, {"y": "us"})


def check_group_configs(subject: _Subject) -> None:
    """A group's configurations are replaced as a whole, and with none the group is forgotten."""
    it = subject.it
    assert dict(it.group_configs()) == {}
    subject.wait(it.set_group_configs("g", {"a": "1", "b": "2"}))
    subject.wait(it.set_group_configs("h", {"a": "3"}))
    subject.wait(it.set_group_configs("g", {"b": "4"}))
    assert {group: dict(configs) for group, configs in it.group_configs().items()} == {"g": {"b": "4"}, "h": {"a": "3"}}
    subject.wait(it.set_group_configs("g", {}))
    assert {group: dict(configs) for group, configs in it.group_configs().items()} == {"h": {"a": "3"}}


def check_listeners(subject: _Subject) -> None:
    """Listeners hear of every change, in order, each in the order of subscription, before the Deferred fires."""
    it = subject.it
    recorder = Recorder()
    it.subscribe(recorder)
    us = it.broker_id()
    fired: list[int] = []
    it.create_topic("t", [subject.us], {}).addCallback(lambda _: fired.append(len(recorder.heard)))
    subject.wait(it.create_partitions("t", [subject.us]))
    assert fired == [1], "the Deferred fired before the listener heard"
    subject.wait(it.set_topic_configs("t", {"a": "b"}))
    assert recorder.topics["t"] == it.topics()["t"]
    subject.wait(it.set_broker_configs(None, {"x": "1", "y": "1"}))
    subject.wait(it.set_broker_configs(us, {"x": "2"}))
    subject.wait(it.delete_topic("t"))
    assert recorder.heard == [
        ("created", "t"),
        ("partitions", "t", 1),
        ("configs", "t"),
        ("broker", {"x": "1", "y": "1"}),
        ("broker", {"x": "2", "y": "1"}),
        ("deleted", "t"),
    ], recorder.heard


def check_listeners_are_told_beforehand(subject: _Subject) -> None:
    """What is coming is told before it is there, and whoever is told may take time."""
    it = subject.it
    recorder = Recorder()
    it.subscribe(recorder)
    recorder.wait_for = Deferred()
    fired: list[object] = []
    it.create_topic("t", [subject.us] * 2, {}).addCallback(fired.append)
    subject.settle()
    assert recorder.coming == [("t", 0)], recorder.coming
    assert (dict(it.topics()), recorder.heard, fired) == ({}, [], []), "the topic did not wait for the listener"
    waited, recorder.wait_for = recorder.wait_for, None
    waited.callback(None)
    subject.settle()
    assert (recorder.heard, fired) == ([("created", "t")], [it.topics()["t"]])
    subject.wait(it.create_partitions("t", [subject.us]))
    assert recorder.coming[1:] == [("t", 2)], recorder.coming


def check_listener_that_refuses(subject: _Subject) -> None:
    """A listener that raises makes the mutation fail with its error and undoes it, also for those that had heard."""
    it = subject.it
    first, second = Recorder(), Recorder()
    it.subscribe(first)
    it.subscribe(second)
    second.fail_next = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "the disk is full")
    subject.refused(ErrorCode.KAFKA_STORAGE_ERROR, it.create_topic("t", [subject.us], {}))
    assert dict(it.topics()) == {} == first.topics, "a failed creation left something behind"
    info = subject.create("t")
    assert first.topics == second.topics == {"t": info}
    second.fail_next = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "the disk is full")
    subject.refused(ErrorCode.KAFKA_STORAGE_ERROR, it.set_topic_configs("t", {"a": "b"}))
    assert it.topics()["t"] == info == first.topics["t"], "a failed change left something behind"


def check_producer_ids(subject: _Subject) -> None:
    """Producer ids never come twice, also when many ask at a time, and are never negative."""
    deferreds = [subject.it.next_producer_id() for _ in range(2500)]
    ids = [subject.wait(deferred) for deferred in deferreds]
    assert len(set(ids)) == len(ids), "a producer id came twice"
    assert min(ids) >= 0


CHECKS: tuple[Callable[[_Subject], None], ...] = (
    check_it_is_one,
    check_create,
    check_refusals,
    check_delete,
    check_partitions,
    check_configs,
    check_group_configs,
    check_listeners,
    check_listeners_are_told_beforehand,
    check_listener_that_refuses,
    check_producer_ids,
)
