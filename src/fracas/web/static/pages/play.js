// Play: choose a fight, begin it, play it.
import { html, stylesheet } from "../lib/ui.js";
import { Begin } from "./play/begin.js";
import { Choose } from "./play/choose.js";
import { Game } from "./play/game.js";

stylesheet("/static/pages/play.css");

export default function Play({ name, parts, query, hash, whole }) {
  if (name === "game") return html`<${Game} key=${parts[0]} id=${parts[0]} hash=${hash} turn=${query.get("turn")} />`;
  if (parts.length > 1) return html`<${Begin} key=${whole} parts=${parts} query=${query} />`;
  return html`<${Choose} key=${parts[0]} name=${parts[0]} packs=${query.getAll("pack")} />`;
}
