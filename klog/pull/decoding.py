"""Keys and values as typed columns: text, JSON or Avro instead of bytes.

The columns ``key`` and ``value`` keep their names. A JSON object or an Avro record becomes a struct, so that in the Parquet file each field
is a column of its own (``SELECT value.level FROM …``) and none can clash with ``offset`` or with a field of the other side; any other
Avro schema becomes a plain column. What was null (a tombstone) is null.

All files of a pull must have the same columns, so the schema is given and never guessed: Avro's JSON form for both. For JSON it names the
fields that are wanted: others are left out, missing ones are null, and a value of another type than the schema says does not decode.

A record that does not decode ends the job with a sentence that names it, or its column is null, or it is left out (`PullSettings.on_bad`);
in the latter two cases it is counted. Avro is decoded record by record. JSON and text are decoded a batch at a time by Arrow; where that
fails the batch is halved until the records at fault stand alone, so that it is the same decoder that judges them.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from klog.arrow.schema import schema as arrow_schema
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.pull.avro_types import arrow_type, for_reading, parse_schema
from klog.pull.settings import PullSettings

#: What is in files; topic and partition are in their paths.
FILE_COLUMNS = ("key", "value", "offset", "timestamp", "timestampType")
#: Confluent's serializers write a zero byte and a schema's id, four bytes, before the Avro data.
_CONFLUENT = struct.Struct(">bI")


class BadRecord(KlogError):
    """A key or value is not what it was said to be."""

    def __reduce__(self) -> Any:
        return BadRecord, self._parts

    def __init__(self, topic: str, partition: int, offset: int, column: str, why: str) -> None:
        self._parts = (topic, partition, offset, column, why)
        super().__init__(
            ErrorCode.INVALID_RECORD,
            f"topic {topic}, partition {partition}, offset {offset}: its {column} {why}; --on-bad null or --on-bad skip goes on without it",
        )


class _Undecodable(Exception):
    """Why a single record does not decode; for the sentence behind "its value"."""


#: Decodes an array without nulls; raises `_Undecodable` (for more than one record, that some of them is at fault).
Decode = Callable[[Any], Any]


class Decoder:
    """Turns batches of the reader into batches of the file.

    :raises ConfigError: a schema is missing, or cannot be made into columns.
    """

    def __init__(self, settings: PullSettings, topic: str, partition: int) -> None:
        self._topic, self._partition = topic, partition
        self._on_bad = settings.on_bad
        self._decoders: dict[str, Decode] = {}
        #: Records that were made null or left out.
        self.bad_records = 0
        fields = []
        for field in arrow_schema(FILE_COLUMNS, settings.include_headers):
            if field.name in ("key", "value"):
                kind, text = (settings.key_as, settings.key_schema) if field.name == "key" else (settings.value_as, settings.value_schema)
                if kind != "binary":
                    self._decoders[field.name], type_ = decoder_of(kind, text, field.name)
                    field = pa.field(field.name, type_)
            fields.append(field)
        #: Of the files.
        self.schema = pa.schema(fields)

    def decode(self, batch: Any) -> Any:
        """The batch with its keys and values decoded; with ``skip`` it may have fewer rows.

        :raises BadRecord: one does not decode, and that ends the job.
        """
        if not self._decoders:
            return batch
        columns = list(batch.columns)
        bad: set[int] = set()
        for name, decode in self._decoders.items():
            place = self.schema.get_field_index(name)
            columns[place], wrong = _decode_column(columns[place], decode, self.schema.field(place).type)
            for row, why in wrong:
                if self._on_bad == "fail":
                    raise BadRecord(self._topic, self._partition, batch.column("offset")[row].as_py(), name, why)
                bad.add(row)
        found = pa.RecordBatch.from_arrays(columns, schema=self.schema)
        self.bad_records += len(bad)
        if bad and self._on_bad == "skip":
            found = found.filter(pa.array([row not in bad for row in range(found.num_rows)]))
        return found


def decoder_of(kind: str, schema_text: str, column: str) -> tuple[Decode, Any]:
    """How a column is decoded and what type it has then.

    :raises ConfigError: a schema is missing or cannot be, or fastavro is not installed.
    """
    if kind == "string":
        return _decode_text, pa.string()
    if not schema_text:
        raise ConfigError(f"{column}_schema", None, f"to decode {kind} its schema is needed, in Avro's JSON form")
    schema = parse_schema(schema_text, f"{column}_schema")
    if kind == "json":
        if not isinstance(schema, dict) or schema.get("type") not in ("record", "error"):
            raise ConfigError(f"{column}_schema", None, "for JSON a record is needed, whose fields are those of the objects")
        type_ = arrow_type(schema, f"{column}_schema", maps=False)
        return _json_decoder(type_), type_
    type_ = arrow_type(schema, f"{column}_schema")
    return _avro_decoder(for_reading(schema), type_, confluent=kind == "confluent-avro"), type_


def _decode_column(array: Any, decode: Decode, type_: Any) -> tuple[Any, list[tuple[int, str]]]:
    """The array decoded, with nulls where it has nulls and where a record is bad; and the bad ones with why."""
    valid = pc.is_valid(array)
    rows = [row for row, there in enumerate(valid.to_pylist()) if there] if array.null_count else list(range(len(array)))
    present = array.drop_null() if array.null_count else array
    pieces, wrong = _decode_or_halve(present, decode, type_)
    values = pa.concat_arrays(pieces) if len(pieces) != 1 else pieces[0]
    if array.null_count:
        places: list[int | None] = [None] * len(array)
        for place, row in enumerate(rows):
            places[row] = place
        values = values.take(pa.array(places, pa.int64())) if len(values) else pa.nulls(len(array), type_)
    return values, [(rows[place], why) for place, why in wrong]


def _decode_or_halve(array: Any, decode: Decode, type_: Any) -> tuple[list[Any], list[tuple[int, str]]]:
    if not len(array):
        return [pa.array([], type_)], []
    try:
        return [decode(array)], []
    except _Undecodable as error:
        if len(array) == 1:
            return [pa.nulls(1, type_)], [(0, str(error))]
    half = len(array) // 2
    first, wrong = _decode_or_halve(array.slice(0, half), decode, type_)
    second, more = _decode_or_halve(array.slice(half), decode, type_)
    return first + second, wrong + [(half + place, why) for place, why in more]


def _decode_text(array: Any) -> Any:
    try:
        return array.cast(pa.string())
    except pa.ArrowInvalid:
        raise _Undecodable("is not UTF-8 text") from None


def _json_decoder(type_: Any) -> Decode:
    from pyarrow import json

    schema = pa.schema(list(_json_type(type_)))
    parsing = json.ParseOptions(explicit_schema=schema, newlines_in_values=True, unexpected_field_behavior="ignore")

    def decode(array: Any) -> Any:
        if not _are_objects(array):
            array = pa.array([value.strip() for value in array.to_pylist()], pa.binary())
            if not _are_objects(array):
                raise _Undecodable("is no JSON object")
        # JSON allows "}", a line end, "{" only between two objects of the top level. So no object reaches over a record's end, each
        # record gives one at least, and as many rows as records means one each.
        lines = b"\n".join(array.to_pylist())
        reading = json.ReadOptions(use_threads=False, block_size=len(lines) + 1)
        try:
            table = json.read_json(io.BytesIO(lines), reading, parsing)
            table.validate(full=True)  # text is taken as it is
            if table.num_rows == len(array):
                columns = [_one_chunk(column) for column in table.columns]
                return pa.StructArray.from_arrays(columns, fields=list(schema)).cast(type_)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise _Undecodable(f"does not decode as JSON ({_first_line(error)})") from None
        raise _Undecodable("holds more than one JSON object")

    return decode


def _json_type(type_: Any) -> Any:
    """As Arrow's JSON reader takes it: it knows no text for days, but for times."""
    if pa.types.is_struct(type_):
        return pa.struct([pa.field(one.name, _json_type(one.type)) for one in type_])
    if pa.types.is_list(type_):
        return pa.list_(_json_type(type_.value_type))
    return pa.timestamp("ms") if pa.types.is_date(type_) else type_


