"""Which name of a setting counts for a listener, and for a mechanism there."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.net.listener_settings import ListenerSettings


class ListenerSettingsTests(SynchronousTestCase):
    """The listener OUTSIDE, with more and more of one setting."""

    def test_the_most_particular_counts(self) -> None:
        names = ["x.y", "listener.name.outside.x.y", "listener.name.outside.plain.x.y"]
        values: dict[str, str] = {"listener.name.inside.x.y": "no"}
        found = ListenerSettings(values, "OUTSIDE")
        self.assertEqual((found.found("x.y", "PLAIN"), found.value("x.y", "PLAIN")), (None, None))
        for name in names:
            values[name] = name
            self.assertEqual((found.found("x.y", "PLAIN"), found.value("x.y", "PLAIN")), (name, name))
        self.assertEqual((found.value("x.y"), found.value("x.y", "SCRAM-SHA-256")), (names[1], names[1]))

    def test_own_ones_alone(self) -> None:
        values = {"x": "1", "listener.name.a.x": "2"}
        found = ListenerSettings(values, "A")
        self.assertEqual([found.own_name("x"), found.own_name("x", "PLAIN")], ["listener.name.a.x", "listener.name.a.plain.x"])
        self.assertIsNone(found.value("x", "PLAIN", only_own=True), "that of the listener is not the mechanism's")
        self.assertEqual(found.value("x", only_own=True), "2")
        self.assertIsNone(ListenerSettings(values, "B").found("x", only_own=True))
