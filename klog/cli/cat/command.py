"""``klog cat``: records from and to the terminal, with kcat's flags.

What kcat's users type works here, and prints what kcat prints; differences: nothing is created by ``-L``, exit codes tell more (see
``--help``), and ``-X`` takes librdkafka's names as far as klog has what they mean (``-X list``).
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from klog.cli.cat.format import to_bytes
from klog.cli.cat.options import (
    CatOptions,
    From,
    Mode,
    check,
    choose_mode,
    make_formatter,
    parse_delimiters,
    parse_header,
    parse_question,
    parse_start,
)
from klog.cli.connection import Connection, list_properties, profile_option, property_option, resolve
from klog.cli.exit_codes import EXIT_CODES, usage
from klog.cli.name_completion import complete_groups, complete_topics
from klog.cli.number_range import NumberRange
from klog.cli.output import Format, Output
from klog.version import __version__

EPILOG = f"""\
\b
Format tokens (-f): %s value, %S its length, %R its length as int32, %k key,
%K its length, %t topic, %p partition, %o offset, %T timestamp (ms),
%h headers (name=value,…), %% percent sign; \\n \\r \\t \\xHH
  klog cat -b :9092 -C -t events -f 'Partition %p at %o: %s\\n'
\b
Offsets (-o): beginning, end, stored, N, -N (from the end),
s@MS (from a time), e@MS (up to a time)
\b
Examples:
  date | klog cat -b localhost -P -t events
  klog cat -b localhost -C -t events -o -10 -e
  klog cat -b localhost -G my-group events ^logs-.*
  klog cat -b localhost -Q -t events:0:1307865600000

