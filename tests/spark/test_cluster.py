"""A standalone cluster on this machine: one master, two workers, one of which dies in the midst of a job."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import time
from collections.abc import Callable

import pith
import pyarrow.parquet
from standalone import SECONDS, Daemon, cluster


def test_a_worker_dies(warcs: Callable[..., list[str]], tmp_path: pathlib.Path) -> None:
    files = warcs(8, 25)
    (tmp_path / "tasks").mkdir()
    with cluster(tmp_path, 2) as (master, workers):
        run(master, workers[0], files, tmp_path)
    expected = {id: article.text or None for id, article in pith.read_warc(files)}
    for name in ("articles", "parquet"):
        table = pyarrow.parquet.read_table(tmp_path / name, columns=["id", "text"])
        assert table.num_rows == len(expected), "lost, or twice"
        assert dict(zip(*table.to_pydict().values())) == expected
    assert len(list((tmp_path / "tasks").iterdir())) > len(files)  # what was lost was done again


def run(master: str, victim: Daemon, files: list[str], tmp_path: pathlib.Path) -> None:
    """The job, in whose midst a worker dies."""
    job = [sys.executable, str(pathlib.Path(__file__).parent / "cluster_job.py"), master, str(tmp_path), *files]
    log = tmp_path / "job.log"
    with open(log, "wb") as out:
        process = subprocess.Popen(job, env={**os.environ, "PAUSE": "1.5"}, stdout=out, stderr=out)
        try:
            until, seen = time.monotonic() + SECONDS, set[str]()
            while process.poll() is None and time.monotonic() < until:
                begun = {task.name for task in (tmp_path / "tasks").iterdir()} - seen
                if any(victim.has(int(task.split("-")[0])) for task in begun):
                    break
                seen |= begun
                time.sleep(0.05)
            assert process.poll() is None and not (tmp_path / "articles" / "_SUCCESS").exists(), log.read_text()
            victim.kill()  # a task has begun there just now
            assert process.wait(SECONDS) == 0, log.read_text()
        finally:
            process.kill()
    assert "Lost executor" in log.read_text() or "Lost task" in log.read_text()
