"""Two clusters, and what the commands see of the destination."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from klog.cli.mirror.create import create_link
from klog.cli.mirror.mirrors import run_with_mirrors
from klog.mirror.decisions.records import LinkDefinition
from tests.cli.rig import Captured, connection_to
from tests.mirror.rig import TwoClusters


class LinkCase(TwoClusters):
    """See the module."""

    def command(self, body: Callable[..., Coroutine[Any, Any, Any]], **options: Any) -> Any:
        """A command's work; its result."""
        self.out = Captured()
        return self.until(run_with_mirrors(self.reactor, connection_to(self.destination), self.out, body, **options))

    def make(self) -> None:
        """A link to the source, with one topic of one record."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        definition = LinkDefinition("dc1", self.source.bootstrap, ("web.*",))
        self.command(lambda mirrors: create_link(mirrors, definition, self.out), make=True)
        self.until_level("web.a")
        self.run_until(lambda: ("web.a", 0) in self.picture().copies)
