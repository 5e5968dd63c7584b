"""What every `ICoordination` does, as checks that any implementation can be put through.

``check_coordination(make)`` runs all of them; ``make()`` gives a fresh coordination without topics whose mutations finish at once or when
``settle`` was called. ``check_cluster(make)`` is for those that several brokers share: ``make()`` gives a fresh `Cluster` of three. A
violation is an AssertionError that names the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from zope.interface.verify import verifyObject

from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
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
        """Check that `deferred` fails with `code`."""
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
    """Check that the coordination provides the interface and knows its cluster."""
    it = subject.it
    verifyObject(ICoordination, it)
    assert len(it.cluster_id()) == 22, "a cluster id has 22 characters"
    ids = [broker.broker_id for broker in it.brokers()]
    assert it.broker_id() in ids, "we are among the live brokers"
    assert ids == sorted(ids), "brokers come by id"
    assert it.controller_id() in (-1, *ids), "the controller is a live broker"
    assert dict(it.topics()) == {}
    assert dict(it.broker_configs(None)) == {} == dict(it.broker_configs(it.broker_id()))
    assert it.is_controlled or it.broker_epoch() == it.least_broker_epoch() == -1, "there is no broker epoch where nobody names one"


def check_elections(subject: _Subject) -> None:
    """Where every partition is led, no election is needed; of what does not exist, none can be held."""
    it = subject.it
    subject.create("t", 2)
    there, missing = TopicPartition("t", 1), TopicPartition("t", 2)
    for election_type in (0, 1):
        assert subject.wait(it.elect_leaders(election_type, None, 1000)) == {}, "all are led, and one was elected"
        told = subject.wait(it.elect_leaders(election_type, [there, missing], 1000))
        codes = {at: error and error.code for at, error in told.items()}
        assert codes == {there: ErrorCode.ELECTION_NOT_NEEDED, missing: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}, codes


def check_reassignments(subject: _Subject) -> None:
    """What lies where it is to lie is left alone; what does not exist, or cannot be, is refused; nothing moves then."""
    it = subject.it
    subject.create("t", 2)
    there, missing = TopicPartition("t", 1), TopicPartition("t", 2)
    away = max(broker.broker_id for broker in it.brokers()) + 1
    for wanted, expected in (
        (list(it.topics()["t"].partitions[1].replicas), None),
        ([away], ErrorCode.INVALID_REPLICA_ASSIGNMENT),
        ([], ErrorCode.INVALID_REPLICA_ASSIGNMENT),
        (None, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS),
    ):
        told = subject.wait(it.alter_reassignments({there: wanted, missing: wanted}, True, 1000))
        codes = {at: error and error.code for at, error in told.items()}
        assert codes == {there: expected, missing: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}, codes
    for asked in (None, [there, missing]):
        assert dict(subject.wait(it.list_reassignments(asked, 1000))) == {}, "nothing moves"


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


def check_names_that_collide(subject: _Subject) -> None:
    """Of topics whose names are the same in metrics only one is made, even at the same moment; when it is gone, another one may be."""
    it = subject.it
    outcomes: list[Any] = []
    for name in ("a.b", "a_b", "a-b"):
        it.create_topic(name, [subject.us], {}).addBoth(outcomes.append)
    subject.settle()
    assert len(outcomes) == 3, "a mutation never finishes"
    refused = [outcome.value for outcome in outcomes if isinstance(outcome, Failure)]
    assert len(refused) == 1 and len(set(it.topics()) & {"a.b", "a_b"}) == 1, f"names that collide are both made: {list(it.topics())}"
    assert "a-b" in it.topics(), "what does not collide is refused"
    assert isinstance(refused[0], KlogError) and refused[0].code is ErrorCode.INVALID_TOPIC_EXCEPTION
    made, other = ("a.b", "a_b") if "a.b" in it.topics() else ("a_b", "a.b")
    subject.refused(ErrorCode.INVALID_TOPIC_EXCEPTION, it.create_topic(other, [subject.us], {}))
    subject.wait(it.delete_topic(made))
    subject.create(other)
    subject.refused(ErrorCode.INVALID_TOPIC_EXCEPTION, it.create_topic(made, [subject.us], {}))


def check_delete(subject: _Subject) -> None:
    """A deleted topic is gone; one made again under its name is another one."""
    it = subject.it
    first = subject.create("t")
    subject.wait(it.delete_topic("t"))
    assert "t" not in it.topics() and it.topic_by_id(first.topic_id) is None
    second = subject.create("t")
    assert second.topic_id != first.topic_id, "a topic id came back"
    subject.refused(ErrorCode.UNKNOWN_TOPIC_ID, it.delete_topic("t", first.topic_id))
    assert it.topics()["t"].topic_id == second.topic_id, "another topic than that of the id was deleted"
    subject.wait(it.delete_topic("t", second.topic_id))
    assert "t" not in it.topics()
    assert dict(second.configs) == {}


def check_partitions(subject: _Subject) -> None:
    """New partitions come behind the old ones, which stay as they are."""
    it = subject.it
    before = subject.create("t", 2, {"x": "1"})
    after = subject.wait(it.create_partitions("t", [subject.us] * 3, 2))
    subject.refused(ErrorCode.INVALID_PARTITIONS, it.create_partitions("t", [subject.us] * 3, 2))
    assert after == it.topics()["t"]
    assert len(after.partitions) == 5 and after.partitions[:2] == before.partitions
    assert (after.topic_id, dict(after.configs)) == (before.topic_id, {"x": "1"})


def check_configs(subject: _Subject) -> None:
    """Configurations are replaced as a whole, each broker's and everybody's apart."""
    it = subject.it
    subject.create("t", 1, {"a": "1", "b": "2"})
    info = subject.wait(it.set_topic_configs("t", {"b": "3"}))
    assert dict(info.configs) == {"b": "3"} == dict(it.topics()["t"].configs) == dict(it.topic_configs("t"))
    assert dict(it.topic_configs("u")) == {}
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


def check_user_configs(subject: _Subject) -> None:
    """What is kept of a user is changed key by key; where nothing is left, the user is forgotten or shown with nothing."""
    it = subject.it

    def kept() -> dict[str, dict[str, str]]:
        return {name: dict(configs) for name, configs in it.user_configs().items() if configs}

    assert kept() == {}
    subject.wait(it.alter_user_configs("ali,ce/*", {"a": "1", "b": "2"}, ()))
    subject.wait(it.alter_user_configs("bob", {"a": "3"}, ()))
    subject.wait(it.alter_user_configs("ali,ce/*", {"b": "4", "c": "5"}, ["a", "never there"]))
    assert kept() == {"ali,ce/*": {"b": "4", "c": "5"}, "bob": {"a": "3"}}
    subject.wait(it.alter_user_configs("ali,ce/*", {}, ["b", "c"]))
    assert kept() == {"bob": {"a": "3"}}


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


def check_copied_producer_ids(subject: _Subject) -> None:
    """Ids up to one that a copy has are given out no more, also where a block of them was in hand; and they rise on from there."""
    given = [subject.wait(subject.it.next_producer_id()) for _ in range(3)]
    subject.wait(subject.it.give_producer_ids_above(max(given) + 2))
    after = subject.wait(subject.it.next_producer_id())
    assert after > max(given) + 2, f"{after} stands in a copy"
    subject.wait(subject.it.give_producer_ids_above(max(given)))
    subject.wait(subject.it.give_producer_ids_above(123_456))
    ids = [subject.wait(subject.it.next_producer_id()) for _ in range(3)]
    assert min(ids) > 123_456 and len(set(ids)) == len(ids), ids


CHECKS: tuple[Callable[[_Subject], None], ...] = (
    check_it_is_one,
    check_create,
    check_refusals,
    check_names_that_collide,
    check_delete,
    check_partitions,
    check_configs,
    check_group_configs,
    check_user_configs,
    check_listeners,
    check_listeners_are_told_beforehand,
    check_listener_that_refuses,
    check_producer_ids,
    check_elections,
    check_reassignments,
)


# Several brokers


class Cluster(Protocol):
    """Three brokers, registered and at rest, that share a cluster without topics; and what may happen to them.

    :ivar coordinations: of the three, by id. Each check has its own.
    """

    coordinations: Sequence[Any]

    def settle(self) -> None:
        """Let what is under way finish, a new session among it."""

    def doubt(self, index: int) -> None:
        """A broker cannot be sure of its session any more, and has noticed; others may be in doubt too."""

    def trust(self, index: int) -> None:
        """The same session is fine again."""

    def expire(self, index: int) -> None:
        """A broker's session ends; `settle` gives it the next one."""

    def crash(self, index: int) -> None:
        """A broker is gone for good, and `settle` shows it to the others."""


