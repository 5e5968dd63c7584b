"""The broker's settings: Kafka's names, what klog makes of each, and where a value came from.

Four sources, the first one that has a value wins (``DynamicBrokerConfig``): what was set for this broker while it runs, what was set for
all brokers, the file and the command line, Kafka's default. Settings that are synonyms (``log.retention.ms``, ``.minutes``, ``.hours``)
override each other within a source in that order, and across sources as one.

What klog does with a name at start (`klog.broker.settings.declared_settings` has them):

====================================================================== =========================================
honoured (a sentence in `SENTENCES`)                                   checked and used
klog's own (`KLOG_SETTINGS`)                                           checked and used
known to Kafka 4.3.1 or 3.9.2 (`kafka_settings`), without effect       a warning
would change durability or security, and klog cannot do it (`_refuse`) an error
unknown                                                                a warning with the nearest known name
====================================================================== =========================================
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from klog.broker.settings.config_entries import ConfigEntry, ConfigSource, Synonym
from klog.broker.settings.declared_settings import BROKER_SETTINGS, LISTENER_PREFIX, OLD_SETTINGS, declared, synonyms_of
from klog.broker.settings.mirror_sources import PREFIX as OF_SOURCES
from klog.broker.settings.mirror_sources import MirrorSource, mirror_sources
from klog.config import (
    ConfigError,
    Dynamic,
    Setting,
    Value,
    unknown_name_sentence,
)
from klog.errors import ErrorCode, KlogError
from klog.replication.inter_broker_versions import SETTING as PROTOCOL
from klog.replication.inter_broker_versions import RequestVersions

#: The oldest that klog's brokers can be set to speak among themselves: before it topics had no ids in the controller's requests.
_OLDEST_SPOKEN = RequestVersions.of("2.8")
#: What Kafka up to 3.9 takes besides, and klog beside its brokers (``inter.broker.protocol.version``): Kafka 4.0 brought the limit.
_TAKEN_BY_KAFKA_3: Mapping[str, Setting] = {"log.segment.bytes": dataclasses.replace(BROKER_SETTINGS["log.segment.bytes"], minimum=14)}
#: What ``replica.selector.class`` may say: Kafka's class, and klog's name for it.
_RACK_AWARE = ("org.apache.kafka.common.replica.RackAwareReplicaSelector", "rack-aware")
_ONE_NODE = "a broker without zookeeper.connect is alone and keeps one copy, so this cannot be honoured; leave it out or set it to 1"
_NO_POLICIES = "klog has no policies yet; leave it out if everybody who can connect may do everything"

#: Kafka takes these only per listener while it runs.
PER_LISTENER = frozenset(
    f"ssl.{name}"
    for name in (
        "keystore.type",
        "keystore.location",
        "keystore.password",
        "key.password",
        "keystore.key",
        "keystore.certificate.chain",
        "truststore.type",
        "truststore.location",
        "truststore.password",
        "truststore.certificates",
        # Kafka refuses it in other words. That of a listener it takes, and goes by it at its next start.
        "client.auth",
    )
)
_CLUSTER_WIDE_LISTENER = frozenset({"max.connections", "max.connection.creation.rate", "num.network.threads"})
#: Kafka's names of its authorizers, of which each is klog's own.
AUTHORIZERS = (
    "kafka.security.authorizer.AclAuthorizer",
    "kafka.security.auth.SimpleAclAuthorizer",
    "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
)
#: How those begin that an authorizer goes by: beside one, a name of nobody's that does so is a mistake with consequences.
_OF_AUTHORIZERS = ("super", "allow.every")


class BrokerSettings:
    """All settings of one broker, over the four sources.

    :param properties: names and texts of the file and the command line.
    :raises ConfigError: a value that cannot be read, or one that klog cannot honour and must not ignore.
    """

    def __init__(self, properties: Mapping[str, str] | None = None) -> None:
        self.static: dict[str, str] = dict(properties or {})
        #: Set while running, for this broker and for all.
        self.dynamic_broker: dict[str, str] = {}
        self.dynamic_default: dict[str, str] = {}
        #: One line each, for the log at start.
        self.warnings: list[str] = []
        self._parsed: dict[str, Value] = {}
        self._check_static()

    # Values in force

    def raw(self, name: str) -> str | None:
        """The text in force for exactly `name` (no synonyms), or None."""
        for source in (self.dynamic_broker, self.dynamic_default, self.static):
            if name in source:
                return source[name]
        setting = BROKER_SETTINGS.get(name)
        return setting.default if setting else None

    def value(self, name: str) -> Value:
        """The value in force, read; synonyms count, in the unit of the strongest one.

        :raises KeyError: nobody knows `name`.
        """
        try:
            return self._parsed[name]
        except KeyError:
            pass
        value = self._parsed[name] = self._resolve(name)
        return value

    def _resolve(self, name: str) -> Value:
        family = synonyms_of(name)
        if len(family) == 1 or family[0][0] != name:
            return self._beside_kafka(BROKER_SETTINGS[name]).parse(self.raw(name))
        for source in (self.dynamic_broker, self.dynamic_default, self.static):
            for synonym, factor in family:
                if synonym in source:
                    return self._scaled(synonym, source[synonym], factor)
        for synonym, factor in family:
            default = BROKER_SETTINGS[synonym].default
            if default is not None:
                return self._scaled(synonym, default, factor)
        return None

    def _beside_kafka(self, setting: Setting) -> Setting:
        """The setting with what is allowed where brokers of Kafka up to 3.9 may be in the cluster."""
        return _TAKEN_BY_KAFKA_3.get(setting.name, setting) if PROTOCOL in self.static else setting

    @staticmethod
    def _scaled(name: str, text: str, factor: int) -> int:
        value = BROKER_SETTINGS[name].parse(text)
        assert isinstance(value, int)
        return value * factor if value >= 0 else -1

    def integer(self, name: str) -> int:
        """The value of a whole number that always has one."""
        value = self.value(name)
        assert isinstance(value, int), name
        return value

    def boolean(self, name: str) -> bool:
        """The value of a yes or no."""
        value = self.value(name)
        assert isinstance(value, bool), name
        return value

    def string(self, name: str) -> str | None:
        """The value of a text, None where there is none."""
        value = self.value(name)
        assert value is None or isinstance(value, str), name
        return value

    def items(self, name: str) -> list[str]:
        """The value of a list; empty where there is none."""
        value = self.value(name)
        assert value is None or isinstance(value, list), name
        return value or []

    @property
    def broker_id(self) -> int | None:
        """``broker.id`` or ``node.id``; None leaves it to the data directory."""
        for name in ("broker.id", "node.id"):
            value = self.integer(name)
            if value >= 0:
                return value
        return None

    @property
    def zookeeper(self) -> str | None:
        """``zookeeper.connect``; None where the broker is alone."""
        if (self.raw("process.roles") or "").strip():
            return None
        return (self.string("zookeeper.connect") or "").strip() or None

    @property
    def data_directories(self) -> list[str]:
        """``log.dirs`` or ``log.dir``; one at least."""
        return self.items("log.dirs") or self.items("log.dir")

    # Changes while running

    @property
    def sends_consumers_to_racks(self) -> bool:
        """Whether consumers are sent to the replica in their rack (``replica.selector.class``)."""
        return bool((self.string("replica.selector.class") or "").strip())

    @property
    def request_versions(self) -> RequestVersions:
        """What this broker sends to others, by ``inter.broker.protocol.version``."""
        return RequestVersions.of(self.raw(PROTOCOL) or "")

    def set_dynamic(self, broker: Mapping[str, str], default: Mapping[str, str]) -> None:
        """What is in force from now on. Texts that cannot be read are left out, as Kafka does at start; `validate_dynamic` has
        refused them where somebody tried to set them."""
        self.dynamic_broker = self._readable(broker)
        self.dynamic_default = self._readable(default)
        self._parsed.clear()

    def _readable(self, configs: Mapping[str, str]) -> dict[str, str]:
        result: dict[str, str] = {}
        for name, text in configs.items():
            setting = declared(name)
            try:
                if setting is not None:
                    self._beside_kafka(setting).parse(text)
            except ConfigError:
                continue
            result[name] = text
        return result

    def validate_dynamic(self, configs: Mapping[str, str], *, per_broker: bool) -> None:
        """Check dynamic settings as a whole (``DynamicBrokerConfig.validateConfigs``).

        :param per_broker: for one broker; False: for all.
        :raises KlogError: INVALID_REQUEST, as Kafka answers here.
        """
        fixed = [
            name
            for name in configs
            if name.startswith(OF_SOURCES) or (name in BROKER_SETTINGS and BROKER_SETTINGS[name].dynamic is Dynamic.READ_ONLY)
        ]
        if fixed:
            raise _invalid_request(f"Cannot update these configs dynamically: {_braced(fixed)}")
        security = [name for name in configs if name in PER_LISTENER]
        if security:
            raise _invalid_request(f"These security configs can be dynamically updated only per-listener: {_braced(security)}")
        fixed_here = [name for name in configs if needs_restart_here(name)]
        if fixed_here:
            raise _invalid_request(
                f"klog reads where it listens and who may come in when it starts: write it into its settings, and restart it: "
                f"{_braced(fixed_here)}"
            )
        for name, text in configs.items():
            setting = declared(name)
            try:
                if setting is not None:
                    self._beside_kafka(setting).parse(text)
                _refuse(name, text, self.zookeeper is None)
            except ConfigError as error:
                raise _invalid_request(str(error)) from None
        if not per_broker:
            own = [name for name in configs if self._is_per_broker(name)]
            if own:
                raise _invalid_request(f"Cannot update these configs at default cluster level, broker id must be specified: {_braced(own)}")

    @staticmethod
    def _is_per_broker(name: str) -> bool:
        match = LISTENER_PREFIX.fullmatch(name)
        if match:
            return match[2] not in _CLUSTER_WIDE_LISTENER
        setting = BROKER_SETTINGS.get(name)
        return setting is not None and setting.dynamic is Dynamic.PER_BROKER

    @property
    def has_authorizer(self) -> bool:
        """Whether rights are checked (``authorizer.class.name``)."""
        return bool(self.static.get("authorizer.class.name", "").strip())

    @property
    def mirror_sources(self) -> dict[str, MirrorSource]:
        """How the sources of mirrors are reached that ask for more than an address, by the name of the link."""
        return mirror_sources(self.static)

    # What DescribeConfigs shows

    def synonyms(self, name: str, *, sensitive: bool = False) -> tuple[Synonym, ...]:
        """Where the value of `name` could come from, the strongest first; those before the first one of `name` itself are left
        out, as Kafka does (``ConfigHelper.configSynonyms``)."""
        names = [synonym for synonym, _ in synonyms_of(name)]
        found: list[Synonym] = []
        for source, texts in (
            (ConfigSource.DYNAMIC_BROKER_CONFIG, self.dynamic_broker),
            (ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG, self.dynamic_default),
            (ConfigSource.STATIC_BROKER_CONFIG, self.static),
        ):
            found.extend(Synonym(synonym, None if sensitive else texts[synonym], source) for synonym in names if synonym in texts)
        for synonym in names:
            setting = BROKER_SETTINGS.get(synonym)
            if setting is not None and setting.default is not None:
                found.append(Synonym(synonym, None if sensitive else setting.default, ConfigSource.DEFAULT_CONFIG))
        while found and found[0].name != name:
            del found[0]
        return tuple(found)

    def describe_broker(self) -> list[ConfigEntry]:
        """Every setting that Kafka 4.3.1 shows, klog's own, and whatever else is set."""
        names = dict.fromkeys(name for name, setting in BROKER_SETTINGS.items() if not setting.internal and name not in OLD_SETTINGS)
        names.update(dict.fromkeys([*self.static, *self.dynamic_default, *self.dynamic_broker]))
        return [self.describe(name) for name in names]

    def describe_cluster_defaults(self) -> list[ConfigEntry]:
        """What was set for all brokers while running."""
        return [self.describe(name, only=ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG) for name in self.dynamic_default]

    def describe(self, name: str, *, only: ConfigSource | None = None) -> ConfigEntry:
        """One setting; with `only`, as far as that source knows it."""
        setting = declared(name)
        # What nobody knows may be a password.
        sensitive = setting is None or setting.sensitive
        synonyms = tuple(one for one in self.synonyms(name, sensitive=sensitive) if only is None or one.source is only)
        if sensitive:
            value = None
        elif only is ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG:
            value = self.dynamic_default.get(name)
        else:
            text = self.raw(name)
            assert setting is not None
            value = text if text is None or text == setting.default else self._beside_kafka(setting).normal_text(text)
        return ConfigEntry(
            name=name,
            value=value,
            source=synonyms[0].source if synonyms else ConfigSource.DEFAULT_CONFIG,
            kind=setting.kind if setting else None,
            is_sensitive=sensitive,
            read_only=BROKER_SETTINGS[name].dynamic is Dynamic.READ_ONLY if name in BROKER_SETTINGS else True,
            synonyms=synonyms,
            documentation=setting.sentence if setting else "",
        )

    # At start

    def _check_static(self) -> None:
        unused: list[str] = []
        for name, text in self.static.items():
            setting = declared(name)
            if setting is None:
                sentence = unknown_name_sentence(name, BROKER_SETTINGS)
                if self.has_authorizer and name.lower().startswith(_OF_AUTHORIZERS):
                    raise ConfigError(name, text, f"{sentence}; beside an authorizer nothing like it is passed over")
                self.warnings.append(sentence)
                continue
            self._beside_kafka(setting).parse(text)
            _refuse(name, text, self.zookeeper is None)
            if not setting.honoured or (name == "allow.everyone.if.no.acl.found" and not self.has_authorizer):
                unused.append(name)
        if unused:
            self.warnings.append(f"known to Apache Kafka and without effect in klog: {', '.join(sorted(unused))}")
        copies = self.integer("default.replication.factor")
        if copies > 1 and self.zookeeper is None:
            self.warnings.append(
                f"default.replication.factor={copies}: a broker without zookeeper.connect is alone and keeps one copy, so that topics "
                "which do not say how many they want, those made on demand among them, are refused; set it to 1"
            )
        self._check_together()

    def _check_together(self) -> None:
        ids = {self.static[name].strip() for name in ("broker.id", "node.id") if name in self.static} - {"-1"}
        if len(ids) > 1:
            raise ConfigError("node.id", self.static["node.id"], f"broker.id is {self.static['broker.id']}; they must be the same")
        if "broker.id" in self.static and self.integer("broker.id") < -1:
            raise ConfigError("broker.id", self.static["broker.id"], "Value must be at least 0, or -1 for the one in the data directory")
        asks_who = any(name.endswith(("sasl.enabled.mechanisms", "ssl.client.auth")) for name in self.static)
        if (self.string("klog.audit.log") or "").strip() and not self.has_authorizer and not asks_who:
            sentence = (
                "nothing would stand in it: without authorizer.class.name nobody is denied anything, and no listener asks who comes; set "
                "one of both, or leave this out"
            )
            raise ConfigError("klog.audit.log", self.static["klog.audit.log"], sentence)
        mirror_sources(self.static)
        if self.zookeeper is not None:
            # Most brokers do without.
            from klog.broker.settings.zookeeper import check

            check(self)
        spoken = self.request_versions
        if spoken.leader_and_isr < _OLDEST_SPOKEN.leader_and_isr:
            sentence = (
                f"klog speaks {_OLDEST_SPOKEN.release} to {RequestVersions.newest().release} among brokers; bring all brokers of Apache "
                f"Kafka to {_OLDEST_SPOKEN.release} at least, set it to that for all, and then start klog"
            )
            raise ConfigError(PROTOCOL, self.raw(PROTOCOL), sentence)
        retention = self.integer("log.retention.ms")
        if retention == 0:
            raise ConfigError("log.retention.ms", "0", "Value must be at least 1, or -1 to keep records for ever")
        if "log.dirs" in self.static and not self.items("log.dirs") and "log.dir" not in self.static:
            raise ConfigError("log.dirs", self.static["log.dirs"], "name a directory")


