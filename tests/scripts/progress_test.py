"""scripts/progress.sh: what a long command says is kept, and told now and then."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402


class Progress(unittest.TestCase):
    def run_with(self, command: str) -> tuple[str, str, str]:
        with tempfile.NamedTemporaryFile("r") as log:
            run = subprocess.run(["bash", "-c", f"({command}) | {SOURCE}/scripts/progress.sh making {log.name}"],
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
            return log.read(), run.stdout, run.stderr

    def test_a_quick_command_is_only_kept(self):
        self.assertEqual(self.run_with("printf 'one\\n\\ntwo'"), ("one\n\ntwo\n", "", ""))

    def test_a_slow_one_tells_its_last_line(self):
        log, output, told = self.run_with("echo '[1/9] first'; printf '[2/9] '; sleep 3; echo second")
        self.assertEqual((log, output), ("[1/9] first\n[2/9] second\n", ""))
        self.assertRegex(told, r"^making: \d+ s: \[1/9\] first\n")

    def test_build_fails_when_a_command_does(self):
        run = subprocess.run([SOURCE / "scripts" / "build.sh", "no-such-preset", "pith"], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn("no-such-preset", run.stderr)


if __name__ == "__main__":
    suite.main()
