"""``klog bench``: how fast records go in, come out, and come through.

The figures are those of this machine, this client and the broker together; on one machine they compete for its processors. Progress goes to
standard error, the result is one row.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import click

from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, not_found
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Format, Output, number, size
from klog.cli.plot import Chart, Series, as_text, check_path, write
from klog.cli.suite.command import suite

if TYPE_CHECKING:
    from klog.cli.bench.runs import Result

TOPIC = "klog-bench"
#: What ``--plot`` means without a path.
IN_TERMINAL = "-"


def _ms(name: str, heading: str) -> Column:
    return Column(name, heading, right=True, show=lambda value: "-" if value is None else f"{value:,.1f}")


_RATES = (
    Column("kind", wide=True),
    Column("topic", wide=True),
    number("records"),
    Column("seconds", "s", right=True),
    number("records_per_s", "records/s"),
    size("bytes_per_s", "bytes/s"),
    Column("cpu_percent", "CPU %", right=True),
)
_LATENCIES = (
    _ms("p50_ms", "p50 ms"),
    _ms("p95_ms", "p95"),
    _ms("p99_ms", "p99"),
    _ms("p999_ms", "p99.9"),
    _ms("max_ms", "max"),
)


@click.group(epilog=EXIT_CODES)
def bench() -> None:
    """Measure producing, consuming and end-to-end latency."""


bench.add_command(suite)


def _common(function: Callable[..., Any]) -> Callable[..., Any]:
    plot = click.option(
        "--plot",
        is_flag=False,
        flag_value=IN_TERMINAL,
        metavar="[FILE.svg|FILE.png]",
        help="Draw it: in the terminal, or into a file.",
    )
    topic = click.option("-t", "--topic", default=TOPIC, show_default=True, help="Which topic.")
    return topic(plot(broker_options(function)))


def _made_topic(function: Callable[..., Any]) -> Callable[..., Any]:
    partitions = click.option(
        "-p", "--partitions", type=click.IntRange(1, 100_000), default=1, show_default=True, help="Of the topic, if it is made."
    )
    replicas = click.option(
        "--replication-factor",
        "replicas",
        type=click.IntRange(1, 32767),
        help="Of the topic, if it is made; the broker's default otherwise.",
    )
    return partitions(replicas(function))


@bench.command(epilog=EXIT_CODES)
@click.option("-n", "--records", type=click.IntRange(1, 10**10), default=1_000_000, show_default=True, help="How many.")
@click.option("-s", "--size", "value_bytes", type=click.IntRange(0, 1 << 20), default=100, show_default=True, help="Bytes of each.")
@_made_topic
@click.option("--rate", type=NumberRange(0.01), help="Records a second; as fast as it goes where not given.")
@click.option("--single", is_flag=True, help="One by one, with an answer for each, rather than in bulk.")
@_common
def produce(
    topic: str,
    records: int,
    value_bytes: int,
    partitions: int,
    replicas: int | None,
    rate: float | None,
    single: bool,
    plot: str | None,
    connection: Connection,
    out: Output,
) -> None:
    """Send records; latency is until they are acknowledged."""
    from klog.cli.bench import runs

    async def work(reactor: Any) -> Result:
        await runs.ensure_topic(reactor, connection, topic, partitions, replicas)
        with out.progress(records, "records") as progress:
            return await runs.produce(reactor, connection, topic, records, value_bytes, rate, single, progress)

    result = _run(work, plot)
    _print(out, [result.row()])
    _draw(out, plot, [Chart(f"producing to {topic}", "seconds", "records/s", [Series("acknowledged", result.rates.points)])])


@bench.command(epilog=EXIT_CODES)
@click.option("-n", "--records", type=click.IntRange(1, 10**10), help="How many; all that are there where not given.")
@_common
def consume(topic: str, records: int | None, plot: str | None, connection: Connection, out: Output) -> None:
    """Read a topic from its beginning."""
    from klog.cli.bench import runs

    async def work(reactor: Any) -> Result:
        places = await runs.bounds(reactor, connection, topic)
        total = sum(end - start for start, end in places.values())
        if not total:
            raise not_found(f"topic {topic} is empty; `klog bench produce -t {topic}` fills it")
        with out.progress(min(total, records or total), "records") as progress:
            return await runs.consume(reactor, connection, topic, places, records, progress)

    result = _run(work, plot)
    _print(out, [result.row()])
    _draw(out, plot, [Chart(f"consuming {topic}", "seconds", "records/s", [Series("consumed", result.rates.points)])])


@bench.command(epilog=EXIT_CODES)
@click.option("-n", "--records", type=click.IntRange(1, 10**9), default=5_000, show_default=True, help="How many.")
@click.option("-s", "--size", "value_bytes", type=click.IntRange(16, 1 << 20), default=100, show_default=True, help="Bytes of each.")
@_made_topic
@click.option("--rate", type=NumberRange(0.01, 1e6), default=1_000.0, show_default=True, help="Records a second.")
@_common
def e2e(
    topic: str,
    records: int,
    value_bytes: int,
    partitions: int,
    replicas: int | None,
    rate: float,
    plot: str | None,
    connection: Connection,
    out: Output,
) -> None:
    """Send records at a steady rate and read them again; latency is from sending to having it."""
    from klog.cli.bench import runs

    async def work(reactor: Any) -> tuple[Result, list[tuple[float, float]]]:
        await runs.ensure_topic(reactor, connection, topic, partitions, replicas)
        with out.progress(records, "records") as progress:
            return await runs.end_to_end(reactor, connection, topic, records, value_bytes, rate, progress)

    result, over_time = _run(work, plot)
    _print(out, [result.row()])
    _draw(out, plot, [Chart(f"through {topic} and back", "seconds", "latency in ms", [Series("latency", sorted(over_time))])])


def _run(work: Callable[[Any], Coroutine[Any, Any, Any]], plot: str | None) -> Any:
    from klog.cli.run_coroutine import run

    if plot is not None and plot != IN_TERMINAL:
        check_path(plot)
    return run(work)


def _print(out: Output, rows: list[dict[str, Any]]) -> None:
    if out.format is Format.TABLE:
        out.rows("results", [column for column in _RATES if not column.wide], rows)
        if any("p50_ms" in row for row in rows):
            out.line()
            out.rows("results", _LATENCIES, rows)
    else:
        out.rows("results", (*_RATES, *(_LATENCIES if any("p50_ms" in row for row in rows) else ())), rows)


def _draw(out: Output, plot: str | None, charts: list[Chart]) -> None:
    if plot is None:
        return
    for chart in charts:
        if plot == IN_TERMINAL:
            # JSON stays one document: a drawing is a remark then.
            text = as_text(chart, out.width)
            if out.format is Format.TABLE:
                out.line()
                out.line(text.rstrip("\n"))
            else:
                out.stderr.write(text)
        else:
            write(chart, plot)
            out.note(f"Drawn into {plot}.")
