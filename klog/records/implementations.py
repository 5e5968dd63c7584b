"""Which record codec, appender, compactor, reader of committed offsets, readers of fetched batches and tally this process uses: Cython
where built, plain Python otherwise or with ``KLOG_NO_EXTENSIONS=1``."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from klog.records.appending import PlainAppender
from klog.records.columns import Outline, PlainColumnCursor, outline
from klog.records.compaction import PlainBatchFilter, PlainKeyOffsets
from klog.records.contract import Buffer, RecordsCodec
from klog.records.encode import PlainFiller, fill, route
from klog.records.latest import Latest, fold_batches, fold_records
from klog.records.murmur import murmur2
from klog.records.tally import PlainTally
from klog.records.views import PlainBatchCursor, PlainMessage, PlainMessageSet, fetched_end


class Compactor(NamedTuple):
    """The two passes of compaction in one implementation."""

    #: "python" or "cython".
    name: str
    key_offsets: type[PlainKeyOffsets]
    batch_filter: type[PlainBatchFilter]


class Fold(NamedTuple):
    """The two functions of ``latest`` in one implementation."""

    #: "python" or "cython".
    name: str
    records: Callable[[Buffer, int, int, Latest], None]
    batches: Callable[[Buffer, int, Latest], int]


class Appending(NamedTuple):
    """What fills batches and hashes keys, in one implementation."""

    #: "python" or "cython".
    name: str
    appender: type[PlainAppender]
    murmur2: Callable[[bytes], int]


class Views(NamedTuple):
    """How fetched batches are read, in one implementation."""

    #: "python" or "cython".
    name: str
    cursor: type[PlainBatchCursor]
    message_set: type[PlainMessageSet]
    message: type[PlainMessage]
    fetched_end: Callable[[Buffer], int]


class Columns(NamedTuple):
    """How fetched batches are read as columns, in one implementation."""

    #: "python" or "cython".
    name: str
    cursor: type[PlainColumnCursor]
    outline: Callable[[Buffer, int, int], Outline]


class Encoding(NamedTuple):
    """How columns become batches, in one implementation."""

    #: "python" or "cython".
    name: str
    filler: type[PlainFiller]
    route: Callable[..., int]
    fill: Callable[..., tuple[int, int]]


class Counting(NamedTuple):
    """What adds up the records of batches, in one implementation."""

    #: "python" or "cython".
    name: str
    tally: type[PlainTally]


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


def choose_fold(environment: dict[str, str] | os._Environ[str]) -> Fold:
    """The reader of committed offsets for this `environment`."""
    if not without_extensions(environment):
        try:
            from klog.records import _latest

            return Fold("cython", _latest.fold_records, _latest.fold_batches)
        except ImportError:
            pass
    return Fold("python", fold_records, fold_batches)


def choose_appending(environment: dict[str, str] | os._Environ[str]) -> Appending:
    """What fills batches for this `environment`."""
    if not without_extensions(environment):
        try:
            from klog.records import _append

            return Appending("cython", _append.FastAppender, _append.murmur2)
        except ImportError:
            pass
    return Appending("python", PlainAppender, murmur2)


def choose_views(environment: dict[str, str] | os._Environ[str]) -> Views:
    """How fetched batches are read in this `environment`."""
    if not without_extensions(environment):
        try:
            from klog.records import _views

            return Views("cython", _views.BatchCursor, _views.MessageSet, _views.Message, _views.fetched_end)
        except ImportError:
            pass
    return Views("python", PlainBatchCursor, PlainMessageSet, PlainMessage, fetched_end)


def choose_columns(environment: dict[str, str] | os._Environ[str]) -> Columns:
    """How fetched batches are read as columns in this `environment`."""
    if not without_extensions(environment):
        try:
            from klog.records import _columns

            return Columns("cython", _columns.ColumnCursor, _columns.outline)
        except ImportError:
            pass
    return Columns("python", PlainColumnCursor, outline)


def choose_encoding(environment: dict[str, str] | os._Environ[str]) -> Encoding:
    """How columns become batches in this `environment`."""
    if not without_extensions(environment):
        try:
            from klog.records import _encode

            return Encoding("cython", _encode.FastFiller, _encode.route, _encode.fill)
        except ImportError:
            pass
    return Encoding("python", PlainFiller, route, fill)


def choose_counting(environment: dict[str, str] | os._Environ[str]) -> Counting:
    """What adds up the records of batches in this `environment`."""
    if not without_extensions(environment):
        try:
            from klog.records._tally import FastTally

            return Counting("cython", FastTally)
        except ImportError:
            pass
    return Counting("python", PlainTally)


#: The record codec of this process.
codec: RecordsCodec = choose(os.environ)
#: The compactor of this process.
compactor: Compactor = choose_compactor(os.environ)
#: The reader of committed offsets of this process.
fold: Fold = choose_fold(os.environ)
#: What fills batches and hashes keys in this process.
appending: Appending = choose_appending(os.environ)
#: How fetched batches are read in this process.
views: Views = choose_views(os.environ)
#: How fetched batches are read as columns in this process.
columns: Columns = choose_columns(os.environ)
#: How columns become batches in this process.
encoding: Encoding = choose_encoding(os.environ)
#: What adds up the records of batches in this process.
counting: Counting = choose_counting(os.environ)
