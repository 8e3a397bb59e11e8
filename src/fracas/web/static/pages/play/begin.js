// Begin a game: the fight of the link with its changes; for practice or for real, alone or two people.
import { useEffect, useState } from "preact/hooks";
import { keepGame, post } from "../../lib/api.js";
import { link, read } from "../../lib/links.js";
import { ErrorBox, go, html, Link, plural, useAsked, Working } from "../../lib/ui.js";
import { fights } from "./scenarios.js";

const MODE = "fracas.mode";
const lastMode = () => { try { return localStorage.getItem(MODE) || "practice"; } catch { return "practice"; } };
const keepMode = (mode) => { try { localStorage.setItem(MODE, mode); } catch { /* a private window keeps nothing */ } };

// Begin a game and remember its seats; the promise is its address.
export async function begin(asked, { both = false, practice = false, title = "" } = {}) {
  const begun = await post("/games", { ...asked, both, takes_back: practice && !both });
  return remember(begun, title);
}

// Keep what a begun game gave: its tokens, and what Start shows of it.
export function remember({ tokens, game }, title) {
  keepGame({ id: game.id, token: tokens.a, tokens, title: title || game.title, where: whereIs(game), at: Date.now(), over: game.over });
  return `/game/${game.id}#${tokens.a}`;
}

export const whereIs = (game) => `${game.ruleset.title} · ${game.campaign && !game.over ? `${plural(game.campaign.fights, "fight")} fought` : game.over ? "over" : `${game.ruleset.round_word} ${game.view.round}`}`;

const MODES = [
  ["practice", "Practice", "You can take your choices back, and try what if at any time."],
  ["real", "For real", "What is done is done. The dice are committed to before you begin and shown at the end."],
  ["both", "Two people", "You play one side; somebody else plays the other, by a link that you send them."],
];

function changed(asked) {
  const told = (values) => Object.entries(values).map(([name, value]) => `${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [...told(asked.changes), ...told(asked.options)];
}

export function Begin({ parts, query }) {
  const asked = read(parts, query);
  const { value, error, busy } = useAsked(() => fights(asked.ruleset, asked.packs), []);
  const [mode, setMode] = useState(lastMode());
  const [policy, setPolicy] = useState(asked.policies[1] || "");
  const [state, set] = useState({});
  const fight = value?.fights.find((each) => each.name === asked.scenario);
  const title = fight?.title || asked.scenario;
  useEffect(() => { document.title = `${title} – Fracas`; }, [title]);
  if (!value) return html`<${ErrorBox} error=${error} />${busy && html`<${Working} text="Loading the fight" />`}`;
  const { rules } = value;
  const forTwo = rules.policies[1].length > 1;
  const chosen = mode === "both" && !forTwo ? "practice" : mode;
  const start = async (event) => {
    event.preventDefault();
    set({ busy: true });
    keepMode(chosen);
    const wanted = { ...asked, policies: [asked.policies[0], policy || null] };
    try { go(await begin(wanted, { both: chosen === "both", practice: chosen === "practice", title }), { replace: true }); } catch (problem) { set({ error: problem }); }
  };
  return html`<form class="begin panel" onSubmit=${start}>
    <p class="small"><${Link} to=${`/play/${rules.name}${asked.packs.length ? `?${asked.packs.map((each) => `pack=${encodeURIComponent(each)}`).join("&")}` : ""}`}>${rules.title}<//></p>
    <h1>${title}</h1>
    ${fight?.text && html`<p>${fight.text}</p>`}
    ${changed(asked).length > 0 && html`<p class="small">Changed: ${changed(asked).map((each) => html`<span class="tag you">${each}</span> `)}</p>`}
    <fieldset><legend>How do you want to play?</legend>
      ${MODES.filter(([name]) => forTwo || name !== "both").map(([name, words, text]) => html`<label class="mode" key=${name}>
        <input type="radio" name="mode" value=${name} checked=${chosen === name} onChange=${() => setMode(name)} />
        <span><b>${words}</b><br /><span class="small soft">${text}</span></span></label>`)}
    </fieldset>
    ${forTwo && chosen !== "both" && html`<label class="policy">How ${rules.sides[1].length > 1 ? `${rules.sides[1]} play${/s$/.test(rules.sides[1]) ? "" : "s"}` : "the other side plays"}
      <select value=${policy} onChange=${(event) => setPolicy(event.target.value)}>
        <option value="">as the fight says</option>
        ${rules.policies[1].map((each) => html`<option value=${each}>${each}</option>`)}
      </select></label>`}
    <div class="row"><button class="primary" type="submit" disabled=${state.busy} ref=${(button) => button && !state.busy && !state.error && document.activeElement === document.body && button.focus({ preventScroll: true })}>Begin</button>
      <${Link} class="button" to=${link("workbench", asked)}>Open in the workbench<//></div>
    ${state.busy && html`<${Working} text="Setting the table" />`}
    <${ErrorBox} error=${state.error} />
  </form>`;
}

