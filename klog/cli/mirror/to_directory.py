"""``klog mirror run --to-directory``: a mirror into a data directory that no broker serves.

The work is `klog.directory_mirror`'s; here is what it prints, and its end. Ctrl-C and SIGTERM are how one without ``--once`` is meant to
end: the directory is then closed for the broker that serves it next.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from klog.cli.bars import Part
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.formatting import time_left
from klog.cli.mirror.sides import client_settings
from klog.cli.output import Column, Format, Output, bytes_text, count_text, duration_text, number, size
from klog.cli.run_coroutine import Interrupted
from klog.cli.run_coroutine import run as run_on_reactor

if TYPE_CHECKING:
    from klog.directory_mirror.job import DirectoryMirror, Progress

_TOPICS = (
    Column("topic"),
    Column("state"),
    number("partitions"),
    number("offsets"),
    size("bytes"),
    number("records_behind", "lag"),
    number("lost"),
    number("cut"),
    Column("reason"),
)
#: What the last flush may take when a signal has come.
_GRACE_S = 300.0


def copy_to_directory(
    source: str,
    directory: str,
    out: Output,
    *,
    once: bool,
    topics: tuple[str, ...],
    on_loss: str,
    cluster_id: str | None,
    broker_id: int | None,
    config: str | None,
    timeout_s: float | None,
) -> None:
    """The command.

    :raises CommandFailed: something of it was not copied, or nothing can be; `KlogError`, `ConfigError`, OSError likewise.
    """
    from klog.directory_mirror.settings import DirectorySettings
    from klog.mirror.decisions.answers import OnLoss

    settings = DirectorySettings(
        source=client_settings(source, config, (), timeout_s),
        path=os.path.abspath(directory),
        topics=topics or ("*",),
        on_loss=OnLoss(on_loss),
        cluster_id=cluster_id,
        broker_id=broker_id,
        timeout_ms=60_000 if timeout_s is None else max(1, int(timeout_s * 1000)),
    )
    began = time.monotonic()
    jobs: list[DirectoryMirror] = []

    async def body(reactor: Any) -> None:
        from klog.directory_mirror.job import DirectoryMirror
        from klog.storage.filesystem import RealFileSystem

        bars = out.bars()

        def warn(sentence: str) -> None:
            bars.clear()
            out.warn(sentence)

        job = DirectoryMirror(reactor, settings, RealFileSystem(), warn=warn, on_progress=shows(bars.show, began))
        try:
            await copy(job, once=once, opened=jobs.append)
        finally:
            bars.clear()

    try:
        run_on_reactor(body, grace_s=_GRACE_S)
    except Interrupted:
        if once or not jobs:
            raise
        out.note("Interrupted; what was copied is whole.")
    tell(jobs[0], out, time.monotonic() - began)


async def copy(job: DirectoryMirror, *, once: bool, opened: Callable[[DirectoryMirror], None] = lambda job: None) -> None:
    """The whole of it; the directory is closed whatever comes of it.

    :param opened: told when the directory is ours.
    :raises CommandFailed: nothing can be copied, or it cannot go on by itself.
    """
    from twisted.internet.defer import CancelledError

    from klog.directory_mirror.data_directory import DirectoryFailed, DirectoryRefused
    from klog.mirror.wanted_topics import NoSuchTopic

    is_closed = False
    try:
        job.open()
        opened(job)
        try:
            await job.run(once=once)
        finally:
            is_closed = job.close()
    except (DirectoryRefused, DirectoryFailed) as error:
        raise CommandFailed(str(error), Exit.FAILED) from None
    except NoSuchTopic as error:
        raise CommandFailed(str(error), Exit.NOT_FOUND) from None
    except CancelledError:
        # That is how it is meant to end, and then it has to end in order.
        if is_closed:
            raise
    if not is_closed:
        raise CommandFailed(f"{job.directory.path} was not closed in order; the next run, or `klog mirror handover`, recovers it")


def shows(show: Callable[[Part], None], began: float, clock: Callable[[], float] = time.monotonic) -> Callable[[Progress], None]:
    """What draws how far a mirror is."""

    def draw(progress: Progress) -> None:
        elapsed = max(clock() - began, 1e-6)
        facts = f"{bytes_text(progress.size_bytes)}, {bytes_text(int(progress.size_bytes / elapsed))}/s"
        show(Part("copying", progress.done, progress.total, facts + time_left(progress.done, progress.total, elapsed)))

    return draw


def tell(job: DirectoryMirror, out: Output, took_s: float) -> None:
    """What was copied, and what was not.

    :raises CommandFailed: something has stopped.
    """
    from klog.mirror.decisions.report import partition_rows, topic_row
    from klog.mirror.decisions.states import CopyState, TopicState

    picture, directory = job.picture, job.directory
    offsets: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for one in directory.copies:
        offsets[one.topic] = offsets.get(one.topic, 0) + one.offsets
        sizes[one.topic] = sizes.get(one.topic, 0) + one.size_bytes
    names = [name for name, record in sorted(picture.topics.items()) if record.state is not TopicState.PAUSED]
    rows = [{**topic_row(picture, name), "offsets": offsets.get(name, 0), "bytes": sizes.get(name, 0)} for name in names]
    partitions = [row for name in names for row in partition_rows(picture, name)]
    if out.format is Format.JSON:
        facts = {
            "directory": directory.path,
            "cluster_id": directory.cluster_id,
            "broker_id": directory.broker_id,
            "source_cluster": picture.source_id,
        }
        out.document({"mirror": facts, "topics": rows, "partitions": partitions})
    else:
        out.rows("topics", _TOPICS, rows)
    copied = f"{count_text(sum(offsets.values()))} offsets ({bytes_text(sum(sizes.values()))}) within {duration_text(took_s)}"
    out.note(f"{copied}; {directory.path} is of cluster {directory.cluster_id}, broker {directory.broker_id}.")
    stopped = [name for name in names if picture.topics[name].state is TopicState.STOPPED]
    stopped += [f"{topic}-{n}" for (topic, n), one in sorted(picture.copies.items()) if one.state is CopyState.STOPPED and topic in names]
    if stopped:
        more = "" if len(stopped) == 1 else f" and {len(stopped) - 1} more"
        raise CommandFailed(f"{stopped[0]}{more}: not all of it was copied; see the reasons above")
