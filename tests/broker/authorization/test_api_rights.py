"""The table of rights as a whole; that handlers go by it is in ``test_all_apis``."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.authorization.api_rights import API_RIGHTS, DENIALS
from klog.broker.authorization_errors import REFUSALS


class TableTests(SynchronousTestCase):
    """`API_RIGHTS` as a whole."""

    def test_it_has_what_can_be_refused(self) -> None:
        self.assertEqual(set(API_RIGHTS), set(REFUSALS))
        for api_key, rights in API_RIGHTS.items():
            self.assertFalse(rights.of_request and rights.of_named, api_key)
            self.assertLessEqual({kind for _, kind in rights.of_named}, set(DENIALS))
