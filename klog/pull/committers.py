"""What makes a job's files valid: a `Committer`. Here the one with klog's own ledger; `klog.pull.delta` has that of Delta tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from klog.pull.errors import PullError
from klog.pull.files import Files, make_directories
from klog.pull.ledger import LOG, Ledger, Record
from klog.pull.plan import SeenTopic, check_settings
from klog.pull.publish import STAGING, Staging, publish, strangers
from klog.pull.settings import PullSettings


class Committer(Protocol):
    """What a job asks, in this order; all of it again where another job was quicker, or the first three where that did something else."""

    def recover(self) -> Record | None:
        """Finish what the last job left undone; the newest version, None where there is none or that cannot be told yet."""

    def state_of(self, head: Record | None, seen: Mapping[str, SeenTopic]) -> Record | None:
        """How far `seen` topics are, as `Record.topics`."""

    def commit(self, record: Record, staging: Staging) -> int:
        """Make `record` valid, or nothing of it; its version. Raises Conflict."""

    def publish(self, record: Record) -> None:
        """Bring its files to where readers look. May be repeated."""

    def sweep(self, staging: Staging) -> None:
        """Remove what dead jobs left, and what the ledger no longer needs."""


def make_target(files: Files, target: str) -> None:
    """Make the target and what a pull keeps in it. Raises OSError."""
    missing: list[str] = []
    path = target
    while path not in ("", "/", ".") and not files.is_directory(path):
        path, _, name = path.rpartition("/")
        missing.insert(0, name)
    if missing:
        make_directories(files, path or ("/" if target.startswith("/") else "."), "/".join(missing))
    make_directories(files, target, LOG, STAGING)


class LedgerCommitter:
    """Parquet files beside `klog.pull.ledger`."""

    def __init__(self, settings: PullSettings, files: Files) -> None:
        self._settings = settings
        self._files = files
        self._target = settings.target
        self.ledger = Ledger(files, settings.target)

    def recover(self) -> Record | None:
        """Publish what was committed last.

        :raises LedgerDamaged: the ledger, or a file that it names, is not what it should be.
        :raises PullError: there are files and no ledger; other settings began it.
        """
        make_target(self._files, self._target)
        if self._files.exists(f"{self._target}/_delta_log"):
            raise PullError(f"{self._target} is a Delta table, and this pull has format 'parquet'; pull into another directory")
        head = self.ledger.head()
        if head is None:
            found = strangers(self._files, self._target)
            if found:
                raise PullError(
                    f"{self._target} holds {found[0]}, and no ledger that knows of it: what is there would be pulled once more; "
                    "pull into an empty directory, or restore _klog/log"
                )
            return None
        check_settings(head, self._settings, "")
        publish(self._files, self._target, self.ledger, head)
        return head

    def state_of(self, head: Record | None, seen: Mapping[str, SeenTopic]) -> Record | None:
        """The newest version says all."""
        return head

    def commit(self, record: Record, staging: Staging) -> int:
        """Put the record in place. Raises Conflict."""
        self.ledger.append(record, f"{staging.folder}/record-{record.version}")
        return record.version

    def publish(self, record: Record) -> None:
        """Rename."""
        publish(self._files, self._target, self.ledger, record)

    def sweep(self, staging: Staging) -> None:
        """Sweep, and fold the ledger."""
        staging.sweep(self._settings.staging_age_ms, self._needed)
        self.ledger.fold(f"{staging.folder}/checkpoint")

    def _needed(self) -> str:
        head = self.ledger.head()
        return head.job if head is not None and not self.ledger.is_published(head.version) else ""
