"""The checks can fail: each kind of badness is found in a decoder that was made to have it."""

from __future__ import annotations

import unittest

from tests.fuzz.child import run_family


class PlantedTests(unittest.TestCase):
    """One bad decoder each; none is found bad in a run of few inputs by chance alone."""

    def found(self, name: str, *words: str, most_ms: float | None = None) -> None:
        # A slow one takes its time for each of its inputs.
        code, told = run_family(f"planted:{name}", 400 if most_ms is None else 20, 1, most_ms, 120)
        self.assertNotEqual(code, 0, f"{name} was not found\n{told}")
        for word in words:
            self.assertIn(word, told)

    def test_memory_by_an_announced_length(self) -> None:
        self.found("allocates", "bytes of memory", "input (")

    def test_memory_that_python_does_not_see(self) -> None:
        self.found("maps", "the process grew by", "input (")

    def test_memory_that_nobody_touches(self) -> None:
        self.found("reserves", "MemoryError", "input (")

    def test_an_undeclared_error(self) -> None:
        self.found("undeclared", "error: unpack", "input (")

    def test_a_dead_process(self) -> None:
        self.found("dies", "died with -6 while dies had ")

    def test_a_slow_one(self) -> None:
        self.found("slow", "took ", "ms, 50 are allowed", most_ms=50)

    def test_a_slow_one_that_unpacks(self) -> None:
        self.found("unpacks_little", "took ", "ms, 54 are allowed", most_ms=50)
        # What unpacks much is allowed more.
        code, told = run_family("planted:unpacks", 20, 1, 50, 120)
        self.assertEqual(code, 0, told)


if __name__ == "__main__":
    unittest.main()
