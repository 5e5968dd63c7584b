"""``klog pull``: topics into Parquet files or a Delta table, each record once, however often it is run and however it ends.

The work is `klog.pull`'s; here are its bars, its tables, and its end. Ctrl-C and SIGTERM end a pull at once: what is not committed counts
for nothing, and the next run begins where the last one that was committed ended. With ``--follow`` a signal is how it is meant to end, and
a broker that cannot be reached for a while is waited for.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from klog.cli.bars import Part
from klog.cli.connection import Connection, NoBroker, maybe_broker_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit, as_failure
from klog.cli.formatting import time_left
from klog.cli.output import Column, Format, Output, bytes_text, count_text, duration_text, number, safe, seconds, size
from klog.cli.pull.options import PullOptions, pull_options
from klog.cli.rounds import run_rounds, signals
from klog.errors import KlogError

if TYPE_CHECKING:
    from klog.pull.job import PullResult, Runner
    from klog.pull.progress import Progress
    from klog.pull.settings import PullSettings

_TOPICS = (
    Column("topic"),
    number("partitions"),
    number("rows"),
    number("files"),
    size("size_bytes", "size"),
    number("skipped_records", "damaged"),
    number("bad_records", "not decoded"),
    number("lost_offsets", "lost"),
)
_RUNS = (
    number("version"),
    number("rows"),
    number("files"),
    size("size_bytes", "size"),
    seconds("seconds", "time"),
    number("skipped_records", "damaged", wide=True),
    number("bad_records", "not decoded", wide=True),
    number("lost_offsets", "lost", wide=True),
)

#: How often Spark tries a task, where ``--attempts`` does not say.
ATTEMPTS = 4


@click.command(epilog=EXIT_CODES)
@pull_options
@maybe_broker_options
def pull(options: PullOptions, connection: Connection | None, out: Output) -> None:
    """Load topics into Parquet files, or a Delta table.

    Each run pulls what is new since the last one; run it again after whatever happened: no record is lost, and none is there twice. Files
    lie in DIR/topic=T/partition=N/, as Spark, DuckDB and pyarrow read them; DIR/_klog holds the ledger.
    """
    options.check_extras()
    if options.verify:
        with in_words(), signals():
            verify(options.settings(connection), connection is not None, out)
        return
    if connection is None:
        raise NoBroker
    settings = options.settings(connection)
    check_schemas(settings)
    interval_s = options.interval_s
    with in_words(), signals():
        first_contact(settings, connection)
        with open_runner(options, out) as runner:
            if options.follow:
                follow(lambda: run(settings, runner, out), interval_s, out)
            else:
                tell(run(settings, runner, out), settings, out)


def first_contact(settings: PullSettings, connection: Connection) -> None:
    """Some broker answers, soon: a mistyped address should not take a pull's whole patience.

    :raises KlogError: none does.
    """
    from klog.client.blocking.client import BlockingClient

    with BlockingClient(settings.client) as client:
        client.refresh([], timeout_ms=max(1, int(connection.first_contact_s * 1000)))


def check_schemas(settings: PullSettings) -> None:
    """Whether keys and values can be decoded at all, before anything is connected.

    :raises ConfigError: they cannot.
    """
    if settings.key_as == settings.value_as == "binary":
        return  # nothing to check, and pyarrow is for the workers to import
    from klog.pull.decoding import Decoder

    Decoder(settings, "", 0)


@contextlib.contextmanager
def in_words() -> Iterator[None]:
    """A pull's errors with their exit codes, and with this command's names of options."""
    from klog.pull.errors import NotFound, PullError

    try:
        yield
    except NotFound as error:
        raise CommandFailed(own_words(str(error)), Exit.NOT_FOUND) from None
    except PullError as error:
        raise CommandFailed(own_words(str(error)), Exit.FAILED) from None
    except KlogError as error:
        failure = as_failure(error)
        assert failure is not None
        raise CommandFailed(own_words(failure.sentence), failure.code) from None


def own_words(sentence: str) -> str:
    """The options as they are called here."""
    sentence = sentence.replace("turn failOnDataLoss off", "give --on-data-loss skip").replace(" (kafkaConsumer.pollTimeoutMs)", "")
    return f"{sentence}; --skip-corrupt leaves damaged batches out" if "the records cannot be read" in sentence else sentence


@contextlib.contextmanager
def open_runner(options: PullOptions, out: Output) -> Iterator[Runner]:
    """What runs the tasks, and its end."""
    if options.runner == "spark":
        from klog.cli.spark_sessions import open_session

        attempts = options.attempts or ATTEMPTS
        # Only a local master's name can say how often it tries a task.
        master = options.master or f"local[*,{attempts}]"
        with open_session(master, out, settings={"spark.task.maxFailures": str(attempts), "spark.app.name": "klog pull"}) as session:
            from klog.pull.spark_runner import SparkRunner

            yield SparkRunner(session)
    else:
        from klog.pull.runner import LocalRunner

        with LocalRunner(options.workers) as local:
            # They import what they need while the broker is asked what is new.
            local.start()
            yield local


def run(settings: PullSettings, runner: Runner, out: Output) -> PullResult:
    """One pull, with bars."""
    from klog.pull.job import pull as pull_once

    shown = Shown(out)
    try:
        return pull_once(settings, runner, shown.on_progress)
    finally:
        shown.end()


class Shown:
    """Draws what a pull tells, and prints what people should know."""

    def __init__(self, out: Output, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out
        self._clock = clock
        self._began = clock()
        self._bars = out.bars(clock)

    def on_progress(self, progress: Progress) -> None:
        """How far the pull is."""
        if progress.notice:
            self._bars.clear()
            self._out.warn(progress.notice)
        elapsed = max(self._clock() - self._began, 1e-6)
        facts = f"{count_text(progress.rows)} rows, {count_text(int(progress.rows / elapsed))}/s"
        if progress.offsets_total:
            facts += time_left(progress.offsets_done, progress.offsets_total, elapsed)
        whole = Part(str(progress.stage), progress.offsets_done, progress.offsets_total, facts)
        self._bars.show(whole, [Part(name, done, total) for name, done, total in progress.topics])

    def on_files(self, done: int, total: int) -> None:
        """How far verifying is."""
        elapsed = max(self._clock() - self._began, 1e-6)
        self._bars.show(Part("verifying", done, total, f"{count_text(done)} files{time_left(done, total, elapsed)}"))

    def end(self) -> None:
        """Take the bars off the terminal."""
        self._bars.clear()


def topic_rows(result: PullResult) -> list[dict[str, Any]]:
    """What was pulled, by topic."""
    record = result.record
    if record is None:
        return []
    found: dict[str, dict[str, Any]] = {}
    for one in record.ranges:
        row = found.setdefault(one.topic, {column.name: 0 for column in _TOPICS} | {"topic": one.topic, "partitions": set()})
        row["partitions"].add(one.partition)
        row["rows"] += one.rows
        row["skipped_records"] += one.skipped
        row["bad_records"] += one.bad
        row["lost_offsets"] += sum(end - start for start, end in one.lost)
    for file in record.files:
        row = found[file.topic]
        row["files"] += 1
        row["size_bytes"] += file.size_bytes
    return [{**row, "partitions": len(row["partitions"])} for _, row in sorted(found.items())]


def facts_of(result: PullResult) -> dict[str, Any]:
    """A run as one row."""
    return {
        "version": result.version if result.version >= 0 else None,
        "rows": result.rows,
        "files": result.files,
        "size_bytes": result.size_bytes,
        "fetched_bytes": result.fetched_bytes,
        "seconds": round(result.seconds, 3),
        "skipped_records": result.skipped_records,
        "bad_records": result.bad_records,
        "lost_offsets": result.lost_offsets,
        "conflicts": result.conflicts,
    }


def tell(result: PullResult, settings: PullSettings, out: Output) -> None:
    """What one run did."""
    rows = topic_rows(result)
    if out.format is Format.JSON:
        out.document({"pull": facts_of(result), "topics": rows})
        return
    columns = [column for column in _TOPICS if column.name not in _RARE or any(row[column.name] for row in rows)]
    out.rows("topics", columns if out.format is Format.TABLE else _TOPICS, rows)
    if result.version < 0:
        out.note("Nothing is new.")
        return
    per_second = int(result.rows / max(result.seconds, 1e-6))
    out.note(
        f"{count_text(result.rows)} records in {count_text(result.files)} files ({bytes_text(result.size_bytes)}) within "
        f"{duration_text(result.seconds)}, {count_text(per_second)} a second; version {result.version} of {settings.target}."
    )


#: Columns that tables have only where there is something.
_RARE = ("skipped_records", "bad_records", "lost_offsets")


def follow(once: Callable[[], PullResult], interval_s: float, out: Output, sleep: Callable[[float], None] = time.sleep) -> None:
    """Run again and again until a signal; a line for each run that found something.

    :raises KlogError, CommandFailed: a run failed, and not for want of a broker.
    """
    draw = out.stream(_RUNS)
    out.flush()

    def tell_run(result: PullResult) -> None:
        if result.version >= 0:
            draw(facts_of(result))
            out.flush()

    run_rounds(
        once,
        tell_run,
        interval_s,
        out,
        answered_again="The broker answers again.",
        interrupted="Interrupted; what was pulled is whole.",
        sleep=sleep,
    )


def verify(settings: PullSettings, has_broker: bool, out: Output) -> None:
    """Check files against the ledger, and the ledger against the broker where one is named.

    :raises CommandFailed: something does not fit.
    """
    from klog.pull.verify import verify as check

    shown = Shown(out)
    try:
        found = check(settings, ask_broker=has_broker, on_progress=shown.on_files)
    finally:
        shown.end()
    facts: dict[str, Any] = {"versions": found.versions, "files": found.files, "rows": found.rows, "size_bytes": found.size_bytes}
    if has_broker:
        facts["broker_rows"] = found.broker_rows
    with out.readers_may_go():
        if out.format is Format.JSON:
            out.document({"verify": facts, "problems": list(found.problems), "notes": list(found.notes)})
        else:
            out.fields("verify", facts, {**dict.fromkeys(facts, count_text), "size_bytes": bytes_text})
            for problem in found.problems:
                out.line(f"problem\t{safe(problem)}" if out.format is Format.TEXT else safe(problem))
            for note in found.notes:
                out.note(note)
    if found.problems:
        many = len(found.problems)
        raise CommandFailed(f"{settings.target}: {'a problem was' if many == 1 else f'{many} problems were'} found")


__all__ = ["pull"]
