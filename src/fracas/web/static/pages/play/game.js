// A game being played: foes on top, the table in the middle, you below, the log at the side.
import { Component } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { games, keepGame } from "../../lib/api.js";
import { link } from "../../lib/links.js";
import { capital, ErrorBox, go, html, Link, useAsked, Working } from "../../lib/ui.js";
import { download, Fairness, Luck, Outcome } from "./after.js";
import { begin, whereIs } from "./begin.js";
import { fightersOf, sidesOf } from "./fighters.js";
import { aftermath, Log } from "./log.js";
import { Side } from "./panels.js";
import { fights } from "./scenarios.js";
import { useGame, useOdds, useWorth } from "./session.js";
import { Share } from "./share.js";
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
  const { value } = useAsked(async () => {
    if (!game || kept || typeof game.asked.scenario !== "string") return null;
    return (await fights(game.asked.ruleset, game.asked.packs)).fights.find((each) => each.name === game.asked.scenario)?.title;
  }, [game?.id]);
  return kept || value || game?.title || "";
}

// What Start shows of it stays up to date; who only watches keeps nothing.
function useKept(game, token, title) {
  useEffect(() => {
    if (!game || game.seat === "watcher") return;
    const before = games().find((each) => each.id === game.id);
    keepGame({ tokens: {}, ...before, id: game.id, token, title, where: whereIs(game), at: Date.now(), over: game.over });
  }, [game?.turn, game?.over, title]);
}

export function Game({ id, hash }) {
  const token = hash || games().find((each) => each.id === id)?.token || "";
  const session = useGame(id, token);
  const title = useTitle(session.game);
  useKept(session.game, token, title);
  useEffect(() => { if (!hash && token) history.replaceState(null, "", `/game/${id}#${token}`); }, [id]);
  useEffect(() => { document.title = title ? `${title} – Fracas` : "Play – Fracas"; }, [title]);
  if (!session.game) return session.error ? html`<${ErrorBox} error=${session.error}><${Link} to="/">Go to the start page<//><//>` : html`<${Working} text="Loading the game" />`;
  return html`<${Frame} ...${session} token=${token} title=${title} />`;
}

