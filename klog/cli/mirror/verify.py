"""``klog mirror verify``: whether two clusters hold the same records, and where they do not.

The comparing is `klog.mirror.verify`'s; here are its options, its bars and tables, and its end. Its exit codes are those of a comparison
(as diff's and cmp's): 0 equal, 1 different, 2 it cannot be said, whatever the reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import parse_duration_ms
from klog.cli.bars import Part
from klog.cli.connection import output_options
from klog.cli.exit_codes import CommandFailed, Exit, as_failure, usage
from klog.cli.formatting import time_left
from klog.cli.mirror.sides import client_settings, patterns_of
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Format, Output, bytes_text, count_text, duration_text, number
from klog.cli.rounds import run_rounds, signals
from klog.cli.run_coroutine import Interrupted

if TYPE_CHECKING:
    from klog.mirror.verify.job import Progress, Round, Verification
    from klog.mirror.verify.partition_comparison import Compared, Verdict
    from klog.mirror.verify.settings import VerifySettings

CANNOT_SAY = Exit.USAGE

_EXIT_CODES = """\
Exit codes: 0 equal, 1 different, 2 it cannot be said (no broker, no rights, wrong usage, a position of other clusters), 130 interrupted."""

_TOPICS = (
    Column("topic"),
    number("partitions"),
    Column("verdict"),
    number("records", "equal records"),
    number("behind"),
    number("compacted"),
    number("not_compared", "not compared"),
    number("differences"),
)
_PARTITIONS = (
    Column("topic"),
    number("partition"),
    Column("verdict"),
    number("start", "from"),
    number("end", "to"),
    number("records", "equal records"),
    number("behind"),
    number("compacted"),
    number("not_compared", "not compared"),
    number("differences"),
    Column("remark"),
)
_FINDINGS = (
    Column("topic"),
    number("partition"),
    Column("kind"),
    Column("place", "offsets"),
    Column("place_b", "offsets in B"),
    number("records"),
    Column("detail"),
)
_ROUNDS = (
    Column("verdict"),
    number("records", "equal"),
    number("behind"),
    number("differences"),
    number("unknown"),
)
#: Columns that tables have only where there is something.
_RARE = ("compacted", "not_compared", "place_b", "remark")
#: Findings that a table shows.
_SHOWN = 50


@click.command(epilog=_EXIT_CODES)
@click.argument("a")
@click.argument("b")
@click.option(
    "--topics",
    "topics",
    multiple=True,
    metavar="PATTERN",
    help="Topics to compare: names, or patterns with * and ?; !PATTERN takes some out. Several times, or with commas.  "
    "[default: all but internal ones]",
)
@click.option("--prefix", default="", metavar="TEXT", help="What B's topics have in front of A's names, as MirrorMaker 2's 'dc1.'.")
@click.option("--deep", is_flag=True, help="Record by record under the same offsets, however records lie in batches.")
@click.option("--renumbered", is_flag=True, help="Record by record in their order, for re-produced copies with offsets of their own.")
@click.option(
    "--ignore",
    "ignored",
    type=click.Choice(["timestamp", "key", "value", "headers"]),
    multiple=True,
    help="Leave out a part of records, with --deep or --renumbered; several times for several.",
)
@click.option("--read-uncommitted", is_flag=True, help="Records of aborted and open transactions count too (--deep, --renumbered).")
@click.option("--epochs", is_flag=True, help="Partition leader epochs have to be the same, too.")
@click.option("--complete", is_flag=True, help="A copy that is behind is a difference.")
@click.option("--position", "position_path", metavar="FILE", help="Keep there how far both are equal, and go on there the next time.")
@click.option("--follow", is_flag=True, help="Again and again what is new, until Ctrl-C.")
@click.option("--interval", metavar="TIME", help="Between two rounds of --follow: 30s, 5min; 10 s where not given.")
@click.option("-F", "--config-file", "config", metavar="FILE", help="Properties of both clusters, by librdkafka's names.")
@click.option("--config-a", metavar="FILE", help="Properties of A alone.")
@click.option("--config-b", metavar="FILE", help="Properties of B alone.")
@click.option("-X", "properties", metavar="NAME=VALUE", multiple=True, help="A property of both.")
@click.option(
    "--timeout", "timeout_s", type=NumberRange(0.1, 86_400), metavar="SECONDS", help="How long a broker may be silent; 60 by default."
)
@output_options
def verify(
    a: str,
    b: str,
    config: str | None,
    config_a: str | None,
    config_b: str | None,
    properties: tuple[str, ...],
    position_path: str | None,
    follow: bool,
    interval: str | None,
    timeout_s: float | None,
    out: Output,
    **choices: Any,
) -> None:
    """Compare two clusters, batch by batch.

    A and B are bootstrap addresses, of klog or of Kafka; A is the source, B its copy. All partitions are compared over the range that both
    have: a record that is flipped, missing, doubled or too many is told with its place. Nothing is written to either.
    """
    with _codes():
        if interval is not None and not follow:
            raise usage("--interval is for --follow")
        if config is not None and (config_a or config_b):
            raise usage("-F is for both clusters: give --config-a and --config-b without it")
        sides = (
            client_settings(a, config_a or config, properties, timeout_s),
            client_settings(b, config_b or config, properties, timeout_s),
        )
        settings = settings_of(sides, timeout_s, **choices)
        interval_s = 10.0 if interval is None else parse_duration_ms(interval) / 1000
        with signals(), _opened(settings, position_path) as verification:
            if follow:
                code = _follow(verification, interval_s, out)
            else:
                code = _once(verification, out)
    if code:
        raise click.exceptions.Exit(code)


def settings_of(
    sides: tuple[Any, Any],
    timeout_s: float | None,
    *,
    topics: tuple[str, ...],
    prefix: str,
    deep: bool,
    renumbered: bool,
    ignored: tuple[str, ...],
    read_uncommitted: bool,
    epochs: bool,
    complete: bool,
) -> VerifySettings:
    """What the options come to.

    :raises CommandFailed: they do not fit together.
    """
    from klog.client.isolation import IsolationLevel
    from klog.mirror.verify.record_fields import Field
    from klog.mirror.verify.settings import How, VerifySettings

    wanted = patterns_of(topics)
    if topics and not wanted:
        raise usage("--topics: a topic's name cannot be empty")
    if (ignored or read_uncommitted) and not (deep or renumbered):
        raise usage(f"{'--ignore' if ignored else '--read-uncommitted'} is about records: give --deep or --renumbered with it")
    if epochs and (deep or renumbered):
        raise usage("--epochs is about batch headers: it does not go with --deep and --renumbered")
    if set(ignored) >= {str(field) for field in Field}:
        raise usage("--ignore: something has to be left to be compared")
    return VerifySettings(
        a=sides[0],
        b=sides[1],
        topics=wanted or ("*",),
        prefix=prefix,
        how=How.ORDER if renumbered else How.RECORDS if deep else How.HEADERS,
        ignored=frozenset(Field(name) for name in ignored),
        isolation=IsolationLevel.READ_UNCOMMITTED if read_uncommitted else IsolationLevel.READ_COMMITTED,
        with_epochs=epochs,
        complete=complete,
        timeout_ms=60_000 if timeout_s is None else max(1, int(timeout_s * 1000)),
    )


@contextmanager
def _codes() -> Iterator[None]:
    """Errors with a comparison's exit codes."""
    from klog.mirror.verify.position_file import PositionError
    from klog.mirror.wanted_topics import NoSuchTopic

    try:
        yield
    except Interrupted:
        raise
    except (NoSuchTopic, PositionError) as error:
        raise CommandFailed(str(error), CANNOT_SAY) from None
    except Exception as error:
        failure = as_failure(error)
        if failure is None:
            raise
        raise CommandFailed(failure.sentence, CANNOT_SAY) from None


