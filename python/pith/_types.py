"""Types of arguments that several modules have."""

from __future__ import annotations

import array
import mmap
from typing import Union

#: A page: its bytes, whatever holds them (nothing is copied), or text that is decoded already.
Page = Union[str, bytes, bytearray, memoryview, mmap.mmap, "array.array[int]"]

#: The value of a setting or of an option of writing.
Value = Union[str, int, float, bool]
