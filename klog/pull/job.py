"""A pull from begin to end: recover → plan → run → commit → publish → sweep.

1. *Recover*: the newest version is published, whoever committed it. From here on all that the ledger says lies where readers look.
2. *Plan*: the broker's ends are pinned, and what is new is cut into ranges (`klog.pull.plan`).
3. *Run*: workers stage files (``klog.pull.task``, by one of the runners). Nothing is visible yet, and nothing counts.
4. *Commit*: one put-if-absent record with ranges, files and ends. Before it the job has not happened, after it it has.
5. *Publish*: renames to the final names, which the next job does as well if this one cannot.
6. *Sweep*: what dead jobs staged goes, and the ledger is folded where that is due.

Another job that commits first makes 4 fail with a `Conflict`. What it did not take on is committed on top, without being read again
(`klog.pull.rebase`). For what it did take on this job begins again at 1, and finds less to do, or nothing.
What is stopped anywhere, by whatever, leaves at most a staging folder behind; running the same job again is always right.
"""

from __future__ import annotations

import dataclasses
import os
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from klog.client.blocking.auditing.telling import CellProducer
from klog.client.blocking.client import BlockingClient
from klog.pull.audit import SinkAudit, begun_ms
from klog.pull.committers import Committer, LedgerCommitter
from klog.pull.errors import BaseTooOld, Conflict, PullError
from klog.pull.files import Files, RealFiles
from klog.pull.ledger import AUDIT_BEGUN, AUDIT_TOPICS, FileRecord, Record
from klog.pull.plan import Plan, SeenTopic, check_chain, check_settings, gap_records, plan, unknown_topics
from klog.pull.progress import OnProgress, Progress, Stage
from klog.pull.publish import STAGING, Staging, records_of
from klog.pull.rebase import rebase
from klog.pull.settings import PullSettings
from klog.pull.topic_discovery import BrokerTopicDiscovery, TopicDiscovery
from klog.pull.types import Report, TaskProgress, TaskResult, TaskSpec

#: Somebody wins each time, so that records do arrive; after so many rounds of reading this one gives up.
MAX_CONFLICTS = 20
#: The same of commits alone, which cost next to nothing.
MAX_COMMITS = 1_000


class Runner(Protocol):
    """Runs tasks somewhere: `klog.pull.runner.LocalRunner`, `klog.pull.spark_runner.SparkRunner`."""

    @property
    def workers(self) -> int:
        """How many tasks run at the same time."""

    def run(self, specs: Sequence[TaskSpec], report: Report, notice: Callable[[str], None]) -> list[TaskResult]:
        """The results of all specs, in their order.

        :param report: takes what workers tell. :param notice: takes sentences, such as that a task is tried again.
        :raises TaskFailed: one failed as often as it may.
        """


@dataclasses.dataclass(frozen=True)
class PullResult:
    """What a pull did."""

    #: The version that it committed last; -1 where there was nothing to do.
    version: int
    job: str
    rows: int
    files: int
    #: Of the files.
    size_bytes: int
    fetched_bytes: int
    #: Ranges that were read.
    ranges: int
    skipped_records: int
    bad_records: int
    #: Offsets that were gone at the broker before they were pulled.
    lost_offsets: int
    #: How often another pull was quicker, whether or not it took on what this one read.
    conflicts: int
    seconds: float
    notices: tuple[str, ...] = ()
    #: What was committed last; None where there was nothing to do.
    record: Record | None = dataclasses.field(default=None, repr=False)


