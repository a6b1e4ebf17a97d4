"""The models of folds in one archive: fold0/words.txt and so on."""

import io
import pathlib
import tarfile


def pack(folder: pathlib.Path, archive: pathlib.Path) -> None:
    """Those in a folder. The same models give the same bytes."""
    with tarfile.open(archive, "w:xz", format=tarfile.USTAR_FORMAT, preset=9) as tar:
        for path in sorted(folder.glob("fold*/*.txt")):
            entry = tarfile.TarInfo(str(path.relative_to(folder)))
            entry.size = path.stat().st_size
            tar.addfile(entry, io.BytesIO(path.read_bytes()))


def unpack(archive: pathlib.Path, folder: pathlib.Path) -> None:
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
