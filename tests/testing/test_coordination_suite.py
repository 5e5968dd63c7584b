"""Tests that the suite for coordinations sees what is wrong with one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import ITopicListener, TopicInfo
from klog.cluster.local import LocalCoordination
from klog.testing.coordination import MemoryStore
from klog.testing.coordination_suite import check_coordination


class _SameId(LocalCoordination):
    def next_producer_id(self) -> Deferred[int]:
        return succeed(7)


class _Deaf(LocalCoordination):
    def subscribe(self, listener: ITopicListener) -> None:
        pass


class _Forgetful(LocalCoordination):
    def set_topic_configs(self, name: str, configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        return (
            succeed(dataclasses.replace(self.topics()[name], configs=configs))
            if name in self.topics()
            else super().set_topic_configs(name, configs)
        )


class _Lenient(LocalCoordination):
    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        return succeed(self.topics()[name]) if name in self.topics() else super().create_topic(name, assignment, configs)


class _Mixed(LocalCoordination):
    def broker_configs(self, broker_id: int | None) -> Mapping[str, str]:
        return {**super().broker_configs(None), **super().broker_configs(1)}


class SuiteTests(SynchronousTestCase):
    def test_it_sees_what_is_wrong(self) -> None:
        check_coordination(lambda: LocalCoordination(MemoryStore(), 1))
        broken: list[Any] = [_SameId, _Deaf, _Forgetful, _Lenient, _Mixed]
        for kind in broken:
            with self.assertRaises(AssertionError, msg=kind.__name__):
                check_coordination(lambda kind=kind: kind(MemoryStore(), 1))

    def test_it_sees_a_mutation_that_never_finishes(self) -> None:
        with self.assertRaises(AssertionError):
            check_coordination(lambda: LocalCoordination(MemoryStore(), 1, run_blocking=lambda function: Deferred()))
