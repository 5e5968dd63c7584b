"""``klog stream``: windows over topics, on Spark.

``klog stream count`` counts events per window and key (`klog.spark.windows`): of whole values, of what a regular expression takes from
them, or of a field of JSON. It shows the counts as they grow, or writes them to a topic or to Parquet files when they are final.

The query runs in this process's Spark, in threads of the JVM's; rows for the terminal come back in batches. A signal ends it in order.
What goes to a topic or to files goes on where it stopped, by its checkpoint; what goes to the terminal begins anew each time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, usage
from klog.cli.output import Format, Output, table_text
from klog.cli.run_coroutine import ending_signals
from klog.cli.spark_sessions import check_regex, open_session, source_options
from klog.cli.stream.counts import COLUMNS, MAX_KEPT, Counted, Counts

if TYPE_CHECKING:
    from collections.abc import Sequence

#: How often the query is looked at.
POLL_S = 0.1
#: Rows of the live table where the terminal does not say how high it is.
DEFAULT_ROWS = 20


@click.group(epilog=EXIT_CODES)
def stream() -> None:
    """Windows over topics, on Spark: count events per window and key."""


@dataclasses.dataclass(frozen=True)
class CountOptions:
    """What ``klog stream count`` was told."""

    topics: tuple[str, ...]
    window: str
    slide: str | None
    watermark: str
    key_regex: str | None
    key_json: str | None
    no_key: bool
    match: str | None
    time_regex: str | None
    time_json: str | None
    time_format: str | None
    start: str
    to_topic: str | None
    to_parquet: str | None
    checkpoint: str | None
    once: bool
    every: str
    max_records: int | None
    master: str | None

    def check(self) -> None:
        """Whether the options fit together.

        :raises CommandFailed: they do not.
        :raises ConfigError: a length of time that is none.
        """
        from klog.spark.windows import duration_ms

        for name in ("window", "slide", "watermark", "every"):
            value = getattr(self, name)
            if value is not None:
                duration_ms(value, f"--{name}")
        if self.slide is not None and duration_ms(self.slide) > duration_ms(self.window):
            raise usage(f"--slide {self.slide} is more than --window {self.window}: events between windows would not be counted")
        if duration_ms(self.window) == 0 or (self.slide is not None and duration_ms(self.slide) == 0):
            raise usage("a window of no length holds nothing")
        if sum((self.key_regex is not None, self.key_json is not None, self.no_key)) > 1:
            raise usage("--key-regex, --key-json and --no-key: one of them at most")
        if self.time_regex is not None and self.time_json is not None:
            raise usage("--time-regex and --time-json: one of them at most")
        if self.time_format is not None and self.time_regex is None and self.time_json is None:
            raise usage("--time-format is the form of what --time-regex or --time-json finds; give one of them")
        if self.to_topic is not None and self.to_parquet is not None:
            raise usage("--to-topic and --to-parquet: one of them at most")
        if self.to_topic is not None and self.checkpoint is None:
            raise usage("--to-topic needs --checkpoint FOLDER, where the query remembers how far it is, so that a restart goes on there")
        if self.checkpoint is not None and self.to_topic is None and self.to_parquet is None:
            raise usage("--checkpoint is for --to-topic and --to-parquet; the terminal shows all there is each time")
        if self.to_topic in self.topics:
            raise usage(f"{self.to_topic} would be read and written: the counts would be counted")


@stream.command(epilog=EXIT_CODES)
@click.argument("topics", nargs=-1, required=True, metavar="TOPIC…")
@click.option("-w", "--window", default="1m", show_default=True, metavar="LENGTH", help="Length of a window: 10s, 1m, 2h.")
@click.option("--slide", metavar="LENGTH", help="Begin a window so often, so that they overlap.")
@click.option("--watermark", default="1m", show_default=True, metavar="LENGTH", help="How late an event may be and still count.")
@click.option("-r", "--key-regex", metavar="REGEX", help="Count by what its first group takes from the value; the others do not count.")
@click.option("-j", "--key-json", metavar="FIELD", help="Count by a field of the JSON value; user.name for one inside another.")
@click.option("--no-key", is_flag=True, help="Count all together. Without any of the three: by the records' keys.")
@click.option("-m", "--match", metavar="REGEX", help="Only values in which this is found.")
@click.option("--time-regex", metavar="REGEX", help="When it happened, by its first group. Default: the record's timestamp.")
@click.option("--time-json", metavar="FIELD", help="When it happened, by a field of the JSON value.")
@click.option("--time-format", metavar="FORMAT", help="Form of these times, yyyy-MM-dd HH:mm:ss, in UTC. Default: seconds since 1970.")
@click.option("--from", "start", type=click.Choice(["earliest", "latest"]), default="earliest", show_default=True, help="Where to begin.")
@click.option("--to-topic", metavar="TOPIC", help="Write windows there as JSON, once they are final.")
@click.option("--to-parquet", metavar="FOLDER", help="Write windows there as Parquet files, once they are final.")
@click.option("--checkpoint", metavar="FOLDER", help="Where the query remembers how far it is. Default for Parquet: within its folder.")
@click.option("--once", is_flag=True, help="Count what there is now, and end.")
@click.option("--every", default="1s", show_default=True, metavar="LENGTH", help="Look for new records so often.")
@click.option("--max-records", type=click.IntRange(1), help="The most records of one batch, over all partitions.")
@click.option("--master", help="Spark's master: local[2], spark://host:7077. Default: this machine's cores.")
@broker_options
def count(connection: Connection, out: Output, **given: Any) -> None:
    """Count events per window and key.

    Without --to-… the counts are shown as they grow: as a table in a terminal, else one line for each that changed. Values are read as
    UTF-8, regular expressions are Java's. An event without a key or a time does not count.
    """
    options = CountOptions(**given)
    options.check()
    check_topics(connection, options.topics)
    # Times out of texts, and those of windows, are UTC.
    with open_session(options.master, out, settings={"spark.sql.session.timeZone": "UTC"}) as session:
        for name, pattern in (("--key-regex", options.key_regex), ("--match", options.match), ("--time-regex", options.time_regex)):
            check_regex(session, name, pattern)
        frame = counted(session, connection, options)
        if options.to_topic is not None or options.to_parquet is not None:
            write(frame, connection, options, out)
        else:
            show(frame, options, out)


def check_topics(connection: Connection, topics: Sequence[str]) -> None:
    """They are there: nobody waits for Spark to be told that one is not.

    :raises CommandFailed: one is not.
    """
    from klog.client.blocking.client import BlockingClient
    from klog.client.settings import split_options
    from klog.spark.offsets import Subscription, assigned

    settings, _ = split_options(connection.bootstrap, connection.client)
    client = BlockingClient(settings)
    try:
        assigned(client, Subscription("subscribe", ",".join(topics), tuple(topics)), timeout_ms=max(1, int(connection.timeout_s * 1000)))
    finally:
        client.close()


def counted(session: Any, connection: Connection, options: CountOptions) -> Any:
    """The query's frame: ``window_start``, ``window_end``, ``key``, ``count``."""
    from pyspark.sql import functions as F

    from klog.spark.windows import count_by_window, json_field, open_topic, parsed_time, regex_group

    reading = {**source_options(connection), "startingOffsets": options.start, "columns": "key,value,timestamp"}
    if options.max_records is not None:
        reading["maxOffsetsPerTrigger"] = str(options.max_records)
    events = open_topic(session, connection.bootstrap, options.topics, reading)
    if options.match is not None:
        events = events.where(F.col("value").cast("string").rlike(options.match))
    key: Any = "key"
    if options.no_key:
        key = None
    elif options.key_regex is not None:
        key = regex_group("value", options.key_regex)
    elif options.key_json is not None:
        key = json_field("value", options.key_json)
    if options.key_regex is not None or options.key_json is not None:
        events = events.withColumn("found", key).where(F.col("found").isNotNull())
        key = "found"
    moment: Any = "timestamp"
    if options.time_regex is not None:
        moment = parsed_time(regex_group("value", options.time_regex), options.time_format)
    elif options.time_json is not None:
        moment = parsed_time(json_field("value", options.time_json), options.time_format)
    return count_by_window(events, window=options.window, slide=options.slide, watermark=options.watermark, key=key, event_time=moment)