function Frame({ game, fresh, error, busy, act, takeBack, token, title }) {
  const [showWorth, setShowWorth] = useState(worthKept());
  const [dialog, open] = useState(null);
  const { mine, theirs } = sidesOf(game);
  const odds = useOdds(game, token), worth = useWorth(game, token, showWorth && !game.both);
  const { own, loading } = useTable(game.ruleset.name);
  const played = usePlayed(game);
  const { fighters, absent } = fightersOf(game);
  const since = played ? parting(played.game, game) : 0;
  const again = useAgain(game, title);
  const place = useRef(null);
  useComeIntoView(place, game.turn);
  const props = { game, legal: game.view.legal, choose: act, odds: odds.data, worth: worth.data, busy, showWorth: showWorth && !game.both };
  const plain = html`<${PlainTable} ...${props} fresh=${fresh} oddsBusy=${odds.busy} worthBusy=${worth.busy} />`;
  const side = (which, Own, kind, words) => {
    const usual = html`<${Side} side=${kind} title=${words} turn=${game.turn} word=${game.ruleset.health_word}
      fighters=${fighters.filter((each) => each.side === which)} absent=${which === "b" ? absent : []} />`;
    return Own ? html`<${Safely} instead=${usual}><${Own} ...${props} /><//>` : usual;
  };
  const [first, second] = game.ruleset.sides.map((word) => (word.length === 1 ? `side ${word}` : word));
  const names = { a: first, b: second };
  return html`<div class="play" data-turn=${game.turn}>
    <header class="play-head">
      <div><h1>${title}</h1><p class="small soft"><${Link} to="/play/${game.ruleset.name}">${game.ruleset.title}<//> · ${game.ruleset.round_word} ${game.view.round} · ${kindOfGame(game)}</p></div>
      <div class="row">
        ${game.takes_back && game.seat === "a" && html`<button onClick=${takeBack} disabled=${busy || !game.view.actions.some((each) => each.side === "a")}>Undo</button>`}
        ${mayBranch(game) && html`<button onClick=${() => open("what-if")}>What if</button>`}
        ${!game.both && game.seat !== "watcher" && html`<button aria-pressed=${showWorth} onClick=${() => { keepWorth(!showWorth); setShowWorth(!showWorth); }}>Worth</button>`}
        <button onClick=${() => open("share")}>Share</button>
        ${typeof game.asked.scenario === "string" && html`<${Link} class="button" to=${link("workbench", game.asked)}>Workbench<//>`}
      </div>
    </header>
    ${played && html`<${Compared} played=${played} game=${game} />`}
    <div class="frame ${played ? "branched" : ""}" ref=${place}>
      ${played && html`<div class="at-played"><${Played} played=${played} since=${since} /></div>`}
      <div class="at-foes">${side(theirs, own?.Foes, "them", capital(names[theirs]))}</div>
      <div class="at-table">
        <${ErrorBox} error=${error} />
        ${game.over && html`<${Outcome} game=${game} mine=${mine}>
          <button class="primary" onClick=${again.run} disabled=${again.busy}>Again, new dice</button>
          ${mayBranch(game) && html`<button onClick=${() => open("what-if")}>What if</button>`}
          <button onClick=${() => download(game, token)}>Save the fight</button>
          <${ErrorBox} error=${again.error} /><//>`}
        ${loading ? html`<${Working} text="Setting the table" />` : own?.default ? html`<${Safely} instead=${plain}><${own.default} ...${props} /><//>` : plain}
        <${Waiting} game=${game} names=${names} />
        ${showWorth && !game.both && html`<${WorthNote} worth=${worth} game=${game} />`}
        ${odds.error && html`<p class="small soft">No odds: ${odds.error.message}. ${odds.error.remedy && `${capital(odds.error.remedy)}.`}</p>`}
      </div>
      <div class="at-you">${side(mine, own?.You, "you", game.seat === "watcher" ? capital(names[mine]) : `You: ${names[mine]}`)}</div>
      <div class="at-log"><${Log} game=${game} fresh=${fresh} mine=${mine} title=${played ? "The new line" : "Log"} since=${since} more=${game.over ? aftermath(game) : []} /></div>
    </div>
    ${game.over && html`<div class="after"><${Luck} game=${game} token=${token} />${!game.branch_of && html`<${Fairness} game=${game} token=${token} />`}</div>`}
    ${dialog === "what-if" && html`<${WhatIf} game=${game} token=${token} title=${title} onClose=${() => open(null)} />`}
    ${dialog === "share" && html`<${Share} game=${game} onClose=${() => open(null)} />`}
  </div>`;
}

// Where everything is stacked, what came of a choice is above it: go there.
function useComeIntoView(place, turn) {
  const first = useRef(turn);
  useEffect(() => {
    if (turn === first.current || innerWidth > 860 || place.current.getBoundingClientRect().top >= 0) return;
    place.current.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }, [turn]);
}

const kindOfGame = (game) => (game.seat === "watcher" ? "you watch" : game.branch_of ? "what if" : game.both ? "two people" : game.takes_back ? "practice" : "for real");

function Waiting({ game, names }) {
  if (game.over || game.view.legal.length) return null;
  const who = names[game.view.to_act];
  return html`<p class="waiting" role="status">${game.seat === "watcher" ? `${capital(who)} to act.` : `Waiting for ${who} …`}</p>`;
}

function WorthNote({ worth, game }) {
  if (game.over) return null;
  if (worth.error) return html`<p class="small soft">No worth: ${worth.error.message}. ${worth.error.remedy && `${capital(worth.error.remedy)}.`}</p>`;
  if (worth.busy) return html`<${Working} text="Solving the fight for what each choice is worth" />`;
  return html`<p class="small soft">Worth: the exact chance to win with a choice and best play after it, against the policy ${game.view.policies[1]}.</p>`;
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
