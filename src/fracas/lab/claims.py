"""Claims: what a document says about its game, judged by the engine.

A ledger is a file of claims, section by section through one document, and the computations that the claims name. Nothing in the file
says whether a claim holds: `Ledger.judge` computes what the engine finds and compares. A claim that does not hold must be explained in
the file (``because``); one that is not explained, or that is explained and holds after all, is broken, and ``fracas claims`` ends with
exit code 1.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Literal

from pydantic import BaseModel

from fracas.engine.content.library import content_path
from fracas.engine.content.reading import Source, read_content, validated
from fracas.engine.contract.claims import Found
from fracas.engine.contract.progress import ANNOUNCED, Progress, collected
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.work.executors import Pieces, Watch, by_number
from fracas.engine.work.places import Where, executor
from fracas.errors import FracasError, unknown
from fracas.lab.computations import GENERAL
from fracas.lab.figures import Figure, is_value, number_words
from fracas.lab.ledger import Claim, Document, Section, stale

Verdict = Literal["holds", "wrong", "contradicts", "ambiguous", "differs", "not checkable"]
VERDICTS: tuple[Verdict, ...] = ("wrong", "contradicts", "ambiguous", "differs", "not checkable", "holds")
"""All verdicts, those that need attention first. The ruleset's own decisions and content are never wrong: they differ from the document."""
UNTRUE: tuple[Verdict, ...] = ("wrong", "contradicts", "ambiguous", "differs")
"""Verdicts on claims that do not hold, or not in every reading: the file must explain them."""


@dataclass(frozen=True)
class Under:
    """What the engine finds for one reading."""

    reading: str
    found: Found
    holds: bool


@dataclass(frozen=True)
class Judged:
    """A claim with its verdict and the evidence for it."""

    claim: Claim
    section: Section
    group: str
    """The id of its entry in the file: all claims of one table share it."""
    verdict: Verdict
    found: Found | None
    readings: tuple[Under, ...] = ()
    off: Fraction | None = None
    """The distance of the engine's value from what the figure allows; positive if the document's figure is too low."""
    other: Claim | None = None
    """The claim it was compared with."""

    @property
    def figure(self) -> Figure:
        """What the document says."""
        return Figure.parse(self.claim.figure)

    @property
    def broken(self) -> str:
        """The error of the entry in the file, or an empty string: a missing explanation, or an explanation of a claim that holds."""
        if self.verdict in UNTRUE and not self.claim.because:
            return f"{self.verdict}, and not explained"
        if self.verdict == "holds" and self.claim.because:
            return "explained as if it did not hold, but it does"
        return ""

    def finding(self) -> str:
        """What the engine finds, in words."""
        if self.verdict == "not checkable":
            return self.claim.unchecked
        if self.readings:
            every = [self.words(under.found) for under in self.readings]
            if len(set(every)) == 1:
                return every[0]
            return "; ".join(f"{under.reading}: {words}" for under, words in zip(self.readings, every, strict=True))
        return self.words(self.found) if self.found else ""

    def words(self, found: Found) -> str:
        """A finding in words."""
        value = found.value
        if isinstance(value, bool):
            return found.words or ("so it is" if value else "it is not so")
        shown = number_words(value, self.figure.percent)
        return f"{shown}: {found.words}" if found.words else shown

    def difference(self) -> str:
        """The size of the error, or what it contradicts, in words."""
        parts = []
        if self.off is not None and self.verdict in ("wrong", "contradicts", "differs"):
            amount = number_words(float(abs(self.off)), False, 100 if self.figure.percent else 1)
            unit = " points" if self.figure.percent else ""
            parts.append(f"{amount}{unit} too {'low' if self.off > 0 else 'high'}")
        if self.other is not None and self.verdict == "contradicts":
            parts.append(f"line {self.other.line} says {self.other.figure or self.other.says}")
        if self.verdict == "ambiguous":
            good = [under.reading for under in self.readings if under.holds]
            parts.append(f"holds if read as: {', '.join(good)}")
        return "; ".join(parts)

    def to_data(self) -> dict[str, Any]:
        """Everything as data for JSON."""
        claim = self.claim

        def data(found: Found | None) -> Any:
            if found is None:
                return None
            value = found.value
            if isinstance(value, (bool, str)):
                return {"value": value, "words": found.words}
            values = value if isinstance(value, tuple) else (value,)
            exact = [str(v) if isinstance(v, (Fraction, int)) else None for v in values]
            if isinstance(value, tuple):
                return {"value": [float(v) for v in values], "fraction": exact, "words": found.words}
            return {"value": float(value), "fraction": exact[0], "words": found.words}

        return {
            "id": claim.id,
            "line": claim.line,
            "section": self.section.title,
            "says": claim.says,
            "about": claim.about,
            "figure": claim.figure or None,
            "implied": claim.implied,
            "verdict": self.verdict,
            "found": data(self.found),
            "readings": {under.reading: {"found": data(under.found), "holds": under.holds} for under in self.readings},
            "off": None if self.off is None else float(self.off),
            "contradicts": self.other.id if self.other is not None and self.verdict == "contradicts" else None,
            "because": claim.because or None,
            "unchecked": claim.unchecked or None,
            "fixed": claim.fixed or None,
            "broken": self.broken or None,
            "finding": self.finding() or None,
            "difference": self.difference() or None,
            "computed": {"by": claim.compute, "given": dict(claim.given)} if claim.compute else None,
        }


