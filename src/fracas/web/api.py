"""The HTTP API: content, questions, jobs, games, packs. Errors have the same form everywhere: a stable code, what is wrong, what to do."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from fracas import __version__
from fracas.engine.content.library import content_path
from fracas.engine.content.models import Model
from fracas.engine.contract.cards import card, entry_table, kind_of
from fracas.engine.contract.describing import ruleset_options
from fracas.engine.contract.facets import HasCampaign, HasWorld, Hides, LoadoutChoice, Narrates, SendsRolls, Story
from fracas.engine.contract.matchup import scenario_data
from fracas.engine.contract.packs import ABOUT
from fracas.engine.contract.paths import paths_of, written_out
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.templates import NEW_ABOUT, checked_name, explanation, template
from fracas.engine.contract.templates import as_json as as_json_text
from fracas.engine.play.lessons import teaches
from fracas.errors import FracasError
from fracas.lab.points import measure_names, words_of
from fracas.lab.validating import schema_named
from fracas.web.answers import (
    AcceptedTold,
    BegunTold,
    GameTold,
    JobTold,
    LuckTold,
    NewTold,
    OddsTold,
    OptionsTold,
    PackTold,
    PathsTold,
    Problem,
    ProofTold,
    RulesetTold,
    ServerTold,
    StoryTold,
    ValidatedTold,
    WorldTold,
    WorthTold,
    answers,
)
from fracas.web.games import AskedAction, AskedCampaign, AskedGame, AskedPayload, Game, Games, Refused
from fracas.web.jobs import Busy, Jobs, Waiting
from fracas.web.questions import QUESTIONS, AskedFight, AskedFigures, AskedReplay, AskedRuleset, AskedWorld, Given, Name
from fracas.web.rates import Rates
from fracas.web.settings import Settings
from fracas.web.store import Store
from fracas.web.telling import Telling
from fracas.web.workers import Order
from fracas.web.worlds import AskedFrames, AskedStory, plans_of

FRAMES = "application/octet-stream"
"""The content type of a binary answer: frames of a world."""
STREAMED: dict[str, Any] = {"response_class": StreamingResponse, "responses": {200: {"content": {"text/event-stream": {}}}}}
"""The arguments of an address that answers with server-sent events."""
SECONDS_TO_WAIT = 300.0
"""Timeout of interactive questions: their code may have to be compiled first, which takes a minute or two, once."""


HOUR = 3600


class AskedPack(Model):
    """A pack to be uploaded: data only."""

    files: dict[Annotated[str, Field(max_length=120)], str] = Field(
        max_length=2000, description="The texts of its files, by path: pack.toml, enemies/hound.json"
    )


class AskedFiles(Model):
    """Files to validate: a pack, a scenario, an entry, claims, a saved fight or game."""

    files: dict[Annotated[str, Field(max_length=120)], str] = Field(min_length=1, max_length=2000, description="Their texts, by path")
    ruleset: Name | None = Field(None, description="The ruleset they belong to, where that is unclear")
    kind: Name | None = Field(None, description="The kind of content: enemy, scenario, options, or the name of a content file")


class AskedBranch(Model):
    """A game to branch from an earlier turn."""

    turn: int = Field(ge=0, description="How many actions are done as they were")


class AskedTurn(Model):
    """The number of the turn that the client has seen."""

    turn: int = Field(ge=0)


class Desk:
    """The services of the API."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.telling = Telling(settings.narrator, settings.narrator_timeout) if settings.narrator is not None else None
        self.games = Games(self.store, self.telling)
        self.jobs = Jobs(settings, self.store)
        limits = settings.limits
        self.beginnings = Rates(limits.games_per_client / HOUR, limits.games_per_client)
        self.quick = Waiting(settings, "quick")
        self.table = Waiting(settings, "table")
        self.weighing = Waiting(settings, "weighing")
        self.worlds = Waiting(settings, "worlds")

    async def close(self) -> None:
        """Shut everything down."""
        await self.jobs.close()
        self.quick.close()
        self.table.close()
        self.weighing.close()
        self.worlds.close()
        if self.telling is not None:
            await asyncio.to_thread(self.telling.close)
        self.store.close()

    def order(self, kind: str, asked: AskedRuleset) -> Order:
        """An order for a worker, with the packs it needs."""
        return Order(kind, asked.model_dump(mode="json"), self.packs(asked.packs))

    def packs(self, names: tuple[str, ...]) -> dict[str, dict[str, str]]:
        """The texts of packs."""
        found = {}
        for name in names:
            pack = self.store.pack(name)
            if pack is None:
                raise FracasError("unknown-pack", f"there is no pack {name[:40]!r} here", "upload it again")
            found[name] = pack[1]
        return found