@contextmanager
def _opened(settings: VerifySettings, position_path: str | None) -> Iterator[Verification]:
    from klog.mirror.verify.job import Verification
    from klog.mirror.verify.position_file import PositionFile
    from klog.storage.filesystem import RealFileSystem

    position = None if position_path is None else PositionFile(RealFileSystem(), position_path)
    verification = Verification(settings, position)
    try:
        yield verification
    finally:
        verification.close()


def _code(verdict: Verdict) -> int:
    return {"equal": 0, "different": 1, "unknown": int(CANNOT_SAY)}[str(verdict)]


def _once(verification: Verification, out: Output) -> int:
    found = _with_bars(verification, out)
    with out.readers_may_go():
        tell(found, out)
    return _code(found.verdict)


def _with_bars(verification: Verification, out: Output, clock: Callable[[], float] = time.monotonic) -> Round:
    bars = out.bars(clock)
    began = clock()

    def show(progress: Progress) -> None:
        elapsed = max(clock() - began, 1e-6)
        rate = f"{count_text(progress.records)} records, {bytes_text(int(progress.bytes / elapsed))}/s"
        facts = rate + time_left(progress.offsets_done, progress.offsets_total, elapsed)
        bars.show(Part("comparing", progress.offsets_done, progress.offsets_total, facts), [Part(*topic) for topic in progress.topics])

    try:
        return verification.round(show)
    finally:
        bars.clear()