def pull(
    settings: PullSettings,
    runner: Runner,
    on_progress: OnProgress | None = None,
    *,
    files: Files | None = None,
    discovery: TopicDiscovery | None = None,
    clock: Callable[[], float] = time.monotonic,
    wall_clock: Callable[[], float] = time.time,
    make_sender: Callable[[], CellProducer] | None = None,
) -> PullResult:
    """Pull what is new. See the module.

    :param files: the file system; the machine's own where not given. :param discovery: how the broker is asked; with a client of
        `PullSettings.client` where not given.
    :param clock: seconds, never going back; :param wall_clock: seconds since 1970, for people, and for the audit.
    :param make_sender: makes what writes the audit's counts, where the target is audited; for tests.
    :raises PullError: a sentence. :raises KlogError: the broker. :raises OSError: the disk.
    """
    disk = files if files is not None else RealFiles()
    # Workers may have another working directory.
    settings = dataclasses.replace(settings, target=os.path.abspath(settings.target))
    committer = make_committer(settings, disk)
    if discovery is not None:
        return Job(settings, runner, discovery, committer, on_progress, disk, clock, wall_clock, make_sender).run()
    with BlockingClient(settings.client) as client:
        return Job(settings, runner, BrokerTopicDiscovery(client), committer, on_progress, disk, clock, wall_clock, make_sender).run()


def make_committer(settings: PullSettings, files: Files) -> Committer:
    """The committer for the settings' format.

    :raises PullError: what it needs is not installed.
    """
    if settings.format == "delta":
        from klog.pull.delta import DeltaCommitter

        return DeltaCommitter(settings, files)
    return LedgerCommitter(settings, files)