def desk(request: Request) -> Desk:
    """The services of the API."""
    found: Desk = request.app.state.desk
    return found


def client(request: Request) -> str:
    """The client's address; the word of a reverse proxy counts if uvicorn trusts it."""
    return request.client.host if request.client is not None else "unknown"


def may_begin(request: Request) -> Games:
    """The games, if the client's rate limit allows another one now."""
    at = desk(request)
    wait = at.beginnings.wait(client(request)) if at.settings.public else 0
    if wait:
        raise Busy("you have begun many games in the last hour", wait)
    return at.games


def as_answer(text: str | bytes, kind: str = "application/json") -> Response:
    """A response from ready-made JSON, or of another content type."""
    return Response(text, media_type=kind)


def token_of(header: str | None) -> str:
    """The token in an Authorization header."""
    kind, _, token = (header or "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Refused("no-token", "no token was given", "send it as Authorization: Bearer TOKEN", 401)
    return token.strip()


Named = Annotated[str, Query(min_length=1, max_length=80)]
Token = Annotated[str | None, Header(alias="Authorization")]
Back = Annotated[int | None, Query(ge=0, description="As it stood after so many actions, where the game is over or can be taken back")]
Packs = Annotated[tuple[Name, ...], Query(alias="pack", max_length=16, description="Packs in force, by the ids that uploading them gave")]
router = APIRouter(prefix="/api", responses={422: {"model": Problem}})


# --- content ------------------------------------------------------------------------------------------------------------------------


def about(ruleset: Ruleset) -> dict[str, Any]:
    """A summary of a ruleset, with the packs in force."""
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "version": ruleset.version,
        "sides": list(ruleset.sides),
        "health_word": ruleset.health_word,
        "round_word": ruleset.round_word,
        "policies": [list(each) for each in ruleset.policies_of],
        "scenarios": [
            {"name": name, "title": data.get("title") or name, "text": data.get("text", ""), "lesson": teaches(ruleset, name)}
            for name, data in ruleset.scenarios().items()
        ],
        "variants": sorted(ruleset.variants()),
        "kinds": sorted(ruleset.kinds()),
        "story": isinstance(ruleset, Story),
        "campaign": ruleset.campaign().title if isinstance(ruleset, HasCampaign) else None,
        "travellers": list(ruleset.campaign().policies) if isinstance(ruleset, HasCampaign) else [],
        "payloads": isinstance(ruleset, SendsRolls),
        "narrates": isinstance(ruleset, Narrates),
        "worlds": plans_of(ruleset.name) if isinstance(ruleset, HasWorld) else {},
        "loadouts": isinstance(ruleset, LoadoutChoice),
        "claims": content_path(ruleset.package, "claims.json").exists(),
        "commands": [
            {
                "name": each.name,
                "text": each.text,
                "parameters": [
                    {
                        "name": p.name,
                        "text": p.text,
                        "kind": p.kind,
                        "default": p.default,
                        "required": p.required,
                        "choices": list(p.choices),
                    }
                    for p in each.parameters
                ],
            }
            for each in ruleset.commands()
        ],
    }


@cache
def about_alone(ruleset: Ruleset) -> dict[str, Any]:
    """A summary of a ruleset without packs."""
    return about(ruleset)


def rulesets_about() -> list[dict[str, Any]]:
    """Summaries of all rulesets."""
    return [about_alone(load_ruleset(name)) for name in ruleset_names()]


@router.get("/health", tags=["content"])
async def health() -> dict[str, str]:
    """Health check: the server answers; nothing is computed or read."""
    return {"state": "up", "version": __version__}


