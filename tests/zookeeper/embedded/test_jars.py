"""Which jars make a server, and where they are looked for."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.embedded.jars import Jars, find_jars, jars_in, list_folder
from klog.zookeeper.embedded.java import CannotStart

SPARK = ["zookeeper-3.9.5.jar", "zookeeper-jute-3.9.5.jar", "slf4j-api-2.0.17.jar", "metrics-core-4.2.37.jar", "snappy-java-1.1.10.8.jar"]
SPARK += [
    "metrics-jvm-4.2.37.jar",
    "log4j-api-2.25.4.jar",
    "log4j-core-2.25.4.jar",
    "log4j-slf4j2-impl-2.25.4.jar",
    "jcl-over-slf4j-2.0.17.jar",
]
SPARK += ["netty-all-4.2.13.Final.jar", "netty-handler-4.2.13.Final.jar", "netty-common-4.2.13.Final.jar"]
SPARK += ["netty-transport-native-epoll-4.2.13.Final-linux-x86_64.jar", "README", "scala-library-2.13.jar"]


def names(paths: Sequence[str]) -> list[str]:
    return [pathlib.PurePath(path).name for path in paths]


class FolderTests(SynchronousTestCase):
    """What a folder's names make up."""

    def test_sparks(self) -> None:
        jars = jars_in("/s", "x", SPARK)
        self.assertEqual(jars.version, "3.9.5")
        self.assertEqual(names(jars.server), SPARK[:5])
        self.assertEqual(names(jars.logging), SPARK[6:9])
        self.assertEqual(names(jars.tls), ["netty-handler-4.2.13.Final.jar", "netty-common-4.2.13.Final.jar"])
        self.assertEqual(jars.classpath().count(":"), 4)
        self.assertEqual(jars.classpath(logging=True, tls=True).count(":"), 9)

    def test_debians_have_no_versions(self) -> None:
        debian = [
            "slf4j-simple.jar",
            "zookeeper.jar",
            "zookeeper-3.8.0.jar",
            "zookeeper-jute.jar",
            "slf4j-api.jar",
            "metrics-core.jar",
            "snappy-java.jar",
        ]
        jars = jars_in("/usr/share/java", "Debian", debian)
        self.assertEqual((jars.version, names(jars.server)[0]), ("", "zookeeper.jar"))
        self.assertEqual(names(jars.logging), ["slf4j-simple.jar"])

    def test_old_ones(self) -> None:
        older = ["zookeeper-3.5.9.jar", "zookeeper-jute-3.5.9.jar", "slf4j-api-1.7.30.jar"]
        self.assertEqual(names(jars_in("/k", "x", older).server), older)
        error = self.assertRaises(CannotStart, jars_in, "/k", "x", ["zookeeper-3.4.6.jar", "slf4j-api-1.7.2.jar"])
        self.assertIn("ZooKeeper 3.4.6, which is too old", str(error))

    def test_the_newest_of_several(self) -> None:
        jars = jars_in("/s", "x", [*SPARK, "zookeeper-3.10.0.jar"])
        self.assertEqual((jars.version, names(jars.server)[0]), ("3.10.0", "zookeeper-3.10.0.jar"))

    def test_the_missing_are_named(self) -> None:
        error = self.assertRaises(CannotStart, jars_in, "/s", "x", SPARK[:3])
        self.assertIn("not metrics-core and snappy-java", str(error))
        self.assertRaises(CannotStart, jars_in, "/s", "x", [])


class FindTests(SynchronousTestCase):
    """The places, in order."""

    environment = {"ZOOKEEPER_HOME": "/zk", "SPARK_HOME": "/spark"}

    def find(self, given: str | None, folders: dict[str, list[str]]) -> Jars:
        return find_jars(
            given, self.environment, list_folder=lambda path: folders.get(path, []), package_folder=lambda name: f"/site/{name}"
        )

    def test_the_order(self) -> None:
        places = ["/given", "/zk/lib", "/usr/share/java", "/site/pyspark/jars", "/spark/jars"]
        for count, place in enumerate(places):
            found = self.find("/given" if not count else None, dict.fromkeys(places[count:], SPARK))
            self.assertEqual(found.folder, place)
        self.assertEqual(self.find("/zk", {"/zk": ["bin", "lib"], "/zk/lib": SPARK}).folder, "/zk/lib")

    def test_a_folder_that_is_not_whole_is_passed_over_and_told(self) -> None:
        self.assertEqual(self.find(None, {"/usr/share/java": SPARK[:2], "/spark/jars": SPARK}).folder, "/spark/jars")
        error = self.assertRaises(CannotStart, self.find, None, {"/usr/share/java": SPARK[:2], "/zk/lib": ["log4j.jar"]})
        self.assertIn("(/usr/share/java holds a zookeeper jar, but not slf4j-api and metrics-core and snappy-java", str(error))
        self.assertIn("pip install 'klog[zookeeper]'", str(error))

    def test_what_was_given_is_not_replaced(self) -> None:
        error = self.assertRaises(CannotStart, self.find, "/given", {"/zk/lib": SPARK})
        self.assertEqual(str(error), "--zookeeper-jars: /given holds no zookeeper jar")

    def test_a_folder_that_is_not_there(self) -> None:
        self.assertEqual(list(list_folder("/nowhere/at/all")), [])
        folder = pathlib.Path(self.mktemp())
        folder.mkdir()
        (folder / "b").touch()
        (folder / "a").touch()
        self.assertEqual(list(list_folder(str(folder))), ["a", "b"])
