// The text as a module and as a package, to keep and to share. Both hold the text of the page, whatever its cell answers.
import { download, element } from "../shared/shell.js";
import { exactly, LINE, list, matching, text } from "../shared/checked.js";

const STONE = exactly({
  place: matching(/^[\p{XID_Start}_]\p{XID_Continue}{0,99}$/u), id: matching(/^(?=.{1,90}$)[a-z][a-z0-9]*([._-][a-z0-9]+)*$/), name: LINE, text: LINE,
});
const STONES = list(STONE, 100);
const isFound = exactly({ stones: (value) => STONES(value) && value.length > 0 });
const isPackage = exactly({ file: matching(/^[a-z0-9_]{1,60}-1\.0-py3-none-any\.whl$/), content: text(500_000) });

/** Opens the tool. `use` asks about a text, `source` returns the reader's, and `mark` shows a fault of it with its line. */
export function openKeep(part, { use, source, mark }) {
  /** Returns the megaliths of the text, or null unless other programs can use it. */
  async function found(kept) {
    part.kept.textContent = "";
    commands([]);
    const answer = await use({ ask: "stones" }, isFound, ({ message, line }) => tell(message, line), { text: kept });
    return answer?.stones ?? null;
  }

  function tell(words, line) {
    part.kept.textContent = words;
    mark(line, words);
  }

  function commands(lines) {
    part.commands.replaceChildren(...lines.map((each) => element("code", each)));
  }

  part.module.addEventListener("click", async () => {
    const kept = source();
    const stones = await found(kept);
    if (stones === null) return;
    const name = `${stones.at(-1).id.replaceAll(/[.-]/g, "_")}_stone`;
    const places = stones.map(({ place }) => `${name}:${place}`);
    download(`${name}.py`, "text/x-python", kept);
    commands([...places.map((each) => `cairn-rules check-megalith ${each}`), `cairn-rules balance ${places.join(" ")}`]);
  });
  part.package.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { name, author } = part.package.elements;
    const about = { name: name.value, author: author.value.trim() };
    const kept = source();
    const stones = await found(kept);
    if (stones === null) return;
    const refused = ({ message }) => { part.kept.textContent = message; };
    const answer = await use({ ask: "package", stones, ...about }, isPackage, refused, { text: null, source: kept });
    if (answer === null) return;
    const content = Uint8Array.from(atob(answer.content), (letter) => letter.charCodeAt(0));
    if (!beginsWith(content, kept)) return refused({ message: "The package was not saved: it does not hold your text." });
    download(answer.file, "application/zip", content);
    commands([`pip install ./${answer.file}`]);
  });
}

/** Returns true if the first file of an archive is a text. It is not compressed. */
function beginsWith(archive, kept) {
  const head = new DataView(archive.buffer);
  const start = 30 + head.getUint16(26, true) + head.getUint16(28, true); // after the names, as the format of archives says
  const wanted = new TextEncoder().encode(kept);
  return head.getUint32(18, true) === wanted.length && wanted.every((byte, index) => archive[start + index] === byte);
}
