"""What is fuzzed: a decoder of bytes from outside, and a family of them.

A decoder's function takes bytes and reads them to the end (what it is given lazily it walks). It may raise the errors that are
declared, and nothing else. Where two implementations promise the same (Python and Cython; compiled and plain), the function runs
both on the same bytes and compares: a difference is an `AssertionError`, which nobody declares.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
from collections.abc import Callable, Sequence

#: What `Decoder.mend` is: puts right what a checksum or a length would refuse, so that what lies behind it is reached.
Mend = Callable[[bytes], bytes]


@dataclasses.dataclass(frozen=True)
class Decoder:
    """One kind of bytes, in one version.

    :param seeds: valid encodings, made by klog's own encoders.
    :param declared: the errors that it says it raises.
    :param mend: applied to half of the inputs.
    :param output_bytes: the declared bound of what it may decompress to, beside its input.
    """

    name: str
    decode: Callable[[bytes], object]
    declared: tuple[type[BaseException], ...]
    seeds: Sequence[bytes]
    mend: Mend | None = None
    output_bytes: int = 0
    #: Whether it reads text: then brackets, quotes and digits are thrown in, too.
    is_text: bool = False
    #: Few bytes that stand for many: decoded once, under the measures.
    bombs: Sequence[bytes] = ()

    def __post_init__(self) -> None:
        assert self.seeds, f"{self.name} has no valid encoding to begin with"


#: By name, the module that has ``decoders() -> list[Decoder]``.
FAMILIES = {
    "requests": "tests.fuzz.families.requests",
    "responses": "tests.fuzz.families.responses",
    "batches": "tests.fuzz.families.batches",
    "codecs": "tests.fuzz.families.codecs",
    "group_records": "tests.fuzz.families.group_records",
    "checkpoints": "tests.fuzz.families.checkpoints",
    "scram": "tests.fuzz.families.scram",
    "znodes": "tests.fuzz.families.znodes",
    "zookeeper": "tests.fuzz.families.zookeeper",
    "ledgers": "tests.fuzz.families.ledgers",
    "mirrors": "tests.fuzz.families.mirrors",
}
#: Families that have to be found bad: they show that the checks can fail.
PLANTED = "tests.fuzz.planted"


@functools.cache
def decoders(family: str) -> tuple[Decoder, ...]:
    """The decoders of `family`; ``planted:NAME`` is one of `PLANTED`."""
    if family.startswith("planted:"):
        return (importlib.import_module(PLANTED).DECODERS[family.removeprefix("planted:")],)
    found: tuple[Decoder, ...] = tuple(importlib.import_module(FAMILIES[family]).decoders())
    assert len({decoder.name for decoder in found}) == len(found), f"{family} names a decoder twice"
    return found
