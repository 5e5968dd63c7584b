"""Two controllers at once: the old one has not heard yet that it is none any more, and goes on; nothing of what it decides comes to be."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller import writer
from klog.errors import ErrorCode
from klog.testing.cluster import ZOOKEEPER
from klog.testing.cluster_invariants import ClusterInvariants
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from tests.broker.cluster_lives.scene import NAME, Scene


class TwoControllersTests(SynchronousTestCase):
    """What ZooKeeper says reaches the first one five seconds late."""

    def active(self, scene: Scene) -> list[int]:
        """Who takes itself for the controller."""
        found = []
        for number, broker in scene.cluster.brokers.items():
            coordination: Any = broker.broker.coordination
            controller = coordination._lifecycle.controller
            if controller is not None and controller.is_active:
                found.append(number)
        return sorted(found)

    def deposed(self) -> None:
        """The old one is asked to hand over what a broker has that stops; only the new one may."""
        scene = Scene(min_in_sync=2, properties={"zookeeper.session.timeout.ms": "18000"})
        self.addCleanup(scene.cluster.end_threads)
        cluster, old = scene.cluster, scene.leader
        scene.send(b"a")
        cluster.advance(3)
        before = cluster.state(*NAME)
        late = cluster.address(ZOOKEEPER), cluster.address(old)
        cluster.reactor.delay_of = lambda source, target: 5.0 if (source, target) == late else 0.0
        cluster.depose_controller()
        while cluster.controller() not in scene.others:
            cluster.step(1)
        self.assertIn(old, self.active(scene))
        follower = scene.others[1]
        coordination: Any = cluster.brokers[old].broker.coordination
        request = ControlledShutdownRequest(broker_id=follower, broker_epoch=coordination.registered_epoch(follower))
        client = cluster.brokers[old].connect()
        client.send((request, 3))
        invariants = ClusterInvariants(cluster)
        both, left = False, 15.0
        while left > 1e-9:
            left -= cluster.step(left)
            invariants.look()
            both = both or self.active(scene) == sorted([old, cluster.controller()])
        self.assertTrue(both, "there were two")
        [answer] = client.receive()
        self.assertEqual(answer.error_code, ErrorCode.NOT_CONTROLLER)
        self.assertEqual(cluster.state(*NAME), before)
        cluster.reactor.delay_of = lambda source, target: 0.0
        self.assertEqual(self.active(scene), [cluster.controller()])
        scene.send(b"b")
        self.assertEqual(scene.read(), [b"a", b"b"])
        scene.end()

    def test_what_the_old_one_decides(self) -> None:
        """Each write says which controller writes, so nothing is; with one that does not say, the follower falls out of sync."""
        self.deposed()
        batches = writer.batches
        with mock.patch.object(writer, "batches", lambda acts, epoch_version, **more: batches(acts, -1, **more)):
            self.assertRaises(AssertionError, self.deposed)
