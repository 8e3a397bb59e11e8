// A world, watched: a map on canvas, play and pause, speed, a slider through time, and the story of whoever is clicked.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { post, ruleset } from "../lib/api.js";
import { link, read } from "../lib/links.js";
import { Rules } from "../lib/rules.js";
import { Copy, Dialog, ErrorBox, go, html, stylesheet, useAsked, useDark, Working } from "../lib/ui.js";

stylesheet("/static/pages/world.css");

const CHUNK = 60, FIRST = 8;
const KEPT = 6_000_000, FEW = 1000, TRY_AGAIN_MS = 2000;
const GROUND = { "·": "#e9e5da", "#": "#8d8778", "~": "#9dc3e6", "=": "#d8c48f", "^": "#c98f5a", "+": "#bfe3e0", "'": "#b9d3a5", ":": "#e6d9a8", ",": "#c7d8c2", "%": "#a9a598" };
const COLOURS = ["#1f6fb8", "#5b8c2a", "#7a5a9a", "#a0522d", "#44747a", "#3d6b35", "#8a1f2e"];
const DARK_GROUND = { "·": "#1c222c", "#": "#555d6b", "~": "#264a6b", "=": "#574a22", "^": "#5f3a1d", "+": "#1f4a48", "'": "#2f4526", ":": "#4d4524", ",": "#2b4030", "%": "#454b55" };
const DARK_COLOURS = ["#6fb1ee", "#9fd36a", "#c3a3e0", "#e0a07a", "#8cc4cb", "#8fc586", "#ff9aa5"];
const paints = (dark) => (dark ? { ground: DARK_GROUND, colours: DARK_COLOURS, other: "#343c49" } : { ground: GROUND, colours: COLOURS, other: "#ddd" });

// Frames by tick, fetched in chunks ahead of where one looks.
class Frames {
  constructor(asked, told) { this.asked = asked; this.told = told; this.known = new Map(); this.rows = 0; this.under = false; this.gone = false; }
  async want(first, frames) {
    if (this.under || this.gone) return;
    this.under = true;
    let problem = null;
    try {
      for (const frame of unpacked(await post("/worlds/frames", { ...this.asked, first, frames }, { bytes: true }))) this.keep(frame);
    } catch (error) { if (error.code !== "replaced") problem = error; }
    if (problem && !this.gone) {
      this.told(problem);
      await new Promise((later) => setTimeout(later, TRY_AGAIN_MS));
    }
    this.under = false;
    if (!this.gone) this.told(problem);
  }
  keep(frame) {
    this.drop(frame.tick);
    this.known.set(frame.tick, frame);
    this.rows += frame.rows;
    while (this.rows > KEPT && this.known.size > 2 * CHUNK) this.drop(this.known.keys().next().value);
  }
  drop(tick) {
    this.rows -= this.known.get(tick)?.rows || 0;
    this.known.delete(tick);
  }
}

// Frames as the server packs them (see /api/docs): their heads, and who stands where as differences from the frame before.
function unpacked(buffer) {
  const size = new DataView(buffer).getUint32(0, true);
  const { frames } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  let at = 4 + size, before = null;
  return frames.map((frame) => {
    before = placed(buffer, at, frame.rows, before);
    at += 12 * frame.rows;
    return { ...frame, standing: before };
  });
}
function placed(buffer, at, rows, before) {
  const numbers = new Uint32Array(buffer, at, rows);
  const [x, y, sign, health] = [0, 1, 2, 3].map((i) => new Int16Array(buffer, at + (4 + 2 * i) * rows, rows));
  for (let i = 0, j = 0; i < rows; i += 1) {
    if (i) numbers[i] += numbers[i - 1];
    if (!before) continue;
    while (before.numbers[j] < numbers[i]) j += 1;
    if (before.numbers[j] !== numbers[i]) continue;
    x[i] += before.x[j]; y[i] += before.y[j]; sign[i] += before.sign[j]; health[i] += before.health[j];
  }
  return { numbers, x, y, sign, health };
}

export default function World({ parts, query }) {
  const [name, plan] = parts, { options, packs } = read(parts, query);
  const seed = Number(query.get("seed") || 1);
  useEffect(() => { document.title = "World – Fracas"; }, []);
  const rules = useAsked(() => ruleset(name), [name]);
  const asked = { ruleset: name, plan: plan || null, seed, options, packs }, key = JSON.stringify(asked);
  const { value, error } = useAsked((signal) => post("/worlds/found", asked, { signal }), [key]);
  if (error || rules.error) return html`<${ErrorBox} error=${error || rules.error}>${Object.keys(options).length > 0 && html`<button onClick=${() => go(addressOf({ ...asked, options: {} }))}>Leave the changed rules out</button>`}<//>`;
  if (!value) return html`<${Working} text="Founding the world; the first time its rules are compiled, which takes a minute" />`;
  return html`<${Watched} key=${key} world=${value} asked=${{ ...asked, plan: value.plan }} first=${Number(query.get("tick") || 0)} of=${query.get("who")} />`;
}

