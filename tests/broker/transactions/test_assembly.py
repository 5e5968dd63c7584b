"""The room, put together."""

from __future__ import annotations

from klog.testing.broker import MemoryBroker
from klog.wire.messages.api_versions import ApiVersionsRequest
from tests.broker.transactions.setting import TransactionTestCase


class AssemblyTests(TransactionTestCase):
    """What a broker that is alone serves and announces."""

    def test_handlers(self) -> None:
        keys = [handler.request_type.api_key for handler in self.transactions.handlers()]
        self.assertEqual(sorted(keys), [24, 25, 26, 27, 28, 65, 66])

    def test_the_feature(self) -> None:
        """Clients take it from lists with an epoch that is not negative; of version 3 a lowest level of 0 is left out."""
        request = ApiVersionsRequest(client_software_name="c", client_software_version="1")
        for version in (3, 4):
            answer = self.ask(request, version)
            finalized = [(one.name, one.min_version_level, one.max_version_level) for one in answer.finalized_features]
            self.assertEqual((finalized, answer.finalized_features_epoch), ([("transaction.version", 2, 2)], 0))
            supported = [(one.name, one.min_version, one.max_version) for one in answer.supported_features]
            self.assertEqual(supported, [("transaction.version", 0, 2)] if version == 4 else [])

    def test_the_topic_is_made_when_somebody_looks(self) -> None:
        broker = MemoryBroker({}).start()
        self.addCleanup(broker.stop)
        assert broker.broker.coordination is not None
        self.assertNotIn("__transaction_state", broker.broker.coordination.topics())
