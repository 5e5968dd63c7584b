"""librdkafka's configuration names, which ``-X name=value`` and configuration files use, in klog's own words.

Three kinds of names:

* those in `NAMES` have a counterpart in klog: an option of `klog.client.options`, whose rows say what librdkafka calls it, and a reader
  of the value;
* those in `WITHOUT_EFFECT` tune what klog does not have (librdkafka's queues, its logging); they are accepted and told about, as nothing
  goes wrong without them;
* those in `REFUSED` would change who is trusted or what arrives, and klog cannot do it: they are an error.

Anything else is an error that names the closest known name. `topic.` in front of a name is librdkafka's old way to say that it is about a
topic, and is passed over. ``ssl.truststore.location`` is Java's and not librdkafka's, and is taken beside its twin.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from klog.client.options import OPTIONS, Foreign, Kind, Option, Room
from klog.config import ConfigError


@dataclasses.dataclass
class Translated:
    """Keyword arguments for klog's classes.

    `bootstrap` is None where no name said it; `remarks` are sentences about names without effect.
    """

    bootstrap: str | None = None
    client: dict[str, Any] = dataclasses.field(default_factory=dict)
    producer: dict[str, Any] = dataclasses.field(default_factory=dict)
    consumer: dict[str, Any] = dataclasses.field(default_factory=dict)
    group: dict[str, Any] = dataclasses.field(default_factory=dict)
    #: Things that commands themselves look at: ``group.id``, ``enable.auto.commit``.
    other: dict[str, Any] = dataclasses.field(default_factory=dict)
    remarks: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Name:
    """One of librdkafka's names: which dictionary of `Translated` it goes to, under which key, and how its value is read."""

    target: str
    option: str
    read: Callable[[str, str], Any]
    meaning: str


def _text(name: str, value: str) -> str:
    return value


def _whole(low: int, high: int) -> Callable[[str, str], int]:
    def read(name: str, value: str) -> int:
        if re.fullmatch(r"\s*[+-]?[0-9]{1,19}\s*", value, re.ASCII) is None:
            raise ConfigError(name, value, "a whole number is expected")
        number = int(value)
        if not low <= number <= high:
            raise ConfigError(name, value, f"a number from {low} to {high} is expected")
        return number

    return read


def _kilobytes(name: str, value: str) -> int:
    return _whole(1, 2**21)(name, value) * 1024


def _truth(name: str, value: str) -> bool:
    lowered = value.strip().lower()
    if lowered in ("true", "t", "1", "yes", "on"):
        return True
    if lowered in ("false", "f", "0", "no", "off"):
        return False
    raise ConfigError(name, value, "true or false is expected")


def _one_of(*known: str, upper: bool = False, others: Mapping[str, str] | None = None) -> Callable[[str, str], str]:
    def read(name: str, value: str) -> str:
        text = value.strip().upper() if upper else value.strip().lower()
        text = (others or {}).get(text, text)
        if text not in known:
            choices = ", ".join(known)
            raise ConfigError(name, value, f"one of {choices} is expected{_closest(text, known)}")
        return text

    return read


def _acks(name: str, value: str) -> str | int:
    text = value.strip().lower()
    if text in ("all", "-1"):
        return "all"
    if text in ("0", "1"):
        return int(text)
    raise ConfigError(name, value, "0, 1 or all (-1) is expected")


def _host_check(name: str, value: str) -> bool:
    return _one_of("https", "none", others={"": "none"})(name, value) == "https"


def _verification(name: str, value: str) -> bool:
    if not _truth(name, value):
        raise ConfigError(name, value, "klog always checks the broker's certificate; name its CA with ssl.ca.location instead")
    return True


_ASSIGNORS = {
    "range": "range",
    "roundrobin": "roundrobin",
    "round_robin": "roundrobin",
    "sticky": "sticky",
    "cooperative-sticky": "cooperative-sticky",
}


def _strategies(name: str, value: str) -> tuple[str, ...]:
    chosen = []
    for part in value.split(","):
        found = _ASSIGNORS.get(part.strip().lower())
        if found is None:
            raise ConfigError(name, value, f"{part.strip()!r} is none of range, roundrobin, sticky, cooperative-sticky")
        chosen.append(found)
    return tuple(chosen)


_PARTITIONERS = _one_of(
    "consistent_random", "consistent", "murmur2_random", "murmur2", "fnv1a_random", "fnv1a", "random", "sticky", "round_robin"
)
_PROTOCOLS = _one_of("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL", upper=True)
_MECHANISMS = _one_of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", upper=True)
_CODECS = _one_of("none", "gzip", "snappy", "lz4", "zstd")
_ISOLATIONS = _one_of("read_uncommitted", "read_committed")
_RESETS = _one_of(
    "earliest",
    "latest",
    "error",
    others={"smallest": "earliest", "beginning": "earliest", "largest": "latest", "end": "latest", "none": "error"},
)

