// A game being played: foes on top, the table below, you and the log at the side.
import { Component } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { games, keepGame } from "../../lib/api.js";
import { link } from "../../lib/links.js";
import { capital, ErrorBox, go, html, Link, useAsked, Working } from "../../lib/ui.js";
import { download, Fairness, Luck, Outcome, watched } from "./after.js";
import { begin, whereIs } from "./begin.js";
import { atStory, Story } from "./campaign.js";
import { fightersOf, sideNames, sidesOf } from "./fighters.js";
import { aftermath, Log } from "./log.js";
import { Side } from "./panels.js";
import { fights } from "./scenarios.js";
import { unsolved, useGame, useOdds, useWorth } from "./session.js";
import { Share } from "./share.js";
import { Steps, useSteps } from "./steps.js";
import { PlainTable } from "./table.js";
import { TABLES } from "./tables/index.js";
import { Compared, mayBranch, parting, Played, usePlayed, WhatIf } from "./whatif.js";

const WORTH = "fracas.worth";
const worthKept = () => { try { return localStorage.getItem(WORTH) === "on"; } catch { return false; } };
const keepWorth = (on) => { try { localStorage.setItem(WORTH, on ? "on" : "off"); } catch { /* a private window keeps nothing */ } };

// The module of a game's own table; null where it has none.
function useTable(name) {
  const { value, busy } = useAsked(async () => (name && TABLES[name] ? { name, ...(await TABLES[name]()) } : null), [name]);
  return { own: value?.name === name ? value : null, loading: Boolean(name && TABLES[name] && busy) };
}

// A table that fails is replaced by the plain one.
class Safely extends Component {
  componentDidCatch(error) {
    console.error(error);
    this.setState({ failed: true });
  }
  render({ children, instead }) { return this.state.failed ? instead : children; }
}

// The title of a game's fight.
function useTitle(game) {
  const kept = games().find((each) => each.id === game?.id)?.title;
  const { value, error } = useAsked(async () => {
    if (!game || kept || typeof game.asked.scenario !== "string") return { of: game?.id };
    return { of: game.id, title: (await fights(game.asked.ruleset, game.asked.packs)).fights.find((each) => each.name === game.asked.scenario)?.title };
  }, [game?.id]);
  return { title: kept || value?.title || game?.title || "", known: Boolean(kept || error || (game && value?.of === game.id)) };
}

// What Start shows of it stays up to date; who only watches keeps nothing.
function useKept(game, token, title, known) {
  useEffect(() => {
    if (!game || !known || game.seat === "watcher") return;
    const before = games().find((each) => each.id === game.id);
    keepGame({ tokens: {}, ...before, id: game.id, token, title, where: whereIs(game), at: Date.now(), over: game.over });
  }, [game?.turn, game?.over, title, known]);
}

export function Game({ id, hash, turn }) {
  const token = hash || games().find((each) => each.id === id)?.token || "";
  const session = useGame(id, token);
  const { title, known } = useTitle(session.game);
  useKept(session.game, token, title, known);
  useEffect(() => { if (!hash && token) history.replaceState(null, "", `/game/${id}${location.search}#${token}`); }, [id]);
  useEffect(() => { document.title = title ? `${title} – Fracas` : "Play – Fracas"; }, [title]);
  if (!session.game) return session.error ? html`<${ErrorBox} error=${session.error}><${Link} to="/">Go to the start page<//><//>` : html`<${Working} text="Loading the game" />`;
  return html`<${atStory(session.game) ? Story : Frame} ...${session} token=${token} title=${title} turn=${turn} />`;
}

