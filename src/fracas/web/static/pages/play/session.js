// A game at the server: where it stands, acting, taking back, news of others, odds and worth. Older answers never replace newer ones.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, post } from "../../lib/api.js";
import { useAsked } from "../../lib/ui.js";

// The log is sent from an entry and from a line on; what came before them is kept.
function joined(before, data) {
  const { log_from: from, lines_from: line, log, lines } = data.view;
  const whole = (old, first, rest) => (first && before ? [...old.slice(0, first), ...rest] : rest);
  const view = { ...data.view, log: narrated(whole(before?.view.log, from, log), data.told), lines: whole(before?.view.lines, line, lines) };
  return { ...data, view: { ...view, log_from: 0, lines_from: 0 } };
}

// The log with the narrator's prose in place of the lines that it replaces; `plain` keeps these.
function narrated(log, told) {
  if (!told.length) return log;
  const found = log.map((entry) => (entry.plain ? { ...entry, lines: entry.plain } : entry));
  for (const { at, replaces, text } of told) {
    const paragraphs = text.split(/\n+/);
    for (const number of replaces) found[number] = { ...found[number], plain: found[number].lines, lines: [] };
    const entry = found[at];
    found[at] = { ...entry, plain: entry.plain || entry.lines, lines: [...entry.lines, ...paragraphs] };
  }
  return found;
}
const known = (game) => (game ? `?since=${game.view.log.length}&lines=${game.view.lines.length}` : "");

// Where what is new begins: after what was seen; at first, at the last few entries.
function freshFrom(before, game, undone) {
  const { log, actions } = game.view;
  if (undone) return log.length;
  if (before?.campaign && before.campaign.fights + before.campaign.stage !== game.campaign.fights + game.campaign.stage && game.campaign.stage === "fight") return 0; // a fight begins
  if (before) return Math.min(before.view.log.length, log.length);
  return actions.some((each) => each.side === "a") ? Math.max(0, log.length - 12) : 0;
}

export function useGame(id, token) {
  const [state, set] = useState({ game: null, fresh: 0 });
  const [error, fail] = useState(null);
  const [busy, work] = useState(false);
  const now = useRef(null), working = useRef(false), heard = useRef(0);
  const take = (data, { undone = false } = {}) => {
    const before = now.current;
    if (before && (data.turn < before.turn || (data.turn === before.turn && data.told.length < before.told.length))) return;
    if (before && data.turn === before.turn && data.over === before.over && data.told.length === before.told.length && data.telling === before.telling) return;
    now.current = joined(before, data);
    const game = now.current, same = before?.turn === game.turn; // only the narrator's prose is new
    set((old) => ({ game, fresh: same ? old.fresh : freshFrom(before, game, undone) }));
  };
  const look = async () => {
    try { take(await get(`/games/${id}${known(now.current)}`, { token })); } catch (problem) { fail(problem); }
  };
  const send = async (ask, how) => {
    if (working.current || !now.current) return;
    working.current = true;
    work(true);
    fail(null);
    try { take(await ask(now.current), how); } catch (problem) {
      fail(problem);
      if (problem.status === 409) await look();
    } finally {
      working.current = false;
      work(false);
      if (heard.current > now.current.turn) look();
    }
  };
  const act = (action) => send((game) => post(`/games/${id}/actions${known(game)}`, { turn: game.turn, action }, { token }));
  const takeBack = () => send((game) => post(`/games/${id}/take-back`, { turn: game.turn }, { token }), { undone: true });
  useEffect(() => { look(); }, [id, token]);
  useNews(id, token, state.game, ({ turn, told }) => {
    heard.current = turn;
    if ((turn > now.current.turn || told !== now.current.told.length || now.current.telling) && !working.current) look();
  });
  return { ...state, error, busy, act, takeBack, look };
}

// Who waits for somebody else, or for the narrator, is told when the game has changed.
function useNews(id, token, game, hear) {
  const shared = Boolean(game && (((game.both || game.seat === "watcher") && !game.over) || game.telling));
  useEffect(() => {
    if (!shared) return undefined;
    const events = new EventSource(`/api/games/${id}/events?token=${encodeURIComponent(token)}`);
    events.addEventListener("turn", (event) => hear(JSON.parse(event.data)));
    return () => events.close();
  }, [shared, id, token]);
}

const PAST = 1_000_000; // turns that are looked back at have numbers of their own, below all others

// A game that is over, as it stood before a turn: { game, fresh }, where `fresh` is the entry of the log where what is new begins.
export function useBack(id, token, at) {
  const seen = useRef(new Map());
  const { value, error, busy } = useAsked(async (signal) => {
    if (at === null) return null;
    if (!seen.current.has(at)) seen.current.set(at, joined(null, await get(`/games/${id}?at=${at}`, { token, signal })));
    return { at, game: seen.current.get(at) };
  }, [id, at]);
  if (at === null || !value) return { error, busy: at !== null && busy };
  const lengths = [...seen.current].filter(([each]) => each < value.at).map(([, game]) => game.view.log.length);
  return { game: { ...value.game, turn: value.at - PAST }, at: value.at, fresh: Math.max(0, ...lengths), error, busy };
}

// What is told of each legal action: asked for anew each turn, and shown only for the turn that it was asked for. `at` is for looking back.
function useOfTurn(path, game, token, wanted, at) {
  const [found, set] = useState({});
  const [never, giveUp] = useState(null);
  const turn = game?.turn, asking = Boolean(wanted && !never && game?.view.legal.length);
  useEffect(() => {
    if (!asking) return undefined;
    const control = new AbortController();
    get(`/games/${game.id}/${path}${at === null ? "" : `?at=${at}`}`, { token, signal: control.signal }).then(
      (data) => set({ turn, data: data[path] }),
      (error) => {
        if (control.signal.aborted || error.code === "replaced" || error.code === "not-your-turn") return;
        if (unsolved(error)) giveUp(error);
        set({ turn, error });
      },
    );
    return () => control.abort();
  }, [turn, asking]);
  if (!wanted) return { data: {} };
  if (never) return { data: {}, error: never };
  return found.turn === turn ? { data: found.data || {}, error: found.error } : { data: {}, busy: asking };
}
export const useOdds = (game, token, at) => useOfTurn("odds", game, token, true, at);
export const useWorth = (game, token, wanted, at) => useOfTurn("worth", game, token, wanted, at);

// Whether an error says that a fight cannot be solved exactly.
export const unsolved = (error) => ["too-many-states", "too-much-memory", "too-deep", "not-exact"].includes(error?.code);
