"""The file of profiles: who may read it, and what it may look like."""

from __future__ import annotations

import fcntl
import json
import os
import pathlib
import shutil
import stat
import tempfile
import unittest
from unittest import mock

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.profile.file import (
    LOCK_NAME,
    Profiles,
    change_profiles,
    check_name,
    complete_profiles,
    decode,
    encode,
    profiles_path,
    read_profiles,
    write_profiles,
)

OPEN = Profiles("a", {"a": {"bootstrap.servers": "h:1"}, "b": {"bootstrap.servers": "h:2", "client.id": "\u00e4"}})
SECRET = Profiles("a", {"a": {"bootstrap.servers": "h:1", "sasl.password": "x"}})


class FileTests(unittest.TestCase):
    """Reading and writing."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = str(self.folder / "klog" / "profiles.json")

    def test_where_it_is(self) -> None:
        self.assertEqual(profiles_path({"XDG_CONFIG_HOME": "/x"}), "/x/klog/profiles.json")
        with mock.patch.dict("os.environ", {"HOME": "/h"}):
            for environment in ({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "relative"}):
                self.assertEqual(profiles_path(environment), "/h/.config/klog/profiles.json")

    def test_what_is_written_is_read(self) -> None:
        self.assertEqual(read_profiles(self.path), Profiles())
        for profiles in (OPEN, SECRET, Profiles()):
            write_profiles(self.path, profiles)
            self.assertEqual(read_profiles(self.path), profiles)
        self.assertEqual(decode("p", encode(OPEN)), OPEN)

    def test_only_the_owner_reads_it(self) -> None:
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        write_profiles(self.path, SECRET)
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.path)).st_mode), 0o700)
        for mode in (0o640, 0o604, 0o620):
            os.chmod(self.path, mode)
            with self.assertRaises(CommandFailed) as caught:
                read_profiles(self.path)
            self.assertIn(f"chmod 600 {self.path}", caught.exception.sentence)
        write_profiles(self.path, OPEN)
        os.chmod(self.path, 0o644)
        self.assertEqual(read_profiles(self.path), OPEN)

    def test_unreadable(self) -> None:
        os.makedirs(self.path)
        with self.assertRaises(CommandFailed) as caught:
            read_profiles(self.path)
        self.assertIn("cannot read", caught.exception.sentence)
        with mock.patch("os.stat", side_effect=PermissionError(13, "Permission denied")), self.assertRaises(CommandFailed) as caught:
            read_profiles(self.path)
        self.assertIn("Permission denied", caught.exception.sentence)

    def test_what_is_none(self) -> None:
        for text in (
            "",
            "{",
            "[]",
            "{}",
            '{"profiles": []}',
            '{"profiles": {"a": 1}}',
            '{"profiles": {"a": {"b": 1}}}',
            '{"profiles": {"": {}}}',
            '{"profiles": {}, "current": 1}',
            "[" * 100_000,
        ):
            with self.assertRaises(CommandFailed, msg=text[:50]) as caught:
                decode("/the/file", text)
            self.assertIn("/the/file", caught.exception.sentence)

    def test_one_command_at_a_time(self) -> None:
        def change(found: Profiles) -> Profiles:
            with open(os.path.join(os.path.dirname(self.path), LOCK_NAME)) as lock, self.assertRaises(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return Profiles("b", {**found.named, "b": {"bootstrap.servers": "h:1"}})

        self.assertEqual(change_profiles(self.path, change).current, "b")
        self.assertEqual(read_profiles(self.path).current, "b")
        # It is given back.
        self.assertEqual(change_profiles(self.path, lambda found: found).current, "b")

    def test_a_folder_that_cannot_be_made(self) -> None:
        pathlib.Path(self.folder / "file").write_text("")
        with self.assertRaises(CommandFailed) as caught:
            change_profiles(str(self.folder / "file" / "klog" / "profiles.json"), lambda found: found)
        self.assertIn("cannot write the file of profiles", caught.exception.sentence)

    def test_a_full_disk_leaves_the_old_one(self) -> None:
        write_profiles(self.path, OPEN)
        with mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")), self.assertRaises(CommandFailed) as caught:
            write_profiles(self.path, SECRET)
        self.assertIn("No space left", caught.exception.sentence)
        self.assertEqual(read_profiles(self.path), OPEN)
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["profiles.json"])

    def test_what_cannot_be_written_leaves_no_file_behind(self) -> None:
        write_profiles(self.path, SECRET)
        with self.assertRaises(CommandFailed) as caught:
            write_profiles(self.path, Profiles("a", {"a": {"bootstrap.servers": "h:1", "client.id": "\udcff"}}))
        self.assertIn("UTF-8", caught.exception.sentence)
        with mock.patch("os.fsync", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            write_profiles(self.path, OPEN)
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["profiles.json"])
        self.assertEqual(read_profiles(self.path), SECRET)

    def test_what_is_no_text_is_named(self) -> None:
        """Another profile than the one that is changed, perhaps: JSON may hold half a character, and UTF-8 not."""
        stored = decode(self.path, '{"profiles": {"a": {"bootstrap.servers": "h:1"}, "b": {"client.id": "\\ud800"}}}')
        with self.assertRaises(CommandFailed) as caught:
            write_profiles(self.path, stored)
        self.assertEqual(caught.exception.sentence, "a profile holds UTF-8 text, and something in profile b is none")

    def test_a_link_stays(self) -> None:
        target = self.folder / "kept.json"
        os.makedirs(os.path.dirname(self.path))
        os.symlink(target, self.path)
        write_profiles(self.path, OPEN)
        self.assertTrue(os.path.islink(self.path))
        self.assertEqual(json.loads(target.read_text())["current"], "a")

    def test_names(self) -> None:
        for name in ("a", "prod-eu.1", "X_y"):
            self.assertEqual(check_name(name), name)
        for name in ("", "-a", "a b", "a/b", "x" * 101, "\u00e4", "a\n"):
            with self.assertRaises(CommandFailed, msg=name) as caught:
                check_name(name)
            self.assertIs(caught.exception.code, Exit.USAGE)
        with self.assertRaises(CommandFailed) as caught:
            OPEN.pairs("c")
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)

    def test_completion(self) -> None:
        with mock.patch.dict("os.environ", {"XDG_CONFIG_HOME": str(self.folder)}):
            self.assertEqual(complete_profiles(mock.Mock(), mock.Mock(), ""), [])
            write_profiles(self.path, OPEN)
            self.assertEqual([item.value for item in complete_profiles(mock.Mock(), mock.Mock(), "b")], ["b"])
            pathlib.Path(self.path).write_text("{")
            self.assertEqual(complete_profiles(mock.Mock(), mock.Mock(), ""), [])