def _follow(verification: Verification, interval_s: float, out: Output, sleep: Callable[[float], None] = time.sleep) -> int:
    """Rounds until a signal; a line for each that compared something. The exit code of all rounds together."""
    from klog.mirror.verify.job import worst
    from klog.mirror.verify.partition_comparison import Verdict

    draw = out.stream(_ROUNDS)
    out.flush()
    verdicts: set[Verdict] = set()
    last: Verdict | None = None

    def tell_round(found: Round) -> None:
        nonlocal last
        row = round_row(found)
        # What cannot be said now may be said in the next round: it is no part of the verdict.
        verdicts.update({found.verdict} - {Verdict.UNKNOWN})
        if row["records"] or row["differences"] or found.verdict is not last:
            draw({**row, "findings": finding_rows(found)} if out.format is Format.JSON else row)
            if out.format is not Format.JSON:
                for finding in finding_rows(found)[:_SHOWN]:
                    out.warn(sentence(finding))
            out.flush()
        last = found.verdict

    run_rounds(lambda: _with_bars(verification, out), tell_round, interval_s, out, answered_again="Both answer again.", sleep=sleep)
    return _code(worst(verdicts | ({last} if last is Verdict.UNKNOWN else set())))


def sentence(finding: dict[str, Any]) -> str:
    """A finding for people."""
    detail = f" ({finding['detail']})" if finding["detail"] else ""
    return f"topic {finding['topic']}, partition {finding['partition']}, offsets {finding['place']}: {finding['kind']}{detail}"


def round_row(found: Round) -> dict[str, Any]:
    """A round as one row."""
    return {
        "verdict": str(found.verdict),
        "records": sum(compared.records for compared in found.partitions),
        "behind": sum(compared.behind for compared in found.partitions),
        "differences": sum(compared.differences for compared in found.partitions),
        "unknown": sum(compared.verdict == "unknown" for compared in found.partitions),
    }


def partition_rows(found: Round) -> list[dict[str, Any]]:
    """A row for each partition."""
    names = [column.name for column in _PARTITIONS]
    return [{name: _plain(getattr(compared, name)) for name in names} for compared in found.partitions]


def _plain(value: Any) -> Any:
    return value if isinstance(value, int) else str(value)


def topic_rows(found: Round) -> list[dict[str, Any]]:
    """A row for each topic."""
    from klog.mirror.verify.job import worst

    topics: dict[str, list[Compared]] = {}
    for compared in found.partitions:
        topics.setdefault(compared.topic, []).append(compared)
    return [
        {
            "topic": topic,
            "partitions": len(its),
            "verdict": str(worst(compared.verdict for compared in its)),
            **{
                name: sum(getattr(compared, name) for compared in its)
                for name in ("records", "behind", "compacted", "not_compared", "differences")
            },
        }
        for topic, its in sorted(topics.items())
    ]


def _place(first: int, behind: int) -> str:
    return f"before {first}" if behind <= first else str(first) if behind == first + 1 else f"{first} to {behind - 1}"


def finding_rows(found: Round) -> list[dict[str, Any]]:
    """A row for each place."""
    rows = []
    for compared in found.partitions:
        for finding in compared.findings:
            place, place_b = _place(finding.first_a, finding.next_a), _place(finding.first_b, finding.next_b)
            row = {"topic": compared.topic, "partition": compared.partition, **finding._asdict(), "kind": str(finding.kind)}
            rows.append({**row, "place": place, "place_b": place_b if place_b != place else ""})
    return rows


def tell(found: Round, out: Output) -> None:
    """What one round found."""
    whole = {**round_row(found), "bytes": found.bytes, "seconds": round(found.seconds, 3)}
    findings = finding_rows(found)
    if out.format is Format.JSON:
        hidden = ("place", "place_b")
        plain = [{name: value for name, value in row.items() if name not in hidden} for row in findings]
        out.document({"verify": whole, "partitions": partition_rows(found), "findings": plain, "notes": list(found.notes)})
        return
    if out.format is Format.TABLE:
        _table(out, "topics", _TOPICS, topic_rows(found))
        unsaid = [row for row in partition_rows(found) if row["remark"]]
        if unsaid:
            out.line()
            _table(out, "partitions", _PARTITIONS, unsaid[:_SHOWN])
        if findings:
            out.line()
            _table(out, "findings", _FINDINGS, findings[:_SHOWN])
    else:
        out.rows("partitions", _PARTITIONS, partition_rows(found))
        if findings:
            out.line()
            out.rows("findings", _FINDINGS, findings)
    for note in found.notes:
        out.note(note)
    hidden_count = whole["differences"] - min(len(findings), _SHOWN if out.format is Format.TABLE else len(findings))
    if hidden_count > 0 and findings:
        out.note(f"{count_text(hidden_count)} more places are not shown; -o json shows more of them.")
    out.note(
        f"{_WORDS[whole['verdict']]}: {count_text(whole['records'])} records are the same on both sides "
        f"({bytes_text(found.bytes)} read within {duration_text(found.seconds)})."
    )


_WORDS = {"equal": "Equal", "different": "Different", "unknown": "Of some partitions nothing can be said"}


def _table(out: Output, name: str, columns: tuple[Column, ...], rows: list[dict[str, Any]]) -> None:
    shown = [column for column in columns if column.name not in _RARE or any(row[column.name] for row in rows)]
    out.rows(name, shown, rows)
