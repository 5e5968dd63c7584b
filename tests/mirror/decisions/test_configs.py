"""Which settings of a topic its copy has, and what follows when they change."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.mirror.decisions.configs import ALWAYS_COPIED, NEVER_COPIED, configs_to_change, configs_to_make
from klog.mirror.decisions.topics import LINK_CONFIG

CHOSEN, LEFT_OUT = "retention.ms", "segment.bytes"
ALWAYS = "cleanup.policy"
KNOWN = [CHOSEN, LEFT_OUT, ALWAYS, "min.insync.replicas", LINK_CONFIG]


class MakingTests(unittest.TestCase):
    """What a copy begins with."""

    def test_copied(self) -> None:
        source = {CHOSEN: "1000", ALWAYS: "compact", "min.insync.replicas": "2", "some.day": "x", LINK_CONFIG: "there", LEFT_OUT: "2000000"}
        self.assertEqual(configs_to_make(source, KNOWN, [LEFT_OUT]), {CHOSEN: "1000", ALWAYS: "compact"})

    def test_the_three_kinds_are_apart(self) -> None:
        self.assertEqual(ALWAYS_COPIED & NEVER_COPIED, frozenset())
        self.assertEqual(configs_to_make({ALWAYS: "compact"}, KNOWN, [ALWAYS]), {ALWAYS: "compact"}, "nobody can leave it out")


class ChangingTests(unittest.TestCase):
    """Row by row: at the source, here, carried before; what is set here then, and whose it is."""

    def test_by_choice(self) -> None:
        for there, here, carried, change, now, is_own in (
            ("5", None, None, "5", "5", False),
            ("5", "5", None, None, "5", False),
            ("6", "5", "5", "6", "6", False),
            ("6", "7", "5", None, None, True),
            ("6", "7", None, None, None, True),
            ("5", None, "5", "5", "5", False),
            (None, "5", "5", "reset", None, False),
            (None, "7", "5", None, None, False),
            (None, "7", None, None, None, False),
            (None, None, "5", None, None, False),
        ):
            with self.subTest(there=there, here=here, carried=carried):
                found = configs_to_change(_of(CHOSEN, there), _of(CHOSEN, here), _of(CHOSEN, carried), KNOWN)
                self.assertEqual(found.changes, {} if change is None else {CHOSEN: None if change == "reset" else change})
                self.assertEqual((found.carried, found.own), (_of(CHOSEN, now), [CHOSEN] if is_own else []))

    def test_always(self) -> None:
        for there, here, change in (("compact", "delete", "compact"), (None, "compact", None)):
            with self.subTest(there=there, here=here):
                found = configs_to_change(_of(ALWAYS, there), _of(ALWAYS, here), {}, KNOWN, [ALWAYS])
                self.assertEqual((found.changes, found.carried, found.own), ({ALWAYS: change}, _of(ALWAYS, there), []))

    def test_never(self) -> None:
        source = {"min.insync.replicas": "2", "some.day": "x", LEFT_OUT: "2000000"}
        found = configs_to_change(source, {LINK_CONFIG: "dc1"}, {}, KNOWN, [LEFT_OUT])
        self.assertEqual((found.changes, found.carried, found.own), ({}, {}, []))


_VALUES = st.sampled_from(["1", "2", "3"])
_SETTINGS = st.dictionaries(st.sampled_from([CHOSEN, ALWAYS, LEFT_OUT]), _VALUES)


class LifeTests(unittest.TestCase):
    """Source and operator change what they like; against what each of them said last."""

    @given(
        st.lists(st.tuples(st.sampled_from(["source", "operator"]), st.sampled_from([CHOSEN, ALWAYS]), st.none() | _VALUES), max_size=12)
    )
    def test_whose_word_counts(self, acts: list[tuple[str, str, str | None]]) -> None:
        source: dict[str, str] = {}
        here: dict[str, str] = {}
        carried: dict[str, str] = {}
        #: What the operator has set by choice, and not taken back; setting the source's value gives it back, too.
        own: dict[str, str] = {}
        for who, name, value in acts:
            place = source if who == "source" else here
            place.pop(name, None)
            if value is not None:
                place[name] = value
            if who == "operator" and name == CHOSEN:
                own.pop(name, None)
                if value is not None and value != carried.get(name):
                    own[name] = value
            found = configs_to_change(source, here, carried, KNOWN)
            carried = found.carried
            for changed, wanted in found.changes.items():
                here.pop(changed, None)
                if wanted is not None:
                    here[changed] = wanted
            own = {one: it for one, it in own.items() if source.get(one) != it}
            self.assertEqual(here, {**source, **own})
            again = configs_to_change(source, here, carried, KNOWN)
            self.assertEqual((again.changes, again.carried), ({}, carried), "it is done once")

    @given(_SETTINGS, _SETTINGS, _SETTINGS)
    def test_nothing_but_what_may_be_copied(self, source: dict[str, str], here: dict[str, str], carried: dict[str, str]) -> None:
        found = configs_to_change(source, here, carried, KNOWN, [LEFT_OUT])
        self.assertNotIn(LEFT_OUT, {*found.changes, *found.carried, *found.own})


def _of(name: str, value: str | None) -> dict[str, str]:
    return {} if value is None else {name: value}
