// The editor of packs: TOML or JSON, with each fault at its line.
import {
  bracketMatching, closeBrackets, closeBracketsKeymap, defaultKeymap, drawSelection, EditorView, highlightActiveLine, history,
  historyKeymap, keymap, lineNumbers, lintGutter, lintKeymap, setDiagnostics, StreamLanguage, syntaxHighlighting, toml,
} from "../shared/codemirror.js";
import { COLOURS, LOOK } from "../workshop/editor.js";

export class PackEditor {
  #view;

  /** Takes where to put the editor, and what to do on a change and on Ctrl+Enter. */
  constructor(parent, changed, run) {
    this.#view = new EditorView({
      parent,
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
        StreamLanguage.define(toml), syntaxHighlighting(COLOURS), LOOK, EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Text of the pack", tabindex: "0" }),
        keymap.of([
          { key: "Mod-Enter", run: () => { run(); return true; } },
          ...closeBracketsKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged }) => { if (docChanged) changed(); }),
      ],
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Replaces the whole text. */
  set text(text) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  /** Marks findings at their lines. */
  mark(findings) {
    const marks = findings.filter(({ line }) => line !== null).map(({ line, severity, message }) => {
      const { from, to } = this.#line(line);
      return { from, to, severity: severity === "fault" ? "error" : "warning", message };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks.sort((one, other) => one.from - other.from)));
  }

  /** Puts the cursor on a line. */
  go(line) {
    const { from, text } = this.#line(line);
    this.#view.dispatch({ selection: { anchor: from + /^\s*/.exec(text)[0].length }, scrollIntoView: true });
    this.#view.focus();
  }

  #line(number) {
    const { doc } = this.#view.state;
    return doc.line(Math.min(Math.max(number, 1), doc.lines));
  }
}
