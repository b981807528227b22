// The glyph of the text's megalith: picked, or drawn with a few shapes.
import { exactly, text } from "../shared/checked.js";

const isText = exactly({ source: text(100_000) });

/** Opens the tool. `glyphs` has shapes by names, `use` asks, `source` returns the text, and `rewrite` puts a text in its place. */
export function openGlyphs(glyphs, part, { use, source, rewrite }) {
  const pick = () => { part.shapes.value = glyphs[part.glyph.value]; };
  part.glyph.replaceChildren(...Object.keys(glyphs).map((name) => new Option(name, name)));
  part.glyph.addEventListener("change", pick);
  part.draw.addEventListener("click", async () => {
    part.drawn.textContent = "";
    const refused = ({ message }) => { part.drawn.textContent = message; };
    const answer = await use({ ask: "glyph", shapes: part.shapes.value }, isText, refused, { text: null, source: source() });
    if (answer !== null) await rewrite(answer.source);
  });
  pick();
}
