"""Times and bounds."""

from __future__ import annotations

import dataclasses

from twisted.trial.unittest import SynchronousTestCase

from klog.net import broker_connection
from klog.net.connection_settings import ConnectionSettings


class SettingsTests(SynchronousTestCase):
    """One class for both clients."""

    def test_same_and_frozen(self) -> None:
        self.assertIs(broker_connection.ConnectionSettings, ConnectionSettings)
        settings = ConnectionSettings(max_in_flight=1)
        self.assertRaises(dataclasses.FrozenInstanceError, setattr, settings, "max_in_flight", 2)
