"""meta.properties in both forms."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.directories.meta_properties import (
    BadMetaProperties,
    MetaProperties,
    completed,
    format_meta_properties,
    parse_meta_properties,
    read_meta_properties,
    write_meta_properties,
)
from klog.testing.filesystem import MemoryFileSystem

CLUSTER = "AQIDBAUGBwgJCgsMDQ4PEA"
ZOOKEEPER = f"#\n#Sat Nov 21 12:00:00 UTC 2026\nbroker.id=1\nversion=0\ncluster.id={CLUSTER}\n".encode()
KRAFT = f"#\n#Sat Nov 21 12:00:00 UTC 2026\ncluster.id={CLUSTER}\nversion=1\ndirectory.id=x1y2\nnode.id=7\n".encode()


class MetaPropertiesTests(SynchronousTestCase):
    """Reading, completing, writing."""

    def test_both_forms(self) -> None:
        self.assertEqual(parse_meta_properties("x", ZOOKEEPER), MetaProperties(CLUSTER, 1))
        self.assertEqual(parse_meta_properties("x", KRAFT), MetaProperties(CLUSTER, 7, 1, "x1y2"))
        self.assertEqual(parse_meta_properties("x", b"broker.id=3\n"), MetaProperties(None, 3))

    def test_golden(self) -> None:
        self.assertEqual(format_meta_properties(MetaProperties(CLUSTER, 1)), f"version=0\nbroker.id=1\ncluster.id={CLUSTER}\n".encode())
        self.assertEqual(
            format_meta_properties(MetaProperties(CLUSTER, 7, 1, "x1y2")),
            f"version=1\nnode.id=7\ncluster.id={CLUSTER}\ndirectory.id=x1y2\n".encode(),
        )

    def test_what_is_unknown_is_kept(self) -> None:
        odd = MetaProperties(CLUSTER, 1, others={"a key:=": " \\x\t#é\U0001f600", "b": ""})
        data = format_meta_properties(odd)
        self.assertEqual(parse_meta_properties("x", data), odd)

    def test_completed(self) -> None:
        self.assertEqual(completed("p", None, CLUSTER, 1), MetaProperties(CLUSTER, 1))
        self.assertEqual(
            completed("p", MetaProperties(None, 1, others={"a": "b"}), CLUSTER, 1), MetaProperties(CLUSTER, 1, others={"a": "b"})
        )
        kraft = parse_meta_properties("p", KRAFT)
        self.assertEqual(completed("p", kraft, CLUSTER, 7), kraft)

    def test_another_owner(self) -> None:
        found = MetaProperties(CLUSTER, 1)
        self.assertIn("cluster", str(self.assertRaises(BadMetaProperties, completed, "/d/meta.properties", found, "other", 1)))
        error = str(self.assertRaises(BadMetaProperties, completed, "/d/meta.properties", found, CLUSTER, 2))
        self.assertIn("/d/meta.properties", error)
        self.assertIn("broker.id=1", error)

    def test_damage(self) -> None:
        for data in (
            b"version=2\n",
            b"version=x\n",
            b"version=0\nbroker.id=one\n",
            b"version=0\nbroker.id=-1\n",
            b"version=0\nbroker.id=2147483648\n",
            b"version=1\nnode.id=1\n",
            f"version=1\ncluster.id={CLUSTER}\n".encode(),
            b"\xff\xfe\n",
            b"a=\\u12\n",
        ):
            self.assertIn("/d/m", str(self.assertRaises(BadMetaProperties, parse_meta_properties, "/d/m", data)))

    def test_file(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d")
        self.assertIsNone(read_meta_properties(fs, "/d"))
        write_meta_properties(fs, "/d", MetaProperties(CLUSTER, 1))
        self.assertEqual(read_meta_properties(fs, "/d"), MetaProperties(CLUSTER, 1))
        fs.write("/d/meta.properties", bytes(100_000))
        self.assertRaises(OSError, read_meta_properties, fs, "/d")
