"""How much memory is touched, and that it is."""

from __future__ import annotations

import mmap
import unittest

from klog.cli.suite.host.memory_prefault import MOST_BYTES, bytes_to_prefault, memory_limit_files, prefault

GUEST = "processor : 0\nflags\t\t: fpu vme hypervisor lahf_lm\n"
MB = 1 << 20


def meminfo(total_mb: int, free_mb: int) -> str:
    return f"MemTotal:       {total_mb * 1024} kB\nMemFree:        {free_mb * 1024} kB\nMemAvailable:    1 kB\n"


class MemoryPrefaultTests(unittest.TestCase):
    """Both functions."""

    def test_half_of_what_is_free_and_no_more_than_a_step_fills(self) -> None:
        self.assertEqual(bytes_to_prefault(meminfo(24_000, 1_000), GUEST, ["max\n"]), 448 * MB)
        self.assertEqual(bytes_to_prefault(meminfo(24_000, 20_000), GUEST, []), MOST_BYTES)
        self.assertEqual(bytes_to_prefault(meminfo(24_000, 100), GUEST, []), 0)

    def test_only_in_a_guest_whose_memory_is_ours(self) -> None:
        plenty = meminfo(24_000, 20_000)
        self.assertEqual(bytes_to_prefault(plenty, GUEST.replace("hypervisor ", ""), []), 0)
        self.assertEqual(bytes_to_prefault(plenty, "", []), 0)
        self.assertEqual(bytes_to_prefault("", GUEST, []), 0)
        self.assertEqual(bytes_to_prefault(plenty, GUEST, [f"{2_000 * MB}\n"]), 0, "a container would be killed for it")
        self.assertEqual(bytes_to_prefault(plenty, GUEST, ["9223372036854771712\n"]), MOST_BYTES)

    def test_every_page_once(self) -> None:
        self.assertEqual(prefault(0), 0)
        self.assertEqual(prefault(1 << 60), 0, "more than there is")
        self.assertEqual(prefault(65 * MB), 65 * MB // mmap.PAGESIZE)


class MemoryLimitTests(unittest.TestCase):
    """`memory_limit_files`."""

    def test_of_the_own_group_and_all_above_it(self) -> None:
        """A limit far below is as good as one of the whole container: who touches more is killed."""
        top, old = "/sys/fs/cgroup", "/sys/fs/cgroup/memory"
        topmost = [f"{top}/memory.max", f"{old}/memory.limit_in_bytes"]
        for groups, more in (
            ("0::/user.slice/run.scope\n", [f"{top}/user.slice/memory.max", f"{top}/user.slice/run.scope/memory.max"]),
            ("5:cpu:/a\n4:cpuset,memory:/a\n0::/\n", [f"{old}/a/memory.limit_in_bytes"]),
            ("0::/../x\n", [f"{top}/x/memory.max"]),
            ("what\n", []),
            ("", []),
        ):
            self.assertEqual(memory_limit_files(groups), [*topmost, *more])