class Job:
    """One pull; `pull` makes it."""

    def __init__(
        self,
        settings: PullSettings,
        runner: Runner,
        discovery: TopicDiscovery,
        committer: Committer,
        on_progress: OnProgress | None,
        files: Files,
        clock: Callable[[], float],
        wall_clock: Callable[[], float],
        make_sender: Callable[[], CellProducer] | None = None,
    ) -> None:
        self._settings = settings
        self._sink = SinkAudit(settings, files, make_sender) if settings.audit else None
        #: When the last plan was made, in ms.
        self._planned_ms = 0
        self._files = files
        self._target = settings.target
        self._committer = committer
        self._runner = runner
        self._discovery = discovery
        self._on_progress = on_progress
        self._clock = clock
        self._wall_clock = wall_clock
        self._notices: list[str] = []
        self._conflicts = 0
        self._is_committing = False
        self._last = Progress(Stage.RECOVERING)

    def run(self) -> PullResult:
        """Do it. Raises like `pull`."""
        begun = self._clock()
        parts: list[PullResult] = []
        for _ in range(MAX_CONFLICTS):
            try:
                result, is_whole = self._once(begun)
            except Conflict as conflict:
                self._conflicts += 1
                self.notice(f"{conflict}; planning again")
                continue
            parts.append(result)
            if is_whole:
                return self._tell_audit(_joined(parts))
        raise PullError(f"{MAX_CONFLICTS} times another pull into {self._target} was quicker; run fewer of them at the same time")

    def _tell_audit(self, result: PullResult) -> PullResult:
        """`result`, once the audit was told of it; why it was not is a notice."""
        if self._sink is None:
            return result
        why_not = self._sink.tell(result.job, self._planned_ms, int(self._wall_clock() * 1000))
        if why_not:
            self.notice(why_not)
        return dataclasses.replace(result, notices=tuple(self._notices))

    def notice(self, text: str) -> None:
        """Something for people."""
        self._notices.append(text)
        self._tell(self._last._replace(notice=text))

    def _tell(self, progress: Progress) -> None:
        self._last = progress._replace(notice="")
        if self._on_progress is not None:
            self._on_progress(progress)

    def _once(self, begun: float) -> tuple[PullResult, bool]:
        """What was done, and whether that is all that there was to do."""
        settings = self._settings
        self._tell(Progress(Stage.RECOVERING))
        head = self._committer.recover()
        self._tell(Progress(Stage.PLANNING))
        head, cluster_id, seen, made = self._plan(head)
        for text in made.notices:
            self.notice(text)
        job = uuid.uuid4().hex
        if not made.changed:
            self._sweep_alone(job)
            return self._result(None, -1, job, (), begun), True
        staging = Staging(self._files, self._target, job)
        self._is_committing = False
        try:
            staging.open()
            specs = [TaskSpec(number, one, staging.path, settings) for number, one in enumerate(made.ranges)]
            results = self._run(specs)
            staging.sync(file for result in results for file in result.files)
            self._tell(self._last._replace(stage=Stage.COMMITTING))
            planned = self._record(head, job, cluster_id, made, specs, results)
            version, record = self._commit(head, planned, staging, seen, cluster_id)
        except BaseException as error:
            if not self._is_committing or isinstance(error, Conflict):
                staging.discard()
            staging.release()
            raise
        try:
            self._tell(self._last._replace(stage=Stage.PUBLISHING))
            self._committer.publish(record)
            self._tell(self._last._replace(stage=Stage.SWEEPING))
            self._committer.sweep(staging)
            staging.discard()
        finally:
            staging.release()
        return self._result(record, version, job, results, begun), record.ranges == planned.ranges

    # Inside

    def _commit(
        self, head: Record | None, record: Record, staging: Staging, seen: Mapping[str, SeenTopic], cluster_id: str
    ) -> tuple[int, Record]:
        """Commit `record`, or what of it others did not take on; the version, and what it has.

        :raises Conflict: they took on all of it.
        """
        before = head.topics if head is not None else {}
        for _ in range(MAX_COMMITS):
            # From here on the record may be there, whatever is raised; only a Conflict says that it is not.
            self._is_committing = True
            try:
                return self._committer.commit(record, staging), record
            except BaseTooOld:
                raise
            except Conflict as conflict:
                self._is_committing = False
                newest = self._committer.state_of(self._committer.recover(), seen)
                check_settings(newest, self._settings, cluster_id)
                rebased = rebase(record, before, newest) if newest is not None else None
                if newest is None or rebased is None:
                    raise
                self._conflicts += 1
                self.notice(f"{conflict}; what it left is committed on top")
                check_chain(newest.topics, rebased.topics, [(one.topic, one.partition, one.start, one.end) for one in rebased.ranges])
                before, record = newest.topics, rebased
        raise Conflict(f"{MAX_COMMITS} times another pull committed to {self._target} first")

    def _plan(self, head: Record | None) -> tuple[Record | None, str, Mapping[str, SeenTopic], Plan]:
        settings = self._settings
        # Before anybody is asked: what is written from now on may be missing.
        self._planned_ms = int(self._wall_clock() * 1000)
        seen = self._discovery.topics(settings)
        head = self._committer.state_of(head, seen)
        cluster_id = self._discovery.cluster_id()
        check_settings(head, settings, cluster_id)
        starts = self._discovery.starts(settings, seen, unknown_topics(head, seen, settings))
        made = plan(head, seen, starts, settings, workers=self._runner.workers)
        return head, cluster_id or (head.cluster_id if head is not None else ""), seen, made

    def _run(self, specs: Sequence[TaskSpec]) -> list[TaskResult]:
        meter = _Meter(specs, self._tell)
        meter.tell()
        results = self._runner.run(specs, meter.report, self.notice) if specs else []
        if [result.number for result in results] != [spec.number for spec in specs]:
            raise AssertionError("the runner did not answer for each task")
        return results

    def _record(
        self, head: Record | None, job: str, cluster_id: str, made: Plan, specs: Sequence[TaskSpec], results: Sequence[TaskResult]
    ) -> Record:
        ranges = gap_records(made)
        files: list[FileRecord] = []
        for spec, result in zip(specs, results, strict=True):
            one, its_files = records_of(spec, result, made.topics[spec.range.topic].generation)
            ranges.append(one)
            files += its_files
            for start, end in result.lost:
                self.notice(f"topic {one.topic}, partition {one.partition}: offsets {start} to {end - 1} were gone when they were read")
        ranges.sort(key=lambda one: (one.topic, one.partition, one.start))
        before = head.topics if head is not None else {}
        check_chain(before, made.topics, [(one.topic, one.partition, one.start, one.end) for one in ranges])
        if len({file.path for file in files}) != len(files):
            raise AssertionError("two files would have the same name")
        return Record(
            version=head.version + 1 if head is not None else 0,
            job=job,
            previous_job=head.job if head is not None else "",
            committed_ms=int(self._wall_clock() * 1000),
            cluster_id=cluster_id,
            fixed=self._fixed(head, made),
            topics=made.topics,
            ranges=tuple(ranges),
            files=tuple(files),
        )

    def _fixed(self, head: Record | None, made: Plan) -> Mapping[str, Any]:
        fixed = head.fixed if head is not None else self._settings.fixed()
        if self._sink is None:
            return fixed
        topics = {**dict.fromkeys(made.topics, self._planned_ms), **({} if head is None else head.audit_topics)}
        return {**fixed, AUDIT_BEGUN: begun_ms(head, made, self._planned_ms), AUDIT_TOPICS: topics}

    def _sweep_alone(self, job: str) -> None:
        """Where there is nothing to pull, and something of dead jobs to remove."""
        if not self._files.list(f"{self._target}/{STAGING}"):
            return
        self._tell(Progress(Stage.SWEEPING))
        staging = Staging(self._files, self._target, job)
        try:
            staging.open()
            self._committer.sweep(staging)
        finally:
            staging.discard()

    def _result(self, record: Record | None, version: int, job: str, results: Sequence[TaskResult], begun: float) -> PullResult:
        ranges = record.ranges if record is not None else ()
        return PullResult(
            version=version,
            job=job,
            rows=sum(one.rows for one in ranges),
            files=len(record.files) if record is not None else 0,
            size_bytes=sum(file.size_bytes for file in record.files) if record is not None else 0,
            fetched_bytes=sum(result.fetched_bytes for result in results),
            ranges=len(results),
            skipped_records=sum(one.skipped for one in ranges),
            bad_records=sum(one.bad for one in ranges),
            lost_offsets=sum(end - start for one in ranges for start, end in one.lost),
            conflicts=self._conflicts,
            seconds=self._clock() - begun,
            notices=tuple(self._notices),
            record=record,
        )


