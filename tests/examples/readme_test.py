"""What the READMEs tell a new user to type works in a clone; `make run` alone, which builds, is left out."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
PITH = pathlib.Path(os.environ["PITH"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402


def commands(readme: str) -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", (SOURCE / readme).read_text(encoding="utf-8"), re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


class Readme(unittest.TestCase):
    def test_every_command_works(self):
        if not PITH.exists():
            self.skipTest("built without the command line")
        for readme in ("README.md", "README.zh-CN.md"):
            with tempfile.TemporaryDirectory() as folder:
                clone = pathlib.Path(folder)
                for name in ("Makefile", "examples", "scripts"):
                    (clone / name).symlink_to(SOURCE / name)
                (clone / "build" / "release").mkdir(parents=True)
                (clone / "build" / "release" / "pith").symlink_to(PITH)
                typed = [command for command in commands(readme) if not command.startswith("make run")]
                self.assertGreater(len(typed), 4)
                for command in typed:
                    with self.subTest(readme=readme, command=command):
                        run = subprocess.run(["bash", "-c", command], cwd=clone, stdin=subprocess.DEVNULL,
                                             capture_output=True, text=True, check=False)
                        self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(len((clone / "out.jsonl").read_text(encoding="utf-8").splitlines()), 12)
                self.assertIn("<html", (clone / "why.html").read_text(encoding="utf-8"))

    def test_both_tell_the_same(self):
        english, chinese = ([re.sub(r" +#.*", "", command) for command in commands(name)]
                            for name in ("README.md", "README.zh-CN.md"))
        self.assertEqual(english, chinese)

    def test_both_guides_have_the_same_commands(self):
        def typed(guide: str) -> list[str]:  # without what is said of them, two spaces or more behind
            text = (SOURCE / "docs" / guide).read_text(encoding="utf-8")
            return re.findall(r"^    ((?:pith|curl) .*?)(?:  .*|   …….*)?$", text, re.M)

        self.assertGreater(len(typed("guide.md")), 40)
        self.assertEqual(typed("guide.md"), typed("guide.zh-CN.md"))


class Sample(unittest.TestCase):
    def test_every_page_has_its_gold_and_the_default_finds_it(self):
        if not PITH.exists():
            self.skipTest("built without the command line")
        pages, golds = (sorted(path.stem for path in (SOURCE / "examples" / kind).iterdir()) for kind in ("pages", "gold"))
        self.assertEqual(pages, golds)
        with tempfile.TemporaryDirectory() as folder:
            sample = pathlib.Path(folder) / "sample.jsonl"
            subprocess.run([SOURCE / "examples" / "labelled.py", sample], check=True)
            run = subprocess.run([PITH, "eval", sample, "--json"], capture_output=True, text=True, check=True)
            self.assertGreater(json.loads(run.stdout)["sample"]["pith"]["all"]["f1"], 0.9)


if __name__ == "__main__":
    suite.main()
