"""Configurations of topics that are mirrored already follow."""

from __future__ import annotations

from collections.abc import Mapping

from klog.client.admin.types import ConfigEntry, ConfigResource, ConfigSource
from klog.mirror.decisions.records import Key
from klog.mirror.decisions.states import TopicState
from klog.mirror.decisions.topics import LINK_CONFIG
from klog.mirror.sync.kinds import Kind
from klog.mirror.sync.topic_configs import set_at_source
from tests.mirror.rig import TwoClusters

TOPIC = ConfigResource.topic("web.a")


class SetAtSourceTests(TwoClusters):
    """What counts as set."""

    def test_for_the_topic_and_by_brokers(self) -> None:
        """What brokers set for all topics is theirs, but where a copy has to have the same."""
        entries = [
            ConfigEntry("retention.ms", "1", ConfigSource.TOPIC),
            ConfigEntry("segment.ms", "1", ConfigSource.STATIC),
            ConfigEntry("cleanup.policy", "compact", ConfigSource.STATIC),
            ConfigEntry("max.message.bytes", "1", ConfigSource.DEFAULT),
            ConfigEntry("a.secret", None, ConfigSource.TOPIC, sensitive=True),
        ]
        self.assertEqual(set_at_source(entries), {"retention.ms": "1", "cleanup.policy": "compact"})


class FollowingTests(TwoClusters):
    """In a link's life."""

    def setUp(self) -> None:
        super().setUp()
        self.until(self.there.create_topic("web.a", 1, configs={"retention.ms": "12345", "cleanup.policy": "compact"}))
        self.link(never_configs=("segment.bytes",))
        self.run_until(lambda: self.here_now().get("retention.ms") == "12345")

    def here_now(self) -> dict[str, str]:
        """What is set here, but for the link."""
        coordination = self.destination.broker.coordination
        assert coordination is not None
        return {name: value for name, value in coordination.topic_configs("web.a").items() if name != LINK_CONFIG}

    def change(self, where: object, changes: Mapping[str, str | None]) -> None:
        """At the source, or here."""
        self.until(where.alter_configs({TOPIC: changes})).check()  # type: ignore[attr-defined]

    def test_changed_set_and_reset(self) -> None:
        self.change(self.there, {"retention.ms": "999", "segment.ms": "1000000", "segment.bytes": "2000000"})
        self.run_until(lambda: self.here_now() == {"retention.ms": "999", "cleanup.policy": "compact", "segment.ms": "1000000"})
        self.change(self.there, {"retention.ms": None, "cleanup.policy": None})
        self.run_until(lambda: self.here_now() == {"segment.ms": "1000000"})
        self.run_until(lambda: dict(self.picture().configs["web.a"].configs) == {"segment.ms": "1000000"})

    def test_what_an_operator_sets_here_stays(self) -> None:
        """That it differs is told, until he takes it back; what is always the source's is put right."""
        self.change(self.here, {"retention.ms": "777", "cleanup.policy": "delete", "segment.bytes": "3000000", "segment.ms": "5000000"})
        self.run_until(lambda: self.here_now()["cleanup.policy"] == "compact")
        self.change(self.there, {"retention.ms": "999"})
        self.run_for(40)
        self.assertEqual(
            self.here_now(), {"retention.ms": "777", "cleanup.policy": "compact", "segment.bytes": "3000000", "segment.ms": "5000000"}
        )
        [problem] = self.picture().synced[Kind.CONFIGS.value].problems
        self.assertIn("retention.ms was set here, and stays 777; the source has 999", problem)
        self.change(self.here, {"retention.ms": None})
        self.run_until(lambda: self.here_now().get("retention.ms") == "999")
        self.run_until(lambda: not self.picture().synced[Kind.CONFIGS.value].problems)

    def test_a_link_of_before_and_a_record_that_is_lost(self) -> None:
        """What differs then is an operator's: nothing that is kept for longer here is deleted by that. What is equal follows."""
        self.change(self.here, {"retention.ms": "777777"})
        self.change(self.there, {"segment.ms": "1000000"})
        self.run_until(lambda: self.here_now().get("segment.ms") == "1000000")
        self.write(Key("configs", "dc1", "web.a"), None)
        self.change(self.there, {"retention.ms": "1", "segment.ms": "2000000"})
        self.run_for(70)
        self.assertEqual(self.here_now(), {"retention.ms": "777777", "cleanup.policy": "compact", "segment.ms": "1000000"})

    def test_the_broker_is_killed_in_between(self) -> None:
        self.change(self.there, {"retention.ms": "999"})
        self.run_until(lambda: self.here_now().get("retention.ms") == "999")
        self.destination.kill()
        self.destination.start()
        self.change(self.there, {"retention.ms": "888"})
        self.run_until(lambda: self.here_now().get("retention.ms") == "888")
        self.change(self.there, {"retention.ms": None})
        self.run_until(lambda: "retention.ms" not in self.here_now())

    def test_paused(self) -> None:
        self.link(is_paused=True)
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        self.change(self.there, {"retention.ms": "999"})
        self.run_for(70)
        self.assertEqual(self.here_now()["retention.ms"], "12345")