{EXIT_CODES}"""


@click.command(
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    options_metavar="[-C|-P|-L|-Q|-G GROUP] [OPTIONS]",
)
@click.option("-C", "consume", is_flag=True, help="Consume: print the records of a topic.")
@click.option("-P", "produce", is_flag=True, help="Produce: send what is read from standard input or files.")
@click.option("-L", "listing", is_flag=True, help="List brokers, topics and partitions.")
@click.option("-Q", "query", is_flag=True, help="Query offsets by time.")
@click.option("-G", "group", metavar="GROUP", shell_complete=complete_groups, help="Consume as a member of a group.")
@click.option(
    "-t",
    "topics",
    metavar="TOPIC",
    multiple=True,
    shell_complete=complete_topics,
    help="Topic; with -Q topic:partition:timestamp, several times.",
)
@click.option("-p", "partition", type=int, metavar="N", help="Partition; with -P, -1 chooses one at random for each record.")
@click.option("-b", "bootstrap", metavar="HOST:PORT,…", help="Brokers to begin with. Also: KLOG_BOOTSTRAP.")
@click.option("-o", "offsets", metavar="OFFSET", multiple=True, help="Where to begin (see below).")
@click.option("-e", "exit_at_end", is_flag=True, help="End when all partitions are read to their ends.")
@click.option("-c", "count", type=int, metavar="N", help="End after so many records.")
@click.option("-f", "format_text", metavar="FORMAT", help="How to print a record (see below).")
@click.option("-J", "as_json", is_flag=True, help="Print JSON.")
@click.option("-D", "delimiter", default="\\n", metavar="DELIM", help="Between records.  [default: \\n]")
@click.option("-K", "key_delimiter", metavar="DELIM", help="Between key and value.")
@click.option("-k", "key", metavar="KEY", help="Key of all records that have none of their own.")
@click.option("-H", "headers", metavar="NAME=VALUE", multiple=True, help="A header of every record sent.")
@click.option("-Z", "nulls", is_flag=True, help="Send empty keys and values as null; print null as NULL.")
@click.option("-z", "codec", metavar="CODEC", help="Compress: gzip, snappy, lz4 or zstd.")
@click.option("-l", "lines", is_flag=True, help="Split the file into records, rather than send it as one.")
@click.option("-T", "tee", is_flag=True, help="Print what is sent.")
@click.option("-s", "packs", metavar="[key=|value=]PACK", multiple=True, help="Unpack numbers: < > b B h H i I q Q c s $.")
@click.option("-O", "_offset_column", is_flag=True, help="Accepted, without effect, as in kcat.")
@click.option("-u", "unbuffered", is_flag=True, help="Print each record at once.")
@click.option("-E", "no_exit", is_flag=True, help="Go on after errors that are not the end.")
@property_option
@click.option("-F", "config", metavar="FILE", help="Properties from a file. Also: KLOG_CONFIG, KCAT_CONFIG.")
@profile_option
@click.option(
    "-m",
    "timeout_s",
    type=NumberRange(0.1, 86_400),
    default=5.0,
    metavar="SECONDS",
    help="Wait so long for the first answer, and for any.  [default: 5]",
)
@click.option("-d", "_debug", metavar="WORDS", help="Accepted, without effect.")
@click.option("-q", "quiet", is_flag=True, help="No remarks.")
@click.option("-v", "verbose", count=True, help="More remarks.")
@click.version_option(__version__, "-V", prog_name="klog cat", message="%(prog)s %(version)s")
@click.argument("arguments", nargs=-1, metavar="[FILE…|TOPIC…]")
def cat(
    consume: bool,
    produce: bool,
    listing: bool,
    query: bool,
    group: str | None,
    topics: tuple[str, ...],
    partition: int | None,
    bootstrap: str | None,
    offsets: tuple[str, ...],
    count: int | None,
    format_text: str | None,
    as_json: bool,
    delimiter: str,
    key_delimiter: str | None,
    key: str | None,
    headers: tuple[str, ...],
    packs: tuple[str, ...],
    codec: str | None,
    properties: tuple[str, ...],
    config: str | None,
    profile: str | None,
    timeout_s: float,
    quiet: bool,
    verbose: int,
    arguments: tuple[str, ...],
    **flags: Any,
) -> None:
    """Produce and consume from the terminal, with kcat's flags."""
    out = Output(Format.TEXT, quiet=quiet)
    if "list" in properties:
        list_properties(Output())
        return
    if codec is not None:
        properties = (*properties, f"compression.codec={codec}")
    if config is None and os.environ.get("KCAT_CONFIG") and not os.environ.get("KLOG_CONFIG"):
        config = os.environ["KCAT_CONFIG"]
    modes = {Mode.PRODUCE: produce, Mode.CONSUME: consume, Mode.LIST: listing, Mode.QUERY: query}
    mode, guessed = choose_mode(modes, group, sys.stdin.isatty())
    start, stop_ms = parse_start(offsets)
    ends, key_ends = parse_delimiters(delimiter, key_delimiter)
    formatter, plain = make_formatter(format_text, as_json, ends, key_ends, flags["nulls"], packs)
    options = CatOptions(
        mode=mode,
        topic=topics[-1] if topics and mode is not Mode.QUERY else None,
        partition=partition,
        group=group,
        arguments=arguments,
        questions=tuple(parse_question(text) for text in topics) if mode is Mode.QUERY else (),
        start=start,
        stop_ms=stop_ms,
        exit_at_end=flags["exit_at_end"],
        count=count or None,
        delimiter=ends,
        key_delimiter=key_ends,
        fixed_key=None if key is None else to_bytes(key),
        headers=tuple(parse_header(text) for text in headers),
        nulls=flags["nulls"],
        tee=flags["tee"],
        lines=flags["lines"],
        json=as_json,
        exit_on_error=not flags["no_exit"],
        unbuffered=flags["unbuffered"],
        formatter=formatter,
        plain=plain,
        verbosity=0 if quiet else 1 + verbose,
    )
    check(options)
    connection = resolve(bootstrap, properties, config, timeout_s, profile=profile)
    if start is not None and start.place is From.STORED and mode is Mode.CONSUME and "group_id" not in connection.names.other:
        raise usage("-o stored wants a group whose places are meant: -X group.id=name")
    for remark in connection.names.remarks:
        if verbose:
            out.note(f"% {remark}")
    if guessed:
        out.note(f"% Auto-selecting {'Consumer' if mode is Mode.CONSUME else 'Producer'} mode (use -P or -C to override)")
    _run(connection, options, out)
    out.flush()


def _run(connection: Connection, options: CatOptions, out: Output) -> None:
    # The reactor and the clients behind it take longer to import than all the rest: only now, and only what the mode needs.
    from klog.cli.run_coroutine import run

    verbose = options.verbosity > 1
    if options.mode is Mode.LIST:
        from klog.cli.cat.metadata import list_metadata

        run(lambda reactor: list_metadata(reactor, connection, options, out), verbose=verbose)
    elif options.mode is Mode.QUERY:
        from klog.cli.cat.metadata import query_offsets

        run(lambda reactor: query_offsets(reactor, connection, options, out), verbose=verbose)
    elif options.mode is Mode.PRODUCE:
        from klog.cli.cat.produce import produce

        run(lambda reactor: produce(reactor, connection, options, out), verbose=verbose)
    elif options.mode is Mode.GROUP:
        from klog.cli.cat.group import consume_group

        run(lambda reactor: consume_group(reactor, connection, options, out), verbose=verbose)
    else:
        from klog.cli.cat.consume import consume

        run(lambda reactor: consume(reactor, connection, options, out), verbose=verbose)
