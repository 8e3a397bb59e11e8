"""Played dice: the seeded stream in plain Python, with all faces and events in the log."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from fracas.dice import streams
from fracas.dice.counting import POOL, exact_ways
from fracas.dice.generator import FACES_LANE, MASK, RULES_LANE, digest_of_key, fold, lane_key, unmix, word_at
from fracas.dice.log import Log, Roll

_NET_ROWS: dict[tuple[int, int, int], list[int]] = {}


class PlayedDice(Log):
    """Dice for playing fight ``fight`` of ``seed``: the same answers as the compiled stream, with faces to show.

    Most faces are the digits that the result was computed from. If the rule asked only for a net result, faces are drawn from a
    lane of their own with the distribution of real faces, given that result.
    """

    def __init__(self, seed: int, fight: int = 0, lane: int = RULES_LANE) -> None:
        super().__init__()
        self.base = lane_key(seed, fight, lane)
        self.stream_key = self.base
        self.at = 0
        self._word = 0
        self._digits: list[int] = []
        self._faces: PlayedDice | None = None
        self._origin = (seed, fight, lane)

    # the interface of a stream

    def fresh(self) -> None:
        """Take the next word."""
        self._word = word_at(self.stream_key, self.at)
        self.at += 1

    def digit(self, sides: int) -> int:
        """The next digit of the word in base ``sides``."""
        product = self._word * int(sides)
        self._word = product & MASK
        found = product >> 64
        self._digits.append(found + 1)
        return found

    def bits53(self) -> int:
        """The upper 53 bits of the next word."""
        self.fresh()
        return self._word >> 11

    def net_row(self, face: int, attack: int, defence: int) -> MutableSequence[int]:
        """The row of cumulative chances for these pools, filled once for all instances."""
        row = _NET_ROWS.get((face, attack, defence))
        if row is None:
            row = _NET_ROWS[(int(face), int(attack), int(defence))] = [0] * streams.NET_ROW
            streams.fill_net_row(row, attack, defence, face, streams.TABLE_SIDES)
        return row

    # the questions of a rule

    def die(self, sides: int) -> int:
        """One die."""
        self._digits.clear()
        result = streams.stream_die(self, sides)
        self.entries.append(Roll("die", result, int(sides), tuple(self._digits)))
        return result

    def roll(self, n: int, sides: int) -> int:
        """The total of ``n`` dice."""
        self._digits.clear()
        result = streams.stream_roll(self, n, sides)
        self.entries.append(Roll("sum", result, int(sides), tuple(self._digits)))
        return result

    def successes(self, n: int, face: int, sides: int) -> int:
        """Successes of a pool."""
        self._digits.clear()
        result = streams.stream_successes(self, n, face, sides)
        self.entries.append(Roll("pool", result, int(sides), tuple(self._digits), (), int(face)))
        return result

    def net(self, attack: int, defence: int, face: int, sides: int, low: int, high: int) -> int:
        """Net successes of two pools, with matching faces."""
        self._digits.clear()
        before = self.at
        result = streams.stream_net(self, attack, defence, face, sides, low, high)
        attack, defence, face, sides = max(int(attack), 0), max(int(defence), 0), int(face), int(sides)
        if self._digits:
            faces, against = tuple(self._digits[:attack]), tuple(self._digits[attack:])
        else:
            faces, against = self._faces_for_net(attack, defence, face, sides, int(low), int(high), int(result), before)
        self.entries.append(Roll("net", int(result), sides, faces, against, face))
        return result

    def keep(self, n: int, sides: int, highest: int, lowest: int) -> int:
        """The total of the highest and lowest of ``n`` dice."""
        self._digits.clear()
        result = streams.stream_keep(self, n, sides, highest, lowest)
        self.entries.append(Roll("keep", result, int(sides), tuple(self._digits)))
        return result

    def reach(self, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
        """The number of marks that the total of the highest and lowest of ``n`` dice reaches."""
        self._digits.clear()
        result = streams.stream_reach(self, n, sides, highest, lowest, marks)
        self.entries.append(Roll("reach", result, int(sides), tuple(self._digits)))
        return result

    def chance(self, p: float) -> bool:
        """Yes with chance ``p``."""
        result = bool(streams.stream_chance(self, p))
        self.entries.append(Roll("chance", int(result)))
        return result

    def pick(self, weights: Sequence[int], n: int) -> int:
        """An index by weight."""
        result = streams.stream_pick(self, weights, n)
        self.entries.append(Roll("pick", result))
        return result

    def scaled(self, value: float, low: float, high: float) -> int:
        """The floor of a uniformly scaled value."""
        result = streams.stream_scaled(self, value, low, high)
        self.entries.append(Roll("scaled", result))
        return result

    def key(self, domain: int, entity: int, tick: int) -> None:
        """Key the following draws by (domain, entity, tick)."""
        self.stream_key = unmix(digest_of_key(self.base, int(domain), int(entity), int(tick)))
        self.at = 0

    # generating faces to show

    def _faces_for_net(
        self, attack: int, defence: int, face: int, sides: int, low: int, high: int, result: int, at: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Faces of both pools, drawn from their distribution given the net that the rule was told."""
        if self._faces is None:
            seed, fight, lane = self._origin
            self._faces = PlayedDice(seed, fight, FACES_LANE + 8 * lane)
        show = self._faces
        show.entries.clear()
        show.stream_key = fold(fold(fold(show.base, self.stream_key), at), len(self.entries))
        show.at = 0
        attack_ways = exact_ways(POOL, attack, face, sides, 0)
        defence_ways = exact_ways(POOL, defence, face, sides, 0)
        fits = [
            (a, d, attack_ways[a] * defence_ways[d])
            for a in range(attack + 1)
            for d in range(defence + 1)
            if min(max(a - d, low), high) == result
        ]
        total = sum(weight for _, _, weight in fits)
        show.fresh()
        drawn = (show._word * total) >> 64
        at_fit = 0
        while drawn >= fits[at_fit][2]:
            drawn -= fits[at_fit][2]
            at_fit += 1
        made, stopped, _ = fits[at_fit]
        return show._pool_with(attack, made, face, sides), show._pool_with(defence, stopped, face, sides)

    def _pool_with(self, n: int, made: int, face: int, sides: int) -> tuple[int, ...]:
        """Faces of ``n`` dice of which ``made`` are successes; all such hands are equally likely."""
        faces = []
        for left in range(n, 0, -1):
            self.fresh()
            if self.digit(left) < made:
                made -= 1
                faces.append(face + self.digit(sides - face + 1))
            else:
                faces.append(1 + self.digit(face - 1))
        return tuple(faces)
