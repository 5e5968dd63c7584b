"""What the ledger of the idempotent sink comes to at some offset, written into the ledger itself: whoever begins reads from there on.

Without it a worker that begins would have to read every claim of a day (`klog.spark.ledger_topic`): compaction lets them stand so long. A
snapshot holds for each query the last batch that is done, when it was last heard of, and the last claim of each task. It says what counts
before the offset `Snapshot.upto`; what stands behind that, before the snapshot or after it, is read as ever.

It may be too large for one record, so that it has *parts*, each with the snapshot's name and how many there are. Only a whole one counts.
The parts' keys are the same in every snapshot, so that compaction leaves the last one. No IO here.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any

#: Of a part's entries as JSON; brokers take records of 1 MB.
PART_BYTES = 256 << 10
#: A query that has no batch under way and was not heard of for so long has no claims any more: it goes on with new producer ids.
KEEP_CLAIMS_MS = 7 * 24 * 3_600_000


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """See above. Claims are as in their records.

    :ivar done: by query the last batch that is done; :ivar heard_ms: when something of it was last written.
    :ivar claims: by query and task the last claim that counts.
    """

    upto: int
    done: Mapping[str, int]
    heard_ms: Mapping[str, int]
    claims: Mapping[tuple[str, int], Mapping[str, Any]]


def without_the_dead(snapshot: Snapshot, now_ms: int) -> tuple[Snapshot, list[tuple[str, int]]]:
    """The snapshot without claims that nobody needs any more, and which those were.

    A batch that is done is not claimed again, so of its claim only the numbers count, with which the next batch goes on; and of a query
    that was not heard of for `KEEP_CLAIMS_MS` those do not count either.
    """
    claims: dict[tuple[str, int], Mapping[str, Any]] = {}
    dead = []
    for (query, task), claim in snapshot.claims.items():
        if claim["batch"] > snapshot.done.get(query, -1):
            claims[query, task] = claim
        elif now_ms - snapshot.heard_ms.get(query, now_ms) <= KEEP_CLAIMS_MS:
            claims[query, task] = {**claim, "starts": {}}
        else:
            dead.append((query, task))
    return dataclasses.replace(snapshot, claims=claims), dead


def records_of(snapshot: Snapshot, name: str) -> list[tuple[list[Any], dict[str, Any]]]:
    """Keys and values of a snapshot's parts.

    :param name: of this snapshot alone.
    """
    parts: list[list[Any]] = [[]]
    size = 0
    for entry in _entries(snapshot):
        size += len(json.dumps(entry))
        if size > PART_BYTES and parts[-1]:
            parts.append([])
            size = len(json.dumps(entry))
        parts[-1].append(entry)
    return [
        (["", "snapshot", number], {"snapshot": name, "part": number, "parts": len(parts), "upto": snapshot.upto, "entries": entries})
        for number, entries in enumerate(parts)
    ]


def _entries(snapshot: Snapshot) -> Iterator[list[Any]]:
    for query, batch in snapshot.done.items():
        yield ["done", query, batch, snapshot.heard_ms.get(query, 0)]
    for query, heard_ms in snapshot.heard_ms.items():
        if query not in snapshot.done:
            yield ["done", query, -1, heard_ms]
    for (query, task), claim in snapshot.claims.items():
        yield ["claim", query, task, dict(claim)]


class Assembly:
    """Puts parts together, in the order of the log."""

    def __init__(self) -> None:
        self._name = ""
        self._parts: dict[int, list[Any]] = {}

    def take(self, value: Mapping[str, Any]) -> Snapshot | None:
        """The snapshot, with its last part.

        :raises LookupError, TypeError, ValueError: this is none.
        """
        if value["snapshot"] != self._name:
            self._name, self._parts = str(value["snapshot"]), {}
        self._parts[int(value["part"])] = value["entries"]
        if len(self._parts) != value["parts"]:
            return None
        done: dict[str, int] = {}
        heard_ms: dict[str, int] = {}
        claims: dict[tuple[str, int], Mapping[str, Any]] = {}
        for number in sorted(self._parts):
            for kind, query, *rest in self._parts[number]:
                if kind == "done":
                    batch, heard_ms[query] = rest
                    if batch >= 0:
                        done[query] = batch
                else:
                    task, claim = rest
                    claims[query, task] = claim
        self._name, self._parts = "", {}
        return Snapshot(int(value["upto"]), done, heard_ms, claims)
