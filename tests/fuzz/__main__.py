"""``python -m tests.fuzz FAMILY``: a run by hand, blind or guided by coverage.

::

    python -m tests.fuzz requests --inputs 1000000
    python -m tests.fuzz requests --inputs 1000000 --guided     # wants atheris: pip install 'klog[fuzz]'

Blind inputs are those of the test command (``tests/fuzz/test_families.py``), more of them. Guided ones are made by libFuzzer, which keeps
what reaches code that nothing reached before; `klog`'s Python is instrumented, and what is in Cython is driven by the same inputs. Both end
with 1 and the inputs at fault in hexadecimal where a bound was not kept; ``--seed`` repeats a run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests import peers
from tests.fuzz.family import FAMILIES


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("family", help=", ".join(FAMILIES))
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--most-ms", type=float, help="an input that takes longer is a failure")
    parser.add_argument("--last-input", help="the file that holds the input at work")
    parser.add_argument("--guided", action="store_true")
    options = parser.parse_args(arguments)
    seed = peers.seed() if options.seed is None else options.seed
    print(f"family {options.family}, seed {seed}", flush=True)
    if options.guided:
        from tests.fuzz.guided import run_guided

        return run_guided(options.family, options.inputs, seed, options.last_input)
    from tests.fuzz.running import Run

    run = Run(options.family, seed, options.most_ms, options.last_input)
    run.valid_ones()
    run.mutations(options.inputs)
    return tell(run)


def tell(run: object) -> int:
    """Print what a run found; the exit code."""
    from tests.fuzz.running import Run

    assert isinstance(run, Run)
    report = run.report
    print(
        f"{report.inputs:,} inputs to {len(run.decoders)} decoders, {report.accepted:,} accepted, in {report.seconds:.1f} s; slowest "
        f"{report.slowest_ms:.1f} ms ({report.slowest}); memory at most {report.most_memory:.0%} of what is allowed ({report.hungriest})"
    )
    for failure in report.failures:
        print(f"FAILED {failure}")
    sys.stdout.flush()
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
