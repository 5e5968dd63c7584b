"""The room, put together."""

from __future__ import annotations

from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests.broker.transactions.setting import SETTINGS, TransactionTestCase


class AssemblyTests(TransactionTestCase):
    """What a broker that is alone serves and announces."""

    def test_handlers(self) -> None:
        coordination = self.broker.broker.coordination
        assert coordination is not None
        handlers = self.transactions.handlers(InterBrokerGuard(coordination, None), self.broker.broker.steps.run)
        keys = [handler.request_type.api_key for handler in handlers]
        self.assertEqual(sorted(keys), [24, 25, 26, 27, 28, 65, 66])

    def test_verification_is_a_setting(self) -> None:
        self.assertTrue(self.transactions.verifies())
        broker = MemoryBroker({"transaction.partition.verification.enable": "false"}).start()
        self.addCleanup(broker.stop)
        transactions = broker.broker.transactions
        assert transactions is not None
        self.assertFalse(transactions.verifies())

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
        """For a transactional id; who looks for a group makes that of groups alone."""
        broker = MemoryBroker(SETTINGS).start()
        self.addCleanup(broker.stop)
        coordination, client = broker.broker.coordination, broker.connect()
        assert coordination is not None
        self.assertNotIn("__transaction_state", coordination.topics())
        client.ask(FindCoordinatorRequest(key="x", key_type=0), 3)
        self.assertEqual(set(coordination.topics()), {"__consumer_offsets"})
        found = client.ask(FindCoordinatorRequest(key="x", key_type=1), 3)
        self.assertEqual((found.error_code, found.node_id), (ErrorCode.NONE, coordination.broker_id()))
        made = coordination.topics()["__transaction_state"]
        self.assertEqual((len(made.partitions), made.is_internal, made.configs["cleanup.policy"]), (3, True, "compact"))