@router.get("/about", tags=["content"], **answers(ServerTold))
def server() -> dict[str, Any]:
    """The server: its version and its rulesets."""
    return {"version": __version__, "rulesets": rulesets_about()}


@router.get("/rulesets/{ruleset}", tags=["content"], **answers(RulesetTold))
def ruleset_about(ruleset: str, request: Request, packs: Packs = ()) -> dict[str, Any]:
    """A ruleset: its scenarios, policies, kinds of content and commands."""
    if not packs:
        return about_alone(load_ruleset(ruleset))
    with desk(request).games.with_packs(packs):
        return about(load_ruleset(ruleset))


@router.get("/rulesets/{ruleset}/options", tags=["content"], **answers(OptionsTold))
def options(ruleset: str) -> dict[str, Any]:
    """The rule options: each with its default and constraints, also as JSON Schema; those of worlds; variants and policies."""
    rules = load_ruleset(ruleset)
    model = rules.options_model
    return {**ruleset_options(rules).to_data(), "schema": model.model_json_schema(), "defaults": model().model_dump(mode="json")}


@router.get("/rulesets/{ruleset}/variants", tags=["content"])
def variants(ruleset: str) -> dict[str, Any]:
    """Named sets of rule options."""
    return dict(load_ruleset(ruleset).variants())


@router.get("/rulesets/{ruleset}/kinds/{kind}", tags=["content"])
def listed(ruleset: str, kind: str, request: Request, packs: Packs = ()) -> list[dict[str, Any]]:
    """The content of a kind, one row each."""
    with desk(request).games.with_packs(packs):
        return entry_table(load_ruleset(ruleset), kind).to_data()


@router.get("/rulesets/{ruleset}/kinds/{kind}/{name}", tags=["content"])
def shown_card(ruleset: str, kind: str, name: str, request: Request, packs: Packs = ()) -> dict[str, Any]:
    """One entry of content as a card."""
    with desk(request).games.with_packs(packs):
        return card(load_ruleset(ruleset), kind, name).to_data()


