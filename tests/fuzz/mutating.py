"""Changes at random: of data, of bytes, of words, of the numbers of a world."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

NUMBERS: tuple[Any, ...] = (
    0,
    -1,
    1,
    2,
    3,
    7,
    20,
    255,
    2**31,
    2**63 - 1,
    2**63,
    2**64,
    -(2**63) - 1,
    10**30,
    -(10**30),
    0.5,
    -0.0,
    1e308,
    5e-324,
)
TEXTS = (
    "",
    " ",
    "a",
    "-",
    "--",
    "=",
    "0",
    "-1",
    "1.5",
    "1e9",
    "1e400",
    "nan",
    "inf",
    "none",
    "true",
    "null",
    "[]",
    "{}",
    "[1",
    "\x00",
    "\x07",
    "\x1b[31m",
    "\x9b31m",
    "[bold]",
    "[/]",
    "[/red]",
    "[link=x]",
    "{a}",
    "{0.__class__}",
    "%s",
    "%n",
    "\u2028",
    "\u202e",
    "\ufeff",
    "ß",
    "e\u0301",
    "ſ",
    "²",
    "٣",
    "𝒳",
    "\ud800",
    "\udcff",
    "1d6",
    "0d0",
    "100d100",
    "-1d6",
    "1d0",
    "2d6+",
    "9" * 400,
    "9" * 5000,
    "a" * 5000,
    "../../x",
    "/",
    ".",
    "/proc/self/environ",
    "/dev/zero",
    "/dev/null",
    "C:\\x",
    "tuned",
    "duel",
    "random",
    "a=b",
    "a=b=c",
    "\n",
    "\t\r\n",
)
BYTES = (
    b"\xff",
    b"\x00",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"9" * 400,
    b"[" * 500,
    b'"',
    b"\\ud800",
    b"{}",
    b",,",
)


def value(rng: Random, depth: int = 0) -> Any:
    """Something that nobody expects."""
    kind = rng.randrange(8 if depth < 2 else 5)
    if kind < 2:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice(TEXTS)
    if kind == 3:
        return rng.choice((None, True, False))
    if kind == 4:
        return rng.choice(([], {}))
    if kind == 5:
        return [value(rng, depth + 1) for _ in range(rng.randrange(1, 4))]
    if kind == 6:
        return {rng.choice(TEXTS): value(rng, depth + 1) for _ in range(rng.randrange(1, 4))}
    found: Any = value(rng, depth + 1)
    for _ in range(rng.choice((1, 3, 70))):
        found = [found]
    return found


def large(rng: Random) -> Any:
    """Something without end: a text, a key, a list, an object, as large as a file may easily be."""
    text = rng.choice(("e", "hero-", "\n", "1 ")) * 100_000
    return rng.choice((text, {text: 1}, [1] * 50_000, [text] * 3, {f"k{i}": i for i in range(20_000)}, [{}] * 20_000, [["a"]] * 20_000))


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every place in some data: what holds it, and where in it."""
    found: list[tuple[Any, Any]] = []
    held = [data]
    while held:
        at = held.pop()
        inner = list(at.items()) if isinstance(at, dict) else list(enumerate(at))
        found += [(at, key) for key, _ in inner]
        held += [each for _, each in inner if isinstance(each, (dict, list))]
    return found


def data(rng: Random, base: Any, times: int | None = None) -> Any:
    """Some data with one or a few changes in it."""
    made = copy.deepcopy(base)
    for _ in range(times or rng.choice((1, 1, 1, 2, 4))):
        places = _places(made) if isinstance(made, (dict, list)) else []
        if places and rng.random() < 0.003:
            held, key = rng.choice(places)
            held[key] = large(rng)
            continue
        if not places or rng.random() < 0.01:
            made = value(rng)
            continue
        _change(rng, made, *rng.choice(places))
    return made


def _change(rng: Random, whole: Any, held: Any, key: Any) -> None:
    was = held[key]
    kind = rng.randrange(11)
    if kind < 3:
        held[key] = value(rng)
    elif kind == 3:
        del held[key]
    elif kind == 4 and type(was) is int:
        held[key] = was + rng.choice((-1, 1, -was, 100, -2 * was, 2**31))
    elif kind == 5 and isinstance(held, dict):
        held[rng.choice((*TEXTS, str(key)[:-1], str(key) + "s"))] = held.pop(key)
    elif kind == 6 and isinstance(held, dict):
        held[rng.choice(TEXTS)] = value(rng)
    elif kind == 7 and isinstance(held, list):
        held[key:key] = [copy.deepcopy(was) for _ in range(rng.choice((1, 2, 10, 300)))]
    elif kind == 8:
        other, at = rng.choice(_places(whole))
        held[key] = copy.deepcopy(other[at])
    elif kind == 9:
        held[key] = rng.choice(([was], {"a": was}, str(was), [was, was]))
    elif isinstance(was, str):
        held[key] = text(rng, was)
    else:
        held[key] = value(rng)


