// Own packs on the bench: which are in force, and what they bring.
import { useEffect, useState } from "preact/hooks";
import { get, packs } from "../../lib/api.js";
import { html, Link } from "../../lib/ui.js";

// The packs that this browser knows, and those of the link, which may be somebody else's: { id, name, title, ruleset, holds }.
function useKnown(ids) {
  const [found, set] = useState({});
  const own = packs(), missing = ids.filter((id) => !own.some((pack) => pack.id === id) && !(id in found));
  useEffect(() => {
    for (const id of missing) get(`/packs/${encodeURIComponent(id)}`).then((pack) => set((before) => ({ ...before, [id]: pack })), () => set((before) => ({ ...before, [id]: null })));
  }, [missing.join()]);
  return [...own, ...Object.values(found).filter(Boolean)];
}

// The names of the packs in force, as their folders are called.
export function useFolders(ids) {
  const known = useKnown(ids);
  return ids.map((id) => known.find((pack) => pack.id === id)?.name || id);
}

// The scenarios that packs in force bring.
export const useBrought = (ids) => useKnown(ids).filter((pack) => ids.includes(pack.id)).flatMap((pack) => (pack.holds.scenarios || []).map((name) => ({ name, title: `${name} (${pack.title || pack.name})` })));

export function Packs({ bench, rules }) {
  const { asked } = bench;
  const fit = useKnown(asked.packs).filter((pack) => pack.ruleset === rules.name);
  if (!fit.length) return null;
  const toggle = (id, on) => bench.set({ packs: on ? [...asked.packs, id] : asked.packs.filter((each) => each !== id) });
  return html`<fieldset class="packs small"><legend>Packs in force</legend>
    ${fit.map((pack) => html`<label key=${pack.id}><input type="checkbox" checked=${asked.packs.includes(pack.id)} onChange=${(event) => toggle(pack.id, event.target.checked)} /> ${pack.title || pack.name} <span class="tiny soft">${pack.version}</span></label>`)}
    <${Link} class="tiny" to="/packs">Packs<//></fieldset>`;
}
