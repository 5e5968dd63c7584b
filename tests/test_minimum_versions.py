"""The oldest versions that setup.py allows, as constraints."""

from __future__ import annotations

import unittest

from tests.minimum_versions import constraints, declared


class ConstraintsTests(unittest.TestCase):
    def test_the_lowest_version_of_each(self) -> None:
        self.assertEqual(constraints(["b[x,y]>=2.1,<5", "a==3", "C_d~=1.4"]), ["a==3", "b==2.1", "c-d==1.4"])

    def test_of_two_minimums_the_higher_one_holds(self) -> None:
        self.assertEqual(constraints(["a>=4.2", "a>=4.10", "A>=4"]), ["a==4.10"])

    def test_what_another_machine_needs_is_left_out(self) -> None:
        self.assertEqual(constraints(["a>=1; sys_platform == 'nowhere'", "b>=1; python_version >= '3'"]), ["b==1"])

    def test_who_names_no_lowest_version_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "a<3 says no lowest version"):
            constraints(["a<3"])

    def test_each_dependency_and_each_extra_has_a_lowest_version(self) -> None:
        extras = ["demo", "zookeeper", "arrow", "spark", "delta", "avro", "test", "lint", "docs", "fuzz"]
        made = constraints(declared(extras))
        self.assertIn("twisted==24.10", made)
        self.assertIn("pytest==8", made)
        self.assertEqual(len(made), len({line.split("==")[0] for line in made}))


if __name__ == "__main__":
    unittest.main()
