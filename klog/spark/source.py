"""``format("klog")``: the face that Spark sees.

One class for reads, streams and sinks. It looks at the options and hands them, parsed, to whoever does the work; those modules are imported
only when they are asked for, so that a worker that reads does not load what writes. Options come as Spark has them: names in lower case.

Spark finds this class by itself through the module ``pyspark_klog`` (``klog/spark/autoload``). Without it, or for another installation, one
line registers it: ``spark.dataSource.register(KlogDataSource)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource
from pyspark.sql.types import ArrayType, BinaryType, DataType, IntegerType, LongType, StringType, StructField, StructType, TimestampType

from klog.spark.errors import OptionError, told_plainly
from klog.spark.options import columns_of, parse

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceReader, DataSourceStreamReader, DataSourceStreamWriter, DataSourceWriter

NAME = "klog"
_TYPES: dict[str, DataType] = {
    "key": BinaryType(),
    "value": BinaryType(),
    "topic": StringType(),
    "partition": IntegerType(),
    "offset": LongType(),
    "timestamp": TimestampType(),
    "timestampType": IntegerType(),
    "headers": ArrayType(StructType([StructField("key", StringType()), StructField("value", BinaryType())])),
}


class KlogDataSource(DataSource):
    """Topics of klog's broker, or of Apache Kafka's, as rows."""

    @classmethod
    def name(cls) -> str:
        """What stands in ``format(...)``."""
        return NAME

    @told_plainly
    def schema(self) -> StructType:
        """The columns of Spark's own Kafka source, or those that the option ``columns`` names.

        Called by ``load()`` and not by writers, so this is where a reader's mistakes are told first: those that are mistakes in a batch
        read and in a stream, as Spark does not say yet which of the two it will be.

        :raises OptionError: an option that cannot be.
        """
        options = dict(self.options)
        in_batch, in_stream = (_mistake(options, kind) for kind in ("batch", "stream"))
        if in_batch is not None and str(in_batch) == str(in_stream):
            raise in_batch
        return self._own_schema()

    def _own_schema(self) -> StructType:
        columns, include_headers = columns_of(dict(self.options))
        names = (*columns, "headers") if include_headers else columns
        return StructType([StructField(name, _TYPES[name]) for name in names])

    @told_plainly
    def reader(self, schema: StructType) -> DataSourceReader:
        """For ``spark.read``.

        :raises OptionError: an option that cannot be.
        """
        from klog.spark.batch import KlogReader, PushingReader

        options = parse(dict(self.options), "batch")
        self._check_schema(schema)
        return PushingReader(options) if options.push_filters else KlogReader(options)

    @told_plainly
    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        """For ``spark.readStream``.

        :raises OptionError: an option that cannot be.
        """
        from klog.spark.stream import KlogStreamReader

        options = parse(dict(self.options), "stream")
        self._check_schema(schema)
        return KlogStreamReader(options)

    @told_plainly
    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """For ``df.write``.

        :raises OptionError: an option or a column that cannot be.
        """
        from klog.spark.sink import KlogWriter

        return KlogWriter(parse(dict(self.options), "sink"), schema, overwrite)

    @told_plainly
    def streamWriter(self, schema: StructType, overwrite: bool) -> DataSourceStreamWriter:
        """For ``df.writeStream``.

        :raises OptionError: an option or a column that cannot be.
        """
        from klog.spark.stream_sink import KlogStreamWriter

        return KlogStreamWriter(parse(dict(self.options), "sink"), schema, overwrite)

    def _check_schema(self, given: StructType) -> None:
        wanted = self._own_schema()
        if _shape(given) != _shape(wanted):
            raise OptionError(
                "klog source has a fixed schema and cannot be set with a custom one: it is "
                f"{wanted.simpleString()}, not {given.simpleString()}. "
                "Leave schema(...) out; the options columns and includeHeaders choose among the columns"
            )


def _shape(schema: StructType) -> list[tuple[str, Any]]:
    """What matters of a schema: whether nulls may be is Spark's to say."""
    return [(field.name, field.dataType.simpleString()) for field in schema.fields]


def _mistake(options: dict[str, str], kind: Any) -> OptionError | None:
    try:
        parse(options, kind)
    except OptionError as error:
        return error
    return None