def check_cluster(make: Callable[[], Cluster]) -> None:
    """Put what `make` gives through every check for several brokers."""
    for check in CLUSTER_CHECKS:
        check(_Cluster(make()))


class _Cluster:
    """A cluster, its brokers' ids, and what each of them has heard."""

    def __init__(self, cluster: Cluster) -> None:
        self.it = cluster
        self.all = list(cluster.coordinations)
        self.ids = [each.broker_id() for each in self.all]
        self.subjects = [_Subject(each, cluster.settle) for each in self.all]
        self.recorders = [Recorder() for _ in self.all]
        for each, recorder in zip(self.all, self.recorders, strict=True):
            each.subscribe(recorder)

    def create(self, name: str, of: int = 0) -> Any:
        """Make a topic with a partition on each broker, and let everybody see it."""
        made = self.subjects[of].wait(self.all[of].create_topic(name, [[each] for each in self.ids], {}))
        self.it.settle()
        return made

    def same(self, but: Sequence[int] = ()) -> Any:
        """What all (but some) say, which must be the same."""
        asked = [each for index, each in enumerate(self.all) if index not in but]
        first = asked[0]
        for other in asked[1:]:
            assert dict(other.topics()) == dict(first.topics()), "brokers disagree about topics"
            assert list(other.brokers()) == list(first.brokers()), "brokers disagree about who is alive"
            assert other.cluster_id() == first.cluster_id(), "brokers disagree about the cluster's id"
            assert other.controller_id() == first.controller_id(), "brokers disagree about the controller"
        return first


