"""ApiVersions."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.api_versions import ApiVersionsHandler
from klog.errors import ErrorCode
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsRequest


class ApiVersionsTests(SynchronousTestCase):
    """`ApiVersionsHandler`."""

    def setUp(self) -> None:
        self.handler = ApiVersionsHandler({18: (0, 4), 0: (0, 13)})
        self.connection = ConnectionInfo("PLAINTEXT", "127.0.0.1", 9092, "127.0.0.1", 40000)

    def context(self, version: int) -> RequestContext:
        return RequestContext(18, version, 1, None, self.connection)

    def test_the_table_by_key(self) -> None:
        answer = self.handler.handle(self.context(0), ApiVersionsRequest())
        self.assertEqual(answer.error_code, ErrorCode.NONE)
        self.assertEqual(
            answer.api_keys,
            [ApiVersion(api_key=0, min_version=0, max_version=13), ApiVersion(api_key=18, min_version=0, max_version=4)],
        )
        self.assertEqual((answer.finalized_features_epoch, answer.supported_features), (-1, []))

    def test_software_is_noted(self) -> None:
        request = ApiVersionsRequest(client_software_name="lib-rd.kafka", client_software_version="2.11.0")
        self.handler.handle(self.context(3), request)
        self.assertEqual(self.connection.client_software_name, "lib-rd.kafka")
        self.assertEqual(self.connection.client_software_version, "2.11.0")

    def test_bad_software_names(self) -> None:
        for name, version in (("", "1"), ("a", ""), ("-a", "1"), ("a b", "1"), ("a\n", "1"), ("é", "1"), ("a", "1-")):
            with self.subTest(name=name, version=version):
                request = ApiVersionsRequest(client_software_name=name, client_software_version=version)
                answer = self.handler.handle(self.context(4), request)
                self.assertEqual((answer.error_code, answer.api_keys), (ErrorCode.INVALID_REQUEST, []))
        self.assertEqual(self.connection.client_software_name, "")
        self.assertEqual(self.handler.handle(self.context(2), ApiVersionsRequest()).error_code, ErrorCode.NONE)

    def test_unsupported_version(self) -> None:
        answer = self.handler.unsupported_version()
        self.assertEqual(answer.error_code, ErrorCode.UNSUPPORTED_VERSION)
        self.assertEqual(answer.api_keys, [ApiVersion(api_key=18, min_version=0, max_version=4)])
