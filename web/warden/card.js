// The living sheet of a member: every control sends a change, which Python answers with new sheets.
import { element } from "../shared/shell.js";
import { ruled } from "../shared/rules.js";

const ACTS = { use: "Use", recharge: "Recharge", light: "Light", put_out: "Put out" };
const ACTIONS = { wear: "Wear", "take-off": "Take off", "put-down": "Drop" };
const RESTS = [["rest", "Rest a moment", "HP"], ["night", "Sleep a night", "Fatigue"], ["week", "Rest a week", "STR, DEX and WIL"], ["day", "End the day", "Fatigue if deprived"]];
const STASH = "stash"; // the place of what is left behind
const SELF = "self";

/**
 * Returns the sheet of a member as an element.
 *
 * `send` takes a question about the member, without its key. It resolves to the answer, or to null if it was refused.
 * Its parts get `act`, which sends an action of a campaign as text, such as `give:1:rope>2`, or a change of the sheet.
 */
export function card(member, members, send) {
  const made = element("article");
  made.className = "card";
  made.setAttribute("aria-label", member.name);
  made.dataset.key = member.key;
  const name = element("h3", member.name);
  name.append(quiet(`${member.subtitle}`, "span"));
  const act = (what) => send(typeof what === "string" ? { ask: "act", action: what } : { ask: "do", ...what });
  made.append(
    name,
    remarks(member),
    figures(member, act),
    gear(member, members, act),
    conditions(member, act),
    care(member, act),
    adding(send),
    correcting(member, members, act, send),
    about(member, send),
  );
  return made;
}

/** Puts a card in place of an older one of the same member, and keeps what is open, typed and focused. */
export function exchange(old, made) {
  const focused = old.contains(document.activeElement) ? document.activeElement.dataset.at : null;
  const now = at(made);
  for (const [place, before] of at(old)) {
    const after = now.get(place);
    if (!after) continue;
    if (before.tagName === "DETAILS") after.open = before.open;
    else if (before.matches("select")) {
      if ([...after.options].some(({ value }) => value === before.value)) after.value = before.value;
    } else if (before.matches("input") && before.value !== before.defaultValue) after.value = before.value;
  }
  old.replaceWith(made);
  (now.get(focused) ?? (focused && made.querySelector("summary")))?.focus({ preventScroll: true });
}

/** Returns the number of a member in an action of a campaign. */
function seat({ key }) {
  return Number.parseInt(key, 10) + 1;
}

/** Returns an id or a name in an action of a campaign. */
const coded = encodeURIComponent;

function at(made) {
  return new Map([...made.querySelectorAll("[data-at]")].map((each) => [each.dataset.at, each]));
}

// 1. parts

function quiet(text, name = "p") {
  const made = ruled(name, text);
  made.className = "quiet";
  return made;
}