def check_all_show_the_same(cluster: _Cluster) -> None:
    """Whoever makes a change, everybody shows it, and every listener has heard of it."""
    one, two, three = cluster.subjects
    made = cluster.create("t")
    shown = cluster.same()
    assert [each.broker_id for each in shown.brokers()] == sorted(cluster.ids)
    assert shown.controller_id() in cluster.ids, "there is no controller"
    assert [each.leader for each in made.partitions] == cluster.ids, "a partition's first live broker leads it"
    assert shown.topics()["t"] == made
    for recorder in cluster.recorders:
        assert recorder.heard[:1] == [("created", "t")] and recorder.topics == {"t": made}, recorder.heard
    two.wait(two.it.create_partitions("t", [[cluster.ids[2]]]))
    three.wait(three.it.set_topic_configs("t", {"a": "b"}))
    cluster.it.settle()
    shown = cluster.same().topics()["t"]
    assert (len(shown.partitions), shown.partitions[3].leader, dict(shown.configs)) == (4, cluster.ids[2], {"a": "b"})
    assert shown.topic_id == made.topic_id
    one.wait(one.it.delete_topic("t"))
    cluster.it.settle()
    assert dict(cluster.same().topics()) == {}
    for recorder in cluster.recorders:
        assert recorder.heard[-1] == ("deleted", "t") and recorder.topics == {}, recorder.heard


def check_changes_at_once(cluster: _Cluster) -> None:
    """Of several that make the same topic, one succeeds; producer ids of different brokers differ."""
    outcomes: list[object] = []
    for each in cluster.all:
        made = each.create_topic("t", [[each.broker_id()]], {})
        made.addCallbacks(lambda topic: outcomes.append(topic.topic_id), lambda failure: outcomes.append(failure.value.code))
    cluster.it.settle()
    assert len(outcomes) == 3, "a mutation never finishes"
    ids = [each for each in outcomes if not isinstance(each, ErrorCode)]
    assert len(ids) == 1, f"{len(ids)} brokers made the same topic"
    assert outcomes.count(ErrorCode.TOPIC_ALREADY_EXISTS) == 2, outcomes
    assert cluster.same().topics()["t"].topic_id == ids[0]
    given = [subject.wait(subject.it.next_producer_id()) for subject in cluster.subjects for _ in range(3)]
    assert len(set(given)) == len(given), "a producer id came twice"
    # All of them have ids in hand, of which the first hears that a copy has them.
    cluster.subjects[0].wait(cluster.subjects[0].it.give_producer_ids_above(max(given) + 10))
    later = [subject.wait(subject.it.next_producer_id()) for subject in reversed(cluster.subjects) for _ in range(3)]
    assert min(later) > max(given) + 10, f"of {later} some stand in a copy"
    assert len({*given, *later}) == len(given) + len(later), "a producer id came twice"