class Ledger:
    """The claims of one document: a file, and the functions marked with `fracas.finds` that compute what the engine finds."""

    def __init__(self, path: str | Path, computations: Iterable[Callable[..., Any]] = (), ruleset: Ruleset | None = None) -> None:
        self.path = Path(path)
        general = {name: partial(function, ruleset) for name, function in GENERAL.items()} if ruleset is not None else {}
        self._computations: dict[str, Callable[..., Any]] = {**general, **{function.__name__: function for function in computations}}

    @cached_property
    def document(self) -> Document:
        """The validated file: its sections cover the document without a gap."""
        return validated(Document, read_content(self.path), self._name, Source(self.path))

    @property
    def _name(self) -> str:
        return self.path.name

    @cached_property
    def _entries(self) -> dict[str, tuple[Section, str, Claim]]:
        """Every claim with its section and its entry; rows are expanded. Ids must be unique, and each claim must lie within its section."""
        found: dict[str, tuple[Section, str, Claim]] = {}
        for section in self.document.sections:
            for entry in section.claims:
                for claim in entry.each():
                    if claim.id in found:
                        raise self._bad(claim, "its id is used twice", "give every claim an id of its own")
                    if claim.line is None or not section.lines[0] <= claim.line <= section.lines[1]:
                        where = f"lines {section.lines[0]} to {section.lines[1]}"
                        raise self._bad(
                            claim, f"its line {claim.line} is not in its section {section.title!r}, {where}", "correct the line"
                        )
                    if claim.fixed and not (claim.compute or claim.readings):
                        raise self._bad(claim, "nothing is computed, so nothing can be fixed", "leave out 'fixed'")
                    found[claim.id] = (section, entry.id, claim)
        return found

    def check_options(self, options: type[BaseModel]) -> None:
        """Reject undefined points and changes that name a nonexistent rule option."""
        named = [(gap.option, f"what is undefined in line {gap.line}") for gap in self.document.undefined if gap.option]
        named += [(option, f"the change {name!r}") for name, change in self.document.changes.items() for option in change.options]
        for option, where in named:
            if option not in options.model_fields:
                missing = unknown("rule option", option, options.model_fields)
                raise FracasError("bad-claim", f"{self._name}: {where}: {missing.what}", missing.remedy)

    def _bad(self, claim: Claim, what: str, remedy: str) -> FracasError:
        return FracasError("bad-claim", f"{self._name}: claim {claim.id!r}: {what}", remedy)

    def claims(self) -> list[Claim]:
        """All claims, in the order of the document."""
        return [claim for _, _, claim in self._entries.values()]

    def judge(self, options: Any, progress: Progress | None = None) -> list[Judged]:
        """Judge every claim, in the order of the document."""
        return list(self.one_by_one(options, progress))

    def one_by_one(self, options: Any, progress: Progress | None = None) -> Iterator[Judged]:
        """Like `judge`, lazily: each claim is judged when it is requested."""
        for done, claim in enumerate(self._entries):
            if progress is not None:
                progress.at(done, len(self._entries), "claims")
            yield self.judge_one(claim, options)

    def judge_one(self, claim_id: str, options: Any, given: Mapping[str, Any] | None = None) -> Judged:
        """Judge one claim; ``given`` overrides arguments of its computation."""
        if claim_id not in self._entries:
            raise unknown("claim", claim_id, self._entries)
        section, group, claim = self._entries[claim_id]
        if given:
            claim = claim.model_copy(update={"given": {**claim.given, **given}})
        if claim.unchecked:
            return Judged(claim, section, group, "not checkable", None)
        figure = self._figure(claim)
        other = None
        if claim.against:
            if claim.against not in self._entries:
                missing = unknown("claim", claim.against, self._entries)
                raise self._bad(claim, missing.what, missing.remedy)
            _, _, other = self._entries[claim.against]
        if claim.readings:
            found = [(name, self._compute(claim, r.compute, r.given, options)) for name, r in claim.readings.items()]
            under = tuple(Under(name, value, self._fits(claim, figure, value)) for name, value in found)
            good = sum(each.holds for each in under)
            verdict: Verdict = "holds" if good == len(under) else "ambiguous" if good else _untrue(claim)
            return Judged(claim, section, group, verdict, None, under, None, other)
        if not claim.compute:
            same = other is not None and figure.agrees(self._figure(other))
            return Judged(claim, section, group, "holds" if same else "contradicts", None, (), None, other)
        value = self._compute(claim, claim.compute, claim.given, options)
        if self._fits(claim, figure, value):
            return Judged(claim, section, group, "holds", value, (), None, other)
        against = other is not None and not figure.agrees(self._figure(other))
        return Judged(claim, section, group, "contradicts" if against else _untrue(claim), value, (), figure.off(value.value), other)

    def _figure(self, claim: Claim) -> Figure:
        try:
            return Figure.parse(claim.figure, claim.within)
        except ValueError as error:
            raise self._bad(claim, str(error), "write the figure as the document does") from None

    def _fits(self, claim: Claim, figure: Figure, found: Found) -> bool:
        try:
            return figure.fits(found.value)
        except ValueError as error:
            raise self._bad(claim, str(error), "let the computation find what the figure is of") from None

    def _compute(self, claim: Claim, name: str, given: Mapping[str, Any], options: Any) -> Found:
        if name not in self._computations:
            missing = unknown("computation", name, self._computations)
            raise self._bad(claim, missing.what, missing.remedy)
        function = self._computations[name]
        try:
            inspect.signature(function).bind(options, **given)
        except TypeError as error:
            raise self._bad(claim, f"{name} cannot be computed: {error}", "give the computation's own arguments") from None
        try:
            value = function(options, **given)
        except FracasError as error:
            raise self._bad(claim, f"{name} cannot be computed: {error.what}", error.remedy) from None
        except Exception as error:
            raise FracasError("claim-failed", f"claim {claim.id!r}: {name} failed: {type(error).__name__}: {error}", "mend it") from error
        found = value if isinstance(value, Found) else Found(value)
        if not is_value(found.value):
            raise self._bad(claim, f"{name} found {found.value!r}", "let it return a number, a pair of numbers, a truth or a text")
        return found

    def stale(self, text: str) -> list[str]:
        """Where the file no longer matches the text of the document (`fracas.lab.ledger.stale`)."""
        return stale(self.document, self.claims(), text)