/** Returns a button; `place` names it among those of its card, so that the focus finds it again. */
function button(text, place, act, label = "") {
  const made = element("button", text);
  made.type = "button";
  made.dataset.at = place;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function field(text, place, options = {}) {
  const label = element("label", text);
  const input = element("input");
  Object.assign(input, { autocomplete: "off", ...options, defaultValue: options.value ?? "" });
  input.dataset.at = place;
  label.append(input);
  return { label, input };
}

function number(text, place, value, least = 1, most = 1000) {
  const made = field(text, place, { type: "number", inputMode: "numeric", min: least, max: most, value, required: true });
  return { ...made, read: () => (made.input.reportValidity() ? Math.trunc(made.input.valueAsNumber) : null) };
}

function choice(text, place, options) {
  const label = element("label", text);
  const select = element("select");
  select.dataset.at = place;
  select.append(...options.map(([value, words]) => new Option(words, value)));
  label.append(select);
  return { label, select };
}

function fold(title, place, ...content) {
  const made = element("details");
  made.dataset.at = place;
  const summary = element("summary", title);
  summary.dataset.at = `${place} title`;
  made.append(summary, ...content);
  return made;
}

function row(...content) {
  const made = element("div");
  made.className = "row";
  made.append(...content);
  return made;
}

function form(submit, ...content) {
  const made = element("form");
  made.append(...content);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  return made;
}

// 2. what is always seen

function remarks({ remarks: said, faults }) {
  const made = element("ul");
  made.className = "remarks";
  const faulty = faults.map((fault) => `Against the rules: ${fault}`);
  made.append(...[...said, ...faulty].map((remark) => ruled("li", remark)));
  return made;
}

function figures(member, act) {
  const made = element("div");
  made.className = "figures";
  const step = (label, shown, place, less, more, word = label) => {
    const group = element("div");
    group.className = "figure";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", `${label} of ${member.name}`);
    const value = element("strong", shown);
    group.append(element("span", label), button("−", `${place} less`, less, `Less ${word} for ${member.name}`), value, button("+", `${place} more`, more, `More ${word} for ${member.name}`));
    return group;
  };
  for (const { id, label, value, max } of member.scores) {
    const shown = `${id === "hp" ? member.hp : value}/${max}`;
    const change = (amount) => () => act({ what: "score", score: id, amount });
    made.append(step(label, shown, id, change(-1), change(1)));
  }
  const tire = (amount) => () => act({ what: "fatigue", amount });
  made.append(step("Fatigue", `${member.fatigue}`, "fatigue", tire(-1), tire(1)));
  const by = number("by", "gold by", 1, 1, 1_000_000);
  const pay = (sign) => () => {
    const amount = by.read();
    if (amount) act(sign > 0 ? `share:${amount}>${seat(member)}` : `spend:${seat(member)}:${amount}`);
  };
  const gold = step("Gold", `${member.gold}`, "gold", pay(-1), pay(1));
  gold.classList.add("gold");
  gold.append(by.label);
  by.input.setAttribute("aria-label", `Gold pieces to get or to pay at once, ${member.name}`);
  const armor = element("div");
  armor.className = "figure";
  armor.append(element("span", "Armor"), element("strong", `${member.armor}`));
  made.append(armor, gold);
  return made;
}

// 3. what is carried

function gear(member, members, act) {
  const list = element("ol");
  list.className = "slots";
  const alike = {};
  for (const each of member.rows) {
    const entry = element("li");
    const name = each.words.replace(/ \(.*/, "");
    alike[name] = (alike[name] ?? 0) + 1;
    const place = `item ${name} ${alike[name]}`; // stays the same while its uses change
    entry.append(quiet(each.slots, "span"), each.key ? item(each, place, member, members, act) : element("span", each.words));
    entry.classList.toggle("empty", each.words === "free");
    list.append(entry);
  }
  const made = fold(`Slots: ${member.slots}`, "gear", list, ...member.containers.map((each) => container(each, member, members, act)));
  made.open = true;
  if (member.stash.length) made.append(stored("Left behind", STASH, member.stash, (key) => act({ what: "pick_up", item: key })));
  const places = [...members.filter((each) => each.key !== member.key).map((each) => [`>${seat(each)}`, each.name]),
    ...member.containers.map((each) => [each.key, each.name])];
  if (places.length && member.gold) made.append(giving(member, places, act));
  return made;
}

function giving(member, places, act) {
  const gold = number("Gold", "given", 1, 1, member.gold);
  const to = choice("To", "gold to", places);
  return form(() => {
    const target = to.select.value;
    const amount = gold.read();
    act(target.startsWith(">") ? `give-gold:${seat(member)}:${amount}${target}` : { what: "stow_gold", amount, place: target });
  }, gold.label, to.label, submit("Give", "give gold", `Give gold of ${member.name}`));
}

function item({ key, words, note, acts, actions, bandages, magic, movable, on_others: onOthers }, place, member, members, act) {
  const named = `${seat(member)}:${coded(key)}`;
  const others = members.filter((each) => each.key !== member.key);
  const danger = element("input");
  danger.type = "checkbox";
  const buttons = acts.map((what) => button(ACTS[what], `${place} ${what}`, () => act({ what, item: key, danger: danger.checked })));
  buttons.push(...actions.map((verb) => button(ACTIONS[verb], `${place} ${verb}`, () => act(`${verb}:${named}`))));
  const content = [...(note ? [quiet(note)] : []), row(...buttons)];
  if (magic) {
    const label = element("label");
    label.append(danger, " in danger");
    content.at(-1).append(label);
  }
  if (onOthers) {
    const on = choice("On", `${place} on`, [[SELF, member.name], ...others.map((each) => [each.key, each.name])]);
    content.push(row(on.label, button("Use on", `${place} use on`, () => {
      const own = on.select.value === SELF;
      if (bandages) act(`${seat(member)}:aid:${seat(own ? member : { key: on.select.value })}`);
      else act({ what: "use", ...(own ? { place: SELF } : { other: on.select.value }), item: key, danger: danger.checked });
    })));
  }
  if (movable) {
    const places = [...others.map((each) => [`give:${named}>${seat(each)}`, each.name]),
      ...member.containers.map((each) => [`stow:${named}>${coded(each.key)}`, each.name]), [STASH, "left behind"]];
    const to = choice("To", `${place} to`, places);
    content.push(row(to.label, button("Put", `${place} put`, () => {
      act(to.select.value === STASH ? { what: "leave", item: key } : to.select.value);
    }, `Put ${words} there`)));
  }
  return fold(words, place, ...content);
}

function stored(title, place, items, take) {
  const list = element("ul");
  list.append(...items.map(({ key, words, note }) => {
    const entry = element("li");
    entry.append(row(element("span", words), button("Take", `${place} ${key}`, () => take(key), `Take ${words}`)));
    if (note) entry.append(quiet(note));
    return entry;
  }));
  return fold(title, `place ${place}`, list);
}

function container(each, member, members, act) {
  const { key, name, words, pulled, burdened } = each;
  const fetch = (item) => act(`fetch:${seat(member)}:${coded(item)}>${coded(key)}`);
  const made = stored(`${name}: ${words}`, key, each.items, fetch);
  const buttons = [];
  if (each.gold) buttons.push(button(`Take ${each.gold}gp`, `gold ${key}`, () => act({ what: "fetch_gold", place: key, amount: each.gold })));
  if (each.can_pull) {
    const pull = `${pulled ? "park" : "pull"}:${seat(member)}:${coded(key)}`;
    buttons.push(button(pulled ? "Let go" : "Pull", `pull ${key}`, () => act(pull)));
  }
  if (each.can_burden) {
    buttons.push(button(burdened ? "Take the burden off" : "Burden", `burden ${key}`, () => act({ what: "burden", place: key })));
  }
  const others = members.filter((other) => other.key !== member.key).map((other) => [seat(other), other.name]);
  if (others.length) {
    const to = choice("To", `hand ${key}`, others);
    buttons.push(to.label, button("Hand over", `hand over ${key}`, () => act(`give:${seat(member)}:${coded(key)}>${to.select.value}`)));
  }
  made.append(row(...buttons));
  return made;
}

// 4. what is folded away

function conditions(member, act) {
  const chip = (words, on, place, rule, change) => {
    const made = button(words, place, () => act(change));
    made.className = "chip";
    made.title = `Rule ${rule}`;
    made.setAttribute("aria-pressed", on);
    return made;
  };
  const needs = member.needs.map(({ id, on }) => chip(`Lacks ${id}`, on, `need ${id}`, "R61", { what: "need", text: id }));
  const others = member.conditions.map(({ id, words, on, rule }) =>
    chip(words[0].toUpperCase() + words.slice(1), on, `condition ${id}`, rule, { what: "condition", text: id }));
  const content = [row(...needs, ...others)];
  if (member.conditions.some(({ id, on }) => id === "panicked" && on)) {
    content.push(row(button("Roll against the panic", "calm", () => act(`calm:${seat(member)}`)), quiet("R176", "span")));
  }
  const count = [...member.needs, ...member.conditions].filter(({ on }) => on).length;
  return fold(count ? `Conditions (${count})` : "Conditions", "conditions", ...content);
}

function care(member, act) {
  const rests = RESTS.map(([what, words, gain]) => {
    const made = button(`${words} `, what, () => act({ what }), `${words}, ${member.name}: ${gain}`);
    made.append(element("small", gain));
    return made;
  });
  if (member.dying) {
    rests.push(button("Stabilise", "aid", () => act({ what: "aid" })), button("An hour passes", "hour", () => act({ what: "hour" })));
  }
  const faces = field("Faces of real dice", "faces", { placeholder: "rolled", maxLength: 60 });
  const thrown = (change) => act({ ...change, faces: faces.input.value }).then((done) => { if (done) faces.input.value = ""; });
  const damage = number("Damage", "damage", 1);
  const score = choice("Score", "harmed", [["STR", "STR"], ["DEX", "DEX"], ["WIL", "WIL"]]);
  const take = (change) => () => {
    const amount = damage.read();
    if (amount) thrown({ ...change(), amount });
  };
  const content = [
    row(...rests),
    row(damage.label, button(`Hit ${member.name}`, "hit", take(() => ({ what: "hit" }))), score.label,
      button("Take points of the score", "harm", take(() => ({ what: "harm", score: score.select.value })))),
    row(faces.label),
    quiet("Armour reduces a hit, which then takes HP, and STR with a save (R68, R96, R97). Traps and falls take points of a score (R95)."),
  ];
  const scars = member.scars.map(({ words, pending }, amount) => {
    const entry = element("li", words);
    if (pending) entry.append(" ", button("Settle", `settle ${amount}`, () => thrown({ what: "settle", amount }), `Settle ${words}`));
    return entry;
  });
  if (scars.length) {
    const list = element("ul");
    list.append(...scars);
    content.push(element("h4", "Scars"), list);
  }
  return fold("Rest, harm and care", "care", ...content);
}

function adding(send) {
  const name = field("Item", "take name", { maxLength: 100, required: true });
  name.input.setAttribute("list", "warden-items");
  const slots = choice("If it is not in the book", "take slots", [["1", "1 slot"], ["0", "petty"], ["2", "bulky: 2 slots"]]);
  const get = async (question) => {
    if (name.input.reportValidity() && (await send({ ...question, text: name.input.value, slots: Number(slots.select.value) }))) name.input.value = "";
  };
  const take = button("Take", "take", () => {});
  take.type = "submit";
  return fold("Add an item", "adding", form(() => get({ ask: "take" }), name.label, take,
    button("Buy", "buy", () => get({ ask: "do", what: "buy" })), slots.label));
}

function correcting(member, members, act, send) {
  const scores = member.scores.map(({ id, label, value, max }) => {
    const now = number(`${label} now`, `${id} now`, value, 0);
    const most = number("of", `${id} most`, max, 0);
    most.input.setAttribute("aria-label", `Maximum ${label}`);
    return form(() => act({ what: "correct", score: id, amount: now.read(), most: most.read() }),
      now.label, most.label, submit("Set", `${id} set`, `Set ${label}`));
  });
  const name = field("Name", "name", { value: member.name, maxLength: 100, required: true });
  const rename = form(() => act(`rename:${seat(member)}=${coded(name.input.value.trim())}`), name.label, submit("Rename", "rename"));
  const place = members.findIndex(({ key }) => key === member.key);
  const forth = button("March further in front", "forth", () => send({ ask: "move", to: place - 1 }));
  forth.disabled = place === 0;
  const remove = button("Remove from the table", "remove", () => send({ ask: "remove" }), `Remove ${member.name} from the table`);
  return fold("Correct the sheet", "correct", rename, ...scores, row(forth, remove));
}

function submit(text, place, label) {
  const made = button(text, place, () => {}, label);
  made.type = "submit";
  return made;
}

function about(member, send) {
  const content = member.about.flatMap(({ heading, lines }) => [element("h4", heading), ...lines.map((line) => element("p", line))]);
  if (member.private) {
    const omen = element("p");
    omen.setAttribute("aria-live", "polite");
    const open = button("Open the private omen", "omen", async () => {
      const answer = omen.textContent ? { omen: "" } : await send({ ask: "omen" });
      omen.textContent = answer?.omen ?? "";
      open.textContent = omen.textContent ? "Close the private omen" : "Open the private omen";
    });
    content.push(open, omen);
  }
  return fold("About", "about", ...content);
}
