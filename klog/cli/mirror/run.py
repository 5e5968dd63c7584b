"""``klog mirror run``: a mirror in a process of its own, towards any Kafka; records are produced again, with an exact map of their offsets.
With ``--to-directory`` they are copied as they are, into a data directory (`klog.cli.mirror.to_directory`).

The work is `klog.mirror.reproduce`'s; here are its options, what it prints, and its end. Ctrl-C and SIGTERM are how it is meant to end:
what is not committed counts for nothing, and the next run begins where the last round ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import parse_duration_ms
from klog.cli.connection import output_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit, as_failure, usage
from klog.cli.mirror.sides import client_settings, patterns_of
from klog.cli.mirror.to_directory import copy_to_directory
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Output, bytes_text, count_text, duration_text, number, size
from klog.cli.rounds import signals
from klog.cli.run_coroutine import Interrupted
from klog.errors import KlogError

if TYPE_CHECKING:
    from klog.mirror.reproduce.job import Reproduction

_DONE = (number("records"), size("bytes"), number("lag"), number("lost"), Column("alias"))
#: Pauses: when there is nothing new, after an error, between looks at groups, and at topics.
IDLE_S = 0.2
RETRY_S = 1.0
GROUPS_S = 5.0
TOPICS_S = 30.0


@click.command(epilog=EXIT_CODES)
@click.option("--from", "source", metavar="HOST:PORT,…", required=True, help="Brokers of the source.")
@click.option("--to", "destination", metavar="HOST:PORT,…", help="Brokers of the destination.")
@click.option("--to-directory", "directory", metavar="DIR", help="A data directory instead: batches as they are, at their offsets.")
@click.option("--alias", metavar="NAME", help="What the source is called; copies are NAME.TOPIC. Needed with --to.")
@click.option("--identity", is_flag=True, help="Copies are called as their sources are.")
@click.option(
    "--topics",
    "topics",
    multiple=True,
    metavar="PATTERN",
    help="Topics to mirror: names, or patterns with * and ?; !PATTERN takes some out. Several times, or with commas.  "
    "[default: all but internal ones]",
)
@click.option("--groups", multiple=True, metavar="PATTERN", help="Groups whose offsets are translated, likewise.  [default: *]")
@click.option("--no-groups", is_flag=True, help="Translate none.")
@click.option("--commit-groups", is_flag=True, help="Also commit them at the destination, where nobody is active.")
@click.option("--once", is_flag=True, help="End when everything is copied that the source has now.")
@click.option("--no-transactions", is_flag=True, help="Where the destination allows none: a kill may repeat the last round.")
@click.option("--read-uncommitted", is_flag=True, help="Copy records of aborted and open transactions, too.")
@click.option(
    "--on-loss",
    type=click.Choice(["alarm", "stop", "follow"]),
    default="stop",
    show_default=True,
    help="Where the source lost what was not copied: tell it and go on, or end. follow: drop what it has no more (--to-directory).",
)
@click.option("--cluster-id", metavar="ID", help="Of the cluster that will serve --to-directory; the directory's, or a new one.")
@click.option("--broker-id", type=click.IntRange(0, 2**31 - 1), metavar="N", help="Of the broker that will; the directory's, or 1.")
@click.option("--replication-factor", type=click.IntRange(1, 1000), metavar="N", help="Of topics that are made; the destination's default.")
@click.option("--audit", is_flag=True, help="Count what is copied, by topic and window, and tell it in the audit's topic at the source.")
@click.option("--audit-window", metavar="TIME", help="How long its windows are, as the source's brokers have it; 10min where not given.")
@click.option("--config-from", metavar="FILE", help="Properties of the source, by librdkafka's names.")
@click.option("--config-to", metavar="FILE", help="Properties of the destination.")
@click.option("--timeout", "timeout_s", type=NumberRange(0.1, 86_400), metavar="SECONDS", help="How long a broker may be silent.")
@output_options
def run(
    source: str,
    destination: str | None,
    directory: str | None,
    alias: str | None,
    identity: bool,
    topics: tuple[str, ...],
    groups: tuple[str, ...],
    no_groups: bool,
    commit_groups: bool,
    once: bool,
    no_transactions: bool,
    read_uncommitted: bool,
    on_loss: str,
    cluster_id: str | None,
    broker_id: int | None,
    replication_factor: int | None,
    audit: bool,
    audit_window: str | None,
    config_from: str | None,
    config_to: str | None,
    timeout_s: float | None,
    out: Output,
) -> None:
    """Mirror towards any Kafka: produce the source's records again.

    Record for record, partition for partition, each once however often it is killed. Which record is which stands in MirrorMaker 2's
    topics, so that its tools translate the offsets of groups.

    With --to-directory nothing is produced: the source's batches are copied as they are, at their offsets, into a data directory on which
    a broker starts (klog mirror handover).
    """
    if (destination is None) == (directory is None):
        raise usage("give --to, or --to-directory")
    if directory is not None:
        of_the_other = {
            "--alias": alias,
            "--identity": identity,
            "--groups": groups,
            "--no-groups": no_groups,
            "--commit-groups": commit_groups,
            "--no-transactions": no_transactions,
            "--read-uncommitted": read_uncommitted,
            "--replication-factor": replication_factor,
            "--audit": audit,
            "--audit-window": audit_window,
            "--config-to": config_to,
        }
        wrong = [name for name, value in of_the_other.items() if value]
        if wrong:
            raise usage(f"{wrong[0]} is for --to: into a directory all is copied as it is")
        copy_to_directory(
            source,
            directory,
            out,
            once=once,
            topics=patterns_of(topics),
            on_loss=on_loss,
            cluster_id=cluster_id,
            broker_id=broker_id,
            config=config_from,
            timeout_s=timeout_s,
        )
        return
    from klog.audit.windows import DEFAULT_MS
    from klog.client.isolation import IsolationLevel
    from klog.mirror.reproduce.job import Reproduction
    from klog.mirror.reproduce.settings import ReproduceSettings

    assert destination is not None
    if alias is None:
        raise usage("--alias is needed with --to: what the source is called")
    if cluster_id is not None or broker_id is not None or on_loss == "follow":
        given = "--cluster-id" if cluster_id is not None else "--broker-id" if broker_id is not None else "--on-loss follow"
        raise usage(f"{given} is for --to-directory")
    if no_groups and (groups or commit_groups):
        raise usage("--no-groups goes with neither --groups nor --commit-groups")
    if audit_window is not None and not audit:
        raise usage("--audit-window is for --audit")
    settings = ReproduceSettings(
        source=client_settings(source, config_from, (), timeout_s),
        destination=client_settings(destination, config_to, (), timeout_s),
        alias=alias,
        topics=patterns_of(topics) or ("*",),
        identity=identity,
        transactional=not no_transactions,
        skip_lost=on_loss == "alarm",
        groups=None if no_groups else patterns_of(groups) or ("*",),
        commit_groups=commit_groups,
        isolation=IsolationLevel.READ_UNCOMMITTED if read_uncommitted else IsolationLevel.READ_COMMITTED,
        replication_factor=-1 if replication_factor is None else replication_factor,
        audit=audit,
        audit_window_ms=DEFAULT_MS if audit_window is None else parse_duration_ms(audit_window),
        timeout_ms=60_000 if timeout_s is None else max(1, int(timeout_s * 1000)),
    )
    job = Reproduction(settings, notice=out.warn)
    began = time.monotonic()
    try:
        with signals():
            mirror(job, out, once=once)
    except Interrupted:
        if once:
            raise
        out.note("Interrupted; what was copied is whole.")
    finally:
        job.close()
    totals = job.totals
    row = {
        "records": totals.records,
        "bytes": totals.bytes,
        "lag": job.lag,
        "lost": sum(one.behind - one.first for one in totals.lost),
        "alias": alias,
    }
    out.done("mirror", _DONE, [row])
    took = time.monotonic() - began
    out.note(f"{count_text(totals.records)} records ({bytes_text(totals.bytes)}) within {duration_text(took)}.")


def mirror(
    job: Reproduction,
    out: Output,
    *,
    once: bool,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Rounds until a signal, or until nothing is left where `once`.

    :raises CommandFailed: it cannot go on by itself.
    """
    from klog.mirror.reproduce.job import MirrorStopped
    from klog.mirror.wanted_topics import NoSuchTopic

    waiting = False
    began = clock()
    due: dict[str, float] = {"groups": began, "topics": began + TOPICS_S}
    try:
        while True:
            try:
                copied = job.round()
                if waiting:
                    out.note("It goes on.")
                waiting = False
                if clock() >= due["groups"]:
                    job.translate_groups()
                    due["groups"] = clock() + GROUPS_S
                if once and not copied and not job.lag:
                    job.translate_groups()
                    return
                if clock() >= due["topics"]:
                    due["topics"] = clock() + TOPICS_S
                    job.look_again()
                elif not copied:
                    sleep(IDLE_S)
            except KlogError as error:
                job.recover()
                if not job.can_go_on(error):
                    raise
                if once and not waiting:
                    failure: Any = as_failure(error)
                    if failure is not None and failure.code is Exit.UNREACHABLE and not job.totals.rounds:
                        raise
                if not waiting:
                    out.warn(f"{error}; trying again every {duration_text(RETRY_S)}")
                waiting = True
                sleep(RETRY_S)
    except MirrorStopped as error:
        raise CommandFailed(str(error), Exit.FAILED) from None
    except NoSuchTopic as error:
        raise CommandFailed(str(error), Exit.NOT_FOUND) from None