#: The settings that say which listeners there are.
_LISTENERS = ("listeners", "listener.security.protocol.map")
#: What klog honours of SASL (``klog.broker.security.sasl_policies``), with a listener and a mechanism in front of it or not.
_SASL = ("sasl.enabled.mechanisms", "sasl.jaas.config", "sasl.mechanism.inter.broker.protocol")


def _refuse(name: str, text: str, is_alone: bool) -> None:
    """Raise for what would change durability or security and klog cannot do.

    :param is_alone: whether there is nobody who could keep a second copy.
    :raises ConfigError: it is such a setting.
    """
    match = LISTENER_PREFIX.fullmatch(name)
    base = match[2] if match else name
    value = text.strip()
    sentence = None
    if base == "min.insync.replicas" and is_alone and int(value) > 1:
        sentence = _ONE_NODE
    elif base == "authorizer.class.name" and value not in ("", *AUTHORIZERS):
        sentence = f"klog runs no Java classes; its own authorizer goes by Kafka's names: {', '.join(AUTHORIZERS)}"
    elif base in ("create.topic.policy.class.name", "alter.config.policy.class.name") and value:
        sentence = _NO_POLICIES
    elif (base.startswith("sasl.") or ".sasl." in base) and not base.endswith(_SASL) and not name.startswith(OF_SOURCES):
        sentence = "klog has PLAIN and SCRAM, and nothing of what this is for; leave it out"
    elif base == "remote.log.storage.system.enable" and value.lower() == "true":
        sentence = "klog has no tiered storage: segments that retention removes would be lost; leave it out"
    elif base == "replica.selector.class" and value not in ("", *_RACK_AWARE):
        sentence = f"klog runs no Java classes, and has {' or '.join(_RACK_AWARE)}; without it everybody reads from leaders"
    elif base == "config.providers" and value:
        sentence = "klog does not read values from elsewhere; write them into the file or leave it out"
    if sentence is not None:
        raise ConfigError(name, text if not _is_secret(base) else "(hidden)", sentence)


def needs_restart_here(name: str) -> bool:
    """Whether `name` is a setting that Kafka changes while it runs, and klog only by a restart: who closes a listener, or takes a password
    away, must not be told that it is done. Whether a listener asks for certificates goes by its own ``ssl.client.auth``, which is taken."""
    match = LISTENER_PREFIX.fullmatch(name)
    base = match[2] if match else name
    return base in _LISTENERS or base.endswith(_SASL) or base.startswith(("ssl.principal.mapping.", "klog.ssl.crl."))


def _is_secret(name: str) -> bool:
    setting = BROKER_SETTINGS.get(name)
    return setting is None or setting.sensitive


def _invalid_request(sentence: str) -> KlogError:
    return KlogError(ErrorCode.INVALID_REQUEST, sentence)


def _braced(names: Iterable[str]) -> str:
    return "[" + ", ".join(names) + "]"
