"""A view of a tree in memory, with the brokers that a controller has taken in; and some made-up things to put into it."""

from __future__ import annotations

from klog.cluster.zookeeper.controller.live_brokers import BrokerNews, LiveBrokers
from klog.cluster.zookeeper.view import Changes, ClusterView
from klog.model import TopicPartition
from klog.zookeeper.znodes import CONFIG_CHANGES, DELETE_TOPICS, KLOG_PATHS
from tests.cluster.zookeeper.tree import FakeTree, state, topic_id


class ViewWorld:
    """See the module.

    :param kafka_is_welcome: as `ClusterView`.
    :ivar news: of brokers, since the last `look`.
    """

    def __init__(self, *, kafka_is_welcome: bool = False) -> None:
        self.tree = FakeTree()
        for path in (*KLOG_PATHS, DELETE_TOPICS, CONFIG_CHANGES):
            self.tree.write(path)
        self.tree.write("/controller_epoch", b"3")
        self.view = ClusterView(self.tree, kafka_is_welcome=kafka_is_welcome)
        self.brokers = LiveBrokers()
        self.news = BrokerNews()

    def look(self) -> Changes:
        """Read what changed, and take in who lives."""
        changes = self.view.apply(self.tree.take_changed())
        live = {broker_id: at for broker_id, at in self.view.brokers.items() if self.view.live(broker_id) is not None}
        self.news = self.brokers.take_in(live, self.view.newest_zxid)
        return changes

    def partition(self, name: str, number: int, replicas: tuple[int, ...], leader: int, in_sync: tuple[int, ...], epoch: int = 0) -> None:
        """One with a state, in a topic whose id is made of its name."""
        topic = self.view.topics.get(name)
        self.tree.topic(name, {**({} if topic is None else topic.assignment), number: replicas}, topic_id(ord(name[0])))
        self.tree.state(name, number, state(leader, epoch, isr=in_sync))
        self.look()


def at(name: str, number: int = 0) -> TopicPartition:
    """One partition."""
    return TopicPartition(name, number)