function Frame({ game: now, fresh: news, error, busy: acting, act, takeBack, token, title, turn }) {
  const [showWorth, setShowWorth] = useState(worthKept());
  const [dialog, open] = useState(null);
  const { mine, theirs } = sidesOf(now);
  const steps = useSteps(now, token, mine, title, turn);
  const { game, fresh, at } = steps.back || { game: now, fresh: news, at: null };
  const busy = acting || steps.busy || (steps.back && !mayBranch(now));
  const odds = useOdds(game, token, at), worth = useWorth(game, token, showWorth && !game.both, at);
  const { own, loading } = useTable(game.ruleset.name);
  const played = usePlayed(game);
  const { fighters, absent } = fightersOf(game);
  const since = played ? parting(played.game, game) : 0;
  const again = useAgain(game, title);
  const place = useRef(null);
  useComeIntoView(place, game.turn);
  const props = { game, legal: game.view.legal, choose: steps.back ? steps.instead : act, odds: odds.data, worth: worth.data, busy, showWorth: showWorth && !game.both };
  const plain = html`<${PlainTable} ...${props} fresh=${fresh} oddsBusy=${odds.busy} worthBusy=${worth.busy} />`;
  const side = (which, Own, kind, words) => {
    const usual = html`<${Side} side=${kind} title=${words} turn=${game.turn} word=${game.ruleset.health_word}
      fighters=${fighters.filter((each) => each.side === which)} absent=${which === "b" ? absent : []} />`;
    return Own ? html`<${Safely} instead=${usual}><${Own} ...${props} side=${kind} /><//>` : usual;
  };
  const names = sideNames(game);
  const owns = { a: own?.You, b: own?.Foes };
  return html`<div class="play" data-turn=${game.turn}>
    <header class="play-head">
      <div><h1>${title}</h1><p class="small soft"><${Link} to="/play/${game.ruleset.name}">${game.ruleset.title}<//> · ${game.ruleset.round_word} ${game.view.round} · ${kindOfGame(game)}</p></div>
      <div class="row">
        ${game.takes_back && !game.simulated && game.seat === "a" && !steps.back && html`<button onClick=${takeBack} disabled=${busy || !game.view.actions.some((each) => each.side === "a")}>Undo</button>`}
        ${mayBranch(now) && html`<button onClick=${() => open("what-if")}>What if</button>`}
        ${!game.both && game.seat !== "watcher" && html`<button aria-pressed=${showWorth} onClick=${() => { keepWorth(!showWorth); setShowWorth(!showWorth); }}>Worth</button>`}
        <button onClick=${() => open("share")}>Share</button>
        ${typeof game.asked.scenario === "string" && html`<${Link} class="button" to=${link("workbench", game.asked)}>Workbench<//>`}
      </div>
    </header>
    ${now.over && html`<${Steps} steps=${steps} game=${now} mine=${mine} names=${names} />`}
    ${played && html`<${Compared} played=${played} game=${now} />`}
    <div class="frame ${played ? "branched" : ""}" ref=${place}>
      ${played && html`<div class="at-played"><${Played} played=${played} since=${since} /></div>`}
      <div class="at-foes">${side(theirs, owns[theirs], "them", capital(names[theirs]))}</div>
      <div class="at-table">
        <${ErrorBox} error=${error || steps.error} />
        ${game.over && html`<${Outcome} game=${game} mine=${mine}>
          <button class="primary" onClick=${again.run} disabled=${again.busy}>${game.simulated ? "Play it yourself" : "Again, new dice"}</button>
          ${steps.turns.length > 0 && html`<button onClick=${() => steps.go(0)}>Watch it again</button>`}
          ${mayBranch(game) && html`<button onClick=${() => open("what-if")}>What if</button>`}
          <button onClick=${() => download(game, token)}>Save the fight</button>
          <${ErrorBox} error=${again.error} /><//>`}
        <${Lessons} game=${game} />
        ${loading ? html`<${Working} text="Setting the table" />` : own?.default ? html`<${Safely} instead=${plain}><${own.default} ...${props} /><//>` : plain}
        <${Waiting} game=${game} names=${names} />
        ${showWorth && !game.both && html`<${WorthNote} worth=${worth} game=${game} />`}
        ${odds.error && html`<p class="small soft">No odds: ${odds.error.message}. ${odds.error.remedy && `${capital(odds.error.remedy)}.`}</p>`}
      </div>
      <div class="at-side">
        <div class="at-you">${side(mine, owns[mine], "you", watched(game) ? capital(names[mine]) : `You: ${names[mine]}`)}</div>
        <div class="at-log"><${Log} game=${game} fresh=${fresh} mine=${mine} title=${played ? "The new line" : "Log"} since=${since} more=${game.over ? aftermath(game) : []} /></div>
      </div>
    </div>
    ${game.over && html`<div class="after"><${Luck} game=${game} token=${token} />${!game.branch_of && !game.simulated && html`<${Fairness} game=${game} token=${token} />`}</div>`}
    ${dialog === "what-if" && html`<${WhatIf} game=${now} token=${token} title=${title} onClose=${() => open(null)} />`}
    ${dialog === "share" && html`<${Share} game=${game} onClose=${() => open(null)} />`}
  </div>`;
}

// What a lesson explains now; what it explained before can be opened.
function Lessons({ game }) {
  const told = game.view.lessons ?? [], seen = useRef({ before: 0, n: -1 });
  if (told.length !== seen.current.n) seen.current = { before: Math.max(Math.min(seen.current.n, told.length - 1), 0), n: told.length };
  if (!told.length) return null;
  const { before } = seen.current;
  return html`<section class="panel lesson" aria-label="Lesson" aria-live="polite">${told.slice(before).map((text) => html`<p>${text}</p>`)}
    ${before > 0 && html`<details class="small soft"><summary>Explained before</summary>${told.slice(0, before).map((text) => html`<p>${text}</p>`)}</details>`}</section>`;
}

// Where everything is stacked, what came of a choice is above it: go there.
function useComeIntoView(place, turn) {
  const first = useRef(turn);
  useEffect(() => {
    if (turn === first.current || innerWidth > 860 || place.current.getBoundingClientRect().top >= 0) return;
    place.current.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }, [turn]);
}

const kindOfGame = (game) => (game.campaign ? game.campaign.title : game.seat === "watcher" ? "you watch" : game.branch_of ? "what if" : game.simulated ? `fight ${game.simulated.fight} of the simulation with seed ${game.simulated.seed}` : game.both ? "two people" : game.takes_back ? "practice" : "for real");

function Waiting({ game, names }) {
  if (game.over || game.view.legal.length) return null;
  const who = names[game.view.to_act];
  return html`<p class="waiting" role="status">${game.seat === "watcher" ? `${capital(who)} to act.` : `Waiting for ${who} …`}</p>`;
}

function WorthNote({ worth, game }) {
  if (game.over) return null;
  if (unsolved(worth.error)) return html`<p class="small soft">What each choice is worth cannot be told: this fight is too large to be solved exactly.</p>`;
  if (worth.error) return html`<p class="small soft">No worth: ${worth.error.message}. ${worth.error.remedy && `${capital(worth.error.remedy)}.`}</p>`;
  if (worth.busy) return html`<${Working} text="Solving the fight for what each choice is worth" />`;
  return html`<p class="small soft">Worth: the exact chance to win with a choice, if you play perfectly after it${game.view.policies[1] ? ` and the other side plays as it does now (${game.view.policies[1]})` : ""}.</p>`;
}

// The same fight once more.
function useAgain(game, title) {
  const [state, set] = useState({});
  const run = async () => {
    set({ busy: true });
    try {
      go(await begin(game.asked, { both: game.both, practice: game.takes_back, title: title.replace(/ \(what if, turn \d+\)$/, "") }));
      scrollTo(0, 0);
    } catch (error) { set({ error }); }
  };
  return { ...state, run };
}
