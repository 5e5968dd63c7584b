"""Dynamic configurations of single groups (KIP-848; Kafka 4.3.1's ``GroupConfig``, ``GroupConfigManager``).

A group can have a session timeout and a heartbeat interval of its own, set with ``kafka-configs --entity-type groups``, whether the group
exists or not. What is not set comes from the broker's settings (`GROUP_SYNONYMS`). `validate` checks a change as a whole; `GroupConfigs`
is what the coordinator asks: there a value outside of the broker's bounds, which may have changed since, counts as the nearest bound.

Configurations of share and streams groups are checked and kept as in Kafka; klog has no such groups.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from klog.broker.groups.group import GroupEnvironment
from klog.broker.settings.config_entries import ConfigEntry, ConfigSource, Synonym
from klog.broker.settings.declared_settings import BROKER_SETTINGS
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError, Kind, Setting, index_settings
from klog.errors import ErrorCode, KlogError

#: Groups that may have configurations of their own, and the longest id of one: all of them are kept in one small file.
MAX_GROUPS = 10_000
MAX_GROUP_ID_LENGTH = 1024

SESSION_TIMEOUT = "consumer.session.timeout.ms"
HEARTBEAT_INTERVAL = "consumer.heartbeat.interval.ms"
ASSIGNMENT_INTERVAL = "consumer.assignment.interval.ms"

_NO_SHARE = "klog has no share groups; kept for them."
_NO_STREAMS = "klog has no streams groups; kept for them."
#: Kind of group, name, least value, what it is.
_NUMBERS: tuple[tuple[str, str, int, str], ...] = (
    ("consumer", "session.timeout.ms", 1, "A member that has not been heard of for so long is out of the group."),
    ("consumer", "heartbeat.interval.ms", 1, "How often members are told to send heartbeats."),
    ("consumer", "assignment.interval.ms", 0, "The least time between two assignments of the group's partitions."),
    ("share", "session.timeout.ms", 1, _NO_SHARE),
    ("share", "heartbeat.interval.ms", 1, _NO_SHARE),
    ("share", "record.lock.duration.ms", 1000, _NO_SHARE),
    ("share", "delivery.count.limit", 2, _NO_SHARE),
    ("share", "partition.max.record.locks", 100, _NO_SHARE),
    ("share", "assignment.interval.ms", 0, _NO_SHARE),
    ("streams", "session.timeout.ms", 1, _NO_STREAMS),
    ("streams", "heartbeat.interval.ms", 1, _NO_STREAMS),
    ("streams", "num.standby.replicas", 0, _NO_STREAMS),
    ("streams", "initial.rebalance.delay.ms", 0, _NO_STREAMS),
    ("streams", "assignment.interval.ms", 0, _NO_STREAMS),
)
#: The broker setting that is a group configuration's default, by group configuration.
GROUP_SYNONYMS: Mapping[str, str] = {f"{kind}.{name}": f"group.{kind}.{name}" for kind, name, _, _ in _NUMBERS}

#: All that a group can have, by name.
GROUP_SETTINGS: Mapping[str, Setting] = index_settings(
    [
        *(
            Setting(
                f"{kind}.{name}",
                Kind.INT,
                BROKER_SETTINGS[f"group.{kind}.{name}"].default,
                "ms" if name.endswith(".ms") else "",
                minimum=minimum,
                sentence=sentence,
                honoured=kind == "consumer",
            )
            for kind, name, minimum, sentence in _NUMBERS
        ),
        Setting(
            "share.auto.offset.reset",
            Kind.STRING,
            "latest",
            sentence="Where a share group begins that has read nothing yet.",
            honoured=False,
        ),
        Setting(
            "share.isolation.level",
            Kind.STRING,
            "read_uncommitted",
            choices=("read_committed", "read_uncommitted"),
            sentence="Whether a share group is shown records of open and aborted transactions.",
            honoured=False,
        ),
        Setting(
            "share.renew.acknowledge.enable",
            Kind.BOOL,
            "true",
            sentence="Whether members of a share group may extend a record's lock.",
            honoured=False,
        ),
    ]
)

#: Each with the broker settings that bound it (None: no bound on that side), in the order of Kafka's checks.
_BOUNDS: tuple[tuple[str, str | None, str | None], ...] = (
    *(
        (f"{kind}.{name}", f"group.{kind}.min.{name}", f"group.{kind}.max.{name}")
        for kind, name in (
            ("consumer", "heartbeat.interval.ms"),
            ("consumer", "session.timeout.ms"),
            ("consumer", "assignment.interval.ms"),
            ("share", "heartbeat.interval.ms"),
            ("share", "session.timeout.ms"),
            ("share", "record.lock.duration.ms"),
            ("share", "delivery.count.limit"),
            ("share", "partition.max.record.locks"),
            ("share", "assignment.interval.ms"),
            ("streams", "heartbeat.interval.ms"),
            ("streams", "session.timeout.ms"),
        )
    ),
    ("streams.num.standby.replicas", None, "group.streams.max.standby.replicas"),
    ("streams.assignment.interval.ms", "group.streams.min.assignment.interval.ms", "group.streams.max.assignment.interval.ms"),
)
#: ISO 8601, as Java's ``Duration.parse`` reads it.
_DURATION = re.compile(
    r"(?P<sign>[-+]?)P(?=.)(?:(?P<days>[-+]?[0-9]+)D)?"
    r"(?:T(?=.)(?:(?P<hours>[-+]?[0-9]+)H)?(?:(?P<minutes>[-+]?[0-9]+)M)?(?:(?P<seconds>[-+]?[0-9]+)(?:[.,](?P<part>[0-9]{0,9}))?S)?)?",
    re.ASCII | re.IGNORECASE,
)
_BY_DURATION = "by_duration:"


def _is_reset(text: str) -> bool:
    """Whether a share group may begin there (``ShareGroupAutoOffsetResetStrategy``)."""
    if text in ("earliest", "latest"):
        return True
    match = _DURATION.fullmatch(text.removeprefix(_BY_DURATION)) if text.startswith(_BY_DURATION) and len(text) < 200 else None
    if match is None:
        return False
    days, hours, minutes, seconds = (int(match[name] or 0) for name in ("days", "hours", "minutes", "seconds"))
    part = int((match["part"] or "").ljust(9, "0")) * (-1 if (match["seconds"] or "").startswith("-") else 1)
    nanoseconds = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000_000_000 + part
    if match["sign"] == "-":
        nanoseconds = -nanoseconds
    return 0 <= nanoseconds < 1_000_000_000 << 63


def validate(configs: Mapping[str, str], broker: BrokerSettings) -> None:
    """Check all that a group has of its own (``GroupConfig.validate``).

    :raises KlogError: INVALID_CONFIG.
    """
    for name in configs:
        if name not in GROUP_SETTINGS:
            raise _invalid(f"Unknown group config name: {name}")
    values: dict[str, int] = {}
    for name, setting in GROUP_SETTINGS.items():
        synonym = GROUP_SYNONYMS.get(name)
        if name in configs:
            try:
                value = setting.parse(configs[name])
            except ConfigError as error:
                raise _invalid(str(error)) from None
            if synonym is not None:
                assert isinstance(value, int)
                values[name] = value
        elif synonym is not None:
            values[name] = broker.integer(synonym)
    reset = configs.get("share.auto.offset.reset", "latest")
    if not _is_reset(reset.strip()):
        raise _invalid(
            f"Invalid value `{reset}` for configuration share.auto.offset.reset. The value must be either 'earliest', 'latest' or of the "
            "format 'by_duration:<PnDTnHnMn.nS>'."
        )
    for name, minimum, maximum in _BOUNDS:
        if name.endswith("assignment.interval.ms") and name not in configs:
            continue
        if minimum is not None and values[name] < broker.integer(minimum):
            raise _invalid(f"{name} must be greater than or equal to {minimum}")
        if maximum is not None and values[name] > broker.integer(maximum):
            raise _invalid(f"{name} must be less than or equal to {maximum}")
    for kind in ("consumer", "share", "streams"):
        session, heartbeat = f"{kind}.session.timeout.ms", f"{kind}.heartbeat.interval.ms"
        if values[session] <= values[heartbeat]:
            raise _invalid(f"{session} must be greater than {heartbeat}")


def check_group(group_id: str, known: Mapping[str, Mapping[str, str]]) -> None:
    """Whether the group may have configurations.

    :param known: those of all groups.
    :raises KlogError: INVALID_REQUEST: no group id, or one that is too long; POLICY_VIOLATION: too many groups have some.
    """
    if not group_id:
        raise KlogError(ErrorCode.INVALID_REQUEST, "Default group resources are not allowed.")
    if len(group_id) > MAX_GROUP_ID_LENGTH:
        raise KlogError(
            ErrorCode.INVALID_REQUEST,
            f"The group id has {len(group_id)} characters; klog keeps configurations of groups with up to {MAX_GROUP_ID_LENGTH}.",
        )
    if group_id not in known and len(known) >= MAX_GROUPS:
        raise KlogError(
            ErrorCode.POLICY_VIOLATION,
            f"{len(known)} groups have configurations of their own, and klog keeps no more; delete some, or set the broker's defaults.",
        )


def _invalid(sentence: str) -> KlogError:
    return KlogError(ErrorCode.INVALID_CONFIG, sentence)


def describe_group(broker: BrokerSettings, configs: Mapping[str, str]) -> list[ConfigEntry]:
    """What a group's configurations are (``ConfigHelper.createGroupConfigEntry``).

    :param configs: its own.
    """
    entries = []
    for name, setting in GROUP_SETTINGS.items():
        broker_name = GROUP_SYNONYMS.get(name)
        if broker_name is not None:
            synonyms = broker.synonyms(broker_name)
            value = setting.to_text(broker.value(broker_name))
        else:
            synonyms = (Synonym(name, setting.default, ConfigSource.DEFAULT_CONFIG),)
            value = setting.default
        if name in configs:
            value = setting.normal_text(configs[name])
            synonyms = (Synonym(name, value, ConfigSource.GROUP_CONFIG), *synonyms)
        entries.append(ConfigEntry.of_override(setting, value, synonyms))
    return sorted(entries)


class GroupConfigs:
    """The numbers in force for each group that speaks KIP-848.

    :param environment: its `coordination` keeps what groups have of their own, its `settings` are the broker's defaults and bounds; both
        are looked at each time.
    """

    __slots__ = ("_environment",)

    def __init__(self, environment: GroupEnvironment) -> None:
        self._environment = environment

    def session_timeout_ms(self, group_id: str) -> int:
        """How long a member may be silent."""
        it = self._environment.settings
        bounds = it.consumer_min_session_timeout_ms, it.consumer_max_session_timeout_ms
        return self._value(group_id, SESSION_TIMEOUT, it.consumer_session_timeout_ms, bounds)

    def heartbeat_interval_ms(self, group_id: str) -> int:
        """How often a member should be heard."""
        it = self._environment.settings
        bounds = it.consumer_min_heartbeat_interval_ms, it.consumer_max_heartbeat_interval_ms
        return self._value(group_id, HEARTBEAT_INTERVAL, it.consumer_heartbeat_interval_ms, bounds)

    def assignment_interval_ms(self, group_id: str) -> int:
        """The least time between two assignments."""
        it = self._environment.settings
        bounds = it.consumer_min_assignment_interval_ms, it.consumer_max_assignment_interval_ms
        return self._value(group_id, ASSIGNMENT_INTERVAL, it.consumer_assignment_interval_ms, bounds)

    def _value(self, group_id: str, name: str, default: int, bounds: tuple[int, int]) -> int:
        configs = self._environment.coordination.group_configs().get(group_id)
        text = None if configs is None else configs.get(name)
        if text is None:
            return default
        try:
            value = GROUP_SETTINGS[name].parse(text)
        except ConfigError:
            return default
        assert isinstance(value, int)
        return max(bounds[0], min(value, bounds[1]))
