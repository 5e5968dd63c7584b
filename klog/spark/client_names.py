"""Options ``kafka.…``: the names of Java's client, in klog's own words.

Spark hands whatever stands behind ``kafka.`` to Java's consumer or producer, so these are Java's names and Java's values. Four kinds:

* those in `NAMES` have a counterpart: an argument of `ClientSettings` or of the sink's producer, as `klog.client.options` says, or of
  reading;
* those in `WITHOUT_EFFECT` tune what klog does not have (consumer groups of Spark's executors, socket buffers, metrics): they are accepted,
  nothing goes wrong without them;
* those in `REFUSED` would change who is trusted or what arrives, and klog cannot do it: they are an error that says what to do instead;
* security: `klog.spark.client_security`.

Anything else is an error that names the closest known name. Java's client would log a warning and go on; a mistyped
``kafka.isolation.levle`` is worth more than that.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from klog.client.options import Kind
from klog.client.options import option as option_of
from klog.client.settings import ClientSettings
from klog.config import ConfigError, nearest_name
from klog.net.security import Security
from klog.spark.client_security import SECURITY_NAMES, security_options
from klog.spark.errors import OptionError

PREFIX = "kafka."
#: Where ``kafka.client.id`` is not there.
DEFAULT_CLIENT_ID = "klog-spark"


@dataclasses.dataclass
class ClientNames:
    """What the names came to."""

    settings: ClientSettings
    #: Arguments of the sink's producer: ``acks``, ``compression``, ``linger_ms`` …
    producer: dict[str, Any]
    #: Of reading: ``isolation``, ``fetch_bytes``, ``group_id``, ``client_rack``, ``api_timeout_ms``.
    reading: dict[str, Any]
    #: Sentences about names that have no effect.
    remarks: list[str]


@dataclasses.dataclass(frozen=True)
class Name:
    """One of Java's names: which part it goes to, under which key, and how its value is read."""

    target: str
    option: str
    read: Callable[[str, str], Any]


def _text(name: str, value: str) -> str:
    return value.strip()


def _whole(low: int, high: int = 2**31 - 1) -> Callable[[str, str], int]:
    def read(name: str, value: str) -> int:
        if re.fullmatch(r"\s*[+-]?[0-9]{1,19}\s*", value, re.ASCII) is None:
            raise OptionError(f"Invalid value {value} for configuration {PREFIX}{name}: a whole number is expected")
        number = int(value)
        if not low <= number <= high:
            raise OptionError(f"Invalid value {value} for configuration {PREFIX}{name}: a number from {low} to {high} is expected")
        return number

    return read


def _truth(name: str, value: str) -> bool:
    lowered = value.strip().lower()
    if lowered not in ("true", "false"):
        raise OptionError(f"Invalid value {value} for configuration {PREFIX}{name}: Expected value to be either true or false")
    return lowered == "true"


def _one_of(*known: str) -> Callable[[str, str], str]:
    def read(name: str, value: str) -> str:
        text = value.strip().lower()
        if text not in known:
            raise OptionError(f"Invalid value {value} for configuration {PREFIX}{name}: String must be one of: {', '.join(known)}")
        return text

    return read


def _acks(name: str, value: str) -> str | int:
    text = value.strip().lower()
    if text not in ("all", "-1", "0", "1"):
        raise OptionError(f"Invalid value {value} for configuration {PREFIX}{name}: String must be one of: all, -1, 0, 1")
    return "all" if text in ("all", "-1") else int(text)


#: Options that Spark's readers and writers have, too.
_CLIENT = (
    "client_id",
    "request_timeout_ms",
    "connect_timeout_ms",
    "reconnect_backoff_ms",
    "reconnect_backoff_max_ms",
    "retry_backoff_ms",
    "retry_backoff_max_ms",
    "metadata_max_age_ms",
    "max_in_flight",
)
_PRODUCER = ("acks", "compression", "linger_ms", "batch_bytes", "delivery_timeout_ms", "max_request_bytes", "enable_idempotence")


def _of_options(target: str, names: Iterable[str]) -> Iterator[tuple[str, Name]]:
    """What `klog.client.options` says of Java's names for them."""
    for option in map(option_of, names):
        assert option.java is not None, f"Java has no {option.name}"
        lowest, highest = option.java.lowest, option.java.highest
        match option.kind:
            case Kind.WHOLE:
                read: Callable[[str, str], Any] = _whole(lowest, highest)
            case Kind.TRUTH:
                read = _truth
            case Kind.CHOICE:
                read = _one_of(*option.choices)
            case Kind.OWN:
                read = _READERS[option.name]
            case _:
                read = _text
        yield option.java.name, Name(target, option.name, read)


_READERS: dict[str, Callable[[str, str], Any]] = {"acks": _acks}

#: What has a counterpart. Later names win where two mean the same.
NAMES: dict[str, Name] = {
    "bootstrap.servers": Name("client", "bootstrap_servers", _text),
    **dict(_of_options("client", _CLIENT)),
    "default.api.timeout.ms": Name("reading", "api_timeout_ms", _whole(1)),
    "isolation.level": Name("reading", "isolation", _one_of("read_committed", "read_uncommitted")),
    "group.id": Name("reading", "group_id", _text),
    "client.rack": Name("reading", "client_rack", _text),
    "max.partition.fetch.bytes": Name("reading", "fetch_bytes", _whole(1)),
    "fetch.max.bytes": Name("reading", "fetch_max_bytes", _whole(1)),
    **dict(_of_options("producer", _PRODUCER)),
    "compression.gzip.level": Name("producer", "gzip_level", _whole(-1, 9)),
    "compression.lz4.level": Name("producer", "lz4_level", _whole(1, 17)),
    "compression.zstd.level": Name("producer", "zstd_level", _whole(-131072, 22)),
    "max.block.ms": Name("producer", "max_block_ms", _whole(0)),
}

