"""The options of ``klog pull``, and what they come to: checked against each other before anything is connected. No pyarrow here."""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from klog.cli.admin_session import parse_duration_ms, parse_time_ms, wall_clock_ms
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, usage
from klog.cli.text_files import read_text_file

if TYPE_CHECKING:
    from klog.pull.settings import PullSettings

F = TypeVar("F", bound=Callable[..., Any])

#: Between two runs of ``--follow``, where ``--interval`` does not say.
INTERVAL_S = 10.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class PullOptions:
    """All of it, by the options' names."""

    topics: tuple[str, ...] = ()
    pattern: str | None = None
    target: str
    format: str = "parquet"
    begin: str = "earliest"
    by_date: bool = False
    headers: bool = False
    read_committed: bool = False
    decode: str | None = None
    schema: str | None = None
    decode_key: str | None = None
    key_schema: str | None = None
    confluent: bool = False
    on_bad: str | None = None
    compression: str = "zstd"
    runner: str = "local"
    master: str | None = None
    workers: int | None = None
    min_partitions: int | None = None
    max_records: int | None = None
    attempts: int | None = None
    on_data_loss: str = "fail"
    skip_corrupt: bool = False
    audit: str | None = None
    audit_window: str | None = None
    audit_hashes: bool = False
    verify: bool = False
    follow: bool = False
    interval: str | None = None

    def check(self) -> None:
        """Whether they fit together.

        :raises CommandFailed: they do not.
        """
        if not self.target:
            raise usage("--to: a directory is needed")
        if self.verify:
            if self.follow:
                raise usage("--verify looks at what was pulled, --follow goes on pulling: give one of them")
        elif not self.topics and self.pattern is None:
            raise usage("nothing to pull: give --topic NAME (several times for several), or --pattern REGEX")
        if self.topics and self.pattern is not None:
            raise usage("give either --topic or --pattern")
        if any(not topic for topic in self.topics):
            raise usage("--topic: a topic's name cannot be empty")
        if self.interval is not None and not self.follow:
            raise usage("--interval is for --follow")
        if self.audit_window is not None and self.audit is None:
            raise usage("--audit-window is for --audit")
        if self.audit_hashes and self.audit is None:
            raise usage("--audit-hashes is for --audit")
        if self.audit_hashes and self.on_bad not in (None, "fail"):
            raise usage(f"--audit-hashes: what --on-bad {self.on_bad} lets pass is not what was sent, and has no hash; give one of them")
        self._check_decoding()
        if self.master is not None and self.runner != "spark":
            raise usage("--master is Spark's: give --runner spark with it")
        if self.workers is not None and self.runner == "spark":
            raise usage(f"--workers is for --runner local; with Spark write --master 'local[{self.workers}]' or what your cluster says")

    def _check_decoding(self) -> None:
        for option, decode, schema_option, schema in (
            ("--decode", self.decode, "--schema", self.schema),
            ("--decode-key", self.decode_key, "--key-schema", self.key_schema),
        ):
            if decode in ("json", "avro") and schema is None:
                raise usage(f"{option} {decode} needs {schema_option} FILE: a schema in Avro's JSON form, which says what the columns are")
            if schema is not None and decode not in ("json", "avro"):
                raise usage(f"{schema_option} is for {option} json and {option} avro")
        if self.confluent and "avro" not in (self.decode, self.decode_key):
            raise usage("--confluent is about Avro: give --decode avro with it")
        if self.on_bad is not None and self.decode is None and self.decode_key is None:
            raise usage("--on-bad is about records that do not decode: give --decode with it")

    @property
    def interval_s(self) -> float:
        """Between two runs of ``--follow``.

        :raises CommandFailed: it is no length of time.
        """
        return INTERVAL_S if self.interval is None else parse_duration_ms(self.interval) / 1000

    def settings(self, connection: Connection | None) -> PullSettings:
        """For the job. Without a connection (``--verify``) they name no broker that could be asked.

        :raises CommandFailed: something is wrong with an option. :raises ConfigError: the same.
        """
        from klog.client.settings import ClientSettings, split_options
        from klog.pull.settings import PullSettings

        more: dict[str, Any] = {}
        if self.begin in ("earliest", "latest"):
            more["starting"] = self.begin
        else:
            more["starting_timestamp_ms"] = parse_time_ms(self.begin, wall_clock_ms)
        for name, value in (("min_tasks", self.min_partitions), ("max_records", self.max_records), ("max_attempts", self.attempts)):
            if value is not None:
                more[name] = value
        if self.audit_window is not None:
            more["audit_window_ms"] = parse_duration_ms(self.audit_window)
        if connection is None:
            client, consumer = ClientSettings(bootstrap_servers="nowhere:1"), {}
        else:
            client, consumer = split_options(connection.bootstrap, connection.client)[0], connection.names.consumer
        isolation = "read_committed" if self.read_committed else consumer.get("isolation_level", "read_uncommitted")
        return PullSettings(
            client=client,
            target=self.target,
            topics=tuple(dict.fromkeys(self.topics)),
            pattern=".*" if self.verify and not self.topics and self.pattern is None else self.pattern,
            isolation=isolation,
            format=self.format,
            include_headers=self.headers,
            by_date=self.by_date,
            key_as=self._kind(self.decode_key),
            value_as=self._kind(self.decode),
            key_schema=read_schema(self.key_schema),
            value_schema=read_schema(self.schema),
            on_bad=self.on_bad or "fail",
            compression=self.compression,
            fail_on_data_loss=self.on_data_loss == "fail",
            skip_corrupt=self.skip_corrupt,
            audit=self.audit or "",
            audit_hashes=self.audit_hashes,
            **more,
        )

    def _kind(self, decode: str | None) -> str:
        return "binary" if decode is None else "confluent-avro" if decode == "avro" and self.confluent else decode

    def check_extras(self) -> None:
        """Whether the packages are there that the options need; none of them is imported.

        :raises CommandFailed: one is missing; it says how to install it.
        """
        needed = [("pyarrow", "arrow", "Parquet is written by it")]
        if self.format == "delta":
            needed.append(("deltalake", "delta", "Delta tables are written by it"))
        if "avro" in (self.decode, self.decode_key):
            needed.append(("fastavro", "avro", "Avro is read by it"))
        if self.runner == "spark" and not self.verify:
            needed.append(("pyspark", "spark", "--runner spark runs on it"))
        for package, extra, why in needed:
            if importlib.util.find_spec(package) is None:
                raise CommandFailed(f"{package} is missing ({why}): pip install 'klog[{extra}]'")


