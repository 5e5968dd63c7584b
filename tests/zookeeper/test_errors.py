"""Errors: their codes, and their sentences."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper import errors
from klog.zookeeper.errors import BY_CODE, NoNodeException, ZookeeperError, error_of, is_connection_exception


class ErrorTests(SynchronousTestCase):
    """`error_of` and the classes."""

    def test_names_operation_path_and_server(self) -> None:
        error = error_of(-101, "get", "/a", "h:1")
        self.assertIsInstance(error, NoNodeException)
        self.assertEqual((error.code, error.operation, error.path, error.server), (-101, "get", "/a", "h:1"))
        self.assertEqual(str(error), "ZooKeeper's get of /a: there is no such node (h:1)")
        self.assertEqual(error.index, -1)

    def test_every_code_has_its_class(self) -> None:
        for code, kind in BY_CODE.items():
            error = error_of(code, "x", "/p")
            self.assertIs(type(error), kind)
            self.assertEqual(error.code, code)
            self.assertIn("/p", str(error))

    def test_unknown_code(self) -> None:
        error = error_of(-4711, "get", "/a")
        self.assertIs(type(error), ZookeeperError)
        self.assertEqual(error.code, -4711)
        self.assertIn("-4711", str(error))

    def test_without_anything(self) -> None:
        self.assertEqual(str(errors.SessionExpiredException()), "ZooKeeper: the session has expired")
        self.assertEqual(str(errors.NotConnectedException("said so")), "said so")

    def test_connection_exceptions(self) -> None:
        for kind in (errors.ClosingException, errors.ConnectionLossException, errors.SessionExpiredException, errors.NotConnectedException):
            self.assertTrue(is_connection_exception(kind()))
        self.assertFalse(is_connection_exception(NoNodeException()))
