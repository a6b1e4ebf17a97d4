"""An extractor for the pipelines of datatrove: `pip install 'pith[datatrove]'`."""

from __future__ import annotations

from typing import Any, ClassVar

from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.utils.typeshelper import StatHints

import pith
from pith._options import checked_format, render_options, split


class PithExtractor(BaseExtractor):  # type: ignore[misc]
    """Replaces the HTML in `Document.text` by its main content; documents without any are dropped.

    What is known of the page goes to `Document.metadata`, where nothing stands under the name: `title`, `author`, `date`,
    `language`, `page_type`. The address is taken from `metadata["url"]`.

    datatrove runs an extractor in a process of its own, to be rid of it when it hangs. pith's work is bounded by the size of
    the page and it never ends the process, so it runs in the worker itself and nothing is copied between processes.

    :param format: As for `pith.extract`, as are `method`, `favor` and `settings`.
    """

    name = "⛏ pith"
    _requires_dependencies: ClassVar[list[str]] = ["pith"]

    def __init__(
        self,
        format: str = "text",
        method: str = "pith",
        favor: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        given, self.rendering = split(method, settings)
        render_options(self.rendering)  # what is wrong is told here
        self.format = checked_format(format)
        self.extractor = pith.Extractor(method=method, favor=favor, **dict(given))

    def extract(self, text: str) -> str:
        """The main content of a page; "" where there is none."""
        article = self.extractor.extract(text)
        return article.render(self.format, **self.rendering) if article else ""

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Any:
        for document in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                article = self.extractor.extract(document.text, document.metadata.get("url"))
                if article:
                    document.text = article.render(self.format, **self.rendering)
                    known = {
                        "title": article.title,
                        "author": article.author,
                        "date": article.date.isoformat() if article.date else None,
                        "language": article.language,
                        "page_type": article.page_type,
                    }
                    for name, value in known.items():
                        if value is not None:
                            document.metadata.setdefault(name, value)
            if article:
                self.stat_update("extracted", StatHints.forwarded)
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update(StatHints.dropped)
