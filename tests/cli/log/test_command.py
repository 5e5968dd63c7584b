"""``klog log`` as a command, over the files of a broker written to a real directory."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from klog.cli import main
from klog.cli.log.verify import PartitionCheck, Report
from klog.model import TopicPartition
from klog.storage.checkpoint_files import write_offsets
from klog.storage.filesystem import FileSystem, RealFileSystem
from tests.cli.log.rig import filled, read


def export(fs: FileSystem, source: str, target: pathlib.Path) -> None:
    """Copy a tree out of memory."""
    target.mkdir(parents=True, exist_ok=True)
    for name in fs.list(source):
        path = f"{source}/{name}"
        if fs.is_directory(path):
            export(fs, path, target / name)
        else:
            (target / name).write_bytes(read(fs, path))


class LogTests(unittest.TestCase):
    """dump and verify."""

    folder: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        broker = filled()
        export(broker.file_system, broker.properties["log.dirs"], cls.folder / "data")

    def run_it(self, *arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main.run(["log", *arguments])
        return int(code), out.getvalue(), err.getvalue()

    def test_verify(self) -> None:
        code, out, err = self.run_it("verify", str(self.folder / "data"))
        self.assertEqual((code, err), (0, ""))
        self.assertIn("t-0\t", out)
        code, out, _ = self.run_it("verify", str(self.folder / "data" / "t-0"), "-o", "json")
        (row,) = json.loads(out)["partitions"]
        self.assertEqual((code, row["records"], row["errors"]), (0, 180, 0))
        code, out, err = self.run_it("verify", str(self.folder / "data"), "-o", "table")
        self.assertIn("PARTITION", out)
        self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def test_a_broker_that_writes_meanwhile(self) -> None:
        """The high watermark that it notes is ahead of what was read of the log before."""
        living = self.folder / "living"
        shutil.copytree(self.folder / "data", living)
        check = PartitionCheck.run

        def slowly(partition: PartitionCheck) -> Report:
            report = check(partition)
            write_offsets(RealFileSystem(), f"{living}/replication-offset-checkpoint", {TopicPartition("t", 0): 999})
            return report

        with mock.patch.object(PartitionCheck, "run", slowly):
            code, _, err = self.run_it("verify", str(living))
        self.assertEqual((code, err), (0, ""))

    def test_something_broken(self) -> None:
        broken = self.folder / "broken"
        shutil.copytree(self.folder / "data", broken)
        path = sorted((broken / "t-0").glob("*.log"))[0]
        data = bytearray(path.read_bytes())
        data[90] ^= 1
        path.write_bytes(bytes(data))
        code, out, err = self.run_it("verify", str(broken))
        self.assertEqual(code, 1)
        self.assertIn(f"error: {path}, position 0: offset 0: ", out)
        self.assertIn("1 error found", err)
        code, out, err = self.run_it("dump", str(path), "-o", "table")
        self.assertEqual(code, 1)
        self.assertIn("BROKEN", out)

    def test_dump(self) -> None:
        folder = str(self.folder / "data" / "t-0")
        code, out, _ = self.run_it("dump", folder, "--records", "-o", "json")
        rows = [json.loads(line) for line in out.splitlines()]
        self.assertEqual((code, sum(row["type"] == "record" for row in rows)), (0, 180))
        code, out, _ = self.run_it("dump", folder, "--limit", "1")
        self.assertEqual(code, 0)
        path = str(sorted(pathlib.Path(folder).glob("*.log"))[0])
        code, out, _ = self.run_it("dump", path, "--records", "--offset", "1", "--limit", "2", "--no-check")
        self.assertEqual([line.split("\t")[0] for line in out.splitlines()], ["batch", "record"])
        self.assertIn("offset=1", out.splitlines()[1])

    def test_wrong_paths(self) -> None:
        for arguments, code in (
            (("dump", "/nonexistent"), 4),
            (("verify", "/nonexistent"), 4),
            (("verify", __file__), 2),
            (("dump", __file__), 2),
            (("verify", str(pathlib.Path(__file__).parent)), 4),
            (("dump",), 2),
        ):
            found, _, err = self.run_it(*arguments)
            self.assertEqual(found, code, err)