def _untrue(claim: Claim) -> Verdict:
    """The verdict on a claim that the engine does not confirm: the document is wrong, or, for the ruleset's own matters, differs."""
    return "wrong" if claim.about == "document" else "differs"


def ledger_of(ruleset: Ruleset) -> Ledger | None:
    """The claims of a ruleset's document: ``content/claims.json``, and the functions marked `finds` in its ``claims``; or None."""
    path = content_path(ruleset.package, "claims.json")
    home = ruleset.part("claims")
    if home is None or not path.exists():
        return None
    names = [home.__name__, *(f"{home.__name__}.{each.name}" for each in iter_modules(getattr(home, "__path__", ())))]
    functions = [thing for name in names for thing in vars(import_module(name)).values() if getattr(thing, "finds", False) is True]
    ledger = Ledger(path, functions, ruleset)
    ledger.check_options(ruleset.options_model)
    return ledger


@dataclass(frozen=True)
class JudgedDocument:
    """All claims of one ruleset's document, judged."""

    ruleset: Ruleset
    document: Document
    judged: Sequence[Judged]
    interrupted: bool = False
    """True if Ctrl-C was pressed before the last claim was judged."""

    @property
    def broken(self) -> list[Judged]:
        """The claims whose entry in the file is broken."""
        return [each for each in self.judged if each.broken]

    def chosen(self, verdicts: Container[str] = (), only_broken: bool = False) -> list[Judged]:
        """The claims with one of these verdicts (default: all), optionally only the broken ones."""
        return [each for each in self.judged if (not verdicts or each.verdict in verdicts) and (each.broken or not only_broken)]

    def sentence(self) -> str:
        """How many claims have each verdict, in words."""
        return f"{summary_sentence(summary(self.judged))}{' (stopped; the claims after these were not judged)' * self.interrupted}."

    def to_data(self, verdicts: Container[str] = (), only_broken: bool = False) -> dict[str, Any]:
        """The claims as data for JSON, all or some; the summary covers all."""
        document = self.document
        return {
            "ruleset": self.ruleset.name,
            "version": self.ruleset.version,
            "document": document.document,
            "title": document.title,
            "lines": document.lines,
            "summary": summary(self.judged),
            "undefined": [gap.model_dump() for gap in document.undefined],
            "sections": [
                {"title": section.title, "lines": list(section.lines), "nothing": section.nothing or None} for section in document.sections
            ],
            "claims": [each.to_data() for each in self.chosen(verdicts, only_broken)],
            "interrupted": self.interrupted,
        }

    def __repr__(self) -> str:
        return f"<JudgedDocument {self.document.title}: {self.sentence()}>"