def read_schema(path: str | None) -> str:
    """The text of a schema file; empty where there is none.

    :raises CommandFailed: it cannot be read.
    """
    if path is None:
        return ""
    text = read_text_file(path, "schema file")
    if not text.strip():
        raise CommandFailed(f"the schema file {path} is empty")
    return text


#: In the order of ``--help``.
_OPTIONS = (
    click.option("-t", "--topic", "topics", metavar="TOPIC", multiple=True, help="What to pull; several times for several."),
    click.option("--pattern", metavar="REGEX", help="All topics that this Python expression matches as a whole."),
    click.option("--to", "target", metavar="DIR", required=True, help="Where the files go; made if it is not there."),
    click.option(
        "--format",
        type=click.Choice(["parquet", "delta"]),
        default="parquet",
        show_default=True,
        help="Files beside a ledger, or a Delta table.",
    ),
    click.option(
        "--from",
        "begin",
        metavar="WHERE",
        default="earliest",
        show_default=True,
        help="Of the first run: earliest, latest, or a time: ms, 2011-06-12T08:00, 7d (ago).",
    ),
    click.option("--by-date", is_flag=True, help="A folder date=YYYY-MM-DD (UTC, of the record's timestamp) in each partition."),
    click.option("--headers", is_flag=True, help="Also the records' headers."),
    click.option("--read-committed", is_flag=True, help="Only records of committed transactions."),
    click.option(
        "--decode", type=click.Choice(["string", "json", "avro"]), help="Values as text, or as columns by a schema; bytes where not given."
    ),
    click.option("--schema", metavar="FILE", help="For --decode json and avro: the schema, in Avro's JSON form."),
    click.option("--decode-key", type=click.Choice(["string", "json", "avro"]), help="The same for keys."),
    click.option("--key-schema", metavar="FILE", help="The keys' schema."),
    click.option(
        "--confluent", is_flag=True, help="Avro begins with Confluent's five bytes; they are cut off, and the schema file is used."
    ),
    click.option(
        "--on-bad", type=click.Choice(["fail", "null", "skip"]), help="What becomes of records that do not decode; fail where not given."
    ),
    click.option(
        "--compression",
        type=click.Choice(["zstd", "snappy", "lz4", "gzip", "none"]),
        default="zstd",
        show_default=True,
        help="Of the files.",
    ),
    click.option(
        "--runner", type=click.Choice(["local", "spark"]), default="local", show_default=True, help="Processes of this machine, or Spark."
    ),
    click.option("--master", metavar="URL", help="Spark's master, such as local[4] or spark://host:7077."),
    click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Processes of --runner local; by default one for each core."),
    click.option("--min-partitions", type=click.IntRange(1, 1_000_000), metavar="N", help="At least about so many tasks."),
    click.option("--max-records", type=click.IntRange(1), metavar="N", help="At most so many offsets in a task, and so in a file."),
    click.option("--attempts", type=click.IntRange(1, 1000), metavar="N", help="How often a task is tried; 4 where not given."),
    click.option(
        "--on-data-loss",
        type=click.Choice(["fail", "skip"]),
        default="fail",
        show_default=True,
        help="Where the broker no longer has what was not pulled yet.",
    ),
    click.option("--skip-corrupt", is_flag=True, help="Step over damaged batches and count their records."),
    click.option(
        "--audit", metavar="NAME", help="Take part in the audit, as the sink of this name: from the first run on, and in each after it."
    ),
    click.option("--audit-window", metavar="TIME", help="How long its windows are, as the brokers have it; 10min where not given."),
    click.option(
        "--audit-hashes", is_flag=True, help="Hash records, so that it tells whether one was changed, where its producer does, too."
    ),
    click.option("--verify", is_flag=True, help="Pull nothing; check all files against the ledger."),
    click.option("--follow", is_flag=True, help="Pull again and again, until Ctrl-C."),
    click.option("--interval", metavar="TIME", help=f"Between two runs of --follow: 30s, 5min; {INTERVAL_S:g} s where not given."),
)


def pull_options(function: F) -> F:
    """Adds the options; the function gets `options`."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        own = {field.name: kwargs.pop(field.name) for field in dataclasses.fields(PullOptions)}
        options = PullOptions(**own)
        options.check()
        return function(*args, options=options, **kwargs)

    found: Any = wrapped
    for add in reversed(_OPTIONS):
        found = add(found)
    return found  # type: ignore[no-any-return]