def trigger(options: CountOptions) -> dict[str, Any]:
    """When batches are made."""
    from klog.spark.windows import duration_ms

    return {"availableNow": True} if options.once else {"processingTime": f"{duration_ms(options.every)} milliseconds"}


def write(frame: Any, connection: Connection, options: CountOptions, out: Output) -> None:
    """Final windows to a topic or to files, until the end or a signal."""
    from klog.spark.windows import write_to_topic

    if options.to_topic is not None:
        assert options.checkpoint is not None
        query = write_to_topic(
            frame,
            options.to_topic,
            bootstrap=connection.bootstrap,
            checkpoint=os.path.abspath(options.checkpoint),
            trigger=trigger(options),
            options=source_options(connection),
        )
    else:
        assert options.to_parquet is not None
        folder = os.path.abspath(options.to_parquet)
        checkpoint = os.path.abspath(options.checkpoint) if options.checkpoint else os.path.join(folder, "_klog_checkpoint")
        writer = frame.writeStream.format("parquet").outputMode("append").option("checkpointLocation", checkpoint)
        query = writer.trigger(**trigger(options)).start(folder)
    counts = Counts()
    wait(query, counts)
    out.note(f"klog: {counts.summary()}")


def show(frame: Any, options: CountOptions, out: Output) -> None:
    """Counts as they grow, to standard output, until the end or a signal."""
    counts = Counts()
    picture = Picture(counts, out) if out.format is Format.TABLE and out.is_terminal and not options.once else None
    lines = out.stream(COLUMNS) if picture is None and not options.once else None
    broken: list[BaseException] = []

    def take(batch: Any, _number: int) -> None:
        from pyspark.sql import functions as F

        if broken:
            return
        chosen = batch.select(F.unix_millis("window_start"), F.unix_millis("window_end"), "key", "count")
        found = [Counted(*row) for row in chosen.limit(MAX_KEPT).collect()]
        counts.add(found)
        try:
            if lines is not None:
                for one in sorted(found, key=lambda one: (one.window_start_ms, one.key or "")):
                    lines(one.row)
                out.flush()
            elif picture is not None:
                picture.draw()
        except OSError as error:
            # Nobody reads; an exception here would be wrapped by two languages.
            broken.append(error)

    folder = tempfile.mkdtemp(prefix="klog-stream-")
    try:
        writer = frame.writeStream.foreachBatch(take).outputMode("update").option("checkpointLocation", folder)
        wait(writer.trigger(**trigger(options)).start(), counts, lambda: bool(broken), picture.draw if picture is not None else None)
    finally:
        if picture is not None:
            picture.end()
        shutil.rmtree(folder, ignore_errors=True)
    if broken:
        raise broken[0]
    if options.once:
        out.rows("counts", COLUMNS, [one.row for one in counts.all()], empty="Nothing was counted.")
    out.note(f"klog: {counts.summary()}")


