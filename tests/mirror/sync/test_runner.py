"""How kinds are run: each when it is due, and what is told of them."""

from __future__ import annotations

from itertools import pairwise
from unittest import mock

from klog.errors import ErrorCode, KlogError
from klog.mirror.decisions.carried import SyncState
from klog.mirror.sync.kinds import Kind
from tests.mirror.rig import TwoClusters


class RunnerTests(TwoClusters):
    """In a link's life."""

    def setUp(self) -> None:
        super().setUp()
        self.source.create_topics({"web.a": 1})
        self.link()
        self.run_until(lambda: self.state("web.a"))
        self.run_until(lambda: Kind.CONFIGS.value in self.picture().synced)

    def told(self) -> list[str]:
        """What was warned of a kind that fails."""
        return [one for one in self.warnings if "no right" in one]

    def test_one_that_fails_holds_up_no_other(self) -> None:
        """It is told once, in the log and in the link's state, until it goes again; what was carried still counts."""
        runner = self.engine._coordinator._sync
        before = self.picture().synced[Kind.CONFIGS.value]
        calls = []

        async def refused(_: object) -> SyncState:
            calls.append(self.reactor.seconds())
            raise KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "no right at all")

        with mock.patch.dict(runner._carry, {Kind.CONFIGS: refused}):  # type: ignore[arg-type]
            self.run_until(lambda: self.picture().synced[Kind.CONFIGS.value].problems)
            self.run_for(65)
            self.assertEqual(len(self.told()), 1)
            state = self.picture().synced[Kind.CONFIGS.value]
            self.assertEqual((state.problems, state.carried), (("no right at all",), before.carried))
            self.assertEqual(self.picture().trouble, "")
            self.assertGreaterEqual(min(later - sooner for sooner, later in pairwise(calls)), 30)
            self.source.create_topics({"web.b": 1})
            self.run_until(lambda: self.state("web.b"))
        self.run_until(lambda: not self.picture().synced[Kind.CONFIGS.value].problems)

    def test_a_wall_clock_that_is_set_back_holds_up_nothing(self) -> None:
        self.run_until(lambda: ("web.a", 0) in self.picture().copies)
        self.run_for(10)
        self.destination.step_clock(-3600)
        self.source.create_topics({"web.b": 1})
        self.run_until(lambda: self.state("web.b"), most_s=40)

    def test_a_vital_one_is_the_links_trouble(self) -> None:
        runner = self.engine._coordinator._sync

        async def refused(_: object) -> SyncState:
            raise KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, "no right at all")

        with mock.patch.dict(runner._carry, {Kind.TOPICS: refused}):  # type: ignore[arg-type]
            self.run_until(lambda: self.picture().trouble)
            self.assertIn("no right at all", self.picture().trouble)
        self.run_until(lambda: not self.picture().trouble)
