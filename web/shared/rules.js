// Numbers of rules in a text, such as R53, as links to the rules page.
import { element } from "./shell.js";

const RULE = /\b(R\d{1,3}[a-z]?)\b/;

/** Returns the nodes of a text, with a link for each number of a rule. */
export function withRules(text) {
  return text.split(RULE).map((each, place) => (place % 2 ? link(each) : each));
}

/** Returns an element with a text, whose numbers of rules are links. */
export function ruled(name, text) {
  const made = element(name);
  made.append(...withRules(text));
  return made;
}

function link(rule) {
  const made = element("a", rule);
  made.href = new URL(`../games/cairn-rpg/#rule-${rule.toLowerCase()}`, import.meta.url).href;
  made.setAttribute("aria-label", `Rule ${rule}`);
  return made;
}
