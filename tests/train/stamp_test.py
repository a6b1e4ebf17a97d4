#!/usr/bin/env python3
"""train/stamp.py changes the digest of a model's files, and nothing else."""

import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "train"))
import stamp  # noqa: E402

FILES = ["words.txt", "blocks.txt", "kinds.txt"]


class Stamp(unittest.TestCase):
    def test_each_part_of_each_file_has_one_digest(self):
        for name in FILES:
            shipped = (SOURCE / "models" / "default" / name).read_text()
            with self.subTest(name):
                digest = next(line for line in shipped.splitlines() if line.startswith("digest "))[len("digest "):]
                bare = "".join(line for line in shipped.splitlines(True) if not line.startswith("digest "))
                self.assertEqual(stamp.stamp(bare, digest), shipped)
                self.assertEqual(stamp.stamp(shipped, digest), shipped)
                self.assertEqual(stamp.stamp(stamp.stamp(shipped, "0"), digest), shipped)
                self.assertEqual(shipped.count(f"digest {digest}\n"), 8 if name == "kinds.txt" else 1)


if __name__ == "__main__":
    unittest.main()
