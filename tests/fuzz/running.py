"""One family's run, in a process of its own: inputs by the thousand, and the bounds that each must keep.

1. Only declared errors. Anything else is a failure, a difference between two implementations and a dead process among it: the input at
   work stands in a file that the parent reads (`last_input`).
2. Memory: at most `FREE_BYTES` + `PER_BYTE` × the input + what the decoder declares of its output. Two measures: what Python's
   allocators gave (``tracemalloc``, its peak), and how much more of the process was in memory at any time (``VmHWM``, reset for each such
   input), which also sees what C allocates; that one is coarse, so it has `COARSE_BYTES` of slack. Both cost much more than decoding, and
   are taken of the valid encodings, of large inputs, and of one input in `SAMPLE`. Of all inputs: the process may not get more than
   `MOST_MORE_BYTES` of address space beyond what it had at the beginning, so that whoever allocates what a length announces fails at once.
3. Time, only where `most_ms` is given: at most that, + `MS_PER_UNPACKED_KIB` for what the input's codecs unpacked, as with memory (a few
   bytes may stand for thousands of records, which the tests read with plain Python as well). An input that takes longer is tried twice
   more, and the fastest counts.

Everything is drawn from one seed; the same seed gives the same inputs.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
import mmap
import os
import pathlib
import random
import resource
import struct
import time
import traceback
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import klog
from klog.records import compression
from tests.fuzz.family import Decoder, decoders
from tests.fuzz.mutation import MOST_BYTES, mutated

FREE_BYTES = 2 << 20
PER_BYTE = 8
COARSE_BYTES = 4 << 20
MOST_MORE_BYTES = 128 << 20
SAMPLE = 25
#: Two implementations read what is unpacked, one of them plain Python.
MS_PER_UNPACKED_KIB = 0.5
#: From this size on an input's memory is always measured.
LARGE_BYTES = 4 << 10
#: After so many different failures a run ends.
MOST_FAILURES = 20

#: Whose line of a traceback tells where a failure is.
_KLOG = os.path.dirname(klog.__file__) + os.sep
_HEAD = struct.Struct("<II")
_STATUS = pathlib.Path("/proc/self/status")
_CLEAR = pathlib.Path("/proc/self/clear_refs")


@dataclasses.dataclass(frozen=True)
class Failure:
    """What an input did that no input may do."""

    decoder: str
    data: bytes
    what: str
    #: Where: equal ones are told once.
    place: str

    def __str__(self) -> str:
        return f"{self.decoder}\n  {self.what}\n  input ({len(self.data)} bytes): {self.data.hex()}"


class Unpacking:
    """Counts what klog's codecs unpack in this process, from its making on."""

    def __init__(self) -> None:
        self.bytes = 0
        for codec, row in compression.CODECS.items():
            if codec:
                compression.CODECS[codec] = row._replace(decompress=functools.partial(self._decompress, row.decompress))

    def _decompress(self, decompress: Callable[..., Any], *arguments: Any) -> Any:
        data = decompress(*arguments)
        self.bytes += len(data)
        return data


@dataclasses.dataclass
class Report:
    """What a run found."""

    inputs: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest_ms: float = 0.0
    slowest: str = ""
    #: The largest share of its bound that any input took, by Python's allocators.
    most_memory: float = 0.0
    hungriest: str = ""
    failures: list[Failure] = dataclasses.field(default_factory=list)


class LastInput:
    """The input at work, in a file that outlives the process.

    :param path: None: nowhere.
    """

    def __init__(self, path: str | None) -> None:
        self._map: mmap.mmap | None = None
        if path is not None:
            with open(path, "wb+") as file:
                file.truncate(_HEAD.size + (1 << 20))
                self._map = mmap.mmap(file.fileno(), 0)

    def note(self, number: int, data: bytes) -> None:
        """Decoder `number` gets `data` now."""
        if self._map is not None:
            self._map[: _HEAD.size] = _HEAD.pack(number + 1, len(data))
            self._map[_HEAD.size : _HEAD.size + len(data)] = data


def last_input(path: str) -> tuple[int, bytes] | None:
    """The number of the decoder that was at work last, and its input; None where none was."""
    data = pathlib.Path(path).read_bytes()
    if len(data) < _HEAD.size:
        return None
    number, size = _HEAD.unpack_from(data)
    return None if number == 0 else (number - 1, data[_HEAD.size : _HEAD.size + size])


def allowed_bytes(decoder: Decoder, data: bytes) -> int:
    """What decoding `data` may take."""
    return FREE_BYTES + PER_BYTE * len(data) + decoder.output_bytes


def try_one(decoder: Decoder, data: bytes) -> tuple[bool, Failure | None]:
    """Whether `data` was accepted; and what was wrong, errors and differences alone."""
    try:
        decoder.decode(data)
    except decoder.declared:
        return False, None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001
        return False, failure_of(decoder, data, error)
    return True, None


