"""The results file as it lies on the disk: locked by the process that measures, gone on with, written step by step.

Who is killed loses the step under way and nothing else of the file: a line is written and synced when its step has ended. What a killed
process left of a line has no end of line; it is cut off when the file is opened again, and that step is taken anew, with what was measured
beside it (`klog.cli.suite.steps.order`). A step's line and those that set others aside for it are one write; on a full disk all that was
written of it is cut off at once. What its lines say is in `klog.cli.suite.results.lines`.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from klog.cli.suite.results.lines import ResultsError, amend_line, amended, head_line, outcome_line, parse
from klog.cli.suite.results.outcomes import SUITE_VERSION, Head, Outcome, Results

#: How a head begins, also one that a killed process left half of.
HEAD_START = f'{{"suite": {SUITE_VERSION}, "seed": '.encode()
#: Half a head is looked for in so much of a file, which is more than a head has.
HEAD_MOST_BYTES = 1 << 20


class ResultsFile:
    """A results file that is written to, by one process at a time. Use as a context manager.

    :param versions: see `parse`.
    :raises ResultsError: see `parse`; or another suite is writing. Raises OSError.
    """

    def __init__(self, path: str, versions: Mapping[str, int] | None = None) -> None:
        self.path = path
        #: None where the file is new: `begin` writes its head.
        self.results: Results | None = None
        #: Half a line that a killed process left was cut off.
        self.was_torn = False
        # Not by the end of a file that is not one: who is refused has changed nothing.
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ResultsError(f"another suite is writing {path}; wait for it, or name another file with --out") from None
            with open(self._file, "rb", closefd=False) as reader:
                data = reader.read()
            if is_half_a_head(data):
                self.was_torn = True
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
            elif data:
                self.results, size = parse(data, path, versions)
                self.was_torn = size < len(data)
                if self.was_torn:
                    os.ftruncate(self._file, size)
                os.lseek(self._file, size, os.SEEK_SET)
        except BaseException:
            os.close(self._file)
            raise

    def begin(self, head: Head) -> Results:
        """Write the head of a new file."""
        assert self.results is None
        self._append(head_line(head))
        self.results = Results(head)
        return self.results

    def amend(self, versions: Mapping[str, str], busy: bool) -> None:
        """Note what a run that goes on has more than those before it."""
        assert self.results is not None
        head = self.results.head
        more: dict[str, Any] = {}
        new = {side: version for side, version in versions.items() if side not in head.versions}
        if new:
            more["versions"] = new
        if busy and not head.busy:
            more["busy"] = True
        if more:
            self._append(amend_line(more))
            self.results.head = amended(head, more)

    def add(self, *outcomes: Outcome) -> None:
        """Keep outcomes of steps, in this order: all of them are on the disk when this returns, and none where it raises."""
        assert self.results is not None
        self._append("".join(map(outcome_line, outcomes)))
        for outcome in outcomes:
            self.results.add(outcome)

    def _append(self, lines: str) -> None:
        # A path may have bytes in it that are no text; written so, they are read as what they were.
        data = lines.encode("utf-8", "backslashreplace")
        place = os.lseek(self._file, 0, os.SEEK_CUR)
        try:
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        except OSError as error:
            # A full disk: half of what was to be kept is worth nothing.
            os.ftruncate(self._file, place)
            os.lseek(self._file, place, os.SEEK_SET)
            error.filename = self.path
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._file)


def is_half_a_head(data: bytes) -> bool:
    """Whether a file has no more than a killed process left of its head: a run begins it anew."""
    return bool(data) and b"\n" not in data and HEAD_START.startswith(data[: len(HEAD_START)])


def results_to_go_on_with(path: str, versions: Mapping[str, int] | None = None) -> Results | None:
    """What a run that writes this file would go on with; None where it would begin anew. The file is only read.

    :param versions: see `parse`.
    :raises ResultsError: see `parse`. Raises OSError.
    """
    try:
        with open(path, "rb") as file:
            start = file.read(HEAD_MOST_BYTES)
    except FileNotFoundError:
        return None
    return None if not start or is_half_a_head(start) else read_results(path, versions)


def read_results(path: str, versions: Mapping[str, int] | None = None) -> Results:
    """A results file that is only read.

    :param versions: see `parse`.
    :raises ResultsError: see `parse`. Raises OSError.
    """
    with open(path, "rb") as file:
        data = file.read()
    results, size = parse(data, path, versions)
    results.is_torn = size < len(data)
    return results
