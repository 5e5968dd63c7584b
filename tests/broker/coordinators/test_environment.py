"""What coordinators are handed."""

from __future__ import annotations

import dataclasses

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.groups.group import GroupEnvironment


class EnvironmentTests(SynchronousTestCase):
    """The general one, and one with more in it."""

    def test_groups_have_all_of_it(self) -> None:
        of_all = {field.name for field in dataclasses.fields(CoordinatorEnvironment)}
        of_groups = {field.name for field in dataclasses.fields(GroupEnvironment)}
        self.assertEqual(of_groups - of_all, {"settings", "random", "metrics"})
        self.assertLess(of_all, of_groups)
