"""What is written into a folder: the plots alone, or, for the documentation, the page of experiments with its plots and the results that
they were made of, and the suite's part of the benchmarks' page.

Figures of a night are nowhere else: the results are written first, each file takes the place of the old one whole, and none is written
over that has more measured steps or cannot be read. Where the page is made of the very file that lies there, that file stays as it is.
`check_docs` asks all this before anything is measured.
"""

from __future__ import annotations

import os
import pathlib
import shutil
from collections.abc import Mapping, Sequence

from klog.cli.exit_codes import CommandFailed
from klog.cli.output import Output
from klog.cli.suite.report import docs_page, plots
from klog.cli.suite.report.comparisons import Agreement
from klog.cli.suite.report.page_markers import MarkersError, between
from klog.cli.suite.results.lines import ResultsError, text_of
from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.results.results_file import read_results

PAGE, RAW, BENCHMARKS = "experiments.md", "experiments.jsonl", "benchmarks.md"
PLOTS = "_static/experiments"


def write_plots(results: Results, folder: str, out: Output) -> None:
    """Into a folder, those of all that was tried. Raises OSError."""
    written = plots.write_plots(plots.all_charts(results), pathlib.Path(folder))
    out.note(f"{len(written)} plots are in {folder}.")


def check_docs(folder: str, sources: Sequence[str], steps: int) -> None:
    """Refuse before the measuring what `write_docs` would refuse after it.

    :param sources: the results file, or those that are put together. :param steps: how many measured steps there will be, at most.
    :raises CommandFailed: the benchmarks' page has no place for it, or what is put together would be written over one of its parts, or
    over a file of more steps. Raises OSError.
    """
    raw = pathlib.Path(folder) / RAW
    is_same = any(_is_same(path, raw) for path in sources)
    if is_same and len(sources) > 1:
        raise CommandFailed(f"{raw} would be written over with its own rounds and others: put a copy of it together with them")
    if not is_same:
        _check_raw(raw, steps)
    _benchmarks_with(folder, {"suite": ""})


def write_docs(
    results: Results, folder: str, out: Output, agreements: Sequence[Agreement] | None = None, *, source: str | None = None
) -> None:
    """The page of experiments with its plots and the raw results, and the part of the benchmarks' page.

    :param agreements: this run's ratios beside another's, where one was to be compared with.
    :param source: the file that the results are of, where it is one: it stays as it is, with all that counts no more.
    :raises CommandFailed: the benchmarks' page has no place for it. Raises OSError.
    """
    docs = pathlib.Path(folder)
    benchmarks = docs / BENCHMARKS
    text = _benchmarks_with(folder, docs_page.benchmark_parts(results))
    # First, as these figures are nowhere else.
    if source is None or not _is_same(source, docs / RAW):
        _check_raw(docs / RAW, len(results.done))
        _replace(docs / RAW, text_of(results))
    plots_folder = docs / PLOTS
    shutil.rmtree(plots_folder, ignore_errors=True)
    plots.write_plots(plots.all_charts(results), plots_folder)
    _replace(docs / PAGE, docs_page.page(results, PLOTS, agreements or ()))
    _replace(benchmarks, text)
    out.note(f"Wrote {docs / PAGE}, its plots, {RAW} and the part of {benchmarks}.")


def _check_raw(raw: pathlib.Path, steps: int) -> None:
    """Raises CommandFailed where a file of more steps would be written over with fewer: somebody's only copy, perhaps. Raises OSError.

    :param steps: how many are measured of what takes its place.
    """
    if not raw.exists():
        return
    try:
        # Of whichever version.
        there = len(read_results(str(raw), {}).done)
    except ResultsError as error:
        raise CommandFailed(f"{raw} would be written over, and cannot be read: {error}") from None
    if there > steps:
        raise CommandFailed(f"{raw} has {there} measured steps, and these results have {steps}: move it away first")


def _replace(path: pathlib.Path, text: str) -> None:
    """Write a file beside it that takes its place: what is there is whole, whatever happens. Raises OSError."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        error.filename = str(path)
        raise


def _benchmarks_with(folder: str, parts: Mapping[str, str]) -> str:
    """The benchmarks' page with these parts between its marks.

    :raises CommandFailed: it has no place for one. Raises OSError.
    """
    path = pathlib.Path(folder) / BENCHMARKS
    text = path.read_text(encoding="utf-8")
    try:
        for name, body in parts.items():
            text = between(text, name, body, str(path))
    except MarkersError as error:
        raise CommandFailed(str(error)) from None
    return text


def _is_same(one: str, other: pathlib.Path) -> bool:
    """Whether two paths are of one file, which may not be there yet."""
    return os.path.realpath(one) == os.path.realpath(other) or (other.exists() and os.path.exists(one) and other.samefile(one))