@dataclass(frozen=True)
class Judgement:
    """The documents of one or more rulesets, judged under overridden rule options (``options``).

    ``stale`` lists where a ledger no longer matches its document.
    """

    documents: Sequence[JudgedDocument]
    options: Mapping[str, Any]
    stale: Sequence[str] = ()

    def to_data(self, verdicts: Container[str] = (), only_broken: bool = False) -> dict[str, Any]:
        """The claims as data for JSON, all or some."""
        documents = [each.to_data(verdicts, only_broken) for each in self.documents]
        return {"documents": documents, "set": dict(self.options), "stale": list(self.stale)}

    def table(self, verdicts: Container[str] = (), only_broken: bool = False) -> Table:
        """The claims as a table, all or some."""
        columns = [
            Column("ruleset", lambda row: row[0].ruleset.name),
            Column("line", lambda row: row[1].claim.line),
            Column("section", lambda row: row[1].section.title),
            Column("about", lambda row: row[1].claim.about),
            Column("id", lambda row: row[1].claim.id),
            Column("says", lambda row: row[1].claim.says),
            Column("figure", lambda row: row[1].claim.figure or None),
            Column("verdict", lambda row: row[1].verdict),
            Column("finding", lambda row: row[1].finding() or None),
            Column("difference", lambda row: row[1].difference() or None),
            Column("because", lambda row: row[1].claim.because or None),
        ]
        return Table("", columns, [(each, claim) for each in self.documents for claim in each.chosen(verdicts, only_broken)])