#: How values are read whose texts are librdkafka's own; the other ones are read as their kind says.
_READERS: dict[str, Callable[[str, str], Any]] = {
    "security_protocol": _PROTOCOLS,
    "ssl_check_hostname": _host_check,
    "sasl_mechanism": _MECHANISMS,
    "acks": _acks,
    "compression": _CODECS,
    "partitioner": _PARTITIONERS,
    "backlog_bytes": _kilobytes,
    "isolation_level": _ISOLATIONS,
    "auto_offset_reset": _RESETS,
    "prefetch_bytes": _kilobytes,
    "assignors": _strategies,
}
#: Where the unit or the values are librdkafka's own.
_MEANINGS = {
    "ssl_check_hostname": "https checks the host name, none does not",
    "acks": "0, 1 or all",
    "backlog_bytes": "KiB of records that may wait to be sent",
    "partitioner": "consistent_random, murmur2_random, random, sticky, …",
    "prefetch_bytes": "KiB that are fetched ahead",
    "assignors": "range, roundrobin, sticky, cooperative-sticky",
    "auto_commit_interval_ms": "how often offsets are committed",
}
_TARGETS = {Room.ALL: "client", Room.SECURITY: "client", Room.PRODUCER: "producer", Room.CONSUMER: "consumer", Room.GROUP: "group"}


def _reader(option: Option, foreign: Foreign) -> Callable[[str, str], Any]:
    if option.name in _READERS:
        return _READERS[option.name]
    match option.kind:
        case Kind.WHOLE:
            return _whole(foreign.lowest, foreign.highest)
        case Kind.TRUTH:
            return _truth
        case Kind.CHOICE:
            return _one_of(*option.choices)
        case Kind.TEXT | Kind.FILE:
            return _text
        case Kind.OWN:
            raise AssertionError(f"nobody reads {option.name}")


def _of_options() -> Iterator[tuple[str, Name]]:
    """What `klog.client.options` says; the first name tells what it means, the other ones are the same."""
    for option in OPTIONS:
        # A command commits by itself or not at all.
        target = "other" if option.name == "auto_commit_interval_ms" else _TARGETS.get(option.room, "")
        meaning = _MEANINGS.get(option.name) or option.sentence.replace("`", "").removesuffix(".")
        for foreign in option.rdkafka:
            yield foreign.name, Name(target, option.name, _reader(option, foreign), meaning)
            meaning = f"the same as {option.rdkafka[0].name}"


#: What has a counterpart: options, and what only commands look at.
NAMES: dict[str, Name] = {
    "bootstrap.servers": Name("", "bootstrap", _text, "where to begin: host:port, several separated by commas"),
    "metadata.broker.list": Name("", "bootstrap", _text, "the same as bootstrap.servers"),
    **dict(_of_options()),
    "enable.ssl.certificate.verification": Name("other", "ssl_verification", _verification, "only true"),
    "enable.auto.commit": Name("other", "auto_commit", _truth, "whether offsets are committed by themselves"),
    "auto.commit.enable": Name("other", "auto_commit", _truth, "the same as enable.auto.commit"),
    "group.id": Name("other", "group_id", _text, "the group, where the command line does not name it"),
}

#: librdkafka's own machinery: nothing goes wrong without it.
WITHOUT_EFFECT = frozenset(
    (
        "api.version.fallback.ms",
        "api.version.request",
        "api.version.request.timeout.ms",
        "batch.num.messages",
        "broker.address.family",
        "broker.address.ttl",
        "broker.version.fallback",
        "builtin.features",
        "check.crcs",
        "client.dns.lookup",
        "compression.level",
        "connections.max.idle.ms",
        "consume.callback.max.messages",
        "coordinator.query.interval.ms",
        "debug",
        "delivery.report.only.error",
        "enable.auto.offset.store",
        "enable.gapless.guarantee",
        "enable.metrics.push",
        "enable.partition.eof",
        "enable.random.seed",
        "enabled_events",
        "fetch.error.backoff.ms",
        "fetch.queue.backoff.ms",
        "group.protocol.type",
        "internal.termination.signal",
        "log.connection.close",
        "log.queue",
        "log.thread.name",
        "log_level",
        "message.copy.max.bytes",
        "message.send.max.retries",
        "metadata.recovery.strategy",
        "offset.store.method",
        "produce.offset.report",
        "queue.buffering.backpressure.threshold",
        "queued.min.messages",
        "queuing.strategy",
        "reconnect.backoff.jitter.ms",
        "retries",
        "socket.blocking.max.ms",
        "socket.keepalive.enable",
        "socket.max.fails",
        "socket.nagle.disable",
        "socket.receive.buffer.bytes",
        "socket.send.buffer.bytes",
        "statistics.interval.ms",
        "sticky.partitioning.linger.ms",
        "topic.metadata.propagation.max.ms",
        "topic.metadata.refresh.fast.cnt",
        "topic.metadata.refresh.fast.interval.ms",
        "topic.metadata.refresh.sparse",
    )
)

