// The text as a module and as a package, to keep and to share.
import { download, element } from "../shared/shell.js";
import { exactly, LINE, list, text } from "../shared/checked.js";

const NAME = (value) => typeof value === "string" && /^[a-z0-9_]{1,100}(?:\.py|-[0-9.]+-py3-none-any\.whl)$/.test(value);
const CONTENT = text(500_000);
const isModule = exactly({ file: NAME, content: CONTENT, commands: list(LINE, 100) });
const isPackage = exactly({ file: NAME, content: CONTENT });

/** Opens the tool. `use` asks about the text. */
export function openKeep(part, { use, mark }) {
  function tell(words, line) {
    part.kept.textContent = words ?? "";
    mark(line, words);
  }

  /** Saves the answer to a question as a file. Returns it, or null if there is none. */
  async function keep(question, isAnswer, type) {
    const answer = await use(question, isAnswer, ({ message, line }) => tell(message, line));
    if (answer === null) return null;
    tell(null, null);
    download(answer.file, type, Uint8Array.from(atob(answer.content), (letter) => letter.charCodeAt(0)));
    return answer;
  }

  function commands(lines) {
    part.commands.replaceChildren(...lines.map((each) => element("code", each)));
  }

  part.module.addEventListener("click", async () => {
    const answer = await keep({ ask: "module" }, isModule, "text/x-python");
    if (answer !== null) commands(answer.commands);
  });
  part.package.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { name, author } = part.package.elements;
    const question = { ask: "package", name: name.value, author: author.value.trim() };
    const answer = await keep(question, isPackage, "application/zip");
    if (answer !== null) commands([`pip install ./${answer.file}`]);
  });
}
