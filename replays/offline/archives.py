"""Archives whose bytes follow from what is in them alone."""

import gzip
import hashlib
import io
from collections.abc import Mapping
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

OTHERS = "others.json"
"""The games of other packages in the archive of the rules: the module and the class of each."""


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files as an archive that is not compressed: as a whole it is so much better."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as place:
        for name in sorted(files):
            place.writestr(ZipInfo(name), files[name])
    return made.getvalue()


class Packed(NamedTuple):
    """An archive, compressed and named after its content."""

    digest: str
    content: bytes


def packed(files: Mapping[str, bytes]) -> Packed:
    """Return files as a compressed archive."""
    content = archive(files)
    # Without a time in it every process makes the same bytes.
    return Packed(hashlib.sha256(content).hexdigest()[:12], gzip.compress(content, mtime=0))
