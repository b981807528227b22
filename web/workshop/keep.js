// The text as a module and as a package, to keep and to share.
import { download, element } from "../shared/shell.js";
import { either, exactly, LINE, list, PROBLEM, text } from "../shared/checked.js";

const NAME = (value) => typeof value === "string" && /^[a-z0-9_]{1,100}(?:\.py|-[0-9.]+-py3-none-any\.whl)$/.test(value);
const CONTENT = text(500_000);
const isModule = either(PROBLEM, exactly({ file: NAME, content: CONTENT, commands: list(LINE, 100) }));
const isPackage = either(PROBLEM, exactly({ file: NAME, content: CONTENT }));

/** Opens the tool. `use` asks about the text. */
export function openKeep(part, { use, mark }) {
  function kept(answer, type) {
    part.kept.textContent = answer.problem ?? "";
    mark(answer.line ?? null, answer.problem ?? null);
    if (answer.problem) return false;
    download(answer.file, type, Uint8Array.from(atob(answer.content), (letter) => letter.charCodeAt(0)));
    return true;
  }

  function commands(lines) {
    part.commands.replaceChildren(...lines.map((each) => element("code", each)));
  }

  part.module.addEventListener("click", async () => {
    const answer = await use({ ask: "module" }, isModule);
    if (answer !== null && kept(answer, "text/x-python")) commands(answer.commands);
  });
  part.package.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { name, author } = part.package.elements;
    const answer = await use({ ask: "package", name: name.value, author: author.value.trim() }, isPackage);
    if (answer !== null && kept(answer, "application/zip")) commands([`pip install ./${answer.file}`]);
  });
}
