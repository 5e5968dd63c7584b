"""Indexes of any segments hurt in any way between a stop and a start: what was written is read, and found by its time."""

from __future__ import annotations

import random
import unittest

import pytest

from klog.storage.cold_read import wait_for
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from tests import peers
from tests.storage.logs import NOW_MS, T0, Place, append, batch, checkpoint, read_all, values


def hurt(place: Place, rng: random.Random, path: str) -> None:
    """A file that is gone, empty, longer, has a bit changed, or anything in it."""
    data = place.fs.read(path)
    entry_bytes = 8 if path.endswith(".index") else 12
    match rng.randrange(5):
        case 0:
            place.fs.remove(path)
        case 1:
            place.fs.write(path, b"")
        case 2:
            place.fs.write(path, data + b"\0" * 3)
        case 3 if data:
            changed = bytearray(data)
            changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            place.fs.write(path, bytes(changed))
        case _:
            place.fs.write(path, rng.randbytes(entry_bytes * rng.randrange(1, 4)))


@pytest.mark.soak
class HurtIndexesTests(unittest.TestCase):
    """Logs of a record in each batch, from seeds."""

    def test_nothing_is_lost_nor_found_elsewhere(self) -> None:
        for seed in range(peers.soak_share(1500)):
            with self.subTest(seed=seed):
                self.live(random.Random(seed))

    def live(self, rng: random.Random) -> None:
        """One log's life."""
        settings = LogSettings(segment_bytes=rng.choice([300, 500, 900]), index_interval_bytes=rng.choice([1, 100, 4096]))
        place = Place()
        log = place.log(settings)
        wanted = []
        for number in range(rng.randrange(5, 40)):
            value = b"%d" % number + b"x" * rng.randrange(60)
            append(log, batch(value, timestamp_ms=NOW_MS + number))
            wanted.append((number, value))
        log.flush()
        checkpoint(place.last)
        if rng.random() < 0.5:
            place.last.close()
        for path in sorted(place.fs.walk("/data/t-0")):
            if path.endswith("index") and rng.random() < 0.4:
                hurt(place, rng, path)
        log = place.again(settings)
        wanted = self.change(place, log, rng, wanted)
        self.check(log, wanted)
        place.last.close()
        self.check(place.again(settings), wanted)

    def change(self, place: Place, log: Log, rng: random.Random, wanted: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
        """Something is done with the log before anybody has read it; what is in it then."""
        at = rng.randrange(len(wanted) + 1)
        match rng.randrange(5):
            case 0:
                truncation = place.last.prepare_truncation(T0, at)
                if truncation is not None:
                    do_now(truncation)
                return wanted[:at]
            case 1:
                truncation = place.last.prepare_truncation(T0, 100, fully=True)
                if truncation is not None:
                    do_now(truncation)
                return []
            case 2:
                log.truncate_start(at)
                return wanted[at:]
            case 3:
                append(log, batch(b"new", timestamp_ms=NOW_MS + log.end_offset))
                return [*wanted, (log.end_offset - 1, b"new")]
        return wanted

    def check(self, log: Log, wanted: list[tuple[int, bytes]]) -> None:
        self.assertEqual(values(read_all(log)), wanted)
        for offset, _ in wanted:
            found = wait_for(lambda offset=offset: log.offset_for_timestamp(NOW_MS + offset, log.end_offset))  # type: ignore[misc]
            assert found is not None, offset
            self.assertEqual(found[:2], (NOW_MS + offset, offset))
