"""Administration of settings: of topics, brokers and groups.

A broker's own settings (and its loggers') are asked of that broker; everything else of any broker, changes of the controller. Changes
go out as IncrementalAlterConfigs, which leaves alone what is not named. Brokers before Kafka 2.3 have only AlterConfigs, which resets what
is not named: there the settings are read first, changed here and written as a whole, and two such changes at once may undo each other.
A secret cannot be read, so nothing is changed there beside one that is not set anew.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, TypeVar

from klog.client.admin.calls import Call
from klog.client.admin.types import (
    ConfigChange,
    ConfigEntry,
    ConfigOperation,
    ConfigResource,
    ConfigSource,
    ConfigSynonym,
    ConfigType,
    Outcomes,
    ResourceType,
    item_error,
    no_such_broker,
)
from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.wire.messages import alter_configs as whole
from klog.wire.messages import incremental_alter_configs as incremental
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource, DescribeConfigsResourceResult
from klog.wire.messages.list_config_resources import ListConfigResourcesRequest
from klog.wire.schema import Message

V = TypeVar("V")

#: Sources of settings that somebody set on the resource itself, which AlterConfigs must repeat to keep.
_OWN = frozenset(
    {
        (ResourceType.TOPIC, ConfigSource.TOPIC),
        (ResourceType.BROKER, ConfigSource.BROKER),
        (ResourceType.GROUP, ConfigSource.GROUP),
        (ResourceType.CLIENT_METRICS, ConfigSource.CLIENT_METRICS),
    }
)

#: The version from which ListConfigResources knows more than client metrics.
_OF_ALL_KINDS = 1

Changes = Mapping[ConfigResource, Iterable[ConfigChange] | Mapping[str, str | None]]


def config_source(number: int) -> ConfigSource:
    """A source off the wire; UNKNOWN for what is not known."""
    return ConfigSource(number) if number in ConfigSource._value2member_map_ else ConfigSource.UNKNOWN


def _config_type(number: int) -> ConfigType:
    return ConfigType(number) if number in ConfigType._value2member_map_ else ConfigType.UNKNOWN


def entry(one: DescribeConfigsResourceResult, resource: ConfigResource) -> ConfigEntry:
    """One setting of DescribeConfigs' answer; version 0 says only whether it is the default."""
    source = config_source(one.config_source)
    if one.config_source < 0:
        own = ConfigSource.BROKER if resource.resource_type is ResourceType.BROKER else ConfigSource.TOPIC
        source = ConfigSource.DEFAULT if one.is_default else own
    synonyms = tuple(ConfigSynonym(each.name, each.value, config_source(each.source)) for each in one.synonyms)
    return ConfigEntry(
        one.name, one.value, source, one.read_only, one.is_sensitive, _config_type(one.config_type), one.documentation, synonyms
    )


def changes_of(changes: Iterable[ConfigChange] | Mapping[str, str | None]) -> list[ConfigChange]:
    """Changes as a list: of a mapping, None goes back to the default."""
    if isinstance(changes, Mapping):
        return [
            ConfigChange(name, None, ConfigOperation.DELETE) if value is None else ConfigChange(name, str(value))
            for name, value in changes.items()
        ]
    return list(changes)


def merged(
    now: Mapping[str, str | None], changes: Iterable[ConfigChange], holding: Mapping[str, str | None] | None = None
) -> dict[str, str | None]:
    """What all own settings are after `changes`; lists are comma-separated.

    :param now: own settings.
    :param holding: what holds, own or not: a list that is not own is added to, or taken out of, as it holds.
    """
    after = dict(now)
    for change in changes:
        value = "" if change.value is None else str(change.value)
        before = after[change.name] if change.name in after else (holding or {}).get(change.name)
        parts = [part for part in (before or "").split(",") if part]
        if change.operation is ConfigOperation.DELETE:
            after.pop(change.name, None)
        elif change.operation is ConfigOperation.SET:
            after[change.name] = value
        elif change.operation is ConfigOperation.APPEND:
            after[change.name] = ",".join(dict.fromkeys([*parts, *value.split(",")]))
        else:
            after[change.name] = ",".join(part for part in parts if part not in value.split(","))
    return after


def _key(resource_type: int, name: str) -> ConfigResource | None:
    return ConfigResource(ResourceType(resource_type), name) if resource_type in ResourceType._value2member_map_ else None


def _node_of(resource: ConfigResource) -> int | None:
    """The only broker that knows this resource; None where all do."""
    if resource.resource_type in (ResourceType.BROKER, ResourceType.BROKER_LOGGER) and resource.name:
        try:
            return int(resource.name)
        except ValueError:
            raise KlogError(ErrorCode.INVALID_REQUEST, f"{resource}: a broker is named by its number") from None
    return None


async def _by_place(
    call: Call,
    resources: list[ConfigResource],
    ask: Callable[[int | None, list[ConfigResource]], Coroutine[Any, Any, Mapping[ConfigResource, V | KlogError]]],
) -> dict[ConfigResource, V | KlogError]:
    """One attempt: brokers' own settings from each of them, the rest from wherever `ask` asks for None."""
    places: dict[int | None, list[ConfigResource]] = {}
    found: dict[ConfigResource, V | KlogError] = {}
    for resource in resources:
        try:
            places.setdefault(_node_of(resource), []).append(resource)
        except KlogError as error:
            found[resource] = error
    if any(place is not None for place in places):
        known = await call.nodes()
        for place in [place for place in places if place is not None and place not in known]:
            for resource in places.pop(place):
                found[resource] = no_such_broker(str(resource), known)
    for answers in await call.each(places, ask):
        found.update(answers)
    return found