def failure_of(decoder: Decoder, data: bytes, error: BaseException) -> Failure:
    """An error that is not declared."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if _KLOG in frame.filename] or frames
    last = "".join(traceback.format_list(frames[-3:]))
    place = f"{decoder.name} {type(error).__name__} {ours[-1].filename}:{ours[-1].lineno}"
    return Failure(decoder.name, data, f"{type(error).__name__}: {str(error)[:300]}\n{last}", place)


def _status_kib(name: str) -> int:
    for line in _STATUS.read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


def measured(decoder: Decoder, data: bytes) -> tuple[float, Failure | None]:
    """Decode once more, and the share of its bound that it took."""
    allowed = allowed_bytes(decoder, data)
    coarse = _CLEAR.exists()
    tracemalloc.start()
    try:
        if coarse:
            _CLEAR.write_text("5")
            before = _status_kib("VmRSS:")
        tracemalloc.reset_peak()
        start = tracemalloc.get_traced_memory()[0]
        with contextlib.suppress(BaseException):
            decoder.decode(data)
        peak = tracemalloc.get_traced_memory()[1] - start
    finally:
        tracemalloc.stop()
    more = (_status_kib("VmHWM:") - before) << 10 if coarse else 0
    if peak > allowed:
        return peak / allowed, Failure(
            decoder.name, data, f"took {peak:,} bytes of memory, {allowed:,} are allowed", f"memory {decoder.name}"
        )
    if more > allowed + COARSE_BYTES:
        what = f"the process grew by {more:,} bytes, {allowed:,} are allowed"
        return peak / allowed, Failure(decoder.name, data, what, f"process {decoder.name}")
    return peak / allowed, None


@contextlib.contextmanager
def bounded_address_space(more_bytes: int = MOST_MORE_BYTES) -> Iterator[None]:
    """The process gets at most so much more than it has."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    here = _status_kib("VmSize:") << 10
    if here:
        resource.setrlimit(resource.RLIMIT_AS, (here + more_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


class Run:
    """A run over one family.

    :param most_ms: what an input may take; None: any time.
    :param path: of the file for the input at work.
    """

    def __init__(self, family: str, seed: int, most_ms: float | None = None, path: str | None = None) -> None:
        self.decoders = decoders(family)
        self.report = Report()
        self._draw = random.Random(f"{family} {seed}")
        self._most_ms = most_ms
        self._unpacking = Unpacking()
        self._last = LastInput(path)
        self._places: set[str] = set()

    def valid_ones(self) -> None:
        """Every valid encoding, first without and then with the measures: code that is made at its first use is not the input's."""
        for number, decoder in enumerate(self.decoders):
            for data in decoder.seeds:
                self._one(number, data)
        for number, decoder in enumerate(self.decoders):
            for data in (*decoder.seeds, *decoder.bombs):
                self._one(number, data, measure=True)

    def mutations(self, count: int) -> None:
        """`count` inputs, each decoder in turn."""
        started = time.monotonic()
        with bounded_address_space():
            for turn in range(count):
                number = turn % len(self.decoders)
                decoder = self.decoders[number]
                data = mutated(decoder.seeds, self._draw, is_text=decoder.is_text)
                if decoder.mend is not None and self._draw.random() < 0.6:
                    data = decoder.mend(data)
                self._one(number, data, measure=turn % SAMPLE == 0 or len(data) >= LARGE_BYTES)
                if len(self.report.failures) >= MOST_FAILURES:
                    break
        self.report.seconds += time.monotonic() - started

    def one(self, number: int, data: bytes, measure: bool = False) -> None:
        """One input for decoder `number`, from elsewhere."""
        self._one(number, data, measure)

    def _one(self, number: int, data: bytes, measure: bool = False) -> None:
        decoder, report = self.decoders[number], self.report
        self._last.note(number, data)
        took_ms, accepted, failure = self._timed(decoder, data)
        report.inputs += 1
        report.accepted += accepted
        if self._most_ms is not None:
            allowed_ms = self._most_ms + MS_PER_UNPACKED_KIB * self._unpacking.bytes / 1024
            if took_ms > allowed_ms:
                gc.collect()
                took_ms = min(took_ms, *(self._timed(decoder, data)[0] for _ in range(2)))
            if took_ms > allowed_ms:
                self._failed(Failure(decoder.name, data, f"took {took_ms:.0f} ms, {allowed_ms:.0f} are allowed", f"time {decoder.name}"))
        if took_ms > report.slowest_ms:
            report.slowest_ms = took_ms
            report.slowest = f"{decoder.name}, {len(data)} bytes, {self._unpacking.bytes:,} unpacked"
        if failure is not None:
            self._failed(failure)
        elif measure:
            share, failure = measured(decoder, data)
            if share > report.most_memory:
                report.most_memory, report.hungriest = share, f"{decoder.name}, {len(data)} bytes"
            if failure is not None:
                self._failed(failure)

    def _timed(self, decoder: Decoder, data: bytes) -> tuple[float, bool, Failure | None]:
        """What it took, in milliseconds; and `try_one`'s answer. `_unpacking` has what it unpacked."""
        self._unpacking.bytes = 0
        begun = time.perf_counter()
        accepted, failure = try_one(decoder, data)
        return (time.perf_counter() - begun) * 1000, accepted, failure

    def _failed(self, failure: Failure) -> None:
        if failure.place not in self._places:
            self._places.add(failure.place)
            self.report.failures.append(failure)


def largest_input() -> int:
    """What a mutated input may have, in bytes."""
    return MOST_BYTES
