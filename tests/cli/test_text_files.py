"""Files that a user names."""

from __future__ import annotations

import pathlib
import tempfile

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.text_files import MAX_BYTES, read_text_file


class ReadTextFileTests(SynchronousTestCase):
    """`read_text_file`."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "it"

    def fails(self, sentence: str, code: Exit | None = None) -> None:
        error = self.assertRaises(CommandFailed, read_text_file, str(self.path), "recipe")
        self.assertIn(sentence, str(error))
        if code is not None:
            self.assertIs(error.code, code)

    def test_text(self) -> None:
        self.path.write_bytes("Öl\r\n".encode())
        self.assertEqual(read_text_file(str(self.path), "recipe"), "Öl\r\n")

    def test_what_is_none(self) -> None:
        self.fails(f"there is no recipe {self.path}", Exit.NOT_FOUND)
        self.path.write_bytes(b"\xff")
        self.fails(f"{self.path} is no recipe: it is not UTF-8 text")
        self.path.write_bytes(b"x" * (MAX_BYTES + 1))
        self.fails("it cannot be a recipe")
        self.path.unlink()
        self.path.mkdir()
        self.fails(f"cannot read the recipe {self.path}: Is a directory")