def check_configs_of_all(cluster: _Cluster) -> None:
    """Configurations reach everybody, and those of one broker only its own listeners."""
    one, two, three = cluster.subjects
    one.wait(one.it.set_broker_configs(None, {"x": "all"}))
    two.wait(two.it.set_broker_configs(cluster.ids[2], {"x": "three"}))
    two.wait(two.it.set_group_configs("g/h", {"y": "1"}))
    cluster.it.settle()
    for each in cluster.all:
        assert dict(each.broker_configs(None)) == {"x": "all"} and dict(each.broker_configs(cluster.ids[2])) == {"x": "three"}
        assert {group: dict(configs) for group, configs in each.group_configs().items()} == {"g/h": {"y": "1"}}
    heard = [[what for what in recorder.heard if what[0] == "broker"] for recorder in cluster.recorders]
    assert heard[0] == heard[1] == [("broker", {"x": "all"})], heard
    assert heard[2] == [("broker", {"x": "all"}), ("broker", {"x": "three"})], heard
    three.wait(three.it.set_group_configs("g/h", {}))
    cluster.it.settle()
    assert all(dict(each.group_configs()) == {} for each in cluster.all)


def check_broker_gone(cluster: _Cluster) -> None:
    """The partitions of a broker that is gone have no leader, under a higher epoch; everything else goes on."""
    before = cluster.create("t").partitions
    cluster.it.crash(0)
    cluster.it.settle()
    shown = cluster.same(but=[0])
    assert [each.broker_id for each in shown.brokers()] == sorted(cluster.ids[1:])
    assert shown.controller_id() in cluster.ids[1:], "the controller is gone, and there is no other"
    after = shown.topics()["t"].partitions
    assert after[0].leader == -1 and after[0].leader_epoch > before[0].leader_epoch, after[0]
    assert after[1:] == before[1:], "partitions of other brokers changed"
    heard = [what for what in cluster.recorders[1].heard if what[0] == "leaders"]
    assert heard and all(what == ("leaders", "t", (0,)) for what in heard), heard
    one = cluster.subjects[1]
    made = one.wait(one.it.create_topic("u", [[cluster.ids[2]], [cluster.ids[1]]], {}))
    cluster.it.settle()
    assert cluster.same(but=[0]).topics()["u"] == made


def check_doubt(cluster: _Cluster) -> None:
    """A broker in doubt leads nothing and has told its listeners; afterwards it leads again, under no lower epoch."""
    before = cluster.create("t").partitions
    cluster.recorders[0].heard.clear()
    cluster.it.doubt(0)
    us, recorder = cluster.all[0], cluster.recorders[0]
    assert us.topics()["t"].partitions[0].leader == -1, "it still leads while its session is doubtful"
    assert recorder.heard[:1] == [("leaders", "t", (0,))], recorder.heard
    assert recorder.leaders["t", 0].leader == -1
    cluster.it.trust(0)
    cluster.it.settle()
    after = cluster.same().topics()["t"].partitions
    assert [each.leader for each in after] == cluster.ids, "not everybody leads again"
    assert all(new.leader_epoch >= old.leader_epoch for new, old in zip(after, before, strict=True)), "an epoch fell"
    assert recorder.leaders["t", 0] == after[0], "its listeners have not heard that it leads again"


def check_expiry(cluster: _Cluster) -> None:
    """A broker whose session ended has stopped leading first; with the next session it leads again, under a higher epoch."""
    before = cluster.create("t").partitions
    recorder = cluster.recorders[0]
    recorder.heard.clear()
    recorder.leaders.clear()
    leaders: list[int] = []
    heard = recorder.leaders_changed

    def listen(topic: Any, partitions: Sequence[int]) -> None:
        leaders.append(topic.partitions[0].leader)
        heard(topic, partitions)

    recorder.leaders_changed = listen  # type: ignore[method-assign]
    cluster.it.expire(0)
    cluster.it.settle()
    assert leaders[:1] == [-1] and leaders[-1] == cluster.ids[0], f"it heard of leaders {leaders}"
    shown = cluster.same()
    after = shown.topics()["t"].partitions
    assert [each.broker_id for each in shown.brokers()] == sorted(cluster.ids)
    assert after[0].leader == cluster.ids[0] and after[0].leader_epoch > before[0].leader_epoch, after[0]
    assert after[1:] == before[1:], "partitions of other brokers changed"
    cluster.create("u", of=0)
    cluster.same()


CLUSTER_CHECKS: tuple[Callable[[_Cluster], None], ...] = (
    check_all_show_the_same,
    check_changes_at_once,
    check_configs_of_all,
    check_broker_gone,
    check_doubt,
    check_expiry,
)
