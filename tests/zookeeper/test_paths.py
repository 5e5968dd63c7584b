"""Paths: the server's rules, and chroots."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.errors import BadArgumentsException
from klog.zookeeper.paths import ancestors, check_path, join, parent, with_chroot, without_chroot


class PathTests(SynchronousTestCase):
    """All of them."""

    def test_good(self) -> None:
        for path in ("/", "/a", "/a/b", "/a.b/..c", "/ä/日本", "/a b", "/.a", "/a/..."):
            check_path(path)
        check_path("/a/", is_sequence=True)

    def test_bad(self) -> None:
        for path in (
            "",
            "a",
            "a/b",
            "/a/",
            "//",
            "/a//b",
            "/.",
            "/..",
            "/a/./b",
            "/a/..",
            "/a\0",
            "/a\x1f",
            "/\x7f",
            "/\ud800",
            "/\uf000",
            "/\uffff",
            "/🙂",
        ):
            with self.assertRaises(BadArgumentsException) as caught:
                check_path(path)
            self.assertIn("cannot be a znode's", str(caught.exception))

    def test_chroot(self) -> None:
        for chroot, path, server in (("", "/a", "/a"), ("/x", "/a", "/x/a"), ("/x", "/", "/x"), ("/x/y", "/a/b", "/x/y/a/b")):
            self.assertEqual(with_chroot(chroot, path), server)
            self.assertEqual(without_chroot(chroot, server), path)
        self.assertEqual(without_chroot("/x", "/xy/a"), "/xy/a")
        self.assertEqual(without_chroot("/x", "/other"), "/other")

    def test_families(self) -> None:
        self.assertEqual((parent("/a/b"), parent("/a"), parent("/")), ("/a", "/", "/"))
        self.assertEqual((join("/", "a"), join("/a", "b")), ("/a", "/a/b"))
        self.assertEqual(ancestors("/a/b"), ["/a/b", "/a", "/"])
        self.assertEqual(ancestors("/"), ["/"])