@router.get("/rulesets/{ruleset}/schemas/{name}", tags=["content"])
def schema(ruleset: str, name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of content, of the options, of a scenario, of a content file; for `all`, every schema by name."""
    return schema_named(load_ruleset(ruleset), name)


@router.get("/rulesets/{ruleset}/new/{kind}", tags=["content"], **answers(NewTold))
def new(
    ruleset: str, kind: str, name: Named, request: Request, like: Annotated[str | None, Query(max_length=120)] = None, packs: Packs = ()
) -> dict[str, Any]:
    """A new valid entry of a kind to start from: a copy of a plain one or of the one named by `like`, with the meaning of its fields.

    The kind `pack` is an empty pack.
    """
    rules = load_ruleset(ruleset)
    if kind == "pack":
        return {"files": {ABOUT: NEW_ABOUT.format(name=checked_name(name), ruleset=rules.name, title=name.replace("-", " ").title())}}
    of = kind_of(rules, kind)
    with desk(request).games.with_packs(packs):
        return {"files": {f"{of.name}/{name}.json": as_json_text(template(rules, of, name, like))}, "fields": explanation(of)}


@router.post("/validate", tags=["content"], **answers(ValidatedTold))
async def validate(asked: AskedFiles, request: Request) -> Response:
    """Validate files as `fracas validate` does: whether each is valid, and the message about it. Nothing is stored."""
    at = desk(request)
    order = Order("validate", asked.model_dump(mode="json"), {})
    return as_answer(await at.quick.ask(f"{client(request)} validate", order, SECONDS_TO_WAIT))


class AskedPaths(AskedFight):
    """A scenario whose paths are requested."""


@router.post("/paths", tags=["content"], **answers(PathsTold))
def paths(asked: AskedPaths, request: Request) -> dict[str, Any]:
    """Every number and choice of a scenario: its path, value and range, and the scenario written out in full."""
    at = desk(request)
    rules = load_ruleset(asked.ruleset)
    with at.games.with_packs(asked.packs):
        ready = asked.ready()
        name, _ = scenario_data(rules, asked.scenario)
        model = ready.setup.scenario
        return {
            "name": name,
            "paths": [{**info.to_data(), "whole": not isinstance(info.value, float)} for info in paths_of(rules, model)],
            "written_out": written_out(rules, model),
            "options": ready.options(),
            "policies": list(ready.policies),
            "measures": {measure: words_of(ready, measure) for measure in measure_names(ready)},
            "sides": list(rules.sides),
            "names": list(ready.setup.names),
            "heading": ready.setup.heading,
        }


# --- questions ----------------------------------------------------------------------------------------------------------------------


@router.post("/figures", tags=["questions"], response_model=Given)
async def figures(asked: AskedFigures, request: Request) -> Response:
    """The figures of a fight at once: exact if that is quick, else sampled. Only the last question of each client is answered."""
    at = desk(request)
    order = await asyncio.to_thread(at.order, "figures", asked)
    return as_answer(await at.quick.ask(client(request), order, SECONDS_TO_WAIT))


def _add_question(name: str) -> None:
    """Add the endpoint of a question, which starts a job."""
    question = QUESTIONS[name]

    async def ask(asked: Any, request: Request) -> Response:
        at = desk(request)
        order = await asyncio.to_thread(at.order, name, asked)
        job = await at.jobs.submit(client(request), order)
        return as_answer(job.to_json())

    ask.__annotations__["asked"] = question.asked
    ask.__doc__ = f"{question.text}\n\nAnswers with a job; its answer follows (`/api/jobs/…`)."
    router.post(f"/ask/{name}", tags=["questions"], name=f"ask_{name}", **answers(JobTold))(ask)


for _name in QUESTIONS:
    if _name != "figures":
        _add_question(_name)


# --- jobs ---------------------------------------------------------------------------------------------------------------------------


@router.get("/jobs/{number}", tags=["jobs"], **answers(JobTold))
async def job(number: str, request: Request) -> Response:
    """A job: its progress, or its answer."""
    return as_answer(desk(request).jobs.get(number).to_json())


@router.delete("/jobs/{number}", tags=["jobs"], **answers(JobTold))
async def stop_job(number: str, request: Request) -> dict[str, Any]:
    """Stop a job."""
    return desk(request).jobs.stop(number, client(request)).to_data()


def _event(name: str, line: str) -> str:
    return f"event: {name}\ndata: {line}\n\n"


def _stream(events: AsyncIterator[str]) -> StreamingResponse:
    return StreamingResponse(events, media_type="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


@router.get("/jobs/{number}/events", tags=["jobs"], **STREAMED)
async def job_events(number: str, request: Request) -> StreamingResponse:
    """A job as server-sent events: ``progress`` while it runs, ``over`` at its end."""
    jobs = desk(request).jobs
    jobs.get(number)

    async def events() -> AsyncIterator[str]:
        async for each in jobs.events(number):
            yield _event("over" if each.over else "progress", each.to_json())

    return _stream(events())


# --- games --------------------------------------------------------------------------------------------------------------------------


def _seated(request: Request, number: str, authorization: str | None) -> tuple[Game, str]:
    game = desk(request).games.get(number)
    token = token_of(authorization)
    game.seat_of(token)
    return game, token


@router.post("/games", tags=["games"], **answers(BegunTold))
def begin(asked: AskedGame, request: Request) -> dict[str, Any]:
    """Start a game: the tokens of its seats, the commitment to its dice, and the current state."""
    game, tokens = may_begin(request).begin(asked)
    return {"tokens": tokens, "game": game.view("a")}


@router.post("/games/simulated", tags=["games"], **answers(BegunTold))
def simulated(asked: AskedReplay, request: Request) -> dict[str, Any]:
    """One fight of a simulation as a finished game, to step through turn by turn and to branch from any turn."""
    game, tokens = may_begin(request).simulated(asked)
    return {"tokens": tokens, "game": game.view("a")}


@router.post("/campaigns", tags=["games"], **answers(BegunTold))
def begin_campaign(asked: AskedCampaign, request: Request) -> dict[str, Any]:
    """Start a campaign. It is a game like any other: between fights, the legal actions are the choices of the story."""
    game, tokens = may_begin(request).begin_campaign(asked)
    return {"tokens": tokens, "game": game.view("a")}


Since = Annotated[int, Query(ge=0, description="Entries of the log that the client has: those after them are sent")]
Lines = Annotated[int, Query(ge=0, description="Lines of the log that the client has, likewise")]


@router.get("/games/{number}", tags=["games"], **answers(GameTold))
def look(number: str, request: Request, authorization: Token = None, since: Since = 0, lines: Lines = 0, at: Back = None) -> dict[str, Any]:
    """A game as a seat sees it."""
    game, token = _seated(request, number, authorization)
    with game.busy:
        shown = game if at is None else desk(request).games.back_at(game, at)
        return shown.view(game.seat_of(token), since, lines)


@router.post("/games/{number}/actions", tags=["games"], **answers(GameTold))
def act(
    number: str, asked: AskedAction, request: Request, authorization: Token = None, since: Since = 0, lines: Lines = 0
) -> dict[str, Any]:
    """Perform an action. It is durable once this returns."""
    games = desk(request).games
    game, token = _seated(request, number, authorization)
    seat = games.act(game, token, asked.turn, asked.action)
    with game.busy:
        return game.view(seat, since, lines)


@router.post("/games/{number}/payloads", tags=["games"], **answers(AcceptedTold))
def send_payload(number: str, asked: AskedPayload, request: Request, authorization: Token = None) -> dict[str, Any]:
    """Send the rolls of the last turn, in the format of the ruleset's document. They must match what the server's own dice gave its own
    hero, for the same choice and attempt; anything else is rejected and recorded, and changes nothing. Each payload counts once.
    """
    game, token = _seated(request, number, authorization)
    return {"accepted": desk(request).games.check_payload(game, token, asked)}


@router.post("/games/{number}/take-back", tags=["games"], **answers(GameTold))
def take_back(number: str, asked: AskedTurn, request: Request, authorization: Token = None) -> dict[str, Any]:
    """Take back the last action, if the game allows it."""
    games = desk(request).games
    game, token = _seated(request, number, authorization)
    seat = games.take_back(game, token, asked.turn)
    with game.busy:
        return game.view(seat)


@router.post("/games/{number}/branch", tags=["games"], **answers(BegunTold))
def branch(number: str, asked: AskedBranch, request: Request, authorization: Token = None) -> dict[str, Any]:
    """What if: start another game that continues from a turn of this one, with the same dice."""
    game, _ = _seated(request, number, authorization)
    made, tokens = may_begin(request).branch(game, asked.turn)
    return {"tokens": tokens, "game": made.view("a")}


@router.get("/games/{number}/save", tags=["games"], **answers(ProofTold))
def save(number: str, request: Request, authorization: Token = None) -> dict[str, Any]:
    """A finished game as a file that proves that the dice were not chosen: commitment, seed, salt, and all actions.
    `fracas replay FILE` verifies and replays it.
    """
    return _seated(request, number, authorization)[0].fairness()


async def _at_table(kind: str, number: str, request: Request, authorization: str | None, turn: int | None = None) -> Response:
    at = desk(request)

    def order() -> Order:
        game, token = _seated(request, number, authorization)
        seat = game.seat_of(token)
        with game.busy:
            game = game if turn is None else at.games.back_at(game, turn)
            if kind != "table-luck" and seat != game.to_act():
                raise Refused("not-your-turn", "it is not your turn", "wait for it")
            if isinstance(game.table.ruleset, Hides) and not game.over:
                raise Refused("hidden", "what the other side hides would show in it", "it is told when the game is over")
            data = {"game": game.fight.to_data()}
        return Order(kind, data, at.packs(tuple(json.loads(game.row["asked"])["packs"])))

    waiting = at.table if kind == "table-odds" else at.weighing  # odds do not wait for the solver
    return as_answer(await waiting.ask(f"{client(request)} {number} {kind}", await asyncio.to_thread(order), SECONDS_TO_WAIT))


@router.get("/games/{number}/odds", tags=["games"], **answers(OddsTold))
async def game_odds(number: str, request: Request, authorization: Token = None, at: Back = None) -> Response:
    """The odds of every legal action, by its code."""
    return await _at_table("table-odds", number, request, authorization, at)


@router.get("/games/{number}/worth", tags=["games"], **answers(WorthTold))
async def game_worth(number: str, request: Request, authorization: Token = None, at: Back = None) -> Response:
    """The worth of every legal action: the chance to win with it and best play afterwards."""
    return await _at_table("table-worth", number, request, authorization, at)


@router.get("/games/{number}/luck", tags=["games"], **answers(LuckTold))
async def game_luck(number: str, request: Request, authorization: Token = None) -> Response:
    """How much of a finished game was due to dice and how much to choices."""

    def over() -> None:
        game = _seated(request, number, authorization)[0]
        game.single("luck")
        game.fairness()

    await asyncio.to_thread(over)
    return await _at_table("table-luck", number, request, authorization)


@router.get("/games/{number}/events", tags=["games"], **STREAMED)
async def game_events(number: str, request: Request, token: Annotated[str, Query(max_length=100)]) -> StreamingResponse:
    """A game as server-sent events: ``turn`` on each change, with the number of turns that the narrator has told."""
    games = desk(request).games
    await asyncio.to_thread(lambda: games.get(number).seat_of(token))

    async def events() -> AsyncIterator[str]:
        async for change in games.changes(number):
            yield _event("turn", json.dumps(change))

    return _stream(events())


# --- worlds -------------------------------------------------------------------------------------------------------------------------


async def _of_world(kind: str, asked: AskedWorld, request: Request) -> Response:
    at = desk(request)
    packs = await asyncio.to_thread(at.packs, asked.packs)
    found = await at.worlds.ask(f"{client(request)} {kind}", Order(kind, asked.model_dump(mode="json"), packs), SECONDS_TO_WAIT)
    return as_answer(found, FRAMES if kind == "world-frames" else "application/json")


@router.post("/worlds/found", tags=["worlds"], **answers(WorldTold))
async def found_world(asked: AskedWorld, request: Request) -> Response:
    """A world at tick 0: its map, its symbols, its options."""
    return await _of_world("world-found", asked, request)


@router.post("/worlds/frames", tags=["worlds"], response_class=Response, responses={200: {"content": {FRAMES: {}}}})
async def world_frames(asked: AskedFrames, request: Request) -> Response:
    """Some ticks of a world, forward or back: measures and events in words as JSON, then positions as binary data.

    The first four bytes are the length of the JSON. For each frame there follow the numbers of all living entities, ascending, each as the
    difference from the previous one (32 bits); then columns, rows, symbols and healths (16 bits each), as differences from the same
    entity's values in the previous frame of this answer, or from 0. All numbers are little-endian.
    """
    return await _of_world("world-frames", asked, request)


@router.post("/worlds/why", tags=["worlds"], **answers(StoryTold))
async def world_story(asked: AskedStory, request: Request) -> Response:
    """The story of an entity of a world."""
    return await _of_world("world-story", asked, request)


# --- packs --------------------------------------------------------------------------------------------------------------------------


@router.post("/packs", tags=["packs"], **answers(PackTold))
async def upload(asked: AskedPack, request: Request) -> dict[str, Any]:
    """Upload a pack: it is validated and stored, under the id that this returns."""
    at = desk(request)
    number = hashlib.sha256(json.dumps(asked.files, sort_keys=True).encode()).hexdigest()[:32]
    checked = await at.quick.ask(f"{client(request)} pack", Order("check-pack", {}, {number: asked.files}), SECONDS_TO_WAIT)
    held = json.loads(checked)["packs"][0]
    await asyncio.to_thread(at.store.add_pack, number, held, asked.files, at.settings.limits.packs)
    return {"id": number, **held}


@router.get("/packs/{number}", tags=["packs"], **answers(PackTold))
def pack(number: str, request: Request) -> dict[str, Any]:
    """The contents of a pack."""
    found = desk(request).store.pack(number)
    if found is None:
        raise FracasError("unknown-pack", "there is no such pack", "upload it again")
    return {"id": number, **found[0], "files": found[1]}