#: Java's own machinery, and what Spark decides itself: nothing goes wrong without it.
WITHOUT_EFFECT = frozenset(
    (
        "allow.auto.create.topics",
        "auto.commit.interval.ms",
        "auto.include.jmx.reporter",
        "buffer.memory",
        "check.crcs",
        "client.dns.lookup",
        "connections.max.idle.ms",
        "enable.metrics.push",
        "exclude.internal.topics",
        "fetch.max.wait.ms",
        "fetch.min.bytes",
        "group.instance.id",
        "group.protocol",
        "group.remote.assignor",
        "heartbeat.interval.ms",
        "internal.leave.group.on.close",
        "max.poll.interval.ms",
        "max.poll.records",
        "metadata.max.idle.ms",
        "metadata.recovery.rebootstrap.trigger.ms",
        "metadata.recovery.strategy",
        "metric.reporters",
        "metrics.num.samples",
        "metrics.recording.level",
        "metrics.sample.window.ms",
        "partition.assignment.strategy",
        "partitioner.adaptive.partitioning.enable",
        "partitioner.availability.timeout.ms",
        "receive.buffer.bytes",
        "retries",
        "send.buffer.bytes",
        "session.timeout.ms",
        "socket.connection.setup.timeout.max.ms",
        "transaction.timeout.ms",
    )
)

#: What klog cannot do, and what to do instead.
REFUSED: dict[str, str] = {
    "transactional.id": 'klog\'s sink has no transactions; .option("idempotent", "true") on a stream neither loses nor repeats records',
    "config.providers": "klog has no providers of configuration; put the value itself there",
    "partitioner.class": "klog runs no Java classes; give a column partition, or leave it out for Kafka's own partitioner",
    "partitioner.ignore.keys": "records with a key go where the key says; give a column partition, or leave the key out",
    "security.providers": "klog uses OpenSSL and runs no Java classes",
}

_LEVELS = {"gzip": "gzip_level", "lz4": "lz4_level", "zstd": "zstd_level"}


def known_names() -> list[str]:
    """Every name that is not an error at once."""
    return sorted([*NAMES, *WITHOUT_EFFECT, *REFUSED, *SECURITY_NAMES])


def translate(options: Mapping[str, str], client_id: str = DEFAULT_CLIENT_ID) -> ClientNames:
    """Klog's settings for Java's names (without ``kafka.``, in lower case).

    :param client_id: where ``client.id`` is not there.
    :raises OptionError: a name that nobody knows or that klog refuses, or a value that cannot be.

    >>> translate({"bootstrap.servers": "kafka-1:9092", "acks": "-1"}).producer
    {'acks': 'all'}
    """
    parts: dict[str, dict[str, Any]] = {"client": {"client_id": client_id}, "producer": {}, "reading": {}}
    given: dict[str, str] = {}
    remarks: list[str] = []
    for name in sorted(options):
        value = options[name]
        if name in NAMES:
            found = NAMES[name]
            parts[found.target][found.option] = found.read(name, value)
            given[found.option] = name
        elif name in WITHOUT_EFFECT:
            remarks.append(f"the option {PREFIX}{name} tunes Java's client and has no effect in klog")
        elif name in REFUSED:
            raise OptionError(f"Kafka option '{name}' is not supported: {REFUSED[name]}")
        elif name not in SECURITY_NAMES:
            nearest = nearest_name(name, known_names())
            raise OptionError(f"there is no Kafka option '{name}'" + (f"; did you mean {PREFIX}{nearest}?" if nearest else ""))
    security, origins = security_options({name: options[name] for name in options if name in SECURITY_NAMES})
    given.update(origins)
    client = parts["client"]
    if "bootstrap_servers" not in client:
        raise OptionError("Option 'kafka.bootstrap.servers' must be specified for configuring Kafka consumer")
    if not client["client_id"]:
        client["client_id"] = client_id
    # In Java a longest pause below the first one is the first one.
    for kind in ("reconnect_backoff", "retry_backoff"):
        first, longest = f"{kind}_ms", f"{kind}_max_ms"
        if first in client:
            client[longest] = max(client[first], client.get(longest, 1_000))
    try:
        settings = ClientSettings(security=Security(**security), **client)
    except ConfigError as error:
        name = given.get(error.name, error.name)
        shown = "" if error.value is None else f" {error.value}"
        raise OptionError(f"Invalid value{shown} for configuration {PREFIX}{name}: {error.sentence}") from None
    return ClientNames(settings, _producer(parts["producer"]), _reading(parts["reading"]), remarks)


def _producer(options: dict[str, Any]) -> dict[str, Any]:
    level = options.get(_LEVELS.get(options.get("compression", "none"), ""))
    kept = {name: value for name, value in options.items() if name not in _LEVELS.values()}
    if level is not None:
        kept["compression_level"] = level
    if kept.get("enable_idempotence") and kept.get("acks", "all") != "all":
        raise OptionError("Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.")
    return kept


def _reading(options: dict[str, Any]) -> dict[str, Any]:
    at_most = options.pop("fetch_max_bytes", None)
    if at_most is not None and "fetch_bytes" in options:
        options["fetch_bytes"] = min(at_most, options["fetch_bytes"])
    return options
