"""What pipelines keep and read: Spark's checkpoints, the ledgers of the sink and of pulls, and the typed values of a pull."""

from __future__ import annotations

import functools
import json
import types
import zlib
from collections.abc import Callable
from typing import Any

from klog.cli.cat.format import Unpackable, compile_unpack
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.pull import ledger
from klog.pull.errors import LedgerDamaged
from klog.spark.checkpoint import BadCheckpoint, Position, from_json, to_json
from klog.spark.errors import OptionError
from klog.spark.ledger_topic import Claim, LedgerTopic, _value
from klog.spark.option_values import by_partition
from klog.spark.producing import WriteFailed
from tests.fuzz.family import Decoder

_SCHEMA = json.dumps(
    {
        "type": "record",
        "name": "r",
        "fields": [
            {"name": "a", "type": "long"},
            {"name": "b", "type": ["null", "string"]},
            {"name": "c", "type": {"type": "array", "items": "double"}},
            {"name": "d", "type": {"type": "int", "logicalType": "date"}},
        ],
    }
)


def _checkpoint(data: bytes) -> object:
    """As `klog.spark.stream` gets it: Spark hands over what JSON made of the text."""
    try:
        value = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return to_json(from_json(value))


class _NoClient:
    """What is never asked here."""


def _sink_record(data: bytes) -> object:
    """A record of the sink's topic: its key, and behind a line end its value."""
    topic = LedgerTopic(_NoClient(), "ledger")  # type: ignore[arg-type]
    key, _, value = data.partition(b"\n")
    topic._pass(types.SimpleNamespace(offset=0, key=key or None, value=value or None, timestamp_ms=5, headers=()))
    return topic._claims, topic._done


def _record() -> ledger.Record:
    file = ledger.FileRecord("staged/a", "t/0/a.parquet", "t", 0, 0, 0, 9, "2026-11-22", 9, 1234, 0, 8, 5, 7)
    return ledger.Record(
        version=7,
        job="job",
        previous_job="earlier",
        committed_ms=5,
        cluster_id="c",
        fixed={"codec": "zstd"},
        topics={"t": ledger.TopicState(bytes(range(16)), 0, {0: 9})},
        ranges=(ledger.RangeRecord("t", 0, 0, 0, 9, 9, lost=((3, 4),)),),
        files=(file,),
    )


def _mended_record(data: bytes) -> bytes:
    """With the checksum of what is in it."""
    try:
        body = ledger._dump(json.loads(data)["record"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return data
    return b'{"crc32":%d,"record":%s}\n' % (zlib.crc32(body), body)


def _mended_checkpoint(data: bytes) -> bytes:
    lines = data.splitlines(True)[:-1]
    body = b"".join(lines)
    return body + b'{"crc32":%d,"versions":%d}\n' % (zlib.crc32(body), len(lines))


@functools.cache
def reader_of_pull(kind: str) -> tuple[Callable[[Any], Any], type[Exception]]:
    from klog.pull import decoding

    return decoding.decoder_of(kind, "" if kind == "string" else _SCHEMA, "value")[0], decoding._Undecodable


def _typed(kind: str) -> Callable[[bytes], object]:
    def decode(data: bytes) -> object:
        import pyarrow as pa

        read, bad = reader_of_pull(kind)
        try:
            return read(pa.array([data], pa.binary()))
        except bad:
            return None

    return decode


def _avro(confluent: bool) -> bytes:
    import io

    import fastavro

    out = io.BytesIO()
    fastavro.schemaless_writer(out, json.loads(_SCHEMA), {"a": 7, "b": "ü", "c": [1.5, 2.5], "d": 20_000})
    return (b"\0\0\0\0\7" if confluent else b"") + out.getvalue()


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    position = Position({TopicPartition("t", 0): 5, TopicPartition("t", 1): 9, TopicPartition("u", 0): 0}, {"t": 77})
    claim = Claim("q", 3, 9, 1000, 2, {"t": [5, 6]}, False, "name", None)
    said = [
        json.dumps(["q", 3]).encode() + b"\n" + json.dumps(_value(claim)).encode(),
        json.dumps(["q"]).encode() + b"\n" + json.dumps({"v": 1, "done": 9}).encode(),
    ]
    return [
        Decoder("a stream's checkpoint", _checkpoint, (BadCheckpoint,), [json.dumps(to_json(position)).encode()], is_text=True),
        Decoder(
            "offsets by partition",
            lambda data: by_partition(data.decode("utf-8", "replace"), "a shape"),
            (OptionError,),
            [b'{"t":{"0":5,"1":-2}}'],
            is_text=True,
        ),
        Decoder("record of the sink's ledger", _sink_record, (WriteFailed,), said, is_text=True),
        Decoder(
            "version of a pull",
            lambda data: ledger.decode("it", data),
            (LedgerDamaged,),
            [ledger.encode(_record())],
            _mended_record,
            is_text=True,
        ),
        Decoder(
            "checkpoint of pulls",
            lambda data: ledger._decode_checkpoint("it", data),
            (LedgerDamaged,),
            [ledger._encode_checkpoint([_record()]), ledger._encode_checkpoint([])],
            _mended_checkpoint,
            is_text=True,
        ),
        Decoder("text of a pull", _typed("string"), (KlogError,), ["ü and more".encode()], is_text=True),
        Decoder("JSON of a pull", _typed("json"), (KlogError,), [b'{"a":1,"b":null,"c":[1.5],"d":"2026-11-22"}'], is_text=True),
        Decoder("Avro of a pull", _typed("avro"), (KlogError,), [_avro(False)]),
        Decoder("Avro behind Confluent's prefix", _typed("confluent-avro"), (KlogError,), [_avro(True)]),
        Decoder("fields of kcat's -s", compile_unpack("value", "<i>hqbcBHIQ s"), (Unpackable,), [bytes(range(60))]),
    ]
