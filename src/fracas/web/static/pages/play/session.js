// A game at the server: where it stands, acting, taking back, news of others, odds and worth. Older answers never replace newer ones.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, post } from "../../lib/api.js";

// The log is sent from an entry on; what came before it is kept.
function joined(before, data) {
  const { log_from: from, log } = data.view;
  const view = { ...data.view, log: from && before ? [...before.view.log.slice(0, from), ...log] : log };
  return { ...data, view: { ...view, log_from: 0 } };
}

// Where what is new begins: after what was seen; at first, at the last few entries.
function freshFrom(before, game, undone) {
  const { log, actions } = game.view;
  if (undone) return log.length;
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
    if (before && data.turn < before.turn) return;
    if (before && data.turn === before.turn && data.over === before.over) return;
    now.current = joined(before, data);
    set({ game: now.current, fresh: freshFrom(before, now.current, undone) });
  };
  const look = async () => {
    try { take(await get(`/games/${id}?since=${now.current?.view.log.length || 0}`, { token })); } catch (problem) { fail(problem); }
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
  const act = (action) => send((game) => post(`/games/${id}/actions?since=${game.view.log.length}`, { turn: game.turn, action }, { token }));
  const takeBack = () => send((game) => post(`/games/${id}/take-back`, { turn: game.turn }, { token }), { undone: true });
  useEffect(() => { look(); }, [id, token]);
  useNews(id, token, state.game, (turn) => {
    heard.current = turn;
    if (turn > now.current.turn && !working.current) look();
  });
  return { ...state, error, busy, act, takeBack, look };
}

// Who waits for somebody else is told when the game has changed.
function useNews(id, token, game, hear) {
  const shared = Boolean(game && (game.both || game.seat === "watcher") && !game.over);
  useEffect(() => {
    if (!shared) return undefined;
    const events = new EventSource(`/api/games/${id}/events?token=${encodeURIComponent(token)}`);
    events.addEventListener("turn", (event) => hear(JSON.parse(event.data).turn));
    return () => events.close();
  }, [shared, id, token]);
}

// What is told of each legal action: asked for anew each turn, and shown only for the turn that it was asked for.
function useOfTurn(path, game, token, wanted) {
  const [found, set] = useState({});
  const [never, giveUp] = useState(null);
  const turn = game?.turn, asking = Boolean(wanted && !never && game?.view.legal.length);
  useEffect(() => {
    if (!asking) return undefined;
    const control = new AbortController();
    get(`/games/${game.id}/${path}`, { token, signal: control.signal }).then(
      (data) => set({ turn, data: data[path] }),
      (error) => {
        if (control.signal.aborted || error.code === "replaced" || error.code === "not-your-turn") return;
        if (error.code === "too-many-states") giveUp(error);
        set({ turn, error });
      },
    );
    return () => control.abort();
  }, [turn, asking]);
  if (!wanted) return { data: {} };
  if (never) return { data: {}, error: never };
  return found.turn === turn ? { data: found.data || {}, error: found.error } : { data: {}, busy: asking };
}
export const useOdds = (game, token) => useOfTurn("odds", game, token, true);
export const useWorth = (game, token, wanted) => useOfTurn("worth", game, token, wanted);
