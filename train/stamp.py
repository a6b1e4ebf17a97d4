#!/usr/bin/env python3
"""Writes the digest of this version's features into models that have none, or another.

    python3 train/stamp.py MODEL...          such as models/default models/folds.tar.xz

Right where the features give the model what they gave when it was made: the example pages have changed, or the model is
older than digests. Where a feature itself has changed, train the model again.
"""

import argparse
import pathlib
import re
import tempfile

import folds

HEADER_OF_DIGEST = pathlib.Path(__file__).resolve().parent.parent / "src/method/feature_digest.hpp"
FILE_HEADER = re.compile(r"^(pith-(?:words|forest) \d+\n(?:#.*\n)*)(?:digest .*\n)?", re.MULTILINE)


def stamp(text: str, digest: str) -> str:
    """The text of a model file with the digest below the header and record of each part."""
    return FILE_HEADER.sub(lambda match: f"{match[1]}digest {digest}\n", text)


def stamp_folder(folder: pathlib.Path, digest: str) -> None:
    for name in ("words.txt", "blocks.txt", "kinds.txt"):
        file = folder / name
        file.write_text(stamp(file.read_text(), digest))


def stamp_archive(archive: pathlib.Path, digest: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folds.unpack(archive, folder)
        for model in folder.iterdir():
            stamp_folder(model, digest)
        folds.pack(folder, archive)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", nargs="+", type=pathlib.Path, help="folder of a model, or archive of models of folds")
    arguments = parser.parse_args()
    digest = re.search(r'kFeatureDigest = "(\w+)"', HEADER_OF_DIGEST.read_text())
    assert digest is not None, HEADER_OF_DIGEST
    for model in arguments.model:
        (stamp_folder if model.is_dir() else stamp_archive)(model, digest[1])


if __name__ == "__main__":
    main()
