"""A broker with the applications that run in its process: what twistd's plugin makes (``klog-broker``), and what tests make in memory.

The broker knows nothing of them; each is handed what it asks for of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twisted.application.service import IService

from klog.broker.plugin import Options as Options
from klog.broker.plugin import make_service

if TYPE_CHECKING:
    from klog.broker.lifecycle.assembly import Broker
    from klog.mirror.application import MirrorApplication


def mirrors(broker: Broker) -> MirrorApplication:
    """The mirrors of one broker, which has started."""
    # Imported here, as all of a broker is: who only reads its options waits for nothing.
    from klog.broker.lifecycle.mirror_host import MirrorHost
    from klog.mirror.application import MirrorApplication

    return MirrorApplication(MirrorHost(broker))


#: What runs beside each broker.
APPLICATIONS = (mirrors,)


def makeService(options: Options) -> IService:
    """The broker, with all that runs beside it."""
    return make_service(options, APPLICATIONS)