def _joined(parts: Sequence[PullResult]) -> PullResult:
    """What rounds did that each committed something, as one."""
    last = parts[-1]
    if len(parts) == 1:
        return last
    committed = [part for part in parts if part.record is not None]
    sums = ("rows", "files", "size_bytes", "fetched_bytes", "ranges", "skipped_records", "bad_records", "lost_offsets")
    return dataclasses.replace(
        last,
        version=committed[-1].version,
        job=committed[-1].job,
        record=committed[-1].record,
        **{name: sum(getattr(part, name) for part in parts) for name in sums},
    )


class _Meter:
    """Adds up what the workers tell."""

    def __init__(self, specs: Sequence[TaskSpec], tell: OnProgress) -> None:
        self._specs = {spec.number: spec for spec in specs}
        self._latest: dict[int, TaskProgress] = {}
        self._total = sum(spec.range.size for spec in specs)
        self._tell = tell

    def report(self, one: TaskProgress) -> None:
        """A worker told something."""
        self._latest[one.number] = one
        self.tell()

    def tell(self) -> None:
        """Say how far all is."""
        rows = fetched = tasks_done = 0
        topics: dict[str, list[int]] = {}
        for number, spec in self._specs.items():
            counts = topics.setdefault(spec.range.topic, [0, 0])
            counts[1] += spec.range.size
            latest = self._latest.get(number)
            if latest is not None:
                counts[0] += max(0, min(latest.offset, spec.range.end) - spec.range.start)
                rows += latest.rows
                fetched += latest.fetched_bytes
                tasks_done += latest.offset >= spec.range.end
        self._tell(
            Progress(
                Stage.READING,
                sum(done for done, _ in topics.values()),
                self._total,
                rows,
                fetched,
                tasks_done,
                len(self._specs),
                topics=tuple((topic, done, total) for topic, (done, total) in sorted(topics.items())),
            )
        )
