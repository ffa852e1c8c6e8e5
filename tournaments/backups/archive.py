"""The file of a backup: a zip of text parts and a manifest with the digest of each. No database.

The same content gives the same bytes: parts are sorted, and nothing in the file tells the time.
"""

import io
import zipfile
import zlib
from collections.abc import Mapping

import msgspec

from games.core.canonical import canonical_json, digest
from replays.errors import KaitenError

FORMAT = 1
MANIFEST = "manifest.json"
LARGEST_PART = 256 * 1024 * 1024
LARGEST_TOTAL = 2 * 1024 * 1024 * 1024
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kaiten_backup: int
    club: str
    parts: dict[str, str]
    """The digest of every part by its name."""
    content: str
    """The digest of all of them: what two backups of the same content share."""


def content_digest(parts: Mapping[str, str]) -> str:
    """Return the digest that identifies the content of a backup."""
    return digest(canonical_json({name: digest(text) for name, text in parts.items()}))


def pack(club_id: str, parts: Mapping[str, str]) -> bytes:
    digests = {name: digest(text) for name, text in parts.items()}
    manifest = Manifest(FORMAT, club_id, digests, digest(canonical_json(digests)))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, MANIFEST, canonical_json(manifest))
        for name in sorted(parts):
            _put(archive, name, parts[name])
    return file.getvalue()


def unpack(data: bytes) -> tuple[Manifest, dict[str, str]]:
    """Return the manifest and the parts of a file, or raise the code of what is wrong with it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _require_modest(archive)
            texts = {info.filename: _text(archive, info) for info in archive.infolist()}
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError):
        raise KaitenError("not_a_backup") from None
    manifest = _manifest(texts.pop(MANIFEST, ""))
    for name, expected in manifest.parts.items():
        if name not in texts:
            raise KaitenError("backup_incomplete", part=name[:80])
        if digest(texts[name]) != expected:
            raise KaitenError("backup_damaged", part=name[:80])
    surplus = sorted(set(texts) - set(manifest.parts))
    if surplus:
        raise KaitenError("backup_inconsistent", part=surplus[0][:80])
    if manifest.content != digest(canonical_json(manifest.parts)):
        raise KaitenError("backup_damaged", part=MANIFEST)
    return manifest, texts


def _put(archive: zipfile.ZipFile, name: str, text: str) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    archive.writestr(info, text.encode("utf-8"))


def _require_modest(archive: zipfile.ZipFile) -> None:
    """A few kilobytes can claim to hold terabytes."""
    infos = archive.infolist()
    if sum(info.file_size for info in infos) > LARGEST_TOTAL:
        raise KaitenError("file_too_large", 413, limit=LARGEST_TOTAL)
    if any(info.file_size > LARGEST_PART for info in infos):
        raise KaitenError("file_too_large", 413, limit=LARGEST_PART)
    names = [info.filename for info in infos]
    if len(names) != len(set(names)):
        raise KaitenError("backup_inconsistent", part=MANIFEST)


def _text(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    try:
        return archive.read(info).decode("utf-8")
    except (zipfile.BadZipFile, zlib.error, UnicodeDecodeError, OSError, RuntimeError):
        # RuntimeError is how an encrypted part answers.
        raise KaitenError("backup_damaged", part=info.filename[:80]) from None


def _manifest(text: str) -> Manifest:
    if not text:
        raise KaitenError("not_a_backup")
    try:
        manifest = msgspec.json.decode(text)
        if isinstance(manifest, dict) and isinstance(number := manifest.get("kaiten_backup"), int):
            if number > FORMAT:
                raise KaitenError("backup_newer", format=number)
            return msgspec.convert(manifest, Manifest)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        pass
    raise KaitenError("not_a_backup")
