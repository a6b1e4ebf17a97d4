"""Files that lie elsewhere than on paths of the worker."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit


def is_remote(path: str) -> bool:
    return "://" in path and not path.startswith("file://")


def whole_path(path: str) -> str:
    """What a path is at the driver, so that it is the same for workers, who are in other folders."""
    return path if "://" in path else os.path.abspath(path)


def plain_path(path: str) -> str:
    """`file:///x` is `/x`."""
    return unquote(urlsplit(path).path) if path.startswith("file://") else path


@contextlib.contextmanager
def local_copy(path: str) -> Iterator[str]:
    """A path under which the file can be opened. What comes from elsewhere is copied to the worker's disk first: a reader
    that waits for the network in the midst of a file would hold a core for it."""
    if not is_remote(path):
        yield plain_path(path)
        return
    import pyarrow.fs

    system, inner = pyarrow.fs.FileSystem.from_uri(path)
    with tempfile.TemporaryDirectory(prefix="pith-") as folder:
        copy = os.path.join(folder, os.path.basename(inner))
        # What is not there is told by whoever opens the copy.
        with contextlib.suppress(FileNotFoundError), system.open_input_stream(inner, compression=None) as source, open(
            copy, "wb"
        ) as target:
            shutil.copyfileobj(source, target, 1 << 20)
        yield copy