// The address of a world: rule options that differ, seed, tick, and whose story is read.
const addressOf = ({ ruleset, plan, seed, options, packs }, more = {}) => link("world", { ruleset, scenario: plan, options, packs }, { seed, ...more });

function Watched({ world, asked, first, of }) {
  const [tick, seek] = useState(first);
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState(10);
  const [most, reach] = useState(Math.max(1000, first));
  const [error, fail] = useState(null);
  const [, redraw] = useState(0);
  const [who, ask] = useState(of);
  const frames = useRef(null);
  frames.current ??= new Frames(asked, (problem) => { fail(problem); redraw((n) => n + 1); });
  useEffect(() => () => { frames.current.gone = true; }, []);
  const frame = frames.current.known.get(tick);
  useEffect(() => {
    if (!frame) frames.current.want(tick, FIRST);
    else if (!playing && tick > 0 && frame.rows < FEW && !frames.current.known.has(tick - 1)) frames.current.want(Math.max(0, tick - CHUNK), Math.min(CHUNK, tick)); // what happened lately
    else if (!frames.current.known.has(tick + CHUNK)) frames.current.want(lastKnown(frames.current.known, tick) + 1, CHUNK);
  });
  useEffect(() => {
    if (!playing) return undefined;
    let due = performance.now(), request = 0;
    const step = (now) => {
      if (now >= due) {
        due = Math.max(due + 1000 / speed, now - 250);
        seek((at) => (frames.current.known.has(at + 1) ? at + 1 : at));
      }
      request = requestAnimationFrame(step);
    };
    request = requestAnimationFrame(step);
    return () => cancelAnimationFrame(request);
  }, [playing, speed]);
  useEffect(() => { if (tick > most - 100) reach(most * 2); }, [tick]);
  useEffect(() => { if (!playing) history.replaceState(null, "", addressOf(asked, { tick, who })); }, [tick, playing, who]);
  const shown = frame || nearest(frames.current.known, tick);
  const lines = lately(frames.current.known, tick);
  return html`
    <div class="spread"><h1>${world.title || world.plan}</h1>
      <div class="row">
        <label class="small">World <select value=${asked.plan} onChange=${(event) => go(addressOf({ ...asked, plan: event.target.value }))}>
          ${Object.entries(world.plans).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label>
        <label class="small">Seed <input type="number" min="0" value=${asked.seed} style="width: 110px" onChange=${(event) => go(addressOf({ ...asked, seed: event.target.value }))} /></label>
      </div></div>
    <${ErrorBox} error=${error} />
    <div class="world">
      <section class="panel" aria-label="Map">
        <${Map_} world=${world} frame=${shown} dim=${!frame} onClick=${ask} />
        <div class="row controls">
          <button class="primary" onClick=${() => play(!playing)} aria-pressed=${playing}>${playing ? "Pause" : "Play"}</button>
          <button onClick=${() => { play(false); seek(Math.max(0, tick - 1)); }} aria-label="One tick back">Back</button>
          <button onClick=${() => { play(false); seek(tick + 1); }} aria-label="One tick forward">Forward</button>
          <label class="small">Speed <select value=${speed} onChange=${(event) => setSpeed(Number(event.target.value))}>
            ${[2, 5, 10, 20, 30].map((n) => html`<option value=${n}>${n} ticks a second</option>`)}</select></label>
          <${Copy} text=${location.origin + addressOf(asked, { tick, who })}>Share<//>
        </div>
        <label class="small">Tick <b>${tick}</b><input type="range" min="0" max=${most} value=${tick} style="width: 100%" onInput=${(event) => { play(false); seek(Number(event.target.value)); }} /></label>
        <${Legend} world=${world} frame=${shown} />
      </section>
      <section class="panel" aria-label="What happens">
        ${shown && html`<div class="scroll"><table><tbody>${["living", "hero_level", "hero_kills", "hero_deaths", "hero_gold", "monster_kills"].filter((name) => name in shown.measures).map((name) => html`
          <tr><td>${name.replaceAll("_", " ")}</td><td class="number">${Number.isInteger(shown.measures[name]) ? shown.measures[name] : shown.measures[name].toFixed(1)}</td></tr>`)}</tbody></table></div>`}
        <h3 style="margin-top: 12px">Lately</h3>
        <pre class="tiny" aria-live="off">${lines.join("\n") || "Nothing to tell of these ticks: press Play."}</pre>
        <form class="row" onSubmit=${(event) => { event.preventDefault(); ask(event.target.elements.who.value); }}>
          <label class="small">Whose story? <input name="who" placeholder="hero, or 17" style="width: 130px" /></label><button>Tell</button></form>
        <${Rules} ruleset=${asked.ruleset} options=${asked.options} kinds=${["world_options", "options"]} title="Rules of this world" such=${["heroes", "3"]}
          text="A world under another rule is another world, with a link of its own." to=${(options) => go(addressOf({ ...asked, options }))} />
      </section>
    </div>
    ${who !== null && html`<${Story} asked=${asked} who=${String(who)} tick=${tick} onClose=${() => ask(null)} />`}`;
}

