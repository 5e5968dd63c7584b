"""Every family of decoders, blind: 20,000 inputs each in the test command, ten times as many and with an eye on the time in `make soak`."""

from __future__ import annotations

import unittest

import pytest

from tests import peers
from tests.fuzz.child import run_family
from tests.fuzz.family import FAMILIES, decoders
from tests.fuzz.regressions import REGRESSIONS
from tests.fuzz.running import allowed_bytes, measured, try_one

INPUTS = 200_000 if peers.SOAK else 20_000
#: What an input may take, in milliseconds; only the soak looks at the clock.
MOST_MS = 50.0 if peers.SOAK else None


@pytest.mark.soak
class FamilyTests(unittest.TestCase):
    """One process for each."""

    def one(self, family: str) -> None:
        seed = peers.seed()
        code, told = run_family(family, INPUTS, seed, MOST_MS)
        print(told.splitlines()[1] if code == 0 else told)
        self.assertEqual(code, 0, f"KLOG_SEED={seed} repeats it; an input at fault belongs into tests/fuzz/regressions.py\n{told}")


def _test_of(family: str):  # type: ignore[no-untyped-def]
    def test(self: FamilyTests) -> None:
        self.one(family)

    return test


for _family in FAMILIES:
    setattr(FamilyTests, f"test_{_family}", _test_of(_family))


class RegressionTests(unittest.TestCase):
    """What was found once."""

    def test_they_do_it_no_more(self) -> None:
        for family, name, text in REGRESSIONS:
            with self.subTest(family=family, decoder=name, data=text[:80]):
                (decoder,) = [one for one in decoders(family) if one.name == name]
                data = bytes.fromhex(text)
                _, failure = try_one(decoder, data)
                self.assertIsNone(failure, str(failure))
                share, failure = measured(decoder, data)
                self.assertIsNone(failure, f"{share:.0%} of {allowed_bytes(decoder, data):,} bytes: {failure}")

    def test_valid_ones_are_valid(self) -> None:
        for family in FAMILIES:
            for decoder in decoders(family):
                accepted = sum(try_one(decoder, data)[0] for data in decoder.seeds)
                self.assertGreater(accepted, 0, f"{family}, {decoder.name}: nothing to begin with is accepted, so little can be reached")


if __name__ == "__main__":
    unittest.main()
