"""What the doctor says of this machine and a data directory."""

from __future__ import annotations

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from klog.cli.doctor.checks import Finding, Status
from klog.cli.doctor.disk import directory_findings, filesystem_of, lock_holder, machine_findings


class DiskTests(unittest.TestCase):
    """`directory_findings`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def look(self, path: pathlib.Path | None = None) -> dict[str, Finding]:
        return {one.check: one for one in directory_findings(str(path or self.folder))}

    def test_an_empty_one(self) -> None:
        found = self.look()
        self.assertIs(found["data directory"].status, Status.FINE)
        self.assertIs(found["lock"].status, Status.FINE)
        self.assertIn("disk", found)

    def test_none_and_a_file(self) -> None:
        self.assertIs(self.look(self.folder / "new")["data directory"].status, Status.NOTE)
        self.assertIs(self.look(self.folder / "no" / "way")["data directory"].status, Status.PROBLEM)
        (self.folder / "file").write_text("")
        self.assertIs(self.look(self.folder / "file")["data directory"].status, Status.PROBLEM)

    def test_rights(self) -> None:
        self.folder.chmod(0o777)
        self.assertIs(self.look()["data directory"].status, Status.WARNING)

    def test_identity_and_partitions(self) -> None:
        (self.folder / "meta.properties").write_text("version=0\nbroker.id=3\ncluster.id=c\n")
        (self.folder / "t-0").mkdir()
        found = self.look()
        self.assertIn("broker 3", found["identity"].sentence)
        self.assertIs(found["lock"].status, Status.NOTE)
        self.assertEqual(found["partitions here"].sentence, "1")
        (self.folder / "meta.properties").write_text("version=9\n")
        self.assertIs(self.look()["identity"].status, Status.PROBLEM)

    @unittest.skipUnless(sys.platform.startswith("linux"), "asks the kernel of Linux")
    def test_what_recovery_cut(self) -> None:
        """The last loss there was, with its time; nothing where there was none."""
        self.assertNotIn("recovery", self.look())
        (self.folder / "klog.recovery").write_text("0\n1700000000000 12\n" + "".join(f"orders {at} 7 25 12 0 0\n" for at in range(12)))
        found = self.look()["recovery"]
        self.assertIs(found.status, Status.WARNING)
        self.assertIn("2023-11-14 22:13:20", found.sentence)
        self.assertIn("orders-0 ends at 7 (25 offsets cut off, with 12 records)", found.sentence)
        self.assertIn("and 2 more partitions", found.sentence)
        assert found.advice
        self.assertIn("klog.recovery", found.advice)
        (self.folder / "klog.recovery").write_text("nonsense")
        found = self.look()["recovery"]
        self.assertIs(found.status, Status.NOTE)
        self.assertIn("does not read", found.sentence)

    def test_the_lock_is_seen_and_left_alone(self) -> None:
        lock = self.folder / ".lock"
        self.assertEqual(lock_holder(str(lock)), 0)
        self.assertFalse(lock.exists())
        lock.write_text("")
        self.assertEqual(lock_holder(str(lock)), 0)
        code = (
            f"import fcntl, sys; f = open({str(lock)!r}, 'r+'); fcntl.lockf(f, fcntl.LOCK_EX); "
            "print('locked', flush=True); sys.stdin.read()"
        )
        with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            self.assertEqual(holder.stdout.readline(), "locked\n")
            self.assertEqual(lock_holder(str(lock)), holder.pid)
            self.assertIn(str(holder.pid), self.look()["lock"].sentence)
            with self.assertRaises(OSError):
                fcntl.lockf(os.open(lock, os.O_RDWR), fcntl.LOCK_EX | fcntl.LOCK_NB)
            holder.communicate("")

    def test_file_systems(self) -> None:
        mounts = "/dev/sda / ext4 rw 0 0\ntmpfs /mnt/my\\040disk tmpfs rw 0 0\nserver:/x /mnt nfs4 rw 0 0\n"
        self.assertEqual(filesystem_of("/etc", mounts), ("ext4", "/"))
        self.assertEqual(filesystem_of("/mnt/a", mounts), ("nfs4", "/mnt"))
        self.assertEqual(filesystem_of("/mnt/my disk/a", mounts), ("tmpfs", "/mnt/my disk"))
        self.assertIsNone(filesystem_of("/etc", ""))

    def test_the_machine(self) -> None:
        checks = {one.check: one for one in machine_findings()}
        self.assertEqual(set(checks), {"open files", "record code"})