@dataclass(frozen=True)
class Judging:
    """The job of judging the claims of a ruleset's document by number, as ``(start, count)``."""

    ruleset: Ruleset
    options: Any
    _ledgers: list[Ledger] = field(default_factory=list, repr=False, compare=False)
    """The claims, once they are read in this process."""

    def __call__(self, piece: tuple[int, int], watch: Watch) -> list[Judged]:
        """Judge some claims."""
        if not self._ledgers:
            self._ledgers.append(claims_of(self.ruleset))
        ledger, (start, count) = self._ledgers[0], piece
        found = []
        for claim in ledger.claims()[start : start + count]:
            watch.check()
            found.append(ledger.judge_one(claim.id, self.options))
        return found


def judge_claims(
    ruleset: str | Ruleset, options: Mapping[str, Any] | None = None, progress: Progress | None = None, cluster: Where = None
) -> JudgedDocument:
    """Judge the claims of a ruleset's document, under overridden rule options, here or on a ``cluster``. Ctrl-C keeps the finished ones."""
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    ledger = claims_of(rules)
    chosen = validated(rules.options_model, dict(options or {}), "the rule options")
    if cluster is None:
        judged = collected(ledger.one_by_one(chosen, progress))
        return JudgedDocument(rules, ledger.document, judged, judged.interrupted)
    listener = progress or ANNOUNCED

    def each() -> Iterator[Judged]:
        with executor(None, cluster, progress=listener) as place:
            numbers = Pieces(0, len(ledger.claims()), place.workers, 1)
            with closing(by_number(place, Judging(rules, chosen), numbers, listener)) as finished:
                for start, some in finished:
                    listener.at(start + len(some), len(ledger.claims()), "claims")
                    yield from some

    judged = collected(each())
    return JudgedDocument(rules, ledger.document, judged, judged.interrupted)


def judge_claim(
    ruleset: str | Ruleset, claim: str, options: Mapping[str, Any] | None = None, given: Mapping[str, Any] | None = None
) -> Judged:
    """Judge one claim of a ruleset's document, with overridden rule options and arguments."""
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    return claims_of(rules).judge_one(claim, validated(rules.options_model, dict(options or {}), "the rule options"), given)


def content_models(ruleset: Ruleset) -> dict[str, type[BaseModel]]:
    """The models of all content files of a ruleset, its claims included."""
    return {**ruleset.content_models(), "claims": Document}


def claims_of(ruleset: Ruleset) -> Ledger:
    """The claims of a ruleset's document; an error if there are none."""
    found = ledger_of(ruleset)
    if found is None:
        raise FracasError("no-claims", f"{ruleset.title} has no file of claims", "docs/claims-of-your-own.md says how to write one")
    return found


def summary(judged: Iterable[Judged]) -> dict[str, int]:
    """The number of claims with each verdict; implied ones are counted separately."""
    every = list(judged)
    said = Counter[str](each.verdict for each in every if not each.claim.implied)
    return {
        "claims": sum(said.values()),
        **{verdict: said[verdict] for verdict in VERDICTS},
        "implied": sum(each.claim.implied for each in every),
        "broken": sum(bool(each.broken) for each in every),
    }


def summary_sentence(counts: Mapping[str, int]) -> str:
    """The summary in words: 31 of 58 claims hold; 12 are wrong, …"""
    words: Mapping[str, tuple[str, str]] = {
        "wrong": ("is wrong", "are wrong"),
        "contradicts": ("contradicts another", "contradict another"),
        "ambiguous": ("can be read in several ways", "can be read in several ways"),
        "differs": ("differs from the document by our choice", "differ from the document by our choice"),
        "not checkable": ("cannot be checked", "cannot be checked"),
    }
    rest = [f"{counts[verdict]} {words[verdict][counts[verdict] != 1]}" for verdict in words if counts[verdict]]
    implied = f"; {counts['implied']} {'thing is' if counts['implied'] == 1 else 'things are'} implied" if counts["implied"] else ""
    holds = f"{counts['holds']} of {counts['claims']} claims hold"
    return f"{holds}{'; ' if rest else ''}{', '.join(rest)}{implied}"
