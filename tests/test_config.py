"""Declared settings and the reader of ``server.properties``."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.config import ConfigError, Kind, Setting, index_settings, nearest_name, parse_properties, unknown_name_sentence


class PropertiesTests(SynchronousTestCase):
    """Java's ``.properties`` syntax."""

    def test_separators_comments_and_spaces(self) -> None:
        text = "# a comment\n! another\n\n a=1\nb : 2\nc 3\n  d\t=\t4  \ne\nf=\ng==x\n"
        self.assertEqual(parse_properties(text), {"a": "1", "b": "2", "c": "3", "d": "4  ", "e": "", "f": "", "g": "=x"})

    def test_continued_lines(self) -> None:
        text = "listeners=PLAINTEXT://:9092,\\\n    SSL://:9093\nx=1\\\\\ny=2\\"
        self.assertEqual(parse_properties(text), {"listeners": "PLAINTEXT://:9092,SSL://:9093", "x": "1\\", "y": "2"})

    def test_comment_sign_in_a_continued_line_is_text(self) -> None:
        self.assertEqual(parse_properties("a=1\\\n#2"), {"a": "1#2"})

    def test_escapes(self) -> None:
        self.assertEqual(parse_properties("a\\ b=\\u00e9\\t\\n\\z\\=\na\\:c=\\ud83d\\ude00"), {"a b": "é\t\nz=", "a:c": "😀"})

    def test_line_ends_and_last_wins(self) -> None:
        self.assertEqual(parse_properties("a=1\r\nb=2\ra=3"), {"b": "2", "a": "3"})

    def test_broken_escape_is_named(self) -> None:
        error = self.assertRaises(ConfigError, parse_properties, "name=\\u12g4")
        self.assertIn("name", str(error))

    @given(st.dictionaries(st.text(min_size=1), st.text()))
    def test_what_is_escaped_comes_back(self, properties: dict[str, str]) -> None:
        def escape(text: str) -> str:
            units = text.encode("utf-16-be", "surrogatepass")
            return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))

        clean = {
            k.encode("utf-16", "replace").decode("utf-16"): v.encode("utf-16", "replace").decode("utf-16") for k, v in properties.items()
        }
        text = "\n".join(f"{escape(name)}={escape(value)}" for name, value in clean.items())
        self.assertEqual(parse_properties(text), clean)

    @given(st.text())
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        try:
            parse_properties(text)
        except ConfigError:
            pass


class SettingTests(SynchronousTestCase):
    """Types, ranges, and what is said about bad values."""

    def refused(self, setting: Setting, text: str, words: str) -> None:
        error = self.assertRaises(ConfigError, setting.parse, text)
        self.assertIn(words, str(error))
        self.assertIn(setting.name, str(error))
        self.assertIn(text, str(error))

    def test_whole_numbers(self) -> None:
        setting = Setting("n", Kind.INT, minimum=1, maximum=9, extra=-1)
        self.assertEqual([setting.parse(text) for text in (" 1", "9 ", "+3", "-1")], [1, 9, 3, -1])
        self.refused(setting, "0", "at least 1")
        self.refused(setting, "10", "no more than 9")
        for text in ("", "1.0", "0x1", "1_0", "٣", "99999999999"):
            self.refused(setting, text, "Not a number of type INT")
        self.refused(Setting("n", Kind.LONG), str(2**63), "Not a number of type LONG")
        self.assertEqual(Setting("n", Kind.LONG).parse(str(-(2**63))), -(2**63))
        self.refused(Setting("n", Kind.SHORT), "32768", "SHORT")

    def test_other_types(self) -> None:
        self.assertIs(Setting("b", Kind.BOOL).parse(" TRUE "), True)
        self.refused(Setting("b", Kind.BOOL), "yes", "true or false")
        self.assertEqual(Setting("d", Kind.DOUBLE, minimum=0, maximum=1).parse("0.25"), 0.25)
        self.refused(Setting("d", Kind.DOUBLE, minimum=0, maximum=1), "1.5", "no more than 1")
        self.refused(Setting("d", Kind.DOUBLE, minimum=0.5), "nan", "at least 0.5")
        self.refused(Setting("d", Kind.DOUBLE), "x", "DOUBLE")
        self.assertEqual(Setting("p", Kind.PASSWORD).parse(" s "), " s ")
        self.assertIsNone(Setting("s", Kind.STRING).parse(None))
        self.refused(Setting("s", Kind.STRING, not_empty=True), " ", "non-empty")

    def test_choices(self) -> None:
        setting = Setting("s", Kind.STRING, choices=("a", "B"))
        self.assertEqual(setting.parse("a"), "a")
        self.refused(setting, "A", "must be one of: a, B")
        self.assertEqual(Setting("s", Kind.STRING, choices=("a", "B"), any_case=True).parse("A"), "A")

    def test_lists(self) -> None:
        setting = Setting("l", Kind.LIST, choices=("a", "b"))
        self.assertEqual(setting.parse(" a , b"), ["a", "b"])
        self.assertEqual(setting.parse(""), [])
        self.refused(setting, "a,,b", "empty entries")
        self.refused(setting, "a,a", "twice")
        self.assertRaises(ConfigError, setting.parse, "c")
        self.assertRaises(ConfigError, Setting("l", Kind.LIST, not_empty=True).parse, "")

    def test_normal_text(self) -> None:
        self.assertEqual(Setting("l", Kind.LIST).normal_text(" a , b"), "a,b")
        self.assertEqual(Setting("b", Kind.BOOL).normal_text("True"), "true")
        self.assertEqual(Setting("i", Kind.INT).normal_text(" +5"), "5")
        self.assertEqual(Setting("d", Kind.DOUBLE).normal_text("1"), "1.0")
        self.assertIsNone(Setting("d", Kind.DOUBLE).normal_text(None))

    def test_allowed_in_words(self) -> None:
        self.assertEqual(Setting("n", Kind.INT, minimum=1, maximum=9, extra=-1).allowed(), "at least 1 and at most 9, or -1")
        self.assertEqual(Setting("n", Kind.STRING, choices=("a", "b")).allowed(), "one of a, b")
        self.assertEqual(Setting("n", Kind.DOUBLE, minimum=0.5).allowed(), "at least 0.5")

    def test_error_without_value(self) -> None:
        self.assertEqual(str(ConfigError("a", None, "no")), "Invalid configuration a: no")


class NameTests(SynchronousTestCase):
    """Names nobody knows, and names known twice."""

    def test_nearest(self) -> None:
        self.assertEqual(nearest_name("log.retension.ms", ["log.retention.ms", "log.dir"]), "log.retention.ms")
        self.assertIsNone(nearest_name("zzz", ["log.retention.ms"]))
        self.assertEqual(unknown_name_sentence("log.dri", ["log.dir"]), "unknown setting log.dri; did you mean log.dir?")
        self.assertEqual(unknown_name_sentence("zzz", ["log.dir"]), "unknown setting zzz")

    def test_twice(self) -> None:
        self.assertRaises(ValueError, index_settings, [Setting("a", Kind.INT), Setting("a", Kind.INT)])
