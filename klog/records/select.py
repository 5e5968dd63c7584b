"""Which record codec and compactor this process uses: Cython where built, plain Python otherwise or with ``KLOG_NO_EXTENSIONS=1``."""

from __future__ import annotations

import os
from typing import NamedTuple

from klog.records.compaction import PlainBatchFilter, PlainKeyOffsets
from klog.records.contract import RecordsCodec


class Compactor(NamedTuple):
    """The two passes of compaction in one implementation."""

    #: "python" or "cython".
    name: str
    key_offsets: type[PlainKeyOffsets]
    batch_filter: type[PlainBatchFilter]


def without_extensions(environment: dict[str, str] | os._Environ[str]) -> bool:
    """Whether this `environment` asks for plain Python."""
    return environment.get("KLOG_NO_EXTENSIONS", "") not in ("", "0")


def choose(environment: dict[str, str] | os._Environ[str]) -> RecordsCodec:
    """The codec for this `environment`."""
    if without_extensions(environment):
        from klog.records.python import codec as python

        return python
    try:
        from klog.records._fast import codec as fast

        return fast
    except ImportError:
        from klog.records.python import codec as python

        return python


def choose_compactor(environment: dict[str, str] | os._Environ[str]) -> Compactor:
    """The compactor for this `environment`."""
    if not without_extensions(environment):
        try:
            from klog.records._compact import FastBatchFilter, FastKeyOffsets

            return Compactor("cython", FastKeyOffsets, FastBatchFilter)
        except ImportError:
            pass
    return Compactor("python", PlainKeyOffsets, PlainBatchFilter)


#: The record codec of this process.
codec: RecordsCodec = choose(os.environ)
#: The compactor of this process.
compactor: Compactor = choose_compactor(os.environ)
