"""Two plain answers side by side: every place where they differ, as a path through the answer.

Lists of structs are matched by what names their elements (topic, partition, configuration ...), so that order counts only where a step
says so.
"""

from __future__ import annotations

import fnmatch
import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

#: What names an element of a list, the first that it has.
KEYS = (
    ("api_key",),
    ("topic_name",),
    ("topic", "topic_id"),
    ("topic",),
    ("resource_type", "resource_name"),
    ("name", "topic_id"),
    ("name",),
    ("topic_id",),
    ("resource_name",),
    ("partition_index",),
    ("partition",),
    ("index",),
    ("broker_id",),
    ("node_id",),
    ("log_dir",),
    ("key",),
    ("transactional_id",),
    ("producer_id",),
    ("batch_index",),
    ("group_id",),
    ("member_id",),
)


class Difference(NamedTuple):
    """One place where the answers differ; the values as JSON."""

    step: str
    path: str
    kafka: str
    klog: str

    def __str__(self) -> str:
        return f"{self.step} | {self.path} | kafka {self.kafka[:200]} | klog {self.klog[:200]}"


def compare(step: str, kafka: Any, klog: Any, ignore: Sequence[str], ordered: bool, prefix: bool = False) -> list[Difference]:
    """All differences but those whose path is to be ignored; `prefix`: of fetched records only as many as both sent."""
    if prefix and isinstance(kafka, dict) and isinstance(klog, dict):
        _level(kafka, klog)
    found = [Difference(step, path or "answer", _text(one), _text(other)) for path, one, other in _walk("", kafka, klog, ordered)]
    return [difference for difference in found if not any(fnmatch.fnmatchcase(difference.path, pattern) for pattern in ignore)]


def _level(kafka: dict[str, Any], klog: dict[str, Any]) -> None:
    """Cut the records of both answers to the number that the shorter has, torn ends left out."""
    twins = {partition["name"]: partition for partition in klog["responses"]}
    for partition in kafka["responses"]:
        pair = [partition, twins.get(partition["name"], {})]
        found = [[entry for entry in one.get("records") or [] if isinstance(entry, dict)] for one in pair]
        if all("records" in one for one in pair) and (all(found) or not any(found)):
            length = min(map(len, found))
            for one, entries in zip(pair, found, strict=True):
                one["records"] = entries[:length]


def _text(value: Any) -> str:
    return value if isinstance(value, str) and value[:1] == "(" else json.dumps(value)


def _walk(path: str, one: Any, other: Any, ordered: bool) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            yield from _walk(f"{path}/{name}" if path else name, one.get(name, "(absent)"), other.get(name, "(absent)"), ordered)
    elif isinstance(one, list) and isinstance(other, list) and any(isinstance(item, dict) for item in [*one, *other]):
        yield from _lists(path, one, other, ordered)
    elif one != other:
        yield path, one, other


def _lists(path: str, one: list[Any], other: list[Any], ordered: bool) -> Iterator[tuple[str, Any, Any]]:
    names = [_names(items) for items in (one, other)]
    as_it_is = path.endswith(("records", "synonyms"))
    if as_it_is or None in names:
        if not as_it_is:
            one, other = (sorted(items, key=lambda item: json.dumps(item, sort_keys=True)) for items in (one, other))
        if len(one) != len(other):
            yield f"{path}/count", len(one), len(other)
        for index, (item, twin) in enumerate(zip(one, other, strict=False)):
            yield from _walk(f"{path}/{index}", item, twin, ordered)
        return
    first, second = (dict(zip(known or (), items, strict=True)) for known, items in zip(names, (one, other), strict=True))
    if ordered and list(first) != list(second) and set(first) == set(second):
        yield f"{path}/order", list(first), list(second)
    for name in {**first, **second}:
        yield from _walk(f"{path}/{name}", first.get(name, "(absent)"), second.get(name, "(absent)"), ordered)


def _names(items: list[Any]) -> list[str] | None:
    """A name for each element; None where they have none, or one twice."""
    for key in KEYS:
        if all(isinstance(item, dict) and all(part in item for part in key) for item in items):
            names = [" ".join(str(item[part]) for part in key if part != "topic_id" or len(key) == 1 or not item[key[0]]) for item in items]
            return names if len(set(names)) == len(names) else None
    return None
