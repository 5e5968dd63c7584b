"""``python -m tests.integration.behaviour [judge] [chapter]``: print what differs and is not listed.

``--all``: the listed ones too; ``--each``: every version by itself; ``--answers``: what was answered; ``--write``: only the page.
"""

from __future__ import annotations

import json
import re
import sys

from tests.integration.behaviour import running
from tests.integration.behaviour.differences import unlisted, unused, write

if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    judges = [word for word in words if word[0].isdigit()] or ["4.3.1", "3.9.2"]
    chapters = tuple(chapter for chapter in running.CHAPTERS if any(word in chapter.__module__ for word in words)) or running.CHAPTERS
    everything = []
    if "--write" in sys.argv:
        write()
        sys.exit()
    for judge in judges:
        outcome = running.run(judge, chapters)
        print(f"{judge}: {len(outcome.steps)} requests, {outcome.seconds[0]:.1f} s and {outcome.seconds[1]:.1f} s")
        everything += outcome.differences
        shown = outcome.differences if "--all" in sys.argv else unlisted(outcome.differences)
        if "--each" in sys.argv:
            print(*shown, sep="\n")
        else:
            together: dict[str, list[str]] = {}
            for difference in shown:
                name, _, what = difference.step.partition(": ")
                api, _, number = name.partition(" v")
                versionless = difference._replace(step=f"{api}: {what}", path=re.sub(rf"-{number}\b", "-V", difference.path))
                together.setdefault(str(versionless), []).append(number)
            for text, numbers in together.items():
                print(f"[{numbers[0]}..{numbers[-1]}, {len(numbers)}]", text)
        if "--answers" in sys.argv:
            for name, (kafka, klog) in outcome.answers.items():
                print(name, "\n   kafka", json.dumps(kafka)[:3000], "\n   klog ", json.dumps(klog)[:3000])
    for row in unused(everything):
        print("unused:", row)