// What is on the map: who stands there, and the grounds.
function Legend({ world, frame }) {
  const painted = paints(useDark()).ground;
  const grounds = useMemo(() => new Set(world.ground.flatMap((line) => [...new Set(line)])), [world]);
  const there = new Set(frame?.standing.sign);
  const ground = world.signs.filter(({ sign }) => sign in GROUND && grounds.has(sign));
  return html`<p class="tiny soft legend">${world.signs.filter(({ sign }, i) => !(sign in GROUND) && there.has(i)).map(({ sign, means }) => html`<span><b class="mono">${sign}</b> ${means}</span>`)}
    ${ground.map(({ sign, means }) => html`<span><i style=${{ background: painted[sign] }}></i> ${means}</span>`)}</p>`;
}

const lastKnown = (known, from) => { let at = from; while (known.has(at + 1)) at += 1; return at; };
function lately(known, tick) {
  const found = [];
  for (let at = tick; at > tick - 200 && found.length < 14; at -= 1) found.unshift(...(known.get(at)?.lines || []));
  return found.slice(-14);
}
function nearest(known, tick) {
  let best = null;
  for (const frame of known.values()) if (!best || Math.abs(frame.tick - tick) < Math.abs(best.tick - tick)) best = frame;
  return best;
}

// Everybody on the map: letters where they can be read, with health; else squares, one colour after the other, which stay visible
// where the map is shown smaller than it is drawn.
function draw(pen, { x, y, sign, health }, size, signs, colours) {
  if (size < 9) {
    const side = Math.max(size - 1, Math.ceil(pen.canvas.width / (pen.canvas.clientWidth || pen.canvas.width)) + 1);
    for (const colour of new Set(colours)) {
      pen.fillStyle = colour;
      for (let i = 0; i < x.length; i += 1) if (colours[sign[i]] === colour) pen.fillRect(x[i] * size, y[i] * size, side, side);
    }
    return;
  }
  for (let i = 0; i < x.length; i += 1) {
    pen.fillStyle = colours[sign[i]];
    pen.fillText(signs[sign[i]].sign, (x[i] + 0.5) * size, (y[i] + 0.5) * size);
    if (health[i] < 100) pen.fillRect(x[i] * size, y[i] * size + size - 2, (size * health[i]) / 100, 2);
  }
}

function Map_({ world, frame, dim, onClick }) {
  const canvas = useRef(null);
  const ground = useRef(null);
  const rows = world.ground.length, columns = world.ground[0].length, dark = useDark();
  const size = Math.max(2, Math.min(28, Math.floor(900 / columns)));
  useEffect(() => {
    const layer = document.createElement("canvas");
    layer.width = columns * size;
    layer.height = rows * size;
    const pen = layer.getContext("2d");
    world.ground.forEach((line, y) => [...line].forEach((sign, x) => { pen.fillStyle = paints(dark).ground[sign] || paints(dark).other; pen.fillRect(x * size, y * size, size, size); }));
    ground.current = layer;
  }, [world, dark]);
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (!pen || !ground.current) return;
    pen.drawImage(ground.current, 0, 0);
    if (!frame) return;
    pen.font = `bold ${size}px monospace`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const given = paints(dark).colours, colours = world.signs.map(({ sign }, i) => (i === 0 ? given[0] : sign === sign.toUpperCase() ? given[6] : given[1 + (i % 5)]));
    draw(pen, frame.standing, size, world.signs, colours);
  }, [world, frame, dark]);
  const click = (event) => {
    if (!frame) return;
    const box = canvas.current.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * columns, y = ((event.clientY - box.top) / box.height) * rows;
    let best = null, near = 4;
    for (let i = 0; i < frame.rows; i += 1) {
      const far = Math.hypot(frame.standing.x[i] + 0.5 - x, frame.standing.y[i] + 0.5 - y);
      if (far < near) { near = far; best = frame.standing.numbers[i]; }
    }
    if (best !== null) onClick(best);
  };
  const words = frame ? `A map of ${columns} by ${rows} tiles with ${frame.rows} on it; tick ${frame.tick}` : "A map";
  return html`<canvas ref=${canvas} width=${columns * size} height=${rows * size} class=${dim ? "map dim" : "map"} role="img" aria-label=${words} onClick=${click}></canvas>`;
}

function Story({ asked, who, tick, onClose }) {
  const { value, error, busy } = useAsked((signal) => post("/worlds/why", { ...asked, entity: who, tick: Math.max(1, Math.min(tick, 20000)) }, { signal }), [who, tick]);
  return html`<${Dialog} title=${`The story of ${value ? `#${value.entity}` : who}`} onClose=${onClose}>
    <${ErrorBox} error=${error} />${busy && html`<${Working} text="Reading its life" />`}
    ${value && html`<pre class="small">${value.lines.join("\n")}</pre>`}<//>`;
}