async def describe_configs(
    call: Call, resources: Iterable[ConfigResource], names: Iterable[str] | None, synonyms: bool, documentation: bool
) -> Outcomes[ConfigResource, dict[str, ConfigEntry]]:
    """DescribeConfigs."""
    keys = None if names is None else list(names)

    async def ask(node_id: int | None, resources: list[ConfigResource]) -> dict[ConfigResource, dict[str, ConfigEntry] | KlogError]:
        request = DescribeConfigsRequest(
            resources=[
                DescribeConfigsResource(resource_type=one.resource_type, resource_name=one.name, configuration_keys=keys)
                for one in resources
            ],
            include_synonyms=synonyms,
            include_documentation=documentation,
        )
        answer = await (call.ask_any(request) if node_id is None else call.ask(node_id, request))
        found: dict[ConfigResource, dict[str, ConfigEntry] | KlogError] = {}
        for result in answer.results:
            resource = _key(result.resource_type, result.resource_name)
            if resource is None:
                continue
            if result.error_code:
                found[resource] = item_error(result.error_code, str(resource), result.error_message)
            else:
                found[resource] = {one.name: entry(one, resource) for one in result.configs}
        return found

    return await call.settle(resources, lambda waiting: _by_place(call, waiting, ask), str)


async def alter_configs(call: Call, changes: Changes, validate_only: bool) -> Outcomes[ConfigResource, None]:
    """IncrementalAlterConfigs, or AlterConfigs where the broker has nothing newer."""
    wanted = {resource: changes_of(each) for resource, each in changes.items()}

    async def ask(node_id: int | None, resources: list[ConfigResource]) -> dict[ConfigResource, KlogError | None]:
        request = incremental.IncrementalAlterConfigsRequest(
            resources=[
                incremental.AlterConfigsResource(
                    resource_type=one.resource_type,
                    resource_name=one.name,
                    configs=[
                        incremental.AlterableConfig(
                            name=change.name,
                            config_operation=change.operation,
                            value=None if change.operation is ConfigOperation.DELETE else _text(change.value),
                        )
                        for change in wanted[one]
                    ],
                )
                for one in resources
            ],
            validate_only=validate_only,
        )
        try:
            answer = await (call.ask_controller(request) if node_id is None else call.ask(node_id, request))
        except KlogError as error:
            if error.code is not ErrorCode.UNSUPPORTED_VERSION:
                raise
            return await replace(node_id, resources)
        return _results(answer)

    async def replace(node_id: int | None, resources: list[ConfigResource]) -> dict[ConfigResource, KlogError | None]:
        before = await describe_configs(call, resources, None, False, False)
        found: dict[ConfigResource, KlogError | None] = dict(before.errors)
        rows = []
        for resource, entries in before.done.items():
            own = [one for one in entries.values() if _is_own(resource, one.source)]
            named = {change.name for change in wanted[resource]}
            secret = sorted(one.name for one in own if one.sensitive and one.name not in named)
            if secret:
                sentence = f"this broker would forget {', '.join(secret)}, which is secret: set it in the same change"
                found[resource] = item_error(ErrorCode.INVALID_REQUEST, str(resource), sentence)
                continue
            holding = {one.name: one.value for one in entries.values()}
            after = merged({one.name: one.value for one in own if not one.sensitive}, wanted[resource], holding)
            configs = [whole.AlterableConfig(name=name, value=value) for name, value in after.items()]
            rows.append(whole.AlterConfigsResource(resource_type=resource.resource_type, resource_name=resource.name, configs=configs))
        if rows:
            request = whole.AlterConfigsRequest(resources=rows, validate_only=validate_only)
            found.update(_results(await (call.ask_controller(request) if node_id is None else call.ask(node_id, request))))
        return found

    return await call.settle(wanted, lambda waiting: _by_place(call, waiting, ask), str)


def _is_own(resource: ConfigResource, source: ConfigSource) -> bool:
    """Whether AlterConfigs must repeat a setting of this source to keep it."""
    if resource == ConfigResource.broker():
        return source is ConfigSource.CLUSTER_DEFAULT
    return (resource.resource_type, source) in _OWN


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _results(
    answer: incremental.IncrementalAlterConfigsResponse | whole.AlterConfigsResponse,
) -> dict[ConfigResource, KlogError | None]:
    found: dict[ConfigResource, KlogError | None] = {}
    for one in answer.responses:
        resource = _key(one.resource_type, one.resource_name)
        if resource is not None:
            found[resource] = item_error(one.error_code, str(resource), one.error_message) if one.error_code else None
    return found


async def list_config_resources(call: Call, types: Iterable[ResourceType]) -> list[ConfigResource]:
    """ListConfigResources.

    :raises KlogError: UNSUPPORTED_VERSION; brokers before Kafka 4.1 list only client metrics, where these alone are asked for.
    """
    asked = [int(each) for each in types]
    metrics_alone = bool(asked) and set(asked) == {ResourceType.CLIENT_METRICS}

    def make(ranges: ApiRanges) -> tuple[Message, int]:
        version = ranges.choose(ListConfigResourcesRequest, at_least=0 if metrics_alone else _OF_ALL_KINDS)
        return ListConfigResourcesRequest(resource_types=asked if version >= _OF_ALL_KINDS else []), version

    answer = await call.routing.ask_any_made(make, timeout_ms=call.left_ms)
    if answer.error_code:
        raise item_error(answer.error_code, "listing what has settings")
    found = [_key(one.resource_type, one.resource_name) for one in answer.config_resources]
    return sorted(one for one in found if one is not None)