_PEM_FILE = "klog reads certificates and keys from PEM files"
_PLAIN_OR_SCRAM = "klog authenticates with PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512"
#: What klog cannot do, and what to do instead.
REFUSED: dict[str, str] = {
    "topic.blacklist": "name the topics that are wanted instead",
    "plugin.library.paths": "klog has no plugins of librdkafka's kind",
    "ssl.ca.pem": f"{_PEM_FILE}: use ssl.ca.location",
    "ssl.certificate.pem": f"{_PEM_FILE}: use ssl.certificate.location",
    "ssl.key.pem": f"{_PEM_FILE}: use ssl.key.location",
    "ssl.cipher.suites": "klog leaves ciphers to OpenSSL's defaults",
    "ssl.curves.list": "klog leaves curves to OpenSSL's defaults",
    "ssl.sigalgs.list": "klog leaves signature algorithms to OpenSSL's defaults",
    "ssl.ca.certificate.stores": f"{_PEM_FILE}: use ssl.ca.location",
    "ssl.providers": "klog has no OpenSSL providers",
    "ssl.engine.location": "klog has no OpenSSL engines",
    "ssl.engine.id": "klog has no OpenSSL engines",
    "sasl.jaas.config": "use sasl.username and sasl.password",
    **{
        f"sasl.kerberos.{name}": _PLAIN_OR_SCRAM for name in ("service.name", "principal", "kinit.cmd", "keytab", "min.time.before.relogin")
    },
    **{
        f"sasl.oauthbearer.{name}": _PLAIN_OR_SCRAM
        for name in ("config", "method", "client.id", "client.secret", "scope", "extensions", "token.endpoint.url")
    },
    "enable.sasl.oauthbearer.unsecure.jwt": _PLAIN_OR_SCRAM,
}

#: Values that are never shown again.
SECRET = frozenset(foreign.name for option in OPTIONS if option.secret for foreign in option.rdkafka)


def canonical(name: str) -> str:
    """A name without blanks around it and without librdkafka's old ``topic.`` in front; as it stands where that makes no name of it.

    >>> canonical(" topic.acks")
    'acks'
    """
    name = name.strip()
    without = name.removeprefix("topic.")
    return name if name in NAMES or name in WITHOUT_EFFECT or without not in {*NAMES, *WITHOUT_EFFECT, *REFUSED} else without


def is_secret(name: str) -> bool:
    """Whether its value is never shown again."""
    return canonical(name) in SECRET


def _closest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean {close[0]}?" if close else ""


def translate(pairs: Iterable[tuple[str, str]]) -> Translated:
    """Klog's options for librdkafka's (name, value) pairs; where a name comes twice, the last one counts.

    :raises ConfigError: a name that nobody knows or that klog refuses, or a value that cannot be.

    >>> translate([("security.protocol", "ssl"), ("acks", "-1")]).client
    {'security_protocol': 'SSL'}
    """
    result = Translated()
    for given, value in pairs:
        name = canonical(given)
        found = NAMES.get(name)
        if found is not None:
            _set(result, found, name, value)
        elif name in WITHOUT_EFFECT:
            result.remarks.append(f"{given} tunes librdkafka and has no effect here")
        elif name in REFUSED:
            raise ConfigError(given, None, f"{REFUSED[name]}.")
        else:
            raise ConfigError(given, None, f"there is no such property{_closest(name, [*NAMES, *WITHOUT_EFFECT, *REFUSED])}")
    return result


def _set(result: Translated, found: Name, name: str, value: str) -> None:
    read = found.read(name, value)
    if not found.target:
        result.bootstrap = read
    else:
        getattr(result, found.target)[found.option] = read


def settable_name(option: str) -> str:
    """What an option of klog's classes is called behind ``-X``; itself where it cannot be set there.

    >>> settable_name("max_request_bytes")
    'message.max.bytes'
    """
    return next((name for name, found in NAMES.items() if found.option == option and found.target not in ("", "other")), option)


def split_pair(text: str) -> tuple[str, str]:
    """``name=value`` as it stands behind ``-X``.

    :raises ConfigError: there is no ``=``.
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise ConfigError("-X", text, "name=value is expected; `klog cat -X list` shows the names")
    return name.strip(), value


def parse_file(path: str, text: str) -> list[tuple[str, str]]:
    r"""The pairs of a configuration file: a ``name=value`` a line, ``#`` begins a comment line; ``\:`` and ``\=``, which Java's tools
    write, are read as ``:`` and ``=``. `path` is for errors.

    :raises ConfigError: a line without ``=``.
    """
    pairs = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        name, equals, value = line.replace("\\:", ":").replace("\\=", "=").partition("=")
        if not equals or not name.strip():
            raise ConfigError(f"{path}, line {number}", None, "name=value is expected")
        pairs.append((name.strip(), value.strip()))
    return pairs


def listing() -> list[tuple[str, str]]:
    """Names and meanings for ``-X list``."""
    return [(name, NAMES[name].meaning) for name in NAMES]
