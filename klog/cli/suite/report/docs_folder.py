"""What is written into a folder: the plots alone, or, for the documentation, the page of experiments with its plots and the results that
they were made of, and the suite's part of the benchmarks' page."""

from __future__ import annotations

import pathlib
import shutil
from collections.abc import Sequence

from klog.cli.exit_codes import CommandFailed
from klog.cli.output import Output
from klog.cli.suite.report import docs_page, plots
from klog.cli.suite.report.comparisons import Agreement
from klog.cli.suite.report.page_markers import MarkersError, between
from klog.cli.suite.results.lines import text_of
from klog.cli.suite.results.outcomes import Results

PAGE, RAW, BENCHMARKS = "experiments.md", "experiments.jsonl", "benchmarks.md"
PLOTS = "_static/experiments"


def write_plots(results: Results, folder: str, out: Output) -> None:
    """Into a folder, those of all that was tried. Raises OSError."""
    written = plots.write_plots(plots.all_charts(results), pathlib.Path(folder))
    out.note(f"{len(written)} plots are in {folder}.")


def write_docs(results: Results, folder: str, out: Output, agreements: Sequence[Agreement] | None = None) -> None:
    """The page of experiments with its plots and the raw results, and the part of the benchmarks' page.

    :param agreements: this run's ratios beside another's, where one was to be compared with.
    :raises CommandFailed: the benchmarks' page has no place for it. Raises OSError.
    """
    docs = pathlib.Path(folder)
    benchmarks = docs / BENCHMARKS
    text = benchmarks.read_text(encoding="utf-8")
    try:
        for name, body in docs_page.benchmark_parts(results).items():
            text = between(text, name, body, str(benchmarks))
    except MarkersError as error:
        raise CommandFailed(str(error)) from None
    plots_folder = docs / PLOTS
    shutil.rmtree(plots_folder, ignore_errors=True)
    plots.write_plots(plots.all_charts(results), plots_folder)
    (docs / PAGE).write_text(docs_page.page(results, PLOTS, agreements or ()), encoding="utf-8")
    (docs / RAW).write_text(text_of(results), encoding="utf-8")
    benchmarks.write_text(text, encoding="utf-8")
    out.note(f"Wrote {docs / PAGE}, its plots, {RAW} and the part of {benchmarks}.")
