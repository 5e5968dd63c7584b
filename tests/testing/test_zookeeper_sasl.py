"""The server's end of DIGEST-MD5; its other end is in ``tests/zookeeper/test_digest_md5.py``."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.testing.zookeeper_sasl import DigestMd5Server, WrongAnswer


class ServerTests(SynchronousTestCase):
    """What is no answer."""

    def test_refused(self) -> None:
        for token in (b"", b"rubbish", b'username="nobody",cnonce="c",response=x', b'username="a",response=x', b'username="a",cnonce="c"'):
            server = DigestMd5Server({"a": "b"})
            self.assertIn(b"zk-sasl-md5", server.next(b""))
            self.assertRaises(WrongAnswer, server.next, token)
            self.assertIsNone(server.name)
