// A sheet of the library inside the page: its own design, in the colours of the site.

const ADDED = `
  li { break-inside: avoid; }
  @media screen {
    .sheet { max-width: none; margin: 0; padding: 0; font: inherit; line-height: 1.5; }
    footer { display: none; } /* the page has its own */
  }
  @media screen and (max-width: 30em) {
    .figures { gap: .3em; }
    .figures div { flex: 1; min-width: 0; padding-inline: .2em; }
  }`;
let style = null; // the same for all sheets

/** Returns the sheet of a page of HTML as an element. */
export function sheetOf(html) {
  const { head, body } = new DOMParser().parseFromString(html, "text/html");
  style ??= styled(head.querySelector("style").textContent);
  const sheet = document.createElement("div");
  sheet.className = `sheet ${body.className}`;
  sheet.append(...body.childNodes);
  for (const main of sheet.querySelectorAll("main")) {
    const columns = document.createElement("div");
    columns.className = main.className;
    columns.append(...main.childNodes);
    main.replaceWith(columns);
  }
  for (const [name, level] of [["h1", 3], ["h2", 4]]) {
    for (const heading of sheet.querySelectorAll(name)) heading.setAttribute("aria-level", level);
  }
  const host = document.createElement("div");
  host.className = "host";
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  root.append(sheet);
  return host;
}

/** Returns the style of a page for a part of it. */
function styled(text) {
  const found = new CSSStyleSheet();
  const rules = text.replaceAll(":root", ":host").replaceAll(/^(\s*)body\b/gm, "$1.sheet").replace(/@page.*/, "");
  found.replaceSync(rules + ADDED);
  return found;
}
