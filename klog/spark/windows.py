"""Counts per window and key, and joins of two streams, as small functions over Structured Streaming.

::

    events = open_topic(spark, "127.0.0.1:9092", "logs")
    counts = count_by_window(events, window="1 minute", key=regex_group("value", r"host=(\\S+)"), watermark="30 s")
    query = write_to_topic(counts, "errors-per-minute", bootstrap="127.0.0.1:9092", checkpoint="/var/lib/counts")

They take and give DataFrames, so that anything of Spark's goes before, between and behind them; a frame need not come from klog.

**Time** is the time of the event: the record's timestamp, or a column made of its value. The *watermark* is how late an event may be:
Spark keeps the latest time that it has seen, less the watermark, and what ends before that is final. A window that is final is given out
(in append mode once, then), its state is dropped, and an event that comes later still is not counted. It is the latest event of *all*
partitions that counts: where one partition is read ahead of another by more than the watermark, the events of the other are late. Sources
spread a limit of records (`maxOffsetsPerTrigger`) over partitions by what each has left, which keeps them together.

**A key's events meet in one task.** A producer puts records with the same key into the same partition, and one task reads it. Where the
key is made of the value, Spark moves the rows: a count's to the task of its window and key (already counted within each task, so that
little moves), a join's to the task of the key. `by_key` does it for functions of your own. What is written back has the key as the
record's key, so that the next reader finds a key's results in one partition, in order.

Durations are written as `klog.durations` has them: ``10 s``, ``1m`` or ``2 hours``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from klog.config import ConfigError
from klog.durations import milliseconds

#: A window of more than a year is a slip of the pen.
MAX_DURATION_MS = 400 * 86_400_000
JOINS = ("inner", "left_outer", "right_outer", "full_outer")


def duration_ms(text: str, name: str = "duration") -> int:
    """Milliseconds of ``10 s``, ``1m``, ``500ms``, ``2 hours``.

    :param name: what it is, for the error.
    :raises ConfigError: it is none, or more than `MAX_DURATION_MS`.
    """
    found = milliseconds(text)
    if found is None:
        raise ConfigError(name, text, "a duration is a number and a unit: ms, s, m, h, d or w, as in 30 s")
    if found > MAX_DURATION_MS:
        raise ConfigError(name, text, f"at most {MAX_DURATION_MS // 86_400_000} days")
    return found


def _interval(text: str, name: str, *, least_ms: int = 0) -> str:
    """As Spark takes it."""
    length_ms = duration_ms(text, name)
    if length_ms < least_ms:
        raise ConfigError(name, text, f"at least {least_ms} ms")
    return f"{length_ms} milliseconds"


def open_topic(spark: Any, bootstrap: str, topics: str | Sequence[str], options: Mapping[str, str] | None = None) -> Any:
    """A stream of the topics' records, from their beginning unless `options` say otherwise."""
    names = topics if isinstance(topics, str) else ",".join(topics)
    given = {"kafka.bootstrap.servers": bootstrap, "subscribe": names, "startingOffsets": "earliest", **(options or {})}
    return spark.readStream.format("klog").options(**given).load()


def json_field(column: Any, path: str) -> Any:
    """A field of a JSON value as text: ``host``, or ``user.name`` for one inside another; null where there is none."""
    if not path or not all(re.fullmatch(r"[^\s.'\"\[\]$]+", part) for part in path.split(".")):
        raise ConfigError("field", path, "a field is a name, or names with dots between them, without quotes and brackets")
    from pyspark.sql import functions as F

    return F.get_json_object(_text(column), "$" + "".join(f"['{part}']" for part in path.split(".")))


def regex_group(column: Any, pattern: str) -> Any:
    """What the first group of a Java regular expression takes from a value, or all of the match where it has no group; null where nothing
    matches."""
    from pyspark.sql import functions as F

    # A group that captures: an opening bracket that is not escaped, not in a class (near enough), and not (?: (?= (?! (?<= (?<!
    bare = re.sub(r"\\.|\[[^\]]*\]", "", pattern)
    group = 1 if re.search(r"\((?!\?)|\(\?<(?![=!])", bare) else 0
    text = _text(column)
    # An empty text is what regexp_extract gives where nothing matches; nothing and an empty match are told apart.
    return F.when(text.rlike(pattern), F.regexp_extract(text, pattern, group))


def parsed_time(text: Any, pattern: str | None) -> Any:
    """A time of a text: seconds since 1970 where `pattern` is None, else by Spark's pattern (``yyyy-MM-dd HH:mm:ss``) in the session's
    time zone; null where it is none. An event without a time is in no window."""
    from pyspark.sql import functions as F

    if pattern is None:
        # A double would lose the last microsecond, and with it the window that an event at its very start belongs to.
        return F.timestamp_seconds(text.try_cast("decimal(20,6)"))
    return F.try_to_timestamp(text, F.lit(pattern))


def _text(column: Any) -> Any:
    from pyspark.sql import functions as F

    return (F.col(column) if isinstance(column, str) else column).cast("string")


def by_key(frame: Any, key: Any = "key", partitions: int | None = None) -> Any:
    """The same rows, those of a key in one task; as many tasks as ``spark.sql.shuffle.partitions`` where not given."""
    return frame.repartition(key) if partitions is None else frame.repartition(partitions, key)


