"""A broker in memory whose only listener asks for SASL, and clients that show who they are."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.net.sasl import Plain, SaslClient
from klog.testing.broker import MemoryBroker, MemoryClient
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest
from tests.login_modules import PLAIN

ILLEGAL, FAILED = ErrorCode.ILLEGAL_SASL_STATE, ErrorCode.SASL_AUTHENTICATION_FAILED
API_VERSIONS = (ApiVersionsRequest(client_software_name="t", client_software_version="1"), 3)
METADATA = (MetadataRequest(topics=None), 9)


def handshake(mechanism: str = "PLAIN", version: int = 1) -> tuple[SaslHandshakeRequest, int]:
    """A request and its version."""
    return SaslHandshakeRequest(mechanism=mechanism), version


def token(data: bytes, version: int = 2) -> tuple[SaslAuthenticateRequest, int]:
    """A request and its version."""
    return SaslAuthenticateRequest(auth_bytes=data), version


ALICE = token(Plain("alice", "secret").first())


class SaslFixture(SynchronousTestCase):
    """A broker whose only listener asks for SASL."""

    more: dict[str, str] = {}

    def setUp(self) -> None:
        self.broker = MemoryBroker(
            {
                "listeners": "SASL_PLAINTEXT://:9092",
                "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
                "listener.name.sasl_plaintext.plain.sasl.jaas.config": f'{PLAIN} user_alice="secret" user_bob="other";',
                **self.more,
            }
        ).start()
        self.addCleanup(self.broker.stop)

    def connect(self) -> MemoryClient:
        """A client that has said nothing yet."""
        return self.broker.connect("SASL_PLAINTEXT")

    def come_in(self, client: MemoryClient, end: SaslClient) -> Any:
        """Authenticate; the last answer."""
        self.assertEqual(client.ask(*handshake(end.mechanism)).error_code, 0)
        data: bytes | None = end.first()
        answer = None
        while data is not None:
            answer = client.ask(*token(data))
            if answer.error_code:
                return answer
            data = end.next(bytes(answer.auth_bytes))
        return answer

    def admin(self) -> MemoryClient:
        """A client that is in."""
        client = self.connect()
        self.come_in(client, Plain("alice", "secret"))
        return client

    def principals(self) -> set[str]:
        """Whose connections there are."""
        connections = self.broker.broker.open_listeners.connections
        assert connections is not None
        return {str(member.info.principal) for group in connections._groups for member in group}  # type: ignore[attr-defined]
