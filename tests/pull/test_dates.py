"""Batches parted by date: days of UTC, records without a date, order."""

from __future__ import annotations

import datetime
import random
import unittest
from typing import Any

import pyarrow as pa

from klog.pull.dates import date_of_us, part_by_date
from klog.pull.types import NO_DATE

DAY_US = 86_400_000_000


def batch(timestamps_us: list[int | None]) -> Any:
    """Records with these timestamps and their places as offsets."""
    return pa.record_batch(
        {
            "offset": pa.array(range(len(timestamps_us)), pa.int64()),
            "timestamp": pa.array(timestamps_us, pa.int64()).cast(pa.timestamp("us", tz="UTC")),
        }
    )


def parted(timestamps_us: list[int | None]) -> dict[str, list[int]]:
    """Offsets by date."""
    found = list(part_by_date(batch(timestamps_us)))
    assert len({date for date, _ in found}) == len(found), "a date came twice"
    return {date: part.column("offset").to_pylist() for date, part in found}


def model(timestamps_us: list[int | None]) -> dict[str, list[int]]:
    """The same by the standard library."""
    found: dict[str, list[int]] = {}
    for place, us in enumerate(timestamps_us):
        try:
            if us is None or us == -1000:
                raise OverflowError
            date = (datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=us)).date().isoformat()
        except OverflowError:
            date = NO_DATE
        found.setdefault(date, []).append(place)
    return found


class DateTests(unittest.TestCase):
    """See above."""

    def test_a_day_ends_at_midnight_of_utc(self) -> None:
        self.assertEqual(parted([0, DAY_US - 1, DAY_US]), {"1970-01-01": [0, 1], "1970-01-02": [2]})
        self.assertEqual(date_of_us(1_700_000_000_000_000), "2023-11-14")

    def test_before_1970(self) -> None:
        self.assertEqual(parted([-1, -DAY_US, -DAY_US - 1, 0]), {"1969-12-31": [0, 1], "1969-12-30": [2], "1970-01-01": [3]})

    def test_one_date_passes_as_it_is(self) -> None:
        whole = batch([5, 7, 6])
        ((date, part),) = part_by_date(whole)
        self.assertEqual(date, "1970-01-01")
        self.assertIs(part, whole)

    def test_without_a_timestamp_there_is_no_date(self) -> None:
        self.assertEqual(parted([-1000, -1000]), {NO_DATE: [0, 1]})
        self.assertEqual(parted([-1000, 5, -2]), {NO_DATE: [0], "1970-01-01": [1], "1969-12-31": [2]})
        self.assertEqual(parted([None, None]), {NO_DATE: [0, 1]})
        self.assertEqual(parted([None, 5]), {NO_DATE: [0], "1970-01-01": [1]})

    def test_years_without_four_digits_have_no_date(self) -> None:
        far = (datetime.date(9999, 12, 31) - datetime.date(1970, 1, 1)).days * DAY_US
        self.assertEqual(parted([far, far + DAY_US, 2**63 - 1, -(2**63)]), {"9999-12-31": [0], NO_DATE: [1, 2, 3]})
        self.assertEqual(date_of_us(2**63 - 1), NO_DATE)

    def test_nothing(self) -> None:
        self.assertEqual(parted([]), {})

    def test_as_the_standard_library_at_random(self) -> None:
        chance = random.Random(7)
        for _ in range(200):
            middle = chance.randrange(-(10**16), 10**16)
            width = chance.choice([1, 10**9, 10**11, 10**12, 10**17])
            given = [chance.choice([-1000, None, middle]) if chance.random() < 0.1 else middle + chance.randrange(width) for _ in range(20)]
            self.assertEqual(parted(given), model(given))


if __name__ == "__main__":
    unittest.main()
