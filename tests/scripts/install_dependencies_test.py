"""scripts/install-dependencies.sh, on a machine made of fake commands."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["PITH_SOURCE_DIR"]) / "scripts" / "install-dependencies.sh"
REAL = ["bash", "cat", "dirname", "env", "grep", "mktemp", "rm", "sed"]


class InstallDependencies(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name in REAL:
            program = shutil.which(name)
            assert program is not None, name
            (self.folder / name).symlink_to(program)
        self.fake("sleep", "")
        self.fake("id", "echo 0")
        self.fake("apt-get", f'echo "$@" >> {self.folder}/apt.log')
        self.installed("cmake")

    def fake(self, name: str, body: str) -> None:
        path = self.folder / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/usr/bin/env bash\n{body}\n")
        path.chmod(0o755)

    def installed(self, *packages: str) -> None:
        lines = "".join(f"echo 'installed {p}'\n" for p in packages)
        self.fake("dpkg-query", lines + "echo 'no packages found matching the rest' >&2\nexit 1")

    def everything_installed(self) -> None:
        self.fake("dpkg-query", 'for p in "${@:4}"; do echo "installed $p"; done')

    def run_script(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.folder / "bash", SCRIPT, *arguments], env={"PATH": str(self.folder)},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)

    def apt_log(self) -> list[str]:
        log = self.folder / "apt.log"
        return log.read_text().splitlines() if log.exists() else []

    def test_nothing_missing_touches_nothing(self):
        self.everything_installed()
        for what in ("run", "test"):
            result = self.run_script(what)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(self.apt_log(), [])

    def test_installs_what_is_missing_and_says_so(self):
        result = self.run_script("run")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("installing g++", result.stderr)
        update, install = self.apt_log()
        self.assertIn("update", update)
        self.assertIn("ninja-build", install.split())
        self.assertNotIn("cmake", install.split())
        self.assertNotIn("clang", install.split(), "running needs no second compiler")

    def test_a_package_that_was_removed_is_missing(self):
        self.fake("dpkg-query", "echo 'config-files cmake'")
        self.run_script("run")
        self.assertIn("cmake", self.apt_log()[-1].split())

    def test_update_is_tried_twice_and_install_all_the_same(self):
        self.fake("apt-get", f'echo "$@" >> {self.folder}/apt.log; [[ "$*" != *update* ]]')
        result = self.run_script("run")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sum("update" in line for line in self.apt_log()), 2)
        self.assertEqual(len(self.apt_log()), 3)

    def test_failed_install_is_an_error(self):
        self.fake("apt-get", 'echo "E: no such package"; [[ "$*" == *update* ]]')
        result = self.run_script("run")
        self.assertEqual(result.returncode, 1)
        self.assertIn("could not install", result.stderr)
        self.assertIn("E: no such package", result.stderr)

    def test_sudo_is_used_when_not_root(self):
        self.fake("id", "echo 1000")
        self.fake("sudo", f'echo sudo >> {self.folder}/apt.log; exec "$@"')
        self.assertEqual(self.run_script("run").returncode, 0)
        self.assertEqual(self.apt_log()[0], "sudo")

    def test_neither_root_nor_sudo_says_what_to_do(self):
        self.fake("id", "echo 1000")
        result = self.run_script("run")
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get install g++", result.stderr)

    def test_bad_use(self):
        for arguments in ([], ["everything"]):
            result = self.run_script(*arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn("install-dependencies.sh run", result.stderr)


if __name__ == "__main__":
    unittest.main()
