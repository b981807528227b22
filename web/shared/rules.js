// Numbers of rules in a text, such as R53, as links to the rules page.
import { element } from "./shell.js";

const RULE = /\b(R\d{1,3}[a-z]?)\b/;
const CITED = /(\s*[[(]R\d{1,3}[a-z]?(?:, R\d{1,3}[a-z]?)*[\])])/;

/** Returns the nodes of a text, with a link for each number of a rule: in small print, if it stands in brackets. */
export function withRules(text) {
  return text.split(CITED).flatMap((each, place) => {
    const nodes = each.split(RULE).map((part, index) => (index % 2 ? link(part) : part));
    if (place % 2 === 0) return nodes;
    const small = element("small");
    small.append(...nodes);
    return [small];
  });
}

/** Returns a text without the rules that stand in brackets. */
export function bare(text) {
  return text.split(CITED).filter((_, place) => place % 2 === 0).join("");
}

/** Returns the numbers of the rules that stand in brackets in a text, such as `R73`. */
export function cited(text) {
  return text.split(CITED).filter((_, place) => place % 2).map((each) => each.replace(/[\s[\]()]/g, "")).join(", ");
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