def wait(query: Any, counts: Counts, is_over: Callable[[], bool] = lambda: False, look: Callable[[], None] | None = None) -> None:
    """Until the query ends or a signal ends it; its reports go to `counts`.

    :raises CommandFailed: it failed.
    """
    seen = -1

    def read_progress() -> None:
        nonlocal seen
        for progress in query.recentProgress:
            # Idle reports have the number of the batch that is to come.
            if progress["batchId"] > seen and progress["numInputRows"]:
                seen = progress["batchId"]
                counts.note_progress(progress)

    with signals() as stopped:
        beat = 0
        while query.isActive and not stopped.is_set() and not is_over():
            time.sleep(POLL_S)
            beat += 1
            if beat % 10 == 0:
                read_progress()
                if look is not None:
                    look()
        if query.isActive:
            query.stop()
    read_progress()
    error = query.exception()
    if error is not None and not stopped.is_set():
        raise error


@contextlib.contextmanager
def signals() -> Iterator[threading.Event]:
    """What asks a command to end sets the event: a stream is meant to be ended so."""
    stopped = threading.Event()

    def ended(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {one: signal.signal(one, ended) for one in ending_signals()}
    try:
        yield stopped
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class Picture:
    """The live table: drawn over itself."""

    def __init__(self, counts: Counts, out: Output) -> None:
        self._counts = counts
        self._out = out
        self._lines = 0
        self._lock = threading.Lock()

    def text(self) -> str:
        """What is to be seen now: no higher than the terminal."""
        height = shutil.get_terminal_size((80, DEFAULT_ROWS + 4)).lines
        rows = [one.row for one in self._counts.latest(max(1, height - 3))]
        shown = table_text([column for column in COLUMNS if not column.wide], rows, self._out.width) if rows else ""
        # A long key is folded, and takes more lines than one.
        kept = "".join(line + "\n" for line in shown.splitlines()[: max(1, height - 2)])
        return kept + self._counts.summary()[: self._out.width - 1] + "\n"

    def draw(self) -> None:
        """Replace the last picture."""
        with self._lock:
            text = self.text()
            up = f"\x1b[{self._lines}A\r\x1b[J" if self._lines else ""
            self._lines = text.count("\n")
            self._out.stdout.write(up + text)
            self._out.stdout.flush()

    def end(self) -> None:
        """Leave the last one, as it is now."""
        with contextlib.suppress(OSError):
            self.draw()
