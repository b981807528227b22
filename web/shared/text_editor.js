// An editor of a text, with faults and warnings at their lines.
import {
  bracketMatching, closeBrackets, closeBracketsKeymap, defaultKeymap, drawSelection, EditorView, highlightActiveLine, HighlightStyle,
  history, historyKeymap, keymap, lineNumbers, lintGutter, lintKeymap, setDiagnostics, syntaxHighlighting, tags,
} from "./codemirror.js";

const COLOURS = HighlightStyle.define([
  [[tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], "keyword"],
  [[tags.string, tags.special(tags.string)], "string"],
  [[tags.number, tags.bool, tags.null], "number"],
  [[tags.comment], "comment"],
  [[tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.meta], "function"],
].map(([tag, name]) => ({ tag, color: `var(--md-code-hl-${name}-color)` })));
const LOOK = EditorView.theme({
  "&": { color: "var(--md-code-fg-color)", backgroundColor: "var(--md-code-bg-color)", fontSize: ".7rem" },
  "&.cm-focused": { outline: "2px solid var(--md-accent-fg-color)" },
  ".cm-content": { fontFamily: "var(--md-code-font-family, monospace)", caretColor: "currentColor" },
  ".cm-scroller": { minHeight: "16rem", maxHeight: "70vh", overflow: "auto" },
  ".cm-gutters": { color: "var(--md-default-fg-color--light)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent", boxShadow: "inset 2px 0 var(--md-accent-fg-color)" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--md-accent-fg-color--transparent)",
  },
  ".cm-tooltip": {
    color: "var(--md-default-fg-color)", backgroundColor: "var(--md-default-bg-color)", border: "1px solid currentColor",
    fontSize: ".64rem", maxWidth: "min(34rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--md-primary-bg-color)", backgroundColor: "var(--md-primary-fg-color)",
  },
  ".cm-tooltip code, .cm-tooltip p": { display: "block", margin: 0, padding: ".2rem .4rem", whiteSpace: "pre-wrap" },
});

export class TextEditor {
  #view;

  /**
   * Takes where to put the editor, the attributes of its content, and what to do on a change and on Ctrl+Enter.
   *
   * `extensions` and `keys` are those of the language.
   */
  constructor(parent, attributes, changed, run, extensions, keys = []) {
    this.#view = new EditorView({
      parent,
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
        ...extensions, syntaxHighlighting(COLOURS), LOOK, EditorView.lineWrapping,
        EditorView.contentAttributes.of(attributes),
        keymap.of([
          { key: "Mod-Enter", run: () => { run(); return true; } },
          ...closeBracketsKeymap, ...keys, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
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

  /** Shows faults and warnings, each with its `line`, its `severity` and a `message`, in place of those before. */
  show(found) {
    const marks = found.map(({ line, severity, message }) => {
      const { from, to } = this.#line(line);
      return { from, to, severity, message };
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
