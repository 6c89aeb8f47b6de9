"""Shards: files with the results of solved deals.

A shard holds the chunks of one block of a seed: for each deal the outcome of every caller with
every trump, 16 bytes. The deals themselves are not stored: they are dealt again from the seed, and
a checksum of each chunk's deals shows that they are the same. A shard is written to another file,
forced to the disk and then renamed, so that it is never incomplete; a checksum finds any later
damage. Nothing here knows how a deal is solved or counted.

    hakem book shard 1 <checksum of all that follows>
    {"variant": ..., "options": ..., "seed": ..., "chunks": [...], "deals": [...], "engines": ...}
    one byte an outcome: chunk, deal, caller, trump
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import BookError, HakemError, OptionError, unread
from ..base.whole_files import read_regular, sealed, unsealed, write_whole
from ..game.options import show_value
from ..game.variants import Variant, find_variant

__all__ = ["BLOCK", "CHUNK", "FORMAT", "Shard", "find_shards", "join_shards", "read_shard"]

FORMAT = 1
"""Raised whenever a shard, or what a seed means, changes."""
CHUNK = 64
"""Deals of a chunk, each chunk with a seed of its own; part of what a seed means."""
BLOCK = 64
"""Chunks of a full shard."""
SUFFIX = ".shard"
OPEN_HANDS = "open"
"""The judge of shards and books that name none."""

_NAME = b"hakem book shard"
Codes = NDArray[np.int8]


@dataclass
class Shard:
    """Outcomes of some chunks of one seed and game.

    `codes`: for each chunk the outcome codes (deals, callers, trumps), int8 (64, 4, 4), from the
    side of the caller. `deals`: a checksum of the chunk's deals. `engines`: which builds of the
    solver, or which players, were at work. `judge`: the name of the judge.
    """

    variant: Variant
    seed: int
    codes: dict[int, Codes] = field(default_factory=dict)
    deals: dict[int, int] = field(default_factory=dict)
    engines: tuple[str, ...] = ()
    judge: str = OPEN_HANDS

    def __len__(self) -> int:
        """The number of deals."""
        return CHUNK * len(self.codes)

    @property
    def same(self) -> tuple[Any, ...]:
        """What shards must share to be counted together: game, options and judge."""
        return (self.variant.name, tuple(sorted(options_of(self.variant).items())), self.judge)

    def __str__(self) -> str:
        return (
            f"{self.variant}, judge {self.judge}" if self.judge != OPEN_HANDS else str(self.variant)
        )

    def add(self, chunk: int, codes: Codes, deals: int, engine: str) -> None:
        """One more chunk; BookError when it is there already."""
        if chunk in self.codes:
            raise BookError(f"chunk {chunk} of seed {self.seed} is there already")
        self.codes[chunk] = codes
        self.deals[chunk] = deals
        if engine not in self.engines:
            self.engines = (*self.engines, engine)

    def write(self, path: Path) -> None:
        """Put the shard there, whole or not at all; WriteError when the disk does not take it."""
        chunks = sorted(self.codes)
        header = {
            "variant": self.variant.name,
            "options": options_of(self.variant),
            "seed": self.seed,
            "chunk": CHUNK,
            "chunks": chunks,
            "deals": [self.deals[chunk] for chunk in chunks],
            "engines": list(self.engines),
            **said_judge(self.judge),
        }
        body = json.dumps(header, sort_keys=True).encode() + b"\n"
        body += b"".join(self.codes[chunk].tobytes() for chunk in chunks)
        write_whole(path, sealed(_NAME, FORMAT, body))


def options_of(variant: Variant) -> dict[str, str]:
    """The options that differ from the game's defaults, as they are written on the command line."""
    return {name: show_value(variant[name]) for name in sorted(variant.changed)}


def said_judge(judge: str) -> dict[str, str]:
    """What a header says of the judge: nothing of open hands, as the first files."""
    return {} if judge == OPEN_HANDS else {"judge": judge}


def variant_of(header: Mapping[str, Any]) -> Variant:
    """The game a header names."""
    return find_variant(header["variant"]).set(
        *(f"{name}={value}" for name, value in header["options"].items())
    )


def read_shard(path: Path) -> Shard:
    """The shard in this file; BookError naming the file when it is damaged or not one of ours."""
    body = unsealed(_NAME, FORMAT, _bytes_of(path), path, BookError)
    line, _, rest = body.partition(b"\n")
    try:
        header = json.loads(line)
        variant = variant_of(header)
        chunks, deals = header["chunks"], header["deals"]
        engines, seed, size = tuple(header["engines"]), int(header["seed"]), header["chunk"]
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, HakemError):
            raise BookError(
                f"{path} is of a game that this program does not know: {error}"
            ) from None
        raise BookError(f"{path} is damaged: its header cannot be read") from None
    if size != CHUNK:
        raise BookError(f"{path} has chunks of {size} deals, this program counts {CHUNK}")
    if len(rest) != len(chunks) * CHUNK * 16 or len(deals) != len(chunks):
        raise BookError(
            f"{path} is damaged: it holds {len(rest)} outcomes for {len(chunks)} chunks"
        )
    codes = np.frombuffer(rest, dtype=np.int8).reshape(len(chunks), CHUNK, 4, 4)
    if ((codes == 0) | (np.abs(codes) > 3)).any():
        raise BookError(f"{path} is damaged: it holds a number that is no outcome")
    return Shard(
        variant,
        seed,
        dict(zip(chunks, codes, strict=True)),
        dict(zip(chunks, deals, strict=True)),
        engines,
        header.get("judge", OPEN_HANDS),
    )


def _bytes_of(path: Path) -> bytes:
    try:
        return read_regular(path, BookError)
    except OSError as error:
        raise BookError(unread(path, error)) from error


def shard_path(folder: Path, seed: int, chunk: int) -> Path:
    """Where the shard with this chunk lies."""
    return folder / f"{seed}-{chunk // BLOCK:06d}{SUFFIX}"


def find_shards(places: Iterable[Path | str]) -> list[Path]:
    """The shard files in these folders, or the files themselves, in a fixed order.

    Raises OptionError for a place that is not there and BookError when there is no shard at all.
    """
    found: list[Path] = []
    for place in map(Path, places):
        if place.is_dir():
            found += sorted(place.glob(f"*{SUFFIX}"))
        elif place.exists():
            found.append(place)
        else:
            raise OptionError(f"{place} is no folder and no file of shards")
    if not found:
        raise BookError("there is no shard in these folders: `hakem book build` makes them")
    return found


def join_shards(paths: Iterable[Path]) -> Iterator[Shard]:
    """The shards one by one, checked to belong together.

    Raises BookError, naming both files, for another game or other options than the first shard's,
    and for a chunk of a seed that an earlier one has already.
    """
    first: tuple[Path, Shard] | None = None
    owner: dict[tuple[int, int], Path] = {}
    for path in paths:
        shard = read_shard(path)
        if first is None:
            first = (path, shard)
        elif shard.same != first[1].same:
            raise BookError(
                f"{path} is of {shard}, {first[0]} of {first[1]}: they cannot be counted together"
            )
        for chunk in shard.codes:
            if (before := owner.setdefault((shard.seed, chunk), path)) != path:
                raise BookError(
                    f"{path} and {before} both hold chunk {chunk} of seed {shard.seed}: "
                    "its deals would count twice"
                )
        yield shard
