"""What the tests of this room share: one case class per implementation, a few batches, and damage."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records.contract import Codec, Header, Record, RecordsCodec, RecordsError
from klog.records.crc32c import crc32c
from klog.records.python import codec as python_codec
from tests import peers

fast_codec: RecordsCodec | None
try:
    from klog.records._fast import codec as fast_codec
except ImportError:
    fast_codec = None

Row = tuple[int, bytes | None, bytes | None, Sequence[Header]]


def fast() -> RecordsCodec:
    """The Cython codec; skips the test, or fails it where KLOG_REQUIRE names extensions."""
    if fast_codec is None:
        peers.missing("extensions", "klog.records._fast is not built")
    return fast_codec


class CodecCase(SynchronousTestCase):
    """A suite over one implementation; `NAME` says which."""

    NAME = ""
    codec: RecordsCodec

    def setUp(self) -> None:
        self.codec = python_codec if self.NAME == "python" else fast()
        self.assertEqual(self.codec.name, self.NAME)


class PythonCase(CodecCase):
    """Over plain Python."""

    NAME = "python"


class FastCase(CodecCase):
    """Over Cython."""

    NAME = "cython"


def properties(max_examples: int = 100) -> settings:
    """Settings for a property that is tested over both implementations: one function, two classes."""
    return settings(deadline=None, max_examples=max_examples, suppress_health_check=[HealthCheck.differing_executors])


#: Keys, no keys, empty and null values, headers twice and with null, timestamps that go back.
ROWS: list[Row] = [
    (1_700_000_000_000, b"key", b"value", ()),
    (1_700_000_000_005, None, b"no key", (Header("a", b"1"), Header("a", b"2"), Header("ü", None))),
    (1_699_999_999_000, b"", b"", (Header("", b""),)),
    (1_700_000_000_005, b"tombstone", None, ()),
    (1_700_000_000_004, b"k" * 70, b"v" * 300, ()),
]


def rows(count: int) -> list[Row]:
    """`count` records like a log's lines."""
    return [(1_700_000_000_000 + i, b"key-%d" % (i % 7), b"line %d of a log, and words that repeat" % i, ()) for i in range(count)]


def expected(given: Sequence[Row], base_offset: int = 0) -> list[Record]:
    """What `records` must give for a batch of `given`."""
    return [Record(base_offset + i, t, k, v, tuple(h)) for i, (t, k, v, h) in enumerate(given)]


def made_good(batch: bytes | bytearray) -> bytes:
    """`batch` with its CRC computed anew."""
    return bytes(batch[:17]) + struct.pack(">I", crc32c(bytes(batch[21:]))) + bytes(batch[21:])


def with_body(body: bytes, count: int, *, codec: int = 0, last_delta: int | None = None, base_timestamp: int = 0) -> bytes:
    """A batch with good header and CRC around any `body`."""
    delta = count - 1 if last_delta is None else last_delta
    head = struct.pack(">qiibI", 0, 49 + len(body), -1, 2, 0)
    return made_good(head + struct.pack(">hiqqqhii", codec, delta, base_timestamp, base_timestamp, -1, -1, -1, count) + body)


def outcome(call: Callable[[], object]) -> object:
    """What `call` answers, or type, sentence and index of its error; anything but a `RecordsError` goes through."""
    try:
        return call()
    except RecordsError as error:
        return type(error).__name__, str(error), getattr(error, "batch_index", None)


_bytes = st.none() | st.binary(max_size=40)
_headers = st.lists(st.builds(Header, st.text(max_size=8), _bytes), max_size=3)
#: Rows as clients may send them.
row_lists = st.lists(st.tuples(st.integers(-1, 1 << 45), _bytes, _bytes, _headers), min_size=1, max_size=20)
codecs = st.sampled_from(list(Codec))