def _are_objects(array: Any) -> bool:
    return bool(pc.all(pc.and_(pc.starts_with(array, pattern="{"), pc.ends_with(array, pattern="}")), min_count=0).as_py())


def _one_chunk(column: Any) -> Any:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _avro_decoder(schema: Any, type_: Any, *, confluent: bool) -> Decode:
    try:
        import fastavro
    except ImportError:
        raise ConfigError("decode", "avro", "fastavro is missing: pip install 'klog[avro]'") from None
    parsed = fastavro.parse_schema(schema)
    read = fastavro.schemaless_reader

    def one(data: bytes) -> Any:
        file = io.BytesIO(data)
        if confluent:
            if len(data) < _CONFLUENT.size or data[0]:
                raise _Undecodable("does not begin with Confluent's prefix, a zero byte and a schema's id")
            file.seek(_CONFLUENT.size)
        try:
            value = read(file, parsed, None)
        except Exception as error:  # fastavro raises whatever its decoding stumbles over
            raise _Undecodable(_not_avro(data, confluent, f"({type(error).__name__}: {_first_line(error)})")) from None
        left = len(data) - file.tell()
        if left:
            raise _Undecodable(_not_avro(data, confluent, f"({left} bytes are left over)"))
        return value

    def decode(array: Any) -> Any:
        values = []
        for data in array.to_pylist():
            values.append(one(data))
        try:
            return pa.array(values, type_)
        except (pa.ArrowException, OverflowError) as error:
            raise _Undecodable(f"does not fit into its columns ({_first_line(error)})") from None

    return decode


def _not_avro(data: bytes, confluent: bool, why: str) -> str:
    if not confluent and len(data) > _CONFLUENT.size and data[0] == 0:
        number = _CONFLUENT.unpack_from(data)[1]
        return (
            f"is not Avro of the schema {why}; it seems to begin with Confluent's prefix (schema id {number}): "
            "with --confluent the prefix is cut off and the schema file used"
        )
    return f"is not Avro of the schema {why}"


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
