"""Changes to configurations: what AlterConfigs and IncrementalAlterConfigs have in common.

A change names a *resource* (a topic, a broker, all brokers, ...) and is refused or done as a whole. It is worked out from the
configurations as they are, checked, and handed to the coordination; changes are done one after the other, so that two that arrive
together do not undo each other. Each begins by asking for what other brokers have changed (`sync`); where one of them is quicker still, the
change is worked out anew. The order of the checks is Kafka's (``ConfigAdminManager``, ``ConfigurationControlManager``), as it decides which
error a client sees.

klog takes only those dynamic settings of brokers that it honours, and says so where Kafka would keep anything.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from twisted.internet.defer import Deferred, maybeDeferred, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.groups import group_configs
from klog.broker.groups.group_settings import check_consumer_times
from klog.broker.settings import topic_configs
from klog.broker.settings.declared_settings import BROKER_SETTINGS, declared
from klog.broker.settings.settings import BrokerSettings
from klog.cluster import topic_names
from klog.cluster.interfaces import ChangedMeanwhile, ICoordination
from klog.concurrency_limit import ConcurrencyLimit
from klog.config import ConfigError, Kind, Setting, unknown_name_sentence
from klog.errors import ErrorCode, KlogError
from klog.replication.inter_broker_versions import SETTING as PROTOCOL

#: So many times a change is worked out, the first included, where each time somebody else has written the same configuration before us.
#: Each time one of them is done: so many brokers may begin together.
MOST_TRIES = 50
#: Seconds that a change waits to hear what other brokers have written. Where it does not hear in time it begins with what is known here;
#: what others have written is then noticed when the change is written (`ChangedMeanwhile`).
SYNC_LIMIT_S = 5.0
#: The longest value (``Short.MAX_VALUE``).
MAX_VALUE_LENGTH = 32767
_NUMBER = re.compile(r"[+-]?[0-9]{1,10}", re.ASCII)


class ResourceType(enum.IntEnum):
    """What can have configurations (``ConfigResource.Type``)."""

    UNKNOWN = 0
    TOPIC = 2
    BROKER = 4
    BROKER_LOGGER = 8
    CLIENT_METRICS = 16
    GROUP = 32


class Operation(enum.IntEnum):
    """What to do with one configuration (``AlterConfigOp.OpType``)."""

    SET = 0
    DELETE = 1
    APPEND = 2
    SUBTRACT = 3


class Step(NamedTuple):
    """One operation on one configuration, as it came."""

    name: str
    operation: int
    value: str | None


class NamesResource(Protocol):
    """What in a request names the resource that it would change."""

    resource_type: int
    resource_name: str


class TakesError(Protocol):
    """What in an answer says how that went."""

    error_code: int
    error_message: str | None


Resource = TypeVar("Resource", bound=NamesResource)
#: The new configurations from the present ones, and what each setting is.
Change = Callable[[Mapping[str, str], Mapping[str, Setting]], dict[str, str]]


def replace_with(configs: Mapping[str, str]) -> Change:
    """AlterConfigs: `configs` and nothing else."""
    return lambda present, settings: dict(configs)


def apply_steps(steps: Sequence[Step]) -> Change:
    """IncrementalAlterConfigs: the present ones with `steps` done to them."""

    def change(present: Mapping[str, str], settings: Mapping[str, Setting]) -> dict[str, str]:
        result = dict(present)
        for step in steps:
            if step.operation == Operation.DELETE:
                result.pop(step.name, None)
            elif step.operation == Operation.SET:
                result[step.name] = step.value or ""
            else:
                result[step.name] = _changed_list(step, present.get(step.name), settings)
        return result

    return change


def _changed_list(step: Step, present: str | None, settings: Mapping[str, Setting]) -> str:
    """A list with some items more or less.

    :raises KlogError: INVALID_CONFIG: it is no list.
    """
    setting = settings.get(step.name)
    if setting is None or setting.kind is not Kind.LIST:
        verb = Operation(step.operation).name
        raise KlogError(ErrorCode.INVALID_CONFIG, f"Can't {verb} to key {step.name} because its type is not LIST.")
    text = setting.default if present is None else present
    items = [item for item in (text or "").split(",") if item]
    for item in (step.value or "").split(","):
        if step.operation == Operation.APPEND:
            if item not in items:
                items.append(item)
        elif item in items:
            items.remove(item)
    return ",".join(items)


def check_steps(names: Sequence[str], nulls: Sequence[str], operations: Sequence[int]) -> None:
    """What can be said of a resource's changes without knowing the resource.

    :param nulls: names whose value is missing.
    :raises KlogError: INVALID_REQUEST.
    """
    if any(count > 1 for count in Counter(names).values()):
        raise KlogError(ErrorCode.INVALID_REQUEST, "Error due to duplicate config keys")
    if nulls:
        raise KlogError(ErrorCode.INVALID_REQUEST, f"Null value not supported for : {', '.join(nulls)}")
    for operation in operations:
        if operation not in Operation.__members__.values():
            raise KlogError(ErrorCode.INVALID_REQUEST, f"Unknown operations type {operation}")


def broker_id_of(name: str, what: str = "Node") -> int:
    """The broker that a resource's name means.

    :raises KlogError: INVALID_REQUEST: no number.
    """
    if not _NUMBER.fullmatch(name):
        raise KlogError(ErrorCode.INVALID_REQUEST, f"{what} id must be an integer, but it is: {name}")
    return int(name)


def check_topic_values(configs: Mapping[str, str], settings: BrokerSettings, present: Mapping[str, str] | None = None) -> None:
    """Check a topic's configurations as a whole.

    :param settings: the broker's: not everything is allowed on one that is alone, and more on one that may stand beside Kafka's.
    :param present: what the topic has until now.
    :raises KlogError: INVALID_CONFIG.
    """
    _check_lengths(configs)
    is_alone = settings.zookeeper is None
    topic_configs.validate(configs, is_alone=is_alone, is_beside_kafka=not is_alone and PROTOCOL in settings.static, present=present)


def _check_lengths(configs: Mapping[str, str]) -> None:
    for name, value in configs.items():
        if len(value) > MAX_VALUE_LENGTH:
            raise KlogError(ErrorCode.INVALID_CONFIG, f"The value of {name} has {len(value)} characters, more than {MAX_VALUE_LENGTH}.")


def alter_each(
    resources: Sequence[Resource], responses: Sequence[TakesError], alter: Callable[[Resource], Deferred[None]]
) -> list[Deferred[None]]:
    """Change the resources of one request, one by one; a refusal is that resource's alone and stands in its response.

    :param responses: one for each of `resources`, without an error.
    :param alter: changes one; raises or fails with KlogError.
    :return: what is under way; it fails with mistakes of klog's own only.
    """
    counts = Counter((resource.resource_type, resource.resource_name) for resource in resources)
    under_way = []
    for resource, response in zip(resources, responses, strict=True):
        try:
            if counts[resource.resource_type, resource.resource_name] > 1:
                raise KlogError(ErrorCode.INVALID_REQUEST, "Each resource must appear at most once.")
            under_way.append(alter(resource).addErrback(_refused, response))
        except KlogError as error:
            response.error_code, response.error_message = error.code, error.message
    return under_way


def _refused(failure: Failure, response: TakesError) -> None:
    error = refusal_in(failure)
    response.error_code, response.error_message = error.code, error.message


class ConfigAdmin:
    """Changes configurations, one change after the other.

    :param coordination: who keeps them.
    :param settings: checks those of brokers.
    :param check_tls: fires when TLS can be made of a broker's settings, which it is given; fails with KlogError.
    :param take_up_tls: fires when this broker's listeners go by the settings of TLS that are in force; never fails.
    :param clock: None: what others have changed is waited for without a limit.
    """

    def __init__(
        self,
        coordination: ICoordination,
        settings: BrokerSettings,
        check_tls: Callable[[Mapping[str, str]], Deferred[None]] = lambda wanted: succeed(None),
        take_up_tls: Callable[[], Deferred[None]] = lambda: succeed(None),
        clock: IReactorTime | None = None,
    ) -> None:
        self._clock = clock
        #: Whether a `sync` that was waited for in vain is still unanswered.
        self._is_silent = False
        self._check_tls = check_tls
        self._take_up_tls = take_up_tls
        self._coordination = coordination
        self._settings = settings
        self._line = ConcurrencyLimit()

    def alter(self, resource_type: int, name: str, change: Change, *, validate_only: bool) -> Deferred[None]:
        """Change one resource's configurations.

        :returns: fires when the change is durable and in force; fails with KlogError.
        """
        return self._line.run(lambda: Deferred.fromCoroutine(self._alter_until_unchanged(resource_type, name, change, validate_only)))

    async def _alter_until_unchanged(self, resource_type: int, name: str, change: Change, validate_only: bool) -> None:
        """Raises ChangedMeanwhile after `MOST_TRIES`."""
        for tries_left in reversed(range(MOST_TRIES)):
            await self._hear_of_others()
            try:
                await self._alter(resource_type, name, change, validate_only)
            except ChangedMeanwhile:
                if not tries_left:
                    raise
            else:
                return

    def _hear_of_others(self) -> Deferred[None]:
        """Fires when what other brokers have written is known here, or after `SYNC_LIMIT_S`."""
        asked = self._coordination.sync()
        if self._clock is None:
            return asked
        looked: Deferred[None] = Deferred()

        def too_late() -> None:
            self._is_silent = True
            looked.callback(None)

        # The next one does not wait where this one has waited in vain, until that is answered.
        timer = self._clock.callLater(0 if self._is_silent else SYNC_LIMIT_S, too_late)

        def heard(_: object) -> None:
            self._is_silent = False
            if not looked.called:
                timer.cancel()
                looked.callback(None)

        asked.addBoth(heard)
        return looked

    def _alter(self, resource_type: int, name: str, change: Change, validate_only: bool) -> Deferred[Any]:
        if resource_type == ResourceType.TOPIC:
            return maybeDeferred(self._alter_topic, name, change, validate_only)
        if resource_type == ResourceType.BROKER:
            return maybeDeferred(self._alter_broker, name, change, validate_only)
        if resource_type == ResourceType.GROUP:
            return maybeDeferred(self._alter_group, name, change, validate_only)
        return maybeDeferred(self._refuse, resource_type, name)

    @staticmethod
    def _refuse(resource_type: int, name: str) -> None:
        if resource_type == ResourceType.CLIENT_METRICS:
            raise KlogError(ErrorCode.INVALID_REQUEST, f"klog keeps no client metrics configurations yet; {name!r} stays at the defaults.")
        raise KlogError(ErrorCode.INVALID_REQUEST, f"Unknown resource type {resource_type}")

    def _alter_topic(self, name: str, change: Change, validate_only: bool) -> Deferred[Any]:
        if not name:
            raise KlogError(ErrorCode.INVALID_REQUEST, "Default topic resources are not allowed.")
        topic = self._coordination.topics().get(name)
        present = self._coordination.topic_configs(name) if topic is not None else {}
        wanted = change(present, topic_configs.TOPIC_SETTINGS)
        topic_names.validate(name)
        check_topic_values(wanted, self._settings, present)
        if topic is None:
            raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"The topic '{name}' does not exist.")
        # What is written already may not be in force here yet.
        if validate_only or (topic.configs_known and wanted == dict(present) == dict(topic.configs)):
            return succeed(None)
        return self._coordination.set_topic_configs(name, wanted)

    def _alter_broker(self, name: str, change: Change, validate_only: bool) -> Deferred[Any]:
        broker_id = None
        if name:
            broker_id = broker_id_of(name)
            if broker_id != self._coordination.broker_id():
                raise KlogError(
                    ErrorCode.INVALID_REQUEST, f"Unexpected broker id, expected {self._coordination.broker_id()}, but received {name}"
                )
        present = self._coordination.broker_configs(broker_id)
        wanted = change(present, BROKER_SETTINGS)
        self._settings.validate_dynamic(wanted, per_broker=broker_id is not None)
        _check_lengths(wanted)
        for changed in sorted(key for key, value in wanted.items() if present.get(key) != value):
            setting = declared(changed)
            if setting is None:
                raise KlogError(ErrorCode.INVALID_REQUEST, unknown_name_sentence(changed, BROKER_SETTINGS))
            if not setting.honoured:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"{changed} has no effect in klog, so it is not kept.")
        self._check_consumer_times(wanted)
        # What the next start could not use must not be kept.
        has_tls = any("ssl." in key and present.get(key) != wanted.get(key) for key in {*present, *wanted})
        checked = self._check_tls(wanted) if has_tls and broker_id is not None else succeed(None)
        if validate_only or wanted == dict(present):
            return checked
        kept = checked.addCallback(lambda _: self._keep_broker(broker_id, wanted, present))
        # Who was told that a listener asks for certificates must not find it open.
        return kept.addCallback(lambda _: self._take_up_tls()) if has_tls else kept

    def _keep_broker(self, broker_id: int | None, wanted: Mapping[str, str], present: Mapping[str, str]) -> Deferred[None]:
        if dict(self._coordination.broker_configs(broker_id)) != dict(present):
            # Somebody else has changed it while a thread read the certificates.
            raise ChangedMeanwhile("all brokers" if broker_id is None else f"broker {broker_id}")
        return self._coordination.set_broker_configs(broker_id, wanted)

    def _check_consumer_times(self, wanted: Mapping[str, str]) -> None:
        def number(name: str) -> int:
            value = BROKER_SETTINGS[name].parse(wanted[name]) if name in wanted else self._settings.value(name)
            assert isinstance(value, int)
            return value

        try:
            check_consumer_times(number)
        except ConfigError as error:
            raise KlogError(ErrorCode.INVALID_REQUEST, str(error)) from None

    def _alter_group(self, name: str, change: Change, validate_only: bool) -> Deferred[Any]:
        known = self._coordination.group_configs()
        present = known.get(name, {})
        wanted = change(present, group_configs.GROUP_SETTINGS)
        _check_lengths(wanted)
        group_configs.check_group(name, known)
        group_configs.validate(wanted, self._settings)
        if validate_only or wanted == dict(present):
            return succeed(None)
        return self._coordination.set_group_configs(name, wanted)
