// The fights of a ruleset, those of packs first, then those that explain the rules, with title and text.
import { get, ruleset } from "../../lib/api.js";

const parsed = (text) => { try { return JSON.parse(text); } catch { return {}; } };

// A scenario of a pack is a file of its own, or an entry of one for all.
function ofFiles(name, files) {
  const all = parsed(files["scenarios.json"]);
  const data = files[`scenarios/${name}.json`] ? parsed(files[`scenarios/${name}.json`]) : all.scenarios?.[name] || all[name] || {};
  return { name, title: data.title || name, text: data.text || "" };
}

function ofPack(pack, rules) {
  if (pack.ruleset !== rules.name) return [];
  return (pack.holds.scenarios || []).map((name) => ({ ...ofFiles(name, pack.files), pack: pack.title || pack.name }));
}

export async function fights(name, packs = []) {
  const rules = await ruleset(name);
  const held = await Promise.all(packs.map((each) => get(`/packs/${encodeURIComponent(each)}`)));
  const own = held.flatMap((pack) => ofPack(pack, rules));
  const taken = new Set(own.map((each) => each.name));
  const shipped = rules.scenarios.filter((each) => !taken.has(each.name));
  return { rules, fights: [...own, ...shipped.filter((each) => each.lesson), ...shipped.filter((each) => !each.lesson)] };
}
