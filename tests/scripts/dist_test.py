"""scripts/dist.sh: the source tarball. That it builds, tests/consumers/clean_root_test.py shows."""

import os
import pathlib
import subprocess
import tarfile
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=SOURCE, capture_output=True, text=True, check=True).stdout


class Dist(unittest.TestCase):
    def test_it_has_what_git_has_and_is_the_same_every_time(self):
        version = git("show", "HEAD:VERSION").strip()
        tracked = git("ls-tree", "-r", "--name-only", "-z", "HEAD").split("\0")[:-1]
        made = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([SOURCE / "scripts" / "dist.sh", folder], capture_output=True, check=True)
                tarball = pathlib.Path(folder) / f"pith-{version}.tar.gz"
                made.append(tarball.read_bytes())
                with tarfile.open(tarball) as tar:
                    files = [member.name for member in tar if not member.isdir()]
        self.assertEqual(sorted(files), sorted(f"pith-{version}/{name}" for name in tracked))
        self.assertEqual(made[0], made[1])


if __name__ == "__main__":
    unittest.main()
