"""Ports are given once, whoever asks."""

from __future__ import annotations

import subprocess
import sys
import unittest

from tests.ports import claim, free_port, outside


class FreePortTests(unittest.TestCase):
    def test_each_once(self) -> None:
        ports = [free_port() for _ in range(50)]
        self.assertEqual(len(set(ports)), 50)

    def test_another_process_cannot_have_it(self) -> None:
        port = free_port()
        program = f"from tests.ports import claim; print(claim({port}), claim({port + 40_000}))"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split(), ["False", "True"])
        self.assertTrue(claim(port), "the one who has it may ask again")

    def test_a_claim_ends_with_its_process(self) -> None:
        port = free_port() + 40_000
        subprocess.run([sys.executable, "-c", f"from tests.ports import claim; assert claim({port})"], check=True)
        self.assertTrue(claim(port))


class OutsideTests(unittest.TestCase):
    def test_what_linux_does(self) -> None:
        self.assertEqual(outside("32768\t60999\n"), range(10_000, 32_000))

    def test_leaving_connections_from_low_ports(self) -> None:
        self.assertEqual(outside("16000 65535"), range(10_000, 16_000))

    def test_leaving_connections_below(self) -> None:
        self.assertEqual(outside("1024 20000"), range(20_001, 65_536))

    def test_leaving_connections_from_anywhere(self) -> None:
        self.assertEqual(outside("1024 65535"), range(10_000, 32_000))
