// The fights of a ruleset, those of packs first, with title and text.
import { get, ruleset } from "../../lib/api.js";

function ofFile(name, text) {
  try {
    const data = JSON.parse(text);
    return { name, title: data.title || name, text: data.text || "" };
  } catch { return { name, title: name, text: "" }; }
}

function ofPack(pack, rules) {
  if (pack.ruleset !== rules.name) return [];
  return (pack.holds.scenarios || []).map((name) => ({ ...ofFile(name, pack.files[`scenarios/${name}.json`]), pack: pack.title || pack.name }));
}

export async function fights(name, packs = []) {
  const rules = await ruleset(name);
  const held = await Promise.all(packs.map((each) => get(`/packs/${encodeURIComponent(each)}`)));
  const own = held.flatMap((pack) => ofPack(pack, rules));
  const taken = new Set(own.map((each) => each.name));
  return { rules, fights: [...own, ...rules.scenarios.filter((each) => !taken.has(each.name))] };
}
