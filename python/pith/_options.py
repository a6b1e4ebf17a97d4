"""Options as people give them: told apart, checked, and a word on what is possible where one is wrong."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import lru_cache

from pith import _core
from pith._types import Value

FAVORS = ("balanced", "precision", "recall")
FORMATS = tuple(_core.formats())
PAGE_TYPES = tuple(_core.page_types())
POSTS = ("plain", "headed")
#: What can be left out of what is written, or added; see Article.render.
RENDERING = (
    "alternatives",
    "captions",
    "card_bytes",
    "comments",
    "headings",
    "images",
    "links",
    "metadata",
    "posts",
    "strict",
    "tables",
    "title",
)


@lru_cache(maxsize=1)
def method_settings() -> dict[str, tuple[str, ...]]:
    """The names of the settings of each method."""
    return {row[0]: tuple(setting[0] for setting in row[3]) for row in _core.methods()}


def unknown(what: str, given: object, possible: Iterable[str]) -> ValueError:
    """The error for a name that does not exist: what does, and what was probably meant."""
    names = sorted(possible)
    near = difflib.get_close_matches(str(given), names, 1)
    hint = f": did you mean {near[0]!r}?" if near else "."
    return ValueError(f"there is no {what} {given!r}{hint} Possible: {', '.join(names) or 'none'}")


def checked(what: str, given: object, possible: Iterable[str]) -> str:
    if isinstance(given, str) and given in possible:
        return given
    raise unknown(what, given, possible)


def checked_format(format: str) -> str:
    return format if format in FORMATS else checked("format", format, FORMATS)


def checked_favor(favor: str | None) -> str:
    return "balanced" if favor is None else checked("favor", favor, FAVORS)


def as_written(value: Value) -> str:
    """A value as settings are written: True is "on", 0.8 is "0.8"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def split(
    method: str, options: Mapping[str, Value], others: Iterable[str] = ()
) -> tuple[list[tuple[str, str]], dict[str, Value]]:
    """Options that are settings of the method, as the engine takes them, and those of writing. `lambda_` is `lambda`.
    `others`: names that could have been meant as well."""
    known = method_settings().get(method)
    if known is None:
        raise unknown("method", method, method_settings())
    settings, rendering = [], {}
    for name, value in options.items():
        plain = name.rstrip("_")
        if plain in known:
            settings.append((plain, as_written(value)))
        elif name in RENDERING:
            rendering[name] = value
        else:
            raise unknown(f"option, or setting of method {method},", name, {*known, *RENDERING, *others, "favor", "method"})
    return settings, rendering


def render_options(options: Mapping[str, Value]) -> _core.RenderOptions:
    result = _core.RenderOptions()
    for name, value in options.items():
        if name not in RENDERING:
            raise unknown("option of writing", name, RENDERING)
        if name == "posts":
            checked("style of posts", value, POSTS)
        elif name == "card_bytes":
            if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 2**31:
                raise ValueError(f"card_bytes is a positive number of bytes, not {value!r}")
        elif not isinstance(value, bool):
            raise ValueError(f"{name} is True or False, not {value!r}")
        setattr(result, name, value)
    return result
