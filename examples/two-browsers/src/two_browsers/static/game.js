const token = location.hash.slice(1); // what comes behind # stays in the browser
const names = { sea: "Sea", forest: "Forest" };
const [seat, picture, status, asked, error, actions, hint, record, last, happened] =
  ["seat", "picture", "status", "asked", "error", "actions", "hint", "record", "last", "happened"]
    .map((id) => document.getElementById(id));
let seen = null; // what the server told last
let chosen = null; // the space that was clicked
let lost = false; // whether the server could not be asked

async function ask(what, { headers, ...options } = {}) {
  const answer = await fetch(`${location.pathname}/${what}`, {
    ...options, headers: { Authorization: `Bearer ${token}`, ...headers },
  }).catch(() => { throw new Error("The server does not answer."); });
  if (answer.status === 304) return null;
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

async function look() {
  try {
    const news = await ask("state", seen ? { headers: { "If-None-Match": `"${seen.version}"` } } : {});
    if (lost) error.textContent = "";
    lost = false;
    if (news && !(seen?.version >= news.version)) show(news);
  } catch (problem) {
    lost = true;
    error.textContent = problem.message;
  }
}

async function act(action) {
  for (const button of actions.querySelectorAll("button")) button.disabled = true;
  error.textContent = "";
  try {
    await ask("actions", { method: "POST", body: JSON.stringify({ version: seen.version, action }) });
    status.focus();
  } catch (problem) {
    error.textContent = problem.message;
  }
  await look();
  list();
}

function show(news) {
  seen = news;
  chosen = null;
  error.textContent = "";
  const mine = seen.decides === seen.seat;
  seat.textContent = `Cairn: you are ${names[seen.seat]}`;
  status.textContent = seen.outcome ? (seen.outcome.winners.includes(seen.seat) ? "You have won" : "You have lost")
    : mine ? "Your decision" : `Waiting for ${names[seen.decides]}`;
  document.title = `${status.textContent} – Cairn`;
  asked.textContent = seen.asked;
  picture.replaceChildren(new DOMParser().parseFromString(seen.picture, "image/svg+xml").documentElement);
  happened.replaceChildren(...seen.happened.map((text) => element("li", text)));
  last.hidden = seen.happened.length === 0;
  document.body.classList.toggle("deciding", mine);
  hint.hidden = !seen.actions.some(({ action }) => spaces(action).length > 0);
  record.hidden = !seen.outcome;
  record.firstChild.href = `${location.pathname}/record`;
  list();
}

function list() {
  const shown = seen.actions.filter(({ action }) => chosen === null || spaces(action).includes(chosen));
  actions.replaceChildren(...shown.map(({ action, words }) => {
    const button = element("button", words);
    button.type = "button";
    button.addEventListener("click", () => act(action));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => touch(spaces(action)));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => touch([chosen]));
    const item = element("li", "");
    item.append(button);
    return item;
  }));
  touch([chosen]);
}

function touch(touched) {
  for (const part of picture.querySelectorAll("[data-space]")) {
    part.classList.toggle("touched", touched.includes(part.dataset.space));
  }
}

function spaces(action) {
  return action.match(/[a-e][1-5]|x$/g) ?? []; // the x of an exit is none that can be clicked: it takes the button
}

function sameSet(some, others) {
  return some.length === others.size && some.every((each) => others.has(each));
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

picture.addEventListener("click", (event) => {
  const space = event.target.closest("[data-space]")?.dataset.space ?? null;
  const clicked = new Set([chosen, space]);
  const said = seen.actions.filter(({ action }) => sameSet(spaces(action), clicked));
  if (said.length === 1) return act(said[0].action);
  chosen = space !== chosen && seen.actions.some(({ action }) => spaces(action).includes(space)) ? space : null;
  list();
});

while (!seen?.outcome) {
  await look();
  await new Promise((done) => setTimeout(done, 1000));
}