def count_by_window(
    frame: Any,
    *,
    window: str,
    key: Any = "key",
    event_time: Any = "timestamp",
    slide: str | None = None,
    watermark: str = "1 minute",
) -> Any:
    """How many events of each key there are in each window: columns ``window_start``, ``window_end``, ``key`` (text), ``count``.

    A window holds its start and not its end. Windows start at whole multiples of their length since 1970, in UTC.

    :param key: a column or its name; None counts all events together (``key`` is null then). Bytes are read as UTF-8.
    :param event_time: a column of timestamps, or its name.
    :param slide: begin a window so often, so that they overlap; by default one begins where the last ends.
    :param watermark: how late an event may be.
    :raises ConfigError: a duration that is none.
    """
    length = _interval(window, "window", least_ms=1)
    step = length if slide is None else _interval(slide, "slide", least_ms=1)
    if slide is not None and duration_ms(slide) > duration_ms(window):
        raise ConfigError("slide", slide, f"more than the window of {window}: events between windows would not be counted")
    from pyspark.sql import functions as F

    events = frame.select(
        (F.col(event_time) if isinstance(event_time, str) else event_time).alias("event_time"),
        (F.lit(None).cast("string") if key is None else _text(key)).alias("key"),
    ).withWatermark("event_time", _interval(watermark, "watermark"))
    counted = events.groupBy(F.window("event_time", length, step).alias("window"), "key").count()
    return counted.select(F.col("window.start").alias("window_start"), F.col("window.end").alias("window_end"), "key", "count")


def join_by_key(
    left: Any,
    right: Any,
    *,
    within: str,
    before: str = "0 s",
    key: str = "key",
    event_time: str = "timestamp",
    watermark: str = "1 minute",
    how: str = "inner",
) -> Any:
    """Pairs of events with the same key, of which the right one happens from `before` ahead of the left one to `within` after it.

    Columns: ``key``, and all others of both sides as ``left_…`` and ``right_…``. An outer join gives an event without a partner out when
    none can come any more, with nulls on the other side. Events whose key is null have no partner; on a side whose events without a partner
    are not given out they are left out from the beginning, so that they do not move the watermark.

    :param key: the column on both sides.
    :param event_time: the column of timestamps on both sides.
    :param watermark: how late an event may be, on either side.
    :param how: one of `JOINS`.
    :raises ConfigError: a duration that is none, or a `how` that is none.
    """
    if how not in JOINS:
        raise ConfigError("how", how, f"one of {', '.join(JOINS)}")
    after, ahead = (_interval(text, name) for text, name in ((within, "within"), (before, "before")))
    delay = _interval(watermark, "watermark")
    from pyspark.sql import functions as F

    sides = []
    for frame, name in ((left, "left"), (right, "right")):
        renamed = frame.select(*(F.col(column).alias(f"{name}_{column}") for column in frame.columns))
        if how not in (f"{name}_outer", "full_outer"):
            # Spark's optimizer does the same where it finds out; what an event counts for should not depend on that.
            renamed = renamed.where(F.col(f"{name}_{key}").isNotNull())
        sides.append(renamed.withWatermark(f"{name}_{event_time}", delay))
    happened, follows = F.col(f"left_{event_time}"), F.col(f"right_{event_time}")
    condition = (
        (F.col(f"left_{key}") == F.col(f"right_{key}"))
        & (follows >= happened - F.expr(f"interval {ahead}"))
        & (follows <= happened + F.expr(f"interval {after}"))
    )
    joined = sides[0].join(sides[1], condition, how)
    others = [column for column in joined.columns if column not in (f"left_{key}", f"right_{key}")]
    return joined.select(F.coalesce(f"left_{key}", f"right_{key}").alias("key"), *others)


def to_records(frame: Any, *, key: str = "key") -> Any:
    """Rows as records: the column `key` as the key, and the whole row as JSON (times in ISO 8601) as the value."""
    from pyspark.sql import functions as F

    value = F.to_json(F.struct(*frame.columns), {"ignoreNullFields": "false"})
    return frame.select(F.col(key).cast("string").alias("key"), value.alias("value"))


def write_to_topic(
    frame: Any,
    topic: str,
    *,
    bootstrap: str,
    checkpoint: str | os.PathLike[str],
    output_mode: str = "append",
    trigger: Mapping[str, Any] | None = None,
    name: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Any:
    """Start a query that writes a frame to a topic, each row as `to_records` has it; the StreamingQuery.

    It goes on where its checkpoint ends. It repeats nothing after a failure (``idempotent``, which `options` may turn off).

    :param checkpoint: a folder that all of the query's machines see; its own, and not of another query.
    :param output_mode: ``append`` gives a window out once, when it is final; ``update`` each time that it has changed.
    :param trigger: of ``DataStreamWriter.trigger``, as ``{"availableNow": True}``.
    """
    given = {"kafka.bootstrap.servers": bootstrap, "topic": topic, "idempotent": "true", **(options or {})}
    writer = to_records(frame).writeStream.format("klog").outputMode(output_mode).options(**given)
    writer = writer.option("checkpointLocation", os.fspath(checkpoint))
    if trigger is not None:
        writer = writer.trigger(**trigger)
    if name is not None:
        writer = writer.queryName(name)
    return writer.start()
