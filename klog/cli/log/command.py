"""``klog log``: the files of a data directory, read and verified without a broker.

Nothing is written or locked; a broker may run meanwhile. Directories of klog and of Apache Kafka, all record formats.
"""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

import click

from klog.cli.connection import output_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit, not_found, usage
from klog.cli.output import Column, Format, Output, number, size

if TYPE_CHECKING:
    from klog.cli.log.verify import Report


@click.group(epilog=EXIT_CODES)
def log() -> None:
    """Read and verify the files of a data directory, klog's or Kafka's."""


@log.command(epilog=EXIT_CODES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("-r", "--records", is_flag=True, help="Each record, not only the batches.")
@click.option(
    "--decode/--no-decode", default=True, show_default=True, help="Decode the records of __consumer_offsets and __transaction_state."
)
@click.option("--offset", type=click.IntRange(0), default=0, metavar="N", help="Begin with this offset.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most so many lines of each file.")
@click.option("--no-check", is_flag=True, help="Do not compute checksums.")
@output_options
def dump(paths: tuple[str, ...], records: bool, decode: bool, offset: int, limit: int | None, no_check: bool, out: Output) -> None:
    """Print what files hold: segments, indexes, checkpoints, snapshots.

    PATH is a file, a partition's directory (topic-0) or a data directory. With -o json there is one object a line.
    """
    from klog.cli.log.dump import as_text, dump
    from klog.cli.log.files import find, real_filesystem

    fs = real_filesystem()
    targets = find(fs, paths)
    broken = 0
    for target in targets:
        if out.format is not Format.JSON and len(targets) > 1:
            out.line(f"{target.path} ({target.kind.value})")
        rows = dump(fs, target, records=records, decode=decode, first_offset=offset, check=not no_check)
        for row in itertools.islice(rows, limit):
            broken += row["type"] == "broken" or row.get("crc_ok") is False
            if out.format is Format.JSON:
                out.json_line({"file": target.path, **row})
            elif out.format is Format.TEXT:
                out.line("\t".join([row["type"], *(f"{name}={_plain(value)}" for name, value in row.items() if name != "type")]))
            else:
                out.line(as_text(row))
    if broken:
        raise CommandFailed(f"{broken} {'place is' if broken == 1 else 'places are'} broken; `klog log verify` tells more")


def _plain(value: object) -> str:
    from klog.cli.output import as_json, safe

    return safe(value) if isinstance(value, str) else as_json(value)


_PARTITIONS = (
    Column("partition"),
    number("segments"),
    number("batches"),
    number("records"),
    size("bytes"),
    number("start_offset", "start"),
    number("end_offset", "end"),
    number("index_entries", wide=True),
    number("errors"),
    number("warnings"),
)


@log.command(epilog=EXIT_CODES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@output_options
def verify(paths: tuple[str, ...], out: Output) -> None:
    """Check every batch, index entry and checkpoint against each other.

    PATH is a partition's directory (topic-0) or a data directory. Ends with 1 where an error was found; warnings are what a crash leaves
    and the next start mends.
    """
    from klog.cli.log import files as data_files
    from klog.cli.log.verify import PartitionCheck, check_directory, read_checkpoints
    from klog.storage.checkpoint_files import CorruptCheckpoint
    from klog.storage.filenames import RECOVERY_POINT_CHECKPOINT

    fs = data_files.real_filesystem()
    plan: list[tuple[str | None, list[str]]] = []
    for given in paths:
        path = given.rstrip("/") or "/"
        if not fs.exists(path):
            raise not_found(f"there is no {given}")
        if not fs.is_directory(path):
            raise usage(f"{given} is a file; verify looks at a partition's directory or a data directory (`klog log dump` reads one file)")
        if data_files.is_partition_directory(fs, path):
            plan.append((None, [os.path.abspath(path)]))
        elif data_files.is_data_directory(fs, path):
            absolute = os.path.abspath(path)
            plan.append((absolute, data_files.partition_directories(fs, absolute)))
        else:
            raise not_found(f"{given} holds no log: neither files of a partition nor directories like topic-0")
    total = sum(
        fs.size(target.path)
        for _, folders in plan
        for folder in folders
        for target in data_files.files_in(fs, folder)
        if target.kind is data_files.Kind.LOG
    )
    reports: list[Report] = []
    with out.progress(total, "bytes") as progress:
        for directory, folders in plan:
            found: list[Report] = []
            checkpoints = read_checkpoints(fs, os.path.dirname(folders[0]) if directory is None else directory)
            points = checkpoints[RECOVERY_POINT_CHECKPOINT]
            flushed = {} if isinstance(points, CorruptCheckpoint) else points
            for folder in folders:
                progress.label = os.path.basename(folder)
                found.append(PartitionCheck(fs, folder, progress.add, flushed).run())
            reports += found
            if directory is not None:
                reports.append(check_directory(fs, directory, found, checkpoints))
    tell_reports(out, reports)


def tell_reports(out: Output, reports: list[Report]) -> None:
    """Print them.

    :raises CommandFailed: there is an error among them.
    """
    with out.readers_may_go():
        print_reports(out, reports)
    errors = sum(report.errors for report in reports)
    if errors:
        raise CommandFailed(f"{errors} {'error' if errors == 1 else 'errors'} found", Exit.FAILED)


def print_reports(out: Output, reports: list[Report]) -> None:
    """Partitions, then problems."""
    rows = [
        {
            "partition": str(report.partition) if report.partition is not None else report.path,
            "path": report.path,
            "segments": report.segments,
            "batches": report.batches,
            "records": report.records,
            "bytes": report.size_bytes,
            "start_offset": report.start_offset,
            "end_offset": report.end_offset,
            "index_entries": report.index_entries,
            "errors": report.errors,
            "warnings": report.warnings,
        }
        for report in reports
    ]
    problems = [
        {
            "severity": problem.severity.value,
            "path": problem.path,
            "position": problem.position,
            "offset": problem.offset,
            "problem": problem.sentence,
        }
        for report in reports
        for problem in report.problems
    ]
    if out.format is Format.JSON:
        out.document({"partitions": rows, "problems": problems})
        return
    shown = [row for row in rows if row["batches"] or row["errors"] or row["warnings"]] if out.format is Format.TABLE else rows
    out.rows("partitions", _PARTITIONS, shown)
    empty = sum(1 for row in rows if row["segments"]) - sum(1 for row in shown if row["segments"])
    if empty:
        out.note(f"{empty} empty {'partition is' if empty == 1 else 'partitions are'} not shown.")
    for report in reports:
        for problem in report.problems:
            where = "" if problem.position is None else f", position {problem.position}"
            out.line(f"{problem.severity.value}: {problem.path}{where}: {problem.sentence}")
        for path, count in report.more.items():
            out.line(f"error: {path}: and {count} more")
