"""The table of APIs."""

from __future__ import annotations

import importlib
import pathlib

from twisted.trial.unittest import SynchronousTestCase

import klog.wire.messages
from klog.wire.apis import APIS
from klog.wire.schema import Message


class ApisTests(SynchronousTestCase):
    """Every declared API is in it."""

    def test_every_message_file_is_in_the_table(self) -> None:
        declared = set()
        for path in pathlib.Path(klog.wire.messages.__path__[0]).glob("*.py"):
            if path.stem == "__init__":
                continue
            module = importlib.import_module(f"klog.wire.messages.{path.stem}")
            found = [
                value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Message) and value is not Message
            ]
            self.assertEqual(len(found), 2, path.stem)
            declared.update(found)
        self.assertEqual(declared, {cls for api in APIS.values() for cls in (api.request, api.response)})

    def test_rows(self) -> None:
        for key, api in APIS.items():
            self.assertEqual((api.key, api.request.api_key, api.response.api_key), (key, key, key))
            self.assertEqual((api.request.__name__, api.response.__name__), (f"{api.name}Request", f"{api.name}Response"))
            self.assertEqual(api.versions, api.request.valid_versions)
            self.assertEqual(api.announced.lowest, api.versions.lowest)
            self.assertLessEqual(api.announced.highest, api.versions.highest)
            head = importlib.import_module(api.request.__module__).__doc__ or ""
            self.assertIn(f"(key {key})", head)
            low, high = api.versions
            self.assertIn(f"Version {low}," if low == high else f"Versions {low} to {high}:", head)

    def test_unstable(self) -> None:
        self.assertEqual([api.name for api in APIS.values() if api.announced != api.versions], ["InitProducerId"])
        self.assertEqual(APIS[22].announced, (0, 5))