def text(rng: Random, base: str) -> str:
    """A text with a change in it."""
    at = rng.randrange(len(base) + 1)
    kind = rng.randrange(6)
    if kind == 0:
        return base[:at] + rng.choice(TEXTS) + base[at:]
    if kind == 1:
        return base[:at] + base[at + 1 :]
    if kind == 2:
        return base[:at] + chr(rng.choice((rng.randrange(1, 128), rng.randrange(1, 0x3000)))) + base[at + 1 :]
    if kind == 3:
        return base * rng.choice((2, 3, 50))
    if kind == 4:
        return re.sub(r"\d+", lambda _: str(rng.choice(NUMBERS)), base, count=1)
    return rng.choice((base.upper(), base[::-1], base[:at], f" {base} "))


def raw(rng: Random, base: bytes) -> bytes:
    """Bytes with one or a few changes in them."""
    made = bytearray(base)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(made) + 1)
        kind = rng.randrange(7)
        if kind == 0 and at < len(made):
            made[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            made[at:at] = rng.choice(BYTES)
        elif kind == 2:
            del made[at : at + rng.choice((1, 2, 30))]
        elif kind == 3:
            made[at:at] = made[at : at + rng.choice((5, 60, 400))]
        elif kind == 4:
            del made[at:]
        elif kind == 5:
            odd = rng.choice(BYTES)
            made[:] = re.sub(rb"\d+", lambda _, odd=odd: odd, bytes(made), count=1)
        else:
            made[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 6)))
    return bytes(made)


def leaves(array: Any, path: str) -> Iterator[tuple[str, Any]]:
    """All plain fields of an array, those of records within records too, by their paths."""
    if array.dtype.names is None:
        yield path, array
    for name in array.dtype.names or ():
        yield from leaves(array[name], f"{path}.{name}")


def numbers(rng: Random, fields: Sequence[Any]) -> None:
    """Change some numbers in plain fields of arrays: a little, to something wild, or for another of the same kind."""
    for _ in range(rng.choice((1, 1, 1, 2))):
        values = rng.choice(fields)
        used = np.argwhere(values) if values.any() else np.argwhere(values == 0)
        at = tuple(used[rng.randrange(len(used))])
        if values.dtype.kind == "f":
            values[at] = rng.choice((float("nan"), float("inf"), -1.0, values[at] + 0.5, values[at] - 0.5))
            continue
        ends = np.iinfo(values.dtype)
        other = values[tuple(used[rng.randrange(len(used))])]
        number = rng.choice((int(values[at]) + rng.choice((-8, -1, 1, 2)), int(other), rng.randint(int(ends.min), int(ends.max))))
        values[at] = min(max(number, int(ends.min)), int(ends.max))


def words(rng: Random, base: Sequence[str], options: Sequence[str]) -> list[str]:
    """The words of a command line with one or a few changes."""
    made = list(base)
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(made) + 1)
        kind = rng.randrange(9)
        if kind == 0:
            made.insert(at, rng.choice(TEXTS))
        elif kind == 1:
            made.insert(at, rng.choice(options))
        elif kind == 2:
            made += [rng.choice(options), rng.choice((rng.choice(TEXTS), str(rng.choice(NUMBERS))))]
        elif at == len(made):
            made.append(str(rng.choice(NUMBERS)))
        elif kind == 3:
            del made[at]
        elif kind == 4:
            made[at] = rng.choice(TEXTS)
        elif kind == 5 and "=" in made[at]:
            name, _, was = made[at].partition("=")
            made[at] = f"{name}={rng.choice((text(rng, was), rng.choice(TEXTS), str(rng.choice(NUMBERS))))}"
        elif kind == 6:
            other = rng.randrange(len(made))
            made[at], made[other] = made[other], made[at]
        elif kind == 7:
            made.insert(at, made[at])
        else:
            made[at] = text(rng, made[at])
    return made


def as_bytes(rng: Random, made: Any) -> bytes:
    """Data as the bytes of a file: mostly as JSON, sometimes as lines of it, sometimes damaged."""
    if isinstance(made, list) and rng.random() < 0.3:
        found = "\n".join(json.dumps(each) for each in made).encode()
    else:
        found = json.dumps(made, indent=rng.choice((None, 1)), ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")
    return raw(rng, found) if rng.random() < 0.15 else found
