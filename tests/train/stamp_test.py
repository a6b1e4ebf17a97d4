#!/usr/bin/env python3
"""train/stamp.py changes the digest of a model's files, and nothing else."""

import os
import pathlib
import shutil
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "train"))
import folds  # noqa: E402
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
                parts = shipped.count("\n# kind ") if name == "kinds.txt" else 1
                self.assertEqual(shipped.count(f"digest {digest}\n"), parts)

    def test_models_of_folds_are_stamped_in_their_archive(self):
        shipped = SOURCE / "models" / "default"
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            for fold in ("fold0", "fold1"):
                shutil.copytree(shipped, folder / "before" / fold)
            archive = folder / "folds.tar.xz"
            folds.pack(folder / "before", archive)
            packed = archive.read_bytes()
            stamp.stamp_archive(archive, "0123")
            folds.unpack(archive, folder / "after")
            for name in FILES:
                self.assertEqual((folder / "after" / "fold1" / name).read_text(),
                                 stamp.stamp((shipped / name).read_text(), "0123"))
            digest = (shipped / "words.txt").read_text().split("\ndigest ")[1].split("\n")[0]
            stamp.stamp_archive(archive, digest)
            self.assertEqual(archive.read_bytes(), packed)


if __name__ == "__main__":
    unittest.main()
