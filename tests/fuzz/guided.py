"""Runs guided by coverage: libFuzzer makes the inputs (atheris), and keeps what reaches code that nothing reached before.

An input is two bytes, the number of the decoder, and what that decoder gets. Left alone, libFuzzer would stay with the decoders where
there is most to find; so half of its inputs are its own, from what it has kept, and half are those of ``tests.fuzz.mutation``: of what it
has kept, and of the valid encodings of each decoder in turn. `klog`'s Python code is instrumented while it is imported, decoders that were
made at run time (``klog.wire.compiled_codec``) when the family is there. Cython's code is not; what klog's Python does before and behind it
is.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from typing import Any

#: Of the decoder.
_NUMBER_BYTES = 2
_MOST_BYTES = 4 << 10


def run_guided(family: str, count: int, seed: int, last_input: str | None) -> int:
    """Give `count` inputs to `family`; does not return, as libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["klog"]):
        from tests.fuzz.family import decoders

        decoders(family)
    from klog.wire import compiled_codec as compiled
    from tests.fuzz.__main__ import tell
    from tests.fuzz.mutation import mutated
    from tests.fuzz.running import LARGE_BYTES, SAMPLE, Run, bounded_address_space

    for made in compiled._decoders.values():
        atheris.instrument_func(made)
    run = Run(family, seed, path=last_input)
    many = len(run.decoders)
    draw = random.Random(f"guided {family} {seed}")
    done = [0] * many
    started = time.monotonic()
    turn = 0

    def one(data: bytes) -> None:
        if len(data) < _NUMBER_BYTES:
            return
        number = int.from_bytes(data[:_NUMBER_BYTES], "big") % many
        done[number] += 1
        given = run.report.inputs + 1
        inner = data[_NUMBER_BYTES:]
        run.one(number, inner, measure=given % (4 * SAMPLE) == 0 or len(inner) >= LARGE_BYTES)
        if run.report.failures or given >= count:
            run.report.seconds = time.monotonic() - started
            print(f"guided: {given:,} inputs, {min(done):,} to {max(done):,} to each decoder")
            code = tell(run)
            sys.stdout.flush()
            os._exit(code)

    def mutate(data: bytes, most_bytes: int, chance: int) -> bytes:
        nonlocal turn
        draw.seed(chance)
        way = draw.random()
        if way < 0.5 or len(data) < _NUMBER_BYTES:
            return bytes(atheris.Mutate(data, most_bytes))
        if way < 0.75:
            number = int.from_bytes(data[:_NUMBER_BYTES], "big") % many
            base: Any = [data[_NUMBER_BYTES:] or b"\0"]
        else:
            turn += 1
            number = turn % many
            base = run.decoders[number].seeds
        decoder = run.decoders[number]
        made = mutated(base, draw, is_text=decoder.is_text)
        if decoder.mend is not None and draw.random() < 0.6:
            made = decoder.mend(made)
        return (number.to_bytes(_NUMBER_BYTES, "big") + made)[:most_bytes]

    corpus = tempfile.mkdtemp(prefix="klog-fuzz-")
    for number, decoder in enumerate(run.decoders):
        for place, data in enumerate(decoder.seeds):
            with open(os.path.join(corpus, f"{number}-{place}"), "wb") as file:
                file.write(number.to_bytes(_NUMBER_BYTES, "big") + data)
    arguments = [
        sys.argv[0],
        corpus,
        f"-seed={seed % (1 << 31) or 1}",
        f"-max_len={_MOST_BYTES}",
        "-runs=-1",
        "-print_final_stats=0",
        "-verbosity=0",
    ]
    atheris.Setup(arguments, one, custom_mutator=mutate)
    # What libFuzzer keeps is in there, too.
    with bounded_address_space(1 << 30):
        atheris.Fuzz()
    return 0
